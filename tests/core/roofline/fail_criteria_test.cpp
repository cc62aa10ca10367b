// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/fail_criteria.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <string>
#include <vector>

using namespace rooflight;

/// When a comparison fails.
class FailCriteriaTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listIsRead();
    void wrongListIsRefused_data();
    void wrongListIsRefused();
    void timesAreDecidedByIntervals_data();
    void timesAreDecidedByIntervals();
    void whatTwoRunsDifferByIsUndecided();
    void severalSessionsDecideWhatTwoDoNot();
    void disturbedTimesAreDecidedByTheirSpread();
    void amountsAreExact_data();
    void amountsAreExact();
    void whatIsMissingIsAnError();
    void interleavedRunsAreDecidedByTheirRatio();
};

namespace {

Summary summaryOf(double medianNs, double halfWidthNs, double spreadNs)
{
    Summary summary;
    summary.count = 100;
    summary.medianNs = medianNs;
    summary.medianIntervalNs = { medianNs - halfWidthNs, medianNs + halfWidthNs };
    summary.percentiles = { { 10, medianNs - spreadNs }, { 90, medianNs + spreadNs } };
    return summary;
}

Session timed(double medianNs, double halfWidthNs = 1, double spreadNs = 0)
{
    Session session;
    session.latency.emplace().samples.summary = summaryOf(medianNs, halfWidthNs, spreadNs);
    return session;
}

Session counted(std::int64_t flops, std::int64_t bytesRead, std::int64_t bytesWritten)
{
    Session session;
    session.analysis.emplace().totals.cost = { 0, flops, bytesRead, bytesWritten };
    return session;
}

CriterionResult resultOf(const char *criterion, const Session &before, const Session &after)
{
    const Result<std::vector<CriterionResult>> results =
        judgeChange(parseFailCriteria(criterion).value(), before, after);
    return results.ok() ? results.value().front() : CriterionResult();
}

} // namespace

void FailCriteriaTest::listIsRead()
{
    const Result<std::vector<FailCriterion>> criteria =
        parseFailCriteria("slower:5%, unsure,more-bytes:0.5 %,more-flops");
    QVERIFY(criteria.ok());
    const std::vector<FailCriterion> expected = { { FailOn::Slower, 0.05 },
                                                  { FailOn::Unsure, std::nullopt },
                                                  { FailOn::MoreBytes, 0.005 },
                                                  { FailOn::MoreFlops, std::nullopt } };
    QVERIFY(criteria.value() == expected);
}

void FailCriteriaTest::wrongListIsRefused_data()
{
    QTest::addColumn<QString>("list");
    for (const char *list : { "", "faster", "slower,", "slower:", "slower:5", "slower:-5%", "slower:nan%", "slower:x%",
                              "slower:5%%", "slower,slower:5%" })
        QTest::addRow("<%s>", list) << list;
}

void FailCriteriaTest::wrongListIsRefused()
{
    QFETCH(QString, list);
    const Result<std::vector<FailCriterion>> criteria = parseFailCriteria(list.toStdString());
    QVERIFY(!criteria.ok());
    QCOMPARE(exitStatus(criteria.error()), 2);
}

void FailCriteriaTest::timesAreDecidedByIntervals_data()
{
    QTest::addColumn<double>("after");
    QTest::addColumn<double>("halfWidth");
    QTest::addColumn<QString>("criterion");
    QTest::addColumn<bool>("failed");
    // 1000 ns before, its interval 999 to 1001; two runs may differ by a factor of 1.102.
    QTest::newRow("slower") << 1200.0 << 1.0 << "slower" << true;
    QTest::newRow("slower by what is named") << 1200.0 << 1.0 << "slower:20%" << true;
    QTest::newRow("slower by less") << 1199.0 << 1.0 << "slower:20%" << false;
    QTest::newRow("slower by less than 2 %, as is without a number") << 1015.0 << 1.0 << "slower" << false;
    QTest::newRow("slower by less than two runs differ by") << 1050.0 << 1.0 << "slower:5%" << false;
    QTest::newRow("intervals overlap") << 1050.0 << 60.0 << "slower" << false;
    QTest::newRow("faster") << 900.0 << 1.0 << "slower" << false;
    QTest::newRow("overlap is unsure") << 1050.0 << 60.0 << "unsure" << true;
    QTest::newRow("less than two runs differ by is unsure") << 1050.0 << 1.0 << "unsure" << true;
    QTest::newRow("same is not unsure") << 1001.0 << 1.0 << "unsure" << false;
    QTest::newRow("slower is not unsure") << 1200.0 << 1.0 << "unsure" << false;
    QTest::newRow("may be slower by what is named")
        << 1030.0 << 40.0 << "unsure:5%" << true; // up to 1070 / 999 * 1.102
    QTest::newRow("cannot be slower by what is named") << 930.0 << 20.0 << "unsure:5%" << false; // 950 / 999 * 1.102
}

