// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofline/operator_proof.h"

#include <vector>

using namespace rooflight;

namespace {

constexpr int twoThreads = 2;

ExperimentResult result(Experiment id, double low, double ratio, double high)
{
    return { id, ratio, { low, high }, 8 };
}

ExplainedOperator operatorWith(std::vector<ExperimentResult> experiments)
{
    ExplainedOperator op;
    op.medianNs = 1e6;
    op.busyThreads = 1.9;
    op.experiments = std::move(experiments);
    op.experiments.push_back(result(Experiment::Control, 0.97, 1, 1.03));
    return op;
}

std::vector<ProvenCause> causeIds(const OperatorProof &proof)
{
    std::vector<ProvenCause> ids;
    for (const FoundCause &cause : proof.causes)
        ids.push_back(cause.id);
    return ids;
}

std::optional<bool> provenOf(const ExplainedOperator &op, Bound bound, bool byCache = false)
{
    return proofOf(op, { bound, byCache, 0 }, twoThreads).proven;
}

const ExperimentResult slowedByWrites = result(Experiment::MemoryLoad, 1.5, 1.7, 1.9);
const ExperimentResult notSlowed = result(Experiment::MemoryLoad, 0.98, 1.01, 1.05);
const ExperimentResult fasterInCache = result(Experiment::HalfBytes, 0.4, 0.45, 0.5);
const ExperimentResult sameInCache = result(Experiment::HalfBytes, 0.97, 1, 1.02);
const ExperimentResult mergedGains = result(Experiment::MergedCalls, 0.2, 0.22, 0.25);
const ExperimentResult mergedSame = result(Experiment::MergedCalls, 0.95, 0.98, 1);

} // namespace

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
    void launchIsProvenByMergedCalls();
    void underutilizedNeedsACauseOrNoRoof();
    void causeContradictsARoofThatTakesLess();
    void fewerThreadsAreACauseOfTheirOwn();
    void healthyOperatorHasNoCause();
    void nothingIsProvenWhereEqualProcessesDiffer();
};

void OperatorProofTest::effectNeedsTheWholeInterval()
{
    QCOMPARE(effectOf(result(Experiment::HugePages, 0.5, 0.7, 0.96)), Effect::Faster);
    QCOMPARE(effectOf(result(Experiment::HugePages, 0.5, 0.7, 0.98)), Effect::Unclear);
    QCOMPARE(effectOf(result(Experiment::HugePages, 0.8, 0.91, 0.96)), Effect::Unclear); // not worth naming
    QCOMPARE(effectOf(result(Experiment::HugePages, 1.04, 1.2, 1.3)), Effect::Slower);
    QCOMPARE(effectOf(result(Experiment::HugePages, 0.95, 1, 1.05)), Effect::None);
}

void OperatorProofTest::effectNeedsSixRounds()
{
    ExperimentResult few = result(Experiment::PageFaults, 0.2, 0.3, 0.4);
    few.rounds = 5;
    QCOMPARE(effectOf(few), Effect::Unclear);
}

/// Small results lie at other addresses in each process.
void OperatorProofTest::causeIsBeyondWhatProcessesDifferBy()
{
    ExplainedOperator op = operatorWith({ result(Experiment::Denormals, 0.7, 0.74, 0.8) });
    QCOMPARE(causeIds(proofOf(op, {}, twoThreads)), std::vector { ProvenCause::Denormals });
    op.experiments.back() = result(Experiment::Control, 1.5, 1.7, 1.9);
    QVERIFY(proofOf(op, {}, twoThreads).causes.empty());
    op.experiments.front() = result(Experiment::Contiguous, 0.7, 0.74, 0.8); // in the same process
    QCOMPARE(causeIds(proofOf(op, {}, twoThreads)), std::vector { ProvenCause::Contiguous });
}

void OperatorProofTest::pageFaultsAreCounted()
{
    ExplainedOperator op = operatorWith({ result(Experiment::PageFaults, 0.2, 0.23, 0.3) });
    QVERIFY(proofOf(op, {}, twoThreads).causes.empty());
    op.pageFaults = 50177;
    QCOMPARE(causeIds(proofOf(op, {}, twoThreads)), std::vector { ProvenCause::PageFaults });
}

void OperatorProofTest::hugePagesBesideKeptMemory()
{
    ExplainedOperator op =
        operatorWith({ result(Experiment::PageFaults, 0.2, 0.23, 0.3), result(Experiment::HugePages, 0.3, 0.38, 0.5) });
    op.pageFaults = 8193;
    QCOMPARE(causeIds(proofOf(op, {}, twoThreads)), std::vector { ProvenCause::PageFaults });
    op.experiments[1] = result(Experiment::HugePages, 0.1, 0.12, 0.15);
    QCOMPARE(causeIds(proofOf(op, {}, twoThreads)), (std::vector { ProvenCause::HugePages, ProvenCause::PageFaults }));
}

