// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/sessions_panel.h"

#include "core/roofline/time_change.h"
#include "ui/charts/roofline/painter/mark_layers.h"
#include "ui/style/chart_style.h"
#include "ui/style/display_names.h"
#include "ui/style/plain_text.h"
#include "ui/style/quantities.h"
#include "ui/views/widgets/panel_layouts.h"

#include <QCheckBox>
#include <QEvent>
#include <QHeaderView>
#include <QIcon>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStyle>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace rooflight {

namespace {

enum Column {
    NameColumn,
    DeviceColumn,
    ExecutionColumn,
    BatchColumn,
    TimeColumn,
    RoofColumn,
    ChangeColumn,
    ColumnCount
};

constexpr int swatch = 11;

QIcon colorIcon(const QColor &color, const QPalette &palette)
{
    QPixmap pixmap(swatch, swatch);
    pixmap.fill(color);
    QIcon icon;
    icon.addPixmap(pixmap, QIcon::Normal);
    // A selected row must not tint the colour of the chart, which may be that of the selection.
    QPainter painter(&pixmap);
    painter.setPen(palette.color(QPalette::HighlightedText));
    painter.drawRect(0, 0, swatch - 1, swatch - 1);
    painter.end();
    icon.addPixmap(pixmap, QIcon::Selected);
    return icon;
}

} // namespace

SessionsPanel::SessionsPanel(QWidget *parent)
    : QWidget(parent)
    , m_list(new QTreeWidget(this))
    , m_hint(new QLabel(this))
    , m_add(new QPushButton(this))
    , m_keep(new QPushButton(this))
    , m_show(new QPushButton(this))
    , m_compare(new QPushButton(this))
    , m_remove(new QPushButton(this))
    , m_relative(new QCheckBox(this))
{
    m_list->setColumnCount(ColumnCount);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setTextElideMode(Qt::ElideRight);
    m_hint->setWordWrap(true);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(new SideBySide(m_list, makeButtons(), this));
    setFocusProxy(m_list);

    connect(m_list, &QTreeWidget::currentItemChanged, this, &SessionsPanel::updateButtons);
    connect(m_list, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem *row) {
        const int index = m_list->indexOfTopLevelItem(row) - 1;
        if (!m_filling && index >= 0)
            Q_EMIT onChartChanged(std::size_t(index), row->checkState(NameColumn) == Qt::Checked);
    });
    connect(m_list, &QTreeWidget::itemActivated, this, [this] {
        if (m_compare->isEnabled())
            m_compare->click();
    });
    retranslate();
}

QWidget *SessionsPanel::makeButtons()
{
    m_buttons = new QWidget;
    auto *column = new QVBoxLayout(m_buttons);
    column->setContentsMargins(0, 0, 0, 0);
    for (QPushButton *button : { m_add, m_keep, m_compare, m_show, m_remove })
        column->addWidget(button);
    column->addWidget(m_relative);
    column->addWidget(m_hint);
    column->addStretch(1);
    connect(m_add, &QPushButton::clicked, this, &SessionsPanel::addRequested);
    connect(m_keep, &QPushButton::clicked, this, &SessionsPanel::keepRequested);
    const auto forCurrent = [this](QPushButton *button, void (SessionsPanel::*wanted)(std::size_t)) {
        connect(button, &QPushButton::clicked, this, [this, wanted] {
            if (const auto other = current())
                Q_EMIT(this->*wanted)(*other);
        });
    };
    forCurrent(m_compare, &SessionsPanel::compareRequested);
    forCurrent(m_show, &SessionsPanel::showRequested);
    forCurrent(m_remove, &SessionsPanel::removeRequested);
    connect(m_relative, &QCheckBox::clicked, this, &SessionsPanel::relativeChanged);
    m_aside = new QWidget(this);
    showTallContent(m_buttons, m_aside);
    return m_aside;
}

std::optional<std::size_t> SessionsPanel::current() const
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    return row > 0 ? std::optional(std::size_t(row) - 1) : std::nullopt;
}

void SessionsPanel::setShown(const QString &name, const SessionFacts &facts, const Part<ModelLatency> &latency)
{
    m_name = name;
    m_facts = facts;
    m_latency = latency;
    fill();
}

void SessionsPanel::setOthers(const std::vector<OtherSession> &others)
{
    m_others = others;
    fill();
}

void SessionsPanel::setRelative(bool relative)
{
    m_relative->setChecked(relative);
}

void SessionsPanel::fillFacts(QTreeWidgetItem *row, const SessionFacts &facts)
{
    row->setText(DeviceColumn, facts.device);
    row->setText(ExecutionColumn, facts.execution);
    row->setText(BatchColumn, facts.batch > 0 ? QString::number(facts.batch) : QString());
    row->setText(TimeColumn, durationOrEmpty(facts.medianNs));
    row->setText(RoofColumn, durationOrEmpty(facts.atRoofNs));
    for (const Column column : { BatchColumn, TimeColumn, RoofColumn })
        row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    for (const Column column : { DeviceColumn, ExecutionColumn })
        row->setToolTip(column, shownAsPlainText(row->text(column)));
    row->setToolTip(NameColumn, shownAsPlainText(facts.model));
}

