// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/token_figures.h"

#include "core/roofline/roof_times.h"
#include "core/roofline/roofs.h"

#include <algorithm>

namespace rooflight {

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

std::optional<double> memoryNs(const TokenFigures &figures, const DeviceRoofs &peaks)
{
    const auto roof = readRoof(peaks, MemoryLevel::Dram);
    if (!roof || roof->bytesPerSecond <= 0)
        return std::nullopt;
    return static_cast<double>(figures.weightBytes + figures.cacheBytes) / roof->bytesPerSecond * 1e9;
}

std::optional<double> arithmeticNs(const Analysis &analysis, const DeviceRoofs &peaks)
{
    const RoofJudge judge(peaks);
    double sumNs = 0;
    for (const Operator &op : analysis.operators) {
        const Demand demand = demandOf(op, {});
        const RoofTimes times = judge.timesOf(demand, std::nullopt);
        if (demand.flops > 0 && !times.judged)
            return std::nullopt;
        sumNs += times.arithmeticNs;
    }
    return sumNs;
}

/// The roofs as they are at one end of their intervals.
DeviceRoofs atEnd(DeviceRoofs peaks, std::size_t end)
{
    for (Roof &roof : peaks.roofs) {
        if (roof.interval[end] > 0)
            roof.value = roof.interval[end];
    }
    return peaks;
}

std::optional<std::array<double, 2>> bothOf(std::optional<double> least, std::optional<double> most)
{
    return least && most ? std::optional(std::array { *least, *most }) : std::nullopt;
}

void addBounds(const Analysis &analysis, const DeviceRoofs &peaks, TokenFigures &figures)
{
    if (const auto roof = readRoof(peaks, MemoryLevel::Dram); roof && roof->bytesPerSecond > 0) {
        figures.readBytesPerSecond = roof->bytesPerSecond;
        figures.readRoof = peaks.roofs[roof->roof].name;
    }
    const DeviceRoofs slowest = atEnd(peaks, 0);
    const DeviceRoofs fastest = atEnd(peaks, 1);
    figures.memoryBoundNs = memoryNs(figures, peaks);
    figures.memoryBoundInterval = bothOf(memoryNs(figures, fastest), memoryNs(figures, slowest));
    figures.arithmeticBoundNs = arithmeticNs(analysis, peaks);
    figures.arithmeticBoundInterval = bothOf(arithmeticNs(analysis, fastest), arithmeticNs(analysis, slowest));
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

bool TokenFigures::isArithmeticBound() const
{
    return arithmeticBoundNs && *arithmeticBoundNs > memoryBoundNs.value_or(0);
}

std::optional<double> TokenFigures::nsPerToken() const
{
    return medianNs ? std::optional(*medianNs / static_cast<double>(tokens)) : std::nullopt;
}

std::optional<double> TokenFigures::tokensPerSecond() const
{
    return medianNs ? std::optional(static_cast<double>(sequences * tokens) * 1e9 / *medianNs) : std::nullopt;
}

namespace {

Result<TokenFigures> figuresOf(const std::optional<Analysis> &counted, const std::optional<ModelLatency> &latency,
                               const std::optional<DeviceRoofs> &peaks)
{
    if (!counted)
        return Error { ErrorCode::CommandLine, "The session has no counts.",
                       "Save one with report, or with analyze, and --save FILE.ridge." };
    const Analysis &analysis = *counted;
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
    if (latency && latency->samples.summary.count > 0)
        figures.medianNs = latency->samples.summary.medianNs;
    figures.name = figures.context > 0 && figures.context >= figures.tokens ? "decode" : "prefill";
    if (peaks)
        addBounds(analysis, *peaks, figures);
    return figures;
}

} // namespace

Result<TokenFigures> tokenFigures(const Session &session)
{
    return figuresOf(session.analysis, session.latency, session.peaks);
}

Result<std::vector<TokenFigures>> workloadFigures(const Session &session)
{
    std::vector<TokenFigures> all;
    for (const WorkloadResults &part : session.workloads) {
        Result<TokenFigures> figures = figuresOf(part.analysis, part.latency, session.peaks);
        if (!figures.ok())
            return figures.error();
        all.push_back(std::move(figures).value());
        if (!part.workload.name.empty())
            all.back().name = part.workload.name;
    }
    if (!all.empty())
        return all;
    Result<TokenFigures> figures = tokenFigures(session);
    if (!figures.ok())
        return figures.error();
    all.push_back(std::move(figures).value());
    return all;
}

} // namespace rooflight
