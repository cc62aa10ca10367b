// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/comparison_panel.h"

#include "ui/models/comparison_model.h"
#include "ui/models/selection.h"
#include "ui/style/chart_style.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"
#include "ui/style/sentences.h"
#include "ui/views/widgets/keyboard_focus.h"
#include "ui/views/widgets/panel_layouts.h"
#include "ui/views/widgets/table_delegates.h"

#include <QCheckBox>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QTextCharFormat>
#include <QTextCursor>
#include <QTreeView>
#include <QVBoxLayout>

#include <array>
#include <initializer_list>

namespace rooflight {

namespace {

constexpr int columnMargin = 22;

/// Colours verdicts, which their signs and texts give as well.
class VerdictDelegate : public LayerDelegate
{
public:
    using LayerDelegate::LayerDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        LayerDelegate::initStyleOption(option, index);
        if (ComparisonColumn(index.column()) != ComparisonColumn::Verdict)
            return;
        const ChartStyle style(option->palette, option->font);
        const auto change = Change(index.data(ComparisonModel::changeRole).toInt());
        if (change == Change::Faster)
            option->palette.setColor(QPalette::Text, style.better());
        else if (change == Change::Slower)
            option->palette.setColor(QPalette::Text, style.worse());
    }
};

} // namespace

ComparisonPanel::ComparisonPanel(Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_model(new ComparisonModel(this))
    , m_proxy(new ComparisonProxy(m_model, this))
    , m_pages(new QStackedWidget(this))
    , m_emptyText(new QLabel(this))
    , m_choose(new QPushButton(this))
    , m_text(new QPlainTextEdit(this))
    , m_save(new QPushButton(this))
    , m_end(new QPushButton(this))
    , m_onlyLeaves(new QCheckBox(this))
    , m_byKind(new QCheckBox(this))
    , m_table(new QTreeView(this))
    , m_kinds(new KindTable(this))
    , m_tables(new QStackedWidget(this))
{
    m_pages->addWidget(makeEmptyPage());
    m_pages->addWidget(makePage());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    setFocusProxy(m_choose);
    selectWithFirstKey(m_table);
    // From the table on to the controls next to it.
    const std::initializer_list<QWidget *> order { m_table, m_kinds, m_save, m_end, m_onlyLeaves, m_byKind, m_text };
    for (const auto *widget = order.begin(); widget + 1 != order.end(); ++widget)
        setTabOrder(*widget, *(widget + 1));
    connectTable();
    retranslate();
}

ComparisonPanel::~ComparisonPanel()
{
    // Children go one by one, and their last signals must not reach what is no longer there.
    m_table->selectionModel()->disconnect(this);
}

QWidget *ComparisonPanel::makeEmptyPage()
{
    m_emptyText->setAlignment(Qt::AlignCenter);
    m_emptyText->setWordWrap(true);
    m_emptyText->setForegroundRole(QPalette::PlaceholderText);
    auto *page = new QWidget(this);
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->addStretch(1);
    layout->addWidget(m_emptyText);
    layout->addWidget(m_choose, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    return page;
}

QWidget *ComparisonPanel::makePage()
{
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setMinimumSize(160, 24);
    m_text->viewport()->setAutoFillBackground(false);
    m_table->setObjectName(QStringLiteral("layers"));
    m_table->setModel(m_proxy);
    m_table->setItemDelegate(new VerdictDelegate(m_selection, m_table));
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setAlternatingRowColors(true);
    m_table->setAllColumnsShowFocus(true);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setMouseTracking(true);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->viewport()->installEventFilter(this);
    m_table->header()->setSortIndicatorClearable(true);
    m_table->header()->setSortIndicator(-1, Qt::DescendingOrder);
    m_table->setSortingEnabled(true);

    auto *aside = new QWidget(this);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_save, 1);
    buttons->addWidget(m_end, 1);
    auto *column = new QVBoxLayout(aside);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(buttons);
    column->addWidget(m_onlyLeaves);
    column->addWidget(m_byKind);
    column->addWidget(m_text, 1);
    m_tables->addWidget(m_table);
    m_tables->addWidget(m_kinds);
    return new SideBySide(m_tables, aside, this);
}

void ComparisonPanel::connectTable()
{
    connect(m_choose, &QPushButton::clicked, this, &ComparisonPanel::chooseRequested);
    connect(m_save, &QPushButton::clicked, this, &ComparisonPanel::saveRequested);
    connect(m_end, &QPushButton::clicked, this, &ComparisonPanel::endRequested);
    connect(m_onlyLeaves, &QCheckBox::toggled, this, [this](bool only) {
        {
            const QScopedValueRollback guard(m_synchronizing, true);
            m_proxy->setOnlyLeaves(only);
        }
        showSelection();
    });
    connect(m_byKind, &QCheckBox::toggled, this, &ComparisonPanel::showKinds);
    const auto itemOf = [this](const QModelIndex &index) { return m_model->itemAt(m_proxy->mapToSource(index).row()); };
    connect(m_table, &QTreeView::activated, this, [this, itemOf](const QModelIndex &index) {
        if (const auto item = itemOf(index))
            Q_EMIT itemActivated(*item);
    });
    connect(m_table, &QTreeView::entered, this,
            [this, itemOf](const QModelIndex &index) { m_selection->setHovered(itemOf(index)); });
    connect(m_selection, &Selection::hoveredChanged, m_table->viewport(), qOverload<>(&QWidget::update));
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ComparisonPanel::takeSelection);
    connect(m_selection, &Selection::selectedChanged, this, &ComparisonPanel::showSelection);
}

