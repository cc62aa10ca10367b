// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "support/simulated_cupti.h"
#include "tests/support/test_program.h"

#include "core/timing/cuda/memory_counters.h"

#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <stdexcept>

using namespace rooflight;

class MemoryCountersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneRunIsTheMeanOfThoseThatCount();
    void otherChipsNameTheirCountersOtherwise();
    void refusedWith_data();
    void refusedWith();
    void refusedAnywhereAllIsGivenBack_data();
    void refusedAnywhereAllIsGivenBack();
    void chipsWithoutCountersAreNamed();
    void severalPassesAreNoCount();
    void withoutADeviceNothingIsTouched();
    void whatTheRunThrowsComesThrough();
    void structsEndWithTheirLastMember();
    void cuptiKnowsTheCountersOfEveryChip_data();
    void cuptiKnowsTheCountersOfEveryChip();
};

namespace {

constexpr int countedRuns = 3;

/// The first call reads ten times as much, as caches are cold.
std::function<void()> work(SimulatedCupti &gpu)
{
    return [&gpu, first = true]() mutable {
        gpu.move(first ? 5000 : 500, 200);
        first = false;
    };
}

Result<CountedBytes> counted(SimulatedCupti &gpu)
{
    return cupti::countBytes(gpu.functions(), work(gpu), countedRuns);
}

/// Whether a copy of this process comes to the end of that.
bool endsInChild(const std::function<void()> &attempt)
{
    const pid_t child = fork();
    if (child == 0) {
        attempt();
        _exit(0);
    }
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
}

} // namespace

void MemoryCountersTest::oneRunIsTheMeanOfThoseThatCount()
{
    SimulatedCupti gpu;
    const Result<CountedBytes> bytes = counted(gpu);
    QVERIFY(bytes.ok());
    QCOMPARE(bytes.value(), (CountedBytes { 500, 200 }));
    QVERIFY(gpu.isIdle());
    const QStringList inOrder = { "initialize", "chipName",  "hostInitialize",   "addMetrics",  "imageSize",
                                  "image",      "enable",    "counterSize",      "image",       "configure",
                                  "start",      "pushRange", "popRange",         "stop",        "decode",
                                  "evaluate",   "disable",   "hostDeinitialize", "deinitialize" };
    QCOMPARE(gpu.calls, inOrder);
}

void MemoryCountersTest::otherChipsNameTheirCountersOtherwise()
{
    SimulatedCupti gpu;
    gpu.chip = "GB202";
    gpu.counters = QStringList { "dram__bytes_op_read.sum", "dram__bytes_op_write.sum" };
    const Result<CountedBytes> bytes = counted(gpu);
    QVERIFY(bytes.ok());
    QCOMPARE(bytes.value(), (CountedBytes { 500, 200 }));
    QVERIFY(gpu.isIdle());
}

void MemoryCountersTest::refusedWith_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("hint");
    const QByteArray rights = "the driver lets only administrators use the counters of the GPU.";
    QTest::newRow("rights") << 35 << rights << QByteArray("NVreg_RestrictProfilingToAdminUsers=0");
    QTest::newRow("rights on a virtual GPU") << 40 << rights << QByteArray("--unconfined");
    QTest::newRow("another profiler") << 26 << QByteArray("CUPTI refuses (CUPTI_ERROR_HARDWARE_BUSY).") << QByteArray();
    QTest::newRow("no name") << 4711 << QByteArray("CUPTI refuses (status 4711).") << QByteArray();
}

void MemoryCountersTest::refusedWith()
{
    QFETCH(int, status);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, hint);
    SimulatedCupti gpu;
    gpu.refused[QStringLiteral("enable")] = status;
    const Result<CountedBytes> bytes = counted(gpu);
    QVERIFY(!bytes.ok());
    QCOMPARE(QByteArray::fromStdString(bytes.error().text), text);
    QVERIFY(QByteArray::fromStdString(bytes.error().hint).contains(hint));
}

void MemoryCountersTest::refusedAnywhereAllIsGivenBack_data()
{
    QTest::addColumn<QString>("function");
    for (const char *function :
         { "initialize", "chipName", "hostInitialize", "imageSize", "image", "enable", "counterSize", "configure",
           "start", "pushRange", "popRange", "stop", "decode", "evaluate" })
        QTest::newRow(function) << QString::fromLatin1(function);
}

