// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/error_sentences.h"
#include "core/service/experiments/experiments.h"
#include "tests/core/service/scripted_processes.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <string>

#include <unistd.h>

namespace rooflight {

void applyToProcess(const RunSetup &setup); // of benchmark_model.h, which includes LibTorch

}

using namespace rooflight;
using namespace rooflight::fixture;

namespace {

// In the order in which remedies take their processes.
constexpr int controlAt = 2;
constexpr int firstTried = 3;
constexpr int processCount = 12;

constexpr std::int64_t baseItems = 4;

/// Microseconds of a run: 100 as the model is.
double microsecondsOf(const ProcessState &state)
{
    const bool halves = state.setup.execution.precision == ModelPrecision::BFloat16;
    const bool frozen = state.setup.execution.executor == Executor::Frozen;
    if (halves && frozen)
        return 40;
    if (state.setup.keepsMemory)
        return 130;
    return halves ? 50 : frozen ? 80 : 100;
}

BenchmarkResponse runTimes(const ProcessState &state, const BenchmarkRequest &request)
{
    BenchmarkResponse response;
    response.threads = 1;
    response.peakBytes = 1000;
    response.ns = 1e3 * microsecondsOf(state);
    if (request.task == BenchmarkTask::Inputs)
        response.data = "inputs";
    if (request.task == BenchmarkTask::Outputs) {
        constexpr float number = 1;
        response.outputSizes = { 1 };
        response.data.assign(reinterpret_cast<const char *>(&number), sizeof number);
    }
    return response;
}

/// As it is, an item takes 100 us.
BenchmarkResponse timesOfBatches(const ProcessState &state, const BenchmarkRequest &request)
{
    BenchmarkResponse response = runTimes(state, request);
    const std::int64_t items = state.items > 0 ? state.items : baseItems;
    const double itemNs = items <= baseItems ? 100e3
        : items == 2 * baseItems             ? 60e3
        : items == 4 * baseItems             ? 40e3
                                             : 39.9e3;
    response.ns = itemNs * static_cast<double>(items);
    response.hasBatch = true;
    response.items = items;
    return response;
}

struct RemediesOf {
    RemediesOf(std::vector<std::string> ids, const ProcessScript &script, bool stopsAtNotice = false)
    {
        sent.stopsAtNotice = stopsAtNotice;
        Request request;
        request.kind = RequestKind::Remedies;
        request.model = "m.pt";
        request.device = "cpu";
        request.remedies = std::move(ids);
        request.limits.seconds = scriptedSeconds;
        const QTemporaryDir machine; // on which nothing else runs
        JobReporter reporter = sent.reporter();
        done = sendRemedies(request, Device(), scriptedProcesses(processCount, script), reporter,
                            machine.path().toStdString());
    }

    [[nodiscard]] const Remedy &operator[](RemedyId id) const
    {
        const auto found =
            std::ranges::find_if(sent.result->remedies, [id](const Remedy &remedy) { return remedy.id == id; });
        if (found == sent.result->remedies.end())
            qFatal("no such remedy");
        return *found;
    }

    SentResult<Remedies> sent;
    bool done = false;
};

} // namespace

/// Remedies from the first process to their best, with times that this test chooses.
class RemediesRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void trialsComeToADecision();
    void makerOfTheInputsIsGoneBeforeOthersLoad();
    void lostControlEndsThem_data();
    void lostControlEndsThem();
    void failedControlSaysWhyOnce();
    void lostControlOfALaterGroupKeepsTheBest();
    void lostRemedySaysWhy();
    void lostCombinationSaysWhy_data();
    void lostCombinationSaysWhy();
    void stopWhileCombinationsLoadFailsNone();
    void setupWithoutEffectIsAnError();
    void largerBatchIsFound();
    void batchThatCannotBeTimedSaysWhy_data();
    void batchThatCannotBeTimedSaysWhy();
};

