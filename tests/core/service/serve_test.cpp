// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/record.h"
#include "core/service/serve.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryFile>
#include <QTest>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <thread>

using namespace rooflight;

namespace {

bool isAnswer(const Record &record)
{
    return !std::holds_alternative<Hello>(record.body) && !std::holds_alternative<Progress>(record.body);
}

struct Served {
    std::vector<Record> records;
    Result<void> outcome;
};

/// Files stand in for the pipes: serve() needs no other thread.
Served serveTo(const QByteArray &input, const ServeOptions &options = {})
{
    QTemporaryFile requests;
    QTemporaryFile records;
    Served served;
    if (!requests.open() || !records.open() || requests.write(input) != input.size() || !requests.seek(0))
        return served;
    served.outcome = serve(requests.handle(), records.handle(), options);
    if (!records.seek(0))
        return served;
    while (!records.atEnd()) {
        const Result<Record> record = decode(records.readLine().toStdString());
        if (record.ok())
            served.records.push_back(record.value());
    }
    return served;
}

/// What serve() answers to this input: how requests end.
std::vector<Record> answersTo(const QByteArray &input)
{
    std::vector<Record> answers = serveTo(input).records;
    std::erase_if(answers, [](const Record &record) { return !isAnswer(record); });
    return answers;
}

ErrorCode codeOf(const Record &record)
{
    const auto *error = std::get_if<Error>(&record.body);
    return error ? error->code : ErrorCode::Internal;
}

const QByteArray noFile = "{\"type\":\"inspect\",\"request\":7,\"model\":\"/nowhere/no.pt\"}";

} // namespace

class ServeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void helloComesFirst();
    void senselessRequestIsAnsweredAndTheNextOneServed();
    void keysMayComeInAnyOrder();
    void cancelledBeforeItBegan();
    void lastLineNeedsNoEnd();
    void longLineIsRefusedAndTheNextOneServed();
    void countBeyondReasonIsNamed();
    void outcomeSaysWhatWasRefused_data();
    void outcomeSaysWhatWasRefused();
    void answersThatCannotBeWrittenAreAnError();
    void requestsThatCannotBeReadAreAnError();
    void idleWorkerLosesNothing();
    void longSilenceRepeatsTheProgress();
    void sigtermCancelsAndEnds_data();
    void sigtermCancelsAndEnds();
    void idleWorkerSleeps();
};

void ServeTest::helloComesFirst()
{
    QTemporaryFile requests;
    QTemporaryFile records;
    QVERIFY(requests.open() && records.open());
    QVERIFY(serve(requests.handle(), records.handle()).ok());
    QVERIFY(records.seek(0));
    const Result<Record> hello = decode(records.readLine().toStdString());
    QVERIFY(hello.ok());
    QVERIFY(std::holds_alternative<Hello>(hello.value().body));
    QVERIFY(records.atEnd());
}

void ServeTest::senselessRequestIsAnsweredAndTheNextOneServed()
{
    const std::vector<Record> answers =
        answersTo("\n\nhello?\n{\"type\":\"erase\",\"request\":1}\n[[[[\n\xff\n{\"type\":\"cancel\",\"request\":5}\n"
                  + noFile + '\n');
    QCOMPARE(answers.size(), 5U);
    const std::array requests = { 0, 1, 0, 0 }; // the second names its number, if no request that there is
    for (std::size_t i = 0; i < 4; ++i) {
        QCOMPARE(answers[i].request, requests[i]);
        QCOMPARE(codeOf(answers[i]), ErrorCode::CommandLine);
    }
    QCOMPARE(answers[4].request, 7);
    QCOMPARE(codeOf(answers[4]), ErrorCode::FileUnreadable);
}

void ServeTest::keysMayComeInAnyOrder()
{
    const std::vector<Record> answers =
        answersTo("{\"model\":\"/nowhere/no.pt\", \"request\":8, \"type\":\"inspect\"}\n");
    QCOMPARE(answers.size(), 1U);
    QCOMPARE(answers[0].request, 8);
    QCOMPARE(codeOf(answers[0]), ErrorCode::FileUnreadable);
}

void ServeTest::cancelledBeforeItBegan()
{
    QByteArray second = noFile;
    second.replace(":7,", ":9,");
    const std::vector<Record> answers = answersTo(noFile + '\n' + second + "\n{\"type\":\"cancel\",\"request\":9}\n");
    QCOMPARE(answers.size(), 2U);
    QCOMPARE(answers[0].request, 9);
    QCOMPARE(codeOf(answers[0]), ErrorCode::Cancelled);
    QCOMPARE(answers[1].request, 7);
}

