// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// First, as moc of Qt 6.4 cannot read <compare> before any other standard header.
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "core/report/format/names.h"
#include "core/report/headline.h"
#include "core/report/session_report.h"
#include "core/report/verdicts.h"
#include "core/results/explanation/report.h"
#include "tests/core/report/measured_session.h"
#include "tests/core/roofline/session_builder.h"

#include <algorithm>
#include <cmath>

using namespace rooflight;

class HeadlineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timedModel();
    void nextStepIsTheBestRemedy();
    void timesAlone();
    void roofsAlone();
    void timesWithoutLayers();
    void aBestTimeIsNoLongerThanTheMeasuredOne();
    void gainsAreOfBareRuns();
    void nothingToSay();
    void smallGainsAreNotNamed();
    void manyEqualLayersAreNamedTogether();
    void equalLayersAreRankedTogether();
    void longNamesAreShortened();
    void otherDevices();
    void templatesTakeTheirArguments();
    void everyCauseHasItsWords();
    void verdictOfAPoint();
    void whatWasFoundComesBeforeWhatIsLikely();
    void failedExperimentsAreListed();
    void jsonHoldsWhatWasConcluded();
    void pageBeginsWithTheVerdict();
};

void HeadlineTest::timedModel()
{
    // The sample: 2 ms, of which one linear layer takes 1 ms at 50 % of its roof (2e9 FLOP at 4 TFLOP/s: 0.5 ms); the
    // other half of the instrumented run belongs to no leaf. Another run may take another time for that half: 1.96
    // standard deviations of two runs, each of 3.5 % and a tenth of ln(p90 / p10) = ln 2, together 24 %. The roof's 1 %
    // is lost in that.
    QCOMPARE(QString::fromStdString(headlineOf(measuredSession())),
             QStringLiteral("2.00 ms. With block.fc (50 % of its roof) at its roof: 1.50 ms (1.26 to 1.74, −25 %)."));
}

/// It comes behind what the roofs promise, and alone where the runs contradict them; disturbed runs promise nothing.
void HeadlineTest::nextStepIsTheBestRemedy()
{
    Session session = measuredSession();
    session.remedies.emplace();
    QCOMPARE(headlineOf(session),
             std::string("2.00 ms. With block.fc (50 % of its roof) at its roof: 1.50 ms (1.26 to 1.74, −25 %)."));
    RemedyCombination &best = session.remedies.edit().best;
    best.ids = { RemedyId::BFloat16 };
    best.change = { 1.28e6, 8, 0.64, { 0.6, 0.7 }, 0.0234, 0.001, 500 };
    QCOMPARE(headlineOf(session),
             std::string("2.00 ms. With block.fc (50 % of its roof) at its roof: 1.50 ms (1.26 to 1.74, −25 %). "
                         "bfloat16: 1.28 ms measured (−36 %, largest error 0.1 %)."));
    session.peaks.reset();
    QCOMPARE(headlineOf(session), std::string("2.00 ms. bfloat16: 1.28 ms measured (−36 %, largest error 0.1 %)."));
    session.remedies.edit().best.ids = { RemedyId::ChannelsLast };
    QCOMPARE(headlineOf(session),
             std::string("2.00 ms. Channels last: 1.28 ms measured (−36 %, largest error 0.1 %)."));
    session = sessionOfEqualLayers(1, std::string(120, 'a'));
    session.remedies.emplace().best = { { RemedyId::BFloat16 },
                                        {},
                                        { 1.28e6, 8, 0.64, { 0.6, 0.7 }, 0.0234, 0.001, 500 } };
    QVERIFY(headlineOf(session).find("bfloat16: 1.28 ms") != std::string::npos);
}

void HeadlineTest::timesAlone()
{
    Session session = measuredSession();
    session.peaks.reset();
    QCOMPARE(headlineOf(session), std::string("2.00 ms."));
}

void HeadlineTest::roofsAlone()
{
    Session session = measuredSession();
    session.layers.reset();
    session.latency.reset();
    QCOMPARE(headlineOf(session), std::string("Not timed. Its operators at their roofs take 500 µs: 100 % balanced."));
    QCOMPARE(toEnglish(headline(JudgedSession(session), true).sentences.front()),
             std::string("Times are being measured. Its operators at their roofs take 500 µs: 100 % balanced."));
}

/// As after a cancel between the model and its layers.
void HeadlineTest::timesWithoutLayers()
{
    Session session = measuredSession();
    session.layers.reset();
    QCOMPARE(headlineOf(session),
             std::string("2.00 ms. Its operators at their roofs take 500 µs; its layers were not timed."));
}

