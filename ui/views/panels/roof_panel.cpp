// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/roof_panel.h"

#include "core/roofs/datasheet/device_sheet.h"
#include "ui/charts/export/figure_view.h"
#include "ui/charts/figures/sample_strip.h"
#include "ui/charts/roofline/content/chart_text.h"
#include "ui/style/display_names.h"
#include "ui/style/plain_text.h"
#include "ui/views/panels/details_writer.h"
#include "ui/views/panels/item_details.h"
#include "ui/views/widgets/device_box.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rooflight {

namespace {

enum Column { NameColumn, ValueColumn, TheoreticalColumn };

constexpr int margin = 8;
constexpr int roofRole = Qt::UserRole;

std::size_t roofOf(const QTreeWidgetItem *item)
{
    return item->data(NameColumn, roofRole).value<std::size_t>();
}

/// Of columns that are not for typing.
class ReadOnlyDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget *createEditor(QWidget *, const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        return nullptr;
    }

protected:
    /// Styles draw the frame of a box darker than the window: on a dark one it is invisible.
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->palette.setColor(QPalette::Window, option->palette.color(QPalette::PlaceholderText));
    }
};

/// F2 is for the value of a roof, whatever column is the current one: no other can be typed.
class RoofList : public QTreeWidget
{
public:
    using QTreeWidget::QTreeWidget;

protected:
    using QTreeWidget::edit;
    bool edit(const QModelIndex &index, EditTrigger trigger, QEvent *event) override
    {
        const bool isByKey = trigger == EditKeyPressed && index.isValid();
        return QTreeWidget::edit(isByKey ? index.siblingAtColumn(ValueColumn) : index, trigger, event);
    }
};

} // namespace

RoofPanel::RoofPanel(QWidget *parent)
    : QWidget(parent)
    , m_devices(new DeviceBox(this))
    , m_headline(new QLabel(this))
    , m_measure(new QPushButton(this))
    , m_reset(new QPushButton(this))
    , m_problem(new QLabel(this))
    , m_list(new RoofList(this))
    , m_card(new QWidget(this))
    , m_text(new QTextBrowser(this))
    , m_samples(new SampleStrip(this))
    , m_curves(new FigureView(this))
{
    m_headline->setWordWrap(true);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_list->setItemDelegateForColumn(NameColumn, new ReadOnlyDelegate(this));
    m_list->setItemDelegateForColumn(TheoreticalColumn, new ReadOnlyDelegate(this));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setTextInteractionFlags(Qt::TextBrowserInteraction);

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_reset);
    buttons->addWidget(m_measure);
    buttons->addStretch(1);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(margin, margin, margin, 0);
    head->addWidget(m_devices);
    head->addWidget(m_headline);
    head->addLayout(buttons);
    head->addWidget(m_problem);
    auto *cardLayout = new QVBoxLayout(m_card);
    cardLayout->setContentsMargins(0, 0, 0, 0);
    cardLayout->setSpacing(0);
    cardLayout->addWidget(m_text, 1);
    cardLayout->addWidget(m_samples);
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_list);
    splitter->addWidget(m_card);
    splitter->addWidget(m_curves);
    splitter->setChildrenCollapsible(false);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    splitter->setStretchFactor(2, 3);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(head);
    layout->addWidget(splitter, 1);
    setFocusProxy(m_list);

    connect(m_devices, &QComboBox::activated, this, &RoofPanel::chooseDevice);
    connect(m_list, &QTreeWidget::itemChanged, this, &RoofPanel::takeChange);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &RoofPanel::showRoof);
    connect(m_reset, &QPushButton::clicked, this, &RoofPanel::reset);
    connect(m_measure, &QPushButton::clicked, this, &RoofPanel::measureAgainRequested);
    refresh();
}

void RoofPanel::setSession(const SessionView &view)
{
    const ResultKinds changed = changedKinds(m_view.session(), view.session());
    const bool hasOtherRoofs = changed.has(kindsOf<Analysis>) || changed.has(kindsOf<DeviceRoofs>)
        || view.session().thresholds != m_view.session().thresholds || view.choices() != m_choices;
    m_view = view;
    m_choices = view.choices();
    if (hasOtherRoofs)
        return refresh();
    m_reset->setEnabled(!m_choices.empty()); // what is drawn is a choice, too, which was made here
    showCurves(); // times that arrive move operators on them, and leave the list alone
}

void RoofPanel::showCurves()
{
    const Part<DeviceRoofs> &peaks = m_view.session().peaks;
    m_curves->setFigure(peaks && !peaks->curves.empty() ? footprintFigure(m_view.judged()) : SessionFigure());
}

void RoofPanel::setVisibleRoofs(const std::set<std::size_t> &visible)
{
    if (visible == m_visible)
        return;
    m_visible = visible;
    const QScopedValueRollback guard(m_filling, true);
    for (int row = 0; row < m_list->topLevelItemCount(); ++row) {
        QTreeWidgetItem *item = m_list->topLevelItem(row);
        const bool drawn = visible.contains(roofOf(item));
        item->setCheckState(NameColumn, drawn ? Qt::Checked : Qt::Unchecked);
    }
}

