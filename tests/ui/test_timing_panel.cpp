// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/statistics/sample_set.h"
#include "tests/core/roofline/session_builder.h"
#include "tests/support/test_program.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "tests/ui/timing_fixture.h"
#include "ui/charts/export/figure_view.h"
#include "ui/charts/figures/histogram_chart.h"
#include "ui/charts/figures/session_figures.h"
#include "ui/charts/plot/plot_frame.h"
#include "ui/models/selection.h"
#include "ui/views/dialogs/timing_dialogs.h"
#include "ui/views/panels/histogram_panel.h"
#include "ui/views/panels/timing_panel.h"

#include <QCheckBox>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace rooflight;
using fixture::methods;
using fixture::pipeline;
using fixture::sweep;

namespace {

QPushButton &buttonNamed(const QDialog &dialog, const QString &name)
{
    for (QPushButton *button : dialog.findChildren<QPushButton *>()) {
        if (button->text().remove('&') == name)
            return *button;
    }
    qFatal("there is no button %s", qPrintable(name));
}

/// Pixels that differ from the ground.
int paintedPixels(const decltype(SessionFigure::paint) &paint, QSize size)
{
    const ChartStyle style { QPalette() };
    QImage image(size, QImage::Format_RGB32);
    image.fill(style.ground());
    QPainter painter(&image);
    paint(painter, QRectF(QPointF(), QSizeF(size)), style);
    painter.end();
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixelColor(x, y) != style.ground();
    }
    return count;
}

} // namespace

class TestTimingPanel : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void axesPlaceValues();
    void figuresArePaintedInAnySize_data();
    void figuresArePaintedInAnySize();
    void legendCoversNoLatency();
    void percentilesAreThereOrWhatTheyLack();
    void bareAndInstrumentedRunsAreToldApart();
    void slowRunsAreNamedAndLinked();
    void bareRunsStayBareWhileOneIsMarked();
    void wordsOnRunsAreWhole();
    void wordsHaveTheNumbers();
    void panelShowsWhatThereIs();
    void figureIsSaved();
    void latencyHasThreeViews();
    void pipelineNeedsAModel();
    void turnsNeedADifference();
};

void TestTimingPanel::axesPlaceValues()
{
    const PlotAxis linear { QString(), 10, 20, false, {}, {} };
    QCOMPARE(linear.position(15), 0.5);
    const PlotAxis logarithmic { QString(), 1, 100, true, {}, {} };
    QCOMPARE(logarithmic.position(10), 0.5);
    QCOMPARE(logarithmic.position(0), 0.0); // no logarithm: at the edge
    QCOMPARE(PlotAxis({ QString(), 3, 3, false, {}, {} }).position(3), 0.0);
    QCOMPARE(niceStep(10, 5), 2.0);
    QCOMPARE(niceStep(10, 4), 5.0);
    QCOMPARE(linearTicks(0, 3, 1), (std::vector<double> { 0, 2 }));
    QCOMPARE(linearTicks(617, 852, 1), (std::vector<double> { 700, 800 })); // no multiple of 500 lies between
}

void TestTimingPanel::figuresArePaintedInAnySize_data()
{
    QTest::addColumn<int>("figure");
    QTest::addColumn<QSize>("size");
    for (int figure = 0; figure < 6; ++figure) {
        for (const QSize &size : { QSize(800, 500), QSize(240, 150), QSize(30, 20) })
            QTest::addRow("%d at %dx%d", figure, size.width(), size.height()) << figure << size;
    }
}

void TestTimingPanel::figuresArePaintedInAnySize()
{
    QFETCH(int, figure);
    QFETCH(QSize, size);
    const SampleSet samples = fixture::samplesAround(1e6, 100);
    const MethodComparison comparison = methods();
    const BatchSweep batches = sweep();
    const InterleavedLatency variants = fixture::interleaved();
    const PipelineLatency stages = pipeline();
    const decltype(SessionFigure::paint) paints[] = {
        [&](QPainter &painter, const QRectF &area, const ChartStyle &style) {
            paintCumulative(painter, area, "layer", samples, style);
        },
        [&](QPainter &painter, const QRectF &area, const ChartStyle &style) {
            paintOverTime(painter, area, "layer", samples, style);
        },
        [&](QPainter &painter, const QRectF &area, const ChartStyle &style) {
            paintMethods(painter, area, comparison, style);
        },
        [&](QPainter &painter, const QRectF &area, const ChartStyle &style) {
            paintSweep(painter, area, batches, style);
        },
        [&](QPainter &painter, const QRectF &area, const ChartStyle &style) {
            paintPipeline(painter, area, stages, false, style);
        },
        [&](QPainter &painter, const QRectF &area, const ChartStyle &style) {
            paintInterleaved(painter, area, variants, style);
        },
    };
    // In a few pixels there is no room for much, but no harm done either.
    const int painted = paintedPixels(paints[figure], size);
    QVERIFY(size.width() < 100 || painted > size.width());
}

