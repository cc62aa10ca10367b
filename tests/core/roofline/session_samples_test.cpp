// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/session_samples.h"
#include "core/statistics/sample_set.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

class SessionSamplesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itemsAreFound()
    {
        Session session;
        session.layers = LayerLatencies {};
        ItemLatency timed;
        timed.item = { ItemId::Kind::Operator, 7 };
        timed.samples = sampleSet({}, { 1, 2, 3 });
        ItemLatency without;
        without.item = { ItemId::Kind::Layer, 7 };
        session.layers->items = { without, timed };
        const SessionSamples samples(session);
        QCOMPARE(samples.of(timed.item), &session.layers->items[1].samples);
        QVERIFY(!samples.of(without.item));
        QVERIFY(!samples.of({ ItemId::Kind::Operator, 8 }));
        session.layers.reset();
        QVERIFY(!samples.of(timed.item));
    }

    void bareRunsOfTheModelComeFirst()
    {
        Session session;
        const SessionSamples samples(session);
        QVERIFY(!samples.ofModel());
        session.layers = LayerLatencies {};
        QCOMPARE(samples.ofModel(), &session.layers->instrumentedModel);
        session.latency = ModelLatency {};
        QCOMPARE(samples.ofModel(), &session.latency->samples);
    }
};

ROOFLIGHT_TEST(SessionSamplesTest)
#include "session_samples_test.moc"
