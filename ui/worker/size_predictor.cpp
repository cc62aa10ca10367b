// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/worker/size_predictor.h"

#include "ui/worker/worker_client.h"

#include <utility>
#include <variant>

namespace rooflight {

SizePredictor::SizePredictor(QObject *parent)
    : QObject(parent)
    , m_client(std::make_unique<WorkerClient>())
{
    connect(m_client.get(), &WorkerClient::recordReceived, this, [this](const Record &record) {
        const auto *analysis = std::get_if<Analysis>(&record.body);
        if (analysis && record.request == m_number)
            m_arrived = std::make_shared<const Analysis>(*analysis);
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

void SizePredictor::ask(const Analysis &observed, const std::vector<std::string> &dimensions)
{
    if (observed.model != m_model)
        m_known.clear();
    m_model = observed.model;
    m_wanted = dimensions;
    if (const auto known = m_known.find(dimensions); known != m_known.end()) {
        Q_EMIT predicted(known->second);
        return;
    }
    m_arrived.reset();
    Request request;
    request.kind = RequestKind::Analyze;
    request.model = observed.model.path;
    request.convention = observed.convention;
    request.predict = true;
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
    m_known[m_asked] = analysis;
    if (m_wanted == m_asked)
        Q_EMIT predicted(analysis);
}

void SizePredictor::fail(const Error &error)
{
    if (!m_wanted.empty())
        Q_EMIT failed(error);
}

} // namespace rooflight
