// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/what_if_panel.h"

#include "core/report/what_if_report.h"
#include "core/roofs/datasheet/device_sheet.h"
#include "ui/style/display_names.h"
#include "ui/style/plain_text.h"
#include "ui/style/quantities.h"
#include "ui/style/sentences.h"
#include "ui/views/widgets/device_box.h"
#include "ui/views/widgets/panel_layouts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <initializer_list>

namespace rooflight {

namespace {

constexpr int maxDoublings = 12;
struct TypeChoice {
    ModelPrecision precision = ModelPrecision::AsLoaded;
    LinearInt8 int8 = LinearInt8::None;
};

constexpr std::array<TypeChoice, 6> choices { { { ModelPrecision::AsLoaded },
                                                { ModelPrecision::Float32 },
                                                { ModelPrecision::BFloat16 },
                                                { ModelPrecision::Float16 },
                                                { .int8 = LinearInt8::Weights },
                                                { .int8 = LinearInt8::Dynamic } } };

/// How often a batch can be halved without going below one item.
int halvings(std::int64_t batch)
{
    return int(std::bit_width(std::uint64_t(std::max<std::int64_t>(1, batch)))) - 1;
}

} // namespace

WhatIfPanel::WhatIfPanel(QWidget *parent)
    : QWidget(parent)
    , m_headline(new QLabel)
    , m_remarks(new QLabel)
    , m_batchTitle(new QLabel)
    , m_batch(new QSlider(Qt::Horizontal))
    , m_batchValue(new QLabel)
    , m_lengthTitle(new QLabel)
    , m_length(new QSlider(Qt::Horizontal))
    , m_lengthValue(new QLabel)
    , m_lengthNote(new QLabel)
    , m_precisionTitle(new QLabel)
    , m_precision(new QComboBox)
    , m_fusionTitle(new QLabel)
    , m_fusion(new QComboBox)
    , m_deviceTitle(new QLabel)
    , m_device(new DeviceBox)
    , m_noLaunches(new QCheckBox)
    , m_path(new QCheckBox)
    , m_estimateButton(new QPushButton)
    , m_measure(new QPushButton)
    , m_reset(new QPushButton)
    , m_undo(new QPushButton)
    , m_history([this](const WhatIfChoice &choice) { choose(choice); }, this)
{
    build();
    for (std::size_t i = 0; i < choices.size(); ++i)
        m_precision->addItem(QString());
    for (std::size_t i = 0; i < enumNames<FusionScope>.size(); ++i)
        m_fusion->addItem(QString());
    m_device->addItem(QString());
    for (const DeviceSheet &sheet : deviceSheets())
        m_device->addItem(QString::fromStdString(sheet.name));
    for (QComboBox *box : { m_precision, m_fusion, m_device }) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(6);
        connect(box, &QComboBox::currentIndexChanged, this, &WhatIfPanel::read);
    }
    for (QSlider *slider : { m_batch, m_length }) {
        connect(slider, &QSlider::valueChanged, this, &WhatIfPanel::read);
        connect(slider, &QSlider::sliderReleased, &m_history, &WhatIfHistory::endDrag);
    }
    connect(m_noLaunches, &QCheckBox::toggled, this, &WhatIfPanel::read);
    connect(m_path, &QCheckBox::toggled, this, &WhatIfPanel::pathChanged);
    connect(m_estimateButton, &QPushButton::clicked, this, [this] {
        if (m_estimating)
            Q_EMIT estimateCancelled();
        else
            Q_EMIT estimateRequested();
    });
    connect(m_measure, &QPushButton::clicked, this, &WhatIfPanel::measureRequested);
    connect(m_reset, &QPushButton::clicked, this, [this] { choose(asObserved()); });
    connect(m_undo, &QPushButton::clicked, m_history.undo(), &QAction::trigger);
    connect(m_history.undo(), &QAction::changed, this, &WhatIfPanel::showButtons);
    addActions({ m_history.undo(), m_history.redo() });
    setContextMenuPolicy(Qt::ActionsContextMenu);
    m_path->setChecked(true);
    setObserved(1, {});
    retranslate();
}

