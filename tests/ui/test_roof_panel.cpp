// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// First, as moc of Qt 6.4 cannot read <compare> before a Qt header was read.
#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofline/point.h"
#include "tests/ui/window_test.h"
#include "ui/charts/export/figure_view.h"
#include "ui/charts/figures/sample_strip.h"
#include "ui/charts/roofline/content/chart_text.h"
#include "ui/charts/roofline/content/roofline_content.h"
#include "ui/charts/roofline/layout/roof_lines.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/models/layer_columns.h"
#include "ui/models/selection.h"
#include "ui/style/display_names.h"
#include "ui/views/panels/item_details.h"
#include "ui/views/panels/layer_view.h"
#include "ui/views/panels/roof_panel.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/window/workbench.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolTip>
#include <QTreeView>
#include <QTreeWidget>

#include <algorithm>

using namespace rooflight;

namespace {

constexpr std::size_t fp32Roof = 0;
constexpr std::size_t launchOverhead = 6;

/// With a sustained roof of the same arithmetic, and samples.
Session session()
{
    Session session = fixture::resnet18();
    Roof &burst = session.peaks.edit().roofs[fp32Roof];
    burst.samples = { 0.99 * burst.value, burst.value, 1.01 * burst.value };
    burst.flags = { "power_capped" };
    burst.powerWatts = 210;
    burst.temperatureCelsius = 71;
    burst.data = "normal random numbers";
    Roof sustained = burst;
    sustained.name += ", sustained";
    std::get<ComputeLimit>(sustained.limit).sustained = true;
    sustained.value *= 0.8;
    session.peaks.edit().roofs.push_back(sustained);
    return session;
}

/// The panel as the workbench would fill it.
void fill(RoofPanel &panel, const Session &measured, Session &shown, const RoofChoices &choices)
{
    shown = withChoices(measured, choices);
    panel.setVisibleRoofs(roofsToDraw(rooflineContent(JudgedSession(shown)), choices.visibility));
    panel.setSession({ measured, JudgedSession(shown), choices });
}

/// A panel with nothing chosen yet, and what is chosen in it from here on.
struct FilledPanel {
    FilledPanel()
    {
        fill(panel, measured, shown, {});
        changed.clear();
    }

    const Session measured = session();
    Session shown;
    RoofPanel panel;
    QSignalSpy changed { &panel, &RoofPanel::choicesChanged };
};

RoofChoices lastChoices(const QSignalSpy &spy)
{
    return spy.last().first().value<RoofChoices>();
}

} // namespace

class TestRoofPanel : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qRegisterMetaType<RoofChoices>(); }
    void quantitiesAreRead_data();
    void quantitiesAreRead();
    void choicesSurviveTheSettings();
    void typedRoofsJudge();
    void otherDevicesHideWhatWasMeasured();
    void rowsMatterMoreThanTheHeadline();
    void roofsAreDrawnAsChosen();
    void roofsAreFoundByTheirLine();
    void valuesAreTyped();
    void valuesAreTypedByKeyboard();
    void wrongValuesAreRefused();
    void boxesSwitchRoofs();
    void devicesAreChosen();
    void cardTellsWhereARoofCameFrom();
    void windowFollowsTheChoices();
    void curvesStandBesideRoofsOfMemory();
    void typedRoofsOfMemoryJudgeInsteadOfCurves();

private:
    fixture::SettingsFolder m_folder;
};

void TestRoofPanel::quantitiesAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("unit");
    QTest::addColumn<double>("value"); // 0: refused
    QTest::newRow("unit") << "19.5 TFLOP/s" << QByteArray("FLOP/s") << 19.5e12;
    QTest::newRow("no unit") << "19.5T" << QByteArray("FLOP/s") << 19.5e12;
    QTest::newRow("number") << " 1.95e13 " << QByteArray("FLOP/s") << 1.95e13;
    QTest::newRow("small letters") << "820 Gb/s" << QByteArray("B/s") << 820e9;
    QTest::newRow("microseconds") << "4.2 µs" << QByteArray("s") << 4.2e-6;
    QTest::newRow("u for micro") << "4.2 us" << QByteArray("s") << 4.2e-6;
    QTest::newRow("milli is not mega") << "5 mFLOP/s" << QByteArray("FLOP/s") << 5e-3;
    QTest::newRow("another unit") << "820 GB/s" << QByteArray("FLOP/s") << 0.0;
    QTest::newRow("no number") << "fast" << QByteArray("FLOP/s") << 0.0;
    QTest::newRow("zero") << "0 GB/s" << QByteArray("B/s") << 0.0;
    QTest::newRow("negative") << "-3 GB/s" << QByteArray("B/s") << 0.0;
    QTest::newRow("too large") << "1e400" << QByteArray("B/s") << 0.0;
    QTest::newRow("nothing") << "" << QByteArray("B/s") << 0.0;
}

