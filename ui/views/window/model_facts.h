// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/session.h"

#include <QString>

#include <vector>

namespace rooflight {

/// A number of a model under its name.
struct ModelFact {
    QString title;
    QString value; ///< empty while it is not known
    QString help; ///< what the number means; may be empty
};

[[nodiscard]] ModelFact inputFact(const Session &session);
[[nodiscard]] ModelFact deviceFact(const Session &session);
[[nodiscard]] ModelFact latencyFact(const Session &session);
/// The facts above and all others: file, parameters, work, memory, whether all of it has formulas, throughput.
[[nodiscard]] std::vector<ModelFact> modelFacts(const Session &session);

} // namespace rooflight
