// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/scaled_time.h"

#include "core/base/clock.h"
#include "core/roofline/bare_runs.h"
#include "core/roofline/estimate.h"
#include "core/roofline/judging_roofs.h"
#include "core/roofline/point.h"

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

std::optional<double> growth(double before, double after)
{
    return before > 0 && after > 0 ? std::optional(after / before) : std::nullopt;
}

std::optional<double> growthOfFlops(const RooflinePoint &before, const RooflinePoint &after)
{
    return growth(static_cast<double>(before.flops), static_cast<double>(after.flops));
}

std::optional<double> growthOfBytes(const RooflinePoint &before, const RooflinePoint &after)
{
    return growth(static_cast<double>(before.cost.bytes()), static_cast<double>(after.cost.bytes()));
}

std::optional<double> growthOfTime(const RooflinePoint &before, const RooflinePoint &after)
{
    const std::optional<double> flops = growthOfFlops(before, after);
    const std::optional<double> bytes = growthOfBytes(before, after);
    switch (before.verdict.bound) {
    case Bound::Launch:
        return 1;
    case Bound::Compute:
        return growth(before.timeAtRoofNs.value_or(0), after.timeAtRoofNs.value_or(0));
    case Bound::Bandwidth:
        return bytes;
    case Bound::Balanced:
        return flops && bytes ? std::max(flops, bytes) : std::nullopt;
    case Bound::Underutilized:
    case Bound::None:
        break;
    }
    return flops ? flops : bytes;
}

} // namespace

std::optional<double> scaledTimeNs(const RooflinePoint &before, const RooflinePoint &after)
{
    const std::optional<double> grown = growthOfTime(before, after);
    if (!grown || before.timeNs.value_or(0) <= 0)
        return std::nullopt;
    return std::max(*before.timeNs * *grown, after.timeAtRoofNs.value_or(0));
}

namespace {

bool isOnGpu(const Session &session)
{
    return session.analysis->device.isCuda();
}

std::vector<ItemId> operatorItems(const Analysis &analysis)
{
    std::vector<ItemId> items;
    for (std::size_t i = 0; i < analysis.operators.size(); ++i)
        items.push_back({ ItemId::Kind::Operator, static_cast<std::int64_t>(i) });
    return items;
}

/// The times of the parts of a model, here and as they would be.
class Growth
{
public:
    Growth(const Session &session, const SessionPoints &here, const WhatIf &change)
        : m_session(session)
        , m_here(here)
        , m_change(change)
    {
        if (const auto roof = session.peaks ? launchRoof(*session.peaks) : std::nullopt)
            m_launchNs = session.peaks->roofs[*roof].value * nsPerSecond;
    }

    /// \p there judges \p changed, which is sessionIf(session, change).
    void add(const Session &changed, const SessionPoints &there);

    [[nodiscard]] bool isKnown() const { return m_hereNs > 0; }
    /// Of the model, which takes \p hereNs now.
    [[nodiscard]] double expectedNs(double hereNs) const;
    /// What of \p hereNs may stay, although expectedNs() leaves it out.
    [[nodiscard]] double mayStayNs(double hereNs) const;

private:
    /// Of the model: between its parts, and of parts whose work or time is not known.
    [[nodiscard]] double otherNs(double hereNs) const;
    [[nodiscard]] bool leavesOthersOut() const;
    [[nodiscard]] std::vector<ItemId> items(const Session &changed) const;
    [[nodiscard]] double withoutLaunches(double timeNs, const RooflinePoint &before, const RooflinePoint &after) const;

