// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/roofline/experiment_builder.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <vector>

using namespace rooflight;
using namespace rooflight::fixture;

/// What follows from ratios that are written out here.
class OperatorProofTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void effectNeedsTheWholeInterval();
    void effectNeedsSixRounds();
    void causeIsBeyondWhatProcessesDifferBy();
    void pageFaultsAreCounted();
    void hugePagesBesideKeptMemory();
    void oneBusyThreadIsACause();
    void capsQuotasAndFormatsAreCauses();
    void bandwidthIsProvenByWritesAndFootprint();
    void cacheBandwidthIsProvenByFootprintAlone();
    void computeIsProvenWhereMemoryIsNot();
    void loadDecidesOnOneSide();
    void launchIsProvenByMergedCalls();
    void underutilizedNeedsACauseOrNoRoof();
    void launchContradictsOnlyCausesThatTakeLess();
    void causeContradictsARoofThatTakesLess();
    void fewerThreadsAreACauseOfTheirOwn();
    void healthyOperatorHasNoCause();
    void nothingIsProvenWhereEqualProcessesDiffer();
    void aProofNeedsItsControl();
    void whatWasCountedNeedsNoControl();
    void olderFilesKnowTheLoadOfTheWhole();
    void copyProvesMemoryOfAGpu();
    void graphProvesLaunches();
    void largerBatchShowsAnIdleGpu();
    void typesAreNoReasonBelowTheirRoof();
    void healthyOperatorOfAGpuHasNoCause();
};

void OperatorProofTest::effectNeedsTheWholeInterval()
{
    QCOMPARE(effectOf(result(Experiment::HugePages, 0.5, 0.7, 0.96), equalTimes), Effect::Faster);
    QCOMPARE(effectOf(result(Experiment::HugePages, 0.5, 0.7, 0.98), equalTimes), Effect::Unclear);
    QCOMPARE(effectOf(result(Experiment::HugePages, 0.8, 0.91, 0.96), equalTimes), Effect::Unclear); // not worth naming
    QCOMPARE(effectOf(result(Experiment::HugePages, 1.04, 1.2, 1.3), equalTimes), Effect::Slower);
    QCOMPARE(effectOf(result(Experiment::HugePages, 0.95, 1, 1.05), equalTimes), Effect::None);
}

void OperatorProofTest::effectNeedsSixRounds()
{
    ExperimentResult few = result(Experiment::PageFaults, 0.2, 0.3, 0.4);
    few.rounds = 5;
    QCOMPARE(effectOf(few, equalTimes), Effect::Unclear);
    for (const auto &[op, bound] : { std::pair(operatorWith({ slowedByWrites, fasterInCache }), Bound::Bandwidth),
                                     std::pair(operatorWith({ notSlowed, sameInCache }), Bound::Compute),
                                     std::pair(operatorWith({ mergedGains }), Bound::Launch) }) {
        QVERIFY(provenOf(op, bound) == true);
        for (std::size_t i = 0; i + 1 < op.experiments.size(); ++i) { // the last is the control
            ExplainedOperator proofOfFew = op;
            proofOfFew.experiments[i].rounds = 5;
            QVERIFY(!provenOf(proofOfFew, bound));
        }
    }
}

/// Small results lie at other addresses in each process.
void OperatorProofTest::causeIsBeyondWhatProcessesDifferBy()
{
    ExplainedOperator op = operatorWith({ result(Experiment::Denormals, 0.7, 0.74, 0.8) });
    QCOMPARE(causeIds(proofFor(op, {}, twoThreads)), std::vector { ProvenCause::Denormals });
    op.experiments.back() = result(Experiment::Control, 1.5, 1.7, 1.9);
    QVERIFY(proofFor(op, {}, twoThreads).causes.empty());
    op.experiments.back() = result(Experiment::Control, 1.18, 1.22, 1.3); // as far as from 0.8 to 1
    QVERIFY(proofFor(op, {}, twoThreads).causes.empty());
    op.experiments.front() = result(Experiment::Denormals, 0.3, 0.34, 0.4);
    QCOMPARE(causeIds(proofFor(op, {}, twoThreads)), std::vector { ProvenCause::Denormals });
}

