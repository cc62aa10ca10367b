// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/item_details.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

constexpr double ratioBarWidth = 60;
constexpr double widestRatio = 1.5;
constexpr double barShare = 0.6; ///< of the height

QColor colorOf(const RatioBar &bar, const ChartStyle &style)
{
    switch (bar.effect) {
    case Effect::Faster:
        return style.better();
    case Effect::Slower:
        return style.worse();
    default:
        return style.barEdge(style.mutedText());
    }
}

} // namespace

QImage pictureOf(const RatioBar &bar, const ChartStyle &style, double height, double devicePixelRatio)
{
    QImage image((QSizeF(ratioBarWidth, height) * devicePixelRatio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(devicePixelRatio);
    image.fill(Qt::transparent);
    const auto at = [](double ratio) { return std::clamp(ratio / widestRatio, 0.0, 1.0) * (ratioBarWidth - 1); };
    const double middle = std::floor(height / 2) + 0.5;
    QPainter painter(&image);
    const double thickness = std::round(barShare * height);
    painter.fillRect(QRectF(0, middle - thickness / 2, at(bar.ratio), thickness), colorOf(bar, style));
    painter.setPen(QPen(style.text(), 1));
    painter.drawLine(QPointF(at(bar.interval[0]), middle), QPointF(at(bar.interval[1]), middle));
    painter.setPen(QPen(style.mutedText(), 1));
    painter.drawLine(QPointF(at(1), 0.5), QPointF(at(1), height - 0.5));
    return image;
}

} // namespace rooflight
