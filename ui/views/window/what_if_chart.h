// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QObject>

#include "core/roofline/scaled_time.h"
#include "core/roofline/size_paths.h"
#include "ui/charts/roofline/content/overlays.h"
#include "ui/models/session_view.h"
#include "ui/worker/call_predictor.h"
#include "ui/worker/size_predictor.h"

#include <QFutureWatcher>

#include <functional>
#include <memory>
#include <optional>

namespace rooflight {

/// Works out in the background what a session would be; of several questions the last one is answered.
class WhatIfRunner : public QObject
{
    Q_OBJECT

public:
    struct Answer {
        std::shared_ptr<const Session> there;
        Forecast forecast;
    };

    explicit WhatIfRunner(QObject *parent = nullptr);

    /// Keeps of it what an answer needs.
    void setSession(const Session &session);
    /// The model at other sizes of its inputs, which changes begin with; null: as it was observed.
    void setSizes(const std::shared_ptr<const Analysis> &analysis);
    /// What changes begin with.
    [[nodiscard]] const Session &session() const { return *m_base; }
    void ask(const WhatIf &change);
    /// No answer is wanted any more.
    void forget();

Q_SIGNALS:
    void answered(const rooflight::WhatIfRunner::Answer &answer);

private:
    void start();

    std::shared_ptr<const Session> m_session; ///< as it was observed
    std::shared_ptr<const Session> m_base; ///< the same at other sizes; m_session if there are none
    std::optional<WhatIf> m_wanted; ///< after the one that is being worked out
    bool m_isCurrent = false; ///< the one that is being worked out is still wanted
    QFutureWatcher<Answer> m_running;
};

class RooflineChart;
class Selection;
class WhatIfPanel;

/// Puts what the panel asks for on the chart: the points as they would be, at another length as a worker counts them,
/// and the path of the selected one as the batch grows, of the whole model if a sweep measured it.
class WhatIfChart : public QObject
{
    Q_OBJECT

public:
    WhatIfChart(WhatIfPanel *panel, RooflineChart *chart, Selection *selection, QObject *parent);

    /// Program and arguments of a worker that can count.
    void setWorker(const QStringList &command);
    /// Estimates what the panel asks for from calls of operators. The session was measured by \p here.
    void estimate(const Request &here);
    /// How the session was measured: its file is counted at other sizes as it was opened then.
    void setRequestHere(std::function<Request()> here) { m_requestHere = std::move(here); }
    void cancelEstimate();
    /// \p here, as the panel has it.
    [[nodiscard]] Request requestThere(const Request &here) const;
    static constexpr ResultKinds shownKinds = kindsOf<Analysis, DeviceRoofs, ModelLatency, LayerLatencies, BatchSweep>;
    void setSession(const SessionView &view);
    /// What is asked is called otherwise, as in another language.
    void rename();
    /// While the panel is out of sight there is no path.
    void setInSight(bool inSight);
    /// The points as they would be; nothing while nothing is changed.
    [[nodiscard]] const std::optional<ChartSession> &prediction() const { return m_prediction; }

Q_SIGNALS:
    void predictionChanged();

private:
    void ask();
    void askForSizes();
    void takeSizes(const std::shared_ptr<const Analysis> &analysis);
    void takeSession();
    /// The session under roofs that were measured.
    [[nodiscard]] const Session &here() const;
    void showPath();
    [[nodiscard]] std::optional<Trail> predictedPath(const std::vector<BatchPlace> &places) const;
    [[nodiscard]] std::vector<double> shownBatches() const; ///< as WhatIf::batch
    [[nodiscard]] std::optional<Trail> measuredPath() const;
    void setPrediction(std::optional<ChartSession> prediction);

    WhatIfPanel *m_panel;
    RooflineChart *m_chart;
    Selection *m_selection;
    SessionView m_view;
    WhatIfRunner m_runner;
    SizePredictor m_predictor;
    CallPredictor m_calls;
    std::function<Request()> m_requestHere = [] { return Request(); };
    std::optional<std::int64_t> m_lengthOfRunner; ///< what its answers begin with
    bool m_isStale = true; ///< the runner has another session than is shown
    bool m_inSight = false;
    std::optional<ChartSession> m_prediction;
};

} // namespace rooflight
