// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/roofline/mark_layer.h"
#include "ui/charts/roofline/roofline_chart.h"
#include "ui/charts/roofline/roofline_plot.h"
#include "ui/charts/roofline/roofline_view.h"
#include "ui/models/selection.h"
#include "ui/settings/appearance.h"
#include "ui/style/themes.h"

#include <QGraphicsScene>
#include <QPaintEngine>
#include <QPainter>
#include <QTest>

#include <cmath>
#include <memory>

using namespace ridgepoint;

namespace {

struct DrawnText {
    QString text;
    QTransform transform;
    QRectF box; ///< of its letters, without the rest of the line

    [[nodiscard]] QPolygonF outline() const { return transform.map(QPolygonF(box)); }
    /// The same text drawn around itself is its halo.
    [[nodiscard]] bool covers(const DrawnText &other) const
    {
        return text != other.text && outline().intersects(other.outline());
    }
};

/// Keeps the texts that are drawn, and where.
class TextRecorder : public QPaintEngine
{
public:
    TextRecorder()
        : QPaintEngine(AllFeatures)
    {
    }

    [[nodiscard]] Type type() const override { return User; }
    bool begin(QPaintDevice *) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState &state) override
    {
        if (state.state().testFlag(DirtyTransform))
            m_transform = state.transform();
    }
    void drawPath(const QPainterPath &) override { }
    void drawPolygon(const QPointF *, int, PolygonDrawMode) override { }
    void drawPixmap(const QRectF &, const QPixmap &, const QRectF &) override { }
    void drawImage(const QRectF &, const QImage &, const QRectF &, Qt::ImageConversionFlags) override { }
    void drawTextItem(const QPointF &place, const QTextItem &item) override
    {
        constexpr double letters = 0.7; // of the ascent
        const QRectF box(place.x(), place.y() - letters * item.ascent(), item.width(), letters * item.ascent());
        // A part in another font continues the text.
        if (!texts.isEmpty() && texts.last().transform == m_transform && place.y() == m_baseline
            && std::abs(place.x() - texts.last().box.right()) < 1) {
            texts.last().text += item.text();
            texts.last().box |= box;
            return;
        }
        m_baseline = place.y();
        texts.append({ item.text(), m_transform, box });
    }

    QList<DrawnText> texts;

private:
    QTransform m_transform;
    double m_baseline = 0;
};

class RecordingDevice : public QPaintDevice
{
public:
    explicit RecordingDevice(QSize size)
        : m_size(size)
    {
    }

    [[nodiscard]] QPaintEngine *paintEngine() const override { return &m_recorder; }
    [[nodiscard]] const QList<DrawnText> &texts() const { return m_recorder.texts; }

protected:
    [[nodiscard]] int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth:
            return m_size.width();
        case PdmHeight:
            return m_size.height();
        case PdmNumColors:
            return 1 << 24;
        case PdmDepth:
            return 32;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return int(devicePixelRatioFScale());
        default:
            return 96; // dots per inch
        }
    }

private:
    QSize m_size;
    mutable TextRecorder m_recorder;
};

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
    for (Roof &roof : session->peaks->roofs)
        roof.value *= roof.memory() ? memoryRatio : computeRatio;
    for (ItemLatency &item : session->layers->items) {
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
        for (const char *language : { "en", "zh_CN" }) {
            for (int others = 0; others <= 3; ++others)
                QTest::addRow("%s, %d other sessions", language, others) << language << others << false;
            QTest::addRow("%s, roofs of a data sheet", language) << language << 1 << true;
        }
    }

    void textsAreApart()
    {
        QFETCH(QString, language);
        QFETCH(int, others);
        QFETCH(bool, whatIf);
        Language texts;
        texts.set(language);
        Session session = fixture::resnet18();
        session.peaks->theoretical = whatIf;
        std::vector<ChartSession> added { anotherMachine("laptop", 0.3, 0.6, 2), anotherMachine("server", 5, 4, 0.2),
                                          anotherMachine("resnet18 of yesterday", 0.97, 1.1, 1.05) };
        added.resize(std::size_t(others));
        for (const QSize size : { QSize(420, 260), QSize(620, 320), QSize(800, 520), QSize(1800, 1000) }) {
            QWidget window;
            RooflineChart chart(&m_selection, &window);
            chart.setOthers("resnet18", added);
            chart.setSession(session);
            window.resize(size);
            chart.resize(size);
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            for (int zoom = 0; zoom < 4; ++zoom) {
                look(chart);
                if (QTest::currentTestFailed())
                    return;
                chart.zoomIn();
            }
        }
    }

private:
    static void look(const RooflineChart &chart)
    {
        auto *view = chart.findChild<RooflineView *>();
        auto *plot = dynamic_cast<RooflinePlot *>(view->chart());
        plot->finish(1);
        const QList<DrawnText> texts = textsOf(view);
        const QList<QRectF> marks = plot->marks().markBoxes() + plot->overlays().markBoxes();
        QVERIFY(texts.size() > 5);
        QVERIFY(chart.isZoomed() || marks.size() > 10);
        for (qsizetype a = 0; a < texts.size(); ++a) {
            const QPolygonF outline = texts[a].outline();
            const auto where = [&] {
                return QStringLiteral("%1x%2, %3").arg(chart.width()).arg(chart.height()).arg(texts[a].text);
            };
            QVERIFY2(QRectF(view->viewport()->rect()).contains(outline.boundingRect()), qPrintable(where()));
            for (qsizetype b = 0; b < a; ++b)
                QVERIFY2(!texts[a].covers(texts[b]), qPrintable(where() + " / " + texts[b].text));
            for (const QRectF &mark : marks)
                QVERIFY2(!outline.intersects(QPolygonF(mark.adjusted(2, 2, -2, -2))), qPrintable(where()));
        }
    }

    Selection m_selection;
};

RIDGEPOINT_TEST(TestTextsApart)
#include "test_texts_apart.moc"