/// Of a model whose operators took longer one by one than all of them in a run.
void HeadlineTest::aBestTimeIsNoLongerThanTheMeasuredOne()
{
    Session session = measuredSession();
    session.latency.edit().samples.summary.medianNs = 4e5;
    QCOMPARE(headlineOf(session), std::string("400 µs."));
}

/// The instrumented runs of the sample take 2 ms, half of it block.fc: of a bare run of 1.5 ms that is 0.75 ms, of
/// which 0.5 ms are at its roof, as is the whole model.
void HeadlineTest::gainsAreOfBareRuns()
{
    Session session = measuredSession();
    session.latency.edit().samples.summary.medianNs = 1.5e6;
    session.latency.edit().samples.summary.medianIntervalNs = { 1.5e6, 1.5e6 };
    QCOMPARE(QString::fromStdString(headlineOf(session)),
             QStringLiteral("1.50 ms. With block.fc (67 % of its roof) at its roof: 1.25 ms (1.07 to 1.43, −17 %)."));
    const ModelSummary summary = JudgedSession(session).summary();
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
    session = measuredSession(); // its layers alone, of a run that was not timed as a whole
    session.peaks.reset();
    session.latency.reset();
    session.layers.edit().instrumentedModel = {};
    session.layers.edit().bareMedianNs = 0;
    QVERIFY(headlineOf(session).empty());
}

/// 25 layers of 40 us, each at half of its roof: each holds 4 % of the gain.
void HeadlineTest::smallGainsAreNotNamed()
{
    QCOMPARE(QString::fromStdString(headlineOf(sessionOfEqualLayers(25, "fc"))),
             QStringLiteral(
                 "1.00 ms. With all layers at their roofs: 500 µs (495 to 505, −50 %); the gain is spread over 25 "
                 "layers."));
    const QJsonObject model = verdictsIn(sessionOfEqualLayers(25, "fc"))["model"].toObject();
    QVERIFY(model["headline_layers"].toArray().isEmpty());
    QVERIFY(model["time_at_named_roofs_ns"].isNull());
    QCOMPARE(headlineOf(sessionOfEqualLayers(19, "fc")),
             std::string("1.00 ms. With fc0 (50 % of its roof), fc1 (50 % of its roof) and fc2 (50 % of its roof) at "
                         "their roofs: 940 µs (729 µs to 1.15 ms, −6.0 %)."));
}

/// Side by side and equal in all: what 25 of them save together is no small gain.
void HeadlineTest::manyEqualLayersAreNamedTogether()
{
    Session session = sessionOfEqualLayers(25, "fc");
    for (Layer &layer : session.analysis.edit().layers)
        layer.type = "Linear";
    QCOMPARE(QString::fromStdString(headlineOf(session)),
             QStringLiteral("1.00 ms. With fc0 ×25 (50 % of its roof) at their roofs: 500 µs (495 to 505, −50 %)."));
}

/// 30 equal layers could save 1 ms each, 3 % of all; one alone 4 ms. Together the equal ones come first, in the
/// headline as in the list.
void HeadlineTest::equalLayersAreRankedTogether()
{
    test::SessionBuilder net;
    const auto addMovement = [&net](std::int64_t parent, const std::string &path, double timeNs) {
        const std::int64_t layer = net.addLayer(parent, path);
        net.addOperator(layer, OperatorFamily::Movement, DType::Float32, {}, 40'000'000, timeNs); // 1 ms at its roof
        net.time({ ItemId::Kind::Layer, layer }, { timeNs });
    };
    for (int i = 0; i < 30; ++i) {
        const std::string path = "blocks." + std::to_string(i);
        addMovement(net.addLayer(0, path), path + ".dense", 2e6);
    }
    addMovement(0, "decoder", 5e6);
    net.timeModel({ 65e6 });
    const JudgedSession judged(net.session());
    const ModelAnswer &answer = judged.answer();
    QCOMPARE(answer.parts.front().label, std::string("decoder"));
    QCOMPARE(answer.named.size(), std::size_t(2));
    QCOMPARE(labelOf(answer.named[0].parts), std::string("blocks.0.dense ×30"));
    QCOMPARE(answer.named[0].layers.size(), std::size_t(30));
    QCOMPARE(labelOf(answer.named[1].parts), std::string("decoder"));
    QCOMPARE(answer.promises[1].timeNs, 31e6);
    const std::string text = headlineText(judged);
    QVERIFY2(text.starts_with("65.0 ms. With blocks.0.dense ×30 (50 % of its roof) and decoder (20 % of its roof) at "
                              "their roofs: 31.0 ms ("),
             text.c_str());
    QCOMPARE(rankingContent(judged).rows.at(0).at(0), std::string("blocks.0.dense ×30"));
    QCOMPARE(rankingContent(judged).rows.at(1).at(0), std::string("decoder"));
}

