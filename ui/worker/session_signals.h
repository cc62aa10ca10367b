// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// First: moc of Qt 6.4 cannot read <compare>, which our headers bring in, before a Qt header was read.
#include <QObject>

#include "core/model/session.h"
#include "core/record/record.h"

#include <array>
#include <bitset>
#include <functional>
#include <initializer_list>
#include <optional>

namespace rooflight {

/// One signal for each kind of result in a session, and one after all that changed together. SessionController emits
/// them for the session as it was measured, ShownSession for the session under the roofs that the person chose.
class SessionSignals : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    using Signal = void (SessionSignals::*)();

    /// Calls refresh once after any number of these signals were emitted together, while the receiver exists.
    void refreshOn(std::initializer_list<Signal> kinds, QObject *receiver, const std::function<void()> &refresh);

Q_SIGNALS:
    void inspectionChanged();
    void analysisChanged();
    void roofsChanged();
    void latencyChanged(); ///< of the whole model
    void layersChanged(); ///< latencies of the layers
    void interleavedChanged();
    void methodsChanged();
    void sweepChanged();
    void pipelineChanged();
    void remediesChanged();
    void explanationChanged();
    /// Last of the signals that are emitted together.
    void published();
};

/// A kind of result: a member of Session with a signal of its own.
struct SessionKind {
    SessionSignals::Signal changed;
    bool (*isPresent)(const Session &session);
    void (*copy)(const Session &from, Session &to);
};

constexpr std::size_t sessionKindCount = 11;

/// In the order in which their signals are emitted.
[[nodiscard]] const std::array<SessionKind, sessionKindCount> &sessionKinds();

/// One bit for each of sessionKinds().
using SessionKinds = std::bitset<sessionKindCount>;

/// Emits the signals of these kinds, then published(); nothing where there is none.
void emitChanges(SessionSignals &source, SessionKinds changed);

/// The kinds that a session holds.
[[nodiscard]] SessionKinds kindsIn(const Session &session);

/// The kind that a record replaces; without a value for one that is no result, such as a notice.
[[nodiscard]] std::optional<std::size_t> kindOf(const RecordBody &body);

} // namespace rooflight
