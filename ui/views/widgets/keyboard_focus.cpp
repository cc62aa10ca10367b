// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/keyboard_focus.h"

#include "ui/style/chart_style.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QEvent>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
#include <map>

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

namespace {

bool takesTab(const QWidget &widget)
{
    return (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus && widget.isVisible() && widget.isEnabled()
        && !widget.focusProxy();
}

/// The child of the innermost main window that it lies in.
QWidget *partOf(QWidget *widget)
{
    while (widget->parentWidget() && !qobject_cast<QMainWindow *>(widget->parentWidget()))
        widget = widget->parentWidget();
    return widget;
}

QRect placeOf(const QWidget &widget, const QMainWindow &window)
{
    return { widget.mapTo(&window, QPoint()), widget.size() };
}

/// In rows: what begins above the middle of the first one of a row is of that row.
QList<QWidget *> inRows(QList<QWidget *> widgets, const QMainWindow &window)
{
    const auto top = [&window](const QWidget *widget) { return placeOf(*widget, window).top(); };
    std::ranges::stable_sort(widgets, {}, top);
    for (auto row = widgets.begin(); row != widgets.end();) {
        const int middle = placeOf(**row, window).center().y();
        const auto end = std::find_if(row, widgets.end(), [&](const QWidget *widget) { return top(widget) > middle; });
        const auto next = std::max(end, row + 1);
        std::stable_sort(row, next, [&window](const QWidget *first, const QWidget *second) {
            return placeOf(*first, window).left() < placeOf(*second, window).left();
        });
        row = next;
    }
    return widgets;
}

} // namespace

QList<QWidget *> inReadingOrder(const QMainWindow &window)
{
    std::map<QWidget *, QList<QWidget *>> parts;
    for (QWidget *widget : window.findChildren<QWidget *>()) {
        if (widget->window() != &window || !takesTab(*widget))
            continue;
        QWidget *part = partOf(widget);
        if (!part->visibleRegion().isEmpty()) // else it lies behind a tab
            parts[part].append(widget);
    }
    QList<QWidget *> places;
    for (const auto &[part, widgets] : parts)
        places.append(part);
    std::ranges::sort(places, {}, [&window](const QWidget *part) {
        const QPoint corner = placeOf(*part, window).topLeft();
        return std::pair(corner.y(), corner.x());
    });
    QList<QWidget *> ordered;
    for (QWidget *part : std::as_const(places))
        ordered += inRows(parts[part], window);
    return ordered;
}

namespace {

class EnterKey : public QObject
{
public:
    explicit EnterKey(QWidget *window)
        : QObject(window)
        , m_window(window)
    {
        qApp->installEventFilter(this);
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::KeyPress)
            return false;
        const auto *key = static_cast<const QKeyEvent *>(event);
        const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        auto *button = isEnter ? qobject_cast<QAbstractButton *>(watched) : nullptr;
        if (!button || button->window() != m_window || button->isCheckable() || !button->isEnabled())
            return false;
        auto *tool = qobject_cast<QToolButton *>(button);
        if (tool && tool->menu() && tool->popupMode() == QToolButton::InstantPopup)
            tool->showMenu();
        else
            button->click();
        return true;
    }

private:
    QWidget *m_window;
};

class FirstKey : public QObject
{
public:
    explicit FirstKey(QAbstractItemView *view)
        : QObject(view)
        , m_view(view)
    {
        view->installEventFilter(this);
    }

    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() != QEvent::KeyPress || !m_view->model() || m_view->selectionModel()->hasSelection())
            return false;
        const auto *key = static_cast<const QKeyEvent *>(event);
        const bool isArrow = key->key() == Qt::Key_Up || key->key() == Qt::Key_Down;
        if (!isArrow || (key->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier)
            return false;
        const QModelIndex current = m_view->currentIndex();
        const QModelIndex row = current.isValid() ? current : m_view->model()->index(0, 0);
        if (!row.isValid())
            return false;
        m_view->selectionModel()->setCurrentIndex(row, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        m_view->scrollTo(row);
        return true;
    }

private:
    QAbstractItemView *m_view;
};

} // namespace

void pressWithEnter(QWidget *window)
{
    new EnterKey(window);
}

void selectWithFirstKey(QAbstractItemView *view)
{
    new FirstKey(view);
}

} // namespace rooflight
