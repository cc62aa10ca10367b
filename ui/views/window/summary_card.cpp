// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/summary_card.h"

#include "ui/style/plain_text.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace rooflight {

namespace {

constexpr int cardWidth = 520;
constexpr int cardMargin = 16;

} // namespace

SummaryCard::SummaryCard(QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_grid(new QGridLayout)
{
    setFrameShape(QFrame::StyledPanel);
    m_grid->setHorizontalSpacing(cardMargin);
    m_grid->setVerticalSpacing(6);
    m_grid->setColumnStretch(1, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(cardMargin, cardMargin, cardMargin, cardMargin);
    layout->setSpacing(cardMargin);
    layout->addLayout(m_grid);
}

void SummaryCard::setFacts(const std::vector<ModelFact> &facts)
{
    while (m_rows.size() < facts.size()) {
        const auto row = static_cast<int>(m_rows.size());
        const auto &[title, value] = m_rows.emplace_back(new QLabel(this), new QLabel(this));
        title->setForegroundRole(QPalette::PlaceholderText);
        value->setWordWrap(true);
        for (QLabel *label : { title, value })
            label->setTextFormat(Qt::PlainText);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_grid->addWidget(title, row, 0, Qt::AlignTop);
        m_grid->addWidget(value, row, 1);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const auto &[title, value] = m_rows[i];
        const ModelFact fact = i < facts.size() ? facts[i] : ModelFact();
        title->setText(fact.title);
        value->setText(i < facts.size() && fact.value.isEmpty() ? QStringLiteral("–") : fact.value);
        for (QLabel *label : { title, value }) {
            label->setToolTip(shownAsPlainText(fact.help));
            label->setVisible(i < facts.size());
        }
        value->setAccessibleName(fact.title + QStringLiteral(": ") + fact.value);
    }
}

const QLabel *SummaryCard::valueOf(const QString &title) const
{
    const auto row = std::ranges::find_if(m_rows, [&title](const auto &pair) { return pair.first->text() == title; });
    return row == m_rows.end() ? nullptr : row->second;
}

void SummaryCard::openBelow(const QWidget *widget)
{
    const int width = std::min(cardWidth, widget->window()->width() - 2 * cardMargin);
    setFixedWidth(width);
    layout()->activate();
    resize(width, layout()->totalHeightForWidth(width)); // adjustSize() takes the height of a narrower card
    const QPoint place = widget->mapToGlobal(QPoint(widget->width() - width, widget->height() + 2));
    const int leftmost = widget->window()->mapToGlobal(QPoint(cardMargin, 0)).x();
    move(std::max(place.x(), leftmost), place.y());
    show();
    setFocus(Qt::PopupFocusReason);
}

} // namespace rooflight
