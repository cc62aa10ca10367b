// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/roofline/painter/mark_layers.h"
#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/charts/roofline/view/chart_actions.h"
#include "ui/charts/roofline/view/family_legend.h"
#include "ui/charts/roofline/view/hover_card.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/charts/roofline/view/roofline_view.h"
#include "ui/models/selection.h"
#include "ui/style/themes.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>
#include <set>

using namespace rooflight;

class TestRooflineChart : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void saysWhatToDoWhenEmpty();
    void describesItself();
    void hoverShowsTheCard();
    void hoverOnAPathShowsTheNearestStop();
    void cardTakesNamesAsTheyAre();
    void clickSelects();
    void clickGoesThroughDuplicates();
    void keysWalkThePoints();
    void enterAndDoubleClickActivate();
    void escapeClears();
    void wheelZoomsAndUndoReturns();
    void dragPans();
    void boxZooms();
    void zoomStaysForTheSameModel();
    void legendHidesFamilies();
    void legendIsolatesAFamily();
    void aLowChartHasItsLegendInARow();
    void filterHidesPoints();
    void paintsMarksInTheirColours_data();
    void paintsMarksInTheirColours();
    void whiskersStayInThePlot();
    void manyPointsAreWholeOnceStill();
    void aSelectedPointIsDrawnWhileMoving();

private:
    [[nodiscard]] RooflineView *view() const { return m_chart->findChild<RooflineView *>(); }
    [[nodiscard]] RooflinePlot *plot() const { return dynamic_cast<RooflinePlot *>(view()->chart()); }
    [[nodiscard]] QPoint pixelOf(std::size_t mark) const { return view()->centreOf(mark).toPoint(); }
    [[nodiscard]] std::size_t markNamed(const std::string &label) const;
    [[nodiscard]] QToolButton *legendButton(const QString &family) const;
    void wheel(QPoint place, int notches);

    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<QWidget> m_window;
    RooflineChart *m_chart = nullptr;
};

void TestRooflineChart::init()
{
    StrictTest::init();
    applyTheme(Theme::Light);
    m_selection = std::make_unique<Selection>();
    m_window = std::make_unique<QWidget>();
    m_window->resize(1000, 700);
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): its parent owns it
    m_chart = new RooflineChart(m_selection.get(), m_window.get());
    m_chart->resize(1000, 700);
    m_chart->setSession(JudgedSession(fixture::resnet18()));
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestRooflineChart::cleanup()
{
    m_window.reset();
    m_selection.reset();
}

std::size_t TestRooflineChart::markNamed(const std::string &label) const
{
    for (std::size_t mark = 0; mark < plot()->content().marks.size(); ++mark) {
        if (plot()->content().points[plot()->content().marks[mark].point].label == label)
            return mark;
    }
    qFatal("no mark named %s", label.c_str());
}

QToolButton *TestRooflineChart::legendButton(const QString &family) const
{
    for (QToolButton *button : m_chart->findChildren<QToolButton *>()) {
        if (button->text().startsWith(family) && !button->isHidden())
            return button;
    }
    return nullptr;
}

void TestRooflineChart::wheel(QPoint place, int notches)
{
    QWheelEvent event(place, view()->viewport()->mapToGlobal(place), QPoint(), QPoint(0, 120 * notches), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(view()->viewport(), &event);
}

void TestRooflineChart::saysWhatToDoWhenEmpty()
{
    m_chart->setSession(JudgedSession(Session()));
    const auto labels = m_chart->findChildren<QLabel *>();
    const bool said = std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
        return label->isVisible() && label->text().contains(QStringLiteral("Open a model"));
    });
    QVERIFY(said);
    QVERIFY(!view()->isVisible());
    m_chart->setSession(JudgedSession(fixture::resnet18()));
    QVERIFY(view()->isVisible());
}

void TestRooflineChart::describesItself()
{
    QVERIFY(!view()->accessibleName().isEmpty());
    QVERIFY(view()->accessibleDescription().contains(QStringLiteral("148 GB/s")));
    QVERIFY(view()->accessibleDescription().contains(QStringLiteral("layer4.1.conv1")));
}

