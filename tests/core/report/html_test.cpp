// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/html_page.h"
#include "core/report/session_report.h"
#include "tests/core/record/sample_records.h"
#include "tests/core/report/measured_session.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

using namespace rooflight;

namespace {

QString html(const Session &session, std::string_view svg = {})
{
    return QString::fromStdString(sessionToHtml(JudgedSession(session), svg));
}

/// The body's tags are all closed and its attributes quoted: it reads as XML. Gives its text, or an empty one.
QString bodyText(const QString &page)
{
    QString body = page.mid(page.indexOf("<body>"));
    body.truncate(body.indexOf("</html>"));
    body.replace(QRegularExpression("(<img [^>]*[^/])>"), "\\1/>");
    QXmlStreamReader reader(body);
    QString text;
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::Characters)
            text += reader.text();
    }
    if (reader.hasError())
        qWarning() << reader.errorString() << body.mid(reader.characterOffset() - 80, 160);
    return reader.hasError() ? QString() : text;
}

} // namespace

class HtmlTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pageHoldsTheTables();
    void pageNeedsNothingElse();
    void pageFollowsLightAndDark();
    void namesAreEscaped();
    void hostileTablesAreBounded();
    void columnsAreWideEnoughForTwoLines();
    void pictureIsEmbeddedAndInert();
    void errorsAndNoticesAreShown();
    void anySessionIsWellFormed();
};

void HtmlTest::pageHoldsTheTables()
{
    const QString text = bodyText(html(measuredSession()));
    for (const char *part : { "net.pt – Rooflight", "fc", "Linear", "2.00 GFLOP", "20.0 FLOP/B", "1.00 ms", "balanced",
                              "FP32 vector", "4.00 TFLOP/s", "DRAM triad", "480 items/s", "0.1.0", "box" })
        QVERIFY2(text.contains(part), part);
}

void HtmlTest::pageNeedsNothingElse()
{
    const QString page = html(measuredSession(), "<svg/>");
    QVERIFY(page.startsWith("<!DOCTYPE html>"));
    for (const char *outside : { "http:", "https:", "<link", "<script", "@import", "url(" })
        QVERIFY2(!page.contains(outside), outside);
}

void HtmlTest::pageFollowsLightAndDark()
{
    QVERIFY(html(Session {}).contains("@media (prefers-color-scheme: dark)"));
    QVERIFY(html(Session {}).contains("<meta name=\"color-scheme\" content=\"light dark\">"));
}

void HtmlTest::namesAreEscaped()
{
    Session session = measuredSession();
    session.analysis.edit().layers[2].path = "<script>alert('1')</script>&\"\n\x1b";
    session.analysis.edit().model.path = "/m/</title><b>.pt";
    const QString page = html(session);
    QVERIFY(!page.contains("<script"));
    QVERIFY(!page.contains("<b>"));
    QVERIFY(page.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;&quot;\\n\\x1b"));
    QVERIFY(bodyText(page).contains("<script>alert('1')</script>&\"\\n\\x1b"));
}

/// A name that stands in every row makes no page of hundreds of megabytes.
void HtmlTest::hostileTablesAreBounded()
{
    Section section;
    section.table.columns = { { "Name" }, { "Note" } };
    section.table.rows.assign(300'000, { std::string(400, 'x'), "<" });
    section.table.depths.assign(300'000, 1'000'000);
    section.facts = { { "File", std::string(1'000'000, 'y') } };
    section.paragraphs = { std::string(1'000'000, 'z') };
    const std::string page = toHtml({ section });
    QVERIFY2(page.size() < std::size_t { 65 } << 20, qPrintable(QString::number(page.size())));
    QVERIFY(page.find(" rows more</td></tr>") != std::string::npos);
    QVERIFY(page.find("1200000.7em") == std::string::npos);
}

/// The widest cell of each column needs no third line, however narrow the screen is.
void HtmlTest::columnsAreWideEnoughForTwoLines()
{
    Section section;
    section.table.columns = { { "Name" }, { "Why" }, { "Time", true } };
    section.table.rows = { { "conv1", "aaaa bbbb cccc dddd 多个", "1.00 ms and more" }, { "fc", "a", "" } };
    const QString page = QString::fromStdString(toHtml({ section }));
    QVERIFY2(page.contains("<th scope=\"col\">Name</th>"), qPrintable(page)); // short
    QVERIFY2(page.contains("<th scope=\"col\" style=\"min-width:15ch\">Why</th>"), qPrintable(page)); // 9 and 14
    QVERIFY2(page.contains("<th scope=\"col\" class=\"n\">Time</th>"), qPrintable(page)); // never broken
}

void HtmlTest::pictureIsEmbeddedAndInert()
{
    const std::string svg = "<?xml version=\"1.0\"?><svg xmlns=\"x\"><script>bad()</script><text>µ %</text></svg>";
    const QString page = html(measuredSession(), svg);
    QVERIFY(!page.contains("<svg") && !page.contains("<script"));
    const QRegularExpressionMatch match =
        QRegularExpression("<img [^>]*src=\"data:image/svg\\+xml,([^\"<>#]*)\">").match(page);
    QVERIFY(match.hasMatch());
    QCOMPARE(QByteArray::fromPercentEncoding(match.captured(1).toLatin1()), QByteArray::fromStdString(svg));
    QVERIFY(!html(measuredSession()).contains("<img"));
}

void HtmlTest::errorsAndNoticesAreShown()
{
    Session session;
    session.error = Error { ErrorCode::OutOfMemory, "No <memory> left.", "Take a smaller batch.", 0 };
    session.notices = { { "cold", "Caches & co." } };
    const QString text = bodyText(html(session));
    for (const char *part : { "No <memory> left.", "Take a smaller batch.", "Caches & co." })
        QVERIFY2(text.contains(part), part);
}

void HtmlTest::anySessionIsWellFormed()
{
    for (unsigned seed = 0; seed < 30; ++seed)
        QVERIFY(!bodyText(html(SampleRecords(seed).session(), "<svg/>")).isEmpty());
    QVERIFY(!bodyText(html(Session {})).isEmpty());
}

ROOFLIGHT_TEST(HtmlTest)
#include "html_test.moc"
