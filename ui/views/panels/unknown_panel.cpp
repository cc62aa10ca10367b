// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/unknown_panel.h"

#include "core/results/session.h"
#include "ui/models/layer_columns.h"
#include "ui/models/selection.h"
#include "ui/style/display_names.h"
#include "ui/style/plain_text.h"
#include "ui/style/quantities.h"
#include "ui/style/sentences.h"
#include "ui/views/widgets/keyboard_focus.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <array>

namespace rooflight {

namespace {

enum Column { NameColumn, CallsColumn, BytesColumn, TimeColumn, ReasonColumn, ColumnCount };
constexpr std::array numberColumns = { CallsColumn, BytesColumn, TimeColumn };

constexpr int columnMargin = 24;

/// Of a group, or of one of its places.
template<typename Figures> void showFigures(QTreeWidgetItem *row, const QString &name, const Figures &figures)
{
    row->setText(NameColumn, name);
    row->setText(CallsColumn, countText(figures.calls));
    row->setText(BytesColumn, bytesText(figures.bytes));
    if (figures.timeNs > 0)
        row->setText(TimeColumn, durationText(figures.timeNs));
    for (const int column : numberColumns)
        row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

/// Keeps sentences off the numbers that end right before them.
class SentenceDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QString displayText(const QVariant &value, const QLocale &locale) const override
    {
        return QStringLiteral("\u2003") + QStyledItemDelegate::displayText(value, locale);
    }
};

} // namespace

UnknownPanel::UnknownPanel(Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_stack(new QStackedWidget(this))
    , m_list(new QTreeWidget(this))
    , m_empty(new QLabel(this))
{
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_list->setColumnCount(ColumnCount);
    m_list->setUniformRowHeights(true);
    m_list->setAlternatingRowColors(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->header()->setStretchLastSection(true);
    m_list->setItemDelegateForColumn(ReasonColumn, new SentenceDelegate(m_list));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_list);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    setFocusProxy(m_list);
    selectWithFirstKey(m_list);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &UnknownPanel::selectRow);
    connect(m_list, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem *row) {
        const std::vector<ItemId> items = itemsOf(row);
        if (!items.empty())
            Q_EMIT itemActivated(items.front());
    });
    retranslate();
}

void UnknownPanel::setSession(const SessionView &view)
{
    const Session &session = view.session();
    std::vector<UnknownGroup> groups = unknownGroups(session);
    m_isCounted = session.analysis.has_value();
    m_holdsOnlyTimes = holdsOnlyTimes(session);
    showEmptyText();
    if (groups == m_groups)
        return;
    m_groups = std::move(groups);
    fill();
}

void UnknownPanel::fill()
{
    const QSignalBlocker guard(m_list); // rows that go away make others current, which the user did not choose
    m_list->clear();
    for (const UnknownGroup &group : m_groups)
        addGroup(group);
    m_list->expandAll();
    for (int column = 0; column < ReasonColumn; ++column) {
        m_list->resizeColumnToContents(column);
        m_list->setColumnWidth(column, m_list->columnWidth(column) + columnMargin);
    }
    m_stack->setCurrentWidget(m_groups.empty() ? static_cast<QWidget *>(m_empty) : m_list);
}

void UnknownPanel::addGroup(const UnknownGroup &group)
{
    auto *row = new QTreeWidgetItem(m_list);
    showFigures(row, group.name, group);
    const QString reason =
        group.reason.empty() ? tr("No formula is known for this operator.") : displayText(group.reason);
    row->setText(ReasonColumn, reason);
    row->setToolTip(ReasonColumn, shownAsPlainText(reason));
    for (const UnknownPlace &place : group.places)
        showFigures(new QTreeWidgetItem(row), place.layer, place);
}

std::vector<ItemId> UnknownPanel::itemsOf(QTreeWidgetItem *row) const
{
    QTreeWidgetItem *top = row->parent() ? row->parent() : row;
    const UnknownGroup &group = m_groups[std::size_t(m_list->indexOfTopLevelItem(top))];
    if (row->parent())
        return group.places[std::size_t(top->indexOfChild(row))].items;
    std::vector<ItemId> items;
    for (const UnknownPlace &place : group.places)
        items.insert(items.end(), place.items.begin(), place.items.end());
    return items;
}

void UnknownPanel::selectRow(QTreeWidgetItem *row)
{
    const std::vector<ItemId> items = row ? itemsOf(row) : std::vector<ItemId>();
    if (!items.empty())
        m_selection->setSelected({ items.begin(), items.end() }, items.front());
}

void UnknownPanel::retranslate()
{
    m_list->setHeaderLabels({ tr("Operator and layers"), factTitleText(FactId::Calls), factTitleText(FactId::Bytes),
                              factTitleText(FactId::Time), tr("Why") });
    for (const int column : numberColumns)
        m_list->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    m_list->setAccessibleName(tr("Operators without a formula"));
    showEmptyText();
    fill();
}

void UnknownPanel::showEmptyText()
{
    m_empty->setText(m_isCounted            ? tr("Every operator of this model has a formula.")
                         : m_holdsOnlyTimes ? onlyTimesSentence()
                                            : tr("Operators without a formula appear here once the model is counted."));
}

void UnknownPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace rooflight