void OperatorProofTest::pageFaultsAreCounted()
{
    ExplainedOperator op = operatorWith({ result(Experiment::PageFaults, 0.2, 0.23, 0.3) });
    QVERIFY(proofFor(op, {}, twoThreads).causes.empty());
    op.pageFaults = 50177;
    QCOMPARE(causeIds(proofFor(op, {}, twoThreads)), std::vector { ProvenCause::PageFaults });
}

void OperatorProofTest::hugePagesBesideKeptMemory()
{
    ExplainedOperator op =
        operatorWith({ result(Experiment::PageFaults, 0.2, 0.23, 0.3), result(Experiment::HugePages, 0.3, 0.38, 0.5) });
    op.pageFaults = 8193;
    QCOMPARE(causeIds(proofFor(op, {}, twoThreads)), std::vector { ProvenCause::PageFaults });
    op.experiments[1] = result(Experiment::HugePages, 0.1, 0.12, 0.15);
    QCOMPARE(causeIds(proofFor(op, {}, twoThreads)), (std::vector { ProvenCause::HugePages, ProvenCause::PageFaults }));
}

void OperatorProofTest::oneBusyThreadIsACause()
{
    ExplainedOperator op = operatorWith({ result(Experiment::Threads, 0.97, 1, 1.04) });
    QVERIFY(proofFor(op, {}, twoThreads).causes.empty()); // both threads work: memory may be the limit
    op.busyThreads = 1.02;
    QCOMPARE(causeIds(proofFor(op, {}, twoThreads)), std::vector { ProvenCause::Threads });
    QVERIFY(proofFor(op, {}, 1).causes.empty());
    op.medianNs = 5000;
    QVERIFY(proofFor(op, {}, twoThreads).causes.empty()); // too short to be divided
}

void OperatorProofTest::capsQuotasAndFormatsAreCauses()
{
    const ExplainedOperator op = operatorWith(
        { result(Experiment::InstructionSet, 0.1, 0.11, 0.12), result(Experiment::Quota, 0.5, 0.5, 0.5),
          result(Experiment::MemoryFormat, 0.05, 0.06, 0.07), result(Experiment::Contiguous, 0.6, 0.65, 0.7),
          result(Experiment::AllThreads, 0.52, 0.55, 0.58), result(Experiment::ColdCaches, 0.2, 0.3, 0.4),
          result(Experiment::Reorders, 0.7, 0.75, 0.8), result(Experiment::Steal, 0.8, 0.8, 0.8),
          result(Experiment::Numa, 0.35, 0.4, 0.45), result(Experiment::CoreKind, 0.82, 0.85, 0.88) });
    QCOMPARE(causeIds(proofFor(op, {}, twoThreads)),
             (std::vector { ProvenCause::MemoryFormat, ProvenCause::InstructionSet, ProvenCause::ColdCaches,
                            ProvenCause::Numa, ProvenCause::Quota, ProvenCause::Threads, ProvenCause::Contiguous,
                            ProvenCause::Reorders, ProvenCause::Steal, ProvenCause::CoreKind }));
}

void OperatorProofTest::bandwidthIsProvenByWritesAndFootprint()
{
    QCOMPARE(provenOf(operatorWith({ slowedByWrites, fasterInCache }), Bound::Bandwidth), true);
    QCOMPARE(provenOf(operatorWith({ slowedByWrites }), Bound::Bandwidth), true);
    QCOMPARE(provenOf(operatorWith({ slowedByWrites, sameInCache }), Bound::Bandwidth), std::nullopt);
    QCOMPARE(provenOf(operatorWith({ notSlowed, sameInCache }), Bound::Bandwidth), false);
    QCOMPARE(provenOf(operatorWith({ notSlowed }), Bound::Bandwidth), std::nullopt);
    QCOMPARE(provenOf(operatorWith({}), Bound::Bandwidth), std::nullopt);
}

