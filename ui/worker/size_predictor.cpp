// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/worker/size_predictor.h"

#include "core/roofline/open_size.h"
#include "ui/worker/worker_client.h"

#include <utility>
#include <variant>

namespace rooflight {

namespace {

/// What decides how the file is opened, and what a person has agreed to. Sizes are those that are asked for.
Request countRequest(const Request &here, const Analysis &observed)
{
    Request request;
    request.kind = RequestKind::Analyze;
    request.predict = true;
    request.model = here.model.empty() ? observed.model.path : here.model;
    request.convention = fromName<Convention>(observed.convention).value_or(request.convention);
    request.trust = here.trust;
    request.acceptDamaged = here.acceptDamaged;
    request.unconfined = here.unconfined;
    request.libraries = here.libraries;
    request.formulas = here.formulas;
    request.timeoutSeconds = here.timeoutSeconds;
    request.memoryLimitBytes = here.memoryLimitBytes;
    request.execution.method = here.execution.method;
    return request;
}

} // namespace

SizePredictor::SizePredictor(QObject *parent)
    : QObject(parent)
    , m_client(std::make_unique<WorkerClient>())
{
    connect(m_client.get(), &WorkerClient::recordReceived, this, [this](const Record &record) {
        if (record.request != m_number)
            return;
        if (const auto *inspection = std::get_if<Inspection>(&record.body))
            m_isOther = m_isOther || !isSameModel(inspection->model, m_model);
        if (const auto *analysis = std::get_if<Analysis>(&record.body)) {
            m_isOther = m_isOther || !isSameModel(analysis->model, m_model);
            m_arrived = std::make_shared<const Analysis>(*analysis);
        }
    });
    connect(m_client.get(), &WorkerClient::finished, this, &SizePredictor::take);
    connect(m_client.get(), &WorkerClient::failed, this, &SizePredictor::fail);
    connect(m_client.get(), &WorkerClient::workerLost, this, [this](const Error &error, bool duringRequest) {
        if (duringRequest)
            fail(error);
    });
}

SizePredictor::~SizePredictor() = default;

void SizePredictor::setCommand(const QStringList &command)
{
    m_client->setCommand(command);
}

void SizePredictor::ask(const Analysis &observed, const std::vector<std::string> &dimensions, const Request &here)
{
    const Request opened = countRequest(here, observed);
    if (observed.model != m_model || opened != m_opened)
        m_known.clear();
    m_model = observed.model;
    m_opened = opened;
    m_wanted = dimensions;
    if (const auto known = m_known.find(dimensions); known != m_known.end()) {
        Q_EMIT predicted(known->second);
        return;
    }
    m_arrived.reset();
    m_isOther = false;
    Request request = opened;
    request.dimensions = dimensions;
    m_asked = dimensions;
    m_number = m_client->submit(std::move(request));
}

void SizePredictor::forget()
{
    m_wanted.clear();
    if (m_client->isWorking())
        m_client->cancel();
}

void SizePredictor::take()
{
    const std::shared_ptr<const Analysis> analysis = std::exchange(m_arrived, nullptr);
    if (!analysis)
        return;
    if (m_isOther) {
        if (isAwaited())
            Q_EMIT otherFile();
        return;
    }
    m_known[m_asked] = analysis;
    if (isAwaited())
        Q_EMIT predicted(analysis);
}

void SizePredictor::fail(const Error &error)
{
    if (m_wanted.empty())
        return;
    if (m_isOther)
        Q_EMIT otherFile();
    else
        Q_EMIT failed(error);
}

} // namespace rooflight
