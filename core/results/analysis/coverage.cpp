// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/analysis/coverage.h"

#include "core/base/count.h"

#include <algorithm>

namespace rooflight {

namespace {

void addTimes(Coverage &coverage, const Analysis &analysis, std::span<const std::optional<double>> timesNs)
{
    for (std::size_t i = 0; i < std::min(timesNs.size(), analysis.operators.size()); ++i) {
        const Operator &op = analysis.operators[i];
        if (op.family == OperatorFamily::View)
            continue;
        coverage.timeNs += timesNs[i].value_or(0);
        if (op.known)
            coverage.knownTimeNs += timesNs[i].value_or(0);
    }
}

double share(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 1;
}

} // namespace

double Coverage::shareOfOperators() const
{
    return share(knownOperators, operators);
}

double Coverage::shareOfBytes() const
{
    return share(knownBytes, bytes);
}

std::optional<double> Coverage::shareOfTime() const
{
    return timeNs > 0 ? std::optional(knownTimeNs / timeNs) : std::nullopt;
}

Coverage coverageOf(const Analysis &analysis, std::span<const std::optional<double>> timesNs)
{
    Coverage coverage;
    Count bytes;
    Count knownBytes;
    for (const Operator &op : analysis.operators) {
        if (op.family == OperatorFamily::View)
            continue;
        const Count moved = Count(op.cost.bytesRead) + op.cost.bytesWritten;
        ++coverage.operators;
        bytes += moved;
        if (op.known) {
            ++coverage.knownOperators;
            knownBytes += moved;
        }
    }
    coverage.bytes = bytes.value();
    coverage.knownBytes = knownBytes.value();
    addTimes(coverage, analysis, timesNs);
    return coverage;
}

} // namespace rooflight
