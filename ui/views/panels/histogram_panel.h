// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/latency.h"
#include "core/model/session.h"

#include <QWidget>

#include <map>
#include <optional>

class QLabel;
class QStackedWidget;
class QTabBar;

namespace ridgepoint {

class FigureView;
class HistogramChart;
class Selection;

/// Latencies of the layer in focus; of the whole model when none is, or when it was not timed: as a histogram, as
/// shares that took at most so long, or call by call.
class HistogramPanel : public QWidget
{
    Q_OBJECT

public:
    explicit HistogramPanel(Selection *selection, QWidget *parent = nullptr);

    /// The session is read again when the selection changes: it must stay, and this be called after each change.
    void setSession(const Session &session);
    /// The item whose samples are shown; empty for the whole model.
    [[nodiscard]] std::optional<ItemId> shownItem() const { return m_shown; }
    [[nodiscard]] bool isEmpty() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void showSamples();
    void retranslate();
    [[nodiscard]] const SampleSet *samplesOf(ItemId item) const;
    [[nodiscard]] const SampleSet *modelSamples() const;
    void showNote(const SampleSet &samples);
    void showFigure(const QString &title, const SampleSet &samples);

    Selection *m_selection;
    QTabBar *m_views; ///< Histogram, Cumulative, Over Time
    QStackedWidget *m_stack;
    HistogramChart *m_chart;
    FigureView *m_figure;
    QLabel *m_empty;
    QLabel *m_note;
    const Session *m_session = nullptr;
    std::map<ItemId, std::size_t> m_positions; ///< in LayerLatencies::items
    std::optional<ItemId> m_shown;
};

} // namespace ridgepoint