void ServeTest::lastLineNeedsNoEnd()
{
    QCOMPARE(answersTo(noFile).size(), 1U);
    const std::vector<Record> answers = answersTo(noFile + "\n{\"type\":\"inspect\",\"requ");
    QCOMPARE(answers.size(), 2U);
    QCOMPARE(codeOf(answers[0]), ErrorCode::CommandLine); // answered at once, while the job of the other one runs
    QCOMPARE(answers[1].request, 7);
}

void ServeTest::longLineIsRefusedAndTheNextOneServed()
{
    constexpr qsizetype mebibyte = 1 << 20;
    const QByteArray allowed = QByteArray(mebibyte - noFile.size(), ' ') + noFile + '\n';
    QCOMPARE(answersTo(allowed).size(), 1U);
    const QByteArray tooLong = QByteArray(3 * mebibyte, ' ') + noFile + '\n';
    const std::vector<Record> answers = answersTo(tooLong + noFile + '\n');
    QCOMPARE(answers.size(), 2U);
    QCOMPARE(answers[0].request, 0);
    QCOMPARE(codeOf(answers[0]), ErrorCode::CommandLine);
    QCOMPARE(answers[1].request, 7);
    QCOMPARE(answersTo(QByteArray(3 * mebibyte, 'x')).size(), 1U); // without an end
}

void ServeTest::countBeyondReasonIsNamed()
{
    QByteArray many = noFile;
    many.replace("}", ",\"threads\":2000000000}");
    const std::vector<Record> answers = answersTo(many + '\n');
    QCOMPARE(answers.size(), 1U);
    QCOMPARE(answers[0].request, 7);
    QCOMPARE(codeOf(answers[0]), ErrorCode::CommandLine);
    QVERIFY(std::get<Error>(answers[0].body).text.find("threads") != std::string::npos);
}

void ServeTest::outcomeSaysWhatWasRefused_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<QString>("text"); // empty: all went well
    const QByteArray tooLong((1 << 20) + 1, ' ');
    QTest::newRow("nothing") << QByteArray() << QString();
    QTest::newRow("a request that fails") << noFile + '\n' << QString();
    QTest::newRow("a late cancel") << QByteArray("{\"type\":\"cancel\",\"request\":5}\n") << QString();
    QTest::newRow("no request") << QByteArray("hello?\n") << "Lines that were not valid requests: 1.";
    QTest::newRow("among others") << "hello?\n" + noFile + "\n[]\n"
                                  << "Lines that were not valid requests: 2.";
    QTest::newRow("too long") << tooLong + '\n' << "Lines that were not valid requests: 1.";
    QTest::newRow("too long, without an end") << tooLong + tooLong << "Lines that were not valid requests: 1.";
}

void ServeTest::outcomeSaysWhatWasRefused()
{
    QFETCH(QByteArray, input);
    QFETCH(QString, text);
    const Result<void> outcome = serveTo(input).outcome;
    QCOMPARE(outcome.ok() ? QString() : QString::fromStdString(outcome.error().text), text);
    if (!outcome.ok())
        QCOMPARE(exitStatus(outcome.error()), 2);
}

void ServeTest::answersThatCannotBeWrittenAreAnError()
{
    QTemporaryFile requests;
    QVERIFY(requests.open());
    QFile full(QStringLiteral("/dev/full"));
    QVERIFY(full.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    const Result<void> outcome = serve(requests.handle(), full.handle());
    QVERIFY(!outcome.ok());
    QCOMPARE(outcome.error().code, ErrorCode::OutputFile);
    QCOMPARE(outcome.error().text, std::string("The answers could not be written: No space left on device."));
}

void ServeTest::requestsThatCannotBeReadAreAnError()
{
    QTemporaryFile records;
    QVERIFY(records.open());
    const int folder = ::open("/", O_RDONLY | O_CLOEXEC);
    QVERIFY(folder >= 0);
    const Result<void> outcome = serve(folder, records.handle());
    ::close(folder);
    QVERIFY(!outcome.ok());
    QCOMPARE(outcome.error().text, std::string("The requests could not be read: Is a directory."));
}

/// A window that is closed ends its worker like this.
void ServeTest::idleWorkerLosesNothing()
{
    std::array<int, 2> requests {};
    std::array<int, 2> records {};
    QVERIFY(pipe(requests.data()) == 0 && pipe(records.data()) == 0);
    std::thread reader([&records] {
        char byte = 0;
        while (read(records[0], &byte, 1) == 1 && byte != '\n') { } // the hello
        close(records[0]);
    });
    const Result<void> outcome = serve(requests[0], records[1]); // the requests stay open
    reader.join();
    for (const int descriptor : { requests[0], requests[1], records[1] })
        close(descriptor);
    QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.error().text.c_str());
}

