// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sampling/measurement_context.h"

/// A clock that only a test moves.
struct FakeClock {
    double seconds = 0;

    [[nodiscard]] rooflight::MeasurementContext context(std::stop_token stop = {})
    {
        rooflight::MeasurementContext context;
        context.stop = std::move(stop);
        context.now = [this] { return seconds; };
        return context;
    }
};