QString RoofPanel::text() const
{
    return writtenText(m_text->toPlainText());
}

void RoofPanel::refresh()
{
    m_list->setHeaderLabels({ tr("Roof"), tr("Value"), tr("Theoretical") });
    for (const int column : { ValueColumn, TheoreticalColumn })
        m_list->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    m_list->setAccessibleName(tr("Roofs"));
    m_devices->setAccessibleName(tr("Device whose roofs are shown"));
    m_text->setAccessibleName(tr("How the roof was measured"));
    m_measure->setText(tr("Measure Again"));
    m_measure->setToolTip(tr("Measure the roofs and the model again"));
    m_reset->setText(tr("Reset"));
    m_reset->setToolTip(tr("Restore the measured values and the roofs that are drawn by default"));
    m_problem->hide();
    fillDevices();
    fillList();
    const Part<DeviceRoofs> &peaks = m_view.session().peaks;
    showCurves();
    m_headline->setText(peaks ? peaksHeadline(*peaks) : tr("The roofs were not measured."));
    m_devices->setToolTip(
        shownAsPlainText(tr("The same layers under the roofs of another device") + u'\n' + m_headline->text()));
    fitIn();
    m_reset->setEnabled(!m_choices.empty());
    m_measure->setEnabled(m_view.measured().analysis.has_value());
}

void RoofPanel::fillDevices()
{
    m_devices->clear();
    const Part<DeviceRoofs> &measured = m_view.measured().peaks;
    m_devices->addItem(measured ? tr("Measured: %1").arg(displayName(measured->device)) : tr("Not measured"));
    for (const DeviceSheet &sheet : deviceSheets()) {
        const QString name = QString::fromStdString(sheet.name);
        m_devices->addItem(tr("%1, theoretical").arg(name), name);
        if (sheet.name == m_choices.whatIf)
            m_devices->setCurrentIndex(m_devices->count() - 1);
    }
}

void RoofPanel::fillList()
{
    const std::optional<std::size_t> before = currentRoof();
    m_filling = true;
    m_list->clear();
    if (const Part<DeviceRoofs> &peaks = m_view.session().peaks) {
        for (std::size_t roof = 0; roof < peaks->roofs.size(); ++roof)
            fillItem(new QTreeWidgetItem(m_list), roof);
    }
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(NameColumn, QHeaderView::Stretch);
    m_filling = false;
    if (m_list->topLevelItemCount() > 0) {
        const auto last = static_cast<std::size_t>(m_list->topLevelItemCount()) - 1;
        m_list->setCurrentItem(m_list->topLevelItem(static_cast<int>(std::min(before.value_or(0), last))));
    }
    showRoof();
}

void RoofPanel::fillItem(QTreeWidgetItem *item, std::size_t index)
{
    const DeviceRoofs &peaks = *m_view.session().peaks;
    const Roof &roof = peaks.roofs[index];
    item->setData(NameColumn, roofRole, QVariant::fromValue(index));
    item->setText(NameColumn, roofName(roof));
    item->setToolTip(NameColumn, shownAsPlainText(item->text(NameColumn)));
    item->setCheckState(NameColumn, m_visible.contains(index) ? Qt::Checked : Qt::Unchecked);
    item->setText(ValueColumn, roofValueText(roof));
    item->setTextAlignment(ValueColumn, Qt::AlignRight | Qt::AlignVCenter);
    if (roof.theoretical && !peaks.theoretical)
        item->setText(TheoreticalColumn, quantityText(*roof.theoretical, roof));
    item->setTextAlignment(TheoreticalColumn, Qt::AlignRight | Qt::AlignVCenter);
    if (isTyped(roof)) {
        QFont font = m_list->font();
        font.setItalic(true);
        font.setWeight(QFont::DemiBold);
        item->setFont(ValueColumn, font);
        item->setToolTip(
            ValueColumn,
            tr("Entered manually; measured: %1").arg(roofValueText(m_view.measured().peaks->roofs[index])));
    } else if (!peaks.theoretical) {
        item->setToolTip(ValueColumn, tr("Double-click or press F2 to enter another value"));
    }
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setFlags(peaks.theoretical ? item->flags() & ~Qt::ItemIsEditable : item->flags() | Qt::ItemIsEditable);
}

std::optional<std::size_t> RoofPanel::currentRoof() const
{
    const QTreeWidgetItem *item = m_list->currentItem();
    return item ? std::optional(roofOf(item)) : std::nullopt;
}

bool RoofPanel::hasCurves() const
{
    const Part<DeviceRoofs> &peaks = m_view.session().peaks;
    const std::optional<std::size_t> roof = currentRoof();
    return peaks && !peaks->curves.empty() && roof && *roof < peaks->roofs.size() && peaks->roofs[*roof].memory();
}

