// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/request.h"
#include "ui/models/session_view.h"
#include "ui/views/panels/token_panel.h"

#include <QWidget>

class QCheckBox;
class QPlainTextEdit;
class QPushButton;
class QTabWidget;

namespace rooflight {

class FigureView;
class SizePanel;
struct SessionFigure;

/// The timing benchmarks: timing methods side by side, interleaved variants (a Latency with something to interleave),
/// throughput over the batch, what makes the model faster, a pipeline, each on a page with a button that measures it
/// and a summary. Another page has sweeps over sizes of the inputs, and one the workloads of a language model.
class TimingPanel : public QWidget
{
    Q_OBJECT

public:
    explicit TimingPanel(QWidget *parent = nullptr);

    /// Whether the session holds anything that a page shows.
    [[nodiscard]] bool hasContent() const;

    static constexpr ResultKinds shownKinds =
        kindsOf<MethodComparison, InterleavedLatency, BatchSweep, Remedies, PipelineLatency> | TokenPanel::shownKinds;
    /// Shows only those again that have changed.
    void setSession(const SessionView &view);
    /// The benchmark that a session is about which holds no layers, as a single command of the command line saves it.
    [[nodiscard]] static std::optional<RequestKind> onlyBenchmark(const Session &session);
    /// Whether a model is there to be measured, and whether the worker is busy.
    void setState(bool hasModel, bool working);
    /// Whether remedies are to compile the model, too.
    void setCompiles(bool compiles);
    /// Brings the page of such a request to the front.
    void showPage(RequestKind kind);
    /// It follows the session and its roofs by itself.
    [[nodiscard]] SizePanel *sizes() const { return m_sizes; }

Q_SIGNALS:
    /// Methods, Latency (interleaved), Sweep, Remedies or Pipeline.
    void measureRequested(rooflight::RequestKind kind);
    /// A person has chosen whether remedies are to compile the model.
    void compilesChosen(bool compiles);

protected:
    void changeEvent(QEvent *event) override;

private:
    /// The view of one kind of result.
    struct Benchmark {
        RequestKind request;
        ResultKinds shows;
        QString (*title)();
        QString (*measure)(); ///< what the button says that measures it
        QString (*purpose)(); ///< why one would
        bool (*isIn)(const Session &session);
        SessionFigure (*figure)(const Session &session, bool tail);
        QString (*summary)(const Session &session);
    };

    struct Page {
        const Benchmark *benchmark;
        FigureView *figure = nullptr;
        QPlainTextEdit *summary = nullptr;
        QPushButton *measure = nullptr;
        QPushButton *save = nullptr;
    };

    [[nodiscard]] static const std::vector<Benchmark> &benchmarks();
    void addPage(const Benchmark &benchmark);
    [[nodiscard]] bool holdsBenchmark() const;
    void show(const Page &page);
    void showTokens(const SessionView &view);
    void showEmpty(const Page &page);
    void retranslate();
    [[nodiscard]] const Page &pageOf(RequestKind kind) const;

    QTabWidget *m_tabs;
    TokenPanel *m_tokens;
    SizePanel *m_sizes;
    QCheckBox *m_tail; ///< show the run at p99 of a pipeline
    QCheckBox *m_compile; ///< remedies: compile the model, too
    std::vector<Page> m_pages;
    Session m_session;
    bool m_hasModel = false;
    bool m_working = false;
};

} // namespace rooflight
