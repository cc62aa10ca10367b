// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/answer_doubts.h"

#include "core/model/disturbing_flags.h"
#include "core/results/methods/methods.h"
#include "core/roofline/bare_runs.h"
#include "core/roofline/judging_roofs.h"
#include "core/roofline/time_change.h"
#include "core/statistics/student_t.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

namespace rooflight {

namespace {

/// How much faster a disturbed roof may be, where nothing says what it can be at most.
constexpr double hiddenFactor = 2;
/// Other work, heat or a throttled clock may hide more than the samples show.
constexpr double leastHiddenShare = 0.25;

/// The queue of instrumented runs was held back, as is done where the work of a bare run takes 90 % of its time.
bool gpuSetsPace(const Session &session)
{
    return session.layers && session.layers->device.isCuda()
        && session.layers->method == name(TimingMethod::EventsHeld);
}

/// In both directions, as factors of the time at a roof.
struct TimeFactors {
    double least = 1;
    double greatest = 1;
};

/// The lowest and highest value that a roof may have.
std::array<double, 2> endsOf(const Roof &roof)
{
    auto [low, high] = roof.interval;
    const std::vector<std::string> disturbances = disturbancesOf(roof);
    if (high <= 0) {
        const double unknown = disturbances.empty() ? 1 : hiddenFactor;
        return { roof.value / unknown, roof.value * unknown };
    }
    // Of a moment rather than of chance: the interval knows nothing of it.
    const bool isBiased = hidesQuietValue(disturbances);
    if (isBiased && roof.launch())
        low = std::min(low, roof.value / hiddenFactor);
    else if (isBiased)
        high = std::max(high, roof.theoretical.value_or(hiddenFactor * roof.value));
    return { std::max(low, 0.0), high };
}

TimeFactors timeFactorsOf(const Roof &roof)
{
    const auto [low, high] = endsOf(roof);
    if (roof.launch())
        return { low / roof.value, high / roof.value };
    return { roof.value / high, low > 0 ? roof.value / low : std::numeric_limits<double>::max() };
}

/// At the footprint of an operator its bandwidth has an interval of its own. What disturbed the level's roof disturbed
/// the curve, too.
TimeFactors timeFactorsOf(const Roof &roof, const RooflinePoint &point)
{
    TimeFactors factors = timeFactorsOf(roof);
    const std::optional<FootprintRoof> &footprint = point.verdict.footprint;
    if (!roof.memory() || !footprint)
        return factors;
    const auto &[low, high] = footprint->bandwidth.interval;
    const double value = footprint->bandwidth.bytesPerSecond;
    factors.least = std::min(factors.least, value / high);
    factors.greatest = std::max(factors.greatest, low > 0 ? value / low : std::numeric_limits<double>::max());
    return factors;
}

/// Relative, of the mean of the shares of many runs.
double errorOfMeanShare(const SampleSet &item, const SampleSet &runs)
{
    const std::size_t count = item.samplesNs.size();
    if (count < 2 || count != runs.samplesNs.size())
        return 0;
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double share = runs.samplesNs[i] > 0 ? item.samplesNs[i] / runs.samplesNs[i] : 0;
        sum += share;
        squares += share * share;
    }
    const auto number = static_cast<double>(count);
    const double mean = sum / number;
    const double variance = std::max(0.0, squares / number - mean * mean) * number / (number - 1);
    return mean > 0 ? studentT975(count - 1) * std::sqrt(variance / number) / mean : 0;
}

} // namespace

/// What each source of doubt moves, in nanoseconds.
struct AnswerDoubts::Errors {
    struct Ends {
        double less = 0;
        double more = 0;
    };

    double timeNs = 0; ///< of the items
    double atRoofNs = 0;
    std::map<std::size_t, Ends> roofs; ///< of the time at the roofs, by index into DeviceRoofs::roofs
    std::map<ItemId, double> layers; ///< of the time that a layer takes
};

AnswerDoubts::AnswerDoubts(const Session &session, const SessionPoints &points, const ModelSummary &summary)
    : m_session(session)
    , m_points(points)
    , m_summary(summary)
    , m_samples(session)
{
}

AnswerDoubts::Errors AnswerDoubts::errorsOf(std::span<const ItemId> items) const
{
    Errors errors;
    for (const ItemId item : items) {
        const RooflinePoint &point = m_points.at(item);
        const double timeNs = point.timeNs.value_or(0);
        const double atRoofNs = point.timeAtRoofNs.value_or(0);
        errors.timeNs += timeNs;
        errors.atRoofNs += atRoofNs;
        if (const Roof *roof = roofAt(m_session.peaks->roofs, point.verdict.roof)) {
            const TimeFactors factors = timeFactorsOf(*roof, point);
            Errors::Ends &ends = errors.roofs[*point.verdict.roof];
            ends.less += atRoofNs * (1 - factors.least);
            const double longest = point.timeNs ? timeNs : std::numeric_limits<double>::max();
            ends.more += std::max(0.0, std::min(atRoofNs * factors.greatest, longest) - atRoofNs);
        }
        double &ofLayer = errors.layers[layerOf(item)];
        ofLayer = inQuadrature(ofLayer, shareError(point));
    }
    return errors;
}

