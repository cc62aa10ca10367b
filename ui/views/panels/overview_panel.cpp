// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/overview_panel.h"

#include "core/report/headline.h"
#include "core/report/verdicts.h"
#include "core/results/session.h"
#include "core/roofline/model_answer.h"
#include "ui/models/layer_columns.h"
#include "ui/models/selection.h"
#include "ui/style/chart_style.h"
#include "ui/style/display_names.h"
#include "ui/style/plain_text.h"
#include "ui/style/quantities.h"
#include "ui/style/sentences.h"
#include "ui/views/widgets/keyboard_focus.h"
#include "ui/views/widgets/panel_layouts.h"
#include "ui/views/widgets/suggestion_list.h"
#include "ui/views/widgets/table_delegates.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScopedValueRollback>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <utility>

namespace rooflight {

namespace {

constexpr int valueColumn = 1;
constexpr int shareColumn = 2;
constexpr int digitsForNames = 14; ///< as many as are beside bars at least

QTreeWidget *makeList(QWidget *parent, int columns)
{
    auto *list = new QTreeWidget(parent);
    list->setColumnCount(columns);
    list->setRootIsDecorated(false);
    list->setUniformRowHeights(true);
    list->setHeaderHidden(true);
    list->setFrameShape(QFrame::NoFrame);
    list->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    list->setAllColumnsShowFocus(true);
    list->setTextElideMode(Qt::ElideMiddle);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setItemDelegate(new BarDelegate(list));
    list->header()->setStretchLastSection(false);
    list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int column = 1; column < columns; ++column)
        list->header()->setSectionResizeMode(column, QHeaderView::Fixed);
    return list;
}

} // namespace

OverviewPanel::OverviewPanel(Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_boundsTitle(new QLabel(this))
    , m_boundList(makeList(this, 2))
    , m_betweenKernels(new QLabel(this))
    , m_kind(new QComboBox(this))
    , m_foldedNote(new QLabel(this))
    , m_rankingList(makeList(this, 3))
    , m_nothing(new QLabel(this))
    , m_suggestions(new SuggestionList(this))
{
    build();
    retranslate();
}

void OverviewPanel::build()
{
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_boundsTitle->setFont(strong);
    m_boundsTitle->setWordWrap(true); // else it can be wider than the panel
    m_boundsTitle->setContentsMargins(4, 0, 0, 0);
    m_boundList->setSelectionMode(QAbstractItemView::MultiSelection);
    m_boundList->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_rankingList->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_rankingList->setTextElideMode(Qt::ElideLeft); // names in a model often begin alike
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    m_betweenKernels->setObjectName(QStringLiteral("betweenKernels"));
    m_betweenKernels->setWordWrap(true);
    m_betweenKernels->setContentsMargins(4, 0, 0, 0);
    for (QLabel *muted : { m_nothing, m_betweenKernels })
        muted->setForegroundRole(QPalette::PlaceholderText);
    m_boundsTitle->setObjectName(QStringLiteral("boundsTitle"));
    m_kind->addItems({ QString(), QString() });
    m_kind->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);

    auto *content = new QWidget;
    showTallContent(content, this);
    QWidget::layout()->addWidget(m_suggestions);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(6, 6, 6, 0);
    layout->setSpacing(4);
    layout->addWidget(m_boundsTitle);
    layout->addWidget(m_boundList);
    layout->addWidget(m_betweenKernels);
    auto *head = new QHBoxLayout;
    head->addWidget(m_kind);
    head->addStretch(1);
    head->addWidget(m_foldedNote);
    layout->addLayout(head);
    m_foldedNote->setObjectName(QStringLiteral("foldedNote"));
    m_foldedNote->setTextFormat(Qt::RichText);
    m_foldedNote->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_foldedNote, &QLabel::linkActivated, this, &OverviewPanel::foldingRequested);
    layout->addWidget(m_rankingList, 1);
    layout->addWidget(m_nothing, 1);
    selectWithFirstKey(m_rankingList);

    connect(m_boundList, &QTreeWidget::itemSelectionChanged, this, &OverviewPanel::takeBounds);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &OverviewPanel::showRanking);
    connect(m_rankingList, &QTreeWidget::itemSelectionChanged, this, &OverviewPanel::takeSelection);
    connect(m_rankingList, &QTreeWidget::itemActivated, this,
            [this](QTreeWidgetItem *row) { Q_EMIT itemActivated(row->data(0, Qt::UserRole).value<ItemId>()); });
    connect(m_selection, &Selection::selectedChanged, this, &OverviewPanel::showSelection);
}

