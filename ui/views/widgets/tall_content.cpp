// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/tall_content.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace ridgepoint {

void showTallContent(QWidget *content, QWidget *panel, QWidget *head)
{
    auto *scrolled = new QScrollArea(panel);
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

} // namespace ridgepoint
