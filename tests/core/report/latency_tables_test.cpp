// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/result_reports.h"
#include "core/results/remedies/report.h"
#include "core/roofline/session_comparison.h"
#include "tests/core/report/part_text.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

class LatencyTablesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sweepSaysWhatToChoose();
    void sweepSaysWhatItsLimitWas_data();
    void sweepSaysWhatItsLimitWas();
    void runsAreNoItems();
    void energyStandsBesideTheTimes();
    void equalTimesAreRankedByEnergy();
    void nothingIsShownBeforeTheFirstSample();
    void methodsThatDoNotApplySayWhy();
    void csvHasARowForEachThing();
    void remediesSayWhatIsBest();
    void remediesSayWhyNothingIsDecided_data();
    void remediesSayWhyNothingIsDecided();
    void changesAreJudgedByIntervals_data();
    void changesAreJudgedByIntervals();
};

namespace {

Summary summaryOf(double medianNs, double low, double high)
{
    Summary summary;
    summary.count = 100;
    summary.meanNs = medianNs;
    summary.medianNs = medianNs;
    summary.medianIntervalNs = { low, high };
    return summary;
}

BatchSweep sweep()
{
    BatchSweep sweep;
    BatchPoint fits;
    fits.batch = 4;
    fits.outcome = BatchOutcome::Fits;
    fits.samples.summary = summaryOf(2e6, 2e6, 2e6);
    fits.throughputPerSecond = 2000;
    fits.peakBytes = 5'000'000;
    fits.flops = 4'000'000;
    fits.bytes = 1'000'000;
    BatchPoint unfit;
    unfit.batch = 5;
    unfit.outcome = BatchOutcome::OutOfMemory;
    sweep.points = { fits, unfit };
    sweep.largest = 4;
    sweep.best = 4;
    sweep.recommended = 3;
    sweep.end = "memory";
    sweep.batchSource = BatchSource::Found;
    sweep.batchReason = "Dimension 0 of x.";
    return sweep;
}

} // namespace

/// 4 MFLOP in 2 ms are 2 GFLOP/s, over 1 MB an intensity of 4.
void LatencyTablesTest::sweepSaysWhatToChoose()
{
    const QString text = QString::fromStdString(textOf(&Session::sweep, sweep()));
    for (const char *part : { "Batches larger than 4 do not fit into memory.", "Recommended  3", "2.00 GFLOP/s",
                              "4.00 FLOP/B", "2,000 items/s", "500 MB/s", "Batch        found: Dimension 0 of x.",
                              "Best         4, 2,000 items/s", "best, largest", "out of memory", "5.00 MB" })
        QVERIFY2(text.contains(part), qPrintable(text));
}

void LatencyTablesTest::sweepSaysWhatItsLimitWas_data()
{
    QTest::addColumn<QString>("end");
    QTest::addColumn<QString>("text");
    QTest::newRow("memory") << "memory"
                            << "Batches larger than 4 do not fit into memory (limit 8.00 GB).";
    QTest::newRow("person") << "maximum_batch"
                            << "Batches larger than 300 were not tried.";
    QTest::newRow("time") << "slow"
                          << "Batches larger than 4 take too long per call (limit 2.00 s).";
    QTest::newRow("model") << "model"
                           << "The model accepts no batch larger than 4.";
}

void LatencyTablesTest::sweepSaysWhatItsLimitWas()
{
    QFETCH(QString, end);
    QFETCH(QString, text);
    BatchSweep known = sweep();
    known.end = end.toStdString();
    known.maximumBatch = 300;
    known.memoryLimitBytes = 8'000'000'000;
    known.longestCallSeconds = 2;
    known.step = 100;
    const QString shown = QString::fromStdString(textOf(&Session::sweep, known));
    QVERIFY2(shown.contains(text), qPrintable(shown));
    QVERIFY2(shown.contains("Step         100"), qPrintable(shown));
}