void OperatorProofTest::cacheBandwidthIsProvenByFootprintAlone()
{
    QCOMPARE(provenOf(operatorWith({ notSlowed, fasterInCache }), Bound::Bandwidth, true), true);
    QCOMPARE(provenOf(operatorWith({ slowedByWrites, sameInCache }), Bound::Bandwidth, true), false);
    QCOMPARE(provenOf(operatorWith({ slowedByWrites }), Bound::Bandwidth, true), std::nullopt);
}

void OperatorProofTest::computeIsProvenWhereMemoryIsNot()
{
    QCOMPARE(provenOf(operatorWith({ notSlowed }), Bound::Compute), true);
    QCOMPARE(provenOf(operatorWith({ slowedByWrites }), Bound::Compute), false);
    QCOMPARE(provenOf(operatorWith({ notSlowed, mergedGains }), Bound::Compute), false);
    // Its data are in a cache, and there is no smaller footprint to try: half of the cores take longer.
    const ExperimentResult divided = result(Experiment::Threads, 1.5, 1.7, 1.9);
    QCOMPARE(provenOf(operatorWith({ notSlowed }), Bound::Compute, true), std::nullopt);
    QCOMPARE(provenOf(operatorWith({ notSlowed, divided }), Bound::Compute, true), true);
    QCOMPARE(provenOf(operatorWith({ slowedByWrites, divided }), Bound::Compute, true), std::nullopt);
    QCOMPARE(provenOf(operatorWith({ notSlowed, divided }), Bound::Bandwidth, true), std::nullopt);
}

/// Large products are up to 1.3 times slower beside it, what waits for memory 1.5 times and more.
void OperatorProofTest::loadDecidesOnOneSide()
{
    QVERIFY(decidesMemory({ 0.98, 1.07 }));
    QVERIFY(decidesMemory({ 1.5, 6 }));
    QVERIFY(!decidesMemory({ 1.06, 1.42 }));
    QVERIFY(!decidesMemory({ 0.9, 6 }));
}

void OperatorProofTest::launchIsProvenByMergedCalls()
{
    QCOMPARE(provenOf(operatorWith({ mergedGains }), Bound::Launch), true);
    QCOMPARE(causeIds(proofFor(operatorWith({ mergedGains }), { Bound::Launch, false, 0 }, twoThreads)),
             std::vector { ProvenCause::Launch });
    QCOMPARE(provenOf(operatorWith({ mergedSame }), Bound::Launch), false);
    QCOMPARE(provenOf(operatorWith({ result(Experiment::MergedCalls, 0.5, 0.65, 0.8) }), Bound::Launch), std::nullopt);
}

void OperatorProofTest::underutilizedNeedsACauseOrNoRoof()
{
    ExplainedOperator faults = operatorWith({ result(Experiment::PageFaults, 0.2, 0.23, 0.3) });
    faults.pageFaults = 50177;
    QCOMPARE(provenOf(faults, Bound::Underutilized), true);
    QCOMPARE(provenOf(operatorWith({ notSlowed, mergedSame }), Bound::Underutilized), true);
    QCOMPARE(provenOf(operatorWith({ slowedByWrites }), Bound::Underutilized), false);
    QCOMPARE(provenOf(operatorWith({ mergedGains }), Bound::Underutilized), false);
    QCOMPARE(provenOf(operatorWith({ notSlowed }), Bound::Underutilized), std::nullopt);
    const ExperimentResult copies = result(Experiment::Reorders, 0.1, 0.15, 0.2);
    QCOMPARE(provenOf(operatorWith({ mergedGains, copies }), Bound::Underutilized), true); // the larger cause
}

