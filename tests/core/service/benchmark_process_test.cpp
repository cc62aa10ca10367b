// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/benchmark_messages.h"
#include "core/service/experiments/benchmark_process.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <array>
#include <cmath>
#include <csignal>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

using namespace rooflight;

class BenchmarkProcessTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void processAnswers();
    void setupsArriveWhole();
    void dataArriveWhole();
    void failureIsTold();
    void failedCallLeavesTheProcess_data();
    void failedCallLeavesTheProcess();
    void processThatDiesIsNoticed();
    void processThatEndsByItselfHasNoSignal();
    void nonsenseIsNoAnswer();
    void whatEndsALostProcessLaterIsTold();
    void waitingCanBeStopped();
    void afterAStopNothingIsAsked();
    void endIsAwaited();
    void endByAFailureIsAwaited();
    void awaitingTheEndCanBeStopped();
    void differenceIsOfTheFarthest();
    void differenceOfOtherSizesIsUnknown();
    void differenceOfNoNumbers();
};

namespace {

bool neverStopped()
{
    return false;
}

BenchmarkProcess processOf(const BenchmarkProcess::Body &body)
{
    Result<std::vector<BenchmarkProcess>> started = BenchmarkProcess::start(1, body);
    if (!started.ok())
        qFatal("no process");
    return std::move(started.value().front());
}

/// Its answer is no JSON, and it goes on; it writes its number to \p numberPipe.
BenchmarkProcess lostProcess(int numberPipe)
{
    return processOf([numberPipe](BenchmarkSocket socket) {
        static_cast<void>(socket.readRequest());
        const pid_t own = getpid();
        static_cast<void>(write(numberPipe, &own, sizeof own));
        static_cast<void>(write(socket.descriptor(), "hello\n", 6));
        for (;;)
            pause();
    });
}

/// Its items are the number of this process.
BenchmarkResponse withNumber()
{
    BenchmarkResponse response;
    response.items = getpid();
    return response;
}

BenchmarkResponse outputsOf(const std::vector<std::vector<float>> &tensors)
{
    BenchmarkResponse response;
    for (const std::vector<float> &tensor : tensors) {
        response.outputSizes.push_back(static_cast<std::int64_t>(tensor.size()));
        response.data.append(reinterpret_cast<const char *>(tensor.data()), tensor.size() * sizeof(float));
    }
    return response;
}

} // namespace

void BenchmarkProcessTest::processAnswers()
{
    BenchmarkProcess process = processOf([](BenchmarkSocket socket) {
        while (const auto request = socket.readRequest()) {
            BenchmarkResponse response;
            response.ns = 2.5 * static_cast<double>(request->count);
            if (!socket.write(response))
                return;
        }
    });
    for (const std::int64_t calls : { 1, 20, 3 }) {
        const auto response = process.ask({ .task = BenchmarkTask::Time, .count = calls }, neverStopped);
        QVERIFY(response.ok());
        QCOMPARE(response.value().ns, 2.5 * static_cast<double>(calls));
    }
}

void BenchmarkProcessTest::setupsArriveWhole()
{
    RunSetup setup;
    setup.execution = { Executor::Frozen, ModelPrecision::BFloat16, MemoryFormat::ChannelsLast, Tf32::Allowed,
                        Caches::Cold };
    setup.threads = 3;
    setup.batch = 16;
    setup.hugePages = true;
    setup.tcmalloc = true;
    BenchmarkProcess process = processOf([setup](BenchmarkSocket socket) {
        const auto request = socket.readRequest();
        BenchmarkResponse response;
        response.items = request && request->setup == setup && request->task == BenchmarkTask::Load;
        static_cast<void>(socket.write(response));
    });
    const auto response = process.ask({ .task = BenchmarkTask::Load, .setup = setup }, neverStopped);
    QVERIFY(response.ok());
    QCOMPARE(response.value().items, 1);
}

