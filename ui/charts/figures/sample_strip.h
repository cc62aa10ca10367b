// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QWidget>

#include "core/results/roofs/roofs.h"

class QPainter;

namespace rooflight {

class ChartStyle;

/// The repetitions of a roof's measurement in their order, its interval behind them and its value as a line.
class SampleStrip : public QWidget
{
    Q_OBJECT

public:
    explicit SampleStrip(QWidget *parent = nullptr);

    /// Without samples the widget is empty.
    void setRoof(const Roof &roof);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] int captionHeight() const;
    void paintCaption(QPainter &painter, const ChartStyle &style) const;

    Roof m_roof;
};

} // namespace rooflight
