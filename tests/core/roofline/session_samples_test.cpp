// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/bare_runs.h"
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
        session.layers.edit().items = { without, timed };
        const SessionSamples samples(session);
        QCOMPARE(samples.of(timed.item), &session.layers->items[1].samples);
        QVERIFY(!samples.of(without.item));
        QVERIFY(!samples.of({ ItemId::Kind::Operator, 8 }));
        session.layers.reset();
        QVERIFY(samples.of(timed.item)); // of the session that it was made of
        QVERIFY(!SessionSamples(session).of(timed.item));
    }

    void bareRunsOfTheModelComeFirst()
    {
        Session session;
        QVERIFY(!SessionSamples(session).ofModel());
        session.layers = LayerLatencies {};
        QCOMPARE(SessionSamples(session).ofModel(), &session.layers->instrumentedModel);
        session.latency = ModelLatency {};
        QCOMPARE(SessionSamples(session).ofModel(), &session.latency->samples);
    }

    /// 154 ms by itself, beside 17.6 ms between instrumented runs of 18 ms: the machine was disturbed while the first
    /// ran.
    void quieterBareRunsAreTaken()
    {
        Session session;
        session.latency = ModelLatency {};
        session.latency.edit().samples.summary = summaryOf(154e6, 100e6, 190e6);
        session.latency.edit().samples.flags = { SampleFlag::VeryNoisy };
        session.layers = LayerLatencies {};
        session.layers.edit().instrumentedModel.summary = summaryOf(18e6, 17.8e6, 18.2e6);
        session.layers.edit().bareMedianNs = 17.6e6;
        const auto check = [&session] {
            QCOMPARE(bareMedianNs(session), std::optional(17.6e6));
            QCOMPARE(bareRuns(session)->otherMedianNs, std::optional(154e6));
            QVERIFY(disturbancesOf(session).empty()); // of the quieter ones
        };
        check(); // a file without their interval: instrumented runs are slower than bare ones
        session.layers.edit().bareIntervalNs = { 17.5e6, 17.7e6 };
        check();
        session.latency.edit().samples.flags.clear(); // by the interval alone
        check();
    }

    void bareRunsByThemselvesComeFirst()
    {
        Session session;
        session.latency = ModelLatency {};
        session.latency.edit().samples.summary = summaryOf(17e6, 16.9e6, 17.1e6);
        session.layers = LayerLatencies {};
        session.layers.edit().instrumentedModel.summary = summaryOf(40e6, 30e6, 50e6);
        session.layers.edit().instrumentedModel.flags = { SampleFlag::OtherLoad };
        session.layers.edit().bareMedianNs = 35e6;
        QCOMPARE(bareMedianNs(session), std::optional(17e6));
        QVERIFY(!bareRuns(session)->otherMedianNs); // nothing says how well the others are known from below
        session.layers.edit().bareIntervalNs = { 30e6, 40e6 };
        QCOMPARE(bareMedianNs(session), std::optional(17e6));
        QCOMPARE(bareRuns(session)->otherMedianNs, std::optional(35e6));
        session.layers.edit().bareIntervalNs = { 17.05e6, 40e6 };
        QVERIFY(!bareRuns(session)->otherMedianNs); // they meet
        session.layers.edit().bareIntervalNs = { 18e6, 40e6 };
        QVERIFY(!bareRuns(session)->otherMedianNs); // 5 % apart: as two runs are
        session.latency.reset();
        QCOMPARE(bareMedianNs(session), std::optional(35e6));
        QCOMPARE(disturbancesOf(session), std::vector<std::string> { "other_load" });
        session.layers.edit().bareMedianNs = 0;
        QCOMPARE(bareMedianNs(session), std::optional(40e6));
    }

private:
    static Summary summaryOf(double medianNs, double low, double high)
    {
        Summary summary;
        summary.count = 50;
        summary.medianNs = medianNs;
        summary.medianIntervalNs = { low, high };
        return summary;
    }
};

ROOFLIGHT_TEST(SessionSamplesTest)
#include "session_samples_test.moc"