void FailCriteriaTest::timesAreDecidedByIntervals()
{
    QFETCH(double, after);
    QFETCH(double, halfWidth);
    QFETCH(QString, criterion);
    QFETCH(bool, failed);
    const CriterionResult result = resultOf(qPrintable(criterion), timed(1000), timed(after, halfWidth));
    QCOMPARE(result.failed, failed);
    QCOMPARE(result.ratio, after / 1000);
    QVERIFY(std::abs((*result.ratioInterval)[0] - (after - halfWidth) / 1001 / 1.101877) < 1e-5);
    QVERIFY(result.evidence == Evidence::Intervals);
}

void FailCriteriaTest::whatTwoRunsDifferByIsUndecided()
{
    const auto undecided = [](double after) { return resultOf("slower:3%", timed(1000), timed(after)).undecided; };
    QVERIFY(undecided(1040));
    QVERIFY(undecided(1000)); // perhaps 10 % slower, which two runs cannot show
    QVERIFY(!undecided(1200)); // slower
    QVERIFY(!undecided(900)); // 901 / 999 * 1.102 is no slower
}

/// Medians that differ by 1 % within a side: 4 degrees of freedom, a deviation of 0.01, 2.776 * 0.01 * sqrt(2 / 3) is
/// 2.3 %.
void FailCriteriaTest::severalSessionsDecideWhatTwoDoNot()
{
    std::vector before { timed(990), timed(1000), timed(1010) };
    std::vector after { timed(1040), timed(1050), timed(1060) };
    for (std::size_t i = 0; i < before.size(); ++i) {
        before[i].hello.created = "2026-01-01T00:00:0" + std::to_string(2 * i) + "Z";
        after[i].hello.created = "2026-01-01T00:00:0" + std::to_string(2 * i + 1) + "Z";
    }
    const std::vector<FailCriterion> criteria = parseFailCriteria("slower:3%").value();
    const CriterionResult result = judgeChange(criteria, before, after).value().front();
    QVERIFY(result.failed);
    QVERIFY(result.evidence == Evidence::Repetitions);
    QVERIFY(!judgeChange(criteria, before, before).value().front().failed);
    for (Session &session : after)
        session.hello.created = "2026-01-02T00:00:00Z"; // a day later: 2.3 % and 9.7 %
    QVERIFY(judgeChange(criteria, before, after).value().front().undecided);
    QVERIFY(!judgeChange(criteria, before, std::vector { timed(1050), counted(1, 1, 1) }).ok());
}

void FailCriteriaTest::disturbedTimesAreDecidedByTheirSpread()
{
    // Two runs may differ by 1.103: 3.5 % on either side, and a tenth of the range from p10 to p90.
    Session before = timed(1000, 1, 30); // p10 970, p90 1030
    before.latency.edit().samples.flags = { SampleFlag::OtherLoad };
    QVERIFY(!resultOf("slower", before, timed(1150, 1, 30)).failed); // p10 1120, which is 1030 * 1.087
    QVERIFY(resultOf("unsure", before, timed(1150, 1, 30)).failed);
    QVERIFY(resultOf("slower", before, timed(1190, 1, 30)).failed); // p10 1160, which is 1030 * 1.126
    QVERIFY(resultOf("slower", before, timed(1190, 1, 30)).evidence == Evidence::Spread);
    before.latency.edit().samples.flags = { SampleFlag::FewSamples }; // the interval knows
    QVERIFY(resultOf("slower", before, timed(1150, 1, 30)).failed);
}

