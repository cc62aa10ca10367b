// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QObject>

#include "ui/charts/roofline/layout/points.h"
#include "ui/style/chart_style.h"

#include <QFutureWatcher>
#include <QImage>
#include <QTimer>

#include <atomic>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

class QPainter;

namespace rooflight {

/// What many marks are drawn from: places, and pictures that several of them share. Marks that are hidden are left
/// out, large ones stand before small ones. Never changes, so that several threads may draw from it.
class MarkStamps
{
public:
    /// \p places, \p colors and \p visible have one a mark; \p order are indices of marks.
    MarkStamps(const RooflineContent &content, const std::vector<MarkPlace> &places, const std::vector<QColor> &colors,
               const std::vector<bool> &visible, const std::vector<std::size_t> &order, const ChartStyle &style);

    /// The kinds are classes of colours.
    [[nodiscard]] std::span<const MarkPlace> places() const { return m_places; }
    [[nodiscard]] std::size_t markOf(std::uint32_t stamp) const { return m_marks[stamp]; }

private:
    friend class StampPainter;

    /// Family, colour, whether it was timed, pixels across.
    using Look = std::tuple<OperatorFamily, QRgb, bool, int>;

    ChartStyle m_style;
    std::vector<MarkPlace> m_places;
    std::vector<std::size_t> m_marks;
    std::vector<std::uint32_t> m_lookOf; ///< one a place
    std::vector<Look> m_looks;
};

/// Draws stamps for screens of one device pixel ratio; keeps the pictures that it made.
class StampPainter
{
public:
    /// The stamps must outlive it.
    StampPainter(const MarkStamps &stamps, double devicePixelRatio);

    /// Draws these of the stamps, in their order; ends early once \p stop is true.
    void paint(QPainter &painter, const MarkViewports &viewports, std::span<const std::uint32_t> chosen,
               const std::atomic<bool> *stop = nullptr);

    [[nodiscard]] double devicePixelRatio() const { return m_ratio; }

private:
    [[nodiscard]] QImage pictureOf(const MarkStamps::Look &look) const;

    const MarkStamps &m_stamps;
    double m_ratio;
    std::vector<QImage> m_pictures; ///< one a look, made when it is first drawn
};

/// All marks on nothing; its upper left corner is that of the bounds. Null once \p stop is true.
[[nodiscard]] QImage wholePicture(const MarkStamps &stamps, const MarkViewports &viewports, double devicePixelRatio,
                                  const std::atomic<bool> *stop = nullptr);

/// The whole picture of many marks, drawn in another thread once no other one was wanted for a moment.
class BackgroundPicture : public QObject
{
    Q_OBJECT

public:
    /// What a picture is of.
    struct Subject {
        std::shared_ptr<const MarkStamps> stamps;
        MarkViewports viewports;
        double devicePixelRatio = 1;

        bool operator==(const Subject &) const = default;
    };

    explicit BackgroundPicture(QObject *parent = nullptr);
    ~BackgroundPicture() override;
    Q_DISABLE_COPY_MOVE(BackgroundPicture)

    /// Null until it is there; then ready() was emitted.
    [[nodiscard]] QImage pictureOf(const Subject &subject) const;
    void want(const Subject &subject);
    /// Draws it here and now.
    void finish(const Subject &subject);

Q_SIGNALS:
    void ready();

private:
    void start();
    void stop();

    QTimer m_pause;
    Subject m_wanted;
    Subject m_started;
    std::shared_ptr<std::atomic<bool>> m_stop; ///< of the thread that draws
    QFutureWatcher<QImage> m_drawing;
    Subject m_drawn;
    QImage m_picture;
};

} // namespace rooflight
