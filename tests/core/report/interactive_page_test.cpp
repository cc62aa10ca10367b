// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/interactive_page.h"

#include "tests/core/report/measured_session.h"
#include "tests/support/test_program.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace ridgepoint;

namespace {

QByteArray between(const QByteArray &text, const QByteArray &start, const QByteArray &end)
{
    const qsizetype from = text.indexOf(start) + start.size();
    return text.mid(from, text.indexOf(end, from) - from);
}

QByteArray page(const Session &session, std::string_view svg = {})
{
    return QByteArray::fromStdString(sessionToInteractiveHtml(session, svg));
}

QJsonObject dataOf(const QByteArray &page)
{
    return QJsonDocument::fromJson(between(page, "id=\"ridgepoint-data\">", "</script>")).object();
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

    void namesAreData()
    {
        Session session = measuredSession();
        const std::string hostile = "</script><script>alert(\"1\")</script>\\\n";
        session.analysis->layers.back().path = hostile;
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

    void sessionsWithoutLayersArePlainPages() { QVERIFY(!page({}).contains("<script")); }
};

RIDGEPOINT_TEST(InteractivePageTest)
#include "interactive_page_test.moc"
