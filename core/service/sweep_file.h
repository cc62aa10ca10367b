// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/record/record.h"

namespace ridgepoint {

/// A sweep as a request asks for it, with nothing tried yet. \p model is the file's SHA-256.
[[nodiscard]] BatchSweep newSweep(const Request &request, const Device &device, const std::string &model);

/// Takes the batches of the same sweep (model, inputs, device, execution, limits) that was cut off, where there is one.
void resumeFromFile(BatchSweep &sweep);

/// Keeps a sweep in the cache while it is not done, so that another one resumes it; removes it when it is. To
/// be called by the process that is not confined, with every record.
void keepSweep(const Record &record);

} // namespace ridgepoint
