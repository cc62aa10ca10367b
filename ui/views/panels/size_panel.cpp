// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/size_panel.h"

#include "core/report/size_sentences.h"
#include "ui/charts/export/figure_view.h"
#include "ui/charts/figures/session_figures.h"
#include "ui/charts/roofline/content/overlays.h"
#include "ui/models/layer_columns.h"
#include "ui/style/display_names.h"
#include "ui/views/widgets/panel_layouts.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace rooflight {

SizePanel::SizePanel(QWidget *parent)
    : QWidget(parent)
    , m_figure(new FigureView)
    , m_aside(new QWidget)
    , m_layers(new QComboBox)
    , m_sentences(new QPlainTextEdit)
    , m_save(new QPushButton)
{
    m_layers->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_layers->setMinimumContentsLength(12);
    m_sentences->setReadOnly(true);
    m_sentences->setTabChangesFocus(true);
    m_sentences->setFrameShape(QFrame::NoFrame);
    m_sentences->setMinimumSize(160, 40);
    m_sentences->viewport()->setAutoFillBackground(false);
    auto *row = new QHBoxLayout;
    row->addWidget(m_layers, 1);
    row->addWidget(m_save);
    auto *column = new QVBoxLayout(m_aside);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(row);
    column->addWidget(m_sentences, 1);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(new SideBySide(m_figure, m_aside, this));
    connect(m_save, &QPushButton::clicked, m_figure, &FigureView::save);
    connect(m_layers, &QComboBox::currentIndexChanged, this, [this] {
        showLayer();
        Q_EMIT trailsChanged();
    });
    retranslate();
}

bool SizePanel::hasSizes() const
{
    return m_sweep && !m_sweep->axes.empty();
}

void SizePanel::setSession(const SessionView &view)
{
    m_sweep = view.session().sweep;
    m_paths = sizePaths(view.session());
    fillLayers();
    showLayer();
    Q_EMIT trailsChanged();
}

/// Alike layers once, the model first; the one that was chosen stays.
void SizePanel::fillLayers()
{
    const QSignalBlocker blocker(m_layers);
    const QString chosen = m_layers->currentIndex() > 0 ? m_layers->currentText() : QString();
    m_layers->clear();
    m_layers->setVisible(!m_paths.empty());
    if (m_paths.empty())
        return;
    for (const std::vector<std::size_t> &group : alikePaths(*m_sweep, m_paths)) {
        const std::size_t first = group.front();
        const auto isKnown = [](const SizeStep &step) { return step.atRoofNs > 0; };
        if (!std::ranges::any_of(m_paths[first].steps, isKnown))
            continue;
        const std::int64_t layer = m_paths[first].layer;
        QString name = layer == 0 ? tr("Whole model") : QString::fromStdString(sweptLayerName(*m_sweep, layer));
        if (group.size() > 1)
            name += QStringLiteral(" ×%1").arg(group.size());
        m_layers->addItem(name, qulonglong(first));
    }
    m_layers->setCurrentIndex(std::max(0, m_layers->findText(chosen)));
}

void SizePanel::showLayer()
{
    const bool hasChoice = path().has_value();
    m_save->setEnabled(hasChoice);
    m_aside->setVisible(hasChoice);
    const QString text = hasChoice ? displayText(ridgeSentences(*m_sweep, m_paths)) : QString();
    if (text != sentences())
        m_sentences->setPlainText(text);
    if (hasChoice) {
        m_figure->setFigure(sizeMapFigure(m_sweep, m_paths[*path()], m_layers->currentText()));
    } else if (hasSizes()) {
        showText(tr("There are no roofs for these sizes: choose a device in Roofs."));
    } else {
        showText(tr("Time and work for different sizes of the inputs. The command line measures them:")
                 + QStringLiteral("\nrooflight-cli sweep MODEL --axis x.1=64..4096x2 --save FILE.ridge"));
    }
}

void SizePanel::showText(const QString &text)
{
    m_figure->setFigure({ tr("Sizes"),
                          [text](QPainter &painter, const QRectF &area, const ChartStyle &style) {
                              paintText(painter, area, text, style);
                          },
                          {} });
}

QString SizePanel::sentences() const
{
    return m_sentences->toPlainText();
}

std::optional<std::size_t> SizePanel::path() const
{
    if (m_paths.empty() || m_layers->currentIndex() < 0)
        return std::nullopt;
    return m_layers->currentData().toULongLong();
}

std::vector<Trail> SizePanel::trails() const
{
    const std::optional<std::size_t> chosen = path();
    if (!chosen)
        return {};
    return sizeTrails(*m_sweep, m_paths, *chosen, ChartStyle(palette(), font()));
}

void SizePanel::retranslate()
{
    m_layers->setAccessibleName(factTitleText(FactId::Layer));
    m_layers->setToolTip(tr("The layer whose share of the roof is shown, and whose path is labelled with its sizes"));
    m_save->setText(tr("Save…"));
    fillLayers();
    showLayer();
}

void SizePanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        Q_EMIT trailsChanged();
}

} // namespace rooflight
