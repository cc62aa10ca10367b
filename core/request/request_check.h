// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/request.h"

namespace rooflight {

/// Checks what a request says without opening its model: the name of the device, the SPECs of inputs, what is
/// interleaved, the host work of a pipeline. Whether the device is there shows when it is opened. Errors: CommandLine.
[[nodiscard]] Result<void> checkRequest(const Request &request);

} // namespace rooflight
