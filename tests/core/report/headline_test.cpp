// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

// First, as moc of Qt 6.4 cannot read <compare> before any other standard header.
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/report/headline.h"
#include "core/report/session_report.h"
#include "core/report/verdicts.h"
#include "tests/core/report/measured_session.h"

#include <algorithm>

using namespace ridgepoint;

namespace {

std::string headlineOf(const Session &session)
{
    return headlineText(summaryOf(session), session);
}

QJsonObject verdictsIn(const Session &session)
{
    const std::string json = sessionWithVerdictsToJson(session);
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object()["verdicts"].toObject();
}

} // namespace

class HeadlineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timedModel();
    void timesAlone();
    void roofsAlone();
    void timesWithoutLayers();
    void aBestTimeIsNoLongerThanTheMeasuredOne();
    void gainsAreOfBareRuns();
    void nothingToSay();
    void disturbedRunsAreNamedBesideTheirMedian();
    void disturbedRoofsAreNamed();
    void otherDevices();
    void templatesTakeTheirArguments();
    void everyCauseHasItsWords();
    void verdictOfAPoint();
    void jsonHoldsWhatWasConcluded();
    void pageBeginsWithTheVerdict();
};

void HeadlineTest::timedModel()
{
    // The sample: 2 ms, of which one linear layer takes 1 ms at 50 % of its roof (2e9 FLOP at 4 TFLOP/s: 0.5 ms); the
    // other half of the instrumented run belongs to no leaf. Of the 1.5 ms to gain the layer has 0.5.
    QCOMPARE(
        QString::fromStdString(headlineOf(measuredSession())),
        QStringLiteral(
            "net, median 2.00 ms: 50 % balanced, 50 % not judged. If every operator reached its roof, a run would take "
            "500 µs. block.fc holds 33 % of that gain."));
}

void HeadlineTest::timesAlone()
{
    Session session = measuredSession();
    session.peaks.reset();
    QCOMPARE(headlineOf(session), std::string("net: median 2.00 ms."));
}

void HeadlineTest::roofsAlone()
{
    Session session = measuredSession();
    session.layers.reset();
    session.latency.reset();
    QCOMPARE(headlineOf(session),
             std::string("net, not timed; at its roofs: 100 % balanced. If every operator reached its roof, a run "
                         "would take 500 µs."));
    QCOMPARE(toEnglish(headline(summaryOf(session), session, nullptr, true).front()),
             std::string("net, times are being measured; at its roofs: 100 % balanced."));
}

/// As after a cancel between the model and its layers.
void HeadlineTest::timesWithoutLayers()
{
    Session session = measuredSession();
    session.layers.reset();
    QCOMPARE(headlineOf(session),
             std::string("net, median 2.00 ms, its layers not timed; at its roofs: 100 % balanced. If every operator "
                         "reached its roof, a run would take 500 µs."));
}

/// Of a model whose operators took longer one by one than all of them in a run.
void HeadlineTest::aBestTimeIsNoLongerThanTheMeasuredOne()
{
    Session session = measuredSession();
    session.latency->samples.summary.medianNs = 4e5;
    QVERIFY(!QString::fromStdString(headlineOf(session)).contains("reached its roof"));
}

/// The instrumented runs of the sample take 2 ms, half of it block.fc: of a bare run of 1.5 ms that is 0.75 ms, of
/// which 0.5 ms are at its roof, as is the whole model.
void HeadlineTest::gainsAreOfBareRuns()
{
    Session session = measuredSession();
    session.latency->samples.summary.medianNs = 1.5e6;
    const QString text = QString::fromStdString(headlineOf(session));
    QVERIFY2(text.contains("net, median 1.50 ms") && text.endsWith("block.fc holds 25 % of that gain."),
             qPrintable(text));
    const ModelSummary summary = summaryOf(session);
    QCOMPARE(summary.ranking.size(), std::size_t { 1 });
    QCOMPARE(summary.ranking.front().gainNs, 0.25e6);
    QCOMPARE(summary.timeToGainNs.value(), 0.25e6);
}

void HeadlineTest::nothingToSay()
{
    QVERIFY(headlineOf({}).empty());
    Session session = measuredSession();
    session.peaks.reset();
    session.layers.reset();
    session.latency.reset();
    QVERIFY(headlineOf(session).empty());
    session = measuredSession(); // its layers alone, of a run that nobody timed as a whole
    session.peaks.reset();
    session.latency.reset();
    session.layers->instrumentedModel = {};
    session.layers->bareMedianNs = 0;
    QVERIFY(headlineOf(session).empty());
}

/// Where there is room for the first sentence only it must not be taken for a quiet run.
void HeadlineTest::disturbedRunsAreNamedBesideTheirMedian()
{
    Session session = measuredSession();
    session.latency->samples.flags = { SampleFlag::OtherLoad };
    const QString text = QString::fromStdString(headlineOf(session));
    QVERIFY2(text.startsWith("net, median 2.00 ms (disturbed): 50 % balanced"), qPrintable(text));
    QVERIFY(text.contains("The runs were disturbed (other work)"));
    QVERIFY(!QString::fromStdString(toEnglish(headline(summaryOf(session), session, nullptr, true).front()))
                 .contains("disturbed"));
}

