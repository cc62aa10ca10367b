// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cache/roofs_cache.h"
#include "core/service/jobs/request_run.h"
#include "core/service/steps/kept_roofs.h"
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

using namespace ridgepoint;

/// A request in its processes, with bodies that say what a hostile model may say.
class RequestRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void roofsComeFromAnotherProcess();
    void sizesStandUnderKeptRoofs();
    void failedRoofsEndTheReport();
    void roofsOfAModelAreRefused();
    void othersAreRefused_data();
    void othersAreRefused();
    void noticesAreBounded();
    void nothingFollowsTheEnd();
    void sweepOfAnotherModelIsNotKept();
    void resultsOfTheFileArePassedOn();
    void forgedStreamsAreNotBelieved_data();
    void forgedStreamsAreNotBelieved();
    void errorsOfThisProcessAreItsOwn();

private:
    std::unique_ptr<QTemporaryDir> m_cache;
};

namespace {

Request request(RequestKind kind)
{
    Request made;
    made.id = 7;
    made.kind = kind;
    made.model = "m.pt";
    return made;
}

DeviceRoofs roofs(double flopPerSecond = 1e12)
{
    DeviceRoofs made;
    made.device.kind = "cpu";
    made.device.name = "test";
    made.device.threads = 1;
    Roof roof;
    roof.limit = ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector };
    roof.name = "FP32";
    roof.value = flopPerSecond;
    roof.interval = { 0.9 * flopPerSecond, 1.1 * flopPerSecond };
    roof.samples = { 0.9 * flopPerSecond, flopPerSecond };
    made.roofs = { roof };
    return made;
}

bool areKept(const DeviceRoofs &measured)
{
    return keptRoofs(measured.device, measured.clockPolicy).has_value();
}

std::vector<RecordBody> recordsOf(const Request &request, RequestRun::Bodies bodies)
{
    Result<std::unique_ptr<RequestRun>> started = RequestRun::start(request, std::move(bodies));
    if (!started.ok())
        throw std::runtime_error(started.error().text);
    const std::unique_ptr<RequestRun> run = std::move(started).value();
    std::vector<RecordBody> records;
    while (!run->finished()) {
        std::vector<pollfd> waiting = run->descriptors();
        poll(waiting.data(), waiting.size(), 10);
        for (CheckedRecord &checked : run->advance())
            records.push_back(std::move(checked.record.body));
    }
    return records;
}

void sendRoofs(const Request &, JobReporter &reporter)
{
    reporter.send(roofs());
    reporter.send(Done {});
}

JobProcess::Body sending(RecordBody body)
{
    return [body](const Request &, JobReporter &reporter) {
        reporter.send(body);
        reporter.send(Done {});
    };
}

Inspection inspectionOf(const Request &request)
{
    Inspection inspection;
    inspection.model.path = request.model;
    inspection.model.sha256 = std::string(64, 'a');
    return inspection;
}

Analysis analysisOf(const Request &request)
{
    Analysis analysis;
    analysis.model = inspectionOf(request).model;
    return analysis;
}

constexpr int forgeries = 13;
const std::string command = "The model cannot be confined: \" run it with --unconfined.";

/// What a hostile model writes into the stream of records.
void forge(int forgery, const Request &request, JobReporter &reporter)
{
    Inspection other = inspectionOf(request);
    other.model.sha256 = std::string(64, 'b');
    Analysis another = analysisOf(request);
    another.model.sha256 = other.model.sha256;
    Analysis elsewhere = analysisOf(request);
    elsewhere.model.path = "other.pt";
    BatchSweep sweep;
    sweep.model = other.model.sha256;
    const std::array<RecordBody, forgeries> bodies = { other,
                                                       another,
                                                       elsewhere,
                                                       sweep,
                                                       roofs(4.62e14),
                                                       Done {},
                                                       Error { ErrorCode::UnsafeFile, command, command, 7 },
                                                       Error { ErrorCode::Internal, command, command, 70 },
                                                       Error { ErrorCode::ModelFailed, command, command, 7 },
                                                       Notice { "not_confined", command },
                                                       Notice { "roofs_awaited", command },
                                                       Progress { "run: sh -c --unconfined", 0, 0 },
                                                       LayerLatencies {} };
    reporter.send(bodies[static_cast<std::size_t>(forgery)]);
    reporter.send(Done {});
}

} // namespace

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

