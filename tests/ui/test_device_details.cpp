// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/strict_test.h"
#include "ui/views/panels/item_details.h"

#include <QTest>

using namespace rooflight;

/// What the details say of kernels and of the device while it was timed.
class TestDeviceDetails : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void kernelsStandWithTheirOperator()
    {
        Session session;
        session.layers.emplace().items = {
            { { ItemId::Kind::Layer, 0 }, 0, 0, {}, { { "copy", 1, 500 } } },
            { { ItemId::Kind::Operator, 3 }, 0, 0, {}, { { "gemm<128, 64>", 2, 40'000 }, { "<b>", 1, 900 } } },
        };
        const std::vector<DetailSection> sections = deviceSections(session, { ItemId::Kind::Operator, 3 });
        QCOMPARE(sections.size(), std::size_t(1));
        QCOMPARE(sections[0].title, QStringLiteral("Kernels"));
        const std::vector<DetailRow> expected = {
            { QStringLiteral("40.0 µs"), QStringLiteral("2 × gemm<128, 64>"), {} },
            { QStringLiteral("900 ns"), QStringLiteral("<b>"), {} }
        };
        QCOMPARE(sections[0].rows, expected);
        QCOMPARE(deviceSections(session, { ItemId::Kind::Layer, 0 }).at(0).title,
                 QStringLiteral("Kernels outside any operator"));
        QVERIFY(deviceSections(session, { ItemId::Kind::Operator, 4 }).empty());
    }

    void reasonForNoKernelsIsTold()
    {
        Session session;
        session.layers.emplace().noKernels = "CUPTI is missing.";
        QCOMPARE(deviceSections(session, { ItemId::Kind::Layer, 0 }).at(0).note, QStringLiteral("CUPTI is missing."));
        QVERIFY(deviceSections(session, { ItemId::Kind::Layer, 1 }).empty());
    }

    void twoTimesOfTheModelAreExplained()
    {
        Session session;
        session.latency.emplace().samples.summary.medianNs = 149e6;
        session.layers.emplace().instrumentedModel.summary.medianNs = 357e6;
        session.layers.edit().bareMedianNs = 240e6;
        const std::vector<DetailSection> sections = deviceSections(session, { ItemId::Kind::Layer, 0 });
        QCOMPARE(sections.size(), std::size_t(1));
        QCOMPARE(sections[0].title, QStringLiteral("Two measurements of the model"));
        QCOMPARE(sections[0].rows.size(), std::size_t(3));
        QCOMPARE(sections[0].rows[0].value, QStringLiteral("149 ms, in the summary"));
        QCOMPARE(sections[0].rows[1].value, QStringLiteral("357 ms, in the table"));
        QCOMPARE(sections[0].rows[2].value, QStringLiteral("240 ms"));
        QVERIFY(sections[0].note.contains("record every call"));
        QVERIFY(deviceSections(session, { ItemId::Kind::Layer, 1 }).empty());
        session.layers.edit().instrumentedModel.summary.medianNs = 150e6; // 0.7 % more
        QVERIFY(deviceSections(session, { ItemId::Kind::Layer, 0 }).empty());
    }

    void conditionsStandWithTheModel()
    {
        Session session;
        Conditions conditions;
        conditions.clockHz = { 1.41e9, 1.755e9, 1.98e9 };
        conditions.temperatureCelsius = { 61, 61, 61 };
        conditions.throttleReasons = { ThrottleReason::PowerCap, ThrottleReason::Heat };
        session.latency.emplace().conditions = conditions;
        const std::vector<DetailSection> sections = deviceSections(session, { ItemId::Kind::Layer, 0 });
        QCOMPARE(sections.size(), std::size_t(1));
        const std::vector<DetailRow> expected = {
            { QStringLiteral("Clock"), QStringLiteral("1.41 GHz to 1.98 GHz, median 1.75 GHz"), {} },
            { QStringLiteral("Temperature"), QStringLiteral("61 °C"), {} },
            { QStringLiteral("Throttled by"), QStringLiteral("power cap, heat"), {} },
        };
        QCOMPARE(sections[0].rows, expected);
        QVERIFY(deviceSections(session, { ItemId::Kind::Layer, 1 }).empty());
    }
};

ROOFLIGHT_TEST(TestDeviceDetails)
#include "test_device_details.moc"
