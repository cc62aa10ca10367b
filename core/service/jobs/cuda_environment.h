// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"

namespace rooflight {

/// Sets what CUDA and LibTorch read from the environment when they start on a GPU: call it before either does, and
/// before there is another thread.
void setCudaEnvironment(const Request &request);

} // namespace rooflight