void TestRoofPanel::quantitiesAreRead()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, unit);
    QFETCH(double, value);
    QCOMPARE(parseQuantity(text, unit.toStdString()).value_or(0), value);
}

void TestRoofPanel::choicesSurviveTheSettings()
{
    RoofChoices choices;
    choices.typed["compute/FP32 FMA (vector)/16"] = 1.5e12;
    choices.visibility["memory/L1 read/16"] = false;
    choices.whatIf = "NVIDIA L4";
    QCOMPARE(roofChoicesFromText(toText(choices)), choices);
    QCOMPARE(roofChoicesFromText("no json"), RoofChoices());
    Settings settings;
    settings.setRoofChoices("a.pt", "A CPU", choices);
    QCOMPARE(Settings().roofChoices("a.pt", "A CPU"), choices);
    QVERIFY(settings.roofChoices("a.pt", "Another CPU").empty());
    settings.setRoofChoices("a.pt", "A CPU", {});
    QVERIFY(settings.roofChoices("a.pt", "A CPU").empty());
}

void TestRoofPanel::typedRoofsJudge()
{
    const Session measured = session();
    RoofChoices choices;
    choices.typed[roofKey(measured.peaks->roofs[fp32Roof])] = 1e11;
    const Session shown = withChoices(measured, choices);
    QCOMPARE(shown.peaks->roofs[fp32Roof].value, 1e11);
    QVERIFY(roofLabel(shown.peaks->roofs[fp32Roof]).contains("entered manually"));
    QVERIFY(isTyped(shown.peaks->roofs[fp32Roof]) && !isTyped(measured.peaks->roofs[fp32Roof]));
    const RooflinePoint convolution = SessionPoints(shown).at({ ItemId::Kind::Layer, 1 });
    QCOMPARE(convolution.verdict.attainableFlopPerSecond.value_or(0), 1e11);
    QVERIFY(convolution.verdict.aboveRoof);
    QCOMPARE(convolution.verdict.aboveRoofCauses.front(), AboveRoofCause::RoofTyped);
    QVERIFY(aboveRoofSentence(convolution).contains("entered manually"));
}

void TestRoofPanel::otherDevicesHideWhatWasMeasured()
{
    RoofChoices choices;
    choices.whatIf = "NVIDIA H100 SXM";
    const RooflineContent content = rooflineContent(JudgedSession(withChoices(session(), choices)));
    QVERIFY(content.theoretical);
    QCOMPARE(QString::fromStdString(content.device), "NVIDIA H100 SXM");
    QVERIFY(whatIfLabel(content).contains("NVIDIA H100 SXM"));
    QVERIFY(whatIfLabel(rooflineContent(JudgedSession(session()))).isEmpty());
    QVERIFY(!content.marks.empty());
    for (const Mark &mark : content.marks)
        QVERIFY(!mark.timed);
    for (const RoofLine &line : roofLines(content, defaultRoofs(content)))
        QVERIFY(!line.theoretical); // each is one line, not two on each other
}

void TestRoofPanel::roofsAreDrawnAsChosen()
{
    const Session measured = session();
    const RooflineContent content = rooflineContent(JudgedSession(measured));
    const std::size_t sustained = content.roofs.size() - 1;
    QCOMPARE(sustainedRoof(content, fp32Roof).value_or(0), sustained);
    QVERIFY(!sustainedRoof(content, sustained));
    QVERIFY(defaultRoofs(content).contains(sustained));
    RoofVisibility visibility;
    visibility[roofKey(content.roofs[fp32Roof])] = false;
    visibility[roofKey(content.roofs[1])] = true;
    const std::set<std::size_t> drawn = roofsToDraw(content, visibility);
    QVERIFY(!drawn.contains(fp32Roof) && drawn.contains(1));
    const bool isLaunchBound = std::any_of(content.points.begin(), content.points.end(),
                                           [](const auto &point) { return point.verdict.bound == Bound::Launch; });
    QCOMPARE(defaultRoofs(content).contains(launchOverhead), isLaunchBound);
    // A launch overhead is no line, and must not bend the others.
    for (const RoofLine &line : roofLines(content, { fp32Roof, 2, launchOverhead }))
        QVERIFY(line.roof != launchOverhead && line.from.x() > -20);
}