void MemoryCountersTest::refusedAnywhereAllIsGivenBack()
{
    QFETCH(QString, function);
    SimulatedCupti gpu;
    gpu.refused[function] = 7;
    QVERIFY(!counted(gpu).ok());
    QVERIFY2(gpu.isIdle(), qPrintable(gpu.calls.join(u' ')));
}

void MemoryCountersTest::chipsWithoutCountersAreNamed()
{
    SimulatedCupti gpu;
    gpu.chip = "GB10B";
    gpu.counters.clear();
    const Result<CountedBytes> bytes = counted(gpu);
    QVERIFY(!bytes.ok());
    QCOMPARE(bytes.error().text,
             std::string("CUPTI has no counters of the bytes of this chip's memory (GB10B, status 1)."));
    QVERIFY(gpu.isIdle());
    QVERIFY(!gpu.calls.contains("enable"));
}

void MemoryCountersTest::severalPassesAreNoCount()
{
    SimulatedCupti gpu;
    gpu.onePass = false;
    const Result<CountedBytes> bytes = counted(gpu);
    QVERIFY(!bytes.ok());
    QVERIFY(bytes.error().text.find("in the same run") != std::string::npos);
    QVERIFY(gpu.isIdle());
}

void MemoryCountersTest::withoutADeviceNothingIsTouched()
{
    SimulatedCupti gpu;
    gpu.hasContext = false;
    QVERIFY(!counted(gpu).ok());
    cupti::Functions withoutDriver = gpu.functions();
    withoutDriver.currentContext = nullptr;
    QVERIFY(!cupti::countBytes(withoutDriver, work(gpu), countedRuns).ok());
    QVERIFY(gpu.calls.isEmpty());
}

void MemoryCountersTest::whatTheRunThrowsComesThrough()
{
    SimulatedCupti gpu;
    int calls = 0;
    const auto failing = [&calls] {
        if (++calls == 2)
            throw std::runtime_error("no memory");
    };
    QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                             static_cast<void>(cupti::countBytes(gpu.functions(), failing, countedRuns)));
    QVERIFY2(gpu.isIdle(), qPrintable(gpu.calls.join(u' ')));
}

/// CUPTI's size of a struct leaves out the padding behind a short last member.
void MemoryCountersTest::structsEndWithTheirLastMember()
{
    QCOMPARE(cupti::sized(&cupti::Stop::allPassesDone).size, std::size_t { 41 });
    QCOMPARE(cupti::sized(&cupti::Nothing::reserved).size, std::size_t { 16 });
}

void MemoryCountersTest::cuptiKnowsTheCountersOfEveryChip_data()
{
    QTest::addColumn<QByteArray>("chip");
    QTest::addColumn<QByteArray>("counter");
    const QByteArray usual = "dram__bytes_read.sum";
    for (const char *chip : { "TU102", "GA100", "GA102", "AD102", "GH100", "GB100" })
        QTest::newRow(chip) << QByteArray(chip) << usual;
    QTest::newRow("GB202") << QByteArray("GB202") << QByteArray("dram__bytes_op_read.sum");
    QTest::newRow("shares the memory of its host") << QByteArray("GA10B") << QByteArray();
    QTest::newRow("no chip") << QByteArray("GX999") << QByteArray();
}

/// The library that LibTorch brings answers without a GPU.
void MemoryCountersTest::cuptiKnowsTheCountersOfEveryChip()
{
    QFETCH(QByteArray, chip);
    QFETCH(QByteArray, counter);
    const Result<cupti::Functions> functions = cupti::loadedFunctions();
    if (!functions.ok())
        QSKIP(functions.error().text.c_str());
    // CUPTI 13.2 calls itself without end if there is no driver.
    const auto opens = [&] {
        std::signal(SIGSEGV, SIG_DFL);
        static_cast<void>(cupti::ChipCounters(functions.value()).open(chip.toStdString()));
    };
    if (!endsInChild(opens))
        QSKIP("This CUPTI opens no counters without a driver.");
    cupti::ChipCounters counters(functions.value());
    const Result<void> opened = counters.open(chip.toStdString());
    QCOMPARE(opened.ok(), !counter.isEmpty());
    if (!opened.ok()) {
        QVERIFY(opened.error().text.find(chip.toStdString()) != std::string::npos);
        return;
    }
    QCOMPARE(QByteArray::fromStdString(counters.read()), counter);
    QVERIFY(!counters.configuration().empty());
}

ROOFLIGHT_TEST(MemoryCountersTest)
#include "memory_counters_test.moc"
