// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/job_process.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <poll.h>
#include <sched.h>
#include <unistd.h>

#include <array>
#include <csignal>

using namespace rooflight;
using namespace std::chrono_literals;

/// A job in a child process, with bodies that end in every way a model can.
class JobProcessTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void passesOnRecords();
    void joinsLongLines();
    void explainsSignals_data();
    void explainsSignals();
    void explainsAnExit();
    void keepsWhatCameBeforeTheEnd();
    void addsNothingBehindTheLastRecord();
    void takesNoOutputForARecord();
    void isNotHeldUpByWhatTheChildForked();
    void cancels();
    void killsAJobThatDoesNotEnd();
    void waitsOnlyForResults();
    void endsAJobAfterItsTime();
    void killsTheChildWithTheJob();
};

namespace {

constexpr std::int64_t requestId = 7;

Request request(double timeoutSeconds = 0)
{
    Request made;
    made.id = requestId;
    made.model = "m.pt";
    made.timeoutSeconds = timeoutSeconds;
    return made;
}

std::unique_ptr<JobProcess> started(const JobProcess::Body &body, const Request &request = ::request(),
                                    std::chrono::milliseconds grace = 60s, JobRole role = JobRole::Model)
{
    Result<std::unique_ptr<JobProcess>> job = JobProcess::start(request, body, role, grace);
    if (!job.ok())
        throw std::runtime_error(job.error().text);
    return std::move(job).value();
}

/// All records until the job is over.
std::vector<RecordBody> recordsOf(JobProcess &job)
{
    std::vector<RecordBody> bodies;
    while (!job.finished()) {
        pollfd waiting { job.descriptors().front(), POLLIN, 0 };
        poll(&waiting, 1, 10);
        for (const std::string &line : job.advance()) {
            Result<Record> record = decode(line);
            if (!record.ok() || record.value().request != requestId)
                throw std::runtime_error("no record of this request: " + line);
            bodies.push_back(std::move(record).value().body);
        }
    }
    return bodies;
}

/// The error that is the last of \p count records.
Error lastError(const std::vector<RecordBody> &bodies, std::size_t count = 1)
{
    if (bodies.size() != count || !std::holds_alternative<Error>(bodies.back()))
        throw std::runtime_error("the last record is no error, or one of " + std::to_string(bodies.size()));
    return std::get<Error>(bodies.back());
}

/// Until the job has sent one.
void awaitLine(JobProcess &job)
{
    while (job.advance().empty())
        poll(nullptr, 0, 1);
}

void hang(const Request &, JobReporter &)
{
    for (;;)
        pause();
}

} // namespace

/// Signals do in a child what they do in a worker, not what Qt Test makes of them.
void JobProcessTest::initTestCase()
{
    for (const int signal : { SIGTERM, SIGSEGV, SIGILL })
        std::signal(signal, SIG_DFL);
}

void JobProcessTest::passesOnRecords()
{
    const auto job = started([](const Request &, JobReporter &reporter) {
        reporter.send(Notice { "one", "text" });
        reporter.send(Done { true });
    });
    QCOMPARE(job->request().model, std::string("m.pt"));
    const std::vector<RecordBody> bodies = recordsOf(*job);
    QCOMPARE(bodies.size(), std::size_t { 2 });
    QVERIFY(std::holds_alternative<Notice>(bodies[0]));
    QVERIFY(bodies[1] == RecordBody(Done { true }));
    job->cancel(); // of no effect
    QVERIFY(job->finished());
}

/// More than the pipe holds at a time.
void JobProcessTest::joinsLongLines()
{
    const std::string text(std::size_t { 5 } << 20, 'x');
    const auto job = started([&](const Request &, JobReporter &reporter) {
        reporter.send(Notice { "long", text });
        reporter.send(Done {});
    });
    const std::vector<RecordBody> bodies = recordsOf(*job);
    QCOMPARE(bodies.size(), std::size_t { 2 });
    QCOMPARE(std::get<Notice>(bodies[0]).text.size(), text.size());
}

void JobProcessTest::explainsSignals_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("stage");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("hint"); // a part of it
    QTest::addColumn<int>("exitStatus");
    QTest::newRow("crash while loading")
        << SIGSEGV << int(JobStage::Loading)
        << "m.pt killed the process that loaded it: signal SIGSEGV (Segmentation fault)."
        << "damaged" << 3;
    QTest::newRow("crash while running") << SIGILL << int(JobStage::Running)
                                         << "m.pt killed the process that ran it: signal SIGILL (Illegal instruction)."
                                         << "another LibTorch" << 4;
    QTest::newRow("out of memory") << SIGKILL << int(JobStage::Running)
                                   << "m.pt killed the process that ran it: signal SIGKILL (Killed)."
                                   << "used up the memory" << 4;
}