/// Depthwise convolutions: merged calls and another format spare as much, so that no order of the two is known.
void OperatorProofTest::launchContradictsOnlyCausesThatTakeLess()
{
    const ExperimentResult merged = result(Experiment::MergedCalls, 0.45, 0.48, 0.51);
    const auto beside = [&merged](double low, double ratio, double high) {
        return operatorWith({ merged, result(Experiment::MemoryFormat, low, ratio, high), notSlowed });
    };
    QCOMPARE(causeIds(proofFor(beside(0.47, 0.5, 0.53), { Bound::Underutilized }, twoThreads)),
             (std::vector { ProvenCause::Launch, ProvenCause::MemoryFormat }));
    QCOMPARE(provenOf(beside(0.47, 0.5, 0.53), Bound::Underutilized), std::nullopt);
    QCOMPARE(provenOf(beside(0.51, 0.55, 0.6), Bound::Underutilized), std::nullopt); // they touch
    QCOMPARE(provenOf(beside(0.52, 0.55, 0.6), Bound::Underutilized), std::optional(false));
    // The format takes more than half of the time: launching takes less than half.
    QCOMPARE(provenOf(beside(0.46, 0.485, 0.49), Bound::Underutilized), std::optional(true));
    QCOMPARE(provenOf(beside(0.2, 0.25, 0.3), Bound::Underutilized), std::optional(true));

    // One of several is enough.
    ExplainedOperator op = beside(0.47, 0.5, 0.53);
    op.experiments.push_back(result(Experiment::Contiguous, 0.8, 0.82, 0.84));
    QCOMPARE(provenOf(op, Bound::Underutilized), std::nullopt);
    op.experiments.back() = result(Experiment::Contiguous, 0.4, 0.42, 0.44);
    QCOMPARE(provenOf(op, Bound::Underutilized), std::optional(true));

    // Neither another roof nor that one thread works says what takes the time.
    QCOMPARE(provenOf(operatorWith({ merged, result(Experiment::ColdCaches, 0.2, 0.3, 0.4) }), Bound::Underutilized),
             std::optional(false));
    ExplainedOperator serial = operatorWith({ merged, result(Experiment::Threads, 0.97, 1, 1.04) });
    serial.busyThreads = 1;
    QCOMPARE(provenOf(serial, Bound::Underutilized), std::optional(false));
}

/// Copies take 26 % of the time: more than what the work takes at a roof of 20 %, less than at one of 50 %.
void OperatorProofTest::causeContradictsARoofThatTakesLess()
{
    const ExplainedOperator op = operatorWith({ notSlowed, result(Experiment::Reorders, 0.7, 0.74, 0.78) });
    QCOMPARE(proofFor(op, { Bound::Compute, false, 0.2 }, twoThreads).proven, std::optional(false));
    QCOMPARE(proofFor(op, { Bound::Compute, false, 0.25 }, twoThreads).proven, std::nullopt);
    QCOMPARE(proofFor(op, { Bound::Compute, false, 0.5 }, twoThreads).proven, std::optional(true));
    QCOMPARE(causeIds(proofFor(op, { Bound::Compute, false, 0.5 }, twoThreads)), std::vector { ProvenCause::Reorders });
    const ExplainedOperator slowed = operatorWith({ slowedByWrites, result(Experiment::Reorders, 0.7, 0.74, 0.78) });
    QCOMPARE(proofFor(slowed, { Bound::Bandwidth, false, 0.5 }, twoThreads).proven, std::optional(true));
    QCOMPARE(proofFor(slowed, { Bound::Bandwidth, false, 0.2 }, twoThreads).proven, std::optional(false));
    QCOMPARE(proofFor(slowed, { Bound::Compute, false, 0.5 }, twoThreads).proven, std::optional(false));
}

/// The other thread is busy, waiting for work that costs more to divide than to do.
void OperatorProofTest::fewerThreadsAreACauseOfTheirOwn()
{
    ExplainedOperator op = operatorWith({ result(Experiment::Threads, 0.25, 0.3, 0.32) });
    QCOMPARE(causeIds(proofFor(op, {}, twoThreads)), std::vector { ProvenCause::FewerThreads });
    op.busyThreads = 1;
    QCOMPARE(causeIds(proofFor(op, {}, twoThreads)), std::vector { ProvenCause::FewerThreads });
    op.experiments.front() = result(Experiment::Threads, 1.5, 1.6, 1.7);
    QVERIFY(proofFor(op, {}, twoThreads).causes.empty());
}

