// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/record.h"

#include <functional>

namespace ridgepoint {

/// Does a request in a child process and passes on each record as it arrives, the last one a Done or an Error. Keeps
/// newly measured roofs in the cache. \p cancelled is asked several times a second.
void runRequest(const Request &request, const std::function<void(Record)> &receive,
                const std::function<bool()> &cancelled);

/// Stores roofs that were measured just now for the next request; ignores any other record.
void keepPeaks(const Record &record);

} // namespace ridgepoint
