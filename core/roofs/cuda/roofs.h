// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/roof_session.h"

/// The groups of roofs; each function measures one and keeps it in the session. Errors are those of Gpu.
namespace ridgepoint::cuda {

/// "FP32 FMA (vector)" and the like: the fastest of several numbers of chains and blocks.
[[nodiscard]] Result<void> measureVector(RoofSession &session, Precision precision);

/// "BF16 (tensor)" and the like: the fastest shape and algorithm, first for 100 ms after a rest (the burst), then, but
/// for Effort::Quick, on and on: the sustained roof is the median of that. A note where the library has no product.
[[nodiscard]] Result<void> measureTensor(RoofSession &session, Precision precision);

/// The arrays of measureDram(); smaller ones when the GPU refuses them. Gives their bytes.
[[nodiscard]] Result<std::int64_t> reserveDramArrays(RoofSession &session);

/// "DRAM read" and the like: the fastest of several grids.
[[nodiscard]] Result<void> measureDram(RoofSession &session, MemoryPattern pattern, std::int64_t arrayBytes);

/// "L2 read": the same quarter of the cache read again and again. Flag "no_plateau" when three eighths of it come out
/// more than 3 % lower. Needs the arrays, of at least that size.
[[nodiscard]] Result<void> measureL2(RoofSession &session, std::int64_t arrayBytes);

/// "Shared memory read".
[[nodiscard]] Result<void> measureShared(RoofSession &session);

/// "PCIe to device", "PCIe from device": pinned copies of 256 MiB, less where the host refuses.
[[nodiscard]] Result<void> measureTransfer(RoofSession &session, CopyDirection direction);

/// "Launch, back to back", "Launch, between events", "Launch, in a graph": seconds of an empty kernel.
[[nodiscard]] Result<void> measureLaunch(RoofSession &session, LaunchPattern pattern);

} // namespace ridgepoint::cuda
