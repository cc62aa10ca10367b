// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/style/framed_checks.h"

#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

namespace ridgepoint {

FramedChecks::FramedChecks()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
{
}

void FramedChecks::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                                 const QWidget *widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool square = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
    if (!square && element != PE_IndicatorRadioButton)
        return;
    const bool enabled = option->state.testFlag(State_Enabled);
    const QColor frame =
        option->palette.color(enabled ? QPalette::Active : QPalette::Disabled, QPalette::PlaceholderText);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, !square);
    painter->setPen(QPen(frame, 1));
    painter->setBrush(Qt::NoBrush);
    if (square)
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    else
        painter->drawEllipse(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5));
    painter->restore();
}

} // namespace ridgepoint
