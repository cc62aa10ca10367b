// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/analysis/analysis.h"

#include "core/base/count.h"

#include <algorithm>
#include <cmath>

namespace rooflight {

std::string layerName(const std::string &path, const std::string &type, int call)
{
    const std::string ofModel = type.empty() ? "(model)" : type;
    const std::string &name = path.empty() ? ofModel : path;
    return call > 0 ? name + " #" + std::to_string(call + 1) : name;
}

Cost &Cost::operator+=(const Cost &other)
{
    macs = std::min((Count(macs) + other.macs).value(), mostMacs);
    flops = (Count(flops) + other.flops).value();
    bytesRead = (Count(bytesRead) + other.bytesRead).value();
    bytesWritten = (Count(bytesWritten) + other.bytesWritten).value();
    return *this;
}

std::int64_t OperatorWork::flops() const
{
    return (Count(macs) * 2 + biasAdds + elementwise + transcendental + reduction).value();
}

OperatorWork &OperatorWork::operator+=(const OperatorWork &other)
{
    macs = (Count(macs) + other.macs).value();
    biasAdds = (Count(biasAdds) + other.biasAdds).value();
    elementwise = (Count(elementwise) + other.elementwise).value();
    transcendental = (Count(transcendental) + other.transcendental).value();
    reduction = (Count(reduction) + other.reduction).value();
    comparison = (Count(comparison) + other.comparison).value();
    avoidableMacs = (Count(avoidableMacs) + other.avoidableMacs).value();
    limit();
    return *this;
}

void OperatorWork::limit()
{
    macs = std::min(macs, mostMacs);
    avoidableMacs = std::min(avoidableMacs, macs);
}

std::optional<double> countedShare(const Analysis &analysis)
{
    const std::int64_t computed = analysis.totals.cost.bytes();
    if (!analysis.counted || computed <= 0)
        return std::nullopt;
    return (static_cast<double>(analysis.counted->read) + static_cast<double>(analysis.counted->written))
        / static_cast<double>(computed);
}

bool differsFromCounted(const Analysis &analysis)
{
    constexpr double most = 0.2;
    const std::optional<double> share = countedShare(analysis);
    return share && std::abs(*share - 1) > most;
}

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
