// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/error_sentences.h"
#include "core/roofline/operator_proof.h"
#include "core/service/experiments/experiments.h"
#include "tests/core/service/scripted_processes.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

using namespace rooflight;
using namespace rooflight::fixture;

namespace {

constexpr int control = 1; // in the order in which experiments take their processes
constexpr int twoThreads = 2;
constexpr std::int64_t faultsOfACall = 10;

/// A call takes 100 us, twice that on one thread, whatever is changed.
BenchmarkResponse callTimes(const ProcessState & /*state*/, const BenchmarkRequest &request)
{
    BenchmarkResponse response;
    response.threads = twoThreads;
    response.applies = request.call.change == CallChange::None || request.call.change == CallChange::ChannelsLast;
    response.ns = request.call.threads == 1 ? 200e3 : 100e3;
    response.pageFaults = faultsOfACall * request.count;
    response.callsCpuNs = twoThreads * response.ns * static_cast<double>(request.count);
    return response;
}

/// What was found of the first operator, and what it says of an arithmetic bound at nine tenths of the roof.
struct ExplanationOf {
    explicit ExplanationOf(const ProcessScript &script, const char *device = "cpu")
    {
        Request request;
        request.kind = RequestKind::Explain;
        request.model = "m.pt";
        request.device = device;
        request.operators = { 0, 1 };
        request.limits.seconds = scriptedSeconds;
        const QTemporaryDir machine; // on which nothing else runs
        JobReporter reporter = sent.reporter();
        const auto count = static_cast<int>(explanationProcesses(request));
        done = sendExplanation(request, Device(), scriptedProcesses(count, script), reporter,
                               machine.path().toStdString());
        if (!done || !sent.result || sent.result->operators.size() != 2)
            qFatal("nothing was explained");
    }

    [[nodiscard]] const ExplainedOperator &op(std::size_t at = 0) const { return sent.result->operators[at]; }
    [[nodiscard]] TrialControl controlOf(std::size_t at = 0) const
    {
        return rooflight::controlOf(*sent.result, op(at));
    }
    [[nodiscard]] OperatorProof proof(std::size_t at = 0) const
    {
        return proofOf(op(at), controlOf(at), { Bound::Compute, false, 0.9 }, twoThreads);
    }
    [[nodiscard]] const ExperimentResult *result(Experiment id, std::size_t at = 0) const
    {
        const std::vector<ExperimentResult> &all = op(at).experiments;
        const auto found = std::ranges::find_if(all, [id](const ExperimentResult &one) { return one.id == id; });
        return found == all.end() ? nullptr : &*found;
    }

    SentResult<Explanation> sent;
    bool done = false;
};

std::string failureOf(const ExplainedOperator &op, Experiment id)
{
    const FailedExperiment *failed = failedIn(op, id);
    return failed ? failed->failure.text : std::string();
}

} // namespace

/// Experiments on a CPU from the first process to what they prove, with times that this test chooses.
class ExplanationRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void experimentsComeToADecision();
    void aCauseIsFound();
    void lostControlIsTold();
    void lostProcessIsToldForEachOperator();
    void failedFootprintProvesNothing();
    void lostBackgroundProvesNothing();
    void refusedSetupLeavesTheOthers_data();
    void refusedSetupLeavesTheOthers();
    void refusedProcessOfAGpuLeavesTheOthers_data();
    void refusedProcessOfAGpuLeavesTheOthers();
    void refusedProcessIsNoneOfWhatItDoesNotApplyTo();
    void failedControlEndsTheTrial();
    void lossInTheRepetitionLeavesTheFirstTrial_data();
    void lossInTheRepetitionLeavesTheFirstTrial();
    void refusedBackgroundSaysWhyEachTime();
    void loadWithoutMemoryIsNone();
};

void ExplanationRunTest::experimentsComeToADecision()
{
    const ExplanationOf run(callTimes);
    for (const std::size_t at : { 0, 1 }) {
        QVERIFY(run.op(at).failure.empty() && run.op(at).failed.empty());
        QCOMPARE(run.op(at).medianNs, 100e3);
        QCOMPARE(run.op(at).pageFaults, static_cast<double>(faultsOfACall));
        QCOMPARE(run.op(at).busyThreads, static_cast<double>(twoThreads));
        QVERIFY(run.controlOf(at).rounds >= 12);
        QCOMPARE(run.controlOf(at).ratio, 1.0);
        QCOMPARE(run.proof(at).doubt, TrialDoubt::None);
        QVERIFY(run.result(Experiment::Threads, at) && run.result(Experiment::MemoryLoad, at));
        QCOMPARE(run.result(Experiment::Threads, at)->ratio, 2.0);
        QCOMPARE(run.result(Experiment::MemoryLoad, at)->ratio, 1.0);
        QVERIFY(run.result(Experiment::MemoryLoad, at)->rounds >= 12);
        QVERIFY(run.proof(at).causes.empty());
        QVERIFY(run.proof(at).proven == true); // no experiment speaks against it
    }
}

