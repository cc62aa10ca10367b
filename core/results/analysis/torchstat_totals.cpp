// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/analysis/torchstat_totals.h"

#include "core/base/count.h"

namespace rooflight {

TorchstatTotals torchstatTotals(const std::vector<TorchstatRow> &rows)
{
    Count parameters;
    Count madd;
    Count flops;
    Count read;
    Count written;
    TorchstatTotals totals;
    for (const TorchstatRow &row : rows) {
        parameters += row.parameters;
        totals.memoryMb += row.memoryMb;
        if (!row.known)
            continue;
        madd += row.madd;
        flops += row.flops;
        read += row.bytesRead;
        written += row.bytesWritten;
    }
    totals.parameters = parameters.value();
    totals.madd = madd.value();
    totals.flops = flops.value();
    totals.bytesRead = read.value();
    totals.bytesWritten = written.value();
    return totals;
}

} // namespace rooflight
