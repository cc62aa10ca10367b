// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/record/record.h"
#include "core/record/roofs_file.h"
#include "core/results/roofs/roofs.h"

#include <filesystem>
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

/// A sweep as a request asks for it, without any batch. \p model is the file's SHA-256.
[[nodiscard]] BatchSweep newSweep(const Request &request, const Device &device, const std::string &model);

/// Where sweeps that were cut off are kept; empty when there is no home folder.
[[nodiscard]] std::filesystem::path sweepFolder();

/// Takes the batches of the same sweep (model, inputs, device, execution, limits) from the cache, if one was cut
/// off.
void resumeFromFile(BatchSweep &sweep);

/// Writes a sweep that is not done to the cache, for another one to resume; removes one that is done. Does nothing with
/// other records. For the process that is not confined: the job cannot write files.
void keepSweep(const Record &record);

} // namespace rooflight
