// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace ridgepoint {

/// Becomes ridgepoint-worker, which has LibTorch in it: the one in the folder of this program, or the one that is
/// installed in ../lib/ridgepoint. Returns only where there is none, or it does not start. Errors: Internal.
[[nodiscard]] Error becomeWorker(char **argv);

} // namespace ridgepoint
