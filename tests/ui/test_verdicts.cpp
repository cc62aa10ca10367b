// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/headline.h"
#include "core/statistics/sample_set.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/charts/export/report_picture.h"
#include "ui/charts/roofline/content/chart_text.h"
#include "ui/settings/appearance.h"
#include "ui/views/dialogs/settings_dialog.h"
#include "ui/views/panels/item_details.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/window/summary_bar.h"
#include "ui/views/window/workbench.h"

#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QXmlStreamReader>

using namespace rooflight;

namespace {

constexpr double million = 1e6;

Roof roof(decltype(Roof::limit) limit, const char *name, double value)
{
    Roof made;
    made.limit = std::move(limit);
    made.name = name;
    made.value = value;
    made.interval = { value, value };
    return made;
}

Layer layer(std::int64_t id, const char *path)
{
    Layer made;
    made.id = id;
    made.parent = id - 1 < 0 ? -1 : 0;
    made.path = path;
    made.leaf = id > 0;
    made.operators = id > 0 ? 1 : 2;
    made.dtype = DType::Float32;
    return made;
}

/// 1 GFLOP, with 4 MB of weights that come back after 20 MB and 8 MB of activations that come back after 32 MB.
Operator convolution()
{
    Operator op;
    op.layer = 1;
    op.name = "aten::conv2d";
    op.family = OperatorFamily::Convolution;
    op.known = true;
    op.dtype = DType::Float32;
    op.work.macs = 500'000'000;
    op.cost = { 500'000'000, 1'000'000'000, 12'000'000, 0 };
    op.reuse = { { 4'000'000, 20'000'000, true }, { 8'000'000, 32'000'000, false } };
    return op;
}

/// No arithmetic that counts; 16 MB that come back after 16 MB.
Operator pooling()
{
    Operator op;
    op.id = 1;
    op.layer = 2;
    op.name = "aten::max_pool2d";
    op.family = OperatorFamily::Pooling;
    op.known = true;
    op.dtype = DType::Float32;
    op.work.comparison = 1000;
    op.cost = { 0, 0, 12'000'000, 4'000'000 };
    op.reuse = { { 16'000'000, 16'000'000, false } };
    return op;
}

void addTimes(Session &session)
{
    LayerLatencies &times = session.layers.emplace();
    const auto runs = [](double milliseconds) { return sampleSet({}, std::vector(3, milliseconds * million)); };
    using Kind = ItemId::Kind;
    for (const auto &[item, milliseconds] :
         { std::pair(ItemId { Kind::Layer, 0 }, 3.0), std::pair(ItemId { Kind::Layer, 1 }, 2.0),
           std::pair(ItemId { Kind::Layer, 2 }, 1.0), std::pair(ItemId { Kind::Operator, 0 }, 2.0),
           std::pair(ItemId { Kind::Operator, 1 }, 1.0) })
        times.items.push_back({ item, 0, 0, runs(milliseconds), {} });
    times.instrumentedModel = runs(3);
    times.bareMedianNs = 3 * million;
    ModelLatency &latency = session.latency.emplace();
    latency.samples = runs(3);
}

/// A convolution that takes 2 ms and a pooling that takes 1 ms under roofs of 1 TFLOP/s, 100 GB/s, 500 GB/s for a cache
/// of 10 MB in four parts, and launches of 1 us. At its roof the convolution takes 1 ms. Of the pooling's 16 MB half
/// lies beyond the 8 MB that can be used of the cache: 80 us.
Session twoOperators()
{
    Session session;
    Analysis &analysis = session.analysis.emplace();
    analysis.model.path = "models/net.pt";
    analysis.layers = { layer(0, ""), layer(1, "conv"), layer(2, "pool") };
    analysis.operators = { convolution(), pooling() };
    for (const Operator &op : analysis.operators) {
        analysis.layers[std::size_t(op.layer)].cost = op.cost;
        analysis.layers[std::size_t(op.layer)].family = op.family;
        analysis.layers.front().cost += op.cost;
    }
    analysis.layers.front().bytesLowerBound = 10'000'000;
    analysis.totals.cost = analysis.layers.front().cost;
    DeviceRoofs &peaks = session.peaks.emplace();
    peaks.roofs = { roof(ComputeLimit { Precision::Fp32, ArithmeticUnit::Vector }, "FP32", 1e12),
                    roof(MemoryLimit { MemoryLevel::Dram, MemoryPattern::Read }, "DRAM", 100e9),
                    roof(MemoryLimit { MemoryLevel::L3, MemoryPattern::Read, 10'000'000, 4 }, "L3", 500e9),
                    roof(LaunchLimit {}, "launch", 1e-6) };
    addTimes(session);
    for (Device *device : { &analysis.device, &peaks.device, &session.layers.edit().device })
        device->kind = "cpu";
    return session;
}

/// The times add up to 1.08 ms at the roofs; of the 1.92 ms that could be gained both are named.
const QString inEnglish =
    QStringLiteral("3.00 ms. With conv (50 % of its roof) and pool (scalar kernel) at their roofs: 1.08 ms (−64 %).");

QString saved(const fixture::SettingsFolder &folder, const Session &session, const char *name)
{
    const QString path = folder.file(QString::fromLatin1(name));
    return writeSession(path.toStdString(), session).ok() ? path : QString();
}

QString headlineOf(const MainWindow &window)
{
    return window.workbench()->findChild<SummaryBar *>()->headline();
}

QString valueOf(const std::vector<DetailRow> &rows, const QString &name)
{
    const auto found = std::ranges::find(rows, name, &DetailRow::name);
    return found == rows.end() ? QString() : found->value;
}

QString textOf(const QString &svg)
{
    QFile file(svg);
    QString text;
    if (!file.open(QIODevice::ReadOnly))
        return text;
    QXmlStreamReader reader(&file);
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::Characters)
            text += reader.text().toString().trimmed() + u' ';
    }
    return text.simplified();
}

} // namespace

