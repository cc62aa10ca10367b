// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/model_summary.h"

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/model/disturbing_flags.h"
#include "core/roofline/bare_runs.h"
#include "core/roofline/judging_roofs.h"
#include "core/roofline/ridge.h"
#include "core/roofline/roof_times.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <set>

namespace rooflight {

namespace {

std::string fileStem(const std::string &path)
{
    const std::string file = fileNameOf(path);
    return file.substr(0, file.find_last_of('.'));
}

/// Share of the time that observing the run takes itself.
double instrumentationShare(const LayerLatencies &layers)
{
    const double instrumented = layers.instrumentedModel.summary.medianNs;
    const bool known = instrumented > 0 && layers.bareMedianNs > 0;
    return known ? std::max(0.0, 1 - layers.bareMedianNs / instrumented) : 0;
}

Platform platformOf(const Session &session, const std::vector<RooflinePoint> &layers)
{
    Platform platform;
    if (!session.peaks)
        return platform;
    const DeviceRoofs &peaks = *session.peaks;
    platform.memoryRoof = slopeOf(peaks, MemoryLevel::Dram);
    platform.launchRoof = launchRoof(peaks);
    if (!layers.empty())
        platform.computeRoof = layers.front().verdict.computeRoof;
    if (!platform.computeRoof)
        platform.computeRoof = computeRoof(peaks, DType::Float32, OperatorFamily::Matrix);
    if (platform.computeRoof && platform.memoryRoof)
        platform.ridgeFlopPerByte = ridge(peaks.roofs[*platform.computeRoof], peaks.roofs[*platform.memoryRoof]);
    return platform;
}

class SummaryMaker
{
public:
    SummaryMaker(const Session &session, const SessionPoints &points)
        : m_session(session)
        , m_analysis(*session.analysis)
        , m_operators(points.operators())
        , m_layers(points.layers())
        , m_busyOperators(m_analysis.layers.size())
    {
        for (const Operator &op : m_analysis.operators) {
            if (op.family != OperatorFamily::View && static_cast<std::size_t>(op.layer) < m_busyOperators.size())
                ++m_busyOperators[static_cast<std::size_t>(op.layer)];
        }
    }

    ModelSummary make()
    {
        m_summary.name = fileStem(m_analysis.model.path);
        if (const std::optional<BareRuns> runs = bareRuns(m_session)) {
            m_summary.medianNs = runs->medianNs;
            m_summary.otherMedianNs = runs->otherMedianNs;
        }
        m_summary.ranksOperators = std::ranges::any_of(m_operators, hasTime) || !std::ranges::any_of(m_layers, hasTime);
        if (!m_layers.empty())
            m_summary.timeAtRoofNs = m_layers.front().timeAtRoofNs;
        m_summary.timingFlags = disturbancesOf(m_session);
        m_summary.platform = platformOf(m_session, m_layers);
        addFusedBound();
        addBounds();
        addRanking();
        addGain();
        addLaunches();
        addRoofFlags();
        addTimesOfNone();
        if (m_session.layers && !m_layers.empty() && m_layers.front().timeShare)
            m_summary.unattributedShare = std::max(0.0, 1 - *m_layers.front().timeShare);
        return std::move(m_summary);
    }

private:
    static bool hasTime(const RooflinePoint &point) { return point.timeNs.has_value(); }
    static bool hasKernels(const RooflinePoint &point) { return point.kernelsNs.has_value(); }

    /// The operators, or the leaves where no operator was timed.
    [[nodiscard]] std::vector<const RooflinePoint *> parts() const
    {
        std::vector<const RooflinePoint *> parts;
        if (m_summary.ranksOperators) {
            for (const RooflinePoint &point : m_operators)
                parts.push_back(&point);
            return parts;
        }
        for (const RooflinePoint &point : m_layers) {
            if (m_analysis.layers[static_cast<std::size_t>(point.item.id)].leaf)
                parts.push_back(&point);
        }
        return parts;
    }

    [[nodiscard]] std::string labelOf(const RooflinePoint &point) const
    {
        if (point.item.kind == ItemId::Kind::Layer)
            return point.label;
        const auto layer =
            static_cast<std::size_t>(m_analysis.operators[static_cast<std::size_t>(point.item.id)].layer);
        const bool alone = layer < m_layers.size() && m_busyOperators[layer] == 1 && m_analysis.layers[layer].leaf;
        return alone ? m_layers[layer].label : point.label;
    }

    void addFusedBound()
    {
        const std::optional<std::size_t> memory = m_summary.platform.memoryRoof;
        if (!m_session.peaks || !memory || m_layers.empty() || !(m_session.peaks->roofs[*memory].value > 0))
            return;
        const double outside = static_cast<double>(m_analysis.layers.front().bytesLowerBound);
        const double memoryNs = outside / m_session.peaks->roofs[*memory].value * nsPerSecond;
        if (const auto arithmeticNs = arithmeticNsOf(m_analysis, tf32Of(m_session.layers), *m_session.peaks))
            m_summary.fusedBoundNs = std::max(*arithmeticNs, memoryNs);
    }