void OperatorProofTest::healthyOperatorHasNoCause()
{
    const ExplainedOperator op =
        operatorWith({ result(Experiment::PageFaults, 0.96, 1, 1.05), result(Experiment::HugePages, 0.99, 1.2, 1.4),
                       result(Experiment::Threads, 1.7, 1.8, 1.9), mergedSame, notSlowed });
    QVERIFY(proofFor(op, { Bound::Compute, false, 0 }, twoThreads).causes.empty());
}

/// As on a machine that other work keeps busy.
void OperatorProofTest::nothingIsProvenWhereEqualProcessesDiffer()
{
    const ExperimentResult unsteady = result(Experiment::Control, 0.5, 1.1, 3);
    // Intervals hold against both processes, so they are as wide.
    const ExperimentResult wideMerged = result(Experiment::MergedCalls, 0.4, 0.98, 2.9);
    const ExperimentResult wideInCache = result(Experiment::HalfBytes, 0.4, 1, 2.9);
    ExplainedOperator serial = operatorWith({ result(Experiment::Threads, 0.4, 1, 2.9) });
    serial.busyThreads = 1;
    serial.experiments.back() = unsteady;
    QVERIFY(proofFor(serial, {}, twoThreads).causes.empty());

    ExplainedOperator op = operatorWith({ notSlowed, sameInCache, mergedSame });
    QCOMPARE(provenOf(op, Bound::Compute), std::optional(true));
    op = operatorWith({ notSlowed, wideInCache, wideMerged });
    op.experiments.back() = unsteady;
    for (const Bound bound : { Bound::Launch, Bound::Compute, Bound::Bandwidth, Bound::Underutilized })
        QCOMPARE(provenOf(op, bound), std::nullopt);
    QCOMPARE(provenOf(op, Bound::Bandwidth, true), std::nullopt);

    op = operatorWith({ slowedByWrites, fasterInCache });
    QCOMPARE(provenOf(op, Bound::Bandwidth), std::optional(true));
    op.experiments.back() = unsteady;
    QCOMPARE(provenOf(op, Bound::Bandwidth), std::nullopt);
}

/// Every test that proves something on a quiet machine, beside each control that speaks against it.
void OperatorProofTest::aProofNeedsItsControl()
{
    ExplainedOperator op =
        operatorWith({ result(Experiment::PageFaults, 0.2, 0.23, 0.3), result(Experiment::Threads, 0.01, 0.02, 0.03),
                       result(Experiment::MemoryFormat, 0.05, 0.06, 0.07), result(Experiment::Reorders, 0.1, 0.15, 0.2),
                       slowedByWrites, fasterInCache, mergedGains });
    op.pageFaults = 50177;
    const std::vector bounds { Bound::Launch, Bound::Compute, Bound::Bandwidth, Bound::Balanced, Bound::Underutilized };
    op.experiments.insert(op.experiments.end(), { copyAsLong, fasterInHalfType, fasterInGraph, fasterAsLargerBatch });
    const TrialControl loaded { 1, { 0.97, 1.03 }, 8, true };
    const TrialControl faster { 0.41, { 0.39, 0.43 }, 8, false };
    const TrialControl slower { 1.3, { 1.28, 1.32 }, 8, false };
    const TrialControl uncertain { 1.01, { 0.5, 3 }, 8, false };
    const TrialControl fewRounds { 1, { 0.97, 1.03 }, 5, false };
    for (const Bound bound : bounds) {
        QVERIFY(proofOf(op, equalTimes, { bound, false, 0 }, twoThreads).proven.has_value());
        for (const TrialControl &control : { loaded, faster, slower, uncertain, fewRounds, TrialControl() }) {
            QCOMPARE(proofOf(op, control, { bound, false, 0, true }, twoThreads).proven, std::nullopt);
            const OperatorProof proof = proofOf(op, control, { bound, false, 0 }, twoThreads);
            QCOMPARE(proof.proven, std::nullopt);
            QVERIFY(proof.causes.empty());
            QVERIFY(proof.doubt != TrialDoubt::None);
            for (const ExperimentResult &test : op.experiments)
                QCOMPARE(effectOf(test, control), Effect::Unclear);
        }
    }
    QCOMPARE(proofOf(op, loaded, {}, twoThreads).doubt, TrialDoubt::OtherLoad);
    QCOMPARE(proofOf(op, faster, {}, twoThreads).doubt, TrialDoubt::ControlDiffers);
    QCOMPARE(proofOf(op, fewRounds, {}, twoThreads).doubt, TrialDoubt::NoControl);
}