void HeadlineTest::longNamesAreShortened()
{
    const QString longName = QString(300, u'x') + "数";
    const QString text = QString::fromStdString(headlineOf(sessionOfEqualLayers(3, longName.toStdString())));
    QVERIFY2(text.size() <= 200, qPrintable(text));
    QVERIFY2(text.contains("…" + QString(38, u'x') + "数0 at its roof: "), qPrintable(text));
    QCOMPARE(
        verdictsIn(sessionOfEqualLayers(3, longName.toStdString()))["model"].toObject()["headline_layers"].toArray(),
        QJsonArray { 1 });
}

void HeadlineTest::otherDevices()
{
    Session session = measuredSession();
    session.peaks.edit().theoretical = true;
    session.peaks.edit().device.name = "A GPU";
    const std::string text = headlineOf(session);
    QCOMPARE(
        text,
        std::string("2.00 ms here. On A GPU, with every operator at its roof: 500 µs, or less, as its caches are not "
                    "known."));
    Roof cache = session.peaks->roofs.back();
    cache.limit = MemoryLimit { MemoryLevel::L3, MemoryPattern::Triad, 1 };
    session.peaks.edit().roofs.push_back(cache);
    QCOMPARE(headlineOf(session),
             std::string("2.00 ms here. At best on A GPU, with every operator at its roof: 500 µs."));
}

void HeadlineTest::templatesTakeTheirArguments()
{
    const Phrase phrase { "%2 before %1, 100 %", { literalPhrase("%2"), { "<%1>", { literalPhrase("x") } } } };
    QCOMPARE(toEnglish(phrase), std::string("<x> before %2, 100 %"));
    QCOMPARE(toEnglish({ .text = "it is slow", .isSentence = true }), std::string("It is slow"));
    QCOMPARE(toEnglish({ .text = "oneDNN copies", .isSentence = true }), std::string("oneDNN copies")); // its name
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
        QVERIFY2(!toEnglish(namePhrase(cause)).empty(), name.data());
    for (const auto &[bound, name] : enumNames<Bound>)
        QVERIFY2(!toEnglish(namePhrase(bound)).empty(), name.data());
}

void HeadlineTest::verdictOfAPoint()
{
    const Session session = measuredSession();
    const RooflinePoint point = SessionPoints(session).at({ ItemId::Kind::Layer, 2 });
    QCOMPARE(toEnglish(verdictPhrase(point, session.peaks->roofs)),
             std::string("50 % of its roof, FP32 vector: arithmetic and memory traffic limit it equally."));
    QVERIFY(toEnglish(verdictPhrase({}, {})).empty());
}

/// A kernel that looks scalar, and experiments that name the format of its images: the headline, the first sentence and
/// the reason all say the latter. An experiment without its control changes none of them.
void HeadlineTest::whatWasFoundComesBeforeWhatIsLikely()
{
    Session session = measuredSession();
    Operator &op = session.analysis.edit().operators.front();
    op.name = "aten::max_pool2d";
    op.family = OperatorFamily::Pooling;
    op.work = { .comparison = 1000000 };
    op.cost = { 0, 1000000, 60000000, 4000 }; // its result is no new memory
    session.layers.edit().items.push_back(session.layers->items.back());
    session.layers.edit().items.back().item = { ItemId::Kind::Operator, 0 };
    session.peaks.edit().roofs[1].value = 1e13; // far above
    session.peaks.edit().roofs[1].interval = { 1e13, 1e13 };
    const auto texts = [&session] {
        const JudgedSession judged(session);
        return headlineText(judged) + '|'
            + toEnglish(verdictPhrase(judged.at({ ItemId::Kind::Layer, 2 }), session.peaks->roofs));
    };
    const std::string likely = texts();
    QVERIFY2(likely.find("block.fc (scalar kernel) at its roof") != std::string::npos, likely.c_str());
    QVERIFY2(likely.find("Likely reasons: ") != std::string::npos, likely.c_str());

    session.explanation.emplace();
    session.explanation.edit().threads = 2;
    session.explanation.edit().operators = { { 0,
                                               1e6,
                                               0,
                                               1.9,
                                               { { Experiment::Control, 1, { 0.97, 1.03 }, 8 },
                                                 { Experiment::MemoryFormat, 0.07, { 0.06, 0.08 }, 8 } },
                                               "" } };
    const std::string found = texts();
    QVERIFY2(found.find("block.fc (not in channels last) at its roof") != std::string::npos, found.c_str());
    QVERIFY2(found.find("Experiments found: its images are not in channels last (without that −93 %, 95 % interval "
                        "−94 % to −92 %).")
                 != std::string::npos,
             found.c_str());
    QVERIFY2(found.find("scalar") == std::string::npos, found.c_str());

    session.explanation.edit().operators.front().otherLoad = true;
    QCOMPARE(texts(), likely);
}

