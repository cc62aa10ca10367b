// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/result_sentences.h"
#include "core/timing/sweep/batch_search.h"
#include "core/timing/sweep/batch_sweep.h"
#include "support/simulated_device.h"
#include "tests/core/sampling/stop_after.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <new>
#include <stdexcept>

using namespace rooflight;

/// Sweeps of a model whose memory and times are known.
class BatchSweepTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void largestBatchIsExact_data();
    void largestBatchIsExact();
    void sequentialSearchKeepsItsStep();
    void memoryAloneEndsASearchWithoutAMaximum();
    void goesOnWhereAProcessWasLost_data();
    void goesOnWhereAProcessWasLost();
    void batchThatLosesTwoProcessesDoesNotFit();
    void throughputIsThatOfQueuedCalls();
    void bestIsTheSmallestNearTheTop();
    void rangeOfTheFileBoundsTheSearch();
    void slowBatchesEndTheSearch();
    void modelOfOneBatchEndsTheSearch();
    void modelThatNeverFitsIsAnError();
    void cancelKeepsWhatWasMeasured();
    void stoppedBatchesAreMeasuredOnResume();
    void retriesOfTheAllocatorAreFlagged();
    void lostDeviceEndsTheSweepAndKeepsItsPoints();
    void sweepThatALostDeviceLeftEmptyBeginsAnew();
};

namespace {

/// What ends a process that is killed: nothing of it goes on.
struct ProcessLost {
};

struct ModelFacts {
    std::int64_t memory = 100; ///< a batch of that size needs all of it
    double fixedNs = 0;
    double itemNs = 10 * us;
    std::int64_t onlyBatch = 0; ///< the model refuses others
    std::int64_t retriesFrom = 1'000'000'000; ///< the allocator retries at every call of such a batch and larger ones
    std::int64_t losesDevice = 0; ///< a batch that ends the device
};

/// As LibTorch throws it, at this call and every later one.
struct DeviceError : std::runtime_error {
    DeviceError()
        : std::runtime_error("CUDA error: an illegal memory access was encountered")
    {
    }
};

/// What a model has of a GPU.
struct DeviceState {
    bool lost = false;
    std::int64_t retries = 0;
};

class SimulatedRun : public BatchRun
{
public:
    SimulatedRun(SimulatedDevice &device, DeviceState &state, const ModelFacts &facts, std::int64_t batch)
        : m_device(device)
        , m_state(state)
        , m_facts(facts)
        , m_batch(batch)
    {
    }

    void call() override
    {
        if (m_batch > m_facts.memory)
            throw std::bad_alloc();
        m_state.lost = m_state.lost || m_batch == m_facts.losesDevice;
        if (m_state.lost)
            throw DeviceError();
        m_state.retries += m_batch >= m_facts.retriesFrom ? 1 : 0;
        m_device.launch(1 * us, m_facts.fixedNs + static_cast<double>(m_batch) * m_facts.itemNs);
    }

    MemoryUse memoryUse() override
    {
        call();
        return { m_batch * 1000, m_batch * 1000 + 50, m_batch * 2000, 0 };
    }

    std::optional<Cost> cost() override { return Cost { m_batch, 2 * m_batch, 3 * m_batch, 4 * m_batch }; }

private:
    SimulatedDevice &m_device;
    DeviceState &m_state;
    const ModelFacts &m_facts;
    std::int64_t m_batch;
};

Telemetry hotGpu()
{
    Telemetry telemetry;
    telemetry.clockHz = 1.2e9;
    telemetry.thermalSlowdown = true;
    return telemetry;
}

class SimulatedModel : public BatchModel
{
public:
    explicit SimulatedModel(const ModelFacts &facts)
        : m_facts(facts)
    {
    }

    std::string path() const override { return "model.pt"; }
    TimedDevice &device() override { return m_device; }
    DeviceConditionSampler &conditions() override { return m_conditions; }
    SimulatedDevice &simulated() { return m_device; }

    Result<std::unique_ptr<BatchRun>> prepare(std::int64_t batch) override
    {
        if (m_facts.onlyBatch > 0 && batch != m_facts.onlyBatch)
            return Error { ErrorCode::InputMismatch, "The model takes no other batch.", "" };
        return std::unique_ptr<BatchRun>(std::make_unique<SimulatedRun>(m_device, m_state, m_facts, batch));
    }

