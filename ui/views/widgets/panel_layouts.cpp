// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/panel_layouts.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QEvent>
#include <QScrollArea>
#include <QVBoxLayout>

namespace rooflight {

namespace {

constexpr int widestAside = 28; // lines of text: a sentence of a readable length

} // namespace

SideBySide::SideBySide(QWidget *large, QWidget *aside, QWidget *parent)
    : QWidget(parent)
    , m_aside(aside)
    , m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this))
{
    m_layout->setContentsMargins(6, 6, 6, 6);
    m_layout->addWidget(large, 3);
    m_layout->addWidget(aside, 1);
}

void SideBySide::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

void SideBySide::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

void SideBySide::fit()
{
    const bool wide = width() > 1.4 * height();
    m_layout->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_layout->setStretch(1, wide ? 1 : 0);
    m_aside->setMaximumWidth(wide ? widestAside * fontMetrics().height() : QWIDGETSIZE_MAX);
}

namespace {

/// Lays its content out again when it is shown: Qt sends a hidden scroll area no layout requests.
class TallArea : public QScrollArea
{
public:
    using QScrollArea::QScrollArea;

protected:
    void showEvent(QShowEvent *event) override
    {
        QScrollArea::showEvent(event);
        QCoreApplication::postEvent(this, new QEvent(QEvent::LayoutRequest));
    }
};

} // namespace

void showTallContent(QWidget *content, QWidget *panel, QWidget *head)
{
    auto *scrolled = new TallArea(panel);
    scrolled->setWidget(content);
    scrolled->setWidgetResizable(true);
    scrolled->setFocusPolicy(Qt::NoFocus); // it follows the focus of what is in it
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *outer = new QVBoxLayout(panel);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    if (head)
        outer->addWidget(head);
    outer->addWidget(scrolled, 1);
}

} // namespace rooflight