/// A failed experiment is no experiment that does not apply.
void HeadlineTest::failedExperimentsAreListed()
{
    Session session = measuredSession();
    session.explanation.emplace();
    session.explanation.edit().operators = {
        { 0, 1e6, 0, 1.9, { { Experiment::Control, 1, { 0.97, 1.03 }, 8 } }, "" }
    };
    session.explanation.edit().operators.front().failed = { { Experiment::HalfBytes, "its process ended" } };
    const std::string text = sessionToText(JudgedSession(session), true, 0);
    QVERIFY2(text.find("failed: its process ended") != std::string::npos, text.c_str());
    const QByteArray json = QByteArray::fromStdString(explanationToJson(JudgedSession(session)));
    const QJsonObject document = QJsonDocument::fromJson(json).object();
    const QJsonObject layer = document["layers"][0].toObject();
    QCOMPARE(layer["tests"].toArray().size(), 1);
    QCOMPARE(layer["failed"].toArray().size(), 1);
    QCOMPARE(layer["failed"][0]["id"].toString(), "half_bytes");
    QCOMPARE(layer["failed"][0]["failure"].toString(), "its process ended");

    session.explanation.edit().operators.front().experiments.clear();
    session.explanation.edit().operators.front().failed = { { Experiment::Control,
                                                              "its process was ended by signal SIGSEGV" } };
    const std::string lost = sessionToText(JudgedSession(session), true, 0);
    QVERIFY2(lost.find("not decided (its process was ended by signal SIGSEGV)") != std::string::npos, lost.c_str());
}

void HeadlineTest::jsonHoldsWhatWasConcluded()
{
    const QJsonObject verdicts = verdictsIn(measuredSession());
    QCOMPARE(verdicts["format"].toString(), "rooflight.verdicts");
    QCOMPARE(verdicts["version"].toInt(), 1);
    QCOMPARE(verdicts["platform"].toObject()["ridge_flop_per_byte"].toDouble(), 20.0);
    QVERIFY(verdicts["platform"].toObject()["operator_launch_ns"].isNull());
    const QJsonObject model = verdicts["model"].toObject();
    QCOMPARE(model["median_ns"].toDouble(), 2e6);
    QCOMPARE(model["time_at_roof_ns"].toDouble(), 5e5);
    QCOMPARE(model["time_to_gain_ns"].toDouble(), 0.5e6); // block.fc's; the other half of the run is no layer's
    QCOMPARE(model["fused_bound_ns"].toDouble(), 0.5e6); // 2 GFLOP at 4 TFLOP/s; 90 MB at 200 GB/s are 0.45 ms
    Session slow = measuredSession();
    slow.peaks.edit().roofs.back().value = 9e10; // where they are 1 ms
    QCOMPARE(verdictsIn(slow)["model"].toObject()["fused_bound_ns"].toDouble(), 1e6);
    slow.peaks.reset();
    QVERIFY(verdictsIn(slow)["model"].toObject()["fused_bound_ns"].isNull());
    QVERIFY(model["headline"].toString().startsWith("2.00 ms. With block.fc"));
    QCOMPARE(model["headline_layers"].toArray(), QJsonArray { 2 });
    QCOMPARE(model["time_at_named_roofs_ns"].toDouble(), 1.5e6);
    QVERIFY(model["trustworthy"].toBool());
    QVERIFY(model["disturbed_by"].toArray().isEmpty());
    double sum = 0;
    const QJsonObject bounds = verdicts["bounds"].toObject();
    QCOMPARE(bounds.keys(), QStringList({ "balanced", "bandwidth", "compute", "launch", "none", "underutilized" }));
    for (const QString &bound : bounds.keys())
        sum += bounds[bound].toDouble();
    QCOMPARE(sum, 1.0);
    const QJsonObject leaf = verdicts["layers"].toArray()[2].toObject();
    for (const char *key : { "above_roof", "arithmetic_intensity", "attainable_flop_per_second", "bound", "causes",
                             "fused_arithmetic_intensity", "id", "roof", "roof_fraction", "self_time_share",
                             "time_at_roof_ns", "time_ns", "time_share", "time_to_gain_ns" })
        QVERIFY2(leaf.contains(key), key);
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
    const std::string page = sessionToHtml(JudgedSession(measuredSession()), {});
    const std::size_t heading = page.find("<h2>");
    QVERIFY(heading != std::string::npos);
    QVERIFY2(page.substr(heading).starts_with("<h2>Verdict</h2>\n<p>2.00 ms. "), page.c_str());
}

ROOFLIGHT_TEST(HeadlineTest)
#include "headline_test.moc"
