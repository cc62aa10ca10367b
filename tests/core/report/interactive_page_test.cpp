// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/session_report.h"

#include "core/report/headline.h"
#include "core/statistics/histogram.h"
#include "core/statistics/sample_set.h"
#include "tests/core/report/measured_session.h"
#include "tests/core/roofline/session_builder.h"
#include "tests/support/test_program.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <map>
#include <numeric>

using namespace rooflight;

namespace {

QByteArray between(const QByteArray &text, const QByteArray &start, const QByteArray &end)
{
    const qsizetype from = text.indexOf(start) + start.size();
    return text.mid(from, text.indexOf(end, from) - from);
}

QByteArray page(const Session &session, std::string_view svg = {})
{
    return QByteArray::fromStdString(sessionToInteractiveHtml(JudgedSession(session), svg));
}

QJsonObject dataOf(const QByteArray &page)
{
    return QJsonDocument::fromJson(between(page, "id=\"rooflight-data\">", "</script>")).object();
}

QJsonObject pointCalled(const QJsonArray &points, const char *name)
{
    for (const QJsonValue &point : points) {
        if (point["name"].toString() == QLatin1String(name))
            return point.toObject();
    }
    return {};
}

/// Two layers of 1 ms that move 4 MB each, one of them without arithmetic, on a device with 40 GB/s.
Session sessionWithPool()
{
    test::SessionBuilder builder;
    for (const auto &[path, macs] : { std::pair("fc", 1'000'000), std::pair("pool<1>", 0) }) {
        const std::int64_t layer = builder.addLayer(0, path);
        OperatorWork work;
        work.macs = macs;
        builder.addOperator(layer, macs > 0 ? OperatorFamily::Matrix : OperatorFamily::Pooling, DType::Float32, work,
                            4'000'000, 1e6);
        builder.time({ ItemId::Kind::Layer, layer }, { 1e6 });
    }
    builder.timeModel({ 2e6 });
    return builder.session();
}

/// So many runs, evenly from this time to a tenth more.
SampleSet runsFrom(double timeNs, int count)
{
    std::vector<double> times;
    for (int i = 0; i < count; ++i)
        times.push_back(timeNs * (1 + 0.1 * i / count));
    return sampleSet({}, times);
}

/// Its layers took 1 ms, the model 2 ms; all times are \p factor as long.
Session sampledSession(double factor = 1, int count = 50)
{
    Session session = measuredSession();
    session.latency.edit().samples = runsFrom(2e6 * factor, count);
    session.layers.edit().instrumentedModel = runsFrom(2.1e6 * factor, count);
    for (ItemLatency &latency : session.layers.edit().items)
        latency.samples = runsFrom(1e6 * factor, count);
    return session;
}

/// Of the layer, in the data of a page.
QJsonObject histogramOf(const QJsonObject &data, const char *layer)
{
    const QJsonObject histograms = data["histograms"].toObject();
    return histograms["layers"].toObject()[QLatin1String(layer)].toObject();
}

QJsonObject modelHistogram(const QJsonObject &data)
{
    return data["histograms"].toObject()["model"].toObject();
}

QList<qint64> numbersOf(const QJsonValue &array)
{
    QList<qint64> numbers;
    for (const QJsonValue &number : array.toArray())
        numbers.append(number.toInteger());
    return numbers;
}

QByteArray comparisonPage(const Session &before, const Session &after)
{
    const SessionComparison comparison = compareSessions(before, after);
    return QByteArray::fromStdString(comparisonToInteractiveHtml(
        JudgedSession(after), { JudgedSession(before), comparison, "/a/old.ridge", "/a/new.ridge" }));
}

} // namespace

class InteractivePageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyItsOwnScriptRuns()
    {
        const QByteArray html = page(measuredSession());
        const QByteArray script = between(html, "<script>", "</script>");
        QVERIFY(script.contains("'use strict'"));
        const QByteArray hash = QCryptographicHash::hash(script, QCryptographicHash::Sha256).toBase64();
        QCOMPARE(between(html, "script-src 'sha256-", "'"), hash);
        QCOMPARE(html.count("<script"), 2); // it, and its data
        for (const char *outside : { "https:", "<link", "@import", "url(data", "fetch(", "XMLHttp" })
            QVERIFY2(!html.contains(outside), outside);
    }

    void dataHoldsRoofsAndPoints()
    {
        const QJsonObject data = dataOf(page(measuredSession()));
        QCOMPARE(data["paths"].toArray(), (QJsonArray { "", "block", "block.fc" }));
        QCOMPARE(data["ridge"].toDouble(), 20.0); // 4 TFLOP/s / 200 GB/s
        QCOMPARE(data["roofs"].toArray().size(), 2);
        const QJsonArray points = data["points"].toArray();
        QCOMPARE(points.size(), 1);
        const QJsonObject point = points.first().toObject();
        QCOMPARE(point["name"].toString(), QStringLiteral("block.fc"));
        QCOMPARE(point["layer"].toInt(), 2);
        QCOMPARE(point["bound"].toString(), QStringLiteral("balanced"));
        QCOMPARE(point["intensity"].toDouble(), 20.0); // 2 GFLOP / 100 MB
        QCOMPARE(point["rate"].toDouble(), 2e12); // 2 GFLOP / 1 ms
        QCOMPARE(point["fraction"].toDouble(), 0.5); // 0.5 of 1 ms
        QCOMPARE(point["timed"].toBool(), true);
    }

    /// As in the window: the kind of a layer is a colour and a shape, there and in the legend.
    void pointsHaveTheShapeOfTheirKind()
    {
        const QByteArray html = page(measuredSession());
        const QJsonObject data = dataOf(html);
        const QString family = data["points"].toArray().first().toObject()["family"].toString();
        QCOMPARE(family, QStringLiteral("matrix"));
        const QString square = data["shapes"].toObject()[family].toString();
        // A square that covers as much as a circle of radius 1 has half a side of sqrt(pi) / 2.
        QCOMPARE(square, QStringLiteral("M0.886 0.886L-0.886 0.886L-0.886 -0.886L0.886 -0.886Z"));
        QVERIFY(html.contains("<path d=\"" + square.toUtf8() + "\" class=\"family-matrix\"/>"));
        QVERIFY(html.contains("(1)</li>"));
    }

    /// A logarithmic axis has no place for what does no arithmetic: as in the window it stands on a strip.
    void layersWithoutArithmeticStandOnTheStrip()
    {
        const Session session = sessionWithPool();
        const QJsonArray points = dataOf(page(session))["points"].toArray();
        QCOMPARE(points.size(), 2);
        const QJsonObject plane = pointCalled(points, "fc");
        QVERIFY(plane.contains("intensity") && plane.contains("rate") && !plane.contains("bandwidth"));
        const QJsonObject pool = pointCalled(points, "pool<1>");
        QVERIFY(!pool.contains("intensity") && !pool.contains("rate"));
        QCOMPARE(pool["bandwidth"].toDouble(), 4e9); // 4 MB in 1 ms
        QCOMPARE(pool["timed"].toBool(), true);
        Session untimed = session;
        untimed.layers.reset();
        const QJsonObject hollow = pointCalled(dataOf(page(untimed))["points"].toArray(), "pool<1>");
        QCOMPARE(hollow["timed"].toBool(), false);
        QCOMPARE(hollow["bandwidth"].toDouble(), 40e9); // that of its roof
        untimed.peaks.reset();
        QVERIFY(pointCalled(dataOf(page(untimed))["points"].toArray(), "pool<1>").isEmpty());
    }

    void whatTheVerdictNamesHasItsNumber()
    {
        const Session session = sessionWithPool();
        const JudgedSession judged(session);
        const Headline said = headline(judged);
        QVERIFY(!said.named.empty());
        const QByteArray html = page(session);
        const QJsonObject data = dataOf(html);
        std::map<int, std::pair<int, int>> tagged;
        for (const QJsonValue &point : data["points"].toArray()) {
            if (point["tag"].toInt() > 0)
                tagged[point["tag"].toInt()] = { point["layer"].toInt(), point["operator"].toInt() };
        }
        QCOMPARE(tagged.size(), said.named.size());
        for (std::size_t i = 0; i < said.named.size(); ++i)
            QCOMPARE(tagged[int(i) + 1], std::pair(int(said.named[i].id), -1));
        QVERIFY(html.contains("Numbers: what the verdict names"));
        const QJsonArray ranking = data["ranking"].toArray();
        QCOMPARE(ranking.size(), between(html, "<table id=\"ranking\">", "</table>").count("<tr><td>"));
        QCOMPARE(ranking.first()["layer"].toInt(), tagged[1].first);

        Session untimed = session;
        untimed.layers.reset();
        untimed.latency.reset();
        QVERIFY(!page(untimed).contains("Numbers: what the verdict names"));
    }

    /// As in the window: their points and roofs stand on the chart, and its colours say the session.
    void sessionsBesideStandOnTheChart()
    {
        Session other = sessionWithPool();
        other.peaks.edit().roofs.front().value *= 3;
        PageSessions beside { "laptop", {} };
        beside.others.push_back({ "</script><b>", JudgedSession(other) });
        beside.others.push_back({ "empty", JudgedSession(Session {}) });
        const JudgedSession judged(sessionWithPool());
        const QByteArray html = QByteArray::fromStdString(
            sessionToInteractiveHtml(judged, {}, {}, OperatorTable::OfOneLayer, nullptr, beside));
        QCOMPARE(html.count("</script"), 2);
        const QJsonObject data = dataOf(html);
        QCOMPARE(data["sessions"].toArray(), (QJsonArray { "laptop", "</script><b>", "empty" }));
        QCOMPARE(data["points"].toArray().size(), 2); // of the session itself
        const QJsonArray others = data["others"].toArray();
        QCOMPARE(others.size(), 2);
        const QJsonArray points = others.first()["points"].toArray();
        QCOMPARE(points.size(), 2);
        for (const QJsonValue &point : points)
            QCOMPARE(point["tag"].toInt(), 0);
        const double own = data["roofs"].toArray().first().toObject()["value"].toDouble();
        QCOMPARE(others.first()["roofs"].toArray().first().toObject()["value"].toDouble(), 3 * own);
        QVERIFY(others.last()["points"].toArray().isEmpty() && others.last()["roofs"].toArray().isEmpty());
        const QByteArray legend = between(html, "<ul class=\"legend\">", "</ul>");
        for (const char *entry : { "class=\"family-convolution\"/></svg>laptop</li>",
                                   "class=\"family-activation\"/></svg>&lt;/script&gt;&lt;b&gt;</li>",
                                   "class=\"family-normalization\"/></svg>empty</li>", "class=\"kind\"" })
            QVERIFY2(legend.contains(entry), legend.constData());
        QVERIFY2(legend.contains("other (4)"), legend.constData()); // two of each session
        QVERIFY(!legend.contains("Hollow"));
        other.layers.reset();
        beside.others.front().judged = JudgedSession(other);
        const QByteArray untimed = QByteArray::fromStdString(
            sessionToInteractiveHtml(judged, {}, {}, OperatorTable::OfOneLayer, nullptr, beside));
        QVERIFY(between(untimed, "<ul class=\"legend\">", "</ul>").contains("Hollow: not timed"));
        QVERIFY(!page(sessionWithPool()).contains("class=\"kind\""));
        QVERIFY(dataOf(page(sessionWithPool()))["others"].toArray().isEmpty());
    }

    void termsAreExplained()
    {
        const QByteArray html = page(sampledSession());
        const QByteArray terms = between(html, "<details id=\"rooflight-terms\">", "</details>");
        QVERIFY(terms.contains("<summary>Terms</summary>"));
        for (const char *term : { "Roof", "Ridge", "balanced", "Intensity", "Could save" })
            QVERIFY2(terms.contains("<dt>" + QByteArray(term) + "</dt><dd>"), term);
        QVERIFY(!terms.contains("<dt>launch-bound</dt>")); // no layer is
        const QByteArray titles = between(html, "<table id=\"layers\">", "</thead>");
        for (const char *term : { "Intensity", "Achieved", "Of roof" })
            QVERIFY2(titles.contains(term) && terms.contains(term), term);
    }

    void namesAreData()
    {
        Session session = measuredSession();
        const std::string hostile = "</script><script>alert(\"1\")</script>\\\n";
        session.analysis.edit().layers.back().path = hostile;
        const QByteArray html = page(session);
        QCOMPARE(html.count("<script"), 2);
        QCOMPARE(html.count("</script"), 2);
        const QString name = dataOf(html)["points"].toArray().last().toObject()["name"].toString();
        QVERIFY2(name.startsWith("</script><script>alert(\"1\")</script>\\"), qPrintable(name));
    }

    void pictureIsForThoseWithoutScripts()
    {
        const QByteArray html = page(measuredSession(), "<svg/>");
        QVERIFY(between(html, "<noscript>", "</noscript>").contains("data:image/svg+xml"));
    }

    void histogramsHaveTheBarsOfTheWindow()
    {
        Session session = sampledSession();
        session.layers.edit().items.back().samples.samplesNs.clear(); // not timed by itself
        const QByteArray html = page(session);
        QVERIFY(html.contains("<h2>Latency histogram</h2>") && html.contains("id=\"rooflight-histogram\""));
        const QJsonObject histograms = dataOf(html)["histograms"].toObject();
        const QJsonObject model = histograms["model"].toObject();
        const Histogram bars = readableHistogram(session.latency->samples);
        QCOMPARE(numbersOf(model["counts"]), QList<qint64>(bars.counts.begin(), bars.counts.end()));
        QCOMPARE(model["low"].toDouble(), bars.lowestEdge);
        QVERIFY(std::abs(model["width"].toDouble() / bars.binWidth - 1) < 1e-8);
        QCOMPARE(model["name"].toString(), QStringLiteral("Whole model, bare runs")); // as in the window
        QCOMPARE(model["runs"].toInt(), 50);
        QVERIFY(std::abs(model["median"].toDouble() / session.latency->samples.summary.medianNs - 1) < 1e-5);
        QVERIFY(std::abs(model["p95"].toDouble() / *session.latency->samples.summary.percentile(95) - 1) < 1e-5);
        QVERIFY(!model.contains("before"));
        QCOMPARE(model["sturges"].toBool(), false);
        const QJsonObject layers = histograms["layers"].toObject();
        QCOMPARE(layers.keys(), (QStringList { "0", "1" }));
        QCOMPARE(layers["1"].toObject()["name"].toString(), QStringLiteral("block, instrumented runs"));
        QVERIFY(layers["1"].toObject()["low"].toDouble() < model["low"].toDouble());
        QVERIFY(between(html, "<noscript><dl>", "</noscript>").contains("<dt>Runs</dt><dd>50</dd>"));
        QVERIFY(!modelHistogram(dataOf(page(sampledSession(1, 10)))).contains("p95")); // too few runs
    }

    void oneLongRunIsCountedBesideTheBars()
    {
        Session session = sampledSession();
        std::vector<double> times = session.latency->samples.samplesNs;
        times.push_back(1e9);
        session.latency.edit().samples = sampleSet({}, times);
        const QJsonObject model = modelHistogram(dataOf(page(session)));
        QCOMPARE(model["above"].toInt(), 1);
        const double end =
            model["low"].toDouble() + model["width"].toDouble() * double(model["counts"].toArray().size());
        QVERIFY(end < 1e7);
    }

    void operatorsThatCanBeSelectedHaveHistograms()
    {
        Session session = sampledSession();
        ItemLatency latency;
        latency.item = { ItemId::Kind::Operator, 0 };
        latency.samples = runsFrom(1e6, 20);
        session.layers.edit().items.push_back(latency);
        const auto operatorsOf = [&session](OperatorTable table) {
            const std::string html = sessionToInteractiveHtml(JudgedSession(session), {}, {}, table);
            return dataOf(QByteArray::fromStdString(html))["histograms"].toObject()["operators"].toObject();
        };
        QVERIFY(operatorsOf(OperatorTable::OfOneLayer).isEmpty()); // it is inside of a point, and in no table
        const QJsonObject all = operatorsOf(OperatorTable::Always);
        QCOMPARE(all["0"].toObject()["name"].toString(), QStringLiteral("block.fc: aten::linear, instrumented runs"));
    }

    void sessionsWithoutSamplesHaveNoHistogram()
    {
        for (const QByteArray &html : { page(measuredSession()), [] {
                                           Session session = measuredSession();
                                           session.latency.reset();
                                           session.layers.reset();
                                           return page(session);
                                       }() }) {
            QVERIFY(!html.contains("<h2>Latency histogram</h2>") && !html.contains("id=\"rooflight-histogram\""));
            QVERIFY(dataOf(html)["histograms"].isNull());
        }
    }

    /// What follows the figures is not in their sections.
    void whatFollowsHasAHeading()
    {
        Session session = sampledSession();
        QCOMPARE(page(session).count("<h2>Most to gain</h2>"), 1);
        session.latency.reset();
        session.layers.reset();
        const QByteArray html = page(session); // nothing to gain is known
        QVERIFY(html.indexOf("<h2>Roofs</h2>") > html.indexOf("rooflight-chart"));
        QVERIFY(!html.contains("<h2>Most to gain</h2>"));
    }

    void pagesAloneCompareNothing()
    {
        const QByteArray html = page(sampledSession());
        for (const char *part :
             { "<h2>Comparison</h2>", "<h2>Layers compared</h2>", "id=\"changes\"", "class=\"before\"" })
            QVERIFY2(!html.contains(part), part);
        QVERIFY(dataOf(html)["changes"].toArray().isEmpty());
        QVERIFY(!dataOf(html)["points"].toArray().first().toObject().contains("before"));
    }

    void comparisonSaysWhatChanged()
    {
        Session before = sampledSession(2, 100);
        before.hello.libtorch = "2.8";
        before.analysis.edit().layers.push_back(before.analysis->layers.back());
        before.analysis.edit().layers.back().id = 3;
        before.analysis.edit().layers.back().path = "gone";
        const QByteArray html = comparisonPage(before, sampledSession());
        QVERIFY(html.contains("<title>new.ridge compared with old.ridge – Rooflight</title>"));
        QVERIFY(html.contains("<h1>new.ridge compared with old.ridge – Rooflight</h1>"));
        const QByteArray facts = between(html, "<h2>Comparison</h2>", "<h2>");
        QVERIFY(facts.contains("<dt>Differs</dt>") && facts.contains("<dt>Whole model</dt><dd>4."));
        const QByteArray table = between(html, "<h2>Layers compared</h2>", "</table>");
        QVERIFY(table.contains("<table id=\"changes\">"));
        QCOMPARE(table.count("<tr>"), 5); // titles, three layers, one that is gone
        QVERIFY(html.contains("Dashed outline: where"));
        const QJsonArray changes = dataOf(html)["changes"].toArray();
        QCOMPARE(changes, (QJsonArray { 0, 1, 2, -1 })); // as the rows: the last has no times
    }

    void pointsAndBarsKnowTheEarlierRun()
    {
        const QJsonObject data = dataOf(comparisonPage(sampledSession(2, 100), sampledSession()));
        const QJsonObject point = data["points"].toArray().first().toObject();
        const QJsonObject earlier = point["before"].toObject();
        QVERIFY(std::abs(earlier["timeNs"].toDouble() / point["timeNs"].toDouble() - 2) < 0.02);
        QVERIFY(std::abs(earlier["rate"].toDouble() / point["rate"].toDouble() - 0.5) < 0.02);
        QCOMPARE(earlier["intensity"].toDouble(), point["intensity"].toDouble());
        for (const QJsonObject &histogram : { modelHistogram(data), histogramOf(data, "2") }) {
            const QJsonObject before = histogram["before"].toObject();
            const QList<qint64> counts = numbersOf(before["counts"]);
            QCOMPARE(counts.size(), histogram["counts"].toArray().size());
            QCOMPARE(std::accumulate(counts.begin(), counts.end(), qint64(0)), 100);
            QCOMPARE(before["runs"].toInt(), 100);
            QCOMPARE(numbersOf(histogram["counts"]).first() > 0, true); // the faster runs are on the left
            QCOMPARE(counts.first(), 0);
        }
    }

    void whatWasNotTimedHasNotMoved()
    {
        Session before = sampledSession();
        before.layers.reset();
        const QJsonObject data = dataOf(comparisonPage(before, sampledSession()));
        QVERIFY(!data["points"].toArray().first().toObject().contains("before"));
        QVERIFY(!histogramOf(data, "2").contains("before"));
        QVERIFY(modelHistogram(data).contains("before"));
    }

    void withoutAnAnalysisOnlyTablesAreCompared()
    {
        Session without = sampledSession();
        without.analysis.reset();
        const SessionComparison comparison = compareSessions(without, sampledSession());
        const std::string plain = comparisonToHtml(comparison, "/a/old.ridge", "/a/new.ridge");
        QCOMPARE(comparisonPage(without, sampledSession()), QByteArray::fromStdString(plain));
        QVERIFY(!comparisonPage(sampledSession(), without).contains("<script"));
        // a report of the session stays one
        const PageComparison compared { JudgedSession(without), comparison, "/a/old.ridge", "/a/new.ridge" };
        const std::string report =
            sessionToInteractiveHtml(JudgedSession(sampledSession()), {}, {}, OperatorTable::OfOneLayer, &compared);
        QCOMPARE(report, sessionToInteractiveHtml(JudgedSession(sampledSession())));
    }

    void comparedNamesAreData()
    {
        Session session = sampledSession();
        const std::string hostile = "</script><script>alert(\"1\")</script>\\\n<!--";
        session.analysis.edit().layers.back().path = hostile;
        const SessionComparison comparison = compareSessions(session, session);
        const PageComparison compared { JudgedSession(session), comparison, hostile, hostile };
        const QByteArray html =
            QByteArray::fromStdString(comparisonToInteractiveHtml(JudgedSession(session), compared));
        QCOMPARE(html.count("<script"), 2);
        QCOMPARE(html.count("</script"), 2);
        QCOMPARE(html.count("<!--"), 0);
        const QString name = histogramOf(dataOf(html), "2")["name"].toString();
        QVERIFY2(name.startsWith("</script><script>alert(\"1\")</script>\\"), qPrintable(name));
    }

    void sessionsWithoutLayersArePlainPages() { QVERIFY(!page({}).contains("<script")); }
};

ROOFLIGHT_TEST(InteractivePageTest)
#include "interactive_page_test.moc"
