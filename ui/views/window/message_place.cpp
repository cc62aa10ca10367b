// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/message_place.h"

#include "ui/charts/roofline/roofline_chart.h"
#include "ui/views/widgets/message_bar.h"

#include <QEvent>

namespace rooflight {

MessagePlace::MessagePlace(MessageBar *bar, QWidget *page, RooflineChart *chart)
    : QObject(bar)
    , m_bar(bar)
    , m_page(page)
    , m_chart(chart)
{
    page->installEventFilter(this);
    chart->installEventFilter(this);
    connect(chart, &RooflineChart::planeChanged, this, &MessagePlace::update, Qt::QueuedConnection);
    update();
}

void MessagePlace::update()
{
    const QWidget *around = m_bar->parentWidget();
    const QRect plane = m_chart->plane();
    if (m_chart->isVisible() && !plane.isEmpty())
        m_bar->setPlace({ m_chart->mapTo(around, plane.topLeft()), plane.size() });
    else
        m_bar->setPlace({ m_page->mapTo(around, QPoint()), m_page->size() });
}

bool MessagePlace::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
    case QEvent::Hide:
        QMetaObject::invokeMethod(this, &MessagePlace::update, Qt::QueuedConnection); // once all is in its place
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace rooflight
