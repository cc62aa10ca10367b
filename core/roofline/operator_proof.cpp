// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/operator_proof.h"

#include "core/model/interleaved_latency.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ridgepoint {

namespace {

constexpr double relevantLoss = 1.1;
constexpr double noLoss = 1.03; ///< noEffectRatio for what is slower
constexpr double sameLow = 0.87;
constexpr double sameHigh = 1.15;
/// Ratio of merged calls below which a call's fixed cost is more than half of it: 1 - 7/8 of its share.
constexpr double mostlyFixed = 0.6;
constexpr double hardlyFixed = 0.75;
constexpr double slowedByWrites = 1.15;
constexpr double oneBusyThread = 1.25;
/// Shorter calls are not divided among threads, as that costs as much.
constexpr double dividedNs = 20'000;

const ExperimentResult *find(const ExplainedOperator &op, Experiment experiment)
{
    const auto found = std::ranges::find_if(
        op.experiments, [experiment](const ExperimentResult &result) { return result.id == experiment; });
    return found == op.experiments.end() ? nullptr : &*found;
}

bool isAboveControl(const ExplainedOperator &op, const ExperimentResult &result)
{
    const ExperimentResult *control = find(op, Experiment::Control);
    return !control || result.interval[0] > control->interval[1];
}

/// Where two equal processes differ, that a neighbour makes no difference to one of them shows nothing.
bool hasSteadyControl(const ExplainedOperator &op)
{
    const ExperimentResult *control = find(op, Experiment::Control);
    return !control || (control->interval[0] >= sameLow && control->interval[1] <= sameHigh);
}

/// A process of its own may be as much faster than both equal ones as these differ, for where its memory lies.
bool isBeyondProcess(const ExplainedOperator &op, const ExperimentResult &result)
{
    constexpr std::array ownProcess = { Experiment::PageFaults, Experiment::HugePages, Experiment::Denormals,
                                        Experiment::InstructionSet };
    const ExperimentResult *control = find(op, Experiment::Control);
    if (!control || std::ranges::none_of(ownProcess, [&result](Experiment id) { return result.id == id; }))
        return true;
    return result.interval[1] * std::max(control->ratio, 1 / control->ratio) < noEffectRatio;
}

bool isFaster(const ExperimentResult *result)
{
    return result && effectOf(*result) == Effect::Faster;
}

/// Half of the threads make no difference, and no more than one of them worked.
bool isSerial(const ExplainedOperator &op, int threads)
{
    const ExperimentResult *half = find(op, Experiment::Threads);
    return half && threads > 1 && op.medianNs >= dividedNs && op.busyThreads > 0 && op.busyThreads < oneBusyThread
        && half->interval[1] < sameHigh;
}

bool isMostlyFixed(const ExplainedOperator &op)
{
    const ExperimentResult *merged = find(op, Experiment::MergedCalls);
    return merged && merged->interval[1] < mostlyFixed;
}

bool isHardlyFixed(const ExplainedOperator &op)
{
    const ExperimentResult *merged = find(op, Experiment::MergedCalls);
    return merged && merged->interval[0] > hardlyFixed;
}

/// Huge pages spare page faults, too: they are a cause of their own where they help beyond that.
bool isBeyondPageFaults(const ExplainedOperator &op, const ExperimentResult &huge)
{
    const ExperimentResult *kept = find(op, Experiment::PageFaults);
    return !isFaster(kept) || huge.interval[1] < kept->interval[0];
}

std::vector<FoundCause> causesOf(const ExplainedOperator &op, int threads)
{
    constexpr std::array experiments = {
        std::pair { Experiment::PageFaults, ProvenCause::PageFaults },
        std::pair { Experiment::HugePages, ProvenCause::HugePages },
        std::pair { Experiment::Denormals, ProvenCause::Denormals },
        std::pair { Experiment::InstructionSet, ProvenCause::InstructionSet },
        std::pair { Experiment::Reorders, ProvenCause::Reorders },
        std::pair { Experiment::MemoryFormat, ProvenCause::MemoryFormat },
        std::pair { Experiment::Contiguous, ProvenCause::Contiguous },
        std::pair { Experiment::AllThreads, ProvenCause::Threads },
        std::pair { Experiment::ColdCaches, ProvenCause::ColdCaches },
        std::pair { Experiment::Quota, ProvenCause::Quota },
        std::pair { Experiment::Steal, ProvenCause::Steal },
    };
    std::vector<FoundCause> causes;
    for (const auto &[experiment, cause] : experiments) {
        const ExperimentResult *result = find(op, experiment);
        if (!isFaster(result) || !isBeyondProcess(op, *result))
            continue;
        if (cause == ProvenCause::HugePages && !isBeyondPageFaults(op, *result))
            continue;
        if (cause == ProvenCause::PageFaults && op.pageFaults < 1)
            continue;
        causes.push_back({ cause, *result });
    }
    if (isMostlyFixed(op))
        causes.push_back({ ProvenCause::Launch, *find(op, Experiment::MergedCalls) });
    std::ranges::stable_sort(causes, {}, [](const FoundCause &cause) { return cause.evidence.ratio; });
    if (isSerial(op, threads))
        causes.push_back({ ProvenCause::Threads, *find(op, Experiment::Threads) });
    return causes;
}

/// Whether it waits for main memory; absent where the experiments do not agree.
std::optional<bool> waitsOnMemory(const ExplainedOperator &op)
{
    const ExperimentResult *load = find(op, Experiment::MemoryLoad);
    const ExperimentResult *footprint = find(op, Experiment::HalfBytes);
    const bool slowed = load && load->interval[0] > slowedByWrites && isAboveControl(op, *load);
    const bool notSlowed = load && load->interval[1] < slowedByWrites && hasSteadyControl(op);
    if (slowed && (!footprint || isFaster(footprint)))
        return true;
    if (notSlowed && (!footprint || footprint->interval[0] > relevantRatio))
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

bool explainsWithoutRoof(ProvenCause cause)
{
    return cause != ProvenCause::Launch && cause != ProvenCause::ColdCaches;
}

std::optional<bool> proofOfCompute(std::optional<bool> memory, bool hasCause)
{
    if (hasCause || memory == true)
        return false;
    return memory ? std::optional(true) : std::nullopt;
}

std::optional<bool> proofOfBandwidth(std::optional<bool> memory, bool hasCause)
{
    return hasCause ? std::optional(false) : memory;
}

std::optional<bool> proofOfUnderutilized(const ExplainedOperator &op, std::optional<bool> memory, bool hasCause)
{
    if (hasCause)
        return true;
    if (memory == true)
        return false;
    return memory == false && isHardlyFixed(op) ? std::optional(true) : std::nullopt;
}

} // namespace

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

OperatorProof proofOf(const ExplainedOperator &op, const JudgedBound &judged, int threads)
{
    OperatorProof proof;
    proof.causes = causesOf(op, threads);
    const bool hasCause =
        std::ranges::any_of(proof.causes, [](const FoundCause &cause) { return explainsWithoutRoof(cause.id); });
    const bool fixed = isMostlyFixed(op);
    const std::optional<bool> memory = judged.byCache ? waitsOnCache(op) : waitsOnMemory(op);
    switch (judged.bound) {
    case Bound::Launch:
        if (fixed)
            proof.proven = true;
        else if (isHardlyFixed(op))
            proof.proven = false;
        break;
    case Bound::Compute:
        proof.proven = fixed ? std::optional(false) : proofOfCompute(memory, hasCause);
        break;
    case Bound::Bandwidth:
        proof.proven = fixed ? std::optional(false) : proofOfBandwidth(memory, hasCause);
        break;
    case Bound::Balanced:
        if (fixed || hasCause)
            proof.proven = false;
        break;
    case Bound::Underutilized:
        proof.proven = fixed ? std::optional(false) : proofOfUnderutilized(op, memory, hasCause);
        break;
    case Bound::None:
        break;
    }
    return proof;
}

} // namespace ridgepoint
