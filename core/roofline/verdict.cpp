// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/verdict.h"

#include "core/base/clock.h"
#include "core/base/count.h"

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

constexpr double aboveRoofTolerance = 1.02;
/// Convolutions whose images are copied are underutilized below this many times the threshold: of 12 between 20 and 40
/// % of their compute roof, in ten models of torchvision, `explain` contradicted that arithmetic limits them in 6 and
/// proved it in none; above 40 % it proved it in 12 and contradicted none (tests/benchmarks/validate.py).
constexpr double copiedThresholds = 2;

/// By more than 2 %, and more than the roofs' intervals allow.
bool isAbove(double timeNs, double atRoofNs, double atUpperEndsNs)
{
    return timeNs * aboveRoofTolerance < atRoofNs && timeNs < atUpperEndsNs;
}

std::optional<double> attainable(std::int64_t flops, double atRoofNs)
{
    if (flops <= 0 || atRoofNs <= 0)
        return std::nullopt;
    return static_cast<double>(flops) / atRoofNs * nsPerSecond;
}

bool isLaunchBound(double timeNs, double workNs, double launchNs, const VerdictThresholds &thresholds)
{
    return workNs <= launchNs && timeNs < thresholds.launchOverheads * launchNs;
}

bool isLaunchBound(const CallTime &time, double workNs, double launchNs, const VerdictThresholds &thresholds)
{
    if (time.kernelsNs)
        return *time.kernelsNs < busyShare * *time.ns;
    return isLaunchBound(*time.ns, workNs, launchNs, thresholds);
}

/// What the roofs allow for a call.
struct AtRoof {
    double ns = 0;
    double atUpperEndsNs = 0;
    std::optional<std::size_t> roof; ///< that it comes from
};

AtRoof atRoofOf(const RoofTimes &times, const CallTime &time, Bound bound)
{
    if (!times.judged) {
        const double tookNs = std::max(times.atRoofNs(), time.ns.value_or(0));
        return { tookNs, tookNs, std::nullopt };
    }
    const bool launchIsHidden = time.kernelsNs && bound != Bound::Launch;
    if (launchIsHidden)
        return { times.workNs(), times.workAtUpperEndsNs, times.roofOfWork() };
    return { times.atRoofNs(), times.atUpperEndsNs(), times.roof() };
}

double underutilizedBelow(const Demand &demand, const VerdictThresholds &thresholds)
{
    return demand.isCopied ? copiedThresholds * thresholds.underutilized : thresholds.underutilized;
}

Bound boundOfWork(double arithmeticNs, double memoryNs, const VerdictThresholds &thresholds)
{
    // The ratio of the times is that of the intensity to the ridge's.
    if (memoryNs > 0 && std::abs(arithmeticNs / memoryNs - 1) <= thresholds.balancedZone)
        return Bound::Balanced;
    return arithmeticNs > memoryNs ? Bound::Compute : Bound::Bandwidth;
}

/// Index of the largest element; none when all are 0.
std::optional<Bound> largest(const std::array<double, boundCount> &shares)
{
    const auto found = std::ranges::max_element(shares);
    if (*found <= 0)
        return std::nullopt;
    return static_cast<Bound>(found - shares.begin());
}

std::size_t indexOf(Bound bound)
{
    return static_cast<std::size_t>(bound);
}

Bound boundOfSums(const LayerSums &sums, std::optional<double> timeNs, const VerdictThresholds &thresholds)
{
    if (const std::optional<Bound> bound = largest(sums.timeByBound)) {
        // A few operators near their roofs do not make a layer that is far from its own anything but underutilized.
        const bool isWork = *bound != Bound::Launch && *bound != Bound::None;
        const bool isFar = sums.atRoofNs < thresholds.underutilized * timeNs.value_or(0);
        return isWork && isFar ? Bound::Underutilized : *bound;
    }
    // Only the layer as a whole was timed.
    if (timeNs && sums.atRoofNs > 0) {
        if (isLaunchBound(*timeNs, sums.workNs, sums.launchNs, thresholds))
            return Bound::Launch;
        if (sums.workNs < thresholds.underutilized * *timeNs)
            return Bound::Underutilized;
    }
    return largest(sums.roofTimeByBound).value_or(Bound::None);
}