void RoofPanel::select(std::size_t roof)
{
    if (QTreeWidgetItem *item = m_list->topLevelItem(static_cast<int>(roof)))
        m_list->setCurrentItem(item);
}

void RoofPanel::takeChange(QTreeWidgetItem *item, int column)
{
    if (m_filling)
        return;
    const std::size_t index = roofOf(item);
    const Roof &roof = m_view.session().peaks->roofs[index];
    m_problem->hide();
    const bool visible = item->checkState(NameColumn) == Qt::Checked;
    if (visible != m_visible.contains(index)) {
        m_choices.visibility[roofKey(roof)] = visible;
        Q_EMIT choicesChanged(m_choices);
    } else if (column == ValueColumn) {
        takeTyped(roof, item->text(ValueColumn));
    }
}

void RoofPanel::takeTyped(const Roof &roof, const QString &text)
{
    const std::optional<double> value = parseQuantity(text, roof.valueUnit());
    if (text == roofValueText(roof))
        return;
    const bool isEmpty = text.trimmed().isEmpty();
    if (!isEmpty && !value) {
        fillList();
        m_problem->setText(
            tr("“%1” is not a valid value for this roof. Enter one such as %2, or nothing for the measured value.")
                .arg(text, roofValueText(roof)));
        m_problem->show();
        return;
    }
    if (isEmpty)
        m_choices.typed.erase(roofKey(roof));
    else
        m_choices.typed[roofKey(roof)] = *value;
    Q_EMIT choicesChanged(m_choices);
}

void RoofPanel::chooseDevice(int index)
{
    m_choices.whatIf = m_devices->itemData(index).toString().toStdString();
    Q_EMIT choicesChanged(m_choices);
}

void RoofPanel::reset()
{
    m_choices = {};
    Q_EMIT choicesChanged(m_choices);
}

void RoofPanel::showRoof()
{
    if (m_filling)
        return;
    m_text->clear();
    const std::optional<std::size_t> roof = currentRoof();
    const Part<DeviceRoofs> &shown = m_view.session().peaks;
    fitIn();
    if (!roof || !shown || *roof >= shown->roofs.size())
        return;
    const Part<DeviceRoofs> &measured =
        shown->theoretical || !m_view.measured().peaks ? shown : m_view.measured().peaks;
    const ChartStyle style(palette(), font());
    QPalette warning = m_problem->palette();
    warning.setColor(QPalette::WindowText, style.warning());
    m_problem->setPalette(warning);
    DetailsWriter(m_text->document(), style, palette().color(QPalette::Link))
        .write(roofDetails(*measured, *shown, *roof));
    m_text->moveCursor(QTextCursor::Start);
    m_text->verticalScrollBar()->setValue(0);
    m_samples->setRoof(measured->roofs[*roof]);
}

void RoofPanel::fitIn()
{
    constexpr int lettersForTheory = 48;
    constexpr int linesForCard = 18;
    constexpr int linesForSamples = 25;
    constexpr int linesForRows = 12;
    constexpr int linesForCurves = 36;
    constexpr int linesForHeadline = 9;
    const Part<DeviceRoofs> &peaks = m_view.session().peaks;
    const std::optional<std::size_t> roof = currentRoof();
    const bool hasSamples = peaks && roof && *roof < peaks->roofs.size() && !peaks->roofs[*roof].samples.empty();
    const int lines = height() / fontMetrics().lineSpacing();
    const int leastRows = lines < linesForRows ? 2 : 4;
    m_list->setColumnHidden(TheoreticalColumn,
                            (peaks && peaks->theoretical)
                                || width() < lettersForTheory * fontMetrics().averageCharWidth());
    for (const Column column : { ValueColumn, TheoreticalColumn }) {
        if (m_list->isColumnHidden(column))
            continue;
        m_list->resizeColumnToContents(column);
        m_list->setColumnWidth(column, m_list->columnWidth(column) + margin);
    }
    const bool hasCard = lines >= linesForCard;
    m_card->setVisible(hasCard);
    m_headline->setVisible(lines >= linesForHeadline); // rows matter more; the tool tip of the devices says it
    m_headline->setMinimumHeight(0); // it is part of what it says that it needs
    m_headline->setMinimumHeight(std::max(0, m_headline->heightForWidth(width() - 2 * margin))); // else it is squeezed
    m_list->setMinimumHeight(hasCard ? 0 : leastRows * fontMetrics().lineSpacing());
    m_samples->setVisible(hasSamples && lines >= linesForSamples);
    m_curves->setVisible(hasCurves() && lines >= linesForCurves);
}

void RoofPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitIn();
}

void RoofPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    // When it is first shown a text scrolls to its cursor, while it has no height yet.
    QMetaObject::invokeMethod(
        m_text->verticalScrollBar(), [this] { m_text->verticalScrollBar()->setValue(0); }, Qt::QueuedConnection);
}

void RoofPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
    else if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        showRoof();
}

} // namespace rooflight