/// 2000 a second in batches of four are 500 runs.
void LatencyTablesTest::runsAreNoItems()
{
    BatchSweep unknown = sweep();
    unknown.batchSource = BatchSource::Unknown;
    const QString text = QString::fromStdString(textOf(&Session::sweep, unknown));
    QVERIFY2(text.contains("500 runs/s"), qPrintable(text));
    QVERIFY2(!text.contains("items/s"), qPrintable(text));

    ModelLatency latency;
    latency.samples.summary = summaryOf(2e6, 2e6, 2e6);
    latency.throughputPerSecond = 480;
    latency.batchReason = "Its results differ from run to run.";
    const QString runs = QString::fromStdString(textOf(&Session::latency, latency));
    for (const char *part : { "not known: Its results differ from run to run.", "500 runs/s, from the mean",
                              "480 runs/s, from the wall time of all runs" })
        QVERIFY2(runs.contains(part), qPrintable(runs));
    QVERIFY2(!runs.contains("items/s"), qPrintable(runs));
}

/// Also why it is not known, in one line.
void LatencyTablesTest::energyStandsBesideTheTimes()
{
    ModelLatency latency;
    latency.samples.summary = summaryOf(2e6, 2e6, 2e6);
    latency.samples.samplesNs = { 2e6 };
    latency.samples.warmupNs = { 3e6 };
    const auto text = [&latency] { return QString::fromStdString(textOf(&Session::latency, latency)); };
    QVERIFY(!text().contains("Energy"));
    QCOMPARE(QByteArray::fromStdString(csvOf(latency)).split('\r')[0], "iteration,phase,calls,latency_ns");

    latency.batch = 8;
    latency.batchSource = BatchSource::Found;
    latency.energy = { 2.15, std::array { 2.1, 2.2 }, 31.26, EnergySource::Rapl, {} };
    for (const char *part :
         { "2.15 J a run (95 % interval 2.10 J to 2.20 J), 269 mJ an item", "the CPU packages (RAPL)", "31.3 W" })
        QVERIFY2(text().contains(part), qPrintable(text()));
    QCOMPARE(csvOf(latency),
             std::string("iteration,phase,calls,latency_ns,joules_per_run\r\n"
                         "1,warmup,1,3000000,\r\n2,sample,1,2000000,2.15\r\n"));
    latency.batchSource = BatchSource::Unknown;
    QVERIFY2(!text().contains("an item"), qPrintable(text()));

    latency.energy = { {}, {}, {}, {}, composedText("this machine has no counter") };
    QVERIFY2(text().contains("not available: this machine has no counter"), qPrintable(text()));
    QVERIFY2(!text().contains("Idle power"), qPrintable(text()));
    QVERIFY(csvOf(latency).ends_with("2,sample,1,2000000,\r\n"));
}

/// A measurement that was cancelled while it warmed up.
void LatencyTablesTest::nothingIsShownBeforeTheFirstSample()
{
    ModelLatency latency;
    latency.samples.warmupNs = { 5e6 };
    const QString text = QString::fromStdString(textOf(&Session::latency, latency));
    QVERIFY2(text.contains("5.00 ms"), qPrintable(text)); // the first run
    for (const char *part : { "Median", "Mean", "Range", "FPS", "Throughput", "0 ns", "0/s" })
        QVERIFY2(!text.contains(part), qPrintable(text));

    LayerLatencies layers;
    layers.instrumentedModel.warmupNs = { 5e6 };
    PipelineLatency pipeline;
    pipeline.stages = { { "a.pt", true, false } };
    pipeline.modes.resize(1);
    pipeline.modes.front().stages.resize(1);
    InterleavedLatency interleaved;
    interleaved.variants.resize(2);
    for (const std::string &shown : { textOf(&Session::layers, layers), textOf(&Session::pipeline, pipeline),
                                      textOf(&Session::interleaved, interleaved) })
        QVERIFY2(!QString::fromStdString(shown).contains("0 ns"), shown.c_str());
}