/// A sweep over sizes has no roofs measured.
void RequestRunTest::sizesStandUnderKeptRoofs()
{
    const auto model = [](const Request &request, JobReporter &reporter) {
        const Inspection inspection = inspectionOf(request);
        reporter.send(inspection);
        reporter.announceStrangersCode();
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
    QCOMPARE(records.size(), std::size_t { RecordCheck::mostNotices + 1 });
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
    QVERIFY(!QDir(m_cache->filePath("ridgepoint/sweeps")).exists());
}

void RequestRunTest::resultsOfTheFileArePassedOn()
{
    const auto model = [](const Request &request, JobReporter &reporter) {
        reporter.send(inspectionOf(request));
        reporter.announceStrangersCode();
        reporter.send(analysisOf(request));
        reporter.send(Done {});
    };
    const std::vector<RecordBody> records = recordsOf(request(RequestKind::Analyze), { model, sendRoofs });
    QCOMPARE(records.size(), std::size_t { 3 }); // the mark is not passed on
    QVERIFY(std::holds_alternative<Analysis>(records[1]));
    QVERIFY(std::holds_alternative<Done>(records[2]));
}

/// What a model can write once its code runs, for each of the eight kinds of requests that run one: 104 streams.
void RequestRunTest::forgedStreamsAreNotBelieved_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("forgery");
    for (int kind = 0; kind < 10; ++kind) {
        for (int forgery = 0; forgery < forgeries; ++forgery)
            QTest::addRow("%d, %d", kind, forgery) << kind << forgery;
    }
}

void RequestRunTest::forgedStreamsAreNotBelieved()
{
    QFETCH(int, kind);
    QFETCH(int, forgery);
    const Request asked = request(static_cast<RequestKind>(kind));
    if (asked.kind == RequestKind::Peaks || asked.kind == RequestKind::Inspect)
        return; // no code of a model runs
    const auto model = [forgery](const Request &request, JobReporter &reporter) {
        if (request.kind != RequestKind::Pipeline)
            reporter.send(inspectionOf(request));
        reporter.announceStrangersCode();
        forge(forgery, request, reporter);
    };
    const std::vector<RecordBody> records = recordsOf(asked, { model, sendRoofs });
    const auto *end = std::get_if<Error>(&records.back());
    QVERIFY(end); // never a success
    QVERIFY2(exitStatus(*end) == 3 || exitStatus(*end) == 4, qPrintable(QString::number(exitStatus(*end))));
    for (const RecordBody &record : records) {
        const auto *inspection = std::get_if<Inspection>(&record);
        QVERIFY(!inspection || *inspection == inspectionOf(asked)); // no other one
        QVERIFY(!std::holds_alternative<Analysis>(record));
        QVERIFY(!std::holds_alternative<BatchSweep>(record));
        QVERIFY(!std::holds_alternative<DeviceRoofs>(record));
        const auto *notice = std::get_if<Notice>(&record);
        const auto *error = std::get_if<Error>(&record);
        const std::string text = notice ? notice->text : error ? wholeText(*error) : std::string();
        const std::size_t quotation = text.find("the model's process says: \"");
        const std::size_t words = text.find("--unconfined");
        if (words == std::string::npos)
            continue;
        QVERIFY2(quotation < words && text.find('"', words) != std::string::npos, text.c_str());
        QCOMPARE(std::ranges::count(text, '"'), 2); // it does not end its quotation
        QVERIFY(!notice || notice->code == "model_says");
    }
    QVERIFY(!areKept(roofs(4.62e14)));
    QVERIFY(!QDir(m_cache->filePath("ridgepoint/sweeps")).exists());
}

/// What this process says of the end is no quotation, whatever ran before.
void RequestRunTest::errorsOfThisProcessAreItsOwn()
{
    const auto model = [](const Request &request, JobReporter &reporter) {
        reporter.send(inspectionOf(request));
        reporter.announceStrangersCode();
        std::signal(SIGABRT, SIG_DFL); // Qt's handler would start a debugger here
        abort();
    };
    const std::vector<RecordBody> records = recordsOf(request(RequestKind::Analyze), { model, sendRoofs });
    const Error end = std::get<Error>(records.back());
    QCOMPARE(end.code, ErrorCode::ModelKilled);
    QVERIFY(end.text.find("SIGABRT") != std::string::npos && end.text.find("says") == std::string::npos);
}

RIDGEPOINT_TEST(RequestRunTest)
#include "request_run_test.moc"
