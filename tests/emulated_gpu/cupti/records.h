// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cupti.h>

#include <cstdint>
#include <functional>

namespace emulated_gpu {

/// The records of this CUPTI: its headers number them, and LibTorch reads those of the version that it came with.
using KernelRecord = CUPTI_KERNEL_RECORD;
using CopyRecord = CUPTI_COPY_RECORD;
using FillRecord = CUPTI_FILL_RECORD;

/// A moment of the host's clock, by the clock that the program asked CUPTI to use.
using TimeConversion = std::function<std::uint64_t(std::int64_t ns)>;

/// The functions by which the program gives buffers and takes them back. Before it asks for records it looks whether it
/// has given any.
void setBufferFunctions(CUpti_BuffersCallbackRequestFunc request, CUpti_BuffersCallbackCompleteFunc complete);
void requestBuffer();

/// Gives everything noted so far.
void deliver(const TimeConversion &timeOf);

} // namespace emulated_gpu