void TestRooflineChart::hoverShowsTheCard()
{
    const std::size_t mark = markNamed("fc");
    QTest::mouseMove(view()->viewport(), pixelOf(mark));
    QTRY_COMPARE(m_selection->hovered(), std::optional(plot()->itemOf(mark)));
    const auto *card = m_window->findChild<HoverCard *>();
    QVERIFY(card && card->isVisible());
    QVERIFY(m_window->rect().contains(card->geometry()));
    QTest::mouseMove(view()->viewport(), plot()->viewport().area.topLeft().toPoint() + QPoint(5, 5));
    QTRY_VERIFY(!m_selection->hovered());
    QVERIFY(!card->isVisible());
}

void TestRooflineChart::hoverOnAPathShowsTheNearestStop()
{
    Trail trail;
    trail.name = "fc";
    const Frame frame = m_chart->frame();
    const double y = (frame.bottom + frame.top) / 2;
    trail.stops = {
        { { frame.left + 0.1 * frame.width(), y }, "1", false, true, "Batch 1, predicted", 0 },
        { { frame.left + 0.1 * frame.width(), y + 0.2 * frame.height() }, "2", true, true, "Batch 2, measured", 1.5e6 }
    };
    m_chart->setTrail(trail);
    const TrailLayer &trails = plot()->trails();
    const QPointF first = trails.centre({ 0, 0 });
    const QPointF second = trails.centre({ 0, 1 });
    const QPointF between = first + 0.4 * (second - first);
    QVERIFY((trails.stopAt(between) == TrailStop { 0, 0 }));
    QVERIFY((trails.stopAt(second + QPointF(4, 0)) == TrailStop { 0, 1 }));
    QVERIFY(!trails.stopAt(between + QPointF(20, 0)));
    QTest::mouseMove(view()->viewport(), view()->mapFromScene(plot()->mapToScene(second)));
    const auto *card = m_window->findChild<HoverCard *>();
    QVERIFY(card && card->isVisible());
    QStringList texts;
    for (const QLabel *label : card->findChildren<QLabel *>()) {
        if (label->isVisible())
            texts << label->text();
    }
    for (const char *text : { "fc", "Batch 2, measured", "Achieved", "1.50 ms" })
        QVERIFY2(texts.contains(QString::fromUtf8(text)), qPrintable(texts.join('|')));
    m_chart->setTrail(std::nullopt);
    QVERIFY(!trails.stopAt(second));
}

void TestRooflineChart::cardTakesNamesAsTheyAre()
{
    m_chart->setSession(JudgedSession(fixture::awkward()));
    for (std::size_t mark = 0; mark < plot()->content().marks.size(); ++mark) {
        QTest::keyClick(view(), mark == 0 ? Qt::Key_Home : Qt::Key_Right);
        const auto *card = m_window->findChild<HoverCard *>();
        QVERIFY(card && card->isVisible());
        for (const QLabel *label : card->findChildren<QLabel *>()) {
            QCOMPARE(label->textFormat(), Qt::PlainText);
            QVERIFY(!label->text().contains(u'\n'));
        }
        if (mark == 0)
            QVERIFY(card->findChild<QLabel *>()->text().startsWith(QStringLiteral("<b>bold</b>")));
    }
}

void TestRooflineChart::clickSelects()
{
    const std::size_t first = markNamed("fc");
    const std::size_t second = markNamed("conv1");
    QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, pixelOf(first));
    QCOMPARE(m_selection->focus(), std::optional(plot()->itemOf(first)));
    QTest::mouseClick(view()->viewport(), Qt::LeftButton, Qt::ControlModifier, pixelOf(second));
    QCOMPARE(m_selection->selected().size(), std::size_t { 2 });
    QTest::mouseClick(view()->viewport(), Qt::LeftButton, {},
                      plot()->viewport().area.topLeft().toPoint() + QPoint(5, 5));
    QVERIFY(m_selection->selected().empty());
}

void TestRooflineChart::clickGoesThroughDuplicates()
{
    m_chart->setSession(JudgedSession(fixture::large(2)));
    const QPoint place = pixelOf(0);
    QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, place);
    const auto first = m_selection->focus();
    QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, place);
    const auto second = m_selection->focus();
    QVERIFY(first && second && first != second);
    QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(m_selection->focus(), first);
}

