// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/contender_process.h"
#include "core/service/experiments/output_difference.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <csignal>
#include <cstring>
#include <limits>
#include <numeric>

#include <unistd.h>

using namespace rooflight;

class ContenderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void processAnswers();
    void setupsArriveWhole();
    void dataArriveWhole();
    void failureIsTold();
    void processThatDiesIsNoticed();
    void nonsenseIsNoAnswer();
    void waitingCanBeStopped();
    void afterAStopNothingIsAsked();
    void differenceIsOfTheFarthest();
    void differenceOfOtherSizesIsUnknown();
    void differenceOfNoNumbers();
};

namespace {

bool neverStopped()
{
    return false;
}

ContenderProcess processOf(const ContenderProcess::Body &body)
{
    Result<std::vector<ContenderProcess>> started = ContenderProcess::start(1, body);
    if (!started.ok())
        qFatal("no process");
    return std::move(started.value().front());
}

ContenderAnswer outputsOf(const std::vector<std::vector<float>> &tensors)
{
    ContenderAnswer answer;
    for (const std::vector<float> &tensor : tensors) {
        answer.outputSizes.push_back(static_cast<std::int64_t>(tensor.size()));
        answer.data.append(reinterpret_cast<const char *>(tensor.data()), tensor.size() * sizeof(float));
    }
    return answer;
}

} // namespace

void ContenderTest::processAnswers()
{
    ContenderProcess process = processOf([](ContenderSocket socket) {
        while (const auto question = socket.readQuestion()) {
            ContenderAnswer answer;
            answer.ns = 2.5 * static_cast<double>(question->count);
            if (!socket.write(answer))
                return;
        }
    });
    for (const std::int64_t calls : { 1, 20, 3 }) {
        const auto answer = process.ask({ .task = ContenderTask::Time, .count = calls }, neverStopped);
        QVERIFY(answer.ok());
        QCOMPARE(answer.value().ns, 2.5 * static_cast<double>(calls));
    }
}

void ContenderTest::setupsArriveWhole()
{
    RunSetup setup;
    setup.execution = { Executor::Frozen, ModelPrecision::BFloat16, MemoryFormat::ChannelsLast, Tf32::Allowed,
                        Caches::Cold };
    setup.threads = 3;
    setup.batch = 16;
    setup.hugePages = true;
    ContenderProcess process = processOf([setup](ContenderSocket socket) {
        const auto question = socket.readQuestion();
        ContenderAnswer answer;
        answer.items = question && question->setup == setup && question->task == ContenderTask::Load;
        static_cast<void>(socket.write(answer));
    });
    const auto answer = process.ask({ .task = ContenderTask::Load, .setup = setup }, neverStopped);
    QVERIFY(answer.ok());
    QCOMPARE(answer.value().items, 1);
}

/// More than a socket's buffer, with every byte among it.
void ContenderTest::dataArriveWhole()
{
    ContenderProcess process = processOf([](ContenderSocket socket) {
        while (auto question = socket.readQuestion()) {
            ContenderAnswer answer;
            answer.data = std::move(question->data);
            std::ranges::reverse(answer.data);
            if (!socket.write(answer))
                return;
        }
    });
    std::string data(3'000'001, '\0');
    std::iota(data.begin(), data.end(), '\0');
    for (int round = 0; round < 2; ++round) {
        const auto answer = process.ask({ .task = ContenderTask::Load, .data = data }, neverStopped);
        QVERIFY(answer.ok());
        QVERIFY(std::equal(data.rbegin(), data.rend(), answer.value().data.begin(), answer.value().data.end()));
    }
}

void ContenderTest::failureIsTold()
{
    ContenderProcess process = processOf([](ContenderSocket socket) {
        static_cast<void>(socket.readQuestion());
        ContenderAnswer answer;
        answer.failure = { ErrorCode::ModelFailed, "it does not run so", {} };
        static_cast<void>(socket.write(answer));
    });
    const auto answer = process.ask({ .task = ContenderTask::Load }, neverStopped);
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().code, ErrorCode::ModelFailed);
    QCOMPARE(answer.error().text, std::string("it does not run so"));
}

void ContenderTest::processThatDiesIsNoticed()
{
    ContenderProcess process = processOf([](ContenderSocket socket) {
        static_cast<void>(socket.readQuestion());
        raise(SIGKILL);
    });
    QVERIFY(!process.ask({ .task = ContenderTask::Load }, neverStopped).ok());
    QVERIFY(!process.ask({ .task = ContenderTask::Time, .count = 1 }, neverStopped).ok());
}

/// Of a model that has taken the process over.
void ContenderTest::nonsenseIsNoAnswer()
{
    for (const std::string words : { "hello\n", "{\"data_bytes\":-1}\n", "{\"data_bytes\":99999999999999}\n", "{}" }) {
        ContenderProcess process = processOf([&words](ContenderSocket socket) {
            static_cast<void>(socket.readQuestion());
            static_cast<void>(write(socket.descriptor(), words.data(), words.size()));
        });
        QVERIFY2(!process.ask({ .task = ContenderTask::Load }, neverStopped).ok(), words.c_str());
    }
}

void ContenderTest::waitingCanBeStopped()
{
    ContenderProcess process = processOf([](ContenderSocket socket) {
        static_cast<void>(socket.readQuestion());
        static_cast<void>(socket.readQuestion()); // never comes
    });
    int looks = 0;
    const auto answer = process.ask({ .task = ContenderTask::Load }, [&looks] { return ++looks > 2; });
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().code, ErrorCode::Cancelled);
}

void ContenderTest::afterAStopNothingIsAsked()
{
    ContenderProcess process = processOf([](ContenderSocket socket) {
        const auto question = socket.readQuestion();
        ContenderAnswer answer;
        answer.items = question ? question->count : 0;
        static_cast<void>(socket.write(answer));
    });
    const auto stopped = process.ask({ .task = ContenderTask::Time, .count = 1 }, [] { return true; });
    QVERIFY(!stopped.ok());
    QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    const auto answer = process.ask({ .task = ContenderTask::Time, .count = 2 }, neverStopped);
    QVERIFY(answer.ok());
    QCOMPARE(answer.value().items, 2);
}

void ContenderTest::differenceIsOfTheFarthest()
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

void ContenderTest::differenceOfOtherSizesIsUnknown()
{
    QVERIFY(!differenceOf(outputsOf({ { 1, 2 } }), outputsOf({ { 1 }, { 2 } })));
    QVERIFY(!differenceOf(outputsOf({ { 1, 2 } }), outputsOf({ { 1, 2, 3 } })));
    QVERIFY(!differenceOf({}, {}));
    ContenderAnswer claims = outputsOf({ { 1 } });
    claims.outputSizes = { 1'000'000 };
    QVERIFY(!differenceOf(claims, claims));
}

void ContenderTest::differenceOfNoNumbers()
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    const auto same = differenceOf(outputsOf({ { nan, infinity, 2 } }), outputsOf({ { nan, infinity, 2 } }));
    QVERIFY(same && same->maxAbs == 0);
    const auto lost = differenceOf(outputsOf({ { 1, 2 } }), outputsOf({ { nan, 2 } }));
    QVERIFY(lost && std::isinf(lost->maxAbs) && std::isinf(lost->maxRel));
}

ROOFLIGHT_TEST(ContenderTest)
#include "contender_test.moc"