void HeadlineTest::disturbedRoofsAreNamed()
{
    Session session = measuredSession();
    for (Roof &roof : session.peaks->roofs)
        roof.flags = { "other_load" };
    const std::string text = headlineOf(session);
    QVERIFY2(text.find("(other work): measure them again") != std::string::npos, text.c_str());
}

void HeadlineTest::otherDevices()
{
    Session session = measuredSession();
    session.peaks->theoretical = true;
    session.peaks->device.name = "A GPU";
    const std::string text = headlineOf(session);
    QVERIFY2(text.find("On A GPU at best, every operator at its roof: 500 µs.") != std::string::npos, text.c_str());
    QVERIFY(text.find("gain") == std::string::npos); // nothing was measured there
}

void HeadlineTest::templatesTakeTheirArguments()
{
    const Phrase phrase { "%2 before %1, 100 %", { literalPhrase("%2"), { "<%1>", { literalPhrase("x") } } } };
    QCOMPARE(toEnglish(phrase), std::string("<x> before %2, 100 %"));
    QCOMPARE(toEnglish(listOf({ literalPhrase("a"), literalPhrase("b"), literalPhrase("c") })), std::string("a, b, c"));
    QCOMPARE(toEnglish(listOf({})), std::string());
    QCOMPARE(toEnglish(enumerationOf({ literalPhrase("a"), literalPhrase("b"), literalPhrase("c") })),
             std::string("a, b and c"));
    QCOMPARE(toEnglish(enumerationOf({ literalPhrase("a") })), std::string("a"));
    const auto german = [](const char *text) {
        return std::string(text) == "%1, %2" ? "%1 und %2" : std::string(text);
    };
    QCOMPARE(toText(listOf({ literalPhrase("a"), literalPhrase("b") }), german), std::string("a und b"));
}

void HeadlineTest::everyCauseHasItsWords()
{
    for (const auto &[cause, name] : enumNames<UnderutilizedCause>)
        QVERIFY2(!toEnglish(causePhrase(cause)).empty(), name.data());
    for (const auto &[bound, name] : enumNames<Bound>)
        QVERIFY2(!toEnglish(boundPhrase(bound)).empty(), name.data());
}

void HeadlineTest::verdictOfAPoint()
{
    const Session session = measuredSession();
    const RooflinePoint point = pointOf(session, { ItemId::Kind::Layer, 2 });
    QCOMPARE(toEnglish(verdictPhrase(point, session.peaks->roofs)),
             std::string("50 % of its roof, FP32 vector: arithmetic and memory traffic limit it alike."));
    QVERIFY(toEnglish(verdictPhrase({}, {})).empty());
}

void HeadlineTest::jsonHoldsWhatWasConcluded()
{
    const QJsonObject verdicts = verdictsIn(measuredSession());
    QCOMPARE(verdicts["format"].toString(), "ridgepoint.verdicts");
    QCOMPARE(verdicts["version"].toInt(), 1);
    QCOMPARE(verdicts["platform"].toObject()["ridge_flop_per_byte"].toDouble(), 20.0);
    QVERIFY(verdicts["platform"].toObject()["operator_launch_ns"].isNull());
    const QJsonObject model = verdicts["model"].toObject();
    QCOMPARE(model["median_ns"].toDouble(), 2e6);
    QCOMPARE(model["time_at_roof_ns"].toDouble(), 5e5);
    QCOMPARE(model["time_to_gain_ns"].toDouble(), 0.5e6); // block.fc's; the other half of the run is no layer's
    QVERIFY(model["headline"].toString().startsWith("net, median"));
    double sum = 0;
    const QJsonObject bounds = verdicts["bounds"].toObject();
    QCOMPARE(bounds.keys(), QStringList({ "balanced", "bandwidth", "compute", "launch", "none", "underutilized" }));
    for (const QString &bound : bounds.keys())
        sum += bounds[bound].toDouble();
    QCOMPARE(sum, 1.0);
    const QJsonObject leaf = verdicts["layers"].toArray()[2].toObject();
    QCOMPARE(leaf.keys(),
             QStringList({ "above_roof", "arithmetic_intensity", "attainable_flop_per_second", "bound", "causes",
                           "fused_arithmetic_intensity", "id", "roof", "roof_fraction", "self_time_share",
                           "time_at_roof_ns", "time_ns", "time_share", "time_to_gain_ns" }));
    QCOMPARE(leaf["time_ns"].toDouble(), leaf["time_share"].toDouble() * model["median_ns"].toDouble());
    QCOMPARE(leaf["roof"].toString(), "FP32 vector");
    QCOMPARE(leaf["bound"].toString(), "balanced");
    QCOMPARE(leaf["time_share"].toDouble(), 0.5);
    QCOMPARE(verdicts["operators"].toArray().size(), 1);
    QCOMPARE(verdicts["ranking"].toArray(), QJsonArray { 2 });
    QCOMPARE(verdicts["ranking_of"].toString(), "layers"); // no operator was timed
}

void HeadlineTest::pageBeginsWithTheVerdict()
{
    const std::string page = sessionToHtml(measuredSession(), {});
    const std::size_t heading = page.find("<h2>");
    QVERIFY(heading != std::string::npos);
    QVERIFY2(page.substr(heading).starts_with("<h2>Verdict</h2>\n<p>net, median 2.00 ms: "), page.c_str());
}

RIDGEPOINT_TEST(HeadlineTest)
#include "headline_test.moc"
