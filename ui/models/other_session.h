// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/session.h"

#include <QString>

#include <memory>
#include <optional>

namespace rooflight {

/// What a list of sessions shows of each.
struct SessionFacts {
    QString model; ///< name of the file
    QString device;
    QString execution;
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
    QString path; ///< of its file; empty where it was kept from the window
    std::shared_ptr<const Session> session;
    SessionFacts facts;
    bool onChart = true;
};

} // namespace rooflight