void JobProcessTest::explainsSignals()
{
    QFETCH(int, signal);
    QFETCH(int, stage);
    QFETCH(QString, text);
    QFETCH(QString, hint);
    QFETCH(int, exitStatus);
    const auto job = started([&](const Request &, JobReporter &reporter) {
        reporter.enter(static_cast<JobStage>(stage));
        std::raise(signal);
    });
    const Error error = lastError(recordsOf(*job));
    QCOMPARE(error.code, ErrorCode::ModelKilled);
    QCOMPARE(QString::fromStdString(error.text), text);
    QVERIFY(QString::fromStdString(error.hint).contains(hint));
    QCOMPARE(rooflight::exitStatus(error), exitStatus);
}

void JobProcessTest::explainsAnExit()
{
    const auto job = started([](const Request &, JobReporter &) { _exit(9); });
    const Error error = lastError(recordsOf(*job));
    QCOMPARE(error.code, ErrorCode::ModelKilled);
    QVERIFY(QString::fromStdString(error.text).contains("exit status 9"));
}

void JobProcessTest::keepsWhatCameBeforeTheEnd()
{
    const auto job = started([](const Request &, JobReporter &reporter) {
        reporter.send(Notice { "one", "text" });
        std::raise(SIGKILL);
    });
    const std::vector<RecordBody> bodies = recordsOf(*job);
    QVERIFY(std::holds_alternative<Notice>(bodies.front()));
    QCOMPARE(lastError(bodies, 2).code, ErrorCode::ModelKilled);
}

/// A child that dies after its last record, as LibTorch's threads may make it, has done its job.
void JobProcessTest::addsNothingBehindTheLastRecord()
{
    const auto job = started([](const Request &, JobReporter &reporter) {
        reporter.send(Done {});
        std::raise(SIGKILL);
    });
    QCOMPARE(recordsOf(*job).size(), std::size_t { 1 });
}

void JobProcessTest::takesNoOutputForARecord()
{
    const auto job = started([](const Request &, JobReporter &) {
        const std::string forged = encode({ requestId, Done {} });
        _exit(write(STDOUT_FILENO, forged.data(), forged.size()) > 0 ? 1 : 2);
    });
    QVERIFY(QString::fromStdString(lastError(recordsOf(*job)).text).contains("exit status 1"));
}

/// The grandchild inherits the pipe and lives until this test lets it end.
void JobProcessTest::isNotHeldUpByWhatTheChildForked()
{
    std::array<int, 2> life {};
    QCOMPARE(pipe(life.data()), 0);
    const auto job = started([&](const Request &, JobReporter &reporter) {
        close(life[1]);
        if (fork() == 0) {
            char byte = 0;
            static_cast<void>(read(life[0], &byte, 1) == 0);
            _exit(0);
        }
        reporter.send(Done {});
    });
    QCOMPARE(recordsOf(*job).size(), std::size_t { 1 });
    close(life[0]);
    close(life[1]);
}

void JobProcessTest::cancels()
{
    const auto job = started([](const Request &, JobReporter &reporter) {
        reporter.enter(JobStage::Measuring);
        reporter.send(Notice { "started", "text" });
        while (!reporter.stopRequested())
            sched_yield();
        reporter.send(Done { true });
    });
    awaitLine(*job);
    job->cancel();
    const std::vector<RecordBody> bodies = recordsOf(*job);
    QCOMPARE(bodies.size(), std::size_t { 1 });
    QVERIFY(bodies[0] == RecordBody(Done { true }));
}

void JobProcessTest::killsAJobThatDoesNotEnd()
{
    const auto job = started(hang, request(), 0ms);
    job->cancel();
    const Error error = lastError(recordsOf(*job));
    QCOMPARE(error.code, ErrorCode::Cancelled);
    QCOMPARE(error.text, std::string("m.pt was cancelled."));
}

void JobProcessTest::waitsOnlyForResults()
{
    const auto without = started(hang, request(), 24h);
    without->cancel();
    QCOMPARE(lastError(recordsOf(*without)).code, ErrorCode::Cancelled);

    const auto with = started([](const Request &, JobReporter &reporter) {
        reporter.send(Analysis {});
        while (!reporter.stopRequested())
            sched_yield();
        poll(nullptr, 0, 500); // longer than one without any would have
        reporter.send(Done { true });
    });
    awaitLine(*with);
    with->cancel();
    QVERIFY(recordsOf(*with).back() == RecordBody(Done { true }));
}

void JobProcessTest::endsAJobAfterItsTime()
{
    const auto job = started(hang, request(0.001), 0ms);
    const Error error = lastError(recordsOf(*job));
    QCOMPARE(error.code, ErrorCode::TimedOut);
    QCOMPARE(error.text, std::string("m.pt did not finish within 0.001 s."));
}

/// The child alone holds the other end of a pipe: it reads as closed once the child is gone.
void JobProcessTest::killsTheChildWithTheJob()
{
    std::array<int, 2> life {};
    QCOMPARE(pipe(life.data()), 0);
    auto job = started(hang);
    close(life[1]);
    job.reset();
    char byte = 0;
    QCOMPARE(read(life[0], &byte, 1), ssize_t { 0 });
    close(life[0]);
}

ROOFLIGHT_TEST(JobProcessTest)
#include "job_process_test.moc"