/// More than a socket's buffer, with every byte among it.
void BenchmarkProcessTest::dataArriveWhole()
{
    BenchmarkProcess process = processOf([](BenchmarkSocket socket) {
        while (auto request = socket.readRequest()) {
            BenchmarkResponse response;
            response.data = std::move(request->data);
            std::ranges::reverse(response.data);
            if (!socket.write(response))
                return;
        }
    });
    std::string data(3'000'001, '\0');
    std::iota(data.begin(), data.end(), '\0');
    for (int round = 0; round < 2; ++round) {
        const auto response = process.ask({ .task = BenchmarkTask::Load, .data = data }, neverStopped);
        QVERIFY(response.ok());
        QVERIFY(std::equal(data.rbegin(), data.rend(), response.value().data.begin(), response.value().data.end()));
    }
}

void BenchmarkProcessTest::failureIsTold()
{
    BenchmarkProcess process = processOf([](BenchmarkSocket socket) {
        static_cast<void>(socket.readRequest());
        BenchmarkResponse response;
        response.failure = { ErrorCode::ModelFailed, "it does not run so", {} };
        static_cast<void>(socket.write(response));
    });
    const auto response = process.ask({ .task = BenchmarkTask::Load }, neverStopped);
    QVERIFY(!response.ok());
    QCOMPARE(response.error().code, ErrorCode::ModelFailed);
    QCOMPARE(response.error().text, std::string("it does not run so"));
}

void BenchmarkProcessTest::failedCallLeavesTheProcess_data()
{
    QTest::addColumn<BenchmarkTask>("task");
    QTest::addColumn<bool>("goesOn");
    QTest::newRow("prepare") << BenchmarkTask::PrepareCall << true;
    QTest::newRow("time a call") << BenchmarkTask::TimeCall << true;
    QTest::newRow("log") << BenchmarkTask::LogCall << true;
    QTest::newRow("describe") << BenchmarkTask::DescribeCall << true;
    QTest::newRow("background load") << BenchmarkTask::Disturb << true;
    QTest::newRow("load") << BenchmarkTask::Load << false;
    QTest::newRow("capture") << BenchmarkTask::Capture << false;
    QTest::newRow("time the model") << BenchmarkTask::Time << false;
}

/// Other calls can be made; without a model or its calls nothing can.
void BenchmarkProcessTest::failedCallLeavesTheProcess()
{
    QFETCH(const BenchmarkTask, task);
    QFETCH(const bool, goesOn);
    BenchmarkProcess process = processOf([](BenchmarkSocket socket) {
        if (std::optional<BenchmarkRequest> first = socket.readRequest())
            answerAll(socket, std::move(*first), [](const BenchmarkRequest &request) -> Result<BenchmarkResponse> {
                if (request.count < 0)
                    return Error { ErrorCode::ModelFailed, "it does not run so", {} };
                BenchmarkResponse response;
                response.items = request.count;
                return response;
            });
    });
    for (int again = 0; again < 2; ++again) {
        const auto works = process.ask({ .task = task, .count = 7 }, neverStopped);
        QCOMPARE(works.ok(), goesOn || again == 0);
        if (works.ok())
            QCOMPARE(works.value().items, 7);
        const auto fails = process.ask({ .task = task, .count = -1 }, neverStopped);
        QVERIFY(!fails.ok());
        QCOMPARE(fails.error().text == "it does not run so", goesOn || again == 0);
    }
}

void BenchmarkProcessTest::processThatDiesIsNoticed()
{
    BenchmarkProcess process = processOf([](BenchmarkSocket socket) {
        static_cast<void>(socket.readRequest());
        raise(SIGKILL);
    });
    for (int again = 0; again < 2; ++again) {
        const auto response = process.ask({ .task = BenchmarkTask::Load }, neverStopped);
        QVERIFY(!response.ok());
        QCOMPARE(response.error().text, std::string("its process was ended by signal SIGKILL"));
    }
}

