// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/filter_bar.h"

#include "ui/style/display_names.h"
#include "ui/style/quantities.h"
#include "ui/views/widgets/icons.h"

#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QSlider>
#include <QToolButton>
#include <QWidgetAction>

#include <algorithm>
#include <array>
#include <chrono>

namespace rooflight {

namespace {

constexpr std::chrono::milliseconds searchDelay { 250 };
constexpr std::array<double, 9> shareSteps = { 0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2 };
constexpr std::array<int, 5> slowestSteps = { 0, 5, 10, 20, 50 };
constexpr std::array<Bound, 5> bounds = { Bound::Compute, Bound::Bandwidth, Bound::Launch, Bound::Balanced,
                                          Bound::Underutilized };

int shareStep(double share)
{
    const auto found = std::ranges::lower_bound(shareSteps, share);
    return int(std::min<std::ptrdiff_t>(found - shareSteps.begin(), std::ssize(shareSteps) - 1));
}

QString shareText(double share)
{
    return share > 0 ? FilterBar::tr("At least %1 of the time").arg(percentText(share))
                     : FilterBar::tr("Any share of the time");
}

} // namespace

FilterBar::FilterBar(QWidget *parent)
    : QWidget(parent)
    , m_line(new QHBoxLayout(this))
    , m_chips(new QHBoxLayout)
    , m_search(new QLineEdit(this))
    , m_criteria(new QToolButton(this))
    , m_menu(new QMenu(this))
    , m_matches(new QLabel(this))
{
    build();
    retranslate();
    showIcons();
}

void FilterBar::build()
{
    m_search->setClearButtonEnabled(true);
    m_searchDelay.setSingleShot(true);
    m_searchDelay.setInterval(searchDelay);
    connect(m_search, &QLineEdit::textChanged, this, [this] { m_searchDelay.start(); });
    connect(&m_searchDelay, &QTimer::timeout, this, &FilterBar::takeText);
    connect(m_search, &QLineEdit::returnPressed, this, &FilterBar::finish);
    auto *down = new QShortcut(Qt::Key_Down, m_search);
    down->setContext(Qt::WidgetShortcut);
    connect(down, &QShortcut::activated, this, &FilterBar::finish);
    auto *escape = new QShortcut(Qt::Key_Escape, m_search);
    escape->setContext(Qt::WidgetShortcut);
    connect(escape, &QShortcut::activated, this, [this] {
        m_search->clear();
        finish();
    });
    m_criteria->setPopupMode(QToolButton::InstantPopup);
    m_criteria->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_criteria->setAutoRaise(true);
    m_criteria->setMenu(m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, &FilterBar::fillMenu);
    m_chips->setSpacing(4);

    m_line->setContentsMargins(6, 4, 6, 0);
    m_line->addWidget(m_search, 1);
    m_line->addWidget(m_criteria);
    m_line->addLayout(m_chips);
    m_line->addWidget(m_matches);
    setFocusProxy(m_search);
}

void FilterBar::finish()
{
    takeText();
    Q_EMIT searchFinished();
}

void FilterBar::addEntry(QAction *entry)
{
    m_entries.append(entry);
}

void FilterBar::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void FilterBar::takeText()
{
    m_searchDelay.stop();
    LayerFilter filter = m_filter;
    filter.text = m_search->text();
    change(filter);
}

void FilterBar::change(const LayerFilter &filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    showChips();
    Q_EMIT filterChanged();
}

void FilterBar::setFilter(const LayerFilter &filter)
{
    const QSignalBlocker quietText(m_search);
    if (filter.text != m_search->text())
        m_search->setText(filter.text);
    change(filter);
}

void FilterBar::clear()
{
    setFilter({});
}

void FilterBar::setSelected(const std::set<ItemId> &items)
{
    m_selected = items;
}

void FilterBar::setCapacities(const LevelCapacities &capacities)
{
    m_capacities = capacities;
}

void FilterBar::setMatches(const QString &text, const QString &patternError)
{
    m_matches->setText(patternError.isEmpty() ? text : tr("not a regular expression"));
    m_matches->setMinimumWidth(0); // which is part of what it says that it needs
    m_matches->setMinimumWidth(m_matches->sizeHint().width()); // a number that is cut is another number
    m_matches->setToolTip(patternError);
}

void FilterBar::fillMenu()
{
    m_menu->clear();
    addBounds();
    QAction *only = m_menu->addAction(tr("Only the Selec&ted"));
    only->setEnabled(!m_selected.empty());
    connect(only, &QAction::triggered, this, [this] {
        LayerFilter filter = m_filter;
        filter.only = m_selected;
        change(filter);
    });
    QAction *arithmetic = m_menu->addAction(tr("Only with &Arithmetic"));
    arithmetic->setCheckable(true);
    arithmetic->setChecked(m_filter.needsArithmetic);
    connect(arithmetic, &QAction::toggled, this, [this](bool on) {
        LayerFilter filter = m_filter;
        filter.needsArithmetic = on;
        change(filter);
    });
    addSlowest();
    addShare();
    addLevels();
    QAction *pattern = m_menu->addAction(tr("The Text Is a &Regular Expression"));
    pattern->setCheckable(true);
    pattern->setChecked(m_filter.isPattern);
    connect(pattern, &QAction::toggled, this, [this](bool on) {
        LayerFilter filter = m_filter;
        filter.isPattern = on;
        change(filter);
    });
    m_menu->addSeparator();
    m_menu->addActions(m_entries);
    QAction *all = m_menu->addAction(tr("&Clear the Filter"));
    all->setEnabled(!m_filter.isEmpty());
    connect(all, &QAction::triggered, this, &FilterBar::clear);
}

void FilterBar::addBounds()
{
    m_menu->addSection(tr("Limited by"));
    for (const Bound bound : bounds) {
        QAction *action = m_menu->addAction(displayName(bound));
        action->setCheckable(true);
        action->setChecked(m_filter.bounds.contains(bound));
        connect(action, &QAction::toggled, this, [this, bound](bool on) {
            LayerFilter filter = m_filter;
            if (on)
                filter.bounds.insert(bound);
            else
                filter.bounds.erase(bound);
            change(filter);
        });
    }
    m_menu->addSeparator();
}

void FilterBar::addSlowest()
{
    QMenu *menu = m_menu->addMenu(tr("&Slowest"));
    auto *group = new QActionGroup(menu);
    for (const int count : slowestSteps) {
        QAction *action = menu->addAction(count == 0 ? tr("All") : tr("The Slowest %1").arg(count));
        action->setCheckable(true);
        action->setChecked(m_filter.slowest == count);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, count] {
            LayerFilter filter = m_filter;
            filter.slowest = count;
            change(filter);
        });
    }
}

