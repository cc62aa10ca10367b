// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/results/roofs/roofs.h"
#include "core/results/session.h"

namespace rooflight {

/// True if a roof that can judge was measured while something disturbed it, or is too uncertain: such roofs are
/// measured again when they are next asked for. Few samples are what a quick measurement takes: if only that is to
/// be had, they do not count.
[[nodiscard]] bool isDisturbed(const DeviceRoofs &peaks, Effort effort);

/// No roof says what it takes to call an operator, so that none is launch-bound.
[[nodiscard]] bool lacksLaunchOverhead(const DeviceRoofs &peaks);

/// Whether a notice matters for this session. Roofs that could not be measured do not matter if they would judge none
/// of its operators, or while it is not known yet what there is to judge.
[[nodiscard]] bool matters(const Notice &notice, const Session &session);

} // namespace rooflight
