// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/estimate.h"

#include "core/model/disturbing_flags.h"
#include "core/roofline/bare_runs.h"
#include "core/roofline/point.h"
#include "core/roofline/scaled_time.h"
#include "core/statistics/student_t.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace rooflight {

namespace {

/// Equal processes differ by as much in nine of ten pairs.
constexpr double processUncertainty = 0.1;
/// Twice the median error of times that were scaled by their work: 13 % over nine operators at four times the batch.
constexpr double errorOfScaled = 0.25;

constexpr double secondsOfCalls = 1.5; ///< for each of both sides, and for the runs

using Times = std::vector<std::optional<double>>;

/// Times of the operators by position; absent where one was not timed.
Times operatorTimes(const LayerLatencies &latencies, std::size_t count)
{
    Times times(count);
    for (const ItemLatency &item : latencies.items) {
        const double ns = item.samples.summary.medianNs;
        if (item.item.kind == ItemId::Kind::Operator && exists(item.item.id, count) && ns > 0)
            times[static_cast<std::size_t>(item.item.id)] = ns;
    }
    return times;
}

/// Layer, operator, and how many of that name the layer called before.
using OperatorPlace = std::tuple<std::string, std::string, std::int64_t>;

std::vector<OperatorPlace> placesOf(const Analysis &analysis)
{
    std::vector<OperatorPlace> places;
    std::map<std::pair<std::int64_t, std::string>, std::int64_t> seen;
    for (const Operator &op : analysis.operators) {
        const bool hasLayer = exists(op.layer, analysis.layers.size());
        places.emplace_back(hasLayer ? analysis.layers[static_cast<std::size_t>(op.layer)].path : std::string(),
                            op.name, seen[{ op.layer, op.name }]++);
    }
    return places;
}

/// For each operator there the position of the same one here.
std::vector<std::optional<std::size_t>> sameOperators(const Analysis &here, const Analysis &there)
{
    std::map<OperatorPlace, std::size_t> positions;
    for (std::size_t i = 0; const OperatorPlace &place : placesOf(here))
        positions.emplace(place, i++);
    std::vector<std::optional<std::size_t>> same;
    for (const OperatorPlace &place : placesOf(there)) {
        const auto found = positions.find(place);
        same.push_back(found == positions.end() ? std::nullopt : std::optional(found->second));
    }
    return same;
}

double sumOf(const Times &times)
{
    double sum = 0;
    for (const std::optional<double> &time : times)
        sum += time.value_or(0);
    return sum;
}

double uncertaintyOfBareMedian(const Session &session)
{
    if (!session.latency || session.latency->samples.summary.medianNs <= 0)
        return 0;
    const Summary &summary = session.latency->samples.summary;
    return (summary.medianIntervalNs[1] - summary.medianIntervalNs[0]) / 2 / summary.medianNs;
}

/// What holds whatever the times come from.
class EstimateMaker
{
public:
    EstimateMaker(const Session &here, const Session &there)
        : m_here(here)
        , m_there(there)
        , m_pointsHere(here)
        , m_pointsThere(there)
    {
        m_estimate.hereNs = bareMedianNs(here);
        m_estimate.disturbedBy = joinedDisturbances(disturbancesOf(here), disturbancesOf(there));
        if (there.analysis->layers.empty())
            return;
        const Cost &cost = there.analysis->layers.front().cost;
        m_estimate.macs = cost.macs;
        m_estimate.flops = cost.flops;
        m_estimate.bytesRead = cost.bytesRead;
        m_estimate.bytesWritten = cost.bytesWritten;
        m_estimate.limitNs = m_pointsThere.layers().front().timeAtRoofNs;
    }

    [[nodiscard]] const std::vector<RooflinePoint> &operatorsHere() const { return m_pointsHere.operators(); }
    [[nodiscard]] const std::vector<RooflinePoint> &operatorsThere() const { return m_pointsThere.operators(); }

    void setMethod(EstimateMethod method) { m_estimate.method = method; }
    void addDisturbances(const SampleSet &runs)
    {
        m_estimate.disturbedBy = joinedDisturbances(std::move(m_estimate.disturbedBy), disturbancesOf(runs));
    }

    /// The operators' shares of the bare median here.
    [[nodiscard]] double timedNs() const
    {
        double timed = 0;
        for (const RooflinePoint &point : operatorsHere())
            timed += point.timeNs.value_or(0);
        return timed;
    }

    /// What is left of it.
    [[nodiscard]] double betweenOperatorsNs() const { return std::max(m_estimate.hereNs.value_or(0) - timedNs(), 0.0); }

    void setTimes(Times operators, double medianNs, const std::array<double, 2> &intervalNs)
    {
        m_operators = std::move(operators);
        const double limit = m_estimate.limitNs.value_or(0);
        m_estimate.medianNs = std::max(medianNs, limit);
        m_estimate.intervalNs = { std::max(intervalNs[0], limit), std::max(intervalNs[1], limit) };
    }