void TestRoofPanel::roofsAreFoundByTheirLine()
{
    Selection selection;
    RooflineChart chart(&selection);
    chart.resize(900, 600);
    chart.setSession(JudgedSession(session()));
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    QSignalSpy activated(&chart, &RooflineChart::roofActivated);
    auto *view = chart.findChild<QAbstractScrollArea *>();
    // Walk down the right edge until a click meets the flat roof.
    QPoint place(view->width() - 60, 0);
    for (; place.y() < view->height() && activated.isEmpty(); place.ry() += 3)
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(activated.size(), 1);
    // Its line has the short name; the whole one is a tool tip.
    QTest::mouseMove(view->viewport(), place - QPoint(0, 3));
    const Session measured = session();
    const Roof &found = measured.peaks->roofs[activated.front().front().toULongLong()];
    QTRY_VERIFY2(QToolTip::text().startsWith(roofName(found)), qPrintable(QToolTip::text()));
    QSignalSpy requested(&chart, &RooflineChart::roofsRequested);
    QTest::keyClick(view, Qt::Key_R);
    QCOMPARE(requested.size(), 1);
}

void TestRoofPanel::valuesAreTyped()
{
    FilledPanel filled;
    auto &[measured, shown, panel, changed] = filled;
    panel.list()->topLevelItem(0)->setText(1, "1.5 TFLOP/s");
    QCOMPARE(changed.size(), 1);
    const RoofChoices choices = lastChoices(changed);
    QCOMPARE(choices.typed.begin()->second, 1.5e12);
    fill(panel, measured, shown, choices);
    QVERIFY(panel.text().contains("1.50 TFLOP/s") && panel.text().contains("2.23 TFLOP/s") == false);
    panel.list()->topLevelItem(0)->setText(1, " ");
    QVERIFY(lastChoices(changed).typed.empty());
    QVERIFY(panel.list()->topLevelItem(0)->flags().testFlag(Qt::ItemIsEditable));
}

/// F2 asks for the value while the name is current, so that a space in it hides no roof.
void TestRoofPanel::valuesAreTypedByKeyboard()
{
    FilledPanel filled;
    auto &[measured, shown, panel, changed] = filled;
    panel.show();
    panel.list()->setFocus();
    QCOMPARE(panel.list()->currentColumn(), 0);
    QTest::keyClick(panel.list(), Qt::Key_F2);
    auto *editor = panel.list()->findChild<QLineEdit *>();
    QVERIFY(editor);
    QTest::keyClicks(editor, QStringLiteral("33 T"));
    QCOMPARE(changed.size(), 0);
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(changed.size(), 1);
    const std::string key = roofKey(measured.peaks->roofs[fp32Roof]);
    QCOMPARE(lastChoices(changed).typed.at(key), 33e12);
    QVERIFY(lastChoices(changed).visibility.empty());
    QTest::keyClick(panel.list(), Qt::Key_Space);
    QCOMPARE(changed.size(), 2);
    QCOMPARE(lastChoices(changed).visibility.at(key), false);
}

void TestRoofPanel::wrongValuesAreRefused()
{
    FilledPanel filled;
    auto &[measured, shown, panel, changed] = filled;
    const QString before = panel.list()->topLevelItem(0)->text(1);
    panel.list()->topLevelItem(0)->setText(1, "fast");
    QCOMPARE(changed.size(), 0);
    QCOMPARE(panel.list()->topLevelItem(0)->text(1), before);
    const auto labels = panel.findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(),
                        [](const QLabel *label) { return !label->isHidden() && label->text().contains("fast"); }));
}

void TestRoofPanel::boxesSwitchRoofs()
{
    FilledPanel filled;
    auto &[measured, shown, panel, changed] = filled;
    panel.show();
    panel.list()->setFocus();
    QTest::keyClick(panel.list(), Qt::Key_Space);
    QCOMPARE(changed.size(), 1);
    const std::string key = roofKey(measured.peaks->roofs[fp32Roof]);
    QCOMPARE(lastChoices(changed).visibility.at(key), false);
    fill(panel, measured, shown, lastChoices(changed));
    QCOMPARE(panel.list()->topLevelItem(0)->checkState(0), Qt::Unchecked);
    for (QPushButton *button : panel.findChildren<QPushButton *>()) {
        if (button->text() == "Reset")
            button->click();
    }
    QVERIFY(lastChoices(changed).empty());
}

void TestRoofPanel::devicesAreChosen()
{
    FilledPanel filled;
    auto &[measured, shown, panel, changed] = filled;
    const int index = panel.devices()->findData("NVIDIA L4");
    QVERIFY(index > 0);
    panel.devices()->setCurrentIndex(index);
    Q_EMIT panel.devices()->activated(index);
    QCOMPARE(lastChoices(changed).whatIf, "NVIDIA L4");
    fill(panel, measured, shown, lastChoices(changed));
    QCOMPARE(panel.devices()->currentData().toString(), "NVIDIA L4");
    QVERIFY(panel.text().contains("From a data sheet") && panel.text().contains("https://"));
    QVERIFY(!panel.list()->topLevelItem(0)->flags().testFlag(Qt::ItemIsEditable));
    QVERIFY(panel.findChild<SampleStrip *>()->isHidden());
}