void WhatIfPanel::build()
{
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_headline->setFont(strong);
    m_headline->setObjectName(QStringLiteral("headline"));
    for (QLabel *label : { m_remarks, m_lengthNote })
        label->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel *label : { m_headline, m_remarks, m_lengthNote }) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    for (QSlider *slider : { m_batch, m_length }) {
        slider->setPageStep(1);
        slider->setTickPosition(QSlider::TicksBelow);
        slider->setTickInterval(1);
    }
    auto *content = new QWidget;
    auto *grid = new QGridLayout(content);
    grid->setContentsMargins(8, 8, 8, 8);
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_batchTitle, 1, 0);
    grid->addWidget(m_batch, 1, 1);
    grid->addWidget(m_batchValue, 1, 2);
    grid->addWidget(m_lengthTitle, 2, 0);
    grid->addWidget(m_length, 2, 1);
    grid->addWidget(m_lengthValue, 2, 2);
    grid->addWidget(m_lengthNote, 2, 1, 1, 2);
    int row = 3;
    for (const auto &[title, box] : { std::pair(m_precisionTitle, m_precision), std::pair(m_fusionTitle, m_fusion),
                                      std::pair(m_deviceTitle, m_device) }) {
        title->setBuddy(box);
        grid->addWidget(title, row, 0);
        grid->addWidget(box, row++, 1, 1, 2);
    }
    m_batchTitle->setBuddy(m_batch);
    m_lengthTitle->setBuddy(m_length);
    grid->addWidget(m_noLaunches, row++, 0, 1, 3);
    grid->addWidget(m_path, row++, 0, 1, 3);
    auto *buttons = new QHBoxLayout;
    for (const auto &[button, name] : { std::pair(m_estimateButton, "estimate"), std::pair(m_measure, "measureThere"),
                                        std::pair(m_reset, "reset"), std::pair(m_undo, "undo") }) {
        button->setObjectName(QLatin1String(name));
        button->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    grid->addLayout(buttons, row++, 0, 1, 3);
    grid->addWidget(m_remarks, row++, 0, 1, 3);
    grid->setRowStretch(row, 1);
    // Sentences grow while one moves a slider: what is below the first keeps its place, the others come last.
    m_headline->setContentsMargins(8, 8, 8, 0);
    m_headline->setMinimumHeight(2 * m_headline->fontMetrics().lineSpacing() + 8);
    showTallContent(content, this, m_headline);
    setFocusProxy(m_batch);
}

void WhatIfPanel::setObserved(std::int64_t batch, const QString &device)
{
    m_device->setItemText(0, device.isEmpty() ? tr("As measured") : device);
    m_observedDevice = device;
    if (batch != m_observedBatch || m_batch->maximum() != maxDoublings) {
        m_observedBatch = batch;
        const QSignalBlocker blocker(m_batch);
        m_batch->setRange(-halvings(batch), maxDoublings);
        m_batch->setValue(0);
        m_history.startOver(choice());
    }
    read();
}

void WhatIfPanel::setLength(const std::optional<OpenSize> &size, bool isExport, bool isBatch)
{
    m_isExport = isExport;
    m_lengthIsBatch = size && isBatch;
    showBatch();
    if (size != m_openSize) {
        m_openSize = size;
        const QSignalBlocker blocker(m_length);
        m_length->setRange(0, size ? int(size->values.size()) - 1 : 0);
        m_length->setValue(asObserved().length);
        m_history.startOver(choice());
    }
    showLength();
    read();
}

void WhatIfPanel::setHasLayers(bool hasLayers, bool holdsOnlyTimes)
{
    m_hasLayers = hasLayers;
    m_holdsOnlyTimes = holdsOnlyTimes;
    for (QWidget *part :
         std::initializer_list<QWidget *> { m_batch, m_precision, m_fusion, m_device, m_noLaunches, m_path })
        part->setEnabled(!holdsOnlyTimes);
    showLength();
    showTexts();
}

/// A worker counts the model at another length, which for a batch is only worked out.
void WhatIfPanel::showBatch()
{
    if (m_lengthIsBatch) {
        const QSignalBlocker blocker(m_batch);
        m_batch->setValue(0);
    }
    for (QWidget *part : std::initializer_list<QWidget *> { m_batchTitle, m_batch, m_batchValue, m_path })
        part->setVisible(!m_lengthIsBatch);
    setFocusProxy(m_lengthIsBatch ? m_length : m_batch);
}

void WhatIfPanel::showLength()
{
    m_length->setEnabled(m_openSize.has_value());
    m_length->setVisible(m_openSize.has_value());
    m_lengthValue->setVisible(m_openSize.has_value());
    m_lengthNote->setVisible(!m_openSize && m_hasLayers);
    m_lengthTitle->setVisible(m_openSize || m_hasLayers);
    m_lengthNote->setText(m_isExport ? tr("This export leaves no size open except the batch.")
                                     : tr("Only an export (.pt2) says which of its sizes can change."));
    m_length->setToolTip(
        shownAsPlainText(m_openSize ? QString::fromStdString(m_openSize->place) : m_lengthNote->text()));
}

