// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/record.h"

#include <functional>
#include <stop_token>

namespace rooflight {

/// Does a request in processes of its own; \p receive gets each record as it arrives, the last one a Done or an Error.
/// Keeps newly measured roofs for the next request. A stop cancels the request within 50 ms; what was measured before
/// arrives.
void runRequest(const Request &request, const std::function<void(Record)> &receive, const std::stop_token &stop);

} // namespace rooflight
