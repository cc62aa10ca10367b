// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/token_figures.h"

#include "core/base/clock.h"
#include "core/base/count.h"
#include "core/model/disturbing_flags.h"
#include "core/roofline/bare_runs.h"
#include "core/roofline/judging_roofs.h"
#include "core/roofline/roof_times.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <utility>

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

bool isWeight(const MemoryReuse &reuse)
{
    return reuse.constant && !reuse.written;
}

std::int64_t constantBytesRead(const Analysis &analysis)
{
    std::int64_t bytes = 0;
    for (const Operator &op : analysis.operators) {
        for (const MemoryReuse &reuse : op.reuse)
            bytes += isWeight(reuse) ? reuse.bytes : 0;
    }
    return bytes;
}

/// The cache that is given was touched last in the run before, as the weights were: as far back as the farthest of
/// them.
std::int64_t distanceOfARun(const Analysis &analysis)
{
    std::int64_t distance = 0;
    for (const Operator &op : analysis.operators) {
        for (const MemoryReuse &reuse : op.reuse)
            distance = std::max(distance, isWeight(reuse) ? reuse.distanceBytes : 0);
    }
    return distance > 0 ? distance : std::numeric_limits<std::int64_t>::max();
}

/// What a run reads of weights and cache, at the roofs of the levels that it comes from.
struct ReadTimes {
    double ns = 0;
    std::map<std::size_t, MemoryTime> byRoof; ///< added up

    void add(const std::optional<MemoryTime> &time)
    {
        if (!time)
            return;
        ns += time->nanoseconds;
        MemoryTime &sum = byRoof.try_emplace(time->roof, MemoryTime { time->roof, time->slope, 0, 0 }).first->second;
        sum.nanoseconds += time->nanoseconds;
        sum.bytes += time->bytes;
    }
};

/// The operators one after the other, each with its own weights, as they are judged; then the cache.
std::optional<ReadTimes> readTimes(const Analysis &analysis, const TokenFigures &figures, const DeviceRoofs &peaks)
{
    const RoofJudge judge(peaks);
    ReadTimes times;
    for (const Operator &op : analysis.operators) {
        std::vector<MemoryReuse> weights;
        std::ranges::copy_if(op.reuse, std::back_inserter(weights), isWeight);
        times.add(judge.memoryTimeOf(weights, usesMatrixUnits(op.family)));
    }
    const MemoryReuse cache { figures.cacheBytes, distanceOfARun(analysis), false, false };
    times.add(judge.memoryTimeOf(std::span(&cache, 1), false));
    return times.byRoof.empty() ? std::nullopt : std::optional(std::move(times));
}

std::optional<double> memoryNs(const Analysis &analysis, const TokenFigures &figures, const DeviceRoofs &peaks)
{
    const std::optional<ReadTimes> times = readTimes(analysis, figures, peaks);
    return times ? std::optional(times->ns) : std::nullopt;
}

/// The roofs as they are at one end of their intervals.
DeviceRoofs atEnd(DeviceRoofs peaks, std::size_t end)
{
    for (Roof &roof : peaks.roofs) {
        if (roof.interval[end] > 0)
            roof.value = roof.interval[end];
    }
    for (BandwidthCurve &curve : peaks.curves) {
        for (CurvePoint &point : curve.points) {
            if (point.interval[end] > 0)
                point.bytesPerSecond = point.interval[end];
        }
    }
    return peaks;
}

std::optional<std::array<double, 2>> bothOf(std::optional<double> least, std::optional<double> most)
{
    return least && most ? std::optional(std::array { *least, *most }) : std::nullopt;
}

