// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// First, as moc of Qt 6.4 cannot read <compare> before any other standard header.
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include "core/report/headline.h"
#include "tests/core/report/measured_session.h"

#include <cmath>

using namespace rooflight;

/// When the headline promises nothing, and how far what it promises may be off.
class WithheldAnswerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void disturbedRunsComeFirst();
    void whileTimedNothingDoubtfulIsSaid();
    void otherProgramsAreNamed();
    void disturbedRoofsAreNamed();
    void whatIsNotKnownWidensTheInterval();
    void runsOfAGpuThatSetsThePaceDifferLess();
    void noiseWithholdsOnlyWhatItMoves();
    void noiseThatDoublesWhatIsLeftWithholds();
};

/// They promise nothing.
void WithheldAnswerTest::disturbedRunsComeFirst()
{
    Session session = measuredSession();
    session.latency.edit().samples.flags = { SampleFlag::OtherLoad };
    QCOMPARE(QString::fromStdString(headlineOf(session)),
             QStringLiteral("The runs were disturbed (other work): measure again when the machine is quiet. 2.00 ms. "
                            "Most to gain: block.fc."));
    const QJsonObject model = verdictsIn(session)["model"].toObject();
    QVERIFY(!model["trustworthy"].toBool());
    QCOMPARE(model["disturbed_by"].toArray(), QJsonArray { "other_load" });
}

/// Neither a gain, a reason nor a range that would be taken back, and no reason yet why.
void WithheldAnswerTest::whileTimedNothingDoubtfulIsSaid()
{
    Session session = measuredSession();
    const auto whileTimed = [&session] { return headlineText(headline(JudgedSession(session), true)); };
    QCOMPARE(whileTimed(), headlineOf(session)); // of which nothing is doubtful
    session.latency.edit().samples.flags = { SampleFlag::OtherLoad };
    QCOMPARE(whileTimed(), std::string("2.00 ms. Times are being measured."));
    session = measuredSession();
    for (Roof &roof : session.peaks.edit().roofs)
        roof.flags = { "other_load" };
    QCOMPARE(whileTimed(), std::string("2.00 ms. Times are being measured."));
    session = measuredSession();
    session.latency.edit().samples.summary.percentiles = { { 10, 0.05e6 }, { 90, 3e6 } };
    QCOMPARE(whileTimed(), std::string("2.00 ms. Times are being measured."));
}

void WithheldAnswerTest::otherProgramsAreNamed()
{
    Session session = measuredSession();
    LayerLatencies &layers = session.layers.edit();
    layers.instrumentedModel.samplesNs = { 2e6, 2e6, 2e6, 2e6 };
    layers.items.back().samples.samplesNs = { 0.2e6, 0.2e6, 0.2e6, 3.4e6 };
    // 1.6 ms between the four: t(3) = 3.18 times 0.8 ms, of a gain of 0.5 ms.
    const auto first = [&session] { return headlineOf(session); };
    QVERIFY2(first().starts_with("The times of block.fc vary too much: they change the gain by 509 %. Measure again. "),
             first().c_str());
    session.latency.edit().samples.flags = { SampleFlag::OtherLoad };
    QVERIFY2(first().starts_with("Other programs used the CPUs: the times of block.fc vary so much that they change "
                                 "the gain by 509 %. Measure again when the machine is quiet. "),
             first().c_str());
}

void WithheldAnswerTest::disturbedRoofsAreNamed()
{
    Session session = measuredSession();
    for (Roof &roof : session.peaks.edit().roofs)
        roof.flags = { "other_load" };
    // The roof of 4 TFLOP/s may be as high as the theoretical 5: 0.4 in place of 0.5 ms, a fifth of the gain of 0.5 ms.
    QCOMPARE(QString::fromStdString(headlineOf(session)),
             QStringLiteral("The roof FP32 vector is too uncertain: it changes the gain by 20 %. Measure it again. "
                            "2.00 ms. Most to gain: block.fc."));
    const QJsonObject model = verdictsIn(session)["model"].toObject();
    QVERIFY(!model["trustworthy"].toBool());
    const QJsonObject reason = model["withheld_because"].toArray().first().toObject();
    QCOMPARE(reason["kind"].toString(), "roof");
    QCOMPARE(reason["name"].toString(), "FP32 vector");
    QVERIFY(std::abs(reason["moves"].toDouble() - 0.2) < 1e-9);
}