void ComparisonPanel::setComparison(SessionComparison comparison, const QString &otherFile)
{
    const bool isOther = isEmpty() || otherFile != m_otherFile;
    m_otherFile = otherFile;
    {
        const QScopedValueRollback guard(m_synchronizing, true);
        m_model->setComparison(std::move(comparison));
    }
    m_kinds->setKinds(m_model->comparison().kinds);
    if (isOther)
        m_byKind->setChecked(m_model->comparison().layersDiffer());
    m_pages->setCurrentIndex(1);
    showKinds(m_byKind->isChecked());
    showText();
    showSelection();
}

void ComparisonPanel::showKinds(bool show)
{
    m_tables->setCurrentIndex(show ? 1 : 0);
    m_onlyLeaves->setEnabled(!show);
    setFocusProxy(m_tables->currentWidget());
}

void ComparisonPanel::clear()
{
    const QScopedValueRollback guard(m_synchronizing, true);
    m_model->setComparison({});
    m_pages->setCurrentIndex(0);
    setFocusProxy(m_choose);
}

bool ComparisonPanel::isEmpty() const
{
    return m_pages->currentIndex() == 0;
}

const SessionComparison &ComparisonPanel::comparison() const
{
    return m_model->comparison();
}

QString ComparisonPanel::text() const
{
    return m_text->toPlainText();
}

QString ComparisonPanel::headline() const
{
    const TimeChange &model = m_model->comparison().model;
    if (!model.ratio)
        return tr("The latency of the whole model was not measured in both.");
    return tr("Whole model: %1 (%2)\n%3 before, %4 now")
        .arg(displayName(model.change), percentChangeText(*model.ratio - 1), durationText(*model.beforeNs),
             durationText(*model.afterNs));
}

/// All kinds where the layers say nothing, else those that are called more or less often; these stand first.
QStringList ComparisonPanel::kindTexts() const
{
    const SessionComparison &comparison = m_model->comparison();
    const bool all = comparison.layersDiffer();
    QStringList texts;
    QStringList equallyOften;
    for (const KindChange &kind : comparison.kinds)
        (kind.callsBefore == kind.callsAfter ? equallyOften : texts).append(kindSentence(kind));
    if (all)
        texts += equallyOften;
    if (all)
        texts.prepend(tr("The two have no layer in common. By kind of operator:"));
    if (!texts.isEmpty() && comparison.bytesBefore() != comparison.bytesAfter())
        texts.append(
            tr("Memory traffic: %1 → %2").arg(bytesText(comparison.bytesBefore()), bytesText(comparison.bytesAfter())));
    return texts;
}

QString ComparisonPanel::differenceSentence(const SettingDifference &difference)
{
    QString before = QString::fromStdString(difference.before);
    QString after = QString::fromStdString(difference.after);
    if (const auto &executions = difference.executions) {
        before = displayName(executions->front());
        after = displayName(executions->back());
    } else if (const auto &devices = difference.devices) {
        before = displayName(devices->front());
        after = displayName(devices->back());
    }
    return tr("%1: %2 before, %3 now").arg(displayName(difference.setting), before, after);
}