void TestRooflineChart::keysWalkThePoints()
{
    const std::size_t count = plot()->content().marks.size();
    std::set<ItemId> visited;
    for (std::size_t i = 0; i < count; ++i) {
        QTest::keyClick(view(), Qt::Key_Right);
        visited.insert(m_selection->focus().value());
        QVERIFY(plot()->marks().isShown(plot()->markOf(m_selection->focus().value()).value()));
    }
    QCOMPARE(visited.size(), count);
    QTest::keyClick(view(), Qt::Key_Right);
    QCOMPARE(m_selection->focus(), std::optional(plot()->itemOf(count - 1)));
    QTest::keyClick(view(), Qt::Key_Left);
    QCOMPARE(m_selection->focus(), std::optional(plot()->itemOf(count - 2)));
    QTest::keyClick(view(), Qt::Key_Home);
    QCOMPARE(m_selection->focus(), std::optional(plot()->itemOf(0)));
}

void TestRooflineChart::enterAndDoubleClickActivate()
{
    QSignalSpy activated(m_chart, &RooflineChart::itemActivated);
    QTest::keyClick(view(), Qt::Key_Home);
    QTest::keyClick(view(), Qt::Key_Return);
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated.first().first().value<ItemId>(), plot()->itemOf(0));
    QTest::mouseDClick(view()->viewport(), Qt::LeftButton, {}, pixelOf(markNamed("fc")));
    QCOMPARE(activated.count(), 2);
}

void TestRooflineChart::escapeClears()
{
    QTest::keyClick(view(), Qt::Key_Home);
    QVERIFY(m_selection->focus());
    QTest::keyClick(view(), Qt::Key_Escape);
    QVERIFY(m_selection->selected().empty());
    QVERIFY(!m_window->findChild<HoverCard *>()->isVisible());
}

void TestRooflineChart::wheelZoomsAndUndoReturns()
{
    const Frame fit = plot()->frame();
    const std::size_t mark = markNamed("fc");
    const QPoint place = pixelOf(mark);
    wheel(place, 1);
    wheel(place, 1);
    QVERIFY(plot()->frame().width() < fit.width());
    QVERIFY((pixelOf(mark) - place).manhattanLength() <= 2);
    m_chart->undoZoom();
    QVERIFY(nearlyEqual(plot()->frame(), fit));
    m_chart->redoZoom();
    QVERIFY(plot()->frame().width() < fit.width());
    m_chart->fit();
    QVERIFY(nearlyEqual(plot()->frame(), fit));
    for (int i = 0; i < 60; ++i)
        m_chart->zoomOut();
    QVERIFY(nearlyEqual(plot()->frame(), plot()->limits()));
}

void TestRooflineChart::dragPans()
{
    const Frame before = plot()->frame();
    const QPoint start = plot()->viewport().area.topLeft().toPoint() + QPoint(60, 40);
    QTest::mousePress(view()->viewport(), Qt::LeftButton, {}, start);
    QTest::mouseMove(view()->viewport(), start + QPoint(30, 10));
    QTest::mouseMove(view()->viewport(), start + QPoint(60, 20));
    QTest::mouseRelease(view()->viewport(), Qt::LeftButton, {}, start + QPoint(60, 20));
    const Frame after = plot()->frame();
    const double expected = -60 / plot()->viewport().area.width() * before.width();
    QVERIFY(std::abs((after.left - before.left) - expected) < 1e-6);
    QVERIFY(std::abs(after.width() - before.width()) < 1e-9);
    m_chart->undoZoom();
    QVERIFY(nearlyEqual(plot()->frame(), before));
}

void TestRooflineChart::boxZooms()
{
    const QPoint start = plot()->viewport().area.topLeft().toPoint() + QPoint(60, 40);
    const QPoint end = start + QPoint(300, 200);
    const QPointF expected = plot()->viewport().toPlane(QPointF(start));
    m_chart->actions()->box->setChecked(true);
    QTest::mousePress(view()->viewport(), Qt::LeftButton, {}, start);
    QTest::mouseMove(view()->viewport(), start + QPoint(30, 30));
    QTest::mouseMove(view()->viewport(), end);
    QTest::mouseRelease(view()->viewport(), Qt::LeftButton, {}, end);
    QVERIFY(std::abs(plot()->frame().left - expected.x()) < 0.03);
    QVERIFY(std::abs(plot()->frame().top - expected.y()) < 0.03);
}

void TestRooflineChart::zoomStaysForTheSameModel()
{
    m_chart->setSession(JudgedSession(fixture::resnet18WithoutTimes()));
    m_chart->zoomIn();
    const Frame zoomedIn = plot()->frame();
    m_chart->setSession(JudgedSession(fixture::resnet18()));
    QVERIFY(nearlyEqual(plot()->frame(), zoomedIn));
    Session other = fixture::resnet18();
    other.analysis.edit().model.path = "other.pt";
    m_chart->setSession(JudgedSession(other));
    QVERIFY(nearlyEqual(plot()->frame(), plot()->content().frame));
}