template<typename Share>
std::vector<OverviewPanel::Ranked> OverviewPanel::folded(const std::vector<RankedItem> &ranking,
                                                         const EqualItems &equal, const Headline &named, Share shareOf)
{
    std::vector<Ranked> rows;
    for (const RankedGroup &group : foldedRanking(ranking, equal)) {
        if (rows.size() == rankedRows)
            break;
        rows.push_back({ group.items, QString::fromStdString(labelOf(group)), group.first.gainNs, shareOf(group),
                         numberOf(named, group.items.front()) });
    }
    return rows;
}

void OverviewPanel::setSession(const SessionView &view)
{
    m_view = view;
    rank();
}

void OverviewPanel::setFolded(bool folded)
{
    if (std::exchange(m_folds, folded) != folded)
        rank();
}

void OverviewPanel::rank()
{
    const JudgedSession &judged = m_view.judged();
    const EqualItems equal = m_folds ? judged.equalItems() : EqualItems();
    const Headline named = headline(judged);
    const ModelSummary &summary = judged.summary();
    m_bounds = summary.bounds;
    m_betweenKernelsTime = betweenKernelsPhrase(summary);
    m_sharesOfTime = summary.sharesOfTime;
    m_doubt = uncertainSentence(judged);
    m_hasEqual = !judged.equalBlocks().empty();
    m_medianNs = summary.medianNs;
    m_allGainNs = summary.timeToGainNs.value_or(0);
    findOnlyOperators(judged);
    const std::vector<RankedItem> &ranking = judged.answer().parts;
    const double listed = std::accumulate(ranking.begin(), ranking.end(), 0.0,
                                          [](double sum, const RankedItem &ranked) { return sum + ranked.gainNs; });
    // As in the headline: a disturbed run takes longer than its operators do.
    const double whole = std::max(listed, summary.timeToGainNs.value_or(0));
    m_gains = folded(ranking, equal, named, [whole](const RankedGroup &group) { return group.first.gainNs / whole; });
    std::vector<RankedItem> times;
    for (const RooflinePoint *point : judged.slowest()) {
        if (point->timeNs)
            times.push_back({ point->item, point->label, *point->timeNs });
    }
    m_times = folded(times, equal, named, [&judged](const RankedGroup &group) {
        return std::accumulate(group.items.begin(), group.items.end(), 0.0, [&judged](double sum, ItemId item) {
            return sum + judged.at(item).timeShare.value_or(0);
        });
    });
    retranslate();
}

void OverviewPanel::findOnlyOperators(const JudgedSession &judged)
{
    m_onlyOperators.clear();
    for (const RankedItem &ranked : judged.summary().ranking) {
        const ItemId part = partOf(*judged.session().analysis, ranked.item);
        if (part != ranked.item && judged.at(part).label == ranked.label)
            m_onlyOperators[part] = ranked.item;
    }
}

const std::vector<OverviewPanel::Ranked> &OverviewPanel::ranked() const
{
    return m_kind->currentIndex() == int(Ranking::Gain) ? m_gains : m_times;
}

void OverviewPanel::fitHeight(QTreeWidget *list)
{
    const int row = list->topLevelItemCount() > 0 ? list->sizeHintForRow(0) : 0;
    list->setFixedHeight(row * list->topLevelItemCount() + 2);
}

