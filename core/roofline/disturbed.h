// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/model/roof.h"
#include "core/model/roof_disturbance.h"
#include "core/model/session.h"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace rooflight {

// What disturbed a measurement, so that a quieter moment may give other figures. Every verdict, list and command asks
// here.

/// Of runs: those of their flags that say that another run may be quite another. The limit of a device's power is none
/// of them: it holds the next run back as well.
[[nodiscard]] std::vector<std::string> disturbancesOf(const SampleSet &runs);
/// Of the roofs that judge something, each flag once. Few samples are what a quick measurement takes: there they do not
/// count.
[[nodiscard]] std::vector<std::string> disturbancesOf(const DeviceRoofs &peaks, const std::set<std::size_t> &judging);
/// Both, or those of two sessions, each flag once.
[[nodiscard]] std::vector<std::string> joined(const std::vector<std::string> &flags,
                                              const std::vector<std::string> &others);

/// True where a roof that can judge was measured while something disturbed it, or is too uncertain: such roofs are
/// measured again when they are next asked for. Few samples are what a quick measurement takes: where only that is to
/// be had, they do not count.
[[nodiscard]] bool isDisturbed(const DeviceRoofs &peaks, Effort effort);

/// Whether a notice says something of this session. Roofs that could not be measured are no matter where none of its
/// operators would be judged by them, and while it is not known yet what there is to judge.
[[nodiscard]] bool matters(const Notice &notice, const Session &session);

} // namespace rooflight