namespace {

Session timedFor(int runs)
{
    Session session = fixture::resnet18();
    session.latency.edit().samples = fixture::samplesAround(2e6, runs);
    return session;
}

} // namespace

void TestTimingPanel::percentilesAreThereOrWhatTheyLack()
{
    Selection selection;
    HistogramPanel panel(&selection);
    const auto *text = panel.findChild<QLabel *>("percentiles");
    auto *longer = panel.findChild<QPushButton *>("measureLonger");
    const Session few = timedFor(36);
    const JudgedSession judgedFew(few);
    panel.setSession(judgedFew);
    QStringList lines = text->text().split(u'\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY2(lines[0].startsWith(QStringLiteral("p50: ")) && lines[0].contains(QStringLiteral(" to ")),
             qPrintable(lines[0]));
    QVERIFY2(lines[1].startsWith(QStringLiteral("p95: ")), qPrintable(lines[1]));
    QCOMPARE(lines[2], QStringLiteral("p99 needs 100 runs"));
    QVERIFY(text->toolTip().contains("p99 needs 100 runs, 36 were timed"));
    QVERIFY(!longer->isHidden());
    QSignalSpy requested(&panel, &HistogramPanel::measureLongerRequested);
    longer->click();
    QCOMPARE(requested.value(0).value(0).toLongLong(), 368LL); // with both ends of its interval
    const Session hundred = timedFor(100);
    const JudgedSession judgedHundred(hundred);
    panel.setSession(judgedHundred);
    lines = text->text().split(u'\n');
    QVERIFY2(lines[1].startsWith(QStringLiteral("p95: ")) && lines[1].contains(QStringLiteral(" to ")),
             qPrintable(lines[1]));
    // The greatest of a hundred is below p99 in 37 of 100 measurements: 0.99^100 = 0.37.
    QVERIFY2(lines[2].startsWith("p99: ") && lines[2].contains("(at least "), qPrintable(lines[2]));
    QVERIFY(text->toolTip().endsWith("p99: the upper end of its interval needs 368 runs"));
    QVERIFY(!longer->isHidden());
    const Session many = timedFor(400);
    const JudgedSession judgedMany(many);
    panel.setSession(judgedMany);
    lines = text->text().split(u'\n');
    QVERIFY2(lines[2].startsWith(QStringLiteral("p99: ")), qPrintable(lines[2]));
    QVERIFY(longer->isHidden());
}

void TestTimingPanel::bareAndInstrumentedRunsAreToldApart()
{
    Selection selection;
    HistogramPanel panel(&selection);
    const Session session = timedFor(36);
    const JudgedSession judged(session);
    panel.setSession(judged);
    const auto says = [&panel](const char *words) {
        const auto isSaid = [words](const QLabel *label) {
            return !label->isHidden() && label->text().contains(QString::fromUtf8(words));
        };
        return std::ranges::any_of(panel.findChildren<QLabel *>(), isSaid);
    };
    const auto *chart = panel.findChild<HistogramChart *>();
    QVERIFY2(chart->accessibleDescription().contains(QStringLiteral("Whole model, bare runs")),
             qPrintable(chart->accessibleDescription()));
    QVERIFY(!says("instrumented"));
    panel.markRun(3);
    QVERIFY(chart->accessibleDescription().contains(QStringLiteral("Whole model, instrumented runs")));
    QVERIFY(says("instead of the bare ones"));
}