/// Disturbed roofs that hardly move the answer withhold nothing: the interval says what they do.
void WithheldAnswerTest::whatIsNotKnownWidensTheInterval()
{
    Session session = measuredSession();
    Summary &summary = session.latency.edit().samples.summary;
    summary.percentiles = { { 10, 2e6 }, { 90, 2e6 } }; // leaves 3.5 % a run: 10.19 % between two
    Roof &judge = session.peaks.edit().roofs.front();
    judge.flags = { "unsteady" };
    judge.interval = { 4e12 / 1.08, 4e12 / 0.96 }; // 0.48 to 0.54 in place of 0.5 ms
    const JudgedSession judged(session);
    QVERIFY(judged.answer().trustworthy());
    QCOMPARE(judged.answer().disturbedBy, std::vector<std::string> { "unsteady" });
    const Promise &promise = judged.answer().promises.front();
    QCOMPARE(promise.timeNs, 1.5e6);
    QVERIFY(std::abs(promise.intervalNs[0] - (1.5e6 - std::sqrt(101'880.0 * 101'880 + 20e3 * 20e3))) < 100);
    QVERIFY(std::abs(promise.intervalNs[1] - (1.5e6 + std::sqrt(101'880.0 * 101'880 + 40e3 * 40e3))) < 100);
    const QJsonArray interval = verdictsIn(session)["model"].toObject()["time_at_named_roofs_interval"].toArray();
    QCOMPARE(interval.at(1).toDouble(), promise.intervalNs[1]);
    judge.interval[0] = 4e12 / 1.12; // 0.56 ms: 12 % of the gain
    QVERIFY(!JudgedSession(session).answer().trustworthy());
    // One that judges nothing says nothing, whatever it is.
    judge.interval = { 4e12, 4e12 };
    session.peaks.edit().roofs.back().flags = { "other_load" };
    session.peaks.edit().roofs.back().interval = { 0, 0 };
    QVERIFY(JudgedSession(session).answer().trustworthy());
}

/// 1 % a run, which is 2.81 % between two, and 1.96 x 0.1 % between its own medians: together 2.82 % of the 1 ms that
/// stays. Where the host sets the pace, or power the clock, 3.5 % a run as on a CPU.
void WithheldAnswerTest::runsOfAGpuThatSetsThePaceDifferLess()
{
    Session session = measuredSession();
    session.latency.edit().samples.summary.percentiles = { { 10, 2e6 }, { 90, 2e6 } };
    session.peaks.edit().roofs.front().interval = { 4e12, 4e12 };
    session.layers.edit().device.kind = "cuda";
    session.peaks.edit().device.kind = "cuda";
    session.layers.edit().method = "events_held";
    session.layers.edit().bareMedianNs = 2e6 * 1.001;
    const auto halfWidth = [&session] {
        const JudgedSession judged(session);
        const Promise promise = judged.answer().promises.front();
        return (promise.intervalNs[1] - promise.intervalNs[0]) / 2;
    };
    QVERIFY(std::abs(halfWidth() - 28'175) < 10);
    session.latency.edit().samples.flags = { SampleFlag::PowerCapped };
    QVERIFY(std::abs(halfWidth() - 101'880) < 100);
    session.latency.edit().samples.flags = {};
    session.layers.edit().method = "events";
    QVERIFY(std::abs(halfWidth() - 101'880) < 100);
}

/// 25 layers of 40 us are all that the model does: at their roofs it takes 500 us, however long a noisy run is. Where
/// half of the run lies outside of them, that half is as noisy as the gain.
void WithheldAnswerTest::noiseWithholdsOnlyWhatItMoves()
{
    Session session = sessionOfEqualLayers(25, "layer");
    session.latency.edit().samples.flags = { SampleFlag::VeryNoisy };
    session.latency.edit().samples.summary.percentiles = { { 10, 0.7e6 }, { 90, 1.5e6 } };
    QVERIFY(JudgedSession(session).answer().trustworthy());
    session.latency.edit().samples.summary.medianNs = 2e6;
    session.layers.edit().instrumentedModel.summary.meanNs = 2e6;
    session.layers.edit().instrumentedModel.summary.medianNs = 2e6;
    QVERIFY(!JudgedSession(session).answer().trustworthy());
    // Other programs took time that nothing here shows.
    session = sessionOfEqualLayers(25, "layer");
    session.latency.edit().samples.flags = { SampleFlag::OtherLoad };
    QVERIFY(!JudgedSession(session).answer().trustworthy());
}

/// No flag is set, but runs between 0.05 and 3 ms may be quite another next time: 0 to 81 seconds is no answer.
void WithheldAnswerTest::noiseThatDoublesWhatIsLeftWithholds()
{
    Session session = measuredSession();
    session.peaks.edit().roofs.front().interval = { 4e12, 4e12 };
    session.latency.edit().samples.summary.percentiles = { { 10, 0.05e6 }, { 90, 3e6 } };
    const JudgedSession judged(session);
    QVERIFY(judged.answer().promises.front().intervalNs[1] > 2 * judged.answer().promises.front().timeNs);
    QVERIFY(!judged.answer().trustworthy());
    QCOMPARE(judged.answer().withheldBecause.front().kind, DoubtKind::Layer);
}

ROOFLIGHT_TEST(WithheldAnswerTest)
#include "withheld_answer_test.moc"