void OverviewPanel::showBounds()
{
    const QScopedValueRollback guard(m_synchronizing, true);
    const ChartStyle style(palette(), font());
    m_boundList->clear();
    for (const BoundShare &share : m_bounds) {
        const QString percent = percentText(share.share);
        auto *row = new QTreeWidgetItem(m_boundList, { displayName(share.bound), percent });
        row->setData(0, Qt::UserRole, int(share.bound));
        row->setData(valueColumn, BarDelegate::FractionRole, share.share);
        // What is not certain is grey, but for letters on a grey bar.
        row->setData(valueColumn, BarDelegate::ColorRole,
                     m_doubt.isEmpty() ? style.boundColor(share.bound) : style.mutedText());
        if (!m_doubt.isEmpty())
            row->setForeground(0, style.mutedText());
        row->setTextAlignment(valueColumn, Qt::AlignRight | Qt::AlignVCenter);
        const QString help = share.slowestLabel.empty()
            ? tr("Click to see only these in the table and on the chart.")
            : tr("Most of it: %1. Click to see only these in the table and on the chart.")
                  .arg(QString::fromStdString(share.slowestLabel));
        for (int column = 0; column <= valueColumn; ++column)
            row->setToolTip(column, shownAsPlainText(help));
        row->setData(0, Qt::AccessibleTextRole, tr("%1: %2").arg(displayName(share.bound), percent));
    }
    fitHeight(m_boundList);
    m_boundsTitle->setVisible(!m_bounds.empty());
    m_boundList->setVisible(!m_bounds.empty());
    const QString between = displayText(m_betweenKernelsTime);
    m_betweenKernels->setText(tr("%1: %2").arg(factTitleText(FactId::BetweenKernels), between));
    m_betweenKernels->setToolTip(tr("Included in the times above: the time of a run outside the kernels of the GPU."));
    m_betweenKernels->setHidden(between.isEmpty());
}

void OverviewPanel::showRanking()
{
    const QScopedValueRollback guard(m_synchronizing, true);
    m_rankingList->clear();
    const QString columns = m_kind->currentIndex() == int(Ranking::Gain) ? tr("could save, share of all gain")
                                                                         : tr("time, share of the model");
    const QString total = totalText();
    m_kind->setToolTip(total.isEmpty() ? columns : columns + u'\n' + total);
    for (const Ranked &ranked : ranked()) {
        const QString time = durationText(ranked.timeNs);
        const QString share = percentText(ranked.share);
        auto *row = new QTreeWidgetItem(m_rankingList, { numberedText(ranked.number, ranked.label), time, share });
        row->setData(0, Qt::UserRole, QVariant::fromValue(ranked.items.front()));
        row->setData(shareColumn, BarDelegate::FractionRole, ranked.share);
        for (int column = valueColumn; column <= shareColumn; ++column)
            row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        row->setToolTip(0, shownAsPlainText(ranked.label));
        for (int column = valueColumn; column <= shareColumn; ++column)
            row->setToolTip(column, columns);
        if (!m_doubt.isEmpty()) {
            const QColor muted = ChartStyle(palette(), font()).mutedText();
            row->setData(shareColumn, BarDelegate::ColorRole, muted);
            for (int column = 0; column < shareColumn; ++column)
                row->setForeground(column, muted);
        }
        row->setData(0, Qt::AccessibleTextRole, tr("%1: %2, %3").arg(ranked.label, time, share));
    }
    const bool hasRanking = !m_gains.empty() || !m_times.empty();
    m_foldedNote->setText(foldedText());
    m_foldedNote->setToolTip(m_folds ? tr("Identical layers are combined.") : tr("Each layer is listed."));
    m_foldedNote->setVisible(m_hasEqual && hasRanking);
    m_kind->setVisible(hasRanking);
    m_rankingList->setVisible(hasRanking);
    setFocusProxy(hasRanking ? m_rankingList : m_boundList);
    m_nothing->setText(
        holdsOnlyTimes(m_view.session()) ? onlyTimesSentence()
            : m_bounds.empty()
            ? tr("What limits the time, and where to look first, appears here once the roofs are measured.")
            : tr("The layers that take longest, and those with the most to gain, appear here once they are timed."));
    m_nothing->setVisible(!hasRanking);
    markSelected();
}

/// That equal layers are one row, or could be, with a link that changes it.
QString OverviewPanel::foldedText() const
{
    const auto link = [](const QString &text) { return QStringLiteral("<a href=\"fold\">%1</a>").arg(text); };
    return link(m_folds ? tr("List each") : tr("Combine identical layers"));
}

/// What all rows would make of the model at their roofs; the headline says it of the first.
QString OverviewPanel::totalText() const
{
    constexpr std::size_t first = 3;
    if (m_kind->currentIndex() != int(Ranking::Gain) || !m_medianNs || m_gains.size() <= first)
        return {};
    return tr("With all at their roofs: %1.").arg(durationText(std::max(0.0, *m_medianNs - m_allGainNs)));
}

