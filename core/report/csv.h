// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/session.h"
#include "core/roofline/point.h"

#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// One table as RFC 4180: UTF-8, CRLF, cells quoted where they must be.
[[nodiscard]] std::string toCsv(const std::vector<std::string> &header,
                                const std::vector<std::vector<std::string>> &rows);

/// One row a layer, columns as in docs/reference/csv.md; the measured columns only when the session holds latencies
/// or roofs. Numbers in the C locale, SI base units, integers exact.
[[nodiscard]] std::string layersToCsv(const Session &session);

} // namespace ridgepoint
