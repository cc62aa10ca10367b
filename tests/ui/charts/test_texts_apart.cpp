// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "tests/ui/text_recorder.h"
#include "tests/ui/timing_fixture.h"
#include "ui/charts/export/report_picture.h"
#include "ui/charts/figures/histogram_chart.h"
#include "ui/charts/figures/session_figures.h"
#include "ui/charts/roofline/chart_actions.h"
#include "ui/charts/roofline/mark_layer.h"
#include "ui/charts/roofline/roofline_chart.h"
#include "ui/charts/roofline/roofline_plot.h"
#include "ui/charts/roofline/roofline_view.h"
#include "ui/models/selection.h"
#include "ui/settings/appearance.h"
#include "ui/style/quantities.h"
#include "ui/style/themes.h"

#include <QGraphicsScene>
#include <QPainter>
#include <QTest>

#include <memory>

using namespace rooflight;
using fixture::DrawnText;
using fixture::RecordingDevice;

namespace {

QList<DrawnText> textsOf(RooflineView *view)
{
    RecordingDevice device(view->viewport()->size());
    QPainter painter(&device);
    view->render(&painter);
    painter.end();
    return device.texts();
}

/// ResNet-18 on a machine with other roofs.
ChartSession anotherMachine(const QString &name, double computeRatio, double memoryRatio, double timeRatio)
{
    auto session = std::make_shared<Session>(fixture::resnet18());
    for (Roof &roof : session->peaks.edit().roofs)
        roof.value *= roof.memory() ? memoryRatio : computeRatio;
    for (ItemLatency &item : session->layers.edit().items) {
        item.samples.summary.medianNs *= timeRatio;
        item.samples.summary.meanNs *= timeRatio;
    }
    return { name, session };
}

} // namespace

/// On the roofline no text lies on another one, nor on a mark, nor beyond the edge.
class TestTextsApart : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void textsAreApart_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("others");
        QTest::addColumn<bool>("whatIf");
        QTest::addColumn<bool>("relative");
        for (const char *language : { "en", "zh_CN" }) {
            for (int others = 0; others <= 3; ++others)
                QTest::addRow("%s, %d other sessions", language, others) << language << others << false << false;
            QTest::addRow("%s, roofs of a data sheet", language) << language << 1 << true << false;
            QTest::addRow("%s, relative to the roofs", language) << language << 4 << false << true;
        }
    }

    void textsAreApart()
    {
        QFETCH(QString, language);
        QFETCH(int, others);
        QFETCH(bool, whatIf);
        QFETCH(bool, relative);
        Language texts;
        texts.set(language);
        Session session = fixture::resnet18();
        session.peaks.edit().theoretical = whatIf;
        std::vector<ChartSession> added { anotherMachine("laptop", 0.3, 0.6, 2), anotherMachine("server", 5, 4, 0.2),
                                          anotherMachine("resnet18 of yesterday", 0.97, 1.1, 1.05),
                                          anotherMachine("far below its roofs", 1, 1, 3000) };
        added.resize(std::size_t(others));
        for (const QSize size : { QSize(420, 260), QSize(620, 320), QSize(800, 520), QSize(1800, 1000) }) {
            QWidget window;
            RooflineChart chart(&m_selection, &window);
            chart.actions()->relative->setChecked(relative);
            chart.setOthers("resnet18", added);
            chart.setSession(JudgedSession(session));
            if (!relative)
                chart.setTrail(trailOver(chart));
            window.resize(size);
            chart.resize(size);
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            m_selection.select(plotOf(chart)->itemOf(0));
            for (int zoom = 0; zoom < 4; ++zoom) {
                look(chart);
                if (QTest::currentTestFailed())
                    return;
                chart.zoomIn();
            }
        }
    }

    /// On its line, with or without the pattern, and on the strip.
    void aRoofHasOneName()
    {
        Language texts;
        texts.set("zh_CN");
        for (const QSize size : { QSize(420, 320), QSize(800, 520), QSize(1800, 1000) }) {
            QWidget window;
            RooflineChart chart(&m_selection, &window);
            chart.setSession(JudgedSession(fixture::resnet18()));
            window.resize(size);
            chart.resize(size);
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            QStringList drawn;
            for (const DrawnText &text : textsOf(chart.findChild<RooflineView *>()))
                drawn << text.text;
            QVERIFY2(drawn.filter(QStringLiteral("主存")).isEmpty(), qPrintable(drawn.join(u'\n')));
            QVERIFY2(size.width() < 1800 || drawn.contains(QStringLiteral("DRAM")), qPrintable(drawn.join(u'\n')));
        }
    }

    /// The three fc take 12, 14 and 16 us of 10 us at the roof: together 71 %, the last one 63 %, as its details say.
    void selectedOneOfAFoldedMarkSaysItsOwnShare()
    {
        const Session session = fixture::threeBlocks();
        const JudgedSession judged(session);
        const ItemId last { ItemId::Kind::Layer, 8 };
        const QString own = percentText(*judged.at(last).verdict.roofFraction);
        const QString together = percentText(30.0 / 42);
        QVERIFY(own != together);
        QWidget window;
        RooflineChart chart(&m_selection, &window);
        chart.actions()->fold->setChecked(true);
        chart.setSession(judged);
        window.resize(800, 520);
        chart.resize(800, 520);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto shares = [&chart] {
            QStringList found;
            for (const DrawnText &text : textsOf(chart.findChild<RooflineView *>())) {
                if (text.text.contains(QStringLiteral("FLOP/s")) && text.text.contains(u'%'))
                    found << text.text;
            }
            return found.join(u'\n');
        };
        m_selection.select(last);
        QVERIFY2(shares().startsWith(own), qPrintable(shares()));
        QVERIFY2(!shares().contains(together), qPrintable(shares()));
        const auto mark = plotOf(chart)->markOf({ ItemId::Kind::Layer, 2 });
        QVERIFY(mark && plotOf(chart)->itemsOf(*mark).size() == 3);
        const std::vector<ItemId> all = plotOf(chart)->itemsOf(*mark);
        m_selection.select(all, false);
        QVERIFY2(shares().startsWith(together), qPrintable(shares()));
    }

    void textsOfHistogramsAreApart_data() { addLanguages(); }

    void textsOfHistogramsAreApart()
    {
        QFETCH(QString, language);
        Language texts;
        texts.set(language);
        for (const int others : { 0, 1, 4 }) {
            for (const QSize size : { QSize(230, 130), QSize(300, 220), QSize(420, 180), QSize(900, 600) }) {
                HistogramChart chart;
                chart.setSamples("encoder.layers.11.linear2", fixture::samplesAround(1e6, 500));
                std::vector<NamedSamples> added;
                for (int i = 0; i < others; ++i)
                    added.push_back({ QString("encoder.layers.%1.linear1").arg(i),
                                      fixture::samplesAround(1e6 * (1 + 0.01 * i), 200, unsigned(i + 2)) });
                chart.setOthers(added);
                chart.setMarked(1.002e6, "run 17");
                chart.resize(size);
                RecordingDevice device(size);
                QPainter painter(&device);
                chart.render(&painter);
                painter.end();
                look(device.texts(), size);
            }
        }
    }

    void textsOfReportsAreApart_data() { addLanguages(); }

    void textsOfReportsAreApart()
    {
        QFETCH(QString, language);
        Language texts;
        texts.set(language);
        for (const QSize size : { QSize(800, 600), QSize(1200, 800), QSize(1600, 1200) }) {
            RecordingDevice device(size);
            QPainter painter(&device);
            paintReport(painter, QRectF(QPointF(), size), JudgedSession(fixture::resnet18()), Theme::Light);
            painter.end();
            look(device.texts(), size);
        }
    }

    void textsOfFiguresAreApart_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("figure");
        for (const char *language : { "en", "zh_CN" }) {
            for (int figure = 0; figure < 7; ++figure)
                QTest::addRow("%s, %d", language, figure) << language << figure;
        }
    }

    void textsOfFiguresAreApart()
    {
        QFETCH(QString, language);
        QFETCH(int, figure);
        Language texts;
        texts.set(language);
        const Session session = fixture::allTimings();
        const SessionFigure figures[] = { methodsFigure(session.methods),
                                          interleavedFigure(session.interleaved),
                                          sweepFigure(session.sweep),
                                          pipelineFigure(session.pipeline, false),
                                          pipelineFigure(session.pipeline, true),
                                          latencyFigure(session.latency),
                                          footprintFigure(JudgedSession(fixture::underCurves(fixture::resnet18()))) };
        const ChartStyle style { QPalette() };
        for (const QSize size : { QSize(300, 180), QSize(420, 240), QSize(700, 260), figureSize, QSize(1800, 900) }) {
            RecordingDevice device(size);
            QPainter painter(&device);
            figures[figure].paint(painter, QRectF(QPointF(), size), style);
            painter.end();
            look(device.texts(), size);
        }
    }

