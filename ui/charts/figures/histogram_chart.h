// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/latency.h"

#include <QWidget>

#include <optional>

namespace ridgepoint {

/// How often which duration came: bars, and lines at mean, median, p95 and p99.
class HistogramChart : public QWidget
{
    Q_OBJECT

public:
    explicit HistogramChart(QWidget *parent = nullptr);

    /// The title is data (a layer's path), shown as it is.
    void setSamples(const QString &title, const SampleSet &samples);
    void clear();

    [[nodiscard]] bool logarithmicCounts() const { return m_logarithmicCounts; }
    void setLogarithmicCounts(bool logarithmic);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void updateDescription();

    QString m_title;
    SampleSet m_samples;
    bool m_logarithmicCounts = false;
    std::optional<double> m_pointerX; ///< where the pointer is, to describe the bar under it
};

} // namespace ridgepoint
