// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cache/roofs_cache.h"
#include "tests/core/service/request_run_fixture.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>

using namespace rooflight;
using namespace rooflight::fixture;

/// A request in its processes, with bodies that say what a hostile model may say.
class RequestRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void roofsComeFromAnotherProcess();
    void quickRoofsComeFirst();
    void roofsThatAreKnownComeOnce();
    void sizesStandUnderKeptRoofs();
    void failedRoofsEndTheReport();
    void roofsOfAModelAreRefused();
    void othersAreRefused_data();
    void othersAreRefused();
    void noticesAreBounded();
    void nothingFollowsTheEnd();
    void sweepOfAnotherModelIsNotKept();
    void resultsOfTheFileArePassedOn();
    void errorsOfThisProcessAreItsOwn();
    void endSaysWhatIsKept_data();
    void endSaysWhatIsKept();
    void cancelledSearchIsCancelled();

private:
    std::unique_ptr<QTemporaryDir> m_cache;
};

void RequestRunTest::init()
{
    m_cache = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", m_cache->path().toLocal8Bit());
}

/// The model's process stands still meanwhile: its count does not go on.
void RequestRunTest::roofsComeFromAnotherProcess()
{
    void *memory = mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    QVERIFY(memory != MAP_FAILED);
    auto *roofsProcess = new (memory) std::atomic<int>(0); // NOLINT(cppcoreguidelines-owning-memory): in mapped memory
    const Error failure { ErrorCode::ModelFailed, "It ends here.", "" };
    const auto model = [&](const Request &, JobReporter &reporter) {
        reporter.send(Notice { "before", std::to_string(*roofsProcess) });
        reporter.awaitRoofs();
        reporter.send(Notice { "after", std::to_string(*roofsProcess) });
        reporter.send(failure);
    };
    const auto measure = [&](const Request &request, JobReporter &reporter) {
        *roofsProcess = 1;
        sendRoofs(request, reporter);
    };
    const std::vector<RecordBody> records = recordsOf(request(RequestKind::Report), { model, measure });
    munmap(memory, sizeof(std::atomic<int>));
    QCOMPARE(records.size(), std::size_t { 5 }); // the second is the progress
    QVERIFY(records[0] == RecordBody(Notice { "before", "0" }));
    QVERIFY(records[2] == RecordBody(roofs()));
    QVERIFY(records[3] == RecordBody(Notice { "after", "1" }));
    QVERIFY(records[4] == RecordBody(failure));
    QVERIFY(areKept(roofs()));
}

namespace {

/// As a report does, with the times in between.
void waitTwice(const Request &, JobReporter &reporter)
{
    reporter.awaitRoofs();
    reporter.send(Notice { "times", "" });
    reporter.awaitRoofs();
    reporter.send(Error { ErrorCode::ModelFailed, "It ends here.", "" });
}

std::vector<std::string> namesOf(const std::vector<RecordBody> &records)
{
    std::vector<std::string> names;
    for (const RecordBody &body : records) {
        if (const auto *peaks = std::get_if<DeviceRoofs>(&body))
            names.push_back(peaks->effort);
        else if (const auto *notice = std::get_if<Notice>(&body))
            names.push_back(notice->code);
    }
    return names;
}

void sendRoofsOfThisEffort(const Request &request, JobReporter &reporter)
{
    DeviceRoofs made = roofs();
    made.effort = name(request.effort);
    reporter.send(made);
    reporter.send(Done {});
}

} // namespace

/// There are verdicts before the good roofs are there.
void RequestRunTest::quickRoofsComeFirst()
{
    const std::vector<RecordBody> records =
        recordsOf(request(RequestKind::Report), { waitTwice, sendRoofsOfThisEffort });
    QCOMPARE(namesOf(records), (std::vector<std::string> { "quick", "times", "normal" }));
    QCOMPARE(std::get<Error>(records.back()).code, ErrorCode::ModelFailed);
    Request quick = request(RequestKind::Report);
    quick.effort = Effort::Quick;
    QCOMPARE(namesOf(recordsOf(quick, { waitTwice, sendRoofsOfThisEffort })),
             (std::vector<std::string> { "quick", "times" }));
}

void RequestRunTest::roofsThatAreKnownComeOnce()
{
    const auto kept = [](const Request &, JobReporter &reporter) {
        DeviceRoofs made = roofs();
        made.effort = name(Effort::Normal);
        made.cached = true;
        reporter.send(made);
        reporter.send(Done {});
    };
    QCOMPARE(namesOf(recordsOf(request(RequestKind::Report), { waitTwice, kept })),
             (std::vector<std::string> { "normal", "times" }));
    Request again = request(RequestKind::Report);
    again.remeasure = true;
    QCOMPARE(namesOf(recordsOf(again, { waitTwice, sendRoofsOfThisEffort })),
             (std::vector<std::string> { "normal", "times" }));
}

