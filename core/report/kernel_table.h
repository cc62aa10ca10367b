// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/session.h"
#include "core/report/text_layout.h"

namespace ridgepoint {

/// The kernels of a run with the operators that launched them, those that take longest first, at most fifty. No rows
/// where none were listed.
[[nodiscard]] TableContent kernelContent(const Session &session);

} // namespace ridgepoint