private:
    static void addLanguages()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << "en";
        QTest::newRow("Chinese") << "zh_CN";
    }

    static void look(const QList<DrawnText> &texts, QSize size)
    {
        QVERIFY(!texts.isEmpty());
        for (qsizetype a = 0; a < texts.size(); ++a) {
            const auto where = [&] {
                const QRectF box = texts[a].outline().boundingRect();
                return QStringLiteral("%1x%2, %3 at %4, %5")
                    .arg(size.width())
                    .arg(size.height())
                    .arg(texts[a].text)
                    .arg(box.x())
                    .arg(box.y());
            };
            QVERIFY2(QRectF(QPointF(), size).contains(texts[a].outline().boundingRect()), qPrintable(where()));
            for (qsizetype b = 0; b < a; ++b)
                QVERIFY2(!texts[a].covers(texts[b]), qPrintable(where() + " / " + texts[b].text));
        }
    }

    static RooflinePlot *plotOf(const RooflineChart &chart)
    {
        return dynamic_cast<RooflinePlot *>(chart.findChild<RooflineView *>()->chart());
    }

    /// From point to point, with numbers.
    static Trail trailOver(const RooflineChart &chart)
    {
        Trail trail { .stops = {}, .color = Qt::black };
        for (const Mark &mark : plotOf(chart)->content().marks) {
            if (!mark.onStrip && trail.stops.size() < 8)
                trail.stops.push_back({ { mark.x, mark.y }, QString::number(1 << trail.stops.size()) });
        }
        return trail;
    }

    static void look(const RooflineChart &chart)
    {
        auto *view = chart.findChild<RooflineView *>();
        RooflinePlot *plot = plotOf(chart);
        plot->finish(1);
        const QList<DrawnText> texts = textsOf(view);
        const QList<QRectF> marks = plot->marks().markBoxes() + plot->overlays().markBoxes();
        look(texts, view->viewport()->size());
        QVERIFY(chart.isZoomed() || marks.size() > 10);
        for (const DrawnText &text : texts) {
            for (const QRectF &mark : marks)
                QVERIFY2(!text.outline().intersects(QPolygonF(mark.adjusted(2, 2, -2, -2))), qPrintable(text.text));
        }
    }

    Selection m_selection;
};

ROOFLIGHT_TEST(TestTextsApart)
#include "test_texts_apart.moc"