void ServeTest::longSilenceRepeatsTheProgress()
{
    ServeOptions options;
    options.longestSilence = std::chrono::milliseconds(1);
    options.bodies.model = [](const Request &, JobReporter &reporter) {
        reporter.progress("latency", 3, 9);
        std::this_thread::sleep_for(std::chrono::milliseconds(1500)); // the worker looks every 50 ms
        reporter.send(Error { ErrorCode::ModelFailed, "It ends here.", "" });
    };
    const Served served = serveTo(noFile + '\n', options);
    const auto isProgress = [](const Record &record) {
        return record.body == RecordBody(Progress { "latency", 3, 9 });
    };
    QVERIFY(std::ranges::count_if(served.records, isProgress) >= 2);
    QVERIFY(std::holds_alternative<Error>(served.records.back().body));
}

void ServeTest::sigtermCancelsAndEnds_data()
{
    QTest::addColumn<QByteArray>("requests");
    QTest::addColumn<QList<int>>("answered");
    QTest::newRow("idle") << QByteArray() << QList<int>();
    QTest::newRow("at work") << noFile + '\n' + QByteArray(noFile).replace('7', '8') + '\n' << QList<int> { 8, 7 };
}

/// The worker's own process gets it, as by a system that shuts down: its job keeps the grace to send what it has.
void ServeTest::sigtermCancelsAndEnds()
{
    QFETCH(const QByteArray, requests);
    QFETCH(const QList<int>, answered);
    std::array<int, 2> input {};
    std::array<int, 2> output {};
    QVERIFY(pipe(input.data()) == 0 && pipe(output.data()) == 0);
    const pid_t worker = fork();
    if (worker == 0) {
        close(output[0]);
        ServeOptions options;
        options.longestSilence = std::chrono::milliseconds(20);
        options.bodies.model = [](const Request &, JobReporter &reporter) {
            reporter.progress("latency", 3, 9);
            while (!reporter.stopRequested())
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            reporter.send(Error { ErrorCode::Cancelled, "It was cancelled.", "" });
        };
        _exit(serve(input[0], output[1], options).ok() ? 0 : 1);
    }
    close(output[1]);
    QCOMPARE(write(input[1], requests.data(), std::size_t(requests.size())), ssize_t(requests.size()));
    QFile records;
    QVERIFY(records.open(output[0], QIODevice::ReadOnly, QFile::AutoCloseHandle));
    QList<int> answers;
    const auto take = [&](const Record &record) {
        if (isAnswer(record)) {
            QCOMPARE(codeOf(record), ErrorCode::Cancelled);
            answers.append(int(record.request));
        }
    };
    QByteArray line = records.readLine(); // the hello
    while (!requests.isEmpty() && !line.contains("latency"))
        line = records.readLine();
    QCOMPARE(kill(worker, SIGTERM), 0);
    while (!(line = records.readLine()).isEmpty()) {
        const Result<Record> record = decode(line.toStdString());
        if (record.ok())
            take(record.value());
    }
    int status = 0;
    QCOMPARE(waitpid(worker, &status, 0), worker);
    QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    QCOMPARE(answers, answered);
    close(input[0]);
    close(input[1]);
}

/// Nothing wakes it but what it waits for.
void ServeTest::idleWorkerSleeps()
{
    std::array<int, 2> input {};
    std::array<int, 2> output {};
    QVERIFY(pipe(input.data()) == 0 && pipe(output.data()) == 0);
    const pid_t worker = fork();
    if (worker == 0) {
        close(output[0]);
        close(input[1]);
        _exit(serve(input[0], output[1], {}).ok() ? 0 : 1);
    }
    close(output[1]);
    const auto wakes = [worker] {
        QFile status(QStringLiteral("/proc/%1/status").arg(worker));
        if (!status.open(QIODevice::ReadOnly))
            return QByteArray();
        QByteArray counts;
        for (QByteArray line = status.readLine(); !line.isEmpty(); line = status.readLine()) {
            if (line.contains("ctxt_switches") || line.startsWith("State"))
                counts += line;
        }
        return counts;
    };
    QByteArray before;
    QTRY_VERIFY_WITH_TIMEOUT((before = wakes()).contains("sleeping") && (QTest::qWait(200), wakes() == before), 60'000);
    QTest::qWait(1200);
    QCOMPARE(wakes(), before);
    QCOMPARE(kill(worker, SIGTERM), 0);
    int status = 0;
    QCOMPARE(waitpid(worker, &status, 0), worker);
    QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    for (const int end : { input[0], input[1], output[0] })
        close(end);
}

ROOFLIGHT_TEST(ServeTest)
#include "serve_test.moc"