/// A sweep over sizes has no roofs measured.
void RequestRunTest::sizesStandUnderKeptRoofs()
{
    const auto model = [](const Request &request, JobReporter &reporter) {
        const Inspection inspection = inspectionOf(request);
        reporter.send(inspection);
        reporter.announceUntrustedCode();
        reporter.awaitRoofs();
        BatchSweep sweep;
        sweep.model = inspection.model.sha256;
        reporter.send(sweep);
        reporter.send(Done {});
    };
    const auto mustNotMeasure = [](const Request &, JobReporter &reporter) {
        reporter.send(Error { ErrorCode::Internal, "Roofs were measured.", "" });
    };
    Request sweep = request(RequestKind::Sweep);
    sweep.sweep.axes = { "x.0=1,2" };
    const std::vector<RecordBody> records = recordsOf(sweep, { model, mustNotMeasure, sendRoofs });
    QCOMPARE(records.size(), std::size_t { 5 }); // before the roofs their progress
    QVERIFY(std::holds_alternative<Inspection>(records[0]));
    QVERIFY(records[2] == RecordBody(roofs()));
    QVERIFY(std::holds_alternative<BatchSweep>(records[3]));
    QVERIFY(records[4] == RecordBody(Done {}));
}

void RequestRunTest::failedRoofsEndTheReport()
{
    const auto model = [](const Request &, JobReporter &reporter) {
        reporter.awaitRoofs();
        reporter.send(Done {});
    };
    const Error error { ErrorCode::DeviceMissing, "No device.", "" };
    const std::vector<RecordBody> records = recordsOf(request(RequestKind::Report), { model, sending(error) });
    QCOMPARE(std::get<Error>(records.back()).code, ErrorCode::DeviceMissing);
}

void RequestRunTest::roofsOfAModelAreRefused()
{
    const std::vector<RecordBody> records =
        recordsOf(request(RequestKind::Report), { sending(roofs(4.62e14)), sendRoofs });
    QCOMPARE(records.size(), std::size_t { 1 });
    QCOMPARE(std::get<Error>(records.back()).code, ErrorCode::ModelKilled);
    QVERIFY(!areKept(roofs(4.62e14)));
}

void RequestRunTest::othersAreRefused_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("sent");
    QTest::newRow("hello") << int(RequestKind::Analyze) << 0;
    QTest::newRow("sweep of an analysis") << int(RequestKind::Analyze) << 1;
    QTest::newRow("roofs of a sweep") << int(RequestKind::Sweep) << 2;
    QTest::newRow("analysis of an inspection") << int(RequestKind::Inspect) << 3;
    QTest::newRow("failure with a status of none") << int(RequestKind::Analyze) << 4;
    QTest::newRow("unknown") << int(RequestKind::Analyze) << 5;
}

void RequestRunTest::othersAreRefused()
{
    QFETCH(int, kind);
    QFETCH(int, sent);
    const std::array<RecordBody, 6> bodies = { Hello {},
                                               BatchSweep {},
                                               roofs(),
                                               Analysis {},
                                               Error { ErrorCode::TimedOut, "x", "", 256 },
                                               UnknownRecord { "new" } };
    const std::vector<RecordBody> records = recordsOf(request(static_cast<RequestKind>(kind)),
                                                      { sending(bodies[static_cast<std::size_t>(sent)]), sendRoofs });
    QCOMPARE(records.size(), std::size_t { 1 });
    QCOMPARE(std::get<Error>(records.back()).code, ErrorCode::ModelKilled);
}

