// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/result_reports.h"
#include "tests/core/report/part_text.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

/// What reports say of runs that were disturbed, cut short or lost, and of trials that decide nothing.
class DoubtfulTimingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lostProcessIsNoLackOfMemory();
    void doubtsComeFirst();
    void doubtfulTrialsDecideNothing_data();
    void doubtfulTrialsDecideNothing();
    void variantWithoutARoundHasNoRatio();
};

namespace {

Summary timed(std::int64_t count)
{
    Summary summary;
    summary.count = count;
    summary.medianNs = 2e6;
    summary.medianIntervalNs = { 2e6, 2e6 };
    return summary;
}

} // namespace

void DoubtfulTimingsTest::lostProcessIsNoLackOfMemory()
{
    BatchSweep lost;
    lost.points.resize(2);
    lost.points[0].batch = 4;
    lost.points[0].outcome = BatchOutcome::Fits;
    lost.points[1].batch = 5;
    lost.points[1].outcome = BatchOutcome::Failed;
    lost.points[1].timesLost = 1;
    lost.points[1].reason = "Signal 11, or worse.";
    lost.largest = 4;
    lost.end = "model";
    const QString text = QString::fromStdString(textOf(&Session::sweep, lost));
    for (const char *part : { "failed: Signal 11, or worse.", "The largest batch that ran is 4: batch 5 failed." })
        QVERIFY2(text.contains(part), qPrintable(text));
    QVERIFY2(!text.contains("fit into memory"), qPrintable(text));
    QVERIFY2(!text.contains("process that"),
             qPrintable(text)); // the model may have refused it, when it was tried again
    const QByteArray csv = QByteArray::fromStdString(csvOf(lost));
    QVERIFY2(csv.contains(",reason\r\n") && csv.endsWith(",\"Signal 11, or worse.\"\r\n"), csv.constData());
    lost.points[1].outcome = BatchOutcome::Trying; // it is tried again, and why is said
    lost.points[1].timesLost = 0;
    lost.end.clear();
    const QString again = QString::fromStdString(textOf(&Session::sweep, lost));
    QVERIFY2(again.contains("trying: Signal 11, or worse."), qPrintable(again));
}

/// In front of what the times seem to show.
void DoubtfulTimingsTest::doubtsComeFirst()
{
    const std::vector<OpenEnum<SampleFlag>> flags { SampleFlag::FewSamples, SampleFlag::OtherLoad };
    MethodComparison methods;
    methods.reference = TimingMethod::Events;
    methods.methods.resize(1);
    methods.methods[0].method = TimingMethod::Events;
    PipelineLatency pipeline;
    pipeline.modes.resize(2);
    pipeline.modes[0].mode = StageSeparation::Synchronized;
    pipeline.modes[1].mode = StageSeparation::Events;
    InterleavedLatency interleaved;
    interleaved.variants.resize(2);
    const auto said = [](const auto &result) {
        std::string text;
        for (const Phrase &conclusion : conclusionsOf(result))
            text += toEnglish(conclusion) + '\n';
        return QString::fromStdString(text);
    };
    const QString disturbed =
        QStringLiteral("The runs were disturbed (other work): measure again when the machine is quiet.\n");
    const QString cut = QStringLiteral("Not complete: these are the times so far.\n");
    for (const QString &text : { said(methods), said(pipeline), said(interleaved) })
        QVERIFY2(!text.startsWith("The runs were disturbed") && !text.startsWith("Not complete"), qPrintable(text));
    methods.methods[0].samples.flags = flags;
    pipeline.modes[1].endToEnd.flags = flags;
    interleaved.variants[0].samples.flags = flags;
    for (const QString &text : { said(methods), said(pipeline), said(interleaved) })
        QVERIFY2(text.startsWith(disturbed), qPrintable(text));
    methods.partial = true;
    pipeline.partial = true;
    interleaved.partial = true;
    for (const QString &text : { said(methods), said(pipeline), said(interleaved) })
        QVERIFY2(text.startsWith(cut + disturbed), qPrintable(text));
}

void DoubtfulTimingsTest::doubtfulTrialsDecideNothing_data()
{
    QTest::addColumn<double>("controlRatio");
    QTest::addColumn<bool>("otherLoad");
    QTest::addColumn<int>("rounds");
    QTest::addColumn<bool>("decides");
    QTest::newRow("sound") << 1.0 << false << 30 << true;
    QTest::newRow("equal ones differ") << 1.5 << false << 30 << false;
    QTest::newRow("other programs") << 1.0 << true << 30 << false;
    QTest::newRow("few rounds") << 1.0 << false << 5 << false;
}

/// An interval that holds "no change" is no result if it would hold anything.
void DoubtfulTimingsTest::doubtfulTrialsDecideNothing()
{
    QFETCH(double, controlRatio);
    QFETCH(bool, otherLoad);
    QFETCH(int, rounds);
    QFETCH(bool, decides);
    InterleavedLatency latency;
    latency.control = TrialControl { controlRatio, { controlRatio, controlRatio }, rounds, otherLoad };
    latency.variants.resize(2);
    for (LatencyVariant &variant : latency.variants)
        variant.samples.summary = timed(rounds);
    latency.variants[1].ratioInterval = { 0.9, 1.1 };
    judgeVariants(latency);
    const QString text = QString::fromStdString(toEnglish(comparisonPhrase(latency.variants[1], latency)));
    QVERIFY2(text.startsWith(decides ? "no significant difference" : "not decided"), qPrintable(text));
}

void DoubtfulTimingsTest::variantWithoutARoundHasNoRatio()
{
    InterleavedLatency latency;
    latency.variants.resize(2);
    latency.variants[0].samples.summary = timed(100);
    judgeVariants(latency);
    const QList<QByteArray> rows = QByteArray::fromStdString(csvOf(latency)).split('\n');
    QVERIFY2(rows[1].contains(",1,1,1,baseline,100,"), rows[1].constData());
    QVERIFY2(rows[2].contains(",,,,unclear,"), rows[2].constData());
}

ROOFLIGHT_TEST(DoubtfulTimingsTest)
#include "doubtful_timings_test.moc"
