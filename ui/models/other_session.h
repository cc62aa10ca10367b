// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/session.h"
#include "core/roofline/time_change.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace rooflight {

/// What a list of sessions shows of each.
struct SessionFacts {
    QString model; ///< name of the file
    QString device;
    QString execution;
    QString executionBesides; ///< its precision
    QString precision; ///< element type of most of the work
    std::int64_t batch = 0; ///< 0: not timed
    std::optional<std::int64_t> flops; ///< of a run
    std::optional<double> medianNs; ///< of the whole model
    std::optional<double> atRoofNs; ///< of the whole model
};

/// All but the time at the roofs, which takes as long as judging every operator.
[[nodiscard]] SessionFacts factsOf(const Session &session);

/// A session beside the one that is shown.
struct OtherSession {
    QString name;
    QString path; ///< of its file; empty if it was kept from the window
    std::shared_ptr<const Session> session;
    SessionFacts facts;
    bool onChart = true;
    bool isBaseline = false; ///< what comes after it is compared with it
};

/// What sessions are called beside each other: the model, or of one model all that differs. If nothing does, or not
/// enough, the other name of each.
[[nodiscard]] QStringList namesByDifference(const std::vector<SessionFacts> &facts, const QStringList &otherwise);

/// Change between the medians of two sessions; nothing if one has none, or if a run is other work.
[[nodiscard]] std::optional<TimeChange> changeOfMedian(const SessionFacts &factsBefore,
                                                       const Part<ModelLatency> &before, const SessionFacts &factsAfter,
                                                       const Part<ModelLatency> &after);
/// True if both know the work of a run, and it is not the same.
[[nodiscard]] bool isOtherWork(const SessionFacts &first, const SessionFacts &second);
/// "5.2 times faster", "12 % slower", "no change"; empty without a ratio.
[[nodiscard]] QString changeText(const TimeChange &change);

} // namespace rooflight