void SessionsPanel::fillChange(QTreeWidgetItem *row, const OtherSession &other)
{
    if (!m_latency || !other.session->latency)
        return;
    if (isOtherWork(m_facts, other.facts)) {
        row->setText(ChangeColumn, tr("other work"));
        row->setToolTip(ChangeColumn, tr("Another model, or other sizes of its inputs: the times cannot be compared."));
        row->setForeground(ChangeColumn, ChartStyle(palette(), font()).mutedText());
        return;
    }
    const TimeChange change =
        changeOfMedian(m_facts, m_latency, other.facts, other.session->latency).value_or(TimeChange());
    if (!change.ratio)
        return;
    row->setText(ChangeColumn, tr("%1, %2").arg(displayName(change.change), percentChangeText(*change.ratio - 1)));
    const ChartStyle style(palette(), font());
    if (change.change == Change::Faster)
        row->setForeground(ChangeColumn, style.better());
    else if (change.change == Change::Slower)
        row->setForeground(ChangeColumn, style.worse());
}

void SessionsPanel::fill()
{
    const std::optional<std::size_t> before = current();
    {
        const QScopedValueRollback guard(m_filling, true);
        const ChartStyle style(palette(), font());
        m_list->clear();
        auto *shown = new QTreeWidgetItem(m_list, { m_name });
        QFont strong = font();
        strong.setWeight(QFont::DemiBold);
        shown->setFont(NameColumn, strong);
        shown->setIcon(NameColumn, colorIcon(style.numberedColor(0), palette()));
        shown->setText(ChangeColumn, tr("is shown"));
        shown->setForeground(ChangeColumn, style.mutedText());
        fillFacts(shown, m_facts);
        std::size_t overlay = 0;
        for (const OtherSession &other : m_others) {
            auto *row = new QTreeWidgetItem(m_list, { other.name });
            row->setCheckState(NameColumn, other.onChart ? Qt::Checked : Qt::Unchecked);
            row->setIcon(
                NameColumn,
                colorIcon(other.onChart ? OverlayMarks::colorOf(overlay, style) : QColor(Qt::transparent), palette()));
            overlay += other.onChart ? 1 : 0;
            fillFacts(row, other.facts);
            fillChange(row, other);
        }
        for (int column = 0; column <= ChangeColumn; ++column)
            m_list->resizeColumnToContents(column);
        const int widest = fontMetrics().averageCharWidth() * 34; // so that names leave room for the times
        for (const Column column : { NameColumn, DeviceColumn })
            m_list->setColumnWidth(column, std::min(widest, m_list->columnWidth(column)));
        const auto last = std::size_t(m_list->topLevelItemCount()) - 1;
        m_list->setCurrentItem(
            m_list->topLevelItem(before ? int(std::min(*before + 1, last)) : int(std::min<std::size_t>(last, 1))));
    }
    updateButtons();
}

void SessionsPanel::updateButtons()
{
    const std::optional<std::size_t> other = current();
    const bool isThere = other && *other < m_others.size();
    m_compare->setEnabled(isThere);
    m_remove->setEnabled(isThere);
    m_show->setEnabled(isThere && !m_others[*other].path.isEmpty());
    m_hint->setVisible(m_others.empty());
}

void SessionsPanel::retranslate()
{
    m_list->setHeaderLabels(
        { tr("Session"), tr("Device"), tr("Execution"), tr("Batch"), tr("Median"), tr("At the roofs"), tr("Change") });
    m_list->headerItem()->setToolTip(ChangeColumn, tr("Change of the median, compared with the session shown"));
    for (const Column column : { BatchColumn, TimeColumn, RoofColumn })
        m_list->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    m_list->setAccessibleName(tr("Sessions on the chart"));
    m_add->setText(tr("&Add…"));
    m_keep->setText(tr("&Keep This One"));
    m_keep->setToolTip(tr("Keep what is shown now on the chart, to measure again in another way and see both"));
    m_show->setText(tr("Show"));
    m_show->setToolTip(tr("Show it in the table and the panels; the session shown now stays on the chart"));
    m_compare->setText(tr("&Compare"));
    m_compare->setToolTip(tr("Compare the layers of the two sessions"));
    m_remove->setText(tr("Remove"));
    m_relative->setText(tr("Rela&tive to the roofs"));
    m_relative->setToolTip(tr("Place every point relative to the ridge of the roofs that judge it"));
    m_hint->setText(
        tr("Sessions of other machines, devices or executions, on one chart. Drop .ridge files on the window "
           "to add them."));
    m_aside->setMinimumWidth(m_buttons->minimumSizeHint().width() + style()->pixelMetric(QStyle::PM_ScrollBarExtent));
    fill();
}

void SessionsPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        fill();
}

} // namespace rooflight