/// Those that explain a good part of the underutilized time. Without one of them the cause is unknown.
std::vector<LikelyCause> namedCauses(const LayerSums &sums)
{
    const double underutilizedNs = sums.timeByBound[indexOf(Bound::Underutilized)];
    std::vector<LikelyCause> causes = sums.causes.from(namedCauseShare * underutilizedNs);
    std::erase_if(causes, [](const LikelyCause &cause) { return cause.id == UnderutilizedCause::Unknown; });
    if (causes.empty())
        causes.emplace_back(UnderutilizedCause::Unknown);
    return causes;
}

std::optional<double> sumOf(std::optional<double> a, std::optional<double> b)
{
    return a || b ? std::optional(a.value_or(0) + b.value_or(0)) : std::nullopt;
}

/// The same cause of more operators. Its form is said only where it is that of all.
void join(LikelyCause &cause, const LikelyCause &other)
{
    if (cause.form != other.form || cause.number != other.number) {
        cause.form = CauseForm::Plain;
        cause.number = 0;
    }
    cause.timeNs = sumOf(cause.timeNs, other.timeNs);
    cause.ofNs = sumOf(cause.ofNs, other.ofNs);
}

} // namespace

Bound boundAtRoofs(const RoofTimes &times, const VerdictThresholds &thresholds)
{
    if (!times.judged || times.atRoofNs() <= 0)
        return Bound::None;
    if (times.launchNs > times.workNs())
        return Bound::Launch;
    return boundOfWork(times.arithmeticNs, times.memoryNs, thresholds);
}

Verdict verdictOf(const Demand &demand, const RoofTimes &times, const CallTime &time,
                  const VerdictThresholds &thresholds)
{
    Verdict verdict;
    verdict.timeAtRoofNs = atRoofOf(times, time, Bound::None).ns;
    if (demand.movesNothing()) {
        // A view: whatever it takes is the cost of the call.
        verdict.bound = demand.known && time.ns ? Bound::Launch : Bound::None;
        return verdict;
    }
    if (!times.judged)
        return verdict;
    verdict.computeRoof = times.computeRoof;
    verdict.memoryRoof = times.memoryRoof;
    verdict.footprint = times.footprint;
    verdict.bound = boundAtRoofs(times, thresholds);
    const bool isTimed = time.ns && *time.ns > 0;
    if (isTimed && isLaunchBound(time, times.workNs(), times.launchNs, thresholds))
        verdict.bound = Bound::Launch;
    else if (isTimed && times.workNs() < underutilizedBelow(demand, thresholds) * *time.workNs())
        verdict.bound = Bound::Underutilized;
    else if (isTimed)
        verdict.bound = boundOfWork(times.arithmeticNs, times.memoryNs, thresholds);
    const AtRoof atRoof = atRoofOf(times, time, verdict.bound);
    verdict.timeAtRoofNs = atRoof.ns;
    verdict.roof = atRoof.roof;
    verdict.attainableFlopPerSecond = attainable(demand.flops, atRoof.ns);
    if (!isTimed)
        return verdict;
    verdict.roofFraction = atRoof.ns / *time.ns;
    verdict.aboveRoof = isAbove(*time.ns, atRoof.ns, atRoof.atUpperEndsNs);
    return verdict;
}

template<typename Key> void TimeTally<Key>::add(const Key &key, double nanoseconds)
{
    if (nanoseconds <= 0)
        return;
    const auto known = std::ranges::find(m_entries, key, &std::pair<Key, double>::first);
    if (known != m_entries.end())
        known->second += nanoseconds;
    else
        m_entries.emplace_back(key, nanoseconds);
}

template<typename Key> void TimeTally<Key>::add(const TimeTally &other)
{
    for (const auto &[key, nanoseconds] : other.m_entries)
        add(key, nanoseconds);
}

template<typename Key> std::optional<Key> TimeTally<Key>::heaviest() const
{
    const auto found = std::ranges::max_element(m_entries, {}, &std::pair<Key, double>::second);
    return found == m_entries.end() ? std::nullopt : std::optional(found->first);
}

