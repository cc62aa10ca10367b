// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <functional>

namespace rooflight {

/// Calls \p work with 0, 1, ... in each of the threads that LibTorch runs operators in, this thread among them, at the
/// same time: one number a thread, as many as at::get_num_threads(). The threads stay the same from call to call.
void onTorchThreads(const std::function<void(std::int64_t)> &work);

} // namespace rooflight