void RemediesRunTest::trialsComeToADecision()
{
    const RemediesOf run({ "bfloat16", "frozen", "keep_memory" }, runTimes);
    QVERIFY(run.done && !run.sent.error && run.sent.result && !run.sent.result->partial);
    const Remedies &remedies = *run.sent.result;
    QVERIFY(disturbancesOf(remedies).empty());
    QCOMPARE(remedies.medianNs, 100e3);
    struct Expected {
        RemedyId id;
        double ratio;
        RemedyVerdict verdict;
    };
    for (const Expected &expected : { Expected { RemedyId::BFloat16, 0.5, RemedyVerdict::Faster },
                                      Expected { RemedyId::Frozen, 0.8, RemedyVerdict::Faster },
                                      Expected { RemedyId::KeepMemory, 1.3, RemedyVerdict::Slower } }) {
        const MeasuredChange &change = run[expected.id].change;
        QCOMPARE(change.ratio, expected.ratio);
        QVERIFY(change.control && change.control->rounds >= roundsOfInterval);
        QCOMPARE(change.control->ratio, 1.0);
        QCOMPARE(verdictOf(change), expected.verdict);
        QCOMPARE(change.maxAbsError.value_or(-1), 0.0);
    }
    QCOMPARE(remedies.combinations.size(), std::size_t { 1 });
    QCOMPARE(remedies.combinations.front().change.ratio, 0.4);
    QCOMPARE(namesOf(remedies.best.ids), (std::vector<std::string_view> { "bfloat16", "frozen" }));
    QCOMPARE(remedies.best.change.ratio, 0.4);
    QVERIFY(remedies.best.change.control && remedies.best.change.control->rounds >= roundsOfInterval);
}

/// They may need its memory. A process keeps its number until it is waited for.
void RemediesRunTest::makerOfTheInputsIsGoneBeforeOthersLoad()
{
    const RemediesOf run(
        { "bfloat16" }, [](const ProcessState &state, const BenchmarkRequest &request) -> Result<BenchmarkResponse> {
            BenchmarkResponse response = runTimes(state, request);
            if (request.task == BenchmarkTask::Inputs)
                response.data = std::to_string(getpid());
            const bool isGiven = request.task == BenchmarkTask::Load && !request.data.empty();
            if (isGiven && kill(std::stoi(request.data), 0) == 0)
                return Error { ErrorCode::ModelFailed, "the process that made the inputs is still there", {} };
            return response;
        });
    QVERIFY2(!run.sent.error, run.sent.error ? run.sent.error->text.c_str() : "");
    QVERIFY(run.done && run[RemedyId::BFloat16].change.isMeasured());
}

void RemediesRunTest::lostControlEndsThem_data()
{
    QTest::addColumn<int>("runs"); // of the control, before it is lost
    QTest::newRow("at once") << 0;
    QTest::newRow("in the second trial") << 30; // each has eight rounds of two calls, and a few before
}

/// Nothing is decided without it, and a person hears why.
void RemediesRunTest::lostControlEndsThem()
{
    QFETCH(const int, runs);
    const RemediesOf run({ "bfloat16" },
                         [runs, ran = 0](const ProcessState &state, const BenchmarkRequest &request) mutable {
                             if (state.number == controlAt && request.task == BenchmarkTask::Time && ran++ == runs)
                                 endBySignal(SIGSEGV);
                             return Result<BenchmarkResponse>(runTimes(state, request));
                         });
    QVERIFY(!run.done);
    QVERIFY(run.sent.error);
    QCOMPARE(run.sent.error->text,
             std::string("m.pt failed in the second of two identical processes, and nothing can be decided without "
                         "it: its process was ended by signal SIGSEGV."));
    QCOMPARE(exitStatus(*run.sent.error), 4);
    QVERIFY(run.sent.result && run.sent.result->partial);
    if (runs == 0)
        QVERIFY(run.sent.result->best.ids.empty());
    else // what the first trial decided stays
        QCOMPARE(namesOf(run.sent.result->best.ids), std::vector<std::string_view> { "bfloat16" });
}

