// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/samples.h"
#include "ui/charts/figures/histogram_painter.h"

#include <QWidget>

#include <array>
#include <optional>

namespace rooflight {

/// How often which duration came: bars, and lines at mean, median, p95 and p99.
class HistogramChart : public QWidget
{
    Q_OBJECT

public:
    explicit HistogramChart(QWidget *parent = nullptr);

    /// The title is data (a layer's path), shown as it is.
    void setSamples(const QString &title, const SampleSet &samples);
    /// Samples to compare with, drawn as outlines; an empty list: the bars alone.
    void setOthers(std::vector<NamedSamples> others);
    /// Marks the time of one run; without a value none.
    void setMarked(std::optional<double> timeNs, const QString &name = {});
    void clear();

    [[nodiscard]] bool logarithmicCounts() const { return m_logarithmicCounts; }
    void setLogarithmicCounts(bool logarithmic);
    void setLogarithmicTime(bool logarithmic);
    /// Only runs between these times, in nanoseconds; without a value all that can be shown. Dragging sets it, too; a
    /// double click, Esc and other samples take it away, + and - make it narrower and wider around the median.
    void setRange(std::optional<std::array<double, 2>> rangeNs);
    [[nodiscard]] const std::optional<std::array<double, 2>> &range() const { return m_rangeNs; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void updateDescription();
    void zoomRange(double factor);
    [[nodiscard]] HistogramPicture picture() const;

    QString m_title;
    SampleSet m_samples;
    bool m_logarithmicCounts = false;
    bool m_logarithmicTime = false;
    std::optional<std::array<double, 2>> m_rangeNs;
    std::vector<NamedSamples> m_others;
    std::optional<double> m_markedNs;
    QString m_markName;
    std::optional<std::array<double, 2>> m_drag; ///< pixels: where it began, and where the pointer is
    std::optional<double> m_pointerX; ///< where the pointer is, to describe the bar under it
};

} // namespace rooflight
