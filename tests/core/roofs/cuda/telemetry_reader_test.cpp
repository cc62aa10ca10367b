// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/telemetry_reader.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <thread>

using namespace rooflight;
using namespace rooflight::cuda;
using namespace std::chrono_literals;

class TelemetryReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slowDriverBlocksNoCaller();
    void readsOnceAPeriod();
    void readingOfEarlierWorkIsForgotten();
};

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto timeout = 60s;

std::optional<Telemetry> taken(TelemetryReader &reader)
{
    std::optional<Telemetry> reading;
    for (const auto end = Clock::now() + timeout; !reading && Clock::now() < end;) {
        reading = reader.take();
        std::this_thread::sleep_for(1ms);
    }
    return reading;
}

} // namespace

void TelemetryReaderTest::slowDriverBlocksNoCaller()
{
    std::atomic<bool> answers = false;
    TelemetryReader reader(
        [&answers] {
            answers.wait(false);
            Telemetry telemetry;
            telemetry.powerWatts = 640;
            return telemetry;
        },
        0ms);
    for (int sample = 0; sample < 1000; ++sample) { // none of them returned if one of them waited
        reader.request();
        QVERIFY(!reader.take());
    }
    answers = true;
    answers.notify_all();
    const std::optional<Telemetry> reading = taken(reader);
    QVERIFY(reading);
    QCOMPARE(reading->powerWatts.value_or(0), 640.0);
    QVERIFY(!reader.take()); // each once
}

void TelemetryReaderTest::readsOnceAPeriod()
{
    std::atomic<int> readings = 0;
    TelemetryReader reader(
        [&readings] {
            ++readings;
            return Telemetry {};
        },
        1h);
    reader.request();
    QVERIFY(taken(reader));
    reader.request();
    std::this_thread::sleep_for(20ms);
    QVERIFY(!reader.take());
    QCOMPARE(readings.load(), 1);
}

void TelemetryReaderTest::readingOfEarlierWorkIsForgotten()
{
    std::atomic<int> begun = 0;
    std::atomic<int> allowed = 0;
    TelemetryReader reader(
        [&] {
            Telemetry telemetry;
            telemetry.powerWatts = ++begun;
            for (int now = allowed; now < begun; now = allowed)
                allowed.wait(now);
            return telemetry;
        },
        0ms);
    reader.request();
    while (begun == 0)
        std::this_thread::sleep_for(1ms);
    reader.forget(); // while it is being read
    allowed = 1000; // more than one may be read before it is taken
    allowed.notify_all();
    std::optional<Telemetry> reading;
    for (const auto end = Clock::now() + timeout; !reading && Clock::now() < end; reading = reader.take())
        reader.request();
    QVERIFY(reading);
    QVERIFY(reading->powerWatts.value_or(0) >= 2); // the first was of earlier work
}

ROOFLIGHT_TEST(TelemetryReaderTest)
#include "telemetry_reader_test.moc"