    void releaseMemory() override
    {
        if (m_state.lost)
            throw DeviceError();
        ++releases;
    }

    std::int64_t allocatorRetries() override { return m_state.retries; }

    int releases = 0;

private:
    ModelFacts m_facts;
    SimulatedDevice m_device;
    DeviceState m_state;
    DeviceConditionSampler m_conditions { hotGpu, DeviceConditionSampler::When::OwnThread };
};

BatchSweep question(BatchSearch search, std::int64_t maximumBatch)
{
    BatchSweep sweep;
    sweep.search = search;
    sweep.maximumBatch = maximumBatch;
    sweep.margin = 0.05;
    return sweep;
}

ComposedText crash()
{
    return composedText(sentences::processCrashed, { "SIGSEGV" });
}

std::optional<Error> run(SimulatedModel &model, BatchSweep &sweep, const MeasurementContext &context = {})
{
    return sweepBatches(model, sweep, SweepLimits {}, context, {});
}

} // namespace

void BatchSweepTest::largestBatchIsExact_data()
{
    QTest::addColumn<bool>("binary");
    QTest::addColumn<int>("memory");
    for (const bool binary : { true, false }) {
        for (const int memory : { 1, 2, 3, 31, 32, 33, 63, 100 })
            QTest::addRow("%s %d", binary ? "binary" : "sequential", memory) << binary << memory;
    }
}

void BatchSweepTest::largestBatchIsExact()
{
    QFETCH(bool, binary);
    QFETCH(int, memory);
    ModelFacts facts;
    facts.memory = memory;
    SimulatedModel model(facts);
    BatchSweep sweep = question(binary ? BatchSearch::Binary : BatchSearch::Sequential, 8192);
    QVERIFY(!run(model, sweep));
    QCOMPARE(sweep.largest, std::int64_t { memory });
    QCOMPARE(sweep.end, std::string("memory"));
    QCOMPARE(sweep.recommended, std::max<std::int64_t>(1, memory * 95 / 100));
    QVERIFY(sweep.confirmed);
    QVERIFY(sweep.find(memory)->samples.summary.count > 0);
    QCOMPARE(sweep.find(memory + 1)->outcome, BatchOutcome::OutOfMemory);
    QVERIFY(model.releases > 0);
}

/// 1, 100, 200, 300 fit into 345, 400 does not; 95 % of 300 are 285.
void BatchSweepTest::sequentialSearchKeepsItsStep()
{
    ModelFacts facts;
    facts.memory = 345;
    SimulatedModel model(facts);
    BatchSweep sweep = question(BatchSearch::Sequential, 0);
    sweep.step = 100;
    QVERIFY(!run(model, sweep));
    std::vector<std::int64_t> batches;
    for (const BatchPoint &point : sweep.points)
        batches.push_back(point.batch);
    QCOMPARE(batches, (std::vector<std::int64_t> { 1, 100, 200, 285, 300, 400 }));
    for (const std::int64_t batch : { 1, 100, 200, 300 })
        QVERIFY(sweep.find(batch)->samples.summary.count > 0);
    QCOMPARE(sweep.largest, std::int64_t { 300 });
    QCOMPARE(sweep.end, std::string("memory"));

    sweep = question(BatchSearch::Sequential, 250);
    sweep.step = 100;
    QVERIFY(!run(model, sweep));
    QCOMPARE(sweep.largest, std::int64_t { 200 });
    QCOMPARE(sweep.end, std::string("maximum_batch"));
}

