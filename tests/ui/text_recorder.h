// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFontInfo>
#include <QList>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <QTransform>

#include <cmath>

namespace rooflight::fixture {

struct DrawnText {
    QString text;
    QTransform transform;
    QRectF box; ///< of its letters, without the rest of the line
    int fontSize = 0; ///< in pixels

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
        texts.append({ item.text(), m_transform, box, QFontInfo(item.font()).pixelSize() });
    }

    QList<DrawnText> texts;

private:
    QTransform m_transform;
    double m_baseline = 0;
};

/// A picture of which only the texts are kept.
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

} // namespace rooflight::fixture