void ExplanationRunTest::aCauseIsFound()
{
    const ExplanationOf run([](const ProcessState &state, const BenchmarkRequest &request) {
        BenchmarkResponse response = callTimes(state, request);
        if (state.setup.keepsMemory)
            response.ns *= 0.6;
        return Result<BenchmarkResponse>(std::move(response));
    });
    const OperatorProof proof = run.proof();
    QCOMPARE(proof.doubt, TrialDoubt::None);
    QCOMPARE(proof.causes.size(), std::size_t { 1 });
    QCOMPARE(proof.causes.front().id, ProvenCause::PageFaults);
    QCOMPARE(proof.causes.front().evidence.ratio, 0.6);
    QCOMPARE(run.result(Experiment::MemoryFormat)->ratio, 1.0);
}

/// Nothing is decided, for what it failed by.
void ExplanationRunTest::lostControlIsTold()
{
    const ExplanationOf run([](const ProcessState &state, const BenchmarkRequest &request) {
        if (state.number == control && request.task == BenchmarkTask::TimeCall)
            endBySignal(SIGSEGV);
        return Result<BenchmarkResponse>(callTimes(state, request));
    });
    for (const std::size_t at : { 0, 1 }) {
        QCOMPARE(failureOf(run.op(at), Experiment::Control), std::string("its process was ended by signal SIGSEGV"));
        QVERIFY(run.op(at).failure.empty() && !run.op(at).experiments.empty());
        QCOMPARE(run.proof(at).doubt, TrialDoubt::NoControl);
        QVERIFY(!run.proof(at).proven);
    }
}

void ExplanationRunTest::lostProcessIsToldForEachOperator()
{
    const ExplanationOf run([](const ProcessState &state, const BenchmarkRequest &request) {
        if (state.setup.keepsMemory && request.task == BenchmarkTask::TimeCall)
            endBySignal(SIGABRT);
        return Result<BenchmarkResponse>(callTimes(state, request));
    });
    for (const std::size_t at : { 0, 1 }) {
        QCOMPARE(run.op(at).failed.size(), std::size_t { 1 });
        QCOMPARE(failureOf(run.op(at), Experiment::PageFaults), std::string("its process was ended by signal SIGABRT"));
        QVERIFY(!run.result(Experiment::PageFaults, at) && run.result(Experiment::HugePages, at));
        QCOMPARE(run.proof(at).doubt, TrialDoubt::None);
    }
}

/// What it would have said against the bound is not known.
void ExplanationRunTest::failedFootprintProvesNothing()
{
    const ExplanationOf run(
        [](const ProcessState &state, const BenchmarkRequest &request) -> Result<BenchmarkResponse> {
            if (request.task == BenchmarkTask::PrepareCall && request.call.change == CallChange::SmallFootprint)
                return Error { ErrorCode::ModelFailed, "it does not run so", {} };
            return callTimes(state, request);
        });
    QCOMPARE(failureOf(run.op(), Experiment::HalfBytes), std::string("it does not run so"));
    QCOMPARE(run.proof().doubt, TrialDoubt::None);
    QVERIFY(!run.proof().proven);
    QVERIFY(run.op().failure.empty() && run.result(Experiment::MemoryLoad));
}

/// Beside nothing, an operator is not slowed by writes to memory.
void ExplanationRunTest::lostBackgroundProvesNothing()
{
    const ExplanationOf run([asked = 0](const ProcessState &state, const BenchmarkRequest &request) mutable {
        if (request.task == BenchmarkTask::Disturb && asked++ == 1) // first it is only made ready
            endBySignal(SIGKILL);
        return Result<BenchmarkResponse>(callTimes(state, request));
    });
    for (const std::size_t at : { 0, 1 }) {
        QVERIFY(!run.result(Experiment::MemoryLoad, at));
        QCOMPARE(failureOf(run.op(at), Experiment::MemoryLoad), std::string("its process was ended by signal SIGKILL"));
        QVERIFY(run.op(at).failure.empty() && run.result(Experiment::Control, at));
        QVERIFY(!run.proof(at).proven);
    }
}

void ExplanationRunTest::refusedSetupLeavesTheOthers_data()
{
    QTest::addColumn<Experiment>("experiment");
    QTest::newRow("denormals") << Experiment::Denormals;
    QTest::newRow("malloc") << Experiment::PageFaults;
    QTest::newRow("huge pages") << Experiment::HugePages;
}

