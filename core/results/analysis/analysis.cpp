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

} // namespace rooflight
