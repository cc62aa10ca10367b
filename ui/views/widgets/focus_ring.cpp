// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/focus_ring.h"

#include "ui/style/chart_style.h"

#include <QApplication>
#include <QEvent>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QTabBar>

namespace rooflight {

namespace {

constexpr int ringWidth = 2;
constexpr auto ringName = "focusRing";

bool marksItsEntries(const QWidget *widget)
{
    return qobject_cast<const QMenu *>(widget) || qobject_cast<const QMenuBar *>(widget)
        || qobject_cast<const QTabBar *>(widget);
}

/// What the widgets around one leave of it, in its own places. Its visibleRegion() is less: what its children paint
/// over, as the viewport of a table or of the chart does, is not in it.
QRect seenPartOf(const QWidget *widget)
{
    if (!widget || !widget->isVisible())
        return {};
    QRect seen = widget->rect();
    for (const QWidget *around = widget; !around->isWindow() && around->parentWidget();) {
        around = around->parentWidget();
        seen &= around->rect().translated(widget->mapFrom(around, QPoint()));
    }
    return seen;
}

} // namespace

class FocusRing::Ring : public QWidget
{
public:
    explicit Ring(QWidget *window)
        : QWidget(window)
    {
        setObjectName(QLatin1String(ringName));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setAttribute(Qt::WA_NoSystemBackground);
        setFocusPolicy(Qt::NoFocus);
    }

    /// What lies inside is not painted again with it.
    void surround(const QRect &place)
    {
        setGeometry(place);
        setMask(QRegion(rect()) - rect().adjusted(ringWidth, ringWidth, -ringWidth, -ringWidth));
        raise();
        show();
    }

protected:
    void paintEvent(QPaintEvent *) override { QPainter(this).fillRect(rect(), ChartStyle(palette()).accent()); }
};

FocusRing::FocusRing(QObject *parent)
    : QObject(parent)
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) { follow(now); });
}

void FocusRing::install()
{
    if (!qApp->findChild<QObject *>(QStringLiteral("focusRings"), Qt::FindDirectChildrenOnly))
        (new FocusRing(qApp))->setObjectName(QStringLiteral("focusRings"));
}

QWidget *FocusRing::ringIn(const QWidget &window)
{
    return window.findChild<QWidget *>(QLatin1String(ringName), Qt::FindDirectChildrenOnly);
}

void FocusRing::follow(QWidget *focused)
{
    watch(false);
    m_focused = marksItsEntries(focused) || (focused && focused->isWindow()) ? nullptr : focused;
    watch(true);
    place();
}

/// What moves or hides it may be any of the widgets around it.
void FocusRing::watch(bool watches)
{
    for (QWidget *widget = m_focused; widget; widget = widget->isWindow() ? nullptr : widget->parentWidget()) {
        if (watches)
            widget->installEventFilter(this);
        else
            widget->removeEventFilter(this);
    }
}

void FocusRing::place()
{
    const QRect seen = seenPartOf(m_focused);
    if (seen.isEmpty()) {
        delete m_ring.data();
        return;
    }
    QWidget *window = m_focused->window();
    if (m_ring && m_ring->parentWidget() != window)
        delete m_ring.data();
    if (!m_ring)
        m_ring = new Ring(window);
    m_ring->surround({ m_focused->mapTo(window, seen.topLeft()), seen.size() });
}

bool FocusRing::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::ParentChange:
        QMetaObject::invokeMethod(this, &FocusRing::place, Qt::QueuedConnection); // once all is in its place
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace rooflight