/// The kernel counted what a quota held back; no two processes need to be equal for that.
void OperatorProofTest::whatWasCountedNeedsNoControl()
{
    const ExplainedOperator op =
        operatorWith({ result(Experiment::Quota, 0.5, 0.5, 0.5), result(Experiment::MemoryFormat, 0.05, 0.06, 0.07) });
    const TrialControl loaded { 1, { 0.97, 1.03 }, 8, true };
    const OperatorProof proof = proofOf(op, loaded, { Bound::Compute, false, 0.3 }, twoThreads);
    QCOMPARE(causeIds(proof), std::vector { ProvenCause::Quota });
    QCOMPARE(proof.proven, std::nullopt);
}

/// Older files say of the whole measurement alone whether other programs ran.
void OperatorProofTest::olderFilesKnowTheLoadOfTheWhole()
{
    Explanation explanation;
    ExplainedOperator op = operatorWith({});
    QVERIFY(!controlOf(explanation, op).otherLoad);
    explanation.flags.emplace_back(SampleFlag::OtherLoad);
    QVERIFY(controlOf(explanation, op).otherLoad);
    op.otherLoad = false; // in its own rounds
    QVERIFY(!controlOf(explanation, op).otherLoad);
    QCOMPARE(controlOf(explanation, op).interval[1], 1.03);
    op.experiments.clear();
    QCOMPARE(controlOf(explanation, op).rounds, 0);
}

void OperatorProofTest::copyProvesMemoryOfAGpu()
{
    QCOMPARE(provenOnGpu(operatorWith({ copyAsLong, fasterInHalfType }), Bound::Bandwidth), std::optional(true));
    QCOMPARE(provenOnGpu(operatorWith({ copyAsLong }), Bound::Compute), std::optional(false));
    QCOMPARE(provenOnGpu(operatorWith({ copyAsLong }), Bound::Underutilized), std::optional(false));
    QCOMPARE(provenOnGpu(operatorWith({ copyIsShort }), Bound::Bandwidth), std::optional(false));
    QCOMPARE(provenOnGpu(operatorWith({ copyIsShort, sameInHalfType }), Bound::Compute), std::optional(true));
    QCOMPARE(provenOnGpu(operatorWith({ sameInHalfType }), Bound::Compute), std::optional(true));
    // Its arithmetic is faster, too.
    QCOMPARE(provenOnGpu(operatorWith({ fasterInHalfType }), Bound::Compute), std::nullopt);
    QCOMPARE(provenOnGpu(operatorWith({ sameInHalfType, fasterInHalfType }), Bound::Compute), std::nullopt);
    // As long as a copy, and yet not shorter with half of the bytes.
    QCOMPARE(provenOnGpu(operatorWith({ copyAsLong, sameInHalfType }), Bound::Bandwidth), std::nullopt);
    QCOMPARE(provenOnGpu(operatorWith({ copyIsShort, fasterInCache }), Bound::Compute), std::nullopt);
    const ExperimentResult halfCopied = result(Experiment::CopiedBytes, 0.45, 0.5, 0.55);
    QCOMPARE(provenOnGpu(operatorWith({ halfCopied }), Bound::Bandwidth), std::nullopt);
    QCOMPARE(provenOnGpu(operatorWith({ halfCopied, fasterInCache }), Bound::Bandwidth), std::optional(true));
    QCOMPARE(provenOf(operatorWith({ copyAsLong }), Bound::Bandwidth), std::nullopt); // no experiment of a CPU
}

