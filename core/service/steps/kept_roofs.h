// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/roofs_file.h"
#include "core/results/roofs/roofs.h"

#include <optional>
#include <string>
#include <string_view>

namespace rooflight {

/// Roofs as the cache's file holds them: their record, and a line with its SHA-256.
[[nodiscard]] std::string keptText(const DeviceRoofs &roofs);

/// The roofs in such a text. Nothing if it is damaged, or if they are not sound.
[[nodiscard]] std::optional<DeviceRoofs> roofsIn(std::string_view text);

/// The roofs that were kept for a device; nothing if there are none, they are of another one, or were measured under
/// another policy of its clock.
[[nodiscard]] std::optional<DeviceRoofs> keptRoofs(const Device &device, const std::string &clockPolicy);

/// Keeps roofs that were measured just now, all of them and to their end; ignores others. Without a place for them they
/// are measured again next time: nothing else is lost.
void keepRoofs(const DeviceRoofs &roofs);

} // namespace rooflight
