// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/roofline/experiment_builder.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <vector>

using namespace rooflight;
using namespace rooflight::fixture;

/// What experiments prove beside one that failed, or had too few rounds.
class FailedExperimentsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aFailedObjectionIsMissed();
    void aFailedCauseIsMissedBelowHalfOfTheRoof();
    void whatNeedsNoObjectionStays();
    void aFailedHalfTypeCanOnlySpeakAgainstMemory();
};

/// What it would have said is not known; causes that others found are.
void FailedExperimentsTest::aFailedObjectionIsMissed()
{
    const ExplainedOperator onCpu = operatorWith({ notSlowed });
    QVERIFY(provenOf(onCpu, Bound::Compute) == true);
    for (const Experiment id : { Experiment::HalfBytes, Experiment::MergedCalls })
        QVERIFY(!provenOf(failed(onCpu, id), Bound::Compute));
    QVERIFY(!provenOf(failed(operatorWith({ sameInCache }), Experiment::MemoryLoad), Bound::Compute));
    const ExplainedOperator slowed = operatorWith({ slowedByWrites });
    QVERIFY(provenOf(slowed, Bound::Bandwidth) == true && provenOf(slowed, Bound::Compute) == false);
    for (const Bound bound : { Bound::Bandwidth, Bound::Compute, Bound::Underutilized })
        QVERIFY(!provenOf(failed(slowed, Experiment::HalfBytes), bound));
    const ExplainedOperator inCores = operatorWith({ notSlowed, result(Experiment::Threads, 1.5, 1.7, 1.9) });
    QVERIFY(provenOf(inCores, Bound::Compute, true) == true);
    QVERIFY(!provenOf(failed(inCores, Experiment::HalfBytes), Bound::Compute, true));
    const ExplainedOperator onGpu = operatorWith({ copyIsShort, sameInHalfType });
    QVERIFY(provenOnGpu(onGpu, Bound::Compute) == true);
    for (const Experiment id : { Experiment::HalfBytes, Experiment::CudaGraph })
        QVERIFY(!provenOnGpu(failed(onGpu, id), Bound::Compute));
    QVERIFY(!provenOnGpu(failed(operatorWith({ sameInHalfType }), Experiment::CopiedBytes), Bound::Compute));

    ExplainedOperator huge = operatorWith({ result(Experiment::HugePages, 0.4, 0.5, 0.6) });
    const JudgedBound judged { Bound::Underutilized, false, 0 };
    QVERIFY(!provenOf(failed(huge, Experiment::MergedCalls), Bound::Underutilized)); // launching may take more
    QVERIFY(causeIds(proofFor(failed(huge, Experiment::HalfBytes), judged, twoThreads))
            == std::vector { ProvenCause::HugePages });
    // They spare page faults, too: without that experiment it may be either.
    huge.pageFaults = 50177;
    QVERIFY(causeIds(proofFor(failed(huge, Experiment::PageFaults), judged, twoThreads)).empty());
    huge.pageFaults = 0;
    QVERIFY(causeIds(proofFor(failed(huge, Experiment::PageFaults), judged, twoThreads))
            == std::vector { ProvenCause::HugePages });
    const ExplainedOperator batch = operatorWith({ fasterAsLargerBatch });
    QVERIFY(!causeIds(proofFor(batch, { Bound::Underutilized, false, 0, true }, twoThreads)).empty());
    QVERIFY(
        causeIds(proofFor(failed(batch, Experiment::CopiedBytes), { Bound::Underutilized, false, 0, true }, twoThreads))
            .empty());
}