void BenchmarkProcessTest::processThatEndsByItselfHasNoSignal()
{
    BenchmarkProcess process = processOf([](BenchmarkSocket socket) { static_cast<void>(socket.readRequest()); });
    const auto response = process.ask({ .task = BenchmarkTask::Load }, neverStopped);
    QVERIFY(!response.ok());
    QCOMPARE(response.error().text, std::string("its process ended"));
}

/// Of a model that has taken the process over.
void BenchmarkProcessTest::nonsenseIsNoAnswer()
{
    for (const std::string words : { "hello\n", "{\"data_bytes\":-1}\n", "{\"data_bytes\":99999999999999}\n", "{}" }) {
        BenchmarkProcess process = processOf([&words](BenchmarkSocket socket) {
            static_cast<void>(socket.readRequest());
            static_cast<void>(write(socket.descriptor(), words.data(), words.size()));
        });
        QVERIFY2(!process.ask({ .task = BenchmarkTask::Load }, neverStopped).ok(), words.c_str());
    }
}

/// As of one that writes its memory into a file for long before it ends. A stop meanwhile is none of its failures.
void BenchmarkProcessTest::whatEndsALostProcessLaterIsTold()
{
    std::array<int, 2> ends {};
    QCOMPARE(pipe(ends.data()), 0);
    BenchmarkProcess process = lostProcess(ends[1]);
    constexpr int readAtOnce = 10; // looks until its answer was read, if that came at once
    int looks = 0;
    const auto stopped = process.ask({ .task = BenchmarkTask::Load }, [&looks] { return ++looks > readAtOnce; });
    QVERIFY(!stopped.ok());
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    pid_t pid = 0;
    QCOMPARE(read(ends[0], &pid, sizeof pid), static_cast<ssize_t>(sizeof pid));
    QCOMPARE(kill(pid, SIGKILL), 0);
    siginfo_t info {};
    QCOMPARE(waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT), 0); // it stays to be waited for
    for (int again = 0; again < 2; ++again) {
        const auto response = process.ask({ .task = BenchmarkTask::Load }, neverStopped);
        QVERIFY(!response.ok());
        QCOMPARE(response.error().text, std::string("its process was ended by signal SIGKILL"));
    }
    close(ends[0]);
    close(ends[1]);
}

void BenchmarkProcessTest::waitingCanBeStopped()
{
    BenchmarkProcess process = processOf([](BenchmarkSocket socket) {
        static_cast<void>(socket.readRequest());
        static_cast<void>(socket.readRequest()); // never comes
    });
    int looks = 0;
    const auto response = process.ask({ .task = BenchmarkTask::Load }, [&looks] { return ++looks > 2; });
    QVERIFY(!response.ok());
    QCOMPARE(response.error().code, ErrorCode::Cancelled);
}

void BenchmarkProcessTest::afterAStopNothingIsAsked()
{
    BenchmarkProcess process = processOf([](BenchmarkSocket socket) {
        const auto request = socket.readRequest();
        BenchmarkResponse response;
        response.items = request ? request->count : 0;
        static_cast<void>(socket.write(response));
    });
    const auto stopped = process.ask({ .task = BenchmarkTask::Time, .count = 1 }, [] { return true; });
    QVERIFY(!stopped.ok());
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    const auto response = process.ask({ .task = BenchmarkTask::Time, .count = 2 }, neverStopped);
    QVERIFY(response.ok());
    QCOMPARE(response.value().items, 2);
}

/// A process that was waited for has no number any more; one that only ended keeps it.
void BenchmarkProcessTest::endIsAwaited()
{
    BenchmarkProcess process = processOf([](BenchmarkSocket socket) {
        while (socket.readRequest()) {
            if (!socket.write(withNumber()))
                return;
        }
    });
    const auto response = process.ask({ .task = BenchmarkTask::Load }, neverStopped);
    QVERIFY(response.ok());
    const auto number = static_cast<pid_t>(response.value().items);
    process.awaitEnd(neverStopped);
    QCOMPARE(kill(number, 0), 0); // nothing ended it
    process.end();
    QCOMPARE(kill(number, 0), 0);
    process.awaitEnd(neverStopped);
    QCOMPARE(kill(number, 0), -1);
}

