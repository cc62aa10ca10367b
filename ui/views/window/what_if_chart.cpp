// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/what_if_chart.h"

#include "core/base/clock.h"
#include "core/report/what_if_report.h"
#include "core/results/session.h"
#include "core/roofline/point.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/models/selection.h"
#include "ui/style/chart_style.h"
#include "ui/style/display_names.h"
#include "ui/style/sentences.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/panels/what_if_panel.h"
#include "ui/views/widgets/error_text.h"

#include <QSlider>
#include <QtConcurrentRun>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rooflight {

namespace {

/// Medians are enough; samples may be many.
LayerLatencies withoutSamples(const LayerLatencies &layers)
{
    LayerLatencies medians;
    medians.device = layers.device;
    medians.tf32 = layers.tf32;
    medians.bareMedianNs = layers.bareMedianNs;
    medians.instrumentedModel.summary = layers.instrumentedModel.summary;
    for (const ItemLatency &item : layers.items) {
        ItemLatency median;
        median.item = item.item;
        median.selfMedianNs = item.selfMedianNs;
        median.samples.summary = item.samples.summary;
        medians.items.push_back(std::move(median));
    }
    return medians;
}

} // namespace

WhatIfRunner::WhatIfRunner(QObject *parent)
    : QObject(parent)
    , m_session(std::make_shared<const Session>())
    , m_base(m_session)
{
    connect(&m_running, &QFutureWatcherBase::finished, this, [this] {
        if (m_isCurrent && !m_wanted)
            Q_EMIT answered(m_running.result());
        m_isCurrent = false;
        if (m_wanted)
            start();
    });
}

void WhatIfRunner::setSession(const Session &session)
{
    auto kept = std::make_shared<Session>();
    kept->analysis = session.analysis;
    kept->peaks = session.peaks;
    kept->thresholds = session.thresholds;
    if (session.latency) {
        ModelLatency &latency = kept->latency.emplace();
        latency.batch = session.latency->batch;
        latency.batchSource = session.latency->batchSource;
        latency.samples.summary = session.latency->samples.summary;
    }
    if (session.layers)
        kept->layers = withoutSamples(*session.layers);
    m_session = std::move(kept);
    m_base = m_session;
}

void WhatIfRunner::setSizes(const std::shared_ptr<const Analysis> &analysis)
{
    m_base = m_session;
    if (!analysis)
        return;
    auto base = std::make_shared<Session>(*m_session);
    base->analysis = *analysis;
    m_base = std::move(base);
}

void WhatIfRunner::ask(const WhatIf &change)
{
    m_wanted = change;
    if (!m_running.isRunning())
        start();
}

void WhatIfRunner::forget()
{
    m_wanted.reset();
    m_isCurrent = false;
}

void WhatIfRunner::start()
{
    m_isCurrent = true;
    m_running.setFuture(
        QtConcurrent::run([session = m_session, base = m_base, change = *std::exchange(m_wanted, std::nullopt)] {
            auto there = std::make_shared<const Session>(sessionIf(*base, change));
            const Forecast forecast = forecastOf(*session, *there, change);
            return Answer { there, forecast };
        }));
}

namespace {

/// Whether the items of a run were found along this size, and not along the first dimension of its input.
bool isBatch(const Session &session, const OpenSize &size)
{
    const std::string argument = size.place.substr(0, size.place.rfind('.'));
    const std::vector<ModelInput> &inputs = session.analysis->inputs;
    const auto input = std::ranges::find(inputs, argument, &ModelInput::name);
    const std::int64_t batch = observedBatch(session);
    return size.observed == batch && input != inputs.end() && input->tensor.shape.front() != batch;
}

/// Under the roofs of a data sheet nothing was measured.
bool isElsewhere(const Session &session)
{
    return session.peaks && session.peaks->theoretical;
}

} // namespace