void OperatorProofTest::graphProvesLaunches()
{
    const ExplainedOperator launched = operatorWith({ fasterInGraph });
    QCOMPARE(provenOnGpu(launched, Bound::Launch), std::optional(true));
    QCOMPARE(causeIds(proofFor(launched, { Bound::Launch, false, 0, true }, twoThreads)),
             std::vector { ProvenCause::Launch });
    QCOMPARE(provenOnGpu(operatorWith({ sameInGraph }), Bound::Launch), std::optional(false));
    QCOMPARE(provenOnGpu(operatorWith({ result(Experiment::CudaGraph, 0.5, 0.65, 0.8) }), Bound::Launch), std::nullopt);
    QCOMPARE(provenOnGpu(operatorWith({ copyIsShort, fasterInGraph }), Bound::Compute), std::optional(false));
}

void OperatorProofTest::largerBatchShowsAnIdleGpu()
{
    const ExplainedOperator idle = operatorWith({ copyIsShort, sameInGraph, fasterAsLargerBatch });
    QCOMPARE(provenOnGpu(idle, Bound::Underutilized), std::optional(true));
    QCOMPARE(causeIds(proofFor(idle, { Bound::Underutilized, false, 0.1, true }, twoThreads)),
             std::vector { ProvenCause::SmallGrid });
    QCOMPARE(provenOnGpu(idle, Bound::Compute, 0.25), std::optional(false)); // 74 % of its time
    QCOMPARE(provenOnGpu(idle, Bound::Compute, 0.8), std::optional(true));
    // It reads its weights once for eight times the items.
    const ExplainedOperator reads = operatorWith({ copyAsLong, sameInGraph, fasterAsLargerBatch });
    QVERIFY(proofFor(reads, { Bound::Bandwidth, false, 0, true }, twoThreads).causes.empty());
    QCOMPARE(provenOnGpu(reads, Bound::Bandwidth), std::optional(true));
}

/// A faster type has another roof; that it is faster says nothing of how far the operator is below its own.
void OperatorProofTest::typesAreNoReasonBelowTheirRoof()
{
    const ExperimentResult tf32 = result(Experiment::Tf32, 0.2, 0.22, 0.24);
    const ExperimentResult float16 = result(Experiment::Float16, 0.2, 0.22, 0.24);
    const ExplainedOperator op = operatorWith({ copyIsShort, tf32, float16, fasterInHalfType });
    QCOMPARE(causeIds(proofFor(op, { Bound::Compute, false, 0.3, true }, twoThreads)),
             (std::vector { ProvenCause::Tf32, ProvenCause::Float16 })); // of two half types the faster one
    QCOMPARE(provenOnGpu(op, Bound::Compute, 0.3), std::optional(true));
    QCOMPARE(provenOnGpu(op, Bound::Underutilized), std::nullopt);
    const ExperimentResult padded = result(Experiment::Padding, 0.5, 0.55, 0.6);
    QCOMPARE(provenOnGpu(operatorWith({ copyIsShort, padded }), Bound::Underutilized), std::optional(true));
    QCOMPARE(provenOnGpu(operatorWith({ copyIsShort, padded }), Bound::Compute, 0.3), std::optional(false));
}

void OperatorProofTest::healthyOperatorOfAGpuHasNoCause()
{
    const ExplainedOperator op = operatorWith(
        { result(Experiment::CopiedBytes, 0.45, 0.5, 0.55), sameInGraph, result(Experiment::NoTf32, 3, 4, 5),
          result(Experiment::Padding, 0.97, 1, 1.03), result(Experiment::LargerBatch, 0.93, 0.95, 0.97),
          result(Experiment::MemoryFormat, 1.2, 1.3, 1.4) });
    for (const Bound bound : { Bound::Compute, Bound::Bandwidth, Bound::Balanced, Bound::Underutilized, Bound::None }) {
        const OperatorProof proof = proofFor(op, { bound, false, 0.5, true }, twoThreads);
        QVERIFY(proof.causes.empty());
        QCOMPARE(proof.proven, std::nullopt);
    }
}

ROOFLIGHT_TEST(OperatorProofTest)
#include "operator_proof_test.moc"
