// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/session.h"

namespace rooflight {

/// The device that the times of a session are of, those of its layers first; null if nothing was timed. It lives as
/// long as the session.
[[nodiscard]] const Device *measuredDevice(const Session &session);

/// True for a session of times, of a pipeline for example, that holds no model and so no layers.
[[nodiscard]] bool holdsOnlyTimes(const Session &session);

} // namespace rooflight
