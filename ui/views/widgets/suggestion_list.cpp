// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/suggestion_list.h"

#include "ui/style/chart_style.h"
#include "ui/style/plain_text.h"
#include "ui/views/widgets/icons.h"

#include <QAbstractButton>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStyleOptionFocusRect>
#include <QToolButton>
#include <QVBoxLayout>

namespace rooflight {

namespace {

constexpr int rowPadding = 3;

/// A link over the whole width, which ends in an ellipsis where it is longer.
class SuggestionButton : public QAbstractButton
{
public:
    SuggestionButton(const SuggestionList::Row &row, QWidget *parent)
        : QAbstractButton(parent)
        , m_line(QStringLiteral("→ ") + row.text)
    {
        setObjectName(QStringLiteral("suggestion"));
        setAccessibleName(row.text); // no text: an ampersand in the name of a file is no mnemonic
        setAccessibleDescription(row.help);
        setToolTip(shownAsPlainText(row.text + u'\n' + row.help));
        setCursor(Qt::PointingHandCursor);
        setFocusPolicy(Qt::StrongFocus);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        setAttribute(Qt::WA_Hover);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        return { fontMetrics().horizontalAdvance(m_line), fontMetrics().height() + 2 * rowPadding };
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        QFont shown = font();
        shown.setUnderline(underMouse());
        painter.setFont(shown);
        painter.setPen(palette().color(isDown() ? QPalette::LinkVisited : QPalette::Link));
        const QRect room = rect().adjusted(rowPadding, 0, -rowPadding, 0);
        painter.drawText(room, int(Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine),
                         painter.fontMetrics().elidedText(m_line, Qt::ElideRight, room.width()));
        if (!hasFocus())
            return;
        QStyleOptionFocusRect focus;
        focus.initFrom(this);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, this);
    }

private:
    QString m_line;
};

} // namespace

SuggestionList::SuggestionList(QWidget *parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_close(new QToolButton(this))
    , m_layout(new QVBoxLayout(this))
{
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_close->setObjectName(QStringLiteral("dismissSuggestions"));
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::StrongFocus);
    m_close->setIconSize(QSize(12, 12));
    m_close->setIcon(themedIcon(QStringLiteral("close"), palette()));
    connect(m_close, &QToolButton::clicked, this, &SuggestionList::dismissed);
    auto *head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_close);
    m_layout->setContentsMargins(6, 2, 6, 4);
    m_layout->setSpacing(0);
    m_layout->addLayout(head);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    followFont();
    retranslate();
    hide();
}

void SuggestionList::setRows(const QList<Row> &rows)
{
    if (rows == m_rows)
        return;
    m_rows = rows;
    for (QWidget *button : std::as_const(m_buttons)) {
        button->hide();
        button->deleteLater(); // it may be the one that was clicked
    }
    m_buttons.clear();
    for (qsizetype i = 0; i < rows.size(); ++i) {
        auto *button = new SuggestionButton(rows[i], this);
        connect(button, &QAbstractButton::clicked, this, [this, i] { Q_EMIT chosen(std::size_t(i)); });
        m_layout->addWidget(button);
        m_buttons.append(button);
    }
    setHidden(rows.isEmpty());
}

void SuggestionList::retranslate()
{
    m_title->setText(tr("Next steps"));
    m_close->setToolTip(tr("Dismiss"));
    m_close->setAccessibleName(tr("Dismiss the suggestions"));
}

void SuggestionList::followFont()
{
    m_title->setFont(ChartStyle(palette(), font()).smallFont());
}

void SuggestionList::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        Q_EMIT languageChanged();
    } else if (event->type() == QEvent::FontChange) {
        followFont();
    } else if (event->type() == QEvent::PaletteChange) {
        m_close->setIcon(themedIcon(QStringLiteral("close"), palette()));
    }
}

void SuggestionList::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setPen(ChartStyle(palette(), font()).border());
    painter.drawLine(0, 0, width(), 0);
}

} // namespace rooflight