class TestVerdicts : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        QSettings().clear();
    }

    void headlineStandsAboveTheFacts();
    void headlineTakesNamesForWhatTheyAre();
    void headlineSpeaksTheLanguageOfTheWindow();
    void thresholdsDecideAtOnceAndForLaterSessions();
    void thresholdsAreKept();
    void damagedThresholdsAreTheDefaults_data();
    void damagedThresholdsAreTheDefaults();
    void dialogChangesAndResets();
    void detailsSayWhereDataComeFrom();
    void detailsSayNothingThatIsNotKnown();
    void layersAreSumsOfTheirOperators();
    void exportedPagesSayTheSame();

private:
    fixture::SettingsFolder m_folder;
};

void TestVerdicts::headlineStandsAboveTheFacts()
{
    const Session session = twoOperators();
    SummaryBar bar;
    bar.setVisible(true);
    bar.setSession(session);
    bar.setHeadline(headline(JudgedSession(session)).sentences);
    bar.layout()->activate();
    QCOMPARE(bar.headline(), inEnglish);
    const auto *label = bar.findChild<QLabel *>("headline");
    QVERIFY(label->isVisible());
    QVERIFY(label->textInteractionFlags().testFlag(Qt::TextSelectableByMouse));
    QVERIFY(!label->toolTip().isEmpty());
    QVERIFY(label->y() < bar.findChild<QWidget *>("facts")->y());
    bar.setHeadline({});
    QVERIFY(!label->isVisibleTo(&bar));
}

void TestVerdicts::headlineTakesNamesForWhatTheyAre()
{
    Session session = twoOperators();
    session.analysis.edit().layers[1].path = std::string(3000, 'x') + "<b>%1 & y";
    SummaryBar bar;
    bar.setSession(session);
    bar.setHeadline(headline(JudgedSession(session)).sentences);
    QVERIFY(bar.headline().contains("xxx<b>%1 & y at its roof"));
    const auto *label = bar.findChild<QLabel *>("headline");
    QVERIFY(label->text().contains("xxx&lt;b&gt;%1 &amp; y</a>"));
    QVERIFY(!label->text().contains("<b>%1"));
    QVERIFY(bar.minimumSizeHint().width() < 1280);
}

void TestVerdicts::headlineSpeaksTheLanguageOfTheWindow()
{
    Settings settings;
    settings.overrideWorkerCommand("/nowhere/worker");
    settings.setLanguage("en");
    const Appearance appearance(&settings);
    MainWindow window(&settings);
    fixture::openAndWait(window, saved(m_folder, twoOperators(), "net.ridge"));
    QTRY_COMPARE(headlineOf(window), inEnglish);
    settings.setLanguage("zh_CN");
    QTRY_COMPARE(
        headlineOf(window),
        QStringLiteral(
            "3.00 ms。conv（达到其屋顶线的 50 %） 和 pool（标量内核） 都达到其屋顶线后将为 1.08 ms（−64 %）。"));
    settings.setLanguage("en");
    QTRY_COMPARE(headlineOf(window), inEnglish);
}

