// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/what_if_runner.h"

#include <QtConcurrentRun>

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

} // namespace rooflight
