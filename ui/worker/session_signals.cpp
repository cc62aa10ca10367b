// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/worker/session_signals.h"

#include <memory>
#include <utility>

namespace rooflight {

namespace {

template<auto member> constexpr SessionKind kindFor(SessionSignals::Signal changed)
{
    return { changed, [](const Session &session) { return (session.*member).has_value(); },
             [](const Session &from, Session &to) { to.*member = from.*member; } };
}

using S = SessionSignals;

constexpr std::array<SessionKind, sessionKindCount> kinds = { kindFor<&Session::inspection>(&S::inspectionChanged),
                                                              kindFor<&Session::analysis>(&S::analysisChanged),
                                                              kindFor<&Session::peaks>(&S::roofsChanged),
                                                              kindFor<&Session::latency>(&S::latencyChanged),
                                                              kindFor<&Session::layers>(&S::layersChanged),
                                                              kindFor<&Session::interleaved>(&S::interleavedChanged),
                                                              kindFor<&Session::methods>(&S::methodsChanged),
                                                              kindFor<&Session::sweep>(&S::sweepChanged),
                                                              kindFor<&Session::pipeline>(&S::pipelineChanged),
                                                              kindFor<&Session::remedies>(&S::remediesChanged),
                                                              kindFor<&Session::explanation>(&S::explanationChanged) };

/// The bodies of the records of `kinds`, in the same order.
template<typename Body, typename... Bodies> std::optional<std::size_t> positionOf(const RecordBody &body)
{
    if (std::holds_alternative<Body>(body))
        return sessionKindCount - 1 - sizeof...(Bodies);
    if constexpr (sizeof...(Bodies) > 0)
        return positionOf<Bodies...>(body);
    return std::nullopt;
}

} // namespace

void SessionSignals::refreshOn(std::initializer_list<Signal> kinds, QObject *receiver,
                               const std::function<void()> &refresh)
{
    const auto wanted = std::make_shared<bool>(false);
    for (const Signal kind : kinds)
        connect(this, kind, receiver, [wanted] { *wanted = true; });
    connect(this, &SessionSignals::published, receiver, [wanted, refresh] {
        if (std::exchange(*wanted, false))
            refresh();
    });
}

const std::array<SessionKind, sessionKindCount> &sessionKinds()
{
    return kinds;
}

void emitChanges(SessionSignals &source, SessionKinds changed)
{
    if (changed.none())
        return;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        if (changed[kind])
            Q_EMIT(source.*kinds[kind].changed)();
    }
    Q_EMIT source.published();
}

SessionKinds kindsIn(const Session &session)
{
    SessionKinds present;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
        present[kind] = kinds[kind].isPresent(session);
    return present;
}

std::optional<std::size_t> kindOf(const RecordBody &body)
{
    return positionOf<Inspection, Analysis, DeviceRoofs, ModelLatency, LayerLatencies, InterleavedLatency,
                      MethodComparison, BatchSweep, PipelineLatency, Remedies, Explanation>(body);
}

} // namespace rooflight