void OverviewPanel::setBounds(const std::set<Bound> &bounds)
{
    m_chosen = bounds;
    showChosenBounds();
}

void OverviewPanel::showChosenBounds()
{
    const QScopedValueRollback guard(m_synchronizing, true);
    for (int i = 0; i < m_boundList->topLevelItemCount(); ++i) {
        QTreeWidgetItem *row = m_boundList->topLevelItem(i);
        row->setSelected(m_chosen.contains(Bound(row->data(0, Qt::UserRole).toInt())));
    }
}

void OverviewPanel::takeBounds()
{
    if (m_synchronizing)
        return;
    std::set<Bound> bounds;
    for (const QTreeWidgetItem *row : m_boundList->selectedItems())
        bounds.insert(Bound(row->data(0, Qt::UserRole).toInt()));
    m_chosen = bounds;
    Q_EMIT boundsChosen(bounds);
}

void OverviewPanel::takeSelection()
{
    if (m_synchronizing)
        return;
    const QScopedValueRollback guard(m_synchronizing, true);
    std::set<ItemId> items;
    for (QTreeWidgetItem *row : m_rankingList->selectedItems()) {
        const std::vector<ItemId> &ofRow = ranked()[std::size_t(m_rankingList->indexOfTopLevelItem(row))].items;
        items.insert(ofRow.begin(), ofRow.end());
    }
    const QTreeWidgetItem *current = m_rankingList->currentItem();
    m_selection->setSelected(items,
                             current ? std::optional(current->data(0, Qt::UserRole).value<ItemId>()) : std::nullopt);
}

void OverviewPanel::showSelection()
{
    if (m_synchronizing)
        return;
    const QScopedValueRollback guard(m_synchronizing, true);
    markSelected();
}

void OverviewPanel::markSelected()
{
    for (int i = 0; i < m_rankingList->topLevelItemCount(); ++i) {
        QTreeWidgetItem *row = m_rankingList->topLevelItem(i);
        row->setSelected(
            std::ranges::all_of(ranked()[std::size_t(i)].items, [this](ItemId item) { return isSelected(item); }));
    }
}

bool OverviewPanel::isSelected(ItemId item) const
{
    const std::set<ItemId> &selected = m_selection->selected();
    const auto only = m_onlyOperators.find(item);
    return selected.contains(item) || (only != m_onlyOperators.end() && selected.contains(only->second));
}

void OverviewPanel::retranslate()
{
    m_boundsTitle->setText(!m_sharesOfTime         ? tr("What limits it at the roofs (not timed)")
                               : m_doubt.isEmpty() ? tr("What limits the time")
                                                   : tr("What may limit the time (uncertain)"));
    m_boundsTitle->setToolTip(shownAsPlainText(m_doubt));
    m_boundList->setAccessibleName(tr("What limits the time"));
    m_rankingList->setAccessibleName(tr("Layers to look at first"));
    m_kind->setAccessibleName(tr("Order of the layers to look at first"));
    m_kind->setItemText(int(Ranking::Gain), tr("Most to gain"));
    m_kind->setItemText(int(Ranking::Time), tr("Most time"));
    showBounds();
    showChosenBounds();
    showRanking();
}

void OverviewPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitColumns();
}

/// Names first: where there is little width the bars give way.
void OverviewPanel::fitColumns()
{
    const QFontMetrics letters = fontMetrics();
    const int percent = letters.horizontalAdvance(QStringLiteral("000.0 %"));
    const int value = letters.horizontalAdvance(QStringLiteral("000.00 ms")) + 8;
    const int share = percent + 20;
    // In digits: an average letter of a Chinese font is twice as wide as those of names.
    const bool narrow = width() < value + share + digitsForNames * letters.horizontalAdvance(u'0');
    m_rankingList->header()->resizeSection(valueColumn, value);
    m_rankingList->header()->resizeSection(shareColumn, share);
    m_rankingList->setColumnHidden(shareColumn, narrow);
    m_boundList->header()->resizeSection(valueColumn, percent * (narrow ? 1 : 2) + 8);
}

void OverviewPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::FontChange)
        fitColumns();
    else if (event->type() == QEvent::PaletteChange) {
        m_foldedNote->clear(); // links keep the colour that they were set in
        showBounds();
        showRanking();
    }
}

} // namespace rooflight