ItemId AnswerDoubts::layerOf(ItemId item) const
{
    if (item.kind == ItemId::Kind::Layer)
        return item;
    return { ItemId::Kind::Layer, m_session.analysis->operators[static_cast<std::size_t>(item.id)].layer };
}

double AnswerDoubts::shareError(const RooflinePoint &point) const
{
    const SampleSet *samples = m_samples.of(point.item);
    if (!samples)
        return 0;
    const double dividedNs = point.betweenKernelsNs.value_or(point.timeNs.value_or(0));
    return dividedNs * errorOfMeanShare(*samples, m_session.layers->instrumentedModel);
}

/// Relative, of the median; how far it may be off on either side.
double AnswerDoubts::errorOfRuns() const
{
    const std::optional<BareRuns> runs = bareRuns(m_session);
    if (!runs || runs->medianNs <= 0)
        return 0;
    const bool isQuiet = m_summary.timingFlags.empty();
    const double medianNs = isQuiet ? runs->medianNs : runs->samples->summary.medianNs;
    const auto [low, high] = isQuiet ? runs->intervalNs : rangeOfRuns(runs->samples->summary);
    if (high <= 0 || medianNs <= 0)
        return 0; // not known
    return std::max(medianNs - low, high - medianNs) / medianNs;
}

/// Relative, of two runs of the same.
double AnswerDoubts::errorBetweenRuns() const
{
    const std::optional<BareRuns> runs = bareRuns(m_session);
    if (!runs)
        return 0;
    if (hasFlag(runs->samples->flags, SampleFlag::PowerCapped) || !gpuSetsPace(m_session))
        return betweenRunsOf(*runs->samples);
    const std::optional<double> aloneNs = m_session.latency ? medianOf(m_session.latency->samples) : std::nullopt;
    const double besideNs = m_session.layers->bareMedianNs;
    const double apart = aloneNs && besideNs > 0 ? std::abs(std::log(*aloneNs / besideNs)) : 0;
    return inQuadrature(betweenRunsOf(*runs->samples, leastBetweenRunsOnGpu), normal975 * apart);
}

/// What a run that takes longer or shorter moves. Flags that say that another run may be quite another leave no answer.
/// Noise alone moves what is gained by the share of the parts, and what is left by the share of the rest: the answer
/// stands where one of the two is known.
double AnswerDoubts::movedByRunsNs(const Errors &errors) const
{
    const double medianNs = m_summary.medianNs.value_or(0);
    const double ofParts = errors.timeNs > 0 ? errors.timeNs : medianNs;
    if (hidesQuietValue(m_summary.timingFlags))
        return std::max(errorOfRuns(), leastHiddenShare) * ofParts;
    return errorOfRuns() * std::min(ofParts, restOf(errors));
}

double AnswerDoubts::errorOfAnyRun() const
{
    return inQuadrature(errorOfRuns(), errorBetweenRuns());
}

/// What stays as it is, which takes longer in a slower run; what is at its roof does not.
double AnswerDoubts::restOf(const Errors &errors) const
{
    return std::max(0.0, m_summary.medianNs.value_or(0) - errors.timeNs);
}

Promise AnswerDoubts::promise(std::span<const ItemId> items) const
{
    const Errors errors = errorsOf(items);
    const double restNs = restOf(errors);
    double less = restNs * errorOfAnyRun();
    double more = less;
    for (const auto &[roof, ends] : errors.roofs) {
        less = inQuadrature(less, ends.less);
        more = inQuadrature(more, ends.more);
    }
    for (const auto &[layer, error] : errors.layers) {
        less = inQuadrature(less, error);
        more = inQuadrature(more, error);
    }
    const double timeNs = restNs + errors.atRoofNs;
    return { timeNs, { std::max(0.0, timeNs - less), timeNs + more } };
}

std::vector<Doubt> AnswerDoubts::doubts(std::span<const ItemId> items) const
{
    const double gainNs = m_summary.timeToGainNs.value_or(0);
    if (gainNs <= 0)
        return {};
    const Errors errors = errorsOf(items);
    std::vector<Doubt> all;
    for (const auto &[roof, ends] : errors.roofs) {
        if (const double moves = std::max(ends.less, ends.more) / gainNs; moves > doubtfulShare)
            all.push_back({ DoubtKind::Roof, m_session.peaks->roofs[roof].name, moves, roof, {} });
    }
    for (const auto &[layer, error] : errors.layers) {
        if (const double moves = error / gainNs; moves > doubtfulShare)
            all.push_back({ DoubtKind::Layer, m_points.at(layer).label, moves, {}, layer });
    }
    double movedNs = m_summary.timingFlags.empty() ? 0 : movedByRunsNs(errors);
    // Noise that could double what is left says nothing of it.
    const double restNs = restOf(errors);
    if (const double byRunsNs = restNs * errorOfAnyRun(); byRunsNs > restNs + errors.atRoofNs)
        movedNs = std::max(movedNs, byRunsNs);
    const ItemId model { ItemId::Kind::Layer, 0 };
    if (const double moves = movedNs / gainNs; moves > doubtfulShare)
        all.push_back({ DoubtKind::Layer, m_points.at(model).label, moves, {}, model });
    std::ranges::stable_sort(all, std::greater(), &Doubt::moves);
    return all;
}

} // namespace rooflight
