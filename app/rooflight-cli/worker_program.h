// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace rooflight {

/// Becomes rooflight-worker, which has LibTorch in it: the one in the folder of this program, or the one that is
/// installed in ../lib/rooflight. Returns only if there is none, or it does not start. Errors: Internal.
[[nodiscard]] Error becomeWorker(char **argv);

} // namespace rooflight