void addBounds(const Analysis &analysis, const Tf32Use &tf32, const DeviceRoofs &peaks, TokenFigures &figures)
{
    if (const std::optional<ReadTimes> times = readTimes(analysis, figures, peaks)) {
        const auto longest =
            std::ranges::max_element(times->byRoof, {}, [](const auto &entry) { return entry.second.nanoseconds; });
        const MemoryTime &most = longest->second;
        figures.memoryBoundNs = times->ns;
        figures.readRoof = peaks.roofs[most.roof].name;
        figures.readRoofBytes = most.bytes;
        figures.readBytesPerSecond = most.bytes / most.nanoseconds * nsPerSecond;
        for (const auto &[roof, ofRoof] : times->byRoof)
            figures.disturbedBy =
                joinedDisturbances(std::move(figures.disturbedBy), disturbancesOf(peaks.roofs[roof], peaks.effort));
    }
    const DeviceRoofs slowest = atEnd(peaks, 0);
    const DeviceRoofs fastest = atEnd(peaks, 1);
    figures.memoryBoundInterval = bothOf(memoryNs(analysis, figures, fastest), memoryNs(analysis, figures, slowest));
    figures.arithmeticBoundNs = arithmeticNsOf(analysis, tf32, peaks);
    figures.arithmeticBoundInterval =
        bothOf(arithmeticNsOf(analysis, tf32, fastest), arithmeticNsOf(analysis, tf32, slowest));
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

std::optional<double> TokenFigures::joulesPerToken() const
{
    return joulesPerRun ? std::optional(*joulesPerRun / static_cast<double>(sequences * tokens)) : std::nullopt;
}

std::optional<std::array<double, 2>> TokenFigures::ceilingTokensPerSecond() const
{
    if (!memoryBoundInterval && !arithmeticBoundInterval)
        return std::nullopt;
    const std::array<double, 2> memory = memoryBoundInterval.value_or(std::array<double, 2>());
    const std::array<double, 2> arithmetic = arithmeticBoundInterval.value_or(std::array<double, 2>());
    const double least = std::max(memory[0], arithmetic[0]);
    const double most = std::max(memory[1], arithmetic[1]);
    const double run = static_cast<double>(sequences * tokens) * nsPerSecond;
    return least > 0 ? std::optional(std::array { run / most, run / least }) : std::nullopt;
}

namespace {

/// The figures with all that the model keeps, of which they know keys and values of four sizes, and with its weights as
/// they are stored. What is read takes as much longer as it is more.
TokenFigures asStored(const TokenPart &part)
{
    TokenFigures figures = part.figures;
    const std::int64_t before = figures.weightBytes + figures.cacheBytes;
    figures.context = part.context;
    figures.weightBytes -= part.savedBytes;
    figures.cacheBytes = part.stateBytes;
    const double more =
        before > 0 ? static_cast<double>(figures.weightBytes + figures.cacheBytes) / static_cast<double>(before) : 1;
    if (figures.memoryBoundNs)
        *figures.memoryBoundNs *= more;
    if (figures.memoryBoundInterval) {
        for (double &end : *figures.memoryBoundInterval)
            end *= more;
    }
    return figures;
}

constexpr std::int64_t mostTimes = 1'000'000; ///< and divisors: sums stay exact

/// Adds up members of the parts' figures, each as often as its part counts.
class PartSum
{
public:
    /// \p denominator: a multiple of each part's.
    PartSum(const std::vector<TokenPart> &parts, std::int64_t denominator)
        : m_parts(parts)
        , m_denominator(denominator)
    {
        std::ranges::transform(parts, std::back_inserter(m_figures), asStored);
    }

    /// Of whole numbers, exactly.
    std::int64_t whole(const std::function<std::int64_t(const TokenFigures &)> &member) const
    {
        Wide sum = 0;
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            sum += static_cast<Wide>(member(m_figures[i])) * (m_denominator / m_parts[i].of) * m_parts[i].times;
        return static_cast<std::int64_t>(std::clamp<Wide>(sum / m_denominator, 0, Count::most));
    }

    std::optional<double> known(const std::function<std::optional<double>(const TokenFigures &)> &member) const
    {
        double sum = 0;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            const std::optional<double> value = member(m_figures[i]);
            if (!value)
                return std::nullopt;
            sum += *value * static_cast<double>(m_parts[i].times) / static_cast<double>(m_parts[i].of);
        }
        return sum;
    }

    std::optional<std::array<double, 2>> interval(std::optional<std::array<double, 2>> TokenFigures::*member) const
    {
        const auto end = [&](std::size_t which) {
            return known([&](const TokenFigures &figures) {
                const auto &ends = figures.*member;
                return ends ? std::optional((*ends)[which]) : std::nullopt;
            });
        };
        return bothOf(end(0), end(1));
    }

    [[nodiscard]] const std::vector<TokenFigures> &figures() const { return m_figures; }

private:
    __extension__ using Wide = __int128;

    const std::vector<TokenPart> &m_parts;
    std::vector<TokenFigures> m_figures;
    std::int64_t m_denominator;
};

} // namespace

