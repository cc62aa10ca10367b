// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/opening_page.h"

#include "ui/style/chart_style.h"

#include <QEvent>
#include <QPainter>

namespace rooflight {

namespace {

constexpr int pageMargin = 24;
constexpr int decades = 5; ///< of the empty grid, each way

} // namespace

void OpeningPage::setFile(const QString &name)
{
    m_name = name;
    setAccessibleName(tr("Opening %1…").arg(name));
    update();
}

void OpeningPage::paintEvent(QPaintEvent *)
{
    const ChartStyle style(palette(), font());
    QPainter painter(this);
    painter.fillRect(rect(), style.ground());
    const QFontMetrics metrics(style.titleFont());
    painter.setFont(style.titleFont());
    painter.setPen(style.text());
    const QRect title(pageMargin, pageMargin / 2, width() - 2 * pageMargin, metrics.height() + pageMargin / 2);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(tr("Opening %1…").arg(m_name), Qt::ElideMiddle, title.width()));
    const QRectF frame =
        QRectF(rect()).adjusted(2 * pageMargin, title.bottom() + pageMargin, -pageMargin, -2 * pageMargin);
    painter.setPen(style.gridPen());
    for (int line = 1; line < decades; ++line) {
        const double x = frame.left() + frame.width() * line / decades;
        const double y = frame.top() + frame.height() * line / decades;
        painter.drawLine(QPointF(x, frame.top()), QPointF(x, frame.bottom()));
        painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y));
    }
    painter.setPen(style.axisPen());
    painter.drawRect(frame);
}

void OpeningPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setFile(m_name);
}

} // namespace rooflight