/// A failure is a sentence of its own, with the file's name and a full stop.
void RemediesRunTest::failedControlSaysWhyOnce()
{
    const RemediesOf run({ "bfloat16" },
                         [](const ProcessState &state, const BenchmarkRequest &request) -> Result<BenchmarkResponse> {
                             if (state.number == controlAt && request.task == BenchmarkTask::Time)
                                 return errorOf(ErrorSentence::Failed, { "m.pt", "it does not run so" });
                             return runTimes(state, request);
                         });
    QVERIFY(!run.done && run.sent.error);
    QCOMPARE(run.sent.error->text,
             std::string("m.pt failed in the second of two identical processes, and nothing can be decided without "
                         "it: \"it does not run so\"."));
}

/// Only one fits into memory beside the model at a time.
void RemediesRunTest::lostControlOfALaterGroupKeepsTheBest()
{
    constexpr int runs = 30; // as above: in the second group, that of "bfloat16"
    const RemediesOf run({ "bfloat16", "frozen" },
                         [ran = 0](const ProcessState &state, const BenchmarkRequest &request) mutable {
                             if (state.number == controlAt && request.task == BenchmarkTask::Time && ran++ == runs)
                                 endBySignal(SIGSEGV);
                             BenchmarkResponse response = runTimes(state, request);
                             response.peakBytes = std::int64_t { 1 } << 60;
                             return Result<BenchmarkResponse>(std::move(response));
                         });
    QVERIFY(!run.done && run.sent.error);
    QVERIFY(run.sent.result && run.sent.result->partial);
    QCOMPARE(verdictOf(run[RemedyId::Frozen].change), RemedyVerdict::Faster);
    QVERIFY(verdictOf(run[RemedyId::BFloat16].change) != RemedyVerdict::Faster); // it has no control
    QCOMPARE(namesOf(run.sent.result->best.ids), std::vector<std::string_view> { "frozen" });
    QCOMPARE(run.sent.result->best.change.ratio, 0.8);
}

void RemediesRunTest::lostRemedySaysWhy()
{
    const RemediesOf run({ "bfloat16", "frozen" }, [](const ProcessState &state, const BenchmarkRequest &request) {
        const bool isFrozen = state.setup.execution.executor == Executor::Frozen;
        if (isFrozen && request.task == BenchmarkTask::Time)
            endBySignal(SIGABRT);
        return Result<BenchmarkResponse>(runTimes(state, request));
    });
    QVERIFY(run.done && run.sent.result);
    QVERIFY(!run[RemedyId::Frozen].applies());
    QCOMPARE(reasonOf(run[RemedyId::Frozen]).text, std::string("its process was ended by signal SIGABRT"));
    QCOMPARE(namesOf(run.sent.result->best.ids), std::vector<std::string_view> { "bfloat16" });
}

void RemediesRunTest::lostCombinationSaysWhy_data()
{
    QTest::addColumn<bool>("whileLoading");
    QTest::newRow("while loading") << true;
    QTest::newRow("while it is timed") << false;
}

/// Each helps alone; the process of both ends.
void RemediesRunTest::lostCombinationSaysWhy()
{
    QFETCH(const bool, whileLoading);
    const RemediesOf run({ "bfloat16", "frozen" },
                         [whileLoading](const ProcessState &state, const BenchmarkRequest &request) {
                             const bool isBoth = state.setup.execution.executor == Executor::Frozen
                                 && state.setup.execution.precision == ModelPrecision::BFloat16;
                             if (isBoth && request.task == (whileLoading ? BenchmarkTask::Load : BenchmarkTask::Time))
                                 endBySignal(SIGSEGV);
                             return Result<BenchmarkResponse>(runTimes(state, request));
                         });
    QVERIFY(run.done && run.sent.result);
    QCOMPARE(namesOf(run.sent.result->best.ids), std::vector<std::string_view> { "bfloat16" });
    QCOMPARE(run.sent.notices.size(), std::size_t { 1 });
    QCOMPARE(run.sent.notices.front().text,
             std::string("bfloat16 + frozen could not be timed in the second trial: its process was ended by signal "
                         "SIGSEGV"));
}