namespace {

QString linkIn(const QLabel &text, const QString &start)
{
    const QString html = text.text();
    const qsizetype from = html.indexOf(QStringLiteral("href=\"") + start);
    return from < 0 ? QString() : html.mid(from + 6).section(u'"', 0, 0);
}

/// Run 12 of 20 takes 3 ms more: 2.5 ms of it are in one operator with a hostile name.
Session withASlowRun()
{
    test::SessionBuilder builder;
    const std::int64_t layer = builder.addLayer(0, "<b>conv</b>");
    const std::int64_t id = builder.addOperator(layer, OperatorFamily::Convolution, DType::Float32, {}, 0);
    std::vector<double> times(20, 1e6);
    times[11] = 3.5e6;
    builder.time({ ItemId::Kind::Operator, id }, times);
    times.assign(20, 2e6);
    times[11] = 5e6;
    builder.timeModel(times);
    Session session = builder.session();
    session.layers.edit().conditions.emplace().clockHz = ConditionRange { 2e9, 2.5e9, 3e9 };
    session.latency.emplace();
    times.assign(30, 1.9e6);
    times[6] = 2.5e6;
    session.latency.edit().samples = sampleSet({}, times);
    session.layers.edit().instrumentedModel = sampleSet({}, session.layers->instrumentedModel.samplesNs);
    return session;
}

} // namespace

void TestTimingPanel::slowRunsAreNamedAndLinked()
{
    Selection selection;
    HistogramPanel panel(&selection);
    const Session session = withASlowRun();
    const JudgedSession judged(session);
    panel.setSession(judged);
    auto *slowest = panel.findChild<QLabel *>("slowestRuns");
    auto *note = panel.findChild<QLabel *>("runNote");
    QVERIFY2(slowest->text().contains(QStringLiteral(">7</a> (2.50 ms)")), qPrintable(slowest->text()));
    QVERIFY2(slowest->text().contains(QStringLiteral("1 of 30 are far above")), qPrintable(slowest->text()));
    QCOMPARE(linkIn(*slowest, "run:"), QStringLiteral("run:6"));
    Q_EMIT slowest->linkActivated(QStringLiteral("run:6"));
    QVERIFY2(note->text().contains(QStringLiteral("Run 7: 2.50 ms")), qPrintable(note->text()));
    // Layers are known of the instrumented runs alone.
    QCOMPARE(linkIn(*note, "instrumented:"), QStringLiteral("instrumented:11"));
    Q_EMIT note->linkActivated(QStringLiteral("instrumented:11"));
    QVERIFY2(note->text().contains(QStringLiteral("3.00 ms more than the median")), qPrintable(note->text()));
    QVERIFY2(note->text().contains(QStringLiteral("+2.50 ms")), qPrintable(note->text()));
    QVERIFY2(note->text().contains(QStringLiteral("&lt;b&gt;conv")), qPrintable(note->text()));
    QCOMPARE(linkIn(*note, "operator:"), QStringLiteral("operator:0"));
    Q_EMIT note->linkActivated(QStringLiteral("operator:0"));
    QCOMPARE(selection.focus(), std::optional(ItemId { ItemId::Kind::Operator, 0 }));
    QVERIFY2(note->text().contains(QStringLiteral("Clock: 2.00 GHz to 3.00 GHz")), qPrintable(note->text()));
    QVERIFY2(note->text().contains(QStringLiteral("Run 12: 3.50 ms")), qPrintable(note->text()));
}

/// A low panel scrolls rather than cutting its words.
void TestTimingPanel::wordsOnRunsAreWhole()
{
    Selection selection;
    HistogramPanel panel(&selection);
    const Session session = withASlowRun();
    const JudgedSession judged(session);
    panel.setSession(judged);
    panel.markRun(11);
    panel.resize(340, 330);
    panel.show();
    for (const char *name : { "percentiles", "slowestRuns", "runNote" }) {
        const auto *label = panel.findChild<QLabel *>(name);
        QTRY_VERIFY2(label->height() >= label->heightForWidth(label->width()), name);
    }
}

void TestTimingPanel::bareRunsStayBareWhileOneIsMarked()
{
    Selection selection;
    HistogramPanel panel(&selection);
    const Session session = withASlowRun();
    const JudgedSession judged(session);
    panel.setSession(judged);
    const auto *chart = panel.findChild<HistogramChart *>();
    auto *run = panel.findChild<QSpinBox *>();
    auto *note = panel.findChild<QLabel *>("runNote");
    QCOMPARE(run->maximum(), 30);
    run->setValue(7);
    QVERIFY(chart->accessibleDescription().contains(QStringLiteral("bare runs")));
    panel.markRun(11);
    QVERIFY(chart->accessibleDescription().contains(QStringLiteral("instrumented runs")));
    QCOMPARE(run->maximum(), 20);
    QCOMPARE(run->value(), 12);
    QCOMPARE(linkIn(*note, "bare:"), QStringLiteral("bare:"));
    Q_EMIT note->linkActivated(QStringLiteral("bare:"));
    QVERIFY(chart->accessibleDescription().contains(QStringLiteral("bare runs")));
    QCOMPARE(run->value(), 0);
    QVERIFY(!note->text().contains(QStringLiteral("href")));
}

