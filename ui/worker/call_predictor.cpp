// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/worker/call_predictor.h"

#include "core/roofline/open_size.h"
#include "ui/worker/worker_client.h"

#include <QtConcurrentRun>

#include <utility>
#include <variant>

namespace rooflight {

CallPredictor::CallPredictor(QObject *parent)
    : QObject(parent)
    , m_client(std::make_unique<WorkerClient>())
{
    connect(m_client.get(), &WorkerClient::recordReceived, this, [this](const Record &record) {
        if (record.request != m_number)
            return;
        if (const auto *inspection = std::get_if<Inspection>(&record.body))
            m_isOther = m_isOther || !isSameModel(inspection->model, m_session->analysis->model);
        else if (const auto *analysis = std::get_if<Analysis>(&record.body))
            m_analysis = *analysis;
        else if (const auto *times = std::get_if<LayerLatencies>(&record.body))
            m_times = *times;
        else if (const auto *runs = std::get_if<ModelLatency>(&record.body))
            m_runs = *runs;
    });
    connect(m_client.get(), &WorkerClient::finished, this, &CallPredictor::take);
    connect(m_client.get(), &WorkerClient::failed, this, &CallPredictor::fail);
    connect(m_client.get(), &WorkerClient::workerLost, this, [this](const Error &error, bool duringRequest) {
        if (duringRequest)
            fail(error);
    });
    connect(&m_estimating, &QFutureWatcherBase::finished, this, [this] {
        if (m_estimated == m_question && std::exchange(m_isWanted, false))
            Q_EMIT predicted(m_estimating.result());
    });
}

CallPredictor::~CallPredictor()
{
    m_estimating.waitForFinished();
}

void CallPredictor::setCommand(const QStringList &command)
{
    m_client->setCommand(command);
}

void CallPredictor::ask(std::shared_ptr<const Session> session, const Request &here, const Request &there)
{
    const Request wanted = replayRequest(here);
    if (wanted != m_here || !m_session || m_session->analysis->model != session->analysis->model)
        m_callsHere.reset();
    m_session = std::move(session);
    m_here = wanted;
    m_runsThere = fewRunsRequest(there);
    m_callsThere = replayRequest(there);
    m_isWanted = true;
    ++m_question;
    m_runs.reset();
    submit(m_callsHere ? Step::RunsThere : Step::CallsHere);
}

void CallPredictor::submit(Step step)
{
    m_step = step;
    m_isOther = false;
    m_analysis.reset();
    m_times.reset();
    m_number = m_client->submit(step == Step::CallsHere       ? m_here
                                    : step == Step::RunsThere ? m_runsThere
                                                              : m_callsThere);
}

void CallPredictor::forget()
{
    m_isWanted = false;
    if (m_client->isWorking())
        m_client->cancel();
}

bool CallPredictor::isOfSession(const Analysis &analysis) const
{
    const Analysis &observed = *m_session->analysis;
    return analysis.totals.cost == observed.totals.cost && analysis.operators.size() == observed.operators.size();
}

void CallPredictor::take()
{
    if (!m_isWanted)
        return;
    m_isOther = m_isOther || (m_analysis && !isSameModel(m_analysis->model, m_session->analysis->model));
    if (m_isOther)
        return fail({});
    if (m_step == Step::RunsThere && m_runs && m_runs->samples.summary.count > 0)
        return submit(Step::CallsThere);
    if (!m_analysis || !m_times)
        return fail({ ErrorCode::ModelFailed, tr("No operator of the model can be called alone.").toStdString(), "" });
    Calls calls { *std::exchange(m_analysis, std::nullopt), *std::exchange(m_times, std::nullopt) };
    if (m_step == Step::CallsThere)
        return estimate(std::move(calls));
    if (!isOfSession(calls.analysis))
        return fail({ ErrorCode::ModelFailed,
                      tr("The options are no longer those that it was measured with.").toStdString(), "" });
    m_callsHere = std::move(calls);
    submit(Step::RunsThere);
}

void CallPredictor::estimate(Calls there)
{
    m_estimated = m_question;
    m_estimating.setFuture(QtConcurrent::run(
        [session = m_session, timesHere = m_callsHere->times, runs = m_runs, calls = std::move(there)]() mutable {
            Session changed;
            changed.analysis = std::move(calls.analysis);
            changed.latency = std::move(runs);
            changed.peaks = session->peaks;
            return replayedEstimate(*session, timesHere, changed, calls.times);
        }));
}

void CallPredictor::fail(const Error &error)
{
    if (!std::exchange(m_isWanted, false))
        return;
    if (m_isOther)
        Q_EMIT otherFile();
    else
        Q_EMIT failed(error);
}

} // namespace rooflight