/// What the work takes at its roof, 90 % or 30 % of the time, leaves 10 % or 70 % for anything else.
void FailedExperimentsTest::aFailedCauseIsMissedBelowHalfOfTheRoof()
{
    ExplainedOperator compute = operatorWith({ notSlowed });
    compute.pageFaults = 50177;
    const auto proven = [](const ExplainedOperator &op, Bound bound, double roofFraction) {
        return proofFor(op, { bound, false, roofFraction }, twoThreads).proven;
    };
    QVERIFY(proven(compute, Bound::Compute, 0.3) == true);
    for (const Experiment id : { Experiment::Denormals, Experiment::PageFaults, Experiment::Reorders }) {
        QVERIFY(proven(failed(compute, id), Bound::Compute, 0.9) == true);
        QVERIFY(!proven(failed(compute, id), Bound::Compute, 0.3));
    }
    // What cannot be, and what leads to another roof.
    compute.pageFaults = 0;
    for (const Experiment id : { Experiment::PageFaults, Experiment::ColdCaches, Experiment::BFloat16 })
        QVERIFY(proven(failed(compute, id), Bound::Compute, 0.3) == true);
    const ExplainedOperator slowed = operatorWith({ slowedByWrites });
    QVERIFY(proven(failed(slowed, Experiment::Numa), Bound::Bandwidth, 0.9) == true);
    QVERIFY(!proven(failed(slowed, Experiment::Numa), Bound::Bandwidth, 0.3));
    QVERIFY(proven(failed(slowed, Experiment::Numa), Bound::Compute, 0.3) == false); // memory is enough for that
    const ExplainedOperator onGpu = operatorWith({ copyIsShort, sameInHalfType, sameInGraph });
    QVERIFY(provenOnGpu(failed(onGpu, Experiment::CudnnBenchmark), Bound::Compute, 0.9) == true);
    QVERIFY(!provenOnGpu(failed(onGpu, Experiment::CudnnBenchmark), Bound::Compute, 0.3));
    QVERIFY(provenOnGpu(failed(onGpu, Experiment::Tf32), Bound::Compute, 0.3) == true);
    // That one thread does all the work speaks against any roof.
    QVERIFY(proven(failed(compute, Experiment::Threads), Bound::Compute, 0.9) == true);
    compute.busyThreads = 1.05;
    QVERIFY(!proven(failed(compute, Experiment::Threads), Bound::Compute, 0.9));
}

/// A cause or a fixed cost that was found, and one that outweighs a roof, do not rest on what could not be tried.
void FailedExperimentsTest::whatNeedsNoObjectionStays()
{
    const ExplainedOperator huge = operatorWith({ result(Experiment::HugePages, 0.4, 0.5, 0.6) });
    const ExplainedOperator launched = operatorWith({ mergedGains });
    ExplainedOperator fewRounds = operatorWith({ mergedGains, slowedByWrites });
    fewRounds.experiments[1].rounds = 5;
    for (const Experiment id : { Experiment::HalfBytes, Experiment::MemoryLoad }) {
        QVERIFY(provenOf(failed(huge, id), Bound::Underutilized) == true);
        QVERIFY(provenOf(failed(launched, id), Bound::Launch) == true);
        QVERIFY(provenOf(failed(launched, id), Bound::Bandwidth) == false);
    }
    QVERIFY(provenOf(fewRounds, Bound::Launch) == true);
    QVERIFY(provenOf(failed(operatorWith({ mergedSame }), Experiment::HalfBytes), Bound::Launch) == false);
    for (const Experiment id : { Experiment::HalfBytes, Experiment::MemoryLoad, Experiment::MergedCalls }) {
        for (const Bound bound : { Bound::Compute, Bound::Bandwidth, Bound::Balanced })
            QVERIFY(proofFor(failed(huge, id), { bound, false, 0.3 }, twoThreads).proven == false); // 40 % or more
    }
    QVERIFY(provenOf(failed(operatorWith({ slowedByWrites }), Experiment::MergedCalls), Bound::Compute) == false);
    const ExplainedOperator inGraph = operatorWith({ fasterInGraph });
    for (const Experiment id : { Experiment::Float16, Experiment::CopiedBytes })
        QVERIFY(provenOnGpu(failed(inGraph, id), Bound::Launch) == true);
}

/// That one is faster says nothing of memory; that none is says that nothing waits for it.
void FailedExperimentsTest::aFailedHalfTypeCanOnlySpeakAgainstMemory()
{
    const Experiment id = Experiment::Float16;
    QVERIFY(provenOnGpu(failed(operatorWith({ copyIsShort }), id), Bound::Compute) == true);
    QVERIFY(!provenOnGpu(failed(operatorWith({ copyAsLong }), id), Bound::Bandwidth));
    QVERIFY(provenOnGpu(failed(operatorWith({ copyAsLong, fasterInHalfType }), id), Bound::Bandwidth) == true);
    QVERIFY(!provenOnGpu(failed(operatorWith({ result(Experiment::BFloat16, 0.98, 1, 1.02) }), id), Bound::Compute));
}

ROOFLIGHT_TEST(FailedExperimentsTest)
#include "failed_experiments_test.moc"
