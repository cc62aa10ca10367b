// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/operator_proof.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rooflight {

namespace {

constexpr double relevantLoss = 1.1;
constexpr double noLoss = 1.03; ///< noEffectRatio for what is slower
constexpr double sameLow = 0.87;
constexpr double sameHigh = 1.15;
/// Ratio of merged calls below which a call's fixed cost is more than half of it: 1 - 7/8 of its share.
constexpr double mostlyFixed = 0.6;
constexpr double hardlyFixed = 0.75;
constexpr double halfOfTime = 0.5;
/// Under such a load, large products and 3x3 convolutions are 1.0 to 1.3 times slower, what waits for memory 1.5 to 6.
constexpr double slowedByWrites = 1.3;
constexpr double slowedByFewerThreads = 1.3;
constexpr double oneBusyThread = 1.25;
/// Shorter calls are not divided among threads, as that costs as much.
constexpr double dividedNs = 20'000;
/// A copy reads and writes at the full speed of a GPU's memory: the share of an operator's time that it takes.
constexpr double mostlyCopied = 0.6;
constexpr double hardlyCopied = 0.4;
/// Of the bytes of eight calls, even if their items share all of them.
constexpr double sharedBytesSaved = 7.0 / 8;

/// Also of too few rounds.
const ExperimentResult *resultOf(const ExplainedOperator &op, Experiment experiment)
{
    const auto found = std::ranges::find_if(
        op.experiments, [experiment](const ExperimentResult &result) { return result.id == experiment; });
    return found == op.experiments.end() ? nullptr : &*found;
}

/// The kernel counted it: no trial, so that no control can speak against it.
bool isCounted(const ExperimentResult &result)
{
    return result.id == Experiment::Quota || result.id == Experiment::Steal;
}

/// Of fewer rounds than have an interval, no result says anything.
bool hasInterval(const ExperimentResult &result)
{
    return isCounted(result) || result.rounds >= roundsOfInterval;
}

const ExperimentResult *find(const ExplainedOperator &op, Experiment experiment)
{
    const ExperimentResult *result = resultOf(op, experiment);
    return result && hasInterval(*result) ? result : nullptr;
}

/// It failed, or was ended before it had said something. Where one that does not apply is no objection, this may be
/// one.
bool isOpen(const ExplainedOperator &op, Experiment experiment)
{
    return failedIn(op, experiment) || (resultOf(op, experiment) && !find(op, experiment));
}

bool isAboveControl(const ExplainedOperator &op, const ExperimentResult &result)
{
    const ExperimentResult *control = find(op, Experiment::Control);
    return control && result.interval[0] > control->interval[1];
}

Effect effectOf(const ExperimentResult &result)
{
    const auto &[low, high] = result.interval;
    if (result.rounds < roundsOfInterval)
        return Effect::Unclear;
    if (result.ratio < relevantRatio && high < noEffectRatio)
        return Effect::Faster;
    if (result.ratio > relevantLoss && low > noLoss)
        return Effect::Slower;
    return low >= sameLow && high <= sameHigh ? Effect::None : Effect::Unclear;
}

/// A call may be as much faster than both equal processes as these differ, for where its memory lies.
bool isBeyondControl(const ExplainedOperator &op, const ExperimentResult &result)
{
    const ExperimentResult *control = find(op, Experiment::Control);
    return isCounted(result)
        || (control && result.interval[1] * std::max(control->ratio, 1 / control->ratio) < noEffectRatio);
}

bool isFaster(const ExperimentResult *result)
{
    return result && effectOf(*result) == Effect::Faster;
}

/// Long enough to be divided, and no more than one thread worked.
bool mayBeSerial(const ExplainedOperator &op, int threads)
{
    return threads > 1 && op.medianNs >= dividedNs && op.busyThreads > 0 && op.busyThreads < oneBusyThread;
}

/// And half of the threads make no difference.
bool isSerial(const ExplainedOperator &op, int threads)
{
    const ExperimentResult *half = find(op, Experiment::Threads);
    return half && mayBeSerial(op, threads) && half->interval[1] < sameHigh && !isFaster(half);
}

/// The one that spares what a call costs whatever its work.
const ExperimentResult *withoutFixedCost(const ExplainedOperator &op)
{
    const ExperimentResult *merged = find(op, Experiment::MergedCalls);
    return merged ? merged : find(op, Experiment::CudaGraph);
}

bool isMostlyFixed(const ExplainedOperator &op)
{
    const ExperimentResult *result = withoutFixedCost(op);
    return result && result->interval[1] < mostlyFixed;
}

bool mayBeFixed(const ExplainedOperator &op)
{
    return isOpen(op, Experiment::MergedCalls) || isOpen(op, Experiment::CudaGraph);
}

bool isHardlyFixed(const ExplainedOperator &op)
{
    const ExperimentResult *result = withoutFixedCost(op);
    return result && result->interval[0] > hardlyFixed;
}

/// A larger batch reads once what all items share, which is a gain of memory and no sign of an idle GPU.
bool isBeyondSharedBytes(const ExplainedOperator &op, const ExperimentResult &largerBatch)
{
    if (isOpen(op, Experiment::CopiedBytes))
        return false;
    const ExperimentResult *copied = find(op, Experiment::CopiedBytes);
    return !copied || 1 - largerBatch.interval[1] > sharedBytesSaved * copied->interval[1];
}

/// Where a call has no page faults, memory that is kept spares none.
bool maySparePageFaults(const ExplainedOperator &op)
{
    return op.pageFaults >= 1 && isOpen(op, Experiment::PageFaults);
}

/// Huge pages spare page faults, too: they are a cause of their own where they help beyond that.
bool isBeyondPageFaults(const ExplainedOperator &op, const ExperimentResult &huge)
{
    if (maySparePageFaults(op))
        return false;
    const ExperimentResult *kept = find(op, Experiment::PageFaults);
    return !isFaster(kept) || huge.interval[1] < kept->interval[0];
}

bool isHalfType(ProvenCause cause)
{
    return cause == ProvenCause::Float16 || cause == ProvenCause::BFloat16;
}

/// Of causes in order: two types are one cause, by the faster one.
void dropSlowerHalfType(std::vector<FoundCause> &causes)
{
    const auto hasHalfType = [](const FoundCause &cause) { return isHalfType(cause.id); };
    const auto first = std::ranges::find_if(causes, hasHalfType);
    if (first != causes.end())
        causes.erase(std::remove_if(first + 1, causes.end(), hasHalfType), causes.end());
}

/// What is named where the call is faster so.
constexpr std::array causeExperiments = {
    std::pair { Experiment::PageFaults, ProvenCause::PageFaults },
    std::pair { Experiment::HugePages, ProvenCause::HugePages },
    std::pair { Experiment::Denormals, ProvenCause::Denormals },
    std::pair { Experiment::InstructionSet, ProvenCause::InstructionSet },
    std::pair { Experiment::Reorders, ProvenCause::Reorders },
    std::pair { Experiment::MemoryFormat, ProvenCause::MemoryFormat },
    std::pair { Experiment::Contiguous, ProvenCause::Contiguous },
    std::pair { Experiment::Threads, ProvenCause::FewerThreads },
    std::pair { Experiment::AllThreads, ProvenCause::Threads },
    std::pair { Experiment::ColdCaches, ProvenCause::ColdCaches },
    std::pair { Experiment::Numa, ProvenCause::Numa },
    std::pair { Experiment::CoreKind, ProvenCause::CoreKind },
    std::pair { Experiment::Quota, ProvenCause::Quota },
    std::pair { Experiment::Steal, ProvenCause::Steal },
    std::pair { Experiment::Tf32, ProvenCause::Tf32 },
    std::pair { Experiment::CudnnBenchmark, ProvenCause::CudnnBenchmark },
    std::pair { Experiment::Float16, ProvenCause::Float16 },
    std::pair { Experiment::BFloat16, ProvenCause::BFloat16 },
    std::pair { Experiment::Padding, ProvenCause::Padding },
    std::pair { Experiment::LargerBatch, ProvenCause::SmallGrid },
};

std::vector<FoundCause> causesOf(const ExplainedOperator &op, int threads)
{
    std::vector<FoundCause> causes;
    for (const auto &[experiment, cause] : causeExperiments) {
        const ExperimentResult *result = find(op, experiment);
        if (!isFaster(result) || !isBeyondControl(op, *result))
            continue;
        if (cause == ProvenCause::HugePages && !isBeyondPageFaults(op, *result))
            continue;
        if (cause == ProvenCause::PageFaults && op.pageFaults < 1)
            continue;
        if (cause == ProvenCause::SmallGrid && !isBeyondSharedBytes(op, *result))
            continue;
        causes.push_back({ cause, *result });
    }
    if (isMostlyFixed(op))
        causes.push_back({ ProvenCause::Launch, *withoutFixedCost(op) });
    std::ranges::stable_sort(causes, {}, [](const FoundCause &cause) { return cause.evidence.ratio; });
    dropSlowerHalfType(causes);
    if (isSerial(op, threads))
        causes.push_back({ ProvenCause::Threads, *find(op, Experiment::Threads) });
    return causes;
}

bool isSlowedByWrites(const ExplainedOperator &op)
{
    const ExperimentResult *load = find(op, Experiment::MemoryLoad);
    return load && load->interval[0] > slowedByWrites && isAboveControl(op, *load);
}

bool isNotSlowedByWrites(const ExplainedOperator &op)
{
    const ExperimentResult *load = find(op, Experiment::MemoryLoad);
    return load && load->interval[1] < slowedByWrites;
}

/// Whether it waits for main memory; absent where the experiments do not agree.
std::optional<bool> waitsOnMemory(const ExplainedOperator &op)
{
    if (isOpen(op, Experiment::HalfBytes))
        return std::nullopt;
    const ExperimentResult *footprint = find(op, Experiment::HalfBytes);
    if (isSlowedByWrites(op) && (!footprint || isFaster(footprint)))
        return true;
    if (isNotSlowedByWrites(op) && (!footprint || footprint->interval[0] > relevantRatio))
        return false;
    return std::nullopt;
}

/// The same for a cache, which only a smaller footprint shows.
std::optional<bool> waitsOnCache(const ExplainedOperator &op)
{
    const ExperimentResult *footprint = find(op, Experiment::HalfBytes);
    if (isFaster(footprint))
        return true;
    return footprint && footprint->interval[0] > relevantRatio ? std::optional(false) : std::nullopt;
}

/// By a copy that moves as many bytes; absent where it takes about half of the time, or there is none.
std::optional<bool> takesTimeOfCopy(const ExplainedOperator &op)
{
    const ExperimentResult *copied = find(op, Experiment::CopiedBytes);
    if (!copied)
        return std::nullopt;
    if (copied->interval[0] > mostlyCopied)
        return true;
    return copied->interval[1] < hardlyCopied ? std::optional(false) : std::nullopt;
}

/// All types of half the bytes that could be tried make no difference; absent where one is open that decides it.
std::optional<bool> isIndifferentToType(const ExplainedOperator &op)
{
    const ExperimentResult *float16 = find(op, Experiment::Float16);
    const ExperimentResult *bfloat16 = find(op, Experiment::BFloat16);
    const auto noGain = [](const ExperimentResult *result) { return !result || result->interval[0] > relevantRatio; };
    if (!noGain(float16) || !noGain(bfloat16))
        return false;
    if (isOpen(op, Experiment::Float16) || isOpen(op, Experiment::BFloat16))
        return std::nullopt;
    return float16 || bfloat16;
}

/// Whether it waits for the memory of a GPU, at whatever level its data lie: the copy finds its own there, too. Absent
/// where nothing says so, or not all say the same. That a half type is faster says nothing: its arithmetic is, too.
std::optional<bool> waitsOnGpuMemory(const ExplainedOperator &op)
{
    if (isOpen(op, Experiment::CopiedBytes) || isOpen(op, Experiment::HalfBytes))
        return std::nullopt;
    const std::optional<bool> asCopy = takesTimeOfCopy(op);
    const std::optional<bool> byFootprint = waitsOnCache(op);
    const std::optional<bool> indifferent = isIndifferentToType(op);
    const bool waits = asCopy == true || byFootprint == true;
    const bool doesNot = asCopy == false || byFootprint == false || indifferent == true;
    if (waits == doesNot || (waits && !indifferent)) // a half type can only speak against it
        return std::nullopt;
    return waits;
}

std::optional<bool> waitsOnLevel(const ExplainedOperator &op, const JudgedBound &judged)
{
    if (judged.onGpu)
        return waitsOnGpuMemory(op);
    return judged.byCache ? waitsOnCache(op) : waitsOnMemory(op);
}

/// What all threads share, main memory and the last cache, does not limit it: half of the threads take longer for it,
/// and no background load slows it.
bool isLimitedInCores(const ExplainedOperator &op)
{
    const ExperimentResult *half = find(op, Experiment::Threads);
    return half && half->interval[0] > slowedByFewerThreads && isNotSlowedByWrites(op);
}

/// Of an operator whose roof is one of memory. That a background load does not slow it says nothing against that: one
/// core alone may not be able to take all of main memory's bandwidth.
std::optional<bool> waitsOnItsMemory(const ExplainedOperator &op, const JudgedBound &judged)
{
    const std::optional<bool> waits = waitsOnLevel(op, judged);
    return judged.onGpu || find(op, Experiment::HalfBytes) || waits == true ? waits : std::nullopt;
}

/// Of an operator whose roof is none of memory.
std::optional<bool> waitsOnAnyMemory(const ExplainedOperator &op, const JudgedBound &judged)
{
    const std::optional<bool> waits = waitsOnLevel(op, judged);
    if (!waits && judged.byCache && isLimitedInCores(op) && !isOpen(op, Experiment::HalfBytes))
        return false;
    return waits;
}

/// Other types than the operator's have other roofs.
bool explainsWithoutRoof(ProvenCause cause)
{
    constexpr std::array others { ProvenCause::Launch, ProvenCause::ColdCaches, ProvenCause::Tf32 };
    return !isHalfType(cause) && std::ranges::find(others, cause) == others.end();
}

/// Whether a cause takes more of the time than the work does at its roof; absent where the interval holds both.
std::optional<bool> outweighsRoof(const FoundCause &cause, double roofFraction)
{
    if (!hasShare(cause))
        return true;
    const auto &[low, high] = cause.evidence.interval;
    if (1 - high > roofFraction)
        return true;
    return 1 - low > roofFraction ? std::nullopt : std::optional(false);
}

/// Whether one that could not be tried may outweigh the roof, as one that was found does. Of those that have a share,
/// none takes more of the time than the work leaves.
bool mayHaveHeavyCause(const ExplainedOperator &op, double roofFraction, int threads)
{
    const auto isMissed = [&op](const std::pair<Experiment, ProvenCause> &tried) {
        return explainsWithoutRoof(tried.second)
            && (tried.first == Experiment::PageFaults ? maySparePageFaults(op) : isOpen(op, tried.first));
    };
    if (isOpen(op, Experiment::Threads) && mayBeSerial(op, threads))
        return true;
    return 1 - roofFraction > roofFraction && std::ranges::any_of(causeExperiments, isMissed);
}

/// False where the fixed cost or a cause outweighs the roof, absent where one may, else what experiments on the roof
/// itself say.
std::optional<bool> proofOfRoof(const ExplainedOperator &op, const OperatorProof &proof, double roofFraction,
                                int threads, std::optional<bool> limitedByIt)
{
    if (isMostlyFixed(op))
        return false;
    bool mayOutweigh = mayBeFixed(op) || mayHaveHeavyCause(op, roofFraction, threads);
    for (const FoundCause &cause : proof.causes) {
        if (!explainsWithoutRoof(cause.id))
            continue;
        const std::optional<bool> outweighs = outweighsRoof(cause, roofFraction);
        if (outweighs == true)
            return false;
        mayOutweigh = mayOutweigh || !outweighs;
    }
    return limitedByIt == true && mayOutweigh ? std::nullopt : limitedByIt;
}

std::optional<bool> opposite(std::optional<bool> value)
{
    return value ? std::optional(!*value) : std::nullopt;
}

/// Whether a cause takes more of the time than launching does; absent where the intervals do not say. Eight merged
/// calls may also run in a format or by a kernel that one is not worth, so that what they spare may be the cause's
/// time, too. What a cause takes is no launching: where it takes more than half, launching takes less.
std::optional<bool> outweighsLaunch(const FoundCause &cause, const ExperimentResult &launch)
{
    const auto &[low, high] = cause.evidence.interval;
    if (!hasShare(cause) || low > launch.interval[1])
        return false;
    return high < launch.interval[0] || high < halfOfTime ? std::optional(true) : std::nullopt;
}

/// Launching contradicts it where it takes more of the time than any cause does. While that is open, no cause proves
/// it.
std::optional<bool> proofOfUnderutilized(const ExplainedOperator &op, const OperatorProof &proof,
                                         std::optional<bool> memory)
{
    const auto launch = std::ranges::find(proof.causes, ProvenCause::Launch, &FoundCause::id);
    const bool isLaunched = launch != proof.causes.end();
    bool mayOutweigh = false;
    for (const FoundCause &cause : proof.causes) {
        if (!explainsWithoutRoof(cause.id))
            continue;
        std::optional<bool> outweighs;
        if (isLaunched)
            outweighs = outweighsLaunch(cause, launch->evidence);
        else if (!mayBeFixed(op))
            outweighs = true;
        if (outweighs == true)
            return true;
        mayOutweigh = mayOutweigh || !outweighs;
    }
    if (mayOutweigh)
        return std::nullopt;
    if (isLaunched || memory == true)
        return false;
    return memory == false && isHardlyFixed(op) ? std::optional(true) : std::nullopt;
}

} // namespace

