// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/operator_proof.h"
#include "core/service/experiments/call_comparison.h"
#include "tests/core/machine/fake_root.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <filesystem>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

using namespace rooflight;

namespace {

constexpr double enoughSeconds = 10; ///< far more than a comparison needs, which ends when all ratios are known

/// A call takes half of the time in a graph. Without gaps in its arguments, it fails. \p holds: the queue can be held
/// back for it.
Result<BenchmarkResponse> answerOf(const BenchmarkRequest &request, bool holds)
{
    const CallRequest &call = request.call;
    if (request.task == BenchmarkTask::PrepareCall && call.timing == CallTiming::Held && !holds)
        return Error { ErrorCode::ModelFailed, "it cannot be held back", {} };
    if (request.task == BenchmarkTask::TimeCall && call.change == CallChange::Contiguous)
        return Error { ErrorCode::ModelFailed, "it fails", {} };
    BenchmarkResponse response;
    response.applies = true;
    response.ns = call.timing == CallTiming::Graph ? 50e3 : 100e3;
    return response;
}

std::vector<BenchmarkProcess> processesWith(bool holds)
{
    Result<std::vector<BenchmarkProcess>> started =
        BenchmarkProcess::start(gpuProcesses, [holds](BenchmarkSocket socket) {
            BackgroundWork background = BackgroundWork::None;
            std::optional<BenchmarkRequest> first = socket.readRequest();
            if (!first)
                return;
            answerAll(socket, std::move(*first), [&](const BenchmarkRequest &request) {
                if (request.task == BenchmarkTask::Disturb)
                    background = request.background;
                Result<BenchmarkResponse> response = answerOf(request, holds);
                if (response.ok())
                    response.value().items = background == BackgroundWork::None ? 0 : 1;
                return response;
            });
        });
    if (!started.ok())
        qFatal("no processes");
    return std::move(started).value();
}

/// The processes of experiments on a simulated GPU.
struct SimulatedExperiments {
    explicit SimulatedExperiments(bool holds = true)
        : pool(processesWith(holds), reporter, "explain")
    {
        for (BenchmarkProcess **process :
             { &processes.plain, &processes.control, &processes.graphs, &processes.benchmarks })
            *process = pool.take().value();
    }

    [[nodiscard]] CallVariant variant(BenchmarkProcess *process, CallChange change) const
    {
        CallVariant variant { .process = process, .call = {}, .times = {} };
        variant.call.change = change;
        if (change != CallChange::None)
            variant.experiment = Experiment::Contiguous;
        return variant;
    }

    std::stop_source stop;
    JobReporter reporter { [](const RecordBody &) {}, [](JobStage) {}, [] {}, stop.get_token() };
    BenchmarkPool pool;
    GpuProcesses processes;
};

/// Programs that take no CPU, or half of all of them, from when it is made on.
class SimulatedLoad
{
public:
    SimulatedLoad(const BenchmarkPool &pool, bool isThere)
        : m_load(pool, rootWith("cpu  0 0 0 0 0 0 0 0 0 0\n"))
    {
        rootWith(isThere ? "cpu  500000 0 0 500000 0 0 0 0 0 0\n" : "cpu  0 0 0 1000000 0 0 0 0 0 0\n");
    }

    [[nodiscard]] const OtherLoad &load() const { return m_load; }

private:
    std::filesystem::path rootWith(const QByteArray &times)
    {
        if (!m_root.write("proc/stat", times))
            qFatal("no folder");
        return m_root.path();
    }

    FakeRoot m_root;
    OtherLoad m_load;
};

} // namespace

/// Experiments with processes that answer as if they were on a GPU.
class GpuExperimentsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void launchesBesideOtherProgramsTellNothing();
    void controlOfLaunchesIsNeeded_data();
    void controlOfLaunchesIsNeeded();
    void stoppedLaunchesAreNotKnown();
    void otherProgramsCountWhereTheHostIsTimed();
    void halfOfTheCpusIsOtherLoad();
    void changeThatFailsLeavesTheOthers();
    void backgroundLoadEndsWithAFailure();
};