void FailCriteriaTest::amountsAreExact_data()
{
    QTest::addColumn<QString>("criterion");
    QTest::addColumn<qint64>("before");
    QTest::addColumn<qint64>("after");
    QTest::addColumn<bool>("failed");
    for (const char *what : { "more-bytes", "more-flops" }) {
        QTest::addRow("%s: one more", what) << what << qint64(1000) << qint64(1001) << true;
        QTest::addRow("%s: as many", what) << what << qint64(1000) << qint64(1000) << false;
        QTest::addRow("%s: fewer", what) << what << qint64(1000) << qint64(1) << false;
        QTest::addRow("%s: from none", what) << what << qint64(0) << qint64(1) << true;
        QTest::addRow("%s: none", what) << what << qint64(0) << qint64(0) << false;
        QTest::addRow("%s: less than named", what) << QString(what) + ":10%" << qint64(1000) << qint64(1099) << false;
        QTest::addRow("%s: as named", what) << QString(what) + ":10%" << qint64(1000) << qint64(1100) << true;
    }
}

void FailCriteriaTest::amountsAreExact()
{
    QFETCH(QString, criterion);
    QFETCH(qint64, before);
    QFETCH(qint64, after);
    QFETCH(bool, failed);
    const bool bytes = criterion.startsWith("more-bytes");
    const Session first = bytes ? counted(7, 0, before) : counted(before, 7, 0);
    const Session second = bytes ? counted(7, after, 0) : counted(after, 7, 0);
    QCOMPARE(resultOf(qPrintable(criterion), first, second).failed, failed);
}

void FailCriteriaTest::whatIsMissingIsAnError()
{
    const auto status = [](const char *criterion, const Session &before, const Session &after) {
        const auto results = judgeChange(parseFailCriteria(criterion).value(), before, after);
        return results.ok() ? 0 : exitStatus(results.error());
    };
    QCOMPARE(status("slower", timed(1000), counted(1, 1, 1)), 2);
    QCOMPARE(status("more-flops", counted(1, 1, 1), timed(1000)), 2);
    Session other = counted(1, 1, 1);
    other.analysis.edit().convention = "mac";
    QCOMPARE(status("more-flops", counted(1, 1, 1), other), 2);
    QCOMPARE(status("more-bytes", counted(1, 1, 1), other), 0);
}

void FailCriteriaTest::interleavedRunsAreDecidedByTheirRatio()
{
    InterleavedLatency latency;
    latency.variants.resize(2);
    latency.variants[0].samples.summary = summaryOf(1000, 100, 300); // wide, from one minute to the next
    latency.variants[1].samples.summary = summaryOf(1050, 100, 300);
    latency.variants[1].ratio = 1.05;
    latency.variants[1].ratioInterval = { 1.04, 1.06 };
    latency.variants[1].verdict = VariantVerdict::Slower;
    const auto failed = [&latency](const char *criterion) {
        return judgeInterleaved(parseFailCriteria(criterion).value(), latency).value().front().failed;
    };
    QVERIFY(failed("slower:3%"));
    QVERIFY(!failed("slower:6%"));
    QVERIFY(!failed("unsure"));
    latency.control = TrialControl { 1, { 0.99, 1.01 }, 30, false };
    QVERIFY(failed("slower:3%"));
    for (const TrialControl &control :
         { TrialControl { 1, { 0.99, 1.01 }, 30, true }, TrialControl { 1.3, { 1.29, 1.31 }, 30, false } }) {
        latency.control = control; // shows that the rounds decide nothing
        QVERIFY(!failed("slower:3%"));
        QVERIFY(judgeInterleaved(parseFailCriteria("slower:3%").value(), latency).value().front().undecided);
        QVERIFY(failed("unsure"));
    }
    latency.control.reset();
    latency.variants[1].ratioInterval = { 0.99, 1.1 };
    latency.variants[1].verdict = VariantVerdict::Unclear;
    QVERIFY(!failed("slower:3%"));
    QVERIFY(judgeInterleaved(parseFailCriteria("slower:3%").value(), latency).value().front().undecided);
    QVERIFY(failed("unsure"));
    QVERIFY(!judgeInterleaved(parseFailCriteria("more-bytes").value(), latency).ok());
    latency.variants.pop_back();
    QVERIFY(!judgeInterleaved(parseFailCriteria("slower").value(), latency).ok());
}

ROOFLIGHT_TEST(FailCriteriaTest)
#include "fail_criteria_test.moc"