void OperatorProofTest::oneBusyThreadIsACause()
{
    ExplainedOperator op = operatorWith({ result(Experiment::Threads, 0.97, 1, 1.04) });
    QVERIFY(proofOf(op, {}, twoThreads).causes.empty()); // both threads work: memory may be the limit
    op.busyThreads = 1.02;
    QCOMPARE(causeIds(proofOf(op, {}, twoThreads)), std::vector { ProvenCause::Threads });
    QVERIFY(proofOf(op, {}, 1).causes.empty());
    op.medianNs = 5000;
    QVERIFY(proofOf(op, {}, twoThreads).causes.empty()); // too short to be divided
}

void OperatorProofTest::capsQuotasAndFormatsAreCauses()
{
    const ExplainedOperator op = operatorWith(
        { result(Experiment::InstructionSet, 0.1, 0.11, 0.12), result(Experiment::Quota, 0.5, 0.5, 0.5),
          result(Experiment::MemoryFormat, 0.05, 0.06, 0.07), result(Experiment::Contiguous, 0.6, 0.65, 0.7),
          result(Experiment::AllThreads, 0.52, 0.55, 0.58), result(Experiment::ColdCaches, 0.2, 0.3, 0.4),
          result(Experiment::Reorders, 0.7, 0.75, 0.8), result(Experiment::Steal, 0.8, 0.8, 0.8),
          result(Experiment::Numa, 0.35, 0.4, 0.45), result(Experiment::CoreKind, 0.82, 0.85, 0.88) });
    QCOMPARE(causeIds(proofOf(op, {}, twoThreads)),
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

void OperatorProofTest::launchIsProvenByMergedCalls()
{
    QCOMPARE(provenOf(operatorWith({ mergedGains }), Bound::Launch), true);
    QCOMPARE(causeIds(proofOf(operatorWith({ mergedGains }), { Bound::Launch, false, 0 }, twoThreads)),
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

/// Copies take 26 % of the time: more than what the work takes at a roof of 20 %, less than at one of 50 %.
void OperatorProofTest::causeContradictsARoofThatTakesLess()
{
    const ExplainedOperator op = operatorWith({ notSlowed, result(Experiment::Reorders, 0.7, 0.74, 0.78) });
    QCOMPARE(proofOf(op, { Bound::Compute, false, 0.2 }, twoThreads).proven, std::optional(false));
    QCOMPARE(proofOf(op, { Bound::Compute, false, 0.25 }, twoThreads).proven, std::nullopt);
    QCOMPARE(proofOf(op, { Bound::Compute, false, 0.5 }, twoThreads).proven, std::optional(true));
    QCOMPARE(causeIds(proofOf(op, { Bound::Compute, false, 0.5 }, twoThreads)), std::vector { ProvenCause::Reorders });
    const ExplainedOperator slowed = operatorWith({ slowedByWrites, result(Experiment::Reorders, 0.7, 0.74, 0.78) });
    QCOMPARE(proofOf(slowed, { Bound::Bandwidth, false, 0.5 }, twoThreads).proven, std::optional(true));
    QCOMPARE(proofOf(slowed, { Bound::Bandwidth, false, 0.2 }, twoThreads).proven, std::optional(false));
    QCOMPARE(proofOf(slowed, { Bound::Compute, false, 0.5 }, twoThreads).proven, std::optional(false));
}

/// The other thread is busy, waiting for work that costs more to divide than to do.
void OperatorProofTest::fewerThreadsAreACauseOfTheirOwn()
{
    ExplainedOperator op = operatorWith({ result(Experiment::Threads, 0.25, 0.3, 0.32) });
    QCOMPARE(causeIds(proofOf(op, {}, twoThreads)), std::vector { ProvenCause::FewerThreads });
    op.busyThreads = 1;
    QCOMPARE(causeIds(proofOf(op, {}, twoThreads)), std::vector { ProvenCause::FewerThreads });
    op.experiments.front() = result(Experiment::Threads, 1.5, 1.6, 1.7);
    QVERIFY(proofOf(op, {}, twoThreads).causes.empty());
}

void OperatorProofTest::healthyOperatorHasNoCause()
{
    const ExplainedOperator op =
        operatorWith({ result(Experiment::PageFaults, 0.96, 1, 1.05), result(Experiment::HugePages, 0.99, 1.2, 1.4),
                       result(Experiment::Threads, 1.7, 1.8, 1.9), mergedSame, notSlowed });
    QVERIFY(proofOf(op, { Bound::Compute, false, 0 }, twoThreads).causes.empty());
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
    QVERIFY(proofOf(serial, {}, twoThreads).causes.empty());

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

    op = operatorWith({ result(Experiment::PageFaults, 0.2, 0.23, 0.3) }); // beyond what chance makes of equal ones
    op.pageFaults = 50177;
    op.experiments.back() = unsteady;
    QCOMPARE(causeIds(proofOf(op, {}, twoThreads)), std::vector { ProvenCause::PageFaults });
}

ROOFLIGHT_TEST(OperatorProofTest)
#include "operator_proof_test.moc"
