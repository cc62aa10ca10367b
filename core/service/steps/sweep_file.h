// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/record/record.h"

#include <filesystem>

namespace rooflight {

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