Result<TokenFigures> sumOf(const std::vector<TokenPart> &parts)
{
    if (parts.empty())
        return Error { ErrorCode::CommandLine, "There is no part to add up.", "Name one." };
    std::int64_t denominator = 1;
    for (const TokenPart &part : parts) {
        const bool fits = part.times >= -mostTimes && part.times <= mostTimes && part.of > 0 && part.of <= mostTimes;
        denominator = fits ? std::lcm(denominator, part.of) : mostTimes + 1;
        if (denominator > mostTimes)
            return Error { ErrorCode::CommandLine, "A part counts more than a million times, or a millionth.",
                           "Name parts that count fewer times." };
    }
    const PartSum sum(parts, denominator);
    TokenFigures whole = sum.figures().back();
    whole.cost.macs = sum.whole([](const TokenFigures &figures) { return figures.cost.macs; });
    whole.cost.flops = sum.whole([](const TokenFigures &figures) { return figures.cost.flops; });
    whole.weightBytes = sum.whole([](const TokenFigures &figures) { return figures.weightBytes; });
    whole.cacheBytes = sum.whole([](const TokenFigures &figures) { return figures.cacheBytes; });
    whole.memoryBoundNs = sum.known([](const TokenFigures &figures) { return figures.memoryBoundNs; });
    whole.arithmeticBoundNs = sum.known([](const TokenFigures &figures) { return figures.arithmeticBoundNs; });
    whole.memoryBoundInterval = sum.interval(&TokenFigures::memoryBoundInterval);
    whole.arithmeticBoundInterval = sum.interval(&TokenFigures::arithmeticBoundInterval);
    whole.medianNs = std::nullopt;
    whole.joulesPerRun = std::nullopt;
    for (const TokenFigures &figures : sum.figures())
        whole.disturbedBy = joinedDisturbances(std::move(whole.disturbedBy), figures.disturbedBy);
    return whole;
}

namespace {

void takeRuns(TokenFigures &figures, const ModelLatency &runs)
{
    figures.medianNs = runs.samples.summary.medianNs;
    figures.disturbedBy = disturbancesOf(runs.samples);
    if (runs.energy)
        figures.joulesPerRun = runs.energy->joulesPerRun;
}

Result<TokenFigures> figuresOf(const Part<Analysis> &counted, const Part<ModelLatency> &latency,
                               const Part<LayerLatencies> &layers, const Part<DeviceRoofs> &peaks)
{
    if (!counted)
        return Error { ErrorCode::CommandLine, "The session has no counts.",
                       "Save one with report, or with analyze, and --save FILE.ridge." };
    const Analysis &analysis = *counted;
    const auto ids = std::ranges::find_if(analysis.inputs, &isTokens);
    if (ids == analysis.inputs.end() || ids->tensor.shape[0] <= 0 || ids->tensor.shape[1] <= 0)
        return Error { ErrorCode::CommandLine,
                       "The model takes no tokens: it has no integer input with batch and length.",
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
        takeRuns(figures, *latency);
    figures.name = figures.context > 0 && figures.context >= figures.tokens ? "decode" : "prefill";
    if (peaks) {
        addBounds(analysis, tf32Of(layers), *peaks, figures);
        figures.ranElsewhere = peaks->theoretical;
    }
    return figures;
}

} // namespace

Result<TokenFigures> tokenFigures(const Session &session)
{
    return figuresOf(session.analysis, session.latency, session.layers, session.peaks);
}

Result<std::vector<TokenFigures>> workloadFigures(const Session &session)
{
    std::vector<TokenFigures> all;
    for (const WorkloadResults &part : session.workloads) {
        Result<TokenFigures> figures = figuresOf(part.analysis, part.latency, part.layers, session.peaks);
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