void LatencyTablesTest::methodsThatDoNotApplySayWhy()
{
    MethodComparison comparison;
    comparison.reference = TimingMethod::Synchronized;
    MethodTiming naive;
    naive.method = TimingMethod::Naive;
    naive.samples.summary = summaryOf(1e6, 1e6, 1e6);
    naive.bias = -0.5;
    MethodTiming graph;
    graph.method = TimingMethod::GraphReplay;
    graph.unavailable = "It allocates.";
    comparison.methods = { naive, graph };
    comparison.findings = { { "agree", TimingMethod::Naive, "They agree." } };
    const QString text = QString::fromStdString(textOf(&Session::methods, comparison));
    for (const char *part : { "−50 %", "CUDA graph", "It allocates.", "They agree." })
        QVERIFY2(text.contains(part), qPrintable(text));
}

namespace {

MeasuredChange change(double medianNs, double ratio, double halfWidth)
{
    MeasuredChange change;
    change.medianNs = medianNs;
    change.rounds = 8;
    change.ratio = ratio;
    change.ratioInterval = { ratio - halfWidth, ratio + halfWidth };
    change.maxAbsError = 0.125;
    change.maxRelError = 0.0625;
    change.peakBytes = 500;
    return change;
}

/// Of a model of 4 ms: half the numbers' size halves it, frozen besides that is the best.
Remedies remedies()
{
    Remedies remedies;
    remedies.model = "/models/a.pt";
    remedies.medianNs = 4e6;
    Remedy bfloat16;
    bfloat16.id = RemedyId::BFloat16;
    bfloat16.setup = withRemedy({}, RemedyId::BFloat16);
    bfloat16.change = change(2e6, 0.5, 0.1);
    Remedy tf32;
    tf32.id = RemedyId::Tf32;
    tf32.obstacle = RemedyObstacle::OnlyOnGpu;
    remedies.remedies = { bfloat16, tf32 };
    remedies.best = { { RemedyId::BFloat16, RemedyId::Frozen },
                      withRemedy(bfloat16.setup, RemedyId::Frozen),
                      change(1e6, 0.25, 0.05) };
    remedies.combinations = { remedies.best };
    return remedies;
}

} // namespace

/// Remedies that are neither faster nor slower exchange their places; others keep theirs.
void LatencyTablesTest::equalTimesAreRankedByEnergy()
{
    Remedies equal = remedies();
    equal.remedies.clear();
    const auto add = [&equal](RemedyId id, double ratio, std::optional<double> joules) {
        Remedy &remedy = equal.remedies.emplace_back();
        remedy.id = id;
        remedy.change = change(4e6 * ratio, ratio, 0.015);
        if (joules)
            remedy.change.energy = { joules, std::array { 0.0, 9.0 }, {}, EnergySource::Rapl, {} };
    };
    add(RemedyId::Frozen, 0.99, 3);
    add(RemedyId::Threads, 1.2, 1);
    add(RemedyId::ChannelsLast, 1, 2);
    add(RemedyId::BFloat16, 0.5, 4);
    const auto order = [&equal] {
        std::vector<RemedyId> ids;
        for (const Remedy *remedy : byGain(equal.remedies))
            ids.push_back(*remedy->id.value());
        return ids;
    };
    using Ids = std::vector<RemedyId>;
    QCOMPARE(order(), (Ids { RemedyId::BFloat16, RemedyId::ChannelsLast, RemedyId::Frozen, RemedyId::Threads }));
    equal.energy = { 5, std::array { 4.5, 5.5 }, 30, EnergySource::Rapl, {} };
    const QString text = QString::fromStdString(textOf(&Session::remedies, equal));
    for (const char *part : { "5.00 J a run", "30.0 W", "4.00 J" })
        QVERIFY2(text.contains(part), qPrintable(text));
    QVERIFY(csvOf(equal).find("joules_per_run\r\n") != std::string::npos);
    equal.remedies[2].change.energy.reset();
    QCOMPARE(order(), (Ids { RemedyId::BFloat16, RemedyId::Frozen, RemedyId::ChannelsLast, RemedyId::Threads }));
}