void TestRoofPanel::cardTellsWhereARoofCameFrom()
{
    const Session measured = session();
    Session shown;
    RoofPanel panel;
    fill(panel, measured, shown, {});
    for (const char *text : { "AVX-512 (Zen 4)", "normal random numbers", "3.55 GHz", "210 W", "71 °C", "power limit",
                              "2026-03-14", "Samples\t3", "burst", "95 % interval" })
        QVERIFY2(panel.text().contains(QString::fromUtf8(text)), text);
    QVERIFY(!panel.findChild<SampleStrip *>()->isHidden());
    panel.select(launchOverhead);
    QVERIFY(panel.text().contains("operator launch") && panel.text().contains("1.10 µs"));
}

void TestRoofPanel::windowFollowsTheChoices()
{
    Settings settings;
    Workbench workbench(&settings);
    const Session measured = session();
    workbench.session()->setMeasured(measured);
    QVERIFY(workbench.session()->shown().peaks.isSame(measured.peaks));
    RoofChoices choices;
    choices.whatIf = "NVIDIA L4";
    Q_EMIT workbench.roofs()->choicesChanged(choices);
    QTRY_VERIFY(workbench.session()->shown().peaks && workbench.session()->shown().peaks->theoretical);
    QVERIFY(!measured.peaks->theoretical);
    const auto hidesBestTime = [](const Workbench &bench) {
        return bench.layers()->findChild<QTreeView *>()->isColumnHidden(int(FactId::AtBest));
    };
    QTRY_VERIFY(!hidesBestTime(workbench));
    Workbench later(&settings); // the same model on the same device
    later.session()->setMeasured(measured);
    QCOMPARE(later.session()->choices(), choices);
    QVERIFY(later.session()->shown().peaks->theoretical);
    Q_EMIT later.roofs()->choicesChanged({});
    QVERIFY(!hidesBestTime(later));
    QTRY_VERIFY(later.session()->shown().peaks.isSame(measured.peaks));
    QTRY_VERIFY(hidesBestTime(later));
}

void TestRoofPanel::rowsMatterMoreThanTheHeadline()
{
    const Session measured = session();
    Session shown;
    QWidget window; // a window of its own would be as high as it needs
    RoofPanel panel(&window);
    fill(panel, measured, shown, {});
    const auto labels = panel.findChildren<QLabel *>();
    const auto headline = std::ranges::find(labels, peaksHeadline(*shown.peaks), &QLabel::text);
    QVERIFY(headline != labels.end());
    const int line = panel.fontMetrics().lineSpacing();
    panel.resize(220, 12 * line);
    window.show();
    QVERIFY((*headline)->isVisible());
    panel.resize(220, 7 * line);
    QVERIFY(!(*headline)->isVisible());
    QVERIFY(panel.devices()->toolTip().contains((*headline)->text()));
}

void TestRoofPanel::curvesStandBesideRoofsOfMemory()
{
    constexpr std::size_t dramRoof = 2;
    const Session measured = fixture::underCurves(session());
    Session shown;
    RoofPanel panel;
    fill(panel, measured, shown, {});
    panel.resize(400, 60 * panel.fontMetrics().lineSpacing());
    panel.show();
    auto *figure = panel.findChild<FigureView *>();
    panel.select(dramRoof);
    QVERIFY(figure->isVisible());
    panel.select(fp32Roof);
    QVERIFY(!figure->isVisible());
    panel.select(dramRoof);
    panel.resize(400, 20 * panel.fontMetrics().lineSpacing());
    QVERIFY(!figure->isVisible()); // rows and details matter more
    panel.resize(400, 60 * panel.fontMetrics().lineSpacing());
    QTemporaryDir folder;
    QVERIFY(figure->saveTo(folder.filePath("curves.csv")));
    QFile file(folder.filePath("curves.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().split('\n');
    QVERIFY(lines[0].startsWith("pattern,operator,footprint_bytes,byte_per_second,interval_low,interval_high"));
    QVERIFY(lines[1].startsWith("read,,32768,500000000000,475000000000,525000000000"));
    QVERIFY(lines.size() > 4 * 14 + 2); // and operators
    fill(panel, session(), shown, {});
    panel.select(dramRoof);
    QVERIFY(!figure->isVisible());
}

void TestRoofPanel::typedRoofsOfMemoryJudgeInsteadOfCurves()
{
    const Session measured = fixture::underCurves(session());
    RoofChoices choices;
    choices.typed[roofKey(measured.peaks->roofs[fp32Roof])] = 1e12;
    QVERIFY(!withChoices(measured, choices).peaks->curves.empty());
    choices.typed[roofKey(measured.peaks->roofs[2])] = 40e9;
    QVERIFY(withChoices(measured, choices).peaks->curves.empty());
    QVERIFY(!measured.peaks->curves.empty());
}

ROOFLIGHT_TEST(TestRoofPanel)
#include "test_roof_panel.moc"