std::optional<std::int64_t> WhatIfPanel::chosenLength() const
{
    if (!m_openSize)
        return std::nullopt;
    const std::int64_t value = m_openSize->values[std::size_t(m_length->value())];
    return value == m_openSize->observed ? std::nullopt : std::optional(value);
}

void WhatIfPanel::setForecast(const std::optional<Forecast> &forecast, const std::vector<Phrase> &assumptions)
{
    m_forecast = forecast;
    m_assumptions = assumptions;
    m_problem.clear();
    m_headline->setToolTip({});
    showTexts();
}

void WhatIfPanel::setEstimate(const std::optional<Estimate> &estimate)
{
    m_estimate = estimate;
    m_estimateProblem.clear();
    setEstimating(false);
}

void WhatIfPanel::setEstimateProblem(const QString &sentence, const QString &details)
{
    m_estimateProblem = sentence;
    setEstimating(false);
    m_remarks->setToolTip(shownAsPlainText(details));
}

void WhatIfPanel::setEstimating(bool estimating)
{
    m_estimating = estimating;
    m_remarks->setToolTip({});
    showButtons();
    showTexts();
}

void WhatIfPanel::setMeasurable(bool measurable)
{
    m_measurable = measurable;
    showButtons();
}

bool WhatIfPanel::canBeRun() const
{
    const bool isChanged = !isUnchanged() && m_hasLayers && !m_holdsOnlyTimes;
    return isChanged && m_change.isOfARun();
}

void WhatIfPanel::showButtons()
{
    m_estimateButton->setText(m_estimating ? tr("Stop") : tr("&Estimate"));
    m_estimateButton->setEnabled(m_estimating || (m_measurable && canBeRun()));
    m_measure->setEnabled(m_measurable && canBeRun() && !m_estimating);
    m_reset->setEnabled(!isUnchanged());
    m_undo->setEnabled(m_history.undo()->isEnabled());
    // As narrow as their words: beside a style's least width the four of them would widen the panel.
    constexpr int besideText = 20;
    for (QPushButton *button : { m_estimateButton, m_measure, m_reset, m_undo })
        button->setMinimumWidth(fontMetrics().size(Qt::TextShowMnemonic, button->text()).width() + besideText);
}

Request WhatIfPanel::changedRequest(const Request &here) const
{
    Request there = here;
    if (m_change.batch != 1)
        there.batch = batchThere();
    if (m_change.precision != ModelPrecision::AsLoaded)
        there.execution.precision = m_change.precision;
    return there;
}

void WhatIfPanel::setProblem(const QString &sentence, const QString &details)
{
    m_forecast.reset();
    m_problem = sentence;
    m_headline->setToolTip(shownAsPlainText(details));
    showTexts();
}

std::int64_t WhatIfPanel::batchThere() const
{
    // Whole items: halving 12 three times makes 1 of them.
    return std::max<std::int64_t>(1, std::int64_t(std::floor(std::ldexp(double(m_observedBatch), m_batch->value()))));
}

void WhatIfPanel::read()
{
    WhatIf change;
    change.batch = double(batchThere()) / double(m_observedBatch);
    const TypeChoice &type = choices[std::size_t(std::max(0, m_precision->currentIndex()))];
    change.precision = type.precision;
    change.int8 = type.int8;
    change.noLaunches = m_noLaunches->isChecked();
    change.fusion = FusionScope(std::max(0, m_fusion->currentIndex()));
    if (m_device->currentIndex() > 0)
        change.roofs = sheetPeaks(deviceSheets()[std::size_t(m_device->currentIndex()) - 1]);
    const bool isOther = change != m_change || chosenLength() != m_lengthThere;
    m_change = change;
    m_lengthThere = chosenLength();
    m_batchValue->setText(QString::number(batchThere()));
    m_lengthValue->setText(m_openSize ? QString::number(m_lengthThere.value_or(m_openSize->observed)) : QString());
    showButtons();
    if (!isOther)
        return;
    m_history.take(choice(), isHeld());
    m_estimate.reset();
    m_estimateProblem.clear();
    m_forecast.reset();
    m_problem.clear();
    showTexts();
    Q_EMIT changed();
}

