// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/session.h"
#include "core/report/format/text_layout.h"

#include <string>
#include <string_view>

namespace ridgepoint {

/// The part of a layer's path that its parent's path does not say already; empty for the model itself.
[[nodiscard]] std::string_view pathBelowParent(const Layer &layer, const std::vector<Layer> &layers);

/// One row a layer, as a tree; columns of times and roofs only where the session holds them.
[[nodiscard]] TableContent layerContent(const Session &session);

/// One row a layer, columns as in docs/reference/csv.md; the measured columns only when the session holds latencies
/// or roofs.
[[nodiscard]] std::string layersToCsv(const Session &session);

/// The table of torchstat: one row a leaf module, torchstat's words and units, lines that end in a line feed as
/// pandas writes them. The analysis must be one under the convention "torchstat"; else only the header remains.
[[nodiscard]] std::string torchstatToCsv(const Analysis &analysis);

} // namespace ridgepoint
