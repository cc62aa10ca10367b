// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

namespace emulated_gpu::cost {

// What the emulated device can do. Round numbers, so that a test can work a time out by hand.
constexpr double flopPerSecond = 10e12; ///< of products and convolutions, of every precision
constexpr double deviceBytesPerSecond = 1e12; ///< of its memory, read and written together
constexpr double cacheBytesPerSecond = 2e12; ///< of its second-level cache
constexpr double sharedBytesPerSecond = 4e12; ///< of the shared memory of all multiprocessors
constexpr double hostBytesPerSecond = 10e9; ///< of copies between host and device, each way
constexpr std::int64_t shortestNs = 2'000; ///< of any kernel, copy or fill
constexpr std::int64_t threadPs = 100; ///< of a kernel without a cost of its own, for each of its threads

/// Kernel of which only the launch is known: the shortest time, or that of its threads.
[[nodiscard]] std::int64_t kernelNs(std::uint64_t threads);

/// The larger of the time of its arithmetic and the time of its bytes, and at least the shortest.
[[nodiscard]] std::int64_t workNs(double flop, double bytes, double bytesPerSecond = deviceBytesPerSecond);

/// The least number of whole waves that this takes; as it is where there are none.
[[nodiscard]] std::int64_t wholeWavesNs(std::int64_t ns, std::int64_t waveNs);

/// Copy within a device (read and written), or over the bus.
[[nodiscard]] std::int64_t copyNs(double bytes, bool overBus);

} // namespace emulated_gpu::cost