void ComparisonPanel::showText()
{
    const SessionComparison &comparison = m_model->comparison();
    const QString first = headline();
    QStringList texts { first, tr("Compared with %1").arg(QFileInfo(m_otherFile).fileName()) };
    if (const QStringList kinds = kindTexts(); !kinds.isEmpty())
        texts.append(kinds.join(u'\n'));
    for (const Caution caution : comparison.cautions) {
        const QString sentence = QStringLiteral("⚠ ") + displayName(caution);
        if (caution == Caution::OtherWork)
            texts.prepend(sentence); // without it the ratio misleads
        else
            texts.append(sentence);
    }
    for (const SettingDifference &difference : comparison.differences)
        texts.append(differenceSentence(difference));
    const QString text = texts.join(QStringLiteral("\n\n"));
    const auto begin = int(text.indexOf(first));
    m_text->setPlainText(withUnbrokenUnits(text));
    QTextCharFormat strong;
    strong.setFontWeight(QFont::DemiBold);
    QTextCursor cursor(m_text->document());
    cursor.select(QTextCursor::Document);
    cursor.setCharFormat({}); // that of an earlier text
    cursor.setPosition(begin);
    cursor.setPosition(begin + int(first.size()), QTextCursor::KeepAnchor);
    cursor.mergeCharFormat(strong);
}

void ComparisonPanel::sizeColumns()
{
    const QString duration = QStringLiteral("+000.0 ms");
    const std::array<QString, comparisonColumnCount> samples { QStringLiteral("layer4.1.downsample.conv"),
                                                               displayName(Change::Unmeasured),
                                                               QStringLiteral("000.000"),
                                                               QStringLiteral("+000.0 %"),
                                                               duration,
                                                               duration,
                                                               duration,
                                                               ComparisonModel::tr("changed"),
                                                               QStringLiteral("BatchNorm2d wide") };
    for (int column = 0; column < comparisonColumnCount; ++column) {
        const int text = fontMetrics().horizontalAdvance(samples[std::size_t(column)]);
        const int title =
            fontMetrics().horizontalAdvance(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        m_table->setColumnWidth(column, qMax(text, title + fontMetrics().height()) + columnMargin);
    }
}

void ComparisonPanel::takeSelection()
{
    if (m_synchronizing)
        return;
    const QScopedValueRollback guard(m_synchronizing, true);
    std::set<ItemId> items;
    for (const QModelIndex &index : m_table->selectionModel()->selectedRows()) {
        if (const auto item = m_model->itemAt(m_proxy->mapToSource(index).row()))
            items.insert(*item);
    }
    const QModelIndex current = m_table->currentIndex();
    const auto focus = current.isValid() ? m_model->itemAt(m_proxy->mapToSource(current).row()) : std::nullopt;
    m_selection->setSelected(items, focus && items.contains(*focus) ? focus : std::nullopt);
}

void ComparisonPanel::showSelection()
{
    if (m_synchronizing)
        return;
    const QScopedValueRollback guard(m_synchronizing, true);
    QItemSelection rows;
    for (const ItemId item : m_selection->selected()) {
        if (const int row = m_model->rowOf(item); row >= 0) {
            const QModelIndex index = m_proxy->mapFromSource(m_model->index(row, 0));
            if (index.isValid())
                rows.select(index, index.siblingAtColumn(comparisonColumnCount - 1));
        }
    }
    m_table->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
    const int focused = m_selection->focus() ? m_model->rowOf(*m_selection->focus()) : -1;
    if (focused >= 0) {
        const QModelIndex index = m_proxy->mapFromSource(m_model->index(focused, 0));
        m_table->selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
        m_table->scrollTo(index);
    }
}

void ComparisonPanel::retranslate()
{
    m_emptyText->setText(tr("Compare this session with another one, to see what became faster and what slower."));
    m_choose->setText(tr("Compare With…"));
    m_save->setText(tr("Save…"));
    m_end->setText(tr("&End Comparison"));
    m_onlyLeaves->setText(tr("Only &leaves"));
    m_onlyLeaves->setToolTip(tr("Without layers that contain other layers, whose times would count twice"));
    m_byKind->setText(tr("By &kind of operator"));
    m_byKind->setToolTip(tr("One row for each kind of operator, whatever the layers are called"));
    m_kinds->retranslate();
    m_text->setAccessibleName(tr("What changed"));
    m_table->setAccessibleName(tr("Layers in both sessions"));
    m_model->retranslate();
    sizeColumns();
    if (!isEmpty())
        showText();
}

void ComparisonPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

bool ComparisonPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Leave)
        m_selection->setHovered(std::nullopt);
    return QWidget::eventFilter(watched, event);
}

} // namespace rooflight
