// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/passing_note.h"

#include "ui/style/plain_text.h"

#include <chrono>

namespace rooflight {

namespace {

constexpr std::chrono::seconds shownFor { 8 };

} // namespace

PassingNote::PassingNote(QWidget *parent)
    : ElidedLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setForegroundRole(QPalette::PlaceholderText);
    m_end.setSingleShot(true);
    m_end.setInterval(shownFor);
    connect(&m_end, &QTimer::timeout, this, &QWidget::hide);
    hide();
}

void PassingNote::say(const QString &text)
{
    setText(text);
    setToolTip(shownAsPlainText(text));
    show();
    m_end.start();
}

} // namespace rooflight