void LatencyTablesTest::csvHasARowForEachThing()
{
    const QByteArray csv = QByteArray::fromStdString(csvOf(sweep()));
    QCOMPARE(csv.count("\r\n"), 3);
    QVERIFY(csv.contains("\r\n4,fits,2000,5000000,4000000,1000000,100,2000000,2000000,,,,0,0,,,,,,,\r\n"));
    QVERIFY(csv.contains("\r\n5,out_of_memory,,0,,,,,,,,,,,,,,,,,\r\n"));
    BatchSweep copies = sweep();
    copies.points[0].flops = 0; // a model may only move bytes
    QVERIFY(csvOf(copies).find("\r\n4,fits,2000,5000000,0,1000000,100,") != std::string::npos);

    PipelineLatency pipeline;
    pipeline.stages = { { "a,b.pt", true, false } };
    PipelineMode mode;
    mode.mode = StageSeparation::Events;
    mode.stages.resize(1);
    pipeline.modes = { mode };
    const QByteArray stages = QByteArray::fromStdString(csvOf(pipeline));
    QVERIFY(stages.contains("\r\nevents,1,\"a,b.pt\",model,"));
    QVERIFY(stages.contains("\r\nevents,,end_to_end,,"));

    QVERIFY(csvOf(Remedies()).starts_with("remedy,latency_median_ns,ratio,ratio_low,ratio_high,verdict,"));
    const Remedies tried = remedies();
    const QByteArray rows = QByteArray::fromStdString(csvOf(tried));
    QCOMPARE(rows.count("\r\n"), 4);
    QVERIFY2(rows.contains("\r\nbfloat16,2000000,0.5,0.4,0.6,faster,0.125,0.0625,500,8,,,\r\n"), rows.constData());
    QVERIFY2(rows.contains("\r\ntf32,,,,,,,,,0,only on a GPU,,\r\n"), rows.constData());
    QVERIFY2(rows.contains("\r\nbfloat16;frozen,1000000,0.25,0.2,0.3,faster,"), rows.constData());
}

/// The best stands in a sentence, with how to get it.
void LatencyTablesTest::remediesSayWhatIsBest()
{
    const Remedies tried = remedies();
    QCOMPARE(toEnglish(bestRemedyPhrase(tried)),
             std::string("bfloat16 and frozen: 1.00 ms measured (−75 %, largest error 6.2 %)"));
    // Of an item of 4 ms, where the model took 5 elsewhere.
    QCOMPARE(toEnglish(bestRemedyPhrase(tried, 5e6)),
             std::string("bfloat16 and frozen: 1.00 ms measured (−75 % against 4.00 ms, largest error 6.2 %)"));
    QCOMPARE(toEnglish(bestRemedyPhrase(tried, 4.01e6)), toEnglish(bestRemedyPhrase(tried)));
    Remedies exact = tried; // but for the order of its additions
    exact.best.change.maxRelError = 4.3e-7;
    QCOMPARE(toEnglish(bestRemedyPhrase(exact)), std::string("bfloat16 and frozen: 1.00 ms measured (−75 %)"));
    Remedies other = tried; // outputs of other sizes
    other.best.change.maxAbsError.reset();
    other.best.change.maxRelError.reset();
    QCOMPARE(toEnglish(bestRemedyPhrase(other)),
             std::string("bfloat16 and frozen: 1.00 ms measured (−75 %, outputs not compared)"));
    other.remedies[0].change.maxAbsError.reset();
    QVERIFY(textOf(&Session::remedies, other).find("not compared") != std::string::npos);
    Remedies unconfirmed = tried;
    unconfirmed.best = {};
    QVERIFY(textOf(&Session::remedies, unconfirmed).find("were not faster when timed again") != std::string::npos);
    for (Remedy &remedy : unconfirmed.remedies)
        remedy.change.ratioInterval[1] = 1.1;
    QVERIFY(textOf(&Session::remedies, unconfirmed).find("no change is significantly faster") != std::string::npos);
    const std::string text = textOf(&Session::remedies, tried);
    for (const char *part : { "bfloat16 and frozen", "only on a GPU", "model = model.to(torch.bfloat16)",
                              "rooflight-cli latency /models/a.pt --executor frozen --precision bfloat16" })
        QVERIFY2(text.find(part) != std::string::npos, text.c_str());
    Remedies nothing;
    nothing.model = "/models/a.pt";
    QVERIFY(bestRemedyPhrase(nothing).text.empty());
    QVERIFY(textOf(&Session::remedies, nothing).find("no change was timed") != std::string::npos);
}

