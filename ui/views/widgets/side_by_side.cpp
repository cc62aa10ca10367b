// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/side_by_side.h"

#include <QBoxLayout>

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

void SideBySide::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const bool wide = width() > 1.4 * height();
    m_layout->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_layout->setStretch(1, wide ? 1 : 0);
    m_aside->setMaximumWidth(wide ? widestAside * fontMetrics().height() : QWIDGETSIZE_MAX);
}

} // namespace rooflight