/// A processor that cannot flush denormals, a malloc of another kind: only that experiment is missing.
void ExplanationRunTest::refusedSetupLeavesTheOthers()
{
    QFETCH(const Experiment, experiment);
    const ExplanationOf run(
        [experiment](const ProcessState &state, const BenchmarkRequest &request) -> Result<BenchmarkResponse> {
            const bool isRefused = experiment == Experiment::Denormals ? request.setup.flushesDenormals
                : experiment == Experiment::PageFaults                 ? request.setup.keepsMemory
                                                                       : request.setup.hugePages;
            if (request.task == BenchmarkTask::Load && isRefused)
                return Error { ErrorCode::ModelFailed, "it cannot be had here", {} };
            BenchmarkResponse response = callTimes(state, request);
            if (request.task == BenchmarkTask::DescribeCall)
                response.described.name = "aten::relu";
            return response;
        });
    QVERIFY(!run.sent.error);
    for (const std::size_t at : { 0, 1 }) {
        QCOMPARE(run.op(at).failed.size(), std::size_t { 1 });
        QCOMPARE(failureOf(run.op(at), experiment), std::string("it cannot be had here"));
        QVERIFY(run.op(at).failure.empty() && run.op(at).call);
        QVERIFY(run.proof(at).proven == true);
    }
}

void ExplanationRunTest::refusedProcessOfAGpuLeavesTheOthers_data()
{
    QTest::addColumn<int>("refused"); // number of the process
    QTest::addColumn<Experiment>("experiment");
    QTest::addColumn<Experiment>("other");
    QTest::newRow("graphs") << 2 << Experiment::CudaGraph << Experiment::CudnnBenchmark;
    QTest::newRow("cuDNN") << 3 << Experiment::CudnnBenchmark << Experiment::CudaGraph;
}

/// A GPU that has no room for each of four copies of a model.
void ExplanationRunTest::refusedProcessOfAGpuLeavesTheOthers()
{
    QFETCH(const int, refused);
    QFETCH(const Experiment, experiment);
    QFETCH(const Experiment, other);
    const ExplanationOf run(
        [refused](const ProcessState &state, const BenchmarkRequest &request) -> Result<BenchmarkResponse> {
            if (request.task == BenchmarkTask::Load && state.number == refused)
                return Error { ErrorCode::OutOfMemory, "the GPU is full", {} };
            BenchmarkResponse response = callTimes(state, request);
            response.applies = response.applies || request.call.change == CallChange::CudnnBenchmark;
            return response;
        },
        "cuda:0");
    QVERIFY(!run.sent.error);
    for (const std::size_t at : { 0, 1 }) {
        QCOMPARE(run.op(at).failed.size(), std::size_t { 1 });
        QCOMPARE(failureOf(run.op(at), experiment), std::string("the GPU is full"));
        QVERIFY(run.op(at).failure.empty() && !run.result(experiment, at));
        QVERIFY(run.result(other, at) && run.result(Experiment::Control, at));
        QCOMPARE(run.result(other, at)->ratio, 1.0);
        QCOMPARE(run.proof(at).doubt, TrialDoubt::None);
    }
}

/// Neither call is a convolution.
void ExplanationRunTest::refusedProcessIsNoneOfWhatItDoesNotApplyTo()
{
    constexpr int benchmarks = 3;
    const ExplanationOf run(
        [](const ProcessState &state, const BenchmarkRequest &request) -> Result<BenchmarkResponse> {
            if (request.task == BenchmarkTask::Load && state.number == benchmarks)
                return Error { ErrorCode::OutOfMemory, "the GPU is full", {} };
            return callTimes(state, request);
        },
        "cuda:0");
    for (const std::size_t at : { 0, 1 })
        QVERIFY(run.op(at).failed.empty() && run.op(at).failure.empty());
}

/// Behind 5 calls that warm up and three rounds of two calls, the control fails once. The change looks faster than the
/// call as it is, and no faster than the control: with more rounds of that, all would be timed again.
void ExplanationRunTest::failedControlEndsTheTrial()
{
    const ExplanationOf run(
        [called = 0](const ProcessState &state, const BenchmarkRequest &request) mutable -> Result<BenchmarkResponse> {
            if (request.task == BenchmarkTask::TimeCall && state.number == control && ++called == 12)
                return Error { ErrorCode::ModelFailed, "it fails", {} };
            BenchmarkResponse response = callTimes(state, request);
            if (state.number == control || state.setup.keepsMemory)
                response.ns *= 0.85;
            return response;
        });
    QCOMPARE(failureOf(run.op(), Experiment::Control), std::string("it fails"));
    QVERIFY(!run.result(Experiment::Control));
    QCOMPARE(run.result(Experiment::PageFaults)->rounds, std::int64_t { 12 });
    QCOMPARE(run.proof().doubt, TrialDoubt::NoControl);
    QVERIFY(!failedIn(run.op(1), Experiment::Control)); // it goes on
    QCOMPARE(run.controlOf(1).rounds, std::int64_t { 24 });
}

