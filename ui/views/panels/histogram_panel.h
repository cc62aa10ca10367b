// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/judged_session.h"
#include "core/roofline/session_samples.h"
#include "ui/charts/figures/histogram_painter.h"
#include "ui/models/session_view.h"

#include <QString>
#include <QWidget>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QTabBar;

namespace rooflight {

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

    static constexpr ResultKinds shownKinds = kindsOf<Analysis, ModelLatency, LayerLatencies>;
    void setSession(const SessionView &view);
    /// A session to show the same layer's runs of, too; without a value none.
    void setEarlier(const std::optional<Session> &earlier);
    /// Marks what one of the instrumented runs took, in whatever layer is shown, or one of the bare runs, which are of
    /// the whole model; -1 for none.
    void markRun(int run, bool isInstrumented = true);
    /// The item whose samples are shown; empty for the whole model.
    [[nodiscard]] std::optional<ItemId> shownItem() const { return m_shown; }
    [[nodiscard]] bool isEmpty() const;
    /// Whether the model could be timed now.
    void setMeasurable(bool measurable);

Q_SIGNALS:
    /// Emitted with the number of runs that the missing percentiles need.
    void measureLongerRequested(std::int64_t runs);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showSamples();
    void retranslate();
    [[nodiscard]] const SampleSet *samplesOf(ItemId item) const;
    [[nodiscard]] const SampleSet *modelSamples() const;
    [[nodiscard]] QWidget *makeFoot();
    [[nodiscard]] std::vector<NamedSamples> othersThan(const std::optional<ItemId> &shown) const;
    [[nodiscard]] const SampleSet *earlierSamples(const std::optional<ItemId> &shown) const;
    /// The one that is marked; without a value if none of these is.
    [[nodiscard]] std::optional<std::size_t> markedRun(const SampleSet &samples) const;
    [[nodiscard]] bool isBare(const SampleSet &samples) const;
    /// A link in the texts on runs.
    void follow(const QString &target);
    void showRuns(const SampleSet &samples);
    void showNote(const SampleSet &samples);
    [[nodiscard]] QString percentileHelp(std::int64_t count, double percent) const;
    [[nodiscard]] QString percentileText(const std::vector<double> &sorted, double percent) const;
    void showPercentiles(const SampleSet &samples);
    [[nodiscard]] QString timeInBareRuns(const SampleSet &samples) const;
    [[nodiscard]] QString titleOf(const SampleSet &samples) const;
    void showFigure(const QString &title, const SampleSet &samples);

    Selection *m_selection;
    QTabBar *m_views; ///< Histogram, Cumulative, Over Time
    QStackedWidget *m_stack;
    HistogramChart *m_chart;
    FigureView *m_figure;
    QLabel *m_empty;
    QLabel *m_note;
    QLabel *m_percentiles; ///< p50, p95 and p99, or what these lack
    QPushButton *m_longer;
    std::int64_t m_neededRuns = 0;
    SessionView m_view;
    SessionSamples m_samples { m_view.session() };
    std::optional<ItemId> m_shown;
    std::optional<SessionSamples> m_earlier;
    QLabel *m_slowest = nullptr; ///< with links to the runs
    QLabel *m_runTitle = nullptr;
    QSpinBox *m_run = nullptr; ///< from 1; 0: none
    int m_marked = -1; ///< from 0
    bool m_marksInstrumented = true;
};

// What is said of single runs, as HTML. Links: "run:N", from 0, of the runs that are shown; "instrumented:N", of the
// instrumented ones; "bare:" for the bare ones; "operator:ID".

/// "Slowest runs: 37 (3.10 ms), 112 (2.90 ms). 12 of 200 are far above the others." Empty without runs.
[[nodiscard]] QString slowestRunsText(const SampleSet &samples);

/// "Run 37: 1.92 ms, longer than 99 % of the runs."
[[nodiscard]] QString rankText(std::size_t run, const SampleSet &samples);

/// What the whole model took in this instrumented run, and which operator held it up.
[[nodiscard]] QString instrumentedRunText(const JudgedSession &judged, std::size_t run, bool showsModel);

/// Bare runs are not timed by layer: the way to those that are.
[[nodiscard]] QString bareRunText(const JudgedSession &judged);

} // namespace rooflight