void LatencyTablesTest::remediesSayWhyNothingIsDecided_data()
{
    QTest::addColumn<double>("controlRatio");
    QTest::addColumn<int>("controlRounds");
    QTest::addColumn<bool>("otherLoad");
    QTest::addColumn<QString>("reason");
    QTest::newRow("no control") << 1.0 << 0 << false << "two identical processes were not timed often enough";
    QTest::newRow("five rounds") << 1.0 << 5 << false << "two identical processes were not timed often enough";
    QTest::newRow("control differs") << 2.0 << 8 << false << "two identical processes differ by too much";
    QTest::newRow("other load") << 1.0 << 8 << true << "other programs used the CPUs meanwhile";
}

/// Half of the time, in a trial that decides nothing: neither that it is faster nor that nothing is.
void LatencyTablesTest::remediesSayWhyNothingIsDecided()
{
    QFETCH(const double, controlRatio);
    QFETCH(const int, controlRounds);
    QFETCH(const bool, otherLoad);
    QFETCH(const QString, reason);
    Remedies tried = remedies();
    tried.best = {};
    tried.combinations.clear();
    tried.remedies[0].change.control =
        TrialControl { controlRatio, { controlRatio, controlRatio }, controlRounds, otherLoad };
    const QString text = QString::fromStdString(textOf(&Session::remedies, tried));
    QVERIFY2(text.contains("not decided (" + reason + ")"), qPrintable(text));
    QVERIFY2(text.count(reason) >= 2, qPrintable(text)); // in the row, too
    QVERIFY2(!text.contains("significantly faster"), qPrintable(text));
    const QString remark = otherLoad ? "other work" : reason;
    tried.best = { { RemedyId::BFloat16 }, tried.remedies[0].setup, change(2e6, 0.5, 0.1) }; // of another group
    const QString withBest = QString::fromStdString(textOf(&Session::remedies, tried));
    QVERIFY2(withBest.contains("Remarks") && withBest.contains(remark), qPrintable(withBest));
    QVERIFY2(!withBest.contains("not decided"), qPrintable(withBest));
}

void LatencyTablesTest::changesAreJudgedByIntervals_data()
{
    QTest::addColumn<double>("afterNs");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QString>("verdict");
    // Before: 100, known to 99 .. 101.
    QTest::newRow("half") << 50.0 << 49.0 << 51.0 << "faster";
    QTest::newRow("twice") << 200.0 << 198.0 << 202.0 << "slower";
    QTest::newRow("a little") << 101.5 << 101.2 << 101.8 << "same"; // apart, but not worth a word
    QTest::newRow("within") << 100.5 << 99.5 << 101.5 << "same";
    QTest::newRow("cannot tell") << 104.0 << 90.0 << 120.0 << "unclear";
    QTest::newRow("near, and badly known") << 100.0 << 80.0 << 120.0 << "unclear";
}

void LatencyTablesTest::changesAreJudgedByIntervals()
{
    QFETCH(double, afterNs);
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(QString, verdict);
    const Summary before = summaryOf(100, 99, 101);
    const Summary after = summaryOf(afterNs, low, high);
    const TimeChange change = timeChange(&before, &after);
    QCOMPARE(QString::fromUtf8(name(change.change).data()), verdict);
    QCOMPARE(*change.ratio, afterNs / 100);
    QCOMPARE(timeChange(nullptr, &after).change, Change::Unmeasured);
}

ROOFLIGHT_TEST(LatencyTablesTest)
#include "latency_tables_test.moc"
