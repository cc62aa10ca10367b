// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/one_line_label.h"

#include "ui/style/chart_style.h"

#include <QLinearGradient>
#include <QPainter>

namespace rooflight {

OneLineLabel::OneLineLabel(QWidget *parent)
    : QLabel(parent)
{
    setTextFormat(Qt::RichText);
    setWordWrap(false);
    // A text that is longer than the window is cut, and does not widen it.
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

QSize OneLineLabel::minimumSizeHint() const
{
    constexpr int minLetters = 12;
    return { fontMetrics().averageCharWidth() * minLetters, QLabel::minimumSizeHint().height() };
}

void OneLineLabel::paintEvent(QPaintEvent *event)
{
    QLabel::paintEvent(event);
    if (!isCut())
        return;
    const QString ellipsis = QStringLiteral("…");
    const int room = 3 * fontMetrics().horizontalAdvance(ellipsis);
    const QRect end(width() - room, 0, room, height());
    QColor ground = ChartStyle(palette(), font()).panel();
    QLinearGradient fade(end.topLeft(), end.topRight());
    fade.setColorAt(0.6, ground);
    ground.setAlpha(0);
    fade.setColorAt(0, ground);
    QPainter painter(this);
    painter.fillRect(end, fade);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(end, Qt::AlignRight | Qt::AlignVCenter, ellipsis);
}

} // namespace rooflight