/// The host launches them: what takes its CPUs makes a graph look good. What launches take is then not known, and no
/// bound is proven that they might contradict.
void GpuExperimentsTest::launchesBesideOtherProgramsTellNothing()
{
    for (const bool isThere : { false, true }) {
        SimulatedExperiments simulated;
        GpuExperiments experiments(simulated.pool, simulated.processes);
        CallComparison comparison(simulated.pool, simulated.reporter, nullptr, [isThere] { return isThere; });
        ExplainedOperator op;
        experiments.compareLaunches(op, {}, comparison, enoughSeconds);
        QVERIFY(!comparison.takeOtherLoad()); // it is not that of the operator's other experiments
        QCOMPARE(op.experiments.empty(), isThere);
        if (!isThere) {
            QVERIFY(op.experiments.front().id == Experiment::CudaGraph);
            QCOMPARE(op.experiments.front().ratio, 0.5);
            QVERIFY(op.failed.empty());
        } else {
            QVERIFY(failedIn(op, Experiment::CudaGraph));
            QCOMPARE(failedIn(op, Experiment::CudaGraph)->failure.text,
                     std::string("other programs used the CPUs meanwhile"));
        }
        // A copy of its bytes takes a twentieth of its time: memory does not limit it.
        op.experiments.push_back({ Experiment::CopiedBytes, 0.05, { 0.04, 0.06 }, 8 });
        const OperatorProof proof = proofOf(op, { 1, { 0.97, 1.03 }, 8 }, { Bound::Compute, false, 0.9, true }, 2);
        QCOMPARE(proof.doubt, TrialDoubt::None);
        QCOMPARE(proof.proven, isThere ? std::nullopt : std::optional(false)); // launches take half of its time
    }
}

void GpuExperimentsTest::controlOfLaunchesIsNeeded_data()
{
    QTest::addColumn<bool>("fails");
    QTest::addColumn<QString>("reason");
    QTest::newRow("it fails") << true << "it fails";
    QTest::newRow("it takes 1.4 times as long") << false << "two identical processes differ by too much";
}

/// The graph itself has all of its rounds.
void GpuExperimentsTest::controlOfLaunchesIsNeeded()
{
    QFETCH(const bool, fails);
    QFETCH(const QString, reason);
    SimulatedExperiments simulated;
    Result<std::vector<BenchmarkProcess>> other = BenchmarkProcess::start(1, [fails](BenchmarkSocket socket) {
        std::optional<BenchmarkRequest> first = socket.readRequest();
        if (!first)
            return;
        answerAll(socket, std::move(*first), [fails](const BenchmarkRequest &request) -> Result<BenchmarkResponse> {
            if (fails && request.task == BenchmarkTask::TimeCall)
                return Error { ErrorCode::ModelFailed, "it fails", {} };
            Result<BenchmarkResponse> response = answerOf(request, true);
            response.value().ns *= 1.4;
            return response;
        });
    });
    QVERIFY(other.ok());
    simulated.processes.control = &other.value().front();
    GpuExperiments experiments(simulated.pool, simulated.processes);
    CallComparison comparison(simulated.pool, simulated.reporter, nullptr, {});
    ExplainedOperator op;
    experiments.compareLaunches(op, {}, comparison, enoughSeconds);
    QVERIFY(op.experiments.empty());
    QCOMPARE(op.failed.size(), std::size_t { 1 });
    QVERIFY(failedIn(op, Experiment::CudaGraph));
    QCOMPARE(failedIn(op, Experiment::CudaGraph)->failure.text, reason.toStdString());
}

