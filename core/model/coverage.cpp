// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/coverage.h"

#include "core/base/count.h"

namespace rooflight {

namespace {

void addTimes(Coverage &coverage, const Analysis &analysis, const LayerLatencies &latencies)
{
    for (const ItemLatency &latency : latencies.items) {
        const auto index = static_cast<std::size_t>(latency.item.id);
        const Summary &summary = latency.samples.summary;
        if (latency.item.kind != ItemId::Kind::Operator || index >= analysis.operators.size() || summary.count == 0)
            continue;
        const Operator &op = analysis.operators[index];
        if (op.family == OperatorFamily::View)
            continue;
        coverage.timeNs += summary.medianNs;
        if (op.known)
            coverage.knownTimeNs += summary.medianNs;
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

Coverage coverageOf(const Analysis &analysis, const LayerLatencies *latencies)
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
    if (latencies)
        addTimes(coverage, analysis, *latencies);
    return coverage;
}

} // namespace rooflight