void WhatIfPanel::reset()
{
    m_history.startOver(asObserved());
    choose(asObserved());
}

WhatIfChoice WhatIfPanel::choice() const
{
    return { m_batch->value(),         m_length->value(),        m_precision->currentIndex(),
             m_fusion->currentIndex(), m_device->currentIndex(), m_noLaunches->isChecked() };
}

WhatIfChoice WhatIfPanel::asObserved() const
{
    WhatIfChoice observed;
    if (m_openSize)
        observed.length = int(std::ranges::find(m_openSize->values, m_openSize->observed) - m_openSize->values.begin());
    return observed;
}

void WhatIfPanel::choose(const WhatIfChoice &choice)
{
    {
        const QSignalBlocker batch(m_batch);
        const QSignalBlocker precision(m_precision);
        const QSignalBlocker fusion(m_fusion);
        const QSignalBlocker device(m_device);
        const QSignalBlocker length(m_length);
        const QSignalBlocker launches(m_noLaunches);
        m_batch->setValue(choice.batch);
        m_length->setValue(choice.length);
        m_precision->setCurrentIndex(choice.precision);
        m_fusion->setCurrentIndex(choice.fusion);
        m_device->setCurrentIndex(choice.device);
        m_noLaunches->setChecked(choice.noLaunches);
    }
    read();
}

bool WhatIfPanel::isHeld() const
{
    return m_batch->isSliderDown() || m_length->isSliderDown();
}

bool WhatIfPanel::showsPath() const
{
    return m_path->isChecked() && !m_lengthIsBatch;
}

void WhatIfPanel::setPath(const QString &layer, const std::vector<BatchPlace> &places,
                          const std::optional<BatchTurn> &turn)
{
    m_layer = layer;
    m_places = places;
    m_turn = turn;
    showTexts();
}

void WhatIfPanel::showTexts()
{
    m_headline->setText(withUnbrokenUnits(headline()));
    m_remarks->setText(withUnbrokenUnits(allRemarks()));
    m_remarks->setVisible(!m_remarks->text().isEmpty());
}

void WhatIfPanel::retranslate()
{
    m_batchTitle->setText(tr("&Batch"));
    m_batch->setAccessibleName(tr("Batch"));
    m_lengthTitle->setText(tr("&Length"));
    m_length->setAccessibleName(tr("Length"));
    showLength();
    m_precisionTitle->setText(tr("&Precision"));
    m_fusionTitle->setText(tr("Fusio&n"));
    m_deviceTitle->setText(tr("&Device"));
    {
        const QSignalBlocker precision(m_precision);
        const QSignalBlocker fusion(m_fusion);
        const QSignalBlocker device(m_device);
        m_precision->setItemText(0, tr("As measured"));
        for (std::size_t i = 1; i < choices.size(); ++i)
            m_precision->setItemText(int(i),
                                     choices[i].int8 == LinearInt8::None ? displayName(choices[i].precision)
                                                                         : displayName(choices[i].int8));
        m_fusion->setItemText(int(FusionScope::None), tr("As measured"));
        m_fusion->setItemText(int(FusionScope::Layers), tr("Each layer one operator"));
        m_fusion->setItemText(int(FusionScope::Blocks), tr("Each block one operator"));
        m_fusion->setItemText(int(FusionScope::Pointwise), displayName(AskedChange::Compiled));
        m_device->setItemText(0, m_observedDevice.isEmpty() ? tr("As measured") : m_observedDevice);
    }
    m_noLaunches->setText(displayName(AskedChange::NoLaunches));
    m_noLaunches->setToolTip(tr("As in a CUDA graph, or in a program without a framework"));
    m_path->setText(tr("Path of the selected layer as the batch grows"));
    m_path->setToolTip(
        tr("How the selected layer moves on the chart; without a selection the whole model, as a sweep measured it"));
    m_estimateButton->setToolTip(
        tr("Run the model a few times in the new way, and call its operators alone: takes a few seconds"));
    m_measure->setText(tr("&Measure"));
    m_measure->setToolTip(tr("Run the model in this way; what was measured stays on the chart"));
    m_reset->setText(tr("&Reset"));
    m_undo->setText(tr("Undo"));
    m_undo->setToolTip(tr("Take back the last choice (Ctrl+Z); Ctrl+Shift+Z redoes it"));
    m_history.retranslate();
    showButtons();
    showTexts();
}

void WhatIfPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace rooflight