void BatchSweepTest::memoryAloneEndsASearchWithoutAMaximum()
{
    ModelFacts facts;
    facts.memory = 20'011;
    SimulatedModel model(facts);
    BatchSweep sweep = question(BatchSearch::Binary, 0);
    QVERIFY(!run(model, sweep));
    QCOMPARE(sweep.largest, std::int64_t { 20'011 });
    QCOMPARE(sweep.end, std::string("memory"));
}

void BatchSweepTest::goesOnWhereAProcessWasLost_data()
{
    QTest::addColumn<int>("lostAt");
    QTest::addColumn<bool>("crashed");
    for (const int lostAt : { 1, 4, 32, 24, 28 }) {
        QTest::addRow("lost at %d", lostAt) << lostAt << false;
        QTest::addRow("crashed at %d", lostAt) << lostAt << true;
    }
}

/// What was told before the process was lost is all that the next one knows.
void BatchSweepTest::goesOnWhereAProcessWasLost()
{
    QFETCH(int, lostAt);
    QFETCH(bool, crashed);
    ModelFacts facts;
    facts.memory = 29;
    SimulatedModel model(facts);
    BatchSweep sweep = question(BatchSearch::Binary, 8192);
    BatchSweep told;
    const auto loseProcess = [&](const BatchSweep &now) {
        told = now;
        const BatchPoint *point = now.find(lostAt);
        if (point && point->outcome == BatchOutcome::Trying)
            throw ProcessLost {};
    };
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(sweepBatches(model, sweep, SweepLimits {}, {}, loseProcess)),
                             ProcessLost);
    QCOMPARE(told.find(lostAt)->outcome, BatchOutcome::Trying);
    if (crashed) // as whoever started the process adds
        std::ranges::find(told.points, lostAt, &BatchPoint::batch)->reason = crash();
    const std::size_t known = told.points.size();

    std::size_t fewest = SIZE_MAX;
    QVERIFY(!sweepBatches(model, told, SweepLimits {}, {},
                          [&fewest](const BatchSweep &now) { fewest = std::min(fewest, now.points.size()); }));
    QCOMPARE(fewest, known); // nothing that was known is tried again
    QCOMPARE(told.largest, std::int64_t { 29 });
    QCOMPARE(told.find(lostAt)->outcome, lostAt <= 29 ? BatchOutcome::Fits : BatchOutcome::OutOfMemory);
}

/// All below it are tried, up to 7. A margin is kept, as memory may have ended the processes: 95 % of 7 are 6.65.
void BatchSweepTest::batchThatLosesTwoProcessesDoesNotFit()
{
    for (const bool crashed : { false, true }) {
        BatchSweep sweep = question(BatchSearch::Binary, 8192);
        sweep.points.resize(2);
        sweep.points[0].batch = 1;
        sweep.points[0].outcome = BatchOutcome::Fits;
        sweep.points[1].batch = 8;
        sweep.points[1].timesLost = 1;
        sweep.points[1].reason = crashed ? crash() : ComposedText();
        SimulatedModel model(ModelFacts {});
        QVERIFY(!run(model, sweep));
        QCOMPARE(sweep.largest, std::int64_t { 7 });
        QCOMPARE(sweep.recommended, std::int64_t { 6 });
        QCOMPARE(sweep.end, std::string(crashed ? "model" : "memory"));
        QCOMPARE(sweep.find(8)->outcome, crashed ? BatchOutcome::Failed : BatchOutcome::OutOfMemory);
        QVERIFY(sweep.find(8)->reason.text.ends_with(crashed ? "ended by signal SIGSEGV." : "were lost."));
    }
}

/// 100 us a call and 10 us an item; 1 us to launch the first of a hundred calls in a row.
void BatchSweepTest::throughputIsThatOfQueuedCalls()
{
    ModelFacts facts;
    facts.memory = 4;
    facts.fixedNs = 100 * us;
    SimulatedModel model(facts);
    BatchSweep sweep = question(BatchSearch::Binary, 4);
    QVERIFY(!run(model, sweep));
    QCOMPARE(sweep.end, std::string("maximum_batch"));
    QCOMPARE(sweep.recommended, std::int64_t { 4 }); // nothing is short of memory, so nothing is left free
    const BatchPoint &four = *sweep.find(4);
    QCOMPARE(four.samples.summary.count, std::int64_t { 100 });
    QCOMPARE(four.samples.summary.medianNs, 140 * us);
    QCOMPARE(four.throughputPerSecond, 4.0 * 100 * 1e9 / ((100 * 140 + 1) * us));
    QCOMPARE(four.peakBytes, std::int64_t { 4000 });
    QCOMPARE(four.allocatedBytes.value_or(0), std::int64_t { 4050 });
    QCOMPARE(four.reservedBytes.value_or(0), std::int64_t { 8000 });
    QVERIFY(four.conditions->clockHz == (ConditionRange { 1.2e9, 1.2e9, 1.2e9 }));
    QCOMPARE(namesOf(four.conditions->throttleReasons), std::vector<std::string_view> { "heat" });
    QVERIFY(hasFlag(four.samples.flags, SampleFlag::Hot));
    QCOMPARE(four.flops, std::int64_t { 8 });
    QCOMPARE(four.bytes, std::int64_t { 28 });
    QCOMPARE(four.probeNs, 141 * us);
}

/// Throughput rises with the batch and levels out: 1000 us a call and 10 us an item.
void BatchSweepTest::bestIsTheSmallestNearTheTop()
{
    ModelFacts facts;
    facts.memory = 100'000;
    facts.fixedNs = 1000 * us;
    SimulatedModel model(facts);
    BatchSweep sweep = question(BatchSearch::Binary, 16384);
    QVERIFY(!run(model, sweep));
    // 10 b / (1000 + 10 b) of the top is reached within 2 % of batch 16384's by 3754 and more: 4096 is the first.
    QCOMPARE(sweep.best, std::int64_t { 4096 });
    QVERIFY(sweep.knee >= 64 && sweep.knee <= 1024);
}

/// 4, doubled while it stays within 100; then 100 itself. Refinements beside the best one come on top.
void BatchSweepTest::rangeOfTheFileBoundsTheSearch()
{
    ModelFacts facts;
    facts.memory = 1000;
    facts.fixedNs = 100 * us;
    SimulatedModel model(facts);
    BatchSweep sweep = question(BatchSearch::Binary, 0);
    sweep.smallestAllowed = 4;
    sweep.largestAllowed = 100;
    QVERIFY(!run(model, sweep));
    for (const std::int64_t batch : { 4, 8, 16, 32, 64, 100 })
        QVERIFY(sweep.find(batch) && sweep.find(batch)->samples.summary.count > 0);
    QCOMPARE(sweep.points.front().batch, std::int64_t { 4 });
    QCOMPARE(sweep.points.back().batch, std::int64_t { 100 });
    QCOMPARE(sweep.largest, std::int64_t { 100 });
    QCOMPARE(sweep.end, std::string("model"));

    sweep = question(BatchSearch::Binary, 3);
    sweep.smallestAllowed = 4;
    const std::optional<Error> error = run(model, sweep);
    QVERIFY(error);
    QCOMPARE(error->text, std::string("model.pt allows batches of 4 and more, but the largest was set to 3."));
}

void BatchSweepTest::slowBatchesEndTheSearch()
{
    ModelFacts facts;
    facts.memory = 1'000'000;
    facts.itemNs = 1e6 * us; // a second
    SimulatedModel model(facts);
    BatchSweep sweep = question(BatchSearch::Binary, 8192);
    QVERIFY(!run(model, sweep));
    QCOMPARE(sweep.end, std::string("slow"));
    QCOMPARE(sweep.find(2)->outcome, BatchOutcome::TooSlow); // two seconds and the launch
    QCOMPARE(sweep.largest, std::int64_t { 1 });
}

/// Also behind a loss of the process that tried what the model refuses.
void BatchSweepTest::modelOfOneBatchEndsTheSearch()
{
    SimulatedModel model(ModelFacts { .onlyBatch = 2 });
    for (const bool wasLost : { false, true }) {
        BatchSweep sweep = question(BatchSearch::Binary, 8192);
        sweep.smallestAllowed = 2;
        if (wasLost)
            sweep.points.emplace_back().batch = 4;
        QVERIFY(!run(model, sweep));
        QCOMPARE(sweep.end, std::string("model"));
        QVERIFY(sweep.largest == 2 && sweep.recommended == 2);
        QCOMPARE(sweep.points.size(), std::size_t { 2 }); // 3 is not tried
        QCOMPARE(sweep.find(4)->reason, std::string("The model takes no other batch."));
    }
}

void BatchSweepTest::modelThatNeverFitsIsAnError()
{
    ModelFacts facts;
    facts.memory = 0;
    SimulatedModel model(facts);
    BatchSweep sweep = question(BatchSearch::Binary, 8192);
    const std::optional<Error> error = run(model, sweep);
    QVERIFY(error && error->code == ErrorCode::OutOfMemory);
    QCOMPARE(sweep.find(1)->outcome, BatchOutcome::OutOfMemory);
}

void BatchSweepTest::cancelKeepsWhatWasMeasured()
{
    SimulatedModel model(ModelFacts {});
    BatchSweep sweep = question(BatchSearch::Binary, 8192);
    StopAfter stop(250);
    QVERIFY(!run(model, sweep, stop.context()));
    QVERIFY(sweep.end.empty());
    QVERIFY(sweep.find(1)->samples.summary.count == 100);
    // Going on measures anew what was cut short, and comes to the same end.
    QVERIFY(!run(model, sweep));
    QCOMPARE(sweep.largest, std::int64_t { 100 });
    for (const BatchPoint &point : sweep.points)
        QVERIFY(!hasFlag(point.samples.flags, SampleFlag::Partial));
}

/// Wherever it was stopped, also before the first sample of a batch that fits.
void BatchSweepTest::stoppedBatchesAreMeasuredOnResume()
{
    int stoppedBeforeSamples = 0;
    const auto isMissed = [](const BatchPoint &point) {
        const bool isPowerOfTwo = (point.batch & (point.batch - 1)) == 0;
        return isPowerOfTwo && point.outcome == BatchOutcome::Fits && point.samples.summary.count == 0;
    };
    for (int repetitions = 1; repetitions < 700; repetitions += 7) {
        SimulatedModel model(ModelFacts {});
        BatchSweep sweep = question(BatchSearch::Binary, 8192);
        StopAfter stop(repetitions);
        QVERIFY(!run(model, sweep, stop.context()));
        stoppedBeforeSamples += std::ranges::any_of(sweep.points, isMissed) ? 1 : 0;
        QVERIFY(!run(model, sweep));
        QCOMPARE(sweep.largest, std::int64_t { 100 });
        QVERIFY2(std::ranges::none_of(sweep.points, isMissed), qPrintable(QString::number(repetitions)));
    }
    QVERIFY(stoppedBeforeSamples > 0);

    // A session that an earlier version saved has larger ones behind it.
    SimulatedModel model(ModelFacts {});
    BatchSweep sweep = question(BatchSearch::Binary, 8192);
    QVERIFY(!run(model, sweep));
    std::ranges::find(sweep.points, std::int64_t(4), &BatchPoint::batch)->samples = {};
    QVERIFY(!run(model, sweep));
    QVERIFY(sweep.find(4)->samples.summary.count > 0);
}

void BatchSweepTest::retriesOfTheAllocatorAreFlagged()
{
    ModelFacts facts;
    facts.retriesFrom = 8;
    SimulatedModel model(facts);
    BatchSweep sweep = question(BatchSearch::Binary, 16);
    QVERIFY(!run(model, sweep));
    for (const BatchPoint &point : sweep.points) {
        QCOMPARE(hasFlag(point.samples.flags, SampleFlag::AllocatorRetries), point.batch >= 8);
        QCOMPARE(point.outcome, BatchOutcome::Fits);
    }
}

/// 1, 2, 4 fit; 8 ends the device: nothing is tried afterwards, and no smaller batch is blamed.
void BatchSweepTest::lostDeviceEndsTheSweepAndKeepsItsPoints()
{
    ModelFacts facts;
    facts.losesDevice = 8;
    SimulatedModel model(facts);
    BatchSweep sweep = question(BatchSearch::Binary, 64);
    const std::optional<Error> error = run(model, sweep);
    QVERIFY(error && error->text.find("illegal memory access") != std::string::npos);
    QCOMPARE(sweep.points.size(), std::size_t { 4 });
    QCOMPARE(sweep.find(8)->outcome, BatchOutcome::Failed);
    QCOMPARE(sweep.find(4)->outcome, BatchOutcome::Fits);
    QVERIFY(sweep.find(4)->samples.summary.count > 0);
    QVERIFY(sweep.end.empty());
}

/// What was kept of it does not say that the device failed, not the model.
void BatchSweepTest::sweepThatALostDeviceLeftEmptyBeginsAnew()
{
    ModelFacts facts;
    facts.losesDevice = 1;
    SimulatedModel lost(facts);
    BatchSweep sweep = question(BatchSearch::Binary, 16);
    QVERIFY(run(lost, sweep).has_value());
    QCOMPARE(sweep.find(1)->outcome, BatchOutcome::Failed);
    SimulatedModel model(ModelFacts {});
    QVERIFY(!run(model, sweep));
    QCOMPARE(sweep.find(1)->outcome, BatchOutcome::Fits);
    QCOMPARE(sweep.largest, std::int64_t { 16 });
}

ROOFLIGHT_TEST(BatchSweepTest)
#include "batch_sweep_test.moc"