void TestVerdicts::thresholdsDecideAtOnceAndForLaterSessions()
{
    Settings settings;
    settings.overrideWorkerCommand("/nowhere/worker");
    MainWindow window(&settings);
    fixture::openAndWait(window, saved(m_folder, twoOperators(), "net.ridge"));
    QCOMPARE(headlineOf(window), inEnglish);
    // At its roof the pooling takes 8 % of its time: memory traffic limits it where 5 % are enough.
    const QString changed = QString(inEnglish).replace("scalar kernel", "8.0 % of its roof");
    settings.setVerdictThresholds({ 3, 0.05, 0.2 });
    QCOMPARE(headlineOf(window), changed);
    const ShownSession &shown = *window.workbench()->session();
    QCOMPARE(int(SessionPoints(shown.shown()).at({ ItemId::Kind::Layer, 2 }).verdict.bound), int(Bound::Bandwidth));
    fixture::openAndWait(window, saved(m_folder, twoOperators(), "other.ridge"));
    QCOMPARE(headlineOf(window), changed);
    settings.setVerdictThresholds({});
    QCOMPARE(headlineOf(window), inEnglish);
}

void TestVerdicts::thresholdsAreKept()
{
    Settings first;
    QSignalSpy spy(&first, &Settings::verdictThresholdsChanged);
    first.setVerdictThresholds({ 2.5, 0.1, 0.3 });
    first.setVerdictThresholds({ 2.5, 0.1, 0.3 });
    QCOMPARE(spy.count(), 1);
    QVERIFY(Settings().verdictThresholds() == (VerdictThresholds { 2.5, 0.1, 0.3 }));
    first.setVerdictThresholds({});
    QVERIFY(Settings().verdictThresholds() == VerdictThresholds());
}

void TestVerdicts::damagedThresholdsAreTheDefaults_data()
{
    QTest::addColumn<QString>("stored");
    for (const char *stored : { "-1", "1e9", "nan", "inf", "many", "" })
        QTest::newRow(stored) << QString::fromLatin1(stored);
}

void TestVerdicts::damagedThresholdsAreTheDefaults()
{
    QFETCH(QString, stored);
    for (const char *key : { "verdicts/launchOverheads", "verdicts/underutilized", "verdicts/balancedZone" })
        QSettings().setValue(QLatin1String(key), stored);
    const VerdictThresholds thresholds = Settings().verdictThresholds();
    QCOMPARE(thresholds.launchOverheads, 3.0);
    QCOMPARE(thresholds.underutilized, 0.2);
    QCOMPARE(thresholds.balancedZone, 0.2);
}

void TestVerdicts::dialogChangesAndResets()
{
    Settings settings;
    settings.setVerdictThresholds({ 4, 0.1, 0.2 });
    SettingsDialog dialog(&settings);
    const QList<QDoubleSpinBox *> boxes = dialog.findChildren<QDoubleSpinBox *>();
    QCOMPARE(boxes.size(), 3);
    QCOMPARE(boxes[0]->value(), 4.0);
    QCOMPARE(boxes[1]->value(), 10.0);
    boxes[0]->selectAll();
    boxes[1]->setValue(7);
    QCOMPARE(settings.verdictThresholds().underutilized, 0.07);
    boxes[2]->setValue(1000);
    QCOMPARE(settings.verdictThresholds().balancedZone, 1.0); // the most that can be chosen
    QTest::keyClicks(boxes[0], "2.5");
    QTest::keyClick(boxes[0], Qt::Key_Return);
    QCOMPARE(settings.verdictThresholds().launchOverheads, 2.5); // Enter takes it, and resets nothing
    auto *buttons = dialog.findChild<QDialogButtonBox *>();
    buttons->button(QDialogButtonBox::RestoreDefaults)->click();
    QVERIFY(settings.verdictThresholds() == VerdictThresholds());
    QCOMPARE(boxes[0]->value(), 3.0);
    QCOMPARE(boxes[1]->value(), 20.0);
    QCOMPARE(boxes[2]->value(), 20.0);
}