void TestTimingPanel::legendCoversNoLatency()
{
    // The curve of p99 and its mirror image cover the same: wherever a noisy batch is, nothing lies on it.
    const ChartStyle style { QPalette() };
    const QColor color = style.statisticPen(ChartStyle::StatisticLine::P99).color();
    const auto shown = [&](std::vector<double> timesNs) {
        BatchSweep batches = sweep();
        for (std::size_t i = 0; i < batches.points.size(); ++i) {
            Summary &summary = batches.points[i].samples.summary;
            summary.medianNs = 1e6;
            for (Percentile &percentile : summary.percentiles)
                percentile.valueNs = timesNs[i];
        }
        QImage image(500, 600, QImage::Format_RGB32);
        QPainter painter(&image);
        paintSweep(painter, image.rect(), batches, style);
        int pixels = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                pixels += image.pixelColor(x, y) == color;
        }
        return pixels;
    };
    const int left = shown({ 2e6, 1e6, 1e6 });
    QVERIFY(left > 50);
    QVERIFY(std::abs(left - shown({ 1e6, 1e6, 2e6 })) <= left / 10);
}

void TestTimingPanel::wordsHaveTheNumbers()
{
    const QString words = conclusionsText(methods());
    QVERIFY2(words.contains("shows 201 µs while the device works for 2.008 ms"), qPrintable(words));
    QVERIFY(!words.contains("text of the worker"));
    QVERIFY(words.contains("something new")); // of a newer worker: as it came
    QVERIFY(words.contains("Not possible here: CUDA graph."));
    QCOMPARE(conclusionsText(fixture::interleaved()).section(u'\n', 0, 2),
             QString("Frozen: 3.00 ms, 25 % less time (95 % interval: 20 % to 30 %)\n"
                     "resnet34.pt: 7.00 ms, 75 % more time (95 % interval: 70 % to 80 %)\n"
                     "The same again: 4.00 ms, no significant difference (95 % interval: 10 % less to 10 % more)"));
    InterleavedLatency disturbed = fixture::interleaved();
    disturbed.variants.back().ratioInterval = { 1.1, 1.2 };
    QVERIFY(conclusionsText(disturbed).contains("4.00 ms, not decided: these runs were disturbed, or too few"));
    BatchSweep batches = sweep();
    QVERIFY(conclusionsText(batches).contains("Batches larger than 4 do not fit"));
    batches.points[0].samples.flags = { SampleFlag::OtherLoad };
    batches.points[1].samples.flags = { SampleFlag::Noisy, SampleFlag::FewSamples }; // no word on the moment
    batches.points[2].samples.flags = { SampleFlag::VeryNoisy, SampleFlag::FewSamples };
    QVERIFY2(conclusionsText(batches).contains("Disturbed while they were timed: 2 of 3 batch sizes ("),
             qPrintable(conclusionsText(batches)));
    QVERIFY(conclusionsText(pipeline()).contains("costs 200 µs per run (100 to 300)"));
}