void FilterBar::addShare()
{
    auto *row = new QWidget(m_menu);
    auto *slider = new QSlider(Qt::Horizontal, row);
    auto *label = new QLabel(shareText(m_filter.leastShare), row);
    slider->setRange(0, int(shareSteps.size()) - 1);
    slider->setPageStep(1);
    slider->setTickPosition(QSlider::TicksBelow);
    slider->setValue(shareStep(m_filter.leastShare));
    slider->setAccessibleName(tr("Minimum share of the time"));
    auto *layout = new QVBoxLayout(row);
    layout->setContentsMargins(12, 4, 12, 4);
    layout->addWidget(label);
    layout->addWidget(slider);
    connect(slider, &QSlider::valueChanged, this, [this, label](int step) {
        LayerFilter filter = m_filter;
        filter.leastShare = shareSteps[std::size_t(step)];
        label->setText(shareText(filter.leastShare));
        change(filter);
    });
    auto *action = new QWidgetAction(m_menu);
    action->setDefaultWidget(row);
    m_menu->addAction(action);
}

void FilterBar::addLevels()
{
    if (m_capacities.empty())
        return;
    QMenu *menu = m_menu->addMenu(tr("&Memory Fits Into"));
    auto *group = new QActionGroup(menu);
    const auto add = [&](const QString &text, std::optional<MemoryLevel> level, std::int64_t capacity) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(m_filter.fitsInto == level);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, level, capacity] {
            LayerFilter filter = m_filter;
            filter.fitsInto = level;
            filter.capacityBytes = capacity;
            change(filter);
        });
    };
    add(tr("All"), std::nullopt, 0);
    for (const auto &[level, capacity] : m_capacities)
        add(tr("%1 (%2)").arg(displayName(level), bytesText(capacity)), level, capacity);
}

void FilterBar::showChips()
{
    while (QLayoutItem *item = m_chips->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    const auto add = [this](const QString &text, const auto &drop) {
        LayerFilter without = m_filter;
        drop(without);
        addChip(text, without);
    };
    for (const Bound bound : m_filter.bounds)
        add(displayName(bound), [bound](LayerFilter &filter) { filter.bounds.erase(bound); });
    if (!m_filter.only.empty())
        add(tr("Selected: %1").arg(m_filter.only.size()), [](LayerFilter &filter) { filter.only.clear(); });
    if (m_filter.needsArithmetic)
        add(tr("Arithmetic"), [](LayerFilter &filter) { filter.needsArithmetic = false; });
    if (m_filter.isPattern)
        add(tr("Regular expression"), [](LayerFilter &filter) { filter.isPattern = false; });
    if (m_filter.slowest > 0)
        add(tr("Slowest %1").arg(m_filter.slowest), [](LayerFilter &filter) { filter.slowest = 0; });
    if (m_filter.leastShare > 0)
        add(QStringLiteral("≥ %1").arg(percentText(m_filter.leastShare)),
            [](LayerFilter &filter) { filter.leastShare = 0; });
    if (m_filter.fitsInto)
        add(tr("Fits into %1").arg(inlineName(*m_filter.fitsInto)),
            [](LayerFilter &filter) { filter.fitsInto.reset(); });
}

void FilterBar::addChip(const QString &text, const LayerFilter &without)
{
    auto *chip = new QToolButton(this);
    chip->setObjectName(QStringLiteral("chip"));
    chip->setText(text);
    chip->setIcon(themedIcon(QStringLiteral("close"), palette()));
    chip->setIconSize(QSize(10, 10));
    chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    chip->setToolTip(tr("Remove this criterion"));
    chip->setAccessibleName(tr("Without the filter: %1").arg(text));
    connect(chip, &QToolButton::clicked, this, [this, without] { setFilter(without); });
    m_chips->addWidget(chip);
}

void FilterBar::retranslate()
{
    m_search->setPlaceholderText(tr("Search"));
    m_search->setToolTip(tr("Search layers and operators (Ctrl+F)"));
    m_search->setAccessibleName(tr("Search layers and operators"));
    m_criteria->setText(tr("Filter"));
    m_menu->setTitle(m_criteria->text());
    m_criteria->setToolTip(tr("Show only some layers, in the table and on the chart; the tree as one list"));
    m_criteria->setAccessibleName(tr("Filter"));
    showChips();
}

void FilterBar::showIcons()
{
    for (auto *chip : findChildren<QToolButton *>(QStringLiteral("chip")))
        chip->setIcon(themedIcon(QStringLiteral("close"), palette()));
}

void FilterBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        showIcons();
}

} // namespace rooflight