void RequestRunTest::noticesAreBounded()
{
    const auto flood = [](const Request &, JobReporter &reporter) {
        for (int i = 0; i < 1000; ++i)
            reporter.send(Notice { "n", std::string(100'000, 'x') });
        reporter.send(Error { ErrorCode::ModelFailed, "It ends here.", "" });
    };
    const std::vector<RecordBody> records = recordsOf(request(RequestKind::Analyze), { flood, sendRoofs });
    QCOMPARE(records.size(), std::size_t { RecordCheck::maxNotices + 1 });
    QVERIFY(std::get<Notice>(records.front()).text.size() < 17'000);
    QVERIFY(std::get<Notice>(records.front()).text.ends_with("(83616 bytes more)")); // 100,000 - 16,384
}

/// Nor does a process that goes on keep the request open.
void RequestRunTest::nothingFollowsTheEnd()
{
    const auto body = [](const Request &, JobReporter &reporter) {
        reporter.send(Error { ErrorCode::ModelFailed, "It ends here.", "" });
        reporter.send(Notice { "late", "" });
        for (;;)
            pause();
    };
    QCOMPARE(recordsOf(request(RequestKind::Analyze), { body, sendRoofs }).size(), std::size_t { 1 });
}

void RequestRunTest::sweepOfAnotherModelIsNotKept()
{
    BatchSweep forged;
    forged.model = std::string(64, '0'); // the hash of another file
    recordsOf(request(RequestKind::Sweep), { sending(forged), sendRoofs });
    QVERIFY(!QDir(m_cache->filePath("rooflight/sweeps")).exists());
}

void RequestRunTest::resultsOfTheFileArePassedOn()
{
    const auto model = [](const Request &request, JobReporter &reporter) {
        reporter.send(inspectionOf(request));
        reporter.announceUntrustedCode();
        reporter.send(analysisOf(request));
        reporter.send(Done {});
    };
    const std::vector<RecordBody> records = recordsOf(request(RequestKind::Analyze), { model, sendRoofs });
    QCOMPARE(records.size(), std::size_t { 3 }); // the mark is not passed on
    QVERIFY(std::holds_alternative<Analysis>(records[1]));
    QVERIFY(std::holds_alternative<Done>(records[2]));
}

/// What this process says of the end is no quotation, whatever ran before.
void RequestRunTest::errorsOfThisProcessAreItsOwn()
{
    const auto model = [](const Request &request, JobReporter &reporter) {
        reporter.send(inspectionOf(request));
        reporter.announceUntrustedCode();
        std::signal(SIGABRT, SIG_DFL); // Qt's handler would start a debugger here
        abort();
    };
    const std::vector<RecordBody> records = recordsOf(request(RequestKind::Analyze), { model, sendRoofs });
    const Error end = std::get<Error>(records.back());
    QCOMPARE(end.code, ErrorCode::ModelKilled);
    QVERIFY(end.text.find("SIGABRT") != std::string::npos && end.text.find("says") == std::string::npos);
}

void RequestRunTest::endSaysWhatIsKept_data()
{
    QTest::addColumn<bool>("outOfTime");
    QTest::addColumn<bool>("times");
    QTest::addColumn<QString>("hint");
    const QString more = QStringLiteral("Give it more with --timeout SECONDS, or a smaller input.");
    const QString kept = QStringLiteral("What was measured so far is kept.");
    QTest::newRow("cancelled in its warm-up") << false << false << QString();
    QTest::newRow("cancelled later") << false << true << kept;
    QTest::newRow("out of time in its warm-up") << true << false << more;
    QTest::newRow("out of time later") << true << true << more + u' ' + kept;
}

/// Whatever stage it is in: of a request that has sent no times there is nothing to keep.
void RequestRunTest::endSaysWhatIsKept()
{
    QFETCH(bool, outOfTime);
    QFETCH(bool, times);
    QFETCH(QString, hint);
    const auto model = [times](const Request &request, JobReporter &reporter) {
        reporter.send(inspectionOf(request));
        reporter.announceUntrustedCode();
        reporter.enter(JobStage::Measuring);
        ModelLatency latency;
        latency.samples.warmupNs = { 1 };
        if (times)
            latency.samples.samplesNs = { 1 };
        reporter.send(latency);
        while (!reporter.stopRequested())
            poll(nullptr, 0, 1);
    };
    Request latency = request(RequestKind::Latency);
    latency.timeoutSeconds = outOfTime ? 2 : 0;
    const std::vector<RecordBody> records = recordsOf(latency, { model, sendRoofs }, [&](const RecordBody &body) {
        return !outOfTime && std::holds_alternative<ModelLatency>(body);
    });
    const Error end = std::get<Error>(records.back());
    QCOMPARE(end.code, outOfTime ? ErrorCode::TimedOut : ErrorCode::Cancelled);
    QCOMPARE(QString::fromStdString(end.hint), hint);
}

/// Behind the end of the process that searched, too, while batches are tried in others.
void RequestRunTest::cancelledSearchIsCancelled()
{
    const auto model = [](const Request &request, JobReporter &reporter) {
        const Inspection inspection = inspectionOf(request);
        reporter.send(inspection);
        reporter.announceUntrustedCode();
        if (request.sweep.search == BatchSearch::Sequential) { // a try
            reporter.progress("sweep", 18, 0);
            while (!reporter.stopRequested())
                poll(nullptr, 0, 1);
            return;
        }
        BatchSweep sweep;
        sweep.model = inspection.model.sha256;
        sweep.end = "memory";
        for (const std::int64_t batch : { 8, 16, 17 }) {
            BatchPoint point;
            point.batch = batch;
            point.outcome = batch < 17 ? BatchOutcome::Fits : BatchOutcome::OutOfMemory;
            if (batch < 17)
                point.samples.samplesNs = { 1 };
            sweep.points.push_back(point);
        }
        sweep.largest = 16;
        reporter.send(sweep);
        reporter.send(Done {});
    };
    const std::vector<RecordBody> records =
        recordsOf(request(RequestKind::Sweep), { model, sendRoofs },
                  [](const RecordBody &body) { return std::holds_alternative<Progress>(body); });
    const auto *end = std::get_if<Error>(&records.back());
    QVERIFY(end);
    QCOMPARE(end->code, ErrorCode::Cancelled);
    QCOMPARE(end->text, std::string("m.pt was cancelled."));
    QCOMPARE(end->hint, std::string("What was measured so far is kept."));
}

ROOFLIGHT_TEST(RequestRunTest)
#include "request_run_test.moc"
