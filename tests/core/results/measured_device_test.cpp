// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/results/session.h"

using namespace rooflight;

class MeasuredDeviceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingTimedHasNone();
    void everyTimingHasOne();
    void layersComeFirst();
};

void MeasuredDeviceTest::nothingTimedHasNone()
{
    Session session;
    QVERIFY(!measuredDevice(session));
    session.analysis.emplace();
    session.peaks.emplace();
    QVERIFY(!measuredDevice(session));
}

void MeasuredDeviceTest::everyTimingHasOne()
{
    Session session;
    session.explanation.emplace().device.name = "experiments";
    QCOMPARE(measuredDevice(session)->name, std::string("experiments"));
    session.remedies.emplace().device.name = "remedies";
    QCOMPARE(measuredDevice(session)->name, std::string("remedies"));
    session.pipeline.emplace().device.name = "pipeline";
    QCOMPARE(measuredDevice(session)->name, std::string("pipeline"));
    session.sweep.emplace().device.name = "sweep";
    QCOMPARE(measuredDevice(session)->name, std::string("sweep"));
    session.methods.emplace().device.name = "methods";
    QCOMPARE(measuredDevice(session)->name, std::string("methods"));
    session.interleaved.emplace().device.name = "interleaved";
    QCOMPARE(measuredDevice(session)->name, std::string("interleaved"));
}

void MeasuredDeviceTest::layersComeFirst()
{
    Session session;
    session.latency.emplace().device.name = "latency";
    QCOMPARE(measuredDevice(session)->name, std::string("latency"));
    session.layers.emplace().device.name = "layers";
    QCOMPARE(measuredDevice(session), &session.layers->device);
}

ROOFLIGHT_TEST(MeasuredDeviceTest)
#include "measured_device_test.moc"
