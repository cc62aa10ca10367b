// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/text_labels.h"

#include "ui/style/plain_text.h"

#include <QPainter>
#include <QResizeEvent>

#include <chrono>

namespace rooflight {

ElidedLabel::ElidedLabel(QWidget *parent)
    : QLabel(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

QSize ElidedLabel::minimumSizeHint() const
{
    constexpr int minLetters = 12;
    return { fontMetrics().averageCharWidth() * minLetters, QLabel::minimumSizeHint().height() };
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), int(Qt::AlignLeft | Qt::AlignVCenter),
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, contentsRect().width()));
}

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

HeadlineLabel::HeadlineLabel(QWidget *parent)
    : QLabel(parent)
    , m_large(font())
    , m_small(font())
{
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    // A long text takes more lines, and does not widen the window.
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void HeadlineLabel::setFonts(const QFont &large, const QFont &small)
{
    m_large = large;
    m_small = small;
    fit();
}

void HeadlineLabel::showText(const QString &text)
{
    setText(text);
    fit();
}

QSize HeadlineLabel::minimumSizeHint() const
{
    constexpr int minLetters = 12;
    return { fontMetrics().averageCharWidth() * minLetters, fontMetrics().lineSpacing() };
}

void HeadlineLabel::fit()
{
    constexpr double mostLines = 2.5; // a line of other scripts may be a little higher
    if (!isVisible()) // its width is not the one that it will have
        return;
    setFont(m_large);
    int needed = heightForWidth(width());
    if (needed > mostLines * fontMetrics().lineSpacing()) {
        setFont(m_small);
        needed = heightForWidth(width());
    }
    if (needed <= 0 || (minimumHeight() == needed && maximumHeight() == needed))
        return;
    setFixedHeight(needed);
    Q_EMIT heightChanged();
}

void HeadlineLabel::showEvent(QShowEvent *event)
{
    QLabel::showEvent(event);
    fit();
}

void HeadlineLabel::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fit();
}

} // namespace rooflight
