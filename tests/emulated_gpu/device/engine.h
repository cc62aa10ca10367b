// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "device/stream.h"

#include <condition_variable>
#include <mutex>

/// What the parts of the device share. Everything of streams and events is read and written under the mutex.
namespace emulated_gpu {

[[nodiscard]] std::mutex &engineMutex();
[[nodiscard]] std::condition_variable &engineChanged();

/// Gives times to all work whose time is known by now.
void advance();

int addToCapture(Stream &stream, Work work);

} // namespace emulated_gpu