WhatIfChart::WhatIfChart(WhatIfPanel *panel, RooflineChart *chart, Selection *selection, QObject *parent)
    : QObject(parent)
    , m_panel(panel)
    , m_chart(chart)
    , m_selection(selection)
{
    connect(panel, &WhatIfPanel::changed, this, &WhatIfChart::ask);
    connect(panel, &WhatIfPanel::pathChanged, this, &WhatIfChart::showPath);
    connect(selection, &Selection::selectedChanged, this, &WhatIfChart::showPath);
    connect(&m_runner, &WhatIfRunner::answered, this, [this](const WhatIfRunner::Answer &answer) {
        m_panel->setForecast(answer.forecast, assumptionsOf(here(), m_panel->change(), answer.forecast));
        setPrediction(ChartSession { m_panel->summary(), answer.there });
    });
    connect(panel, &WhatIfPanel::estimateCancelled, this, &WhatIfChart::cancelEstimate);
    connect(&m_calls, &CallPredictor::predicted, m_panel, &WhatIfPanel::setEstimate);
    connect(&m_calls, &CallPredictor::failed, this, [this](const Error &error) {
        const QString path = QString::fromStdString(m_view.session().analysis->model.path);
        m_panel->setEstimateProblem(errorSentence(error, path), errorDetails(error));
    });
    const auto otherFile = [] { return tr("The file is no longer the one that was measured."); };
    connect(&m_calls, &CallPredictor::otherFile, this,
            [this, otherFile] { m_panel->setEstimateProblem(otherFile(), {}); });
    connect(&m_predictor, &SizePredictor::otherFile, this, [this, otherFile] {
        m_panel->setProblem(otherFile(), {});
        setPrediction(std::nullopt);
    });
    connect(&m_predictor, &SizePredictor::predicted, this, &WhatIfChart::takeSizes);
    connect(&m_predictor, &SizePredictor::failed, this, [this](const Error &error) {
        const QString path = QString::fromStdString(m_view.session().analysis->model.path);
        m_panel->setProblem(errorSentence(error, path), errorDetails(error));
        setPrediction(std::nullopt);
    });
}

void WhatIfChart::setWorker(const QStringList &command)
{
    m_predictor.setCommand(command);
    m_calls.setCommand(command);
}

Request WhatIfChart::requestThere(const Request &here) const
{
    Request there = m_panel->changedRequest(here);
    const Session &session = m_view.session();
    const std::optional<OpenSize> size = openSize(session);
    if (size && m_panel->length())
        there.dimensions = dimensionsWith(session, *size, *m_panel->length());
    return there;
}

void WhatIfChart::estimate(const Request &here)
{
    m_panel->setEstimate(std::nullopt);
    m_panel->setEstimating(true);
    m_calls.ask(std::make_shared<const Session>(this->here()), here, requestThere(here));
}

void WhatIfChart::cancelEstimate()
{
    if (!m_calls.isWorking())
        return;
    m_calls.forget();
    m_panel->setEstimating(false);
}

void WhatIfChart::setSession(const SessionView &view)
{
    const bool onlyItsSweep = changedKinds(m_view.session(), view.session()) == kindsOf<BatchSweep>;
    m_view = view;
    if (onlyItsSweep)
        return showPath();
    m_isStale = true;
    m_runner.forget();
    const Session &session = m_view.session();
    const Device *device = measuredDevice(session);
    m_panel->setObserved(observedBatch(session), device ? displayName(*device) : QString());
    m_panel->setDoubt(uncertainSentence(m_view.judged()));
    m_panel->setHasLayers(session.analysis.has_value(), holdsOnlyTimes(session));
    const std::optional<OpenSize> size = openSize(session);
    m_panel->setLength(size, session.analysis && session.analysis->model.form == ModelForm::Export,
                       size && isBatch(session, *size));
    ask();
}

void WhatIfChart::rename()
{
    if (m_prediction)
        setPrediction(ChartSession { m_panel->summary(), m_prediction->session });
}

void WhatIfChart::setInSight(bool inSight)
{
    m_inSight = inSight;
    showPath();
}

const Session &WhatIfChart::here() const
{
    return isElsewhere(m_view.session()) ? m_view.measured() : m_view.session();
}

void WhatIfChart::takeSession()
{
    if (!m_isStale)
        return;
    m_runner.setSession(here());
    m_lengthOfRunner.reset();
    m_isStale = false;
}

/// At another length the model was not observed: a worker counts it first.
void WhatIfChart::askForSizes()
{
    const Session &session = m_view.session();
    const std::optional<OpenSize> size = openSize(session);
    if (size)
        m_predictor.ask(*session.analysis, dimensionsWith(session, *size, *m_panel->length()), m_requestHere());
}

