// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/token_figures.h"

#include "core/roofline/roofs.h"

#include <algorithm>

namespace ridgepoint {

namespace {

constexpr std::size_t cacheRank = 4; ///< batch, heads, tokens, width

bool isTokens(const ModelInput &input)
{
    return input.tensor.shape.size() == 2 && (input.tensor.dtype == DType::Int64 || input.tensor.dtype == DType::Int32);
}

bool isCache(const ModelInput &input)
{
    return input.tensor.shape.size() == cacheRank && isFloatingPoint(input.tensor.dtype);
}

std::int64_t constantBytesRead(const Analysis &analysis)
{
    std::int64_t bytes = 0;
    for (const Operator &op : analysis.operators) {
        for (const MemoryReuse &reuse : op.reuse)
            bytes += reuse.constant && !reuse.written ? reuse.bytes : 0;
    }
    return bytes;
}

void addRoof(const Session &session, TokenFigures &figures)
{
    const auto roof = session.peaks ? readRoof(*session.peaks, MemoryLevel::Dram) : std::nullopt;
    if (!roof || roof->bytesPerSecond <= 0)
        return;
    figures.readBytesPerSecond = roof->bytesPerSecond;
    figures.readRoof = session.peaks->roofs[roof->roof].name;
    figures.memoryBoundNs = static_cast<double>(figures.weightBytes + figures.cacheBytes) / roof->bytesPerSecond * 1e9;
}

} // namespace

double TokenFigures::flopsPerToken() const
{
    return static_cast<double>(cost.flops) / static_cast<double>(sequences * tokens);
}

double TokenFigures::weightBytesPerToken() const
{
    return static_cast<double>(weightBytes) / static_cast<double>(sequences * tokens);
}

double TokenFigures::cacheBytesPerToken() const
{
    return context > 0 ? static_cast<double>(cacheBytes) / static_cast<double>(sequences * context) : 0;
}

std::optional<double> TokenFigures::nsPerToken() const
{
    return medianNs ? std::optional(*medianNs / static_cast<double>(tokens)) : std::nullopt;
}

std::optional<double> TokenFigures::tokensPerSecond() const
{
    return medianNs ? std::optional(static_cast<double>(sequences * tokens) * 1e9 / *medianNs) : std::nullopt;
}

Result<TokenFigures> tokenFigures(const Session &session)
{
    if (!session.analysis)
        return Error { ErrorCode::CommandLine, "The session has no counts.",
                       "Save one with report, or with analyze, and --save FILE.ridge." };
    const Analysis &analysis = *session.analysis;
    const auto ids = std::ranges::find_if(analysis.inputs, &isTokens);
    if (ids == analysis.inputs.end() || ids->tensor.shape[0] <= 0 || ids->tensor.shape[1] <= 0)
        return Error { ErrorCode::CommandLine,
                       "The model takes no tokens: none of its inputs is of whole numbers, with batch and length.",
                       "Name sessions of a language model." };
    TokenFigures figures;
    figures.sequences = ids->tensor.shape[0];
    figures.tokens = ids->tensor.shape[1];
    figures.cost = analysis.totals.cost;
    figures.weightBytes = constantBytesRead(analysis);
    for (const ModelInput &input : analysis.inputs) {
        if (!isCache(input))
            continue;
        figures.context = std::max(figures.context, input.tensor.shape[2]);
        figures.cacheBytes += elementCount(input.tensor.shape) * itemSize(input.tensor.dtype);
    }
    if (session.latency && session.latency->samples.summary.count > 0)
        figures.medianNs = session.latency->samples.summary.medianNs;
    addRoof(session, figures);
    return figures;
}

} // namespace ridgepoint