template class TimeTally<std::size_t>;

void CauseTally::add(const LikelyCause &cause, double nanoseconds)
{
    if (nanoseconds <= 0)
        return;
    const auto known = std::ranges::find(m_entries, cause.id, [](const auto &entry) { return entry.first.id; });
    if (known == m_entries.end()) {
        m_entries.emplace_back(cause, nanoseconds);
        return;
    }
    join(known->first, cause);
    known->second += nanoseconds;
}

void CauseTally::add(const CauseTally &other)
{
    for (const auto &[cause, nanoseconds] : other.m_entries)
        add(cause, nanoseconds);
}

std::vector<LikelyCause> CauseTally::from(double nanoseconds) const
{
    std::vector<std::pair<LikelyCause, double>> entries = m_entries;
    std::erase_if(entries, [nanoseconds](const auto &entry) { return entry.second < nanoseconds; });
    std::ranges::stable_sort(entries, std::ranges::greater(), &std::pair<LikelyCause, double>::second);
    std::vector<LikelyCause> causes;
    causes.reserve(entries.size());
    for (const auto &[cause, weight] : entries)
        causes.push_back(cause);
    return causes;
}

void LayerSums::add(const Demand &demand, const RoofTimes &times, const CallTime &time, const Verdict &verdict,
                    const VerdictThresholds &thresholds)
{
    const std::optional<double> timeNs = time.ns;
    const AtRoof atRoof = atRoofOf(times, time, verdict.bound);
    flops = (Count(flops) + demand.flops).value();
    ++operators;
    atRoofNs += atRoof.ns;
    atUpperEndsNs += atRoof.atUpperEndsNs;
    workNs += times.judged ? times.workNs() : atRoof.ns;
    launchNs += times.launchNs;
    if (timeNs)
        timeByBound[indexOf(verdict.bound)] += *timeNs;
    roofTimeByBound[indexOf(boundAtRoofs(times, thresholds))] += atRoof.ns;
    const auto addRoof = [](TimeTally<std::size_t> &tally, std::optional<std::size_t> roof, double nanoseconds) {
        if (roof)
            tally.add(*roof, nanoseconds);
    };
    addRoof(compute, verdict.computeRoof, times.arithmeticNs);
    addRoof(memory, verdict.memoryRoof, times.memoryNs);
    addRoof(roofs, verdict.roof, atRoof.ns);
    for (const LikelyCause &cause : verdict.underutilizedCauses)
        causes.add(cause, timeNs.value_or(0));
}

void LayerSums::add(const LayerSums &below)
{
    flops = (Count(flops) + below.flops).value();
    operators += below.operators;
    atRoofNs += below.atRoofNs;
    atUpperEndsNs += below.atUpperEndsNs;
    workNs += below.workNs;
    launchNs += below.launchNs;
    for (std::size_t i = 0; i < boundCount; ++i) {
        timeByBound[i] += below.timeByBound[i];
        roofTimeByBound[i] += below.roofTimeByBound[i];
    }
    compute.add(below.compute);
    memory.add(below.memory);
    roofs.add(below.roofs);
    causes.add(below.causes);
}

Verdict verdictOf(const LayerSums &sums, std::optional<double> timeNs, const VerdictThresholds &thresholds)
{
    Verdict verdict;
    if (sums.operators == 0)
        return verdict;
    verdict.timeAtRoofNs = sums.atRoofNs;
    verdict.bound = boundOfSums(sums, timeNs, thresholds);
    verdict.computeRoof = sums.compute.heaviest();
    verdict.memoryRoof = sums.memory.heaviest();
    verdict.roof = sums.roofs.heaviest();
    if (verdict.roof)
        verdict.attainableFlopPerSecond = attainable(sums.flops, sums.atRoofNs);
    if (verdict.bound == Bound::Underutilized)
        verdict.underutilizedCauses = namedCauses(sums);
    if (verdict.roof && timeNs && *timeNs > 0) {
        verdict.roofFraction = sums.atRoofNs / *timeNs;
        verdict.aboveRoof = isAbove(*timeNs, sums.atRoofNs, sums.atUpperEndsNs);
    }
    return verdict;
}

} // namespace rooflight