void TestRooflineChart::legendHidesFamilies()
{
    const std::size_t mark = markNamed("fc");
    QVERIFY(plot()->marks().isShown(mark));
    QToolButton *found = legendButton(QStringLiteral("Matrix"));
    QVERIFY(found);
    QTest::mouseClick(found, Qt::LeftButton);
    QVERIFY(!plot()->marks().isShown(mark));
    QVERIFY(plot()->marks().isShown(markNamed("conv1")));
    QTest::mouseClick(found, Qt::LeftButton);
    QVERIFY(plot()->marks().isShown(mark));
}

void TestRooflineChart::legendIsolatesAFamily()
{
    const auto isShown = [this](const char *label) { return plot()->marks().isShown(markNamed(label)); };
    QToolButton *matrix = legendButton(QStringLiteral("Matrix"));
    QTest::mouseClick(matrix, Qt::LeftButton);
    QTest::mouseDClick(matrix, Qt::LeftButton); // the second click of two
    QVERIFY(isShown("fc") && !isShown("conv1") && !isShown("bn1"));
    QVERIFY(matrix->isChecked());
    QToolButton *convolution = legendButton(QStringLiteral("Convolution"));
    QTest::keyClick(convolution, Qt::Key_Return);
    QVERIFY(!isShown("fc") && isShown("conv1") && !isShown("bn1"));
    QTest::mouseClick(convolution, Qt::LeftButton);
    QTest::mouseDClick(convolution, Qt::LeftButton);
    QVERIFY(isShown("fc") && isShown("conv1") && isShown("bn1"));
    QVERIFY(matrix->isChecked() && convolution->isChecked());
}

void TestRooflineChart::aLowChartHasItsLegendInARow()
{
    const auto *legend = m_chart->findChild<FamilyLegend *>();
    const QToolButton *matrix = legendButton(QStringLiteral("Matrix"));
    const int whole = matrix->width();
    m_chart->resize(420, 240);
    QTRY_VERIFY(legend->isVisible() && legend->height() < 2 * matrix->height());
    for (const QToolButton *button : legend->findChildren<QToolButton *>()) {
        QVERIFY2(button->isVisible() && legend->rect().contains(button->geometry()), qPrintable(button->text()));
        QVERIFY(!button->toolTip().isEmpty());
    }
    QVERIFY(matrix->width() < whole); // its marker alone
}

void TestRooflineChart::filterHidesPoints()
{
    const std::size_t mark = markNamed("fc");
    m_chart->setVisibleItems(std::set<ItemId> { plot()->itemOf(mark) });
    QVERIFY(plot()->marks().isShown(mark));
    QVERIFY(!plot()->marks().isShown(markNamed("conv1")));
    m_chart->setSession(JudgedSession(fixture::resnet18()));
    QVERIFY(!plot()->marks().isShown(markNamed("conv1")));
    m_chart->setVisibleItems(std::nullopt);
    QVERIFY(plot()->marks().isShown(markNamed("conv1")));
}

void TestRooflineChart::paintsMarksInTheirColours_data()
{
    QTest::addColumn<int>("layers");
    QTest::newRow("one by one") << 0;
    QTest::newRow("stamped") << 5000;
}

