// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/cuda/roof_session.h"

#include <memory>

/// The groups of roofs; each function measures one in the session's round and keeps it there. Errors are those of Gpu.
namespace rooflight::cuda {

/// A benchmark for every roof that the GPU has, to be run in one round. Waits for the GPU to become idle, and notes
/// what it lacks.
[[nodiscard]] RoofBenchmarks gpuBenchmarks(const std::shared_ptr<RoofSession> &session);

/// "FP32 FMA (vector)" and the like: the fastest of several numbers of chains and blocks.
[[nodiscard]] Result<void> measureVector(RoofSession &session, Precision precision);

/// "FP32 exp2 (special functions)": exponentials of base 2; one counts as one FLOP.
[[nodiscard]] Result<void> measureSpecial(RoofSession &session);

/// "BF16 (tensor)" and the like: the fastest shape and algorithm, first for 100 ms after a rest (the burst), then, but
/// for Effort::Quick, on and on: the sustained roof is the median of that. A note if the library has no product.
[[nodiscard]] Result<void> measureTensor(RoofSession &session, Precision precision);

/// "DRAM read" and the like: the fastest of several grids, for reads also by the read-only path. Arrays are smaller
/// when the GPU refuses them.
[[nodiscard]] Result<void> measureDram(RoofSession &session, MemoryPattern pattern);

/// "L2 read": the same quarter of the cache read again and again. Flag "no_plateau" when three eighths of it come out
/// more than 3 % lower.
[[nodiscard]] Result<void> measureL2(RoofSession &session);

/// "Shared memory read".
[[nodiscard]] Result<void> measureShared(RoofSession &session);

/// "PCIe to device", "PCIe from device": pinned copies of 256 MiB, less if the host refuses.
[[nodiscard]] Result<void> measureTransfer(RoofSession &session, CopyDirection direction);

/// "Launch, back to back", "Launch, between events", "Launch, in a graph": seconds of an empty kernel.
[[nodiscard]] Result<void> measureLaunch(RoofSession &session, LaunchPattern pattern);

} // namespace rooflight::cuda