void TestVerdicts::detailsSayWhereDataComeFrom()
{
    const Session session = twoOperators();
    // Weights must fit each of four caches: 2 MB of 20 MB stay. 8 MB of 32 MB of the activations do.
    const std::vector<DetailRow> rows = reuseRows(session, session.analysis->operators[0]);
    QCOMPARE(rows.size(), std::size_t(2));
    QCOMPARE(rows[0].name, QStringLiteral("Activations")); // more bytes
    QCOMPARE(rows[0].value, QStringLiteral("8.00 MB, used again after 32.0 MB: 75 % from main memory, 25 % from L3"));
    QCOMPARE(rows[1].name, QStringLiteral("Weights"));
    QCOMPARE(rows[1].value, QStringLiteral("4.00 MB, used again after 20.0 MB: 90 % from main memory, 10 % from L3"));
}

void TestVerdicts::detailsSayNothingThatIsNotKnown()
{
    Session session = twoOperators();
    session.peaks.reset();
    const std::vector<DetailRow> rows = reuseRows(session, session.analysis->operators[1]);
    QCOMPARE(rows.size(), std::size_t(1));
    QCOMPARE(rows[0].value, QStringLiteral("16.0 MB, used again after 16.0 MB"));
    session.analysis.edit().operators[1].reuse.clear();
    QVERIFY(reuseRows(session, session.analysis->operators[1]).empty());
    const DetailSection section = rooflineSection(session, SessionPoints(session).at({ ItemId::Kind::Layer, 2 }));
    for (const char *name : { "Judged by", "At its roof", "Of roof", "Could save" })
        QVERIFY2(valueOf(section.rows, name).isEmpty(), name);
}

void TestVerdicts::layersAreSumsOfTheirOperators()
{
    const Session session = twoOperators();
    const RooflinePoint model = SessionPoints(session).at({ ItemId::Kind::Layer, 0 });
    const DetailSection section = rooflineSection(session, model);
    QCOMPARE(valueOf(section.rows, "Bound"), QStringLiteral("Compute-bound"));
    // 1 GFLOP on 28 MB; 10 MB if everything were fused.
    QCOMPARE(valueOf(section.rows, "Intensity"), QStringLiteral("35.7 FLOP/B"));
    QCOMPARE(valueOf(section.rows, "Intensity if fused"), QStringLiteral("100 FLOP/B"));
    QCOMPARE(valueOf(section.rows, "Judged by"), QStringLiteral("FP32: 1.00 TFLOP/s"));
    QCOMPARE(valueOf(section.rows, "Its operators at their roofs"), QStringLiteral("1.08 ms"));
    QCOMPARE(valueOf(section.rows, "Of roof"), QStringLiteral("36 %"));
    QVERIFY(section.note.contains("the sum over its 2 operators, each under its own roof"));
    const DetailSection leaf = rooflineSection(session, SessionPoints(session).at({ ItemId::Kind::Operator, 0 }));
    QCOMPARE(valueOf(leaf.rows, "Judged by"), QStringLiteral("FP32: 1.00 TFLOP/s"));
    QVERIFY(!leaf.note.contains("sum"));
    const DetailSection pool = rooflineSection(session, SessionPoints(session).at({ ItemId::Kind::Operator, 1 }));
    QCOMPARE(valueOf(pool.rows, "Bound"), QStringLiteral("Underutilized"));
    QVERIFY(pool.note.contains("one number at a time"));
}

void TestVerdicts::exportedPagesSayTheSame()
{
    const QString page = m_folder.file("page.svg");
    QVERIFY(writeSvg(page, JudgedSession(twoOperators())).ok());
    const QString text = textOf(page);
    QVERIFY2(text.contains(inEnglish), qPrintable(text));
    QVERIFY2(text.contains("What limits the time Compute-bound 67 % Underutilized 33 %"), qPrintable(text));
    const QString small = m_folder.file("small.svg");
    Session longer = twoOperators();
    longer.analysis.edit().layers[1].path = std::string(60, 'x');
    QVERIFY(writeSvg(small, JudgedSession(longer), { QSize(400, 300), 1, Theme::Light }).ok());
    QVERIFY2(!textOf(small).contains("−64 %"), qPrintable(textOf(small))); // there is no room for all of it
}

ROOFLIGHT_TEST(TestVerdicts)
#include "test_verdicts.moc"