    void addBounds()
    {
        const std::vector<const RooflinePoint *> all = parts();
        const bool timed = m_session.layers
            && std::ranges::any_of(all, [](const RooflinePoint *point) { return point->timeShare.has_value(); });
        const auto shareOf = [&](const RooflinePoint &point) {
            return timed ? point.timeShare.value_or(0)
                         : point.timeAtRoofNs.value_or(0) / m_summary.timeAtRoofNs.value_or(0);
        };
        if (!timed && !(m_summary.timeAtRoofNs.value_or(0) > 0))
            return;
        m_summary.sharesOfTime = timed;
        std::array<BoundShare, boundCount> shares;
        std::array<double, boundCount> slowest = {};
        for (const RooflinePoint *point : all) {
            const auto index = static_cast<std::size_t>(point->verdict.bound);
            const double share = shareOf(*point);
            shares[index].share += share;
            if (share > slowest[index]) {
                slowest[index] = share;
                shares[index].slowestLabel = labelOf(*point);
            }
        }
        if (timed)
            addTimeBetween(shares);
        for (std::size_t i = 0; i < boundCount; ++i) {
            shares[i].bound = static_cast<Bound>(i);
            if (shares[i].share > 0)
                m_summary.bounds.push_back(shares[i]);
        }
        std::ranges::stable_sort(m_summary.bounds, std::greater(), [](const BoundShare &share) {
            return std::pair(share.bound != Bound::None, share.share);
        });
    }

    /// Between operators runs what calls them: launching, but for what observing them takes. Where the kernels of a GPU
    /// are known, the times of its operators hold what is between them.
    void addTimeBetween(std::array<BoundShare, boundCount> &shares) const
    {
        const double within = std::accumulate(shares.begin(), shares.end(), 0.0,
                                              [](double sum, const BoundShare &share) { return sum + share.share; });
        const double between = std::max(0.0, 1 - within);
        const bool judged =
            m_session.peaks && m_summary.ranksOperators && !std::ranges::any_of(m_operators, hasKernels);
        const double observing = judged ? std::min(between, instrumentationShare(*m_session.layers)) : between;
        shares[static_cast<std::size_t>(Bound::None)].share += observing;
        shares[static_cast<std::size_t>(Bound::Launch)].share += between - observing;
    }

    void addRanking()
    {
        for (const RooflinePoint *point : parts()) {
            if (!point->timeToGainNs || *point->timeToGainNs <= 0)
                continue;
            m_summary.ranking.push_back({ point->item, labelOf(*point), *point->timeToGainNs });
            m_summary.rankedGainNs += *point->timeToGainNs;
        }
        std::ranges::stable_sort(m_summary.ranking, std::greater(), &RankedItem::gainNs);
    }

    /// What its parts could save: time between them belongs to none. Without times of parts, all above the roofs.
    void addGain()
    {
        const bool ranHere = !m_session.peaks || !m_session.peaks->theoretical;
        if (!m_summary.medianNs || !m_summary.timeAtRoofNs || !ranHere)
            return;
        const auto isTimed = [](const RooflinePoint *point) { return point->timeNs.has_value(); };
        m_summary.timeToGainNs = std::ranges::any_of(parts(), isTimed)
            ? m_summary.rankedGainNs
            : std::max(0.0, *m_summary.medianNs - *m_summary.timeAtRoofNs);
    }

    void addTimesOfNone()
    {
        double timesNs = 0;
        double betweenNs = 0;
        for (const RooflinePoint *point : parts()) {
            timesNs += point->timeNs.value_or(0);
            betweenNs += point->betweenKernelsNs.value_or(0);
        }
        if (m_summary.medianNs && timesNs > 0)
            m_summary.unknownNs = std::max(0.0, *m_summary.medianNs - timesNs);
        if (std::ranges::any_of(m_operators, hasKernels))
            m_summary.betweenKernelsNs = betweenNs;
    }

    void addLaunches()
    {
        m_summary.operatorCalls = std::accumulate(m_busyOperators.begin(), m_busyOperators.end(), std::int64_t(0));
        if (const auto roof = m_summary.platform.launchRoof)
            m_summary.launchNs =
                static_cast<double>(m_summary.operatorCalls) * m_session.peaks->roofs[*roof].value * nsPerSecond;
    }

    void addRoofFlags()
    {
        if (!m_session.peaks)
            return;
        std::set<std::size_t> judging;
        for (const RooflinePoint &point : m_operators) {
            if (point.verdict.roof)
                judging.insert(*point.verdict.roof);
        }
        std::set<std::string> flags;
        for (const std::size_t roof : judging)
            std::ranges::move(disturbancesOf(m_session.peaks->roofs[roof], m_session.peaks->effort),
                              std::inserter(flags, flags.end()));
        m_summary.roofFlags = { flags.begin(), flags.end() };
    }

    const Session &m_session;
    const Analysis &m_analysis;
    const std::vector<RooflinePoint> &m_operators;
    const std::vector<RooflinePoint> &m_layers;
    std::vector<std::int64_t> m_busyOperators; ///< by layer: operators that do something
    ModelSummary m_summary;
};

} // namespace

std::optional<double> ModelSummary::roofShare() const
{
    return timeAtRoofNs && medianNs && *medianNs > 0 ? std::optional(*timeAtRoofNs / *medianNs) : std::nullopt;
}

ModelSummary summaryOf(const Session &session, const SessionPoints &points)
{
    if (!session.analysis) {
        ModelSummary summary;
        summary.platform = platformOf(session, {});
        return summary;
    }
    return SummaryMaker(session, points).make();
}

} // namespace rooflight