/// The first of them fails, and the others are not tried any more.
void RemediesRunTest::stopWhileCombinationsLoadFailsNone()
{
    constexpr int firstCombination = firstTried + 2;
    const auto script = [](const ProcessState &state, const BenchmarkRequest &request) -> Result<BenchmarkResponse> {
        if (state.number == firstCombination && request.task == BenchmarkTask::Load)
            return Error { ErrorCode::ModelFailed, "it does not run so", {} };
        return runTimes(state, request);
    };
    const RemediesOf run({ "bfloat16", "frozen" }, script, true);
    QVERIFY(run.done && !run.sent.error && run.sent.result && run.sent.result->partial);
    QCOMPARE(run.sent.notices.size(), std::size_t { 1 });
    QVERIFY2(run.sent.notices.front().text.starts_with("bfloat16 could not be timed"),
             run.sent.notices.front().text.c_str());
    QCOMPARE(namesOf(run.sent.result->best.ids), std::vector<std::string_view> { "bfloat16" });
}

/// Else the model as it is would be timed in its name.
void RemediesRunTest::setupWithoutEffectIsAnError()
{
    RunSetup setup;
    setup.cpus = { 1'000'000 }; // no machine has that one
    QVERIFY_EXCEPTION_THROWN(applyToProcess(setup), std::runtime_error);
}

/// The fourfold batch takes 0.4 of the time per item; the eightfold one is not worth it.
void RemediesRunTest::largerBatchIsFound()
{
    const RemediesOf run({ "batch" }, timesOfBatches);
    QVERIFY(run.done && run.sent.result);
    const Remedy &batch = run[RemedyId::Batch];
    QVERIFY2(batch.applies(), reasonOf(batch).text.c_str());
    QCOMPARE(batch.setup.batch, 4 * baseItems);
    QCOMPARE(batch.change.ratio, 0.4);
    QCOMPARE(verdictOf(batch.change), RemedyVerdict::Faster);
    QVERIFY(run.sent.result->best.ids.empty()); // it makes no run faster
}

void RemediesRunTest::batchThatCannotBeTimedSaysWhy_data()
{
    QTest::addColumn<int>("lostAt"); // items of a run; 0: when it is asked for its batch
    QTest::addColumn<double>("slower"); // times
    QTest::addColumn<QString>("obstacle");
    QTest::addColumn<QString>("reason");
    const QString lost = "its process was ended by signal SIGSEGV";
    QTest::newRow("asked") << 0 << 1.0 << "failed" << lost;
    QTest::newRow("as it is") << static_cast<int>(baseItems) << 1.0 << "failed" << lost;
    QTest::newRow("twice of it") << static_cast<int>(2 * baseItems) << 1.0 << "failed" << lost;
    QTest::newRow("too long") << -1 << 1e3 << "failed"
                              << "a run of a larger batch would take too long: give it more time with --seconds";
    QTest::newRow("not faster") << -1 << 0.0 << "no_larger_batch"
                                << "no larger batch takes less time per item";
}

/// That no larger batch is faster is said only of one that was timed.
void RemediesRunTest::batchThatCannotBeTimedSaysWhy()
{
    QFETCH(const int, lostAt);
    QFETCH(const double, slower);
    QFETCH(const QString, obstacle);
    QFETCH(const QString, reason);
    const RemediesOf run({ "batch" }, [=](const ProcessState &state, const BenchmarkRequest &request) {
        const bool isBatchProcess = state.number == firstTried;
        const bool isAsked = request.task == BenchmarkTask::SetBatch && request.count == 0;
        if (isBatchProcess && (lostAt == 0 ? isAsked : request.task == BenchmarkTask::Time && state.items == lostAt))
            endBySignal(SIGSEGV);
        BenchmarkResponse response = timesOfBatches(state, request);
        if (slower == 0)
            response.ns = 100e3 * static_cast<double>(response.items); // as long for each item
        else if (isBatchProcess)
            response.ns *= slower;
        return Result<BenchmarkResponse>(std::move(response));
    });
    QVERIFY(run.done && run.sent.result);
    const Remedy &batch = run[RemedyId::Batch];
    QCOMPARE(QString::fromStdString(std::string(batch.obstacle.name())), obstacle);
    QCOMPARE(QString::fromStdString(reasonOf(batch).text), reason);
}

ROOFLIGHT_TEST(RemediesRunTest)
#include "remedies_run_test.moc"
