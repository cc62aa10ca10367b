// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/tall_content.h"

#include <QCoreApplication>
#include <QEvent>
#include <QScrollArea>
#include <QVBoxLayout>

namespace rooflight {

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