/// A bound that they might contradict is not proven because somebody stopped the rest.
void GpuExperimentsTest::stoppedLaunchesAreNotKnown()
{
    SimulatedExperiments simulated;
    GpuExperiments experiments(simulated.pool, simulated.processes);
    CallComparison comparison(simulated.pool, simulated.reporter, nullptr, {});
    ExplainedOperator op;
    simulated.stop.request_stop();
    experiments.compareLaunches(op, {}, comparison, enoughSeconds);
    QVERIFY(op.experiments.empty());
    QCOMPARE(op.failed.size(), std::size_t { 1 });
    QVERIFY(failedIn(op, Experiment::CudaGraph));
    QCOMPARE(failedIn(op, Experiment::CudaGraph)->failure.text,
             std::string("two identical processes were not timed often enough"));
}

void GpuExperimentsTest::otherProgramsCountWhereTheHostIsTimed()
{
    for (const bool holds : { true, false }) {
        SimulatedExperiments simulated(holds);
        GpuExperiments experiments(simulated.pool, simulated.processes);
        ExplainedOperator op;
        std::vector<CallVariant> variants = experiments.changes(op, {});
        QVERIFY(variants.size() > 2);
        for (const bool isThere : { false, true }) {
            CallComparison comparison(simulated.pool, simulated.reporter, nullptr, [isThere] { return isThere; });
            QVERIFY(comparison.compare({ &variants[0], &variants[1] }, 0.01).ok());
            QCOMPARE(comparison.takeOtherLoad(), isThere && !holds);
            QVERIFY(!comparison.takeOtherLoad());
        }
    }
}

void GpuExperimentsTest::halfOfTheCpusIsOtherLoad()
{
    const SimulatedExperiments simulated;
    for (const bool isThere : { false, true })
        QCOMPARE(SimulatedLoad(simulated.pool, isThere).load().isThere(), isThere);
}

void GpuExperimentsTest::changeThatFailsLeavesTheOthers()
{
    SimulatedExperiments simulated;
    CallComparison comparison(simulated.pool, simulated.reporter, nullptr, {});
    BenchmarkProcess *plainProcess = simulated.processes.plain;
    CallVariant plain = simulated.variant(plainProcess, CallChange::None);
    CallVariant control = simulated.variant(simulated.processes.control, CallChange::None);
    CallVariant fails = simulated.variant(plainProcess, CallChange::Contiguous);
    CallVariant works = simulated.variant(plainProcess, CallChange::ChannelsLast);
    QVERIFY(comparison.compare({ &plain, &control, &fails, &works }, 0.01).ok());
    QVERIFY(fails.times.ns.empty());
    QCOMPARE(fails.failure.text, std::string("it fails"));
    ExplainedOperator op;
    addRatio(op, fails);
    addRatio(op, works);
    QCOMPARE(op.experiments.size(), std::size_t { 1 });
    QVERIFY(failedIn(op, Experiment::Contiguous));
    QVERIFY(!plain.times.ns.empty());
    QCOMPARE(works.times.ns.size(), plain.times.ns.size());
    QCOMPARE(ratioOf(works).median, 1.0);
}

/// What is timed next would run beside it.
void GpuExperimentsTest::backgroundLoadEndsWithAFailure()
{
    SimulatedExperiments simulated;
    BenchmarkProcess *background = simulated.processes.benchmarks;
    CallComparison comparison(simulated.pool, simulated.reporter, background, {});
    CallVariant fails = simulated.variant(simulated.processes.plain, CallChange::Contiguous);
    fails.background = BackgroundWork::WritingMemory;
    fails.backgroundThreads = 1;
    QVERIFY(!comparison.compare({ &fails }, 0.01).ok());
    const Result<BenchmarkResponse> left = simulated.pool.ask(*background, { .task = BenchmarkTask::Time });
    QVERIFY(left.ok());
    QCOMPARE(left.value().items, 0);
}

ROOFLIGHT_TEST(GpuExperimentsTest)
#include "gpu_experiments_test.moc"
