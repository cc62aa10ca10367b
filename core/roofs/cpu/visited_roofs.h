// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/result.h"

#include <cstddef>

namespace ridgepoint {

/// Roofs that are measured in visits some time apart: what else the machine does differs more from one minute to the
/// next than within one visit.
class VisitedRoofs
{
public:
    virtual ~VisitedRoofs() = default;

    [[nodiscard]] virtual std::size_t size() const = 0;

    /// Some repeats of each roof, with this weight each. False when the caller ended it. Fails with OutOfMemory.
    [[nodiscard]] virtual Result<bool> visit(double weight) = 0;

    /// Hands the roofs of what was visited to their bench. Called once.
    virtual void finish() = 0;
};

} // namespace ridgepoint
