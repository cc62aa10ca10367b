// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/comparison_report.h"
#include "tests/core/report/measured_session.h"
#include "tests/support/test_program.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QXmlStreamReader>

using namespace rooflight;

/// What a comparison leaves for continuous integration.
class GateReportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void junitIsXmlWithACaseEach();
    void bmfHasIntervals();
    void markdownMakesNoMarkupOfNames();
    void sentencesSayHowFar();
};

namespace {

CriterionResult slowerResult(bool failed)
{
    CriterionResult result { { FailOn::Slower, 0.05 } };
    result.failed = failed;
    result.before = 1e7;
    result.after = 1.061e7;
    result.ratio = 1.061;
    result.ratioInterval = { 1.048, 1.074 };
    return result;
}

} // namespace

void GateReportTest::junitIsXmlWithACaseEach()
{
    const std::string text =
        resultsToJunit({ slowerResult(true), { { FailOn::MoreBytes, std::nullopt } } }, "a<b>&\"\x01.pt");
    QXmlStreamReader xml(QByteArray::fromStdString(text));
    int cases = 0;
    QString model;
    QString failure;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("testsuite")) {
            QCOMPARE(xml.attributes().value("tests").toInt(), 2);
            QCOMPARE(xml.attributes().value("failures").toInt(), 1);
        } else if (xml.name() == QLatin1String("testcase")) {
            ++cases;
            model = xml.attributes().value("classname").toString();
        } else if (xml.name() == QLatin1String("failure")) {
            failure = xml.attributes().value("message").toString();
        }
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QCOMPARE(cases, 2);
    QCOMPARE(model, QStringLiteral("a<b>&\"\uFFFD.pt"));
    QCOMPARE(failure, QStringLiteral("6.1 % slower: 10.0 ms before, 10.6 ms after (95 %: +4.8 % to +7.4 %)."));
}

void GateReportTest::bmfHasIntervals()
{
    Session session = measuredSession();
    session.latency.edit().samples.summary.medianIntervalNs = { 1.9e6, 2.2e6 };
    const QJsonObject bmf =
        QJsonDocument::fromJson(QByteArray::fromStdString(sessionToBmf(JudgedSession(session)))).object();
    QCOMPARE(bmf.keys(), QStringList({ "net", "net/block.fc" }));
    const QJsonObject latency = bmf["net"].toObject()["latency"].toObject();
    QCOMPARE(latency["value"].toDouble(), 2e6);
    QCOMPARE(latency["lower_value"].toDouble(), 1.9e6);
    QCOMPARE(latency["upper_value"].toDouble(), 2.2e6);
    QCOMPARE(bmf["net"].toObject()["flops"].toObject()["value"].toDouble(), 2e9);
    QCOMPARE(bmf["net"].toObject()["memory-traffic"].toObject()["value"].toDouble(), 1e8);
    QCOMPARE(bmf["net/block.fc"].toObject()["latency"].toObject()["value"].toDouble(), 1e6);
}

void GateReportTest::markdownMakesNoMarkupOfNames()
{
    Session after = measuredSession();
    after.analysis.edit().layers[2].path = "a|b`[x](y)\n<i>";
    const std::string text =
        comparisonToMarkdown(compareSessions(measuredSession(), after), { slowerResult(true) }, "net_1.pt");
    const QString page = QString::fromStdString(text);
    QVERIFY(page.startsWith("### net\\_1\\.pt\n"));
    QVERIFY(page.contains("- ❌ slower from 5 %: 6.1 % slower"));
    QVERIFY(page.contains("| a\\|b\\`\\[x\\]\\(y\\) \\<i\\> |"));
    for (const QString &line : page.split('\n')) {
        if (line.startsWith("| a"))
            QCOMPARE(QString(line).remove("\\|").count('|'), 7); // six cells
    }
}

void GateReportTest::sentencesSayHowFar()
{
    CriterionResult bytes { { FailOn::MoreBytes, std::nullopt } };
    bytes.before = 84e6;
    bytes.after = 86.7e6;
    bytes.ratio = 86.7 / 84;
    bytes.evidence = Evidence::Counts;
    QCOMPARE(resultText(bytes), std::string("3.2 % more: 84.0 MB before, 86.7 MB after."));
    CriterionResult undecided = slowerResult(false);
    undecided.ratioInterval = { 0.985, 1.142 };
    undecided.betweenRuns = 0.057;
    undecided.undecided = true;
    QCOMPARE(resultText(undecided),
             std::string("6.1 % slower: 10.0 ms before, 10.6 ms after (95 %: −1.5 % to +14 %; two runs of the same may "
                         "differ by 5.7 %). That does not decide it: measure both interleaved."));
    const std::string page = comparisonToMarkdown({}, { undecided }, "net.pt");
    QVERIFY(page.find("⚠️ slower from 5 %: 6.1 % slower") != std::string::npos);
    CriterionResult spread = slowerResult(false);
    spread.evidence = Evidence::Spread;
    QVERIFY(resultText(spread).find("p10") != std::string::npos);
    QCOMPARE(criterionText({ FailOn::Unsure, std::nullopt }), std::string("unsure whether slower"));
}

ROOFLIGHT_TEST(GateReportTest)
#include "gate_report_test.moc"
