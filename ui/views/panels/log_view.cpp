// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/log_view.h"

#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace rooflight {

namespace {

constexpr int maximumLines = 5000;

} // namespace

LogView::LogView(QWidget *parent)
    : QWidget(parent)
    , m_text(new QPlainTextEdit(this))
    , m_copy(new QPushButton(this))
    , m_clear(new QPushButton(this))
{
    m_text->setReadOnly(true);
    m_text->setMaximumBlockCount(maximumLines);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setFrameShape(QFrame::NoFrame);
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(6, 6, 6, 0);
    buttons->addStretch();
    buttons->addWidget(m_copy);
    buttons->addWidget(m_clear);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(buttons);
    layout->addWidget(m_text);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(text()); });
    connect(m_clear, &QPushButton::clicked, m_text, &QPlainTextEdit::clear);
    retranslate();
}

void LogView::append(const QStringList &lines)
{
    m_text->appendPlainText(lines.join(u'\n'));
}

QString LogView::text() const
{
    return m_text->toPlainText();
}

void LogView::retranslate()
{
    m_text->setPlaceholderText(tr("The worker has written nothing."));
    m_text->setAccessibleName(tr("Log of the worker"));
    m_copy->setText(tr("Copy"));
    m_clear->setText(tr("Clear"));
}

void LogView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace rooflight
