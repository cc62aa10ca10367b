// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/painter/mark_stamps.h"

#include <QPainter>
#include <QtConcurrentRun>

#include <algorithm>
#include <functional>
#include <map>

namespace rooflight {

namespace {

constexpr double stampMargin = 4; // corners of stars and triangles stand out of their circle
constexpr std::size_t maxKinds = 16;

/// A number below maxKinds for each colour. More colours than that are a scale: those of like lightness share one.
std::map<QRgb, std::uint8_t> colorKindsOf(const std::vector<QColor> &colors)
{
    std::map<QRgb, std::uint8_t> kinds;
    for (const QColor &color : colors)
        kinds.emplace(color.rgb(), 0);
    std::vector<QRgb> distinct;
    distinct.reserve(kinds.size());
    for (const auto &[color, kind] : kinds)
        distinct.push_back(color);
    std::ranges::stable_sort(distinct, std::less(), [](QRgb color) { return QColor(color).lightnessF(); });
    const std::size_t classes = std::min(maxKinds, distinct.size());
    for (std::size_t i = 0; i < distinct.size(); ++i)
        kinds[distinct[i]] = static_cast<std::uint8_t>(i * classes / distinct.size());
    return kinds;
}

} // namespace

MarkStamps::MarkStamps(const RooflineContent &content, const std::vector<MarkPlace> &places,
                       const std::vector<QColor> &colors, const std::vector<bool> &visible,
                       const std::vector<std::size_t> &order, const ChartStyle &style)
    : m_style(style)
{
    const std::map<QRgb, std::uint8_t> kinds = colorKindsOf(colors);
    std::map<Look, std::uint32_t> numbers;
    for (const std::size_t mark : order) {
        if (!visible[mark])
            continue;
        const Mark &placed = content.marks[mark];
        const QRgb color = colors[mark].rgb();
        const Look look(content.points[placed.point].family, color, placed.timed, qRound(placed.diameter));
        const auto [number, isNew] = numbers.emplace(look, static_cast<std::uint32_t>(m_looks.size()));
        if (isNew)
            m_looks.push_back(look);
        m_places.push_back(places[mark]);
        m_places.back().kind = kinds.at(color);
        m_marks.push_back(mark);
        m_lookOf.push_back(number->second);
    }
}

StampPainter::StampPainter(const MarkStamps &stamps, double devicePixelRatio)
    : m_stamps(stamps)
    , m_ratio(devicePixelRatio)
    , m_pictures(stamps.m_looks.size())
{
}

QImage StampPainter::pictureOf(const MarkStamps::Look &look) const
{
    const auto &[family, rgb, timed, diameter] = look;
    const QColor color(rgb);
    const double size = diameter + 2 * stampMargin;
    QImage picture((QSizeF(size, size) * m_ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    picture.setDevicePixelRatio(m_ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(size / 2, size / 2);
    painter.setPen(m_stamps.m_style.markerPen(color));
    painter.setBrush(timed ? ChartStyle::markerBrush(color) : QBrush(m_stamps.m_style.ground()));
    painter.drawPath(ChartStyle::markerPath(markerShape(family), diameter));
    return picture;
}

void StampPainter::paint(QPainter &painter, const MarkViewports &viewports, std::span<const std::uint32_t> chosen,
                         const std::atomic<bool> *stop)
{
    for (const std::uint32_t stamp : chosen) {
        if (stop && stop->load(std::memory_order_relaxed))
            return;
        const std::uint32_t look = m_stamps.m_lookOf[stamp];
        QImage &picture = m_pictures[look];
        if (picture.isNull())
            picture = pictureOf(m_stamps.m_looks[look]);
        const double half = picture.width() / m_ratio / 2;
        // Whole pixels: anything else would be resampled.
        painter.drawImage((viewports.toPixel(m_stamps.m_places[stamp]) - QPointF(half, half)).toPoint(), picture);
    }
}

QImage wholePicture(const MarkStamps &stamps, const MarkViewports &viewports, double devicePixelRatio,
                    const std::atomic<bool> *stop)
{
    const QRectF bounds = viewports.bounds();
    QImage picture((bounds.size() * devicePixelRatio).toSize(), QImage::Format_ARGB32_Premultiplied);
    picture.setDevicePixelRatio(devicePixelRatio);
    picture.fill(Qt::transparent);
    const std::vector<std::uint32_t> chosen =
        firstOfCells(stamps.places(), viewports, { .cell = coveredCell }, stamps.places().size());
    QPainter painter(&picture);
    painter.translate(-bounds.topLeft());
    StampPainter(stamps, devicePixelRatio).paint(painter, viewports, chosen, stop);
    return stop && stop->load() ? QImage() : picture;
}

namespace {

constexpr int pauseMs = 60; // between the last change and the whole picture

} // namespace

BackgroundPicture::BackgroundPicture(QObject *parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, &BackgroundPicture::start);
    connect(&m_drawing, &QFutureWatcherBase::finished, this, [this] {
        const QImage picture = m_drawing.result();
        if (picture.isNull())
            return;
        m_drawn = m_started;
        m_picture = picture;
        Q_EMIT ready();
    });
}

/// The thread, which holds all that it draws from, ends by itself.
BackgroundPicture::~BackgroundPicture()
{
    stop();
}

QImage BackgroundPicture::pictureOf(const Subject &subject) const
{
    return subject == m_drawn ? m_picture : QImage();
}

void BackgroundPicture::want(const Subject &subject)
{
    if (subject == m_wanted)
        return;
    stop();
    m_wanted = subject;
    m_pause.start();
}

void BackgroundPicture::finish(const Subject &subject)
{
    if (subject == m_drawn)
        return;
    stop();
    m_pause.stop();
    m_wanted = subject;
    m_picture = wholePicture(*subject.stamps, subject.viewports, subject.devicePixelRatio);
    m_drawn = subject;
}

void BackgroundPicture::start()
{
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_started = m_wanted;
    m_drawing.setFuture(QtConcurrent::run([subject = m_wanted, stop = m_stop] {
        return wholePicture(*subject.stamps, subject.viewports, subject.devicePixelRatio, stop.get());
    }));
}

void BackgroundPicture::stop()
{
    if (m_stop)
        m_stop->store(true);
}

} // namespace rooflight
