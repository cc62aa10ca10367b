// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/analysis/analysis.h"

namespace rooflight::test {

/// The analysis of golden.jsonl: small, with every field set.
[[nodiscard]] inline Analysis smallAnalysis()
{
    Analysis analysis;
    analysis.model = { "net.pt", "ab12", ModelForm::Trace, 5, 20, 4 };
    analysis.device = { "cpu", 0, "A CPU", "", "", 2 };
    analysis.inputs = { { "x", { { 1, 2 }, DType::Float32 }, InputSource::Traced } };
    analysis.totals = { { 4, 8, 28, 8 }, 36, 1, 0, 44 };
    analysis.layers = { { 0,
                          -1,
                          "",
                          "Linear",
                          0,
                          true,
                          6,
                          { 4, 8, 28, 8 },
                          36,
                          1,
                          OperatorFamily::Matrix,
                          { { 1, 2 } },
                          { { 1, 2 } },
                          DType::Float32 } };
    analysis.operators = { { 0,
                             0,
                             "aten::linear",
                             OperatorFamily::Matrix,
                             true,
                             { 4, 8, 28, 8 },
                             { .macs = 4 },
                             36,
                             { { 1, 2 }, {} },
                             { { 1, 2 } },
                             DType::Float32 } };
    analysis.unknown = { { "my::op", 2, { "a", "b" }, 64, "x was not given" } };
    analysis.formulas = { { "aten::linear", "MACs", "all", "a book" } };
    return analysis;
}

} // namespace rooflight::test