void ExplanationRunTest::lossInTheRepetitionLeavesTheFirstTrial_data()
{
    QTest::addColumn<int>("lost"); // number of the process
    QTest::newRow("of the call as it is") << 0;
    QTest::newRow("of the control") << control;
    QTest::newRow("of the change") << 2;
}

/// The change looks faster than the call as it is, and no faster than the control: all three are timed again. Twelve
/// rounds of two calls, behind 5 that warm up, decide each trial: the 40th call is in the second. Of the call as it is,
/// three others come before.
void ExplanationRunTest::lossInTheRepetitionLeavesTheFirstTrial()
{
    QFETCH(const int, lost);
    const ExplanationOf run([lost, called = 0](const ProcessState &state, const BenchmarkRequest &request) mutable {
        const bool isPlain = request.call.change == CallChange::None && request.call.threads == 0;
        if (request.task == BenchmarkTask::TimeCall && isPlain && state.number == lost && ++called == 40)
            endBySignal(SIGSEGV);
        BenchmarkResponse response = callTimes(state, request);
        if (state.number == control || state.setup.keepsMemory)
            response.ns *= 0.85;
        return Result<BenchmarkResponse>(std::move(response));
    });
    const std::string why = "its process was ended by signal SIGSEGV";
    QVERIFY(run.op().failure.empty());
    for (const Experiment id : { Experiment::Control, Experiment::PageFaults }) {
        QVERIFY(run.result(id) && !failedIn(run.op(), id));
        QCOMPARE(run.result(id)->ratio, 0.85);
    }
    const auto rounds = static_cast<int>(run.result(Experiment::PageFaults)->rounds);
    QCOMPARE(rounds, lost == control ? 24 : 12);
    if (lost == 0)
        QCOMPARE(run.op(1).failure.text, why);
    else
        QCOMPARE(failureOf(run.op(1), lost == control ? Experiment::Control : Experiment::PageFaults), why);
}

/// The process goes on, so that the next operator hears the same, and not that it ended.
void ExplanationRunTest::refusedBackgroundSaysWhyEachTime()
{
    const ExplanationOf run(
        [](const ProcessState &state, const BenchmarkRequest &request) -> Result<BenchmarkResponse> {
            if (request.background == BackgroundWork::WritingMemory)
                return errorOf(ErrorSentence::NoBackgroundLoad, {});
            return callTimes(state, request);
        });
    for (const std::size_t at : { 0, 1 }) {
        QCOMPARE(failureOf(run.op(at), Experiment::MemoryLoad),
                 std::string("there is no memory, or no thread, for a background load"));
        QCOMPARE(run.op(at).failed.size(), std::size_t { 1 });
        QVERIFY(run.op(at).failure.empty() && run.result(Experiment::Control, at));
        QVERIFY(!run.result(Experiment::MemoryLoad, at) && !run.proof(at).proven);
    }
}

/// In a process of its own, which may have little more memory than it has.
void ExplanationRunTest::loadWithoutMemoryIsNone()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("its shadow memory alone takes terabytes of addresses");
#endif
    std::vector<BenchmarkProcess> processes =
        scriptedProcesses(1, [](const ProcessState &, const BenchmarkRequest &request) {
            constexpr rlim_t moreBytes = rlim_t { 32 } << 20; // half of what a thread writes
            const auto page = static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
            BackgroundLoad load;
            BenchmarkResponse response;
            response.hasBatch = load.set(BackgroundWork::WritingMemory, 1); // before there is a limit
            response.hasBatch = load.set(BackgroundWork::None, 0) && response.hasBatch;
            rlim_t pages = 0;
            std::ifstream("/proc/self/statm") >> pages;
            rlimit limit {};
            getrlimit(RLIMIT_AS, &limit);
            limit.rlim_cur = pages * page + moreBytes;
            response.hasImages = setrlimit(RLIMIT_AS, &limit) == 0;
            response.applies = load.set(request.background, 1);
            return Result<BenchmarkResponse>(std::move(response));
        });
    const auto answered = processes.front().ask(
        { .task = BenchmarkTask::Disturb, .background = BackgroundWork::WritingMemory }, [] { return false; });
    QVERIFY(answered.ok());
    QVERIFY(answered.value().hasBatch && answered.value().hasImages);
    QVERIFY(!answered.value().applies);
}

ROOFLIGHT_TEST(ExplanationRunTest)
#include "explanation_run_test.moc"
