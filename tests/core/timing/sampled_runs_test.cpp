// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/latency/sampled_runs.h"
#include "core/timing/latency/trials.h"
#include "support/fixed_runs.h"
#include "support/simulated_device.h"
#include "tests/core/sampling/fake_clock.h"
#include "tests/core/sampling/stop_after.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>

using namespace rooflight;

class SampledRunsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callsPerSampleGrowAsCallsShrink_data();
    void callsPerSampleGrowAsCallsShrink();
    void shortCallsAreTimedTogether();
    void failureKeepsWhatWasMeasured();
    void lostDeviceIsNamedAndCostsNothing();
    void stopInTheWarmupKeepsIt();
    void publishingCostsNoWallTime();
    void newMemoryAtEachCallIsCounted();
    void whatWaitsForMemory_data();
    void whatWaitsForMemory();
    void noWarmupWhenNoneIsWanted();
    void coldCachesAreFlushedBeforeEachCall();
    void spanHoldsAllCalls();
};

void SampledRunsTest::callsPerSampleGrowAsCallsShrink_data()
{
    QTest::addColumn<double>("callNs");
    QTest::addColumn<std::int64_t>("calls");
    QTest::newRow("24 ms") << 24e6 << std::int64_t { 1 };
    QTest::newRow("50 us") << 50e3 << std::int64_t { 1 };
    QTest::newRow("49 us") << 49e3 << std::int64_t { 10 }; // 250 / 49 = 5.1
    QTest::newRow("30 us") << 30e3 << std::int64_t { 10 }; // 250 / 30 = 8.3
    QTest::newRow("25 us") << 25e3 << std::int64_t { 10 };
    QTest::newRow("3.8 us") << 3.8e3 << std::int64_t { 100 }; // 250 / 3.8 = 66
    QTest::newRow("2 us") << 2e3 << std::int64_t { 200 }; // 125
    QTest::newRow("0") << 0.0 << std::int64_t { 500'000 };
}

void SampledRunsTest::callsPerSampleGrowAsCallsShrink()
{
    QFETCH(double, callNs);
    QFETCH(std::int64_t, calls);
    QCOMPARE(callsPerSampleFor(callNs), calls);
    QVERIFY(calls == 1 || static_cast<double>(calls) * callNs >= 250e3 || callNs == 0);
}

void SampledRunsTest::shortCallsAreTimedTogether()
{
    std::vector<std::int64_t> asked;
    const TimedCalls run = [&asked](std::int64_t calls) {
        asked.push_back(calls);
        return 2000.0;
    };
    std::size_t callsBefore = 0;
    const SampledRuns sampled = sampleRuns(run, "model.pt", fixedRuns(7), {}, {}, [&] { callsBefore = asked.size(); });
    QCOMPARE(callsBefore, sampled.warmupNs.size());
    QCOMPARE(sampled.callsPerSample, std::int64_t { 200 });
    QCOMPARE(sampled.samplesNs, std::vector<double>(7, 2000.0));
    QCOMPARE(asked.front(), std::int64_t { 1 }); // warm-up calls are seen one by one
    QCOMPARE(asked.back(), std::int64_t { 200 });
    QCOMPARE(sampled.end, StopReason::CountLimit);
}

void SampledRunsTest::failureKeepsWhatWasMeasured()
{
    int calls = 0;
    const TimedCalls run = [&calls](std::int64_t) {
        if (++calls == 13)
            throw std::runtime_error("the thirteenth call fails");
        return 1e6;
    };
    const SampledRuns sampled = sampleRuns(run, "model.pt", fixedRuns(1000), {});
    QVERIFY(sampled.error.has_value());
    QVERIFY(sampled.error->text.starts_with("model.pt failed while running: \"the thirteenth call fails"));
    QVERIFY(sampled.isPartial());
    QCOMPARE(sampled.warmupNs.size() + sampled.samplesNs.size(), std::size_t { 12 });
}

void SampledRunsTest::lostDeviceIsNamedAndCostsNothing()
{
    int calls = 0;
    const TimedCalls run = [&calls](std::int64_t) {
        if (++calls == 20)
            throw std::runtime_error("CUDA error: no CUDA-capable device is detected\nCUDA kernel errors might be ...");
        return 1e6;
    };
    const SampledRuns sampled = sampleRuns(run, "model.pt", fixedRuns(1000), {});
    QVERIFY(sampled.error.has_value());
    QCOMPARE(sampled.error->code, ErrorCode::DeviceMissing);
    QCOMPARE(sampled.error->text,
             std::string("The device was lost while model.pt ran: \"CUDA error: no CUDA-capable "
                         "device is detected\"."));
    QCOMPARE(sampled.warmupNs.size() + sampled.samplesNs.size(), std::size_t { 19 });
}

void SampledRunsTest::stopInTheWarmupKeepsIt()
{
    StopAfter stop(2);
    const SampledRuns sampled = sampleRuns([](std::int64_t) { return 1e6; }, "model.pt", fixedRuns(10), stop.context());
    QVERIFY(!sampled.error);
    QVERIFY(sampled.isPartial());
    QCOMPARE(sampled.warmupNs.size(), std::size_t { 2 });
    QVERIFY(sampled.samplesNs.empty());
}

void SampledRunsTest::publishingCostsNoWallTime()
{
    FakeClock clock;
    const TimedCalls run = [&clock](std::int64_t) {
        clock.seconds += 0.125;
        return 125e6;
    };
    int snapshots = 0;
    const SnapshotSink<SampledRuns> slowly = [&](const SampledRuns &) {
        clock.seconds += 0.5;
        ++snapshots;
    };
    TrialLimits limits = fixedRuns(200);
    limits.sampling.maximumSeconds = 1000;
    const SampledRuns sampled = sampleRuns(run, "model.pt", limits, clock.context(), slowly);
    QVERIFY(snapshots > 1);
    QCOMPARE(sampled.wallNs, 200 * 125e6);
}

/// As an allocator does that hands memory back behind every call.
void SampledRunsTest::newMemoryAtEachCallIsCounted()
{
    constexpr std::size_t bytes = std::size_t { 32 } << 20;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    std::vector<char> kept(bytes);
    const auto touch = [page](volatile char *memory) {
        for (std::size_t at = 0; at < bytes; at += page)
            memory[at] = 1;
    };
    const TimedCalls anew = [touch](std::int64_t) {
        void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        madvise(memory, bytes, MADV_NOHUGEPAGE);
        touch(static_cast<volatile char *>(memory));
        munmap(memory, bytes);
        return 1e6;
    };
    const TimedCalls again = [&kept, touch](std::int64_t) {
        touch(kept.data());
        return 1e6;
    };
    const SampledRuns faulting = sampleRuns(anew, "model.pt", fixedRuns(20), {});
    QVERIFY(faulting.kernelWork.pageFaults >= static_cast<std::int64_t>(20 * bytes / page));
    QVERIFY(faulting.kernelWork.systemNs > 0);
    QVERIFY(!sampleRuns(again, "model.pt", fixedRuns(20), {}).waitsForMemory());
}

/// 20 samples of 10 calls in 20 ms: 3 % of that are 0.6 ms, and 100 faults a call are 20,000.
void SampledRunsTest::whatWaitsForMemory_data()
{
    QTest::addColumn<double>("systemMs");
    QTest::addColumn<std::int64_t>("faults");
    QTest::addColumn<bool>("waits");
    QTest::newRow("new memory at each call") << 0.7 << std::int64_t { 20'000 } << true;
    QTest::newRow("little time") << 0.5 << std::int64_t { 20'000 } << false;
    QTest::newRow("few faults") << 0.7 << std::int64_t { 19'999 } << false;
}

void SampledRunsTest::whatWaitsForMemory()
{
    QFETCH(double, systemMs);
    QFETCH(std::int64_t, faults);
    SampledRuns runs;
    runs.samplesNs = std::vector<double>(20, 1e5);
    runs.callsPerSample = 10;
    runs.wallNs = 20e6;
    runs.kernelWork = { faults, systemMs * 1e6 };
    QTEST(runs.waitsForMemory(), "waits");
}

void SampledRunsTest::noWarmupWhenNoneIsWanted()
{
    TrialLimits limits = fixedRuns(3);
    limits.warmup.minimumCount = 0;
    limits.warmup.maximumCount = 0;
    const SampledRuns sampled = sampleRuns([](std::int64_t) { return 1e6; }, "model.pt", limits, {});
    QVERIFY(sampled.warmupNs.empty());
    QCOMPARE(sampled.samplesNs.size(), std::size_t { 3 });
    QCOMPARE(sampled.warmupEnd, StopReason::CountLimit);
}

void SampledRunsTest::coldCachesAreFlushedBeforeEachCall()
{
    SimulatedDevice device;
    const auto run = [&device] { device.launch(0, 10'000); };
    QCOMPARE(timedCallsNs(device, run, 4, Caches::Cold), 10'000.0);
    QCOMPARE(device.flushes(), 4);
    QCOMPARE(timedCallsNs(device, run, 4, Caches::Warm), 10'000.0);
    QCOMPARE(device.flushes(), 4);
}

/// A span that ended with the last call's launch would miss its work.
void SampledRunsTest::spanHoldsAllCalls()
{
    SimulatedDevice device;
    const auto run = [&device] { device.launch(1'000, 50'000); };
    QCOMPARE(timedCallsNs(device, run, 10, Caches::Warm), (1'000 + 10 * 50'000) / 10.0);
}

ROOFLIGHT_TEST(SampledRunsTest)
#include "sampled_runs_test.moc"