void TestRooflineChart::paintsMarksInTheirColours()
{
    QFETCH(int, layers);
    if (layers > 0) { // so many that none stands alone unless others are hidden
        m_chart->setSession(JudgedSession(fixture::large(layers)));
        m_chart->setVisibleItems(std::set { plot()->itemOf(0), plot()->itemOf(std::size_t(layers) / 2) });
    }
    plot()->finish(view()->devicePixelRatioF());
    const QImage picture = view()->grab().toImage();
    const ChartStyle style(m_chart->palette(), m_chart->font());
    const std::vector<Mark> &marks = plot()->content().marks;
    const auto isAlone = [&](std::size_t mark) {
        for (std::size_t other = 0; other < marks.size(); ++other) {
            const QPointF away = plot()->marks().centre(other) - plot()->marks().centre(mark);
            if (other != mark && plot()->marks().isShown(other)
                && std::hypot(away.x(), away.y()) < marks[other].diameter)
                return false;
        }
        return true;
    };
    const auto filled = [&](std::size_t mark) {
        QImage pixel(1, 1, QImage::Format_RGB32);
        pixel.fill(style.ground());
        const OperatorFamily family = plot()->content().points[marks[mark].point].family;
        QPainter(&pixel).fillRect(pixel.rect(), style.markerBrush(family));
        return pixel.pixelColor(0, 0);
    };
    std::set<QRgb> seen;
    for (std::size_t mark = 0; mark < marks.size(); ++mark) {
        if (!plot()->marks().isShown(mark) || !isAlone(mark) || !picture.rect().contains(pixelOf(mark)))
            continue;
        const QColor expected = filled(mark);
        const QColor pixel = picture.pixelColor(pixelOf(mark));
        const int apart = std::abs(pixel.red() - expected.red()) + std::abs(pixel.green() - expected.green())
            + std::abs(pixel.blue() - expected.blue());
        QVERIFY2(apart <= 30, qPrintable(pixel.name() + u' ' + expected.name())); // lines and zones lie beneath
        seen.insert(expected.rgb());
    }
    QVERIFY2(seen.size() >= (layers > 0 ? 1 : 3), qPrintable(QString::number(seen.size())));
}

void TestRooflineChart::whiskersStayInThePlot()
{
    const ItemId fc = plot()->itemOf(markNamed("fc"));
    const auto belowThePlane = [this] {
        const QRectF area = plot()->viewport().area;
        const QRectF below(area.left(), area.bottom() + 2, area.width(), 30); // its pen is wide
        return view()->grab(view()->mapFromScene(plot()->mapRectToScene(below)).boundingRect()).toImage();
    };
    m_selection->select(fc);
    const QImage before = belowThePlane();
    const QPoint under = QPoint(pixelOf(markNamed("fc")).x(), int(plot()->viewport().area.bottom()) - 3);
    const QColor ground = view()->grab().toImage().pixelColor(under);
    Session session = fixture::resnet18();
    for (ItemLatency &latency : session.layers.edit().items) {
        for (Percentile &percentile : latency.samples.summary.percentiles) {
            if (latency.item == fc && percentile.percent == 90)
                percentile.valueNs = *percentile.valueNs * 1e9;
        }
    }
    m_chart->setSession(JudgedSession(session));
    QVERIFY(view()->grab().toImage().pixelColor(under) != ground); // the whisker goes down to the edge
    QCOMPARE(belowThePlane(), before);
}

void TestRooflineChart::manyPointsAreWholeOnceStill()
{
    m_chart->setSession(JudgedSession(fixture::large(12000)));
    QCoreApplication::processEvents(); // the legend takes its room
    const Frame frame = zoomed(m_chart->frame(), 0.9, { 1, 11 });
    m_chart->setFrame(frame);
    const QImage moving = view()->grab().toImage();
    // Nothing but the pause leads to the whole picture.
    QTRY_VERIFY(view()->grab().toImage() != moving);
    const QImage still = view()->grab().toImage();
    m_chart->setFrame(zoomed(frame, 0.9, { 1, 11 }));
    QVERIFY(view()->grab().toImage() != still);
    plot()->finish(view()->devicePixelRatioF());
    m_chart->setFrame(frame);
    QCOMPARE(view()->grab().toImage(), moving);
    plot()->finish(view()->devicePixelRatioF());
    QCOMPARE(view()->grab().toImage(), still);
}

void TestRooflineChart::aSelectedPointIsDrawnWhileMoving()
{
    m_chart->setSession(JudgedSession(fixture::large(12000)));
    const ChartStyle style(m_chart->palette(), m_chart->font());
    wheel(view()->viewport()->rect().center(), -1);
    for (const std::size_t mark : { 1, 5000, 11999 }) {
        m_selection->select(plot()->itemOf(mark), false);
        const QImage moving = view()->grab().toImage();
        const auto isOutline = [&](QPoint away) {
            return moving.pixelColor(pixelOf(mark) + away) == style.selectedPen().color();
        };
        // Somewhere around it there is the ring of what is selected.
        int ring = 0;
        for (int x = -12; x <= 12; ++x) {
            for (int y = -12; y <= 12; ++y)
                ring += isOutline({ x, y });
        }
        QVERIFY2(ring > 8, qPrintable(QString::number(mark)));
    }
}

ROOFLIGHT_TEST(TestRooflineChart)

#include "test_roofline_chart.moc"