TrialControl controlOf(const Explanation &explanation, const ExplainedOperator &op)
{
    TrialControl control;
    control.otherLoad = op.otherLoad.value_or(hasFlag(explanation.flags, SampleFlag::OtherLoad));
    if (const ExperimentResult *result = resultOf(op, Experiment::Control)) {
        control.ratio = result->ratio;
        control.interval = result->interval;
        control.rounds = result->rounds;
    }
    return control;
}

Effect effectOf(const ExperimentResult &result, const TrialControl &control)
{
    return isCounted(result) || doubtOf(control) == TrialDoubt::None ? effectOf(result) : Effect::Unclear;
}

bool decidesMemory(const std::array<double, 2> &interval)
{
    return interval[0] > slowedByWrites || interval[1] < slowedByWrites;
}

bool hasShare(const FoundCause &cause)
{
    return !(cause.id == ProvenCause::Threads && cause.evidence.id == Experiment::Threads);
}

OperatorProof proofOf(const ExplainedOperator &op, const TrialControl &control, const JudgedBound &judged, int threads)
{
    OperatorProof proof;
    proof.doubt = doubtOf(control);
    proof.causes = causesOf(op, threads);
    if (proof.doubt != TrialDoubt::None) {
        std::erase_if(proof.causes, [](const FoundCause &cause) { return !isCounted(cause.evidence); });
        return proof;
    }
    switch (judged.bound) {
    case Bound::Launch:
        if (isMostlyFixed(op))
            proof.proven = true;
        else if (isHardlyFixed(op))
            proof.proven = false;
        break;
    case Bound::Compute:
        proof.proven = proofOfRoof(op, proof, judged.roofFraction, threads, opposite(waitsOnAnyMemory(op, judged)));
        break;
    case Bound::Bandwidth:
        proof.proven = proofOfRoof(op, proof, judged.roofFraction, threads, waitsOnItsMemory(op, judged));
        break;
    case Bound::Balanced:
        proof.proven = proofOfRoof(op, proof, judged.roofFraction, threads, std::nullopt);
        break;
    case Bound::Underutilized:
        proof.proven = proofOfUnderutilized(op, proof, waitsOnAnyMemory(op, judged));
        break;
    case Bound::None:
        break;
    }
    return proof;
}

} // namespace rooflight