void TestTimingPanel::panelShowsWhatThereIs()
{
    Session session = fixture::resnet18();
    TimingPanel panel;
    panel.setSession(session);
    panel.setState(true, false);
    const QList<QPushButton *> buttons = panel.findChildren<QPushButton *>();
    const auto button = [&buttons](const char *text) {
        for (QPushButton *candidate : buttons) {
            if (candidate->text().remove('&').startsWith(text))
                return candidate;
        }
        return static_cast<QPushButton *>(nullptr);
    };
    QVERIFY(button("Compare Methods")->isEnabled());
    QSignalSpy wanted(&panel, &TimingPanel::measureRequested);
    button("Sweep")->click();
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.first().first().value<RequestKind>(), RequestKind::Sweep);
    panel.setState(true, true);
    QVERIFY(!button("Compare Methods")->isEnabled());
    const auto savable = [&buttons] {
        return std::count_if(buttons.begin(), buttons.end(), [](const QPushButton *candidate) {
            return candidate->text().startsWith("Save") && candidate->isEnabled();
        });
    };
    QCOMPARE(savable(), 0); // nothing to save yet
    session.methods = methods();
    panel.setSession(session);
    QCOMPARE(savable(), 1);
    session.remedies = fixture::remedies();
    panel.setSession(session);
    QCOMPARE(savable(), 2);
    const QList<QPlainTextEdit *> texts = panel.findChildren<QPlainTextEdit *>();
    QVERIFY(std::ranges::any_of(texts, [](const QPlainTextEdit *text) {
        return text->toPlainText().startsWith("bfloat16: 2.00 ms measured (−50 %");
    }));
    panel.showPage(RequestKind::Remedies);
    QCOMPARE(panel.findChild<QTabWidget *>()->currentIndex(), 3);
    const QList<QCheckBox *> boxes = panel.findChildren<QCheckBox *>();
    const auto compile =
        std::ranges::find_if(boxes, [](const QCheckBox *box) { return box->text().contains("ompile"); });
    QVERIFY(compile != boxes.end());
    QSignalSpy chosen(&panel, &TimingPanel::compilesChosen);
    panel.setCompiles(true); // as it was chosen before
    QVERIFY((*compile)->isChecked() && chosen.isEmpty());
    (*compile)->click();
    QCOMPARE(chosen.value(0).value(0), QVariant(false));
    panel.showPage(RequestKind::Pipeline);
    QCOMPARE(panel.findChild<QTabWidget *>()->currentIndex(), 4);
}

void TestTimingPanel::figureIsSaved()
{
    QTemporaryDir folder;
    FigureView view;
    view.setFigure({ "Spread",
                     [](QPainter &painter, const QRectF &area, const ChartStyle &style) {
                         paintText(painter, area, "nothing", style);
                     },
                     [] { return std::string("a,b\r\n"); } });
    for (const char *name : { "a.png", "a.svg", "a.pdf", "a.csv" }) {
        QVERIFY(view.saveTo(folder.filePath(name)));
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().isEmpty());
    }
    QCOMPARE(QImage(folder.filePath("a.png")).size(), QSize(2000, 1280));
}

void TestTimingPanel::latencyHasThreeViews()
{
    const Session session = fixture::resnet18();
    Selection selection;
    HistogramPanel panel(&selection);
    const JudgedSession judged(session);
    panel.setSession(judged);
    auto *views = panel.findChild<QTabBar *>();
    QCOMPARE(views->count(), 3);
    auto *figure = panel.findChild<FigureView *>();
    panel.resize(400, 300);
    panel.show();
    QVERIFY(!figure->isVisible());
    views->setCurrentIndex(2);
    QVERIFY(figure->isVisible());
    QVERIFY(!panel.isEmpty());
    QTemporaryDir folder;
    QVERIFY(figure->saveTo(folder.filePath("calls.csv")));
    QFile file(folder.filePath("calls.csv"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readLine().startsWith("iteration,phase,calls,latency_ns"));
}

void TestTimingPanel::pipelineNeedsAModel()
{
    PipelineDialog dialog("/models/first.pt", QString());
    const QPushButton &measure = buttonNamed(dialog, "Measure");
    QVERIFY(!measure.isEnabled());
    dialog.setModels({ "/models/b.pt", "/models/c.pt" });
    dialog.setHostWork(" busy:2 ");
    QVERIFY(measure.isEnabled());
    QCOMPARE(dialog.hostWork(), QString("busy:2"));
    auto *list = dialog.findChild<QListWidget *>();
    list->setCurrentRow(1);
    buttonNamed(dialog, "Move Up").click();
    QCOMPARE(dialog.models(), (QStringList { "/models/c.pt", "/models/b.pt" }));
}

void TestTimingPanel::turnsNeedADifference()
{
    InterleaveDialog dialog("/models/first.pt", QString());
    const QPushButton &measure = buttonNamed(dialog, "Measure");
    QVERIFY(!measure.isEnabled());
    for (const char *variant : { "/models/b.pt", "executor=frozen", "/models/b.pt,precision=bfloat16,caches=cold" }) {
        dialog.setVariant(variant);
        QVERIFY(measure.isEnabled());
        QCOMPARE(dialog.variant(), QString(variant));
    }
    dialog.setVariant("precision=of_tomorrow");
    QVERIFY(dialog.variant().isEmpty());
    QVERIFY(!measure.isEnabled());
}

ROOFLIGHT_TEST(TestTimingPanel)
#include "test_timing_panel.moc"