    const Session &m_session;
    const SessionPoints &m_here;
    const WhatIf &m_change;
    double m_launchNs = 0;
    double m_hereNs = 0;
    double m_thereNs = 0;
};

/// What changes single operators is seen there; layers that become one operator are that there alone, and at other
/// sizes of the inputs there may be other operators.
std::vector<ItemId> Growth::items(const Session &changed) const
{
    const bool joinsOperators = m_change.fusion == FusionScope::Pointwise;
    const bool areTimed =
        std::ranges::any_of(m_here.operators(), [](const RooflinePoint &point) { return point.timeNs.has_value(); });
    const bool joinsLayers = m_change.fusion != FusionScope::None && !joinsOperators;
    const bool areSame = changed.analysis->operators.size() == m_session.analysis->operators.size();
    if (areTimed && areSame && !joinsLayers)
        return operatorItems(*changed.analysis);
    return chartItems(joinsOperators ? *m_session.analysis : *changed.analysis);
}

double Growth::withoutLaunches(double timeNs, const RooflinePoint &before, const RooflinePoint &after) const
{
    double launches = static_cast<double>(before.operators) * m_launchNs;
    if (before.kernelsNs)
        launches = before.betweenKernelsNs.value_or(0);
    else if (isOnGpu(m_session) && before.verdict.bound != Bound::Launch)
        launches = 0; // hidden behind the kernels before
    return std::max(timeNs - std::min(launches, timeNs), after.timeAtRoofNs.value_or(0));
}

void Growth::add(const Session &changed, const SessionPoints &there)
{
    for (const ItemId item : items(changed)) {
        const RooflinePoint &before = m_here.at(item); // empty for operators that only other sizes have
        const RooflinePoint &after = there.at(item);
        const bool isJoined = m_change.fusion == FusionScope::Pointwise && before.timeNs && before.cost.bytes() > 0
            && after.cost.bytes() == 0;
        std::optional<double> scaled = isJoined ? std::optional(0.0) : scaledTimeNs(before, after);
        if (!scaled && m_change.noLaunches)
            scaled = before.timeNs; // of unknown work: no time between the operators
        if (!scaled)
            continue;
        m_hereNs += *before.timeNs;
        m_thereNs += m_change.noLaunches && !isJoined ? withoutLaunches(*scaled, before, after) : *scaled;
    }
}

double Growth::otherNs(double hereNs) const
{
    return std::max(0.0, hereNs - m_hereNs);
}

bool Growth::leavesOthersOut() const
{
    return m_change.noLaunches && !isOnGpu(m_session);
}

double Growth::expectedNs(double hereNs) const
{
    return m_thereNs + (leavesOthersOut() ? 0 : otherNs(hereNs));
}

double Growth::mayStayNs(double hereNs) const
{
    return leavesOthersOut() ? otherNs(hereNs) : 0;
}

std::int64_t changedOperators(const Session &session, const Session &there, const WhatIf &change)
{
    if (change.noLaunches && session.peaks && launchRoof(*session.peaks))
        return static_cast<std::int64_t>(session.analysis->operators.size());
    if (there.analysis->operators.size() != session.analysis->operators.size()) // at other sizes of the inputs
        return static_cast<std::int64_t>(there.analysis->operators.size());
    std::int64_t changed = 0;
    for (std::size_t i = 0; i < session.analysis->operators.size(); ++i) {
        const Operator &before = session.analysis->operators[i];
        const Operator &after = there.analysis->operators[i];
        if (before.cost != after.cost || before.dtype != after.dtype || before.family != after.family)
            ++changed;
    }
    return changed;
}

Forecast forecastOf(const Session &session, const SessionPoints &pointsHere, const Session &there, const WhatIf &change)
{
    Forecast forecast;
    forecast.batchHere = observedBatch(session);
    forecast.batchThere = static_cast<double>(forecast.batchHere) * change.batch;
    forecast.hereNs = bareMedianNs(session);
    const ItemId model { ItemId::Kind::Layer, 0 };
    const SessionPoints pointsThere(there);
    forecast.hereAtRoofNs = pointsHere.at(model).timeAtRoofNs;
    forecast.thereAtRoofNs = pointsThere.at(model).timeAtRoofNs;
    if (!there.analysis)
        return forecast;
    for (const RooflinePoint &point : pointsThere.of(chartItems(*there.analysis)))
        forecast.unjudged += point.flops > 0 && !point.verdict.roof ? 1 : 0;
    forecast.changedOperators = changedOperators(session, there, change);
    const bool isSameDevice = !change.roofs && (!session.peaks || !session.peaks->theoretical);
    if (!isSameDevice || !forecast.hereNs)
        return forecast;
    Growth growth(session, pointsHere, change);
    growth.add(there, pointsThere);
    if (!growth.isKnown())
        return forecast;
    const double limit = forecast.thereAtRoofNs.value_or(0);
    const double expected = growth.expectedNs(*forecast.hereNs);
    const double uncertainty = scaledUncertainty(session);
    forecast.thereNs = std::max(expected, limit);
    forecast.intervalNs = { std::max(expected * (1 - uncertainty), limit),
                            std::max((expected + growth.mayStayNs(*forecast.hereNs)) * (1 + uncertainty), limit) };
    return forecast;
}

} // namespace

Forecast forecastOf(const Session &session, const Session &there, const WhatIf &change)
{
    if (!session.analysis || session.analysis->layers.empty())
        return {};
    return forecastOf(session, SessionPoints(session), there, change);
}

WhatIf changeOf(AskedChange asked)
{
    switch (asked) {
    case AskedChange::Int8Weights:
        return { .int8 = LinearInt8::Weights };
    case AskedChange::Int8Dynamic:
        return { .int8 = LinearInt8::Dynamic };
    case AskedChange::NoLaunches:
        return { .noLaunches = true };
    case AskedChange::Compiled:
        break;
    }
    return { .fusion = FusionScope::Pointwise };
}

std::vector<AskedForecast> askedForecasts(const Session &session)
{
    const bool isJudged = session.peaks && !session.peaks->theoretical;
    if (!session.analysis || session.analysis->layers.empty() || !isJudged || !bareMedianNs(session))
        return {};
    const SessionPoints here(session);
    std::vector<AskedForecast> forecasts;
    for (const auto &[asked, id] : enumNames<AskedChange>) {
        const WhatIf change = changeOf(asked);
        forecasts.push_back({ asked, forecastOf(session, here, sessionIf(session, change), change) });
    }
    return forecasts;
}

} // namespace rooflight