    [[nodiscard]] Estimate finished()
    {
        std::map<std::string, std::optional<double>> timesHere;
        for (std::size_t i = 0; i < m_here.analysis->layers.size(); ++i)
            timesHere.emplace(m_here.analysis->layers[i].path, m_pointsHere.layers()[i].timeNs);
        const std::vector<double> sums = layerSums();
        for (std::size_t i = 0; i < m_there.analysis->layers.size(); ++i) {
            LayerEstimate layer;
            layer.id = static_cast<std::int64_t>(i);
            layer.path = m_there.analysis->layers[i].path;
            layer.type = m_there.analysis->layers[i].type;
            layer.limitNs = m_pointsThere.layers()[i].timeAtRoofNs;
            if (const auto found = timesHere.find(layer.path); found != timesHere.end())
                layer.hereNs = found->second;
            if (i == 0)
                layer.medianNs = m_estimate.medianNs;
            else if (sums[i] > 0)
                layer.medianNs = std::max(sums[i], layer.limitNs.value_or(0));
            m_estimate.layers.push_back(std::move(layer));
        }
        return std::move(m_estimate);
    }

private:
    /// Of the operators' times, each layer with those below it.
    [[nodiscard]] std::vector<double> layerSums() const
    {
        const Analysis &analysis = *m_there.analysis;
        std::vector<double> sums(analysis.layers.size());
        for (std::size_t i = 0; i < m_operators.size(); ++i) {
            const std::int64_t layer = analysis.operators[i].layer;
            if (exists(layer, sums.size()))
                sums[static_cast<std::size_t>(layer)] += m_operators[i].value_or(0);
        }
        for (std::size_t i = sums.size(); i-- > 0;) { // a parent comes before its layers
            const std::int64_t parent = analysis.layers[i].parent;
            if (exists(parent, i))
                sums[static_cast<std::size_t>(parent)] += sums[i];
        }
        return sums;
    }

    const Session &m_here;
    const Session &m_there;
    SessionPoints m_pointsHere;
    SessionPoints m_pointsThere;
    Estimate m_estimate;
    Times m_operators;
};

} // namespace

Request replayRequest(const Request &request)
{
    Request replay = request;
    replay.kind = RequestKind::Layers;
    replay.replay = true;
    replay.limits = {};
    replay.limits.warmup = 0;
    replay.limits.seconds = secondsOfCalls;
    return replay;
}

Request fewRunsRequest(const Request &request)
{
    Request runs = request;
    runs.kind = RequestKind::Latency;
    runs.limits = {};
    runs.limits.seconds = secondsOfCalls;
    return runs;
}

Estimate replayedEstimate(const Session &here, const LayerLatencies &replayedHere, const Session &there,
                          const LayerLatencies &replayedThere)
{
    EstimateMaker maker(here, there);
    const Times alone = operatorTimes(replayedHere, here.analysis->operators.size());
    const Times aloneThere = operatorTimes(replayedThere, there.analysis->operators.size());
    const std::vector<std::optional<std::size_t>> same = sameOperators(*here.analysis, *there.analysis);
    const double ran = there.latency->samples.summary.medianNs;
    const double between = std::min(maker.betweenOperatorsNs(), ran / 2); // a shorter run has less of it
    const double sumHere = sumOf(alone);
    const double usual = sumHere > 0 ? maker.timedNs() / sumHere : 1; // of an operator that is only there
    Times expected(aloneThere.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (!aloneThere[i])
            continue;
        const double timeAlone = same[i] ? alone[*same[i]].value_or(0) : 0;
        const double inRun = same[i] ? maker.operatorsHere()[*same[i]].timeNs.value_or(0) : 0;
        expected[i] = *aloneThere[i] * (timeAlone > 0 && inRun > 0 ? inRun / timeAlone : usual);
    }
    if (const double sum = sumOf(expected); sum > 0) {
        for (std::optional<double> &time : expected)
            time = time ? std::optional(*time * (ran - between) / sum) : std::nullopt;
    }
    maker.setMethod(EstimateMethod::Replayed);
    maker.addDisturbances(replayedHere.instrumentedModel);
    maker.addDisturbances(replayedThere.instrumentedModel);
    const double uncertainty = inQuadrature(processUncertainty, uncertaintyOfBareMedian(there));
    maker.setTimes(std::move(expected), ran, { ran * (1 - uncertainty), ran * (1 + uncertainty) });
    return maker.finished();
}

std::optional<Error> whyNotReplayed(const Session &replayedHere, const Session &replayedThere, bool needsRuns)
{
    if (replayedThere.error)
        return replayedThere.error;
    const bool hasRuns = replayedThere.latency && replayedThere.latency->samples.summary.count > 0;
    const bool wereCalled = replayedThere.analysis && replayedThere.layers && replayedHere.layers;
    if (wereCalled && (hasRuns || !needsRuns))
        return std::nullopt;
    if (replayedHere.error)
        return replayedHere.error;
    return Error { ErrorCode::ModelFailed,
                   wereCalled ? "The model could not be run." : "The model's operators could not be called again.",
                   "" };
}

std::string scaledInstead(const Error &reason)
{
    return reason.text + " Its time is scaled instead.";
}

double scaledUncertainty(const Session &here)
{
    return errorOfScaled + uncertaintyOfBareMedian(here);
}

Estimate scaledEstimate(const Session &here, const Session &there, const WhatIf &change)
{
    EstimateMaker maker(here, there);
    const Forecast forecast = forecastOf(here, there, change);
    if (!forecast.thereNs)
        return maker.finished();
    Times expected;
    for (std::size_t i = 0; change.isOfARun() && i < maker.operatorsThere().size(); ++i) {
        const RooflinePoint &before = maker.operatorsHere()[i];
        const std::optional<double> scaled = scaledTimeNs(before, maker.operatorsThere()[i]);
        expected.push_back(scaled ? scaled : before.timeNs);
    }
    maker.setTimes(std::move(expected), *forecast.thereNs, forecast.intervalNs);
    return maker.finished();
}

Estimate limitOnly(const Session &here, const Session &there)
{
    return EstimateMaker(here, there).finished();
}

} // namespace rooflight