void BenchmarkProcessTest::endByAFailureIsAwaited()
{
    BenchmarkProcess process = processOf([](BenchmarkSocket socket) {
        if (std::optional<BenchmarkRequest> first = socket.readRequest())
            answerAll(socket, std::move(*first), [](const BenchmarkRequest &) -> Result<BenchmarkResponse> {
                return Error { ErrorCode::ModelFailed, std::to_string(getpid()), {} };
            });
    });
    const auto call = process.ask({ .task = BenchmarkTask::TimeCall }, neverStopped);
    QVERIFY(!call.ok());
    const pid_t number = std::stoi(call.error().text);
    process.awaitEnd(neverStopped);
    QCOMPARE(kill(number, 0), 0); // other calls may work
    QVERIFY(!process.ask({ .task = BenchmarkTask::Time }, neverStopped).ok());
    process.awaitEnd(neverStopped);
    QCOMPARE(kill(number, 0), -1);
}

/// Of a process that hangs.
void BenchmarkProcessTest::awaitingTheEndCanBeStopped()
{
    BenchmarkProcess process = processOf([](BenchmarkSocket socket) {
        static_cast<void>(socket.readRequest());
        static_cast<void>(socket.write(withNumber()));
        pause();
    });
    const auto response = process.ask({ .task = BenchmarkTask::Load }, neverStopped);
    QVERIFY(response.ok());
    process.end();
    int looks = 0;
    process.awaitEnd([&looks] { return ++looks > 2; });
    QCOMPARE(looks, 3);
    QCOMPARE(kill(static_cast<pid_t>(response.value().items), SIGKILL), 0);
}

void BenchmarkProcessTest::differenceIsOfTheFarthest()
{
    const auto difference =
        differenceOf(outputsOf({ { 1, -4 }, { 100, 200 } }), outputsOf({ { 1, -5 }, { 100, 202 } }));
    QVERIFY(difference);
    QCOMPARE(difference->maxAbs, 2.0);
    QCOMPARE(difference->maxRel, 0.25); // 1 of 4 in the first, 2 of 200 in the second
    const auto besideZeros = differenceOf(outputsOf({ { 0, 0 } }), outputsOf({ { 0, 0.5 } }));
    QVERIFY(besideZeros && besideZeros->maxAbs == 0.5 && besideZeros->maxRel == 1);
    const auto equal = differenceOf(outputsOf({ { 0, 1 } }), outputsOf({ { 0, 1 } }));
    QVERIFY(equal && equal->maxAbs == 0 && equal->maxRel == 0);
}

void BenchmarkProcessTest::differenceOfOtherSizesIsUnknown()
{
    QVERIFY(!differenceOf(outputsOf({ { 1, 2 } }), outputsOf({ { 1 }, { 2 } })));
    QVERIFY(!differenceOf(outputsOf({ { 1, 2 } }), outputsOf({ { 1, 2, 3 } })));
    QVERIFY(!differenceOf({}, {}));
    BenchmarkResponse claims = outputsOf({ { 1 } });
    claims.outputSizes = { 1'000'000 };
    QVERIFY(!differenceOf(claims, claims));
}

void BenchmarkProcessTest::differenceOfNoNumbers()
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    const auto same = differenceOf(outputsOf({ { nan, infinity, 2 } }), outputsOf({ { nan, infinity, 2 } }));
    QVERIFY(same && same->maxAbs == 0);
    const auto lost = differenceOf(outputsOf({ { 1, 2 } }), outputsOf({ { nan, 2 } }));
    QVERIFY(lost && std::isinf(lost->maxAbs) && std::isinf(lost->maxRel));
}

ROOFLIGHT_TEST(BenchmarkProcessTest)
#include "benchmark_process_test.moc"
