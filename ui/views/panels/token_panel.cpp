// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/token_panel.h"

#include "core/report/token_report.h"
#include "ui/style/sentences.h"
#include "ui/style/window_language.h"

#include <QEvent>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace rooflight {

namespace {

constexpr int tokenColumnGap = 10;

QStringList textsOf(const std::vector<std::string> &texts)
{
    QStringList list;
    for (const std::string &text : texts)
        list << QString::fromStdString(text);
    return list;
}

QStringList titlesOf(const TableContent &content)
{
    QStringList titles;
    for (const TableColumn &column : content.columns)
        titles << QString::fromStdString(column.title.text());
    return titles;
}

void alignNumbers(QTreeWidgetItem &row, const TableContent &content)
{
    for (std::size_t column = 0; column < content.columns.size(); ++column) {
        if (content.columns[column].number)
            row.setTextAlignment(int(column), Qt::AlignRight | Qt::AlignVCenter);
    }
}

} // namespace

TokenPanel::TokenPanel(QWidget *parent)
    : QWidget(parent)
    , m_table(new QTreeWidget)
    , m_sentences(new QPlainTextEdit)
{
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setAlternatingRowColors(true);
    m_table->setAllColumnsShowFocus(true);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setMinimumSize(160, 40);
    m_table->header()->setStretchLastSection(false);
    m_sentences->setReadOnly(true);
    m_sentences->setTabChangesFocus(true);
    m_sentences->setFrameShape(QFrame::NoFrame);
    m_sentences->setMinimumSize(160, 40);
    m_sentences->viewport()->setAutoFillBackground(false);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_table, 1);
    column->addWidget(m_sentences, 1);
    fill();
}

void TokenPanel::setSession(const SessionView &view)
{
    m_session = view.session();
    fill();
}

bool TokenPanel::hasWorkloads() const
{
    return m_table->topLevelItemCount() > 0;
}

void TokenPanel::fill()
{
    const ReportLanguage language = windowLanguage();
    const LanguageScope scope(language);
    const Section section = workloadSection(m_session);
    fillTable(section.table);
    m_sentences->setPlainText(withUnbrokenUnits(textsOf(section.paragraphs).join(u'\n')));
    const QString title = QString::fromStdString(section.title.text());
    m_table->setAccessibleName(title);
    m_sentences->setAccessibleName(title);
}

void TokenPanel::fillTable(const TableContent &content)
{
    m_table->clear();
    m_table->setColumnCount(int(content.columns.size()));
    m_table->setHeaderLabels(titlesOf(content));
    alignNumbers(*m_table->headerItem(), content);
    for (const std::vector<std::string> &cells : content.rows)
        alignNumbers(*new QTreeWidgetItem(m_table, textsOf(cells)), content);
    for (int column = 0; column < m_table->columnCount(); ++column) {
        m_table->resizeColumnToContents(column);
        m_table->setColumnWidth(column, m_table->columnWidth(column) + tokenColumnGap);
    }
}

void TokenPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        fill();
}

} // namespace rooflight