void WhatIfChart::takeSizes(const std::shared_ptr<const Analysis> &analysis)
{
    const Session &session = m_view.session();
    if (!m_panel->length() || !session.analysis)
        return;
    takeSession();
    m_runner.setSizes(analysis);
    m_lengthOfRunner = m_panel->length();
    showPath();
    m_runner.ask(m_panel->change());
}

void WhatIfChart::ask()
{
    cancelEstimate();
    if (!m_panel->length()) {
        m_predictor.forget();
        if (std::exchange(m_lengthOfRunner, std::nullopt))
            m_runner.setSizes(nullptr);
    }
    showPath();
    if (m_panel->isUnchanged() || !m_view.session().analysis) {
        m_runner.forget();
        m_panel->setForecast(std::nullopt);
        setPrediction(std::nullopt);
        return;
    }
    takeSession();
    if (m_panel->length() == m_lengthOfRunner) {
        m_runner.ask(m_panel->change());
    } else {
        m_runner.forget();
        askForSizes();
    }
}

void WhatIfChart::setPrediction(std::optional<ChartSession> prediction)
{
    if (prediction == m_prediction)
        return;
    m_prediction = std::move(prediction);
    Q_EMIT predictionChanged();
}

void WhatIfChart::showPath()
{
    const bool isWanted = m_inSight && m_panel->showsPath() && m_view.session().analysis;
    const std::optional<ItemId> focus = m_selection->focus();
    if (!isWanted) {
        m_chart->setTrail(std::nullopt);
        m_panel->setPath({}, {});
        return;
    }
    const bool isModel = !focus || *focus == ItemId { ItemId::Kind::Layer, 0 };
    if (isModel) {
        m_panel->setPath({}, {});
        m_chart->setTrail(measuredPath());
        return;
    }
    takeSession();
    const ItemAtBatches item(m_runner.session(), *focus, m_panel->change());
    const std::vector<BatchPlace> places = item.path(shownBatches());
    m_panel->setPath(QString::fromStdString(m_view.judged().at(*focus).label), places, item.turn(places));
    m_chart->setTrail(predictedPath(places));
}

std::vector<double> WhatIfChart::shownBatches() const
{
    std::vector<double> batches;
    for (int doublings = m_panel->batchSlider()->minimum(); doublings <= m_panel->batchSlider()->maximum(); ++doublings)
        batches.push_back(std::ldexp(1.0, doublings));
    return batches;
}

std::optional<Trail> WhatIfChart::predictedPath(const std::vector<BatchPlace> &places) const
{
    const double observed = double(observedBatch(m_runner.session()));
    Trail trail;
    trail.color = ChartStyle(m_panel->palette(), m_panel->font()).accent();
    trail.name = m_panel->pathName();
    for (const BatchPlace &place : places) {
        const QString batch = QString::number(place.batch * observed);
        trail.stops.push_back({ { std::log10(place.intensity), std::log10(place.flopPerSecond) },
                                batch,
                                false,
                                true,
                                tr("Batch %1, predicted").arg(batch),
                                place.timeNs });
    }
    return trail.stops.size() > 1 ? std::optional(trail) : std::nullopt;
}

std::optional<Trail> WhatIfChart::measuredPath() const
{
    const Part<BatchSweep> &sweep = m_view.measured().sweep;
    if (!sweep || isElsewhere(m_view.session()))
        return std::nullopt;
    Trail trail;
    trail.color = ChartStyle(m_panel->palette(), m_panel->font()).text();
    trail.name = tr("The whole model");
    for (const BatchPoint &point : sweep->points) {
        const Summary &summary = point.samples.summary;
        if (point.flops <= 0 || point.bytes <= 0 || summary.count == 0 || !(summary.medianNs > 0))
            continue;
        const double work = double(point.flops);
        trail.stops.push_back(
            { { std::log10(work / double(point.bytes)), std::log10(work / summary.medianNs * nsPerSecond) },
              QString::number(point.batch),
              true,
              true,
              tr("Batch %1, measured").arg(point.batch),
              summary.medianNs });
    }
    return trail.stops.size() > 1 ? std::optional(trail) : std::nullopt;
}

} // namespace rooflight
