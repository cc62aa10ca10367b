// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofs/roof_run.h"

#include <cstdint>
#include <set>
#include <string>

namespace rooflight {

struct CpuRoofOptions {
    int threads = 0; ///< 0: availableCpus()
    std::int64_t arrayBytes = 0; ///< of each array of the memory roofs; 0: four times the last-level caches
};

/// Measures the roofs of the CPU, and those of `others` besides. Of arithmetic (kernels::computeLoops()): "FP32 FMA
/// (vector)" and "FP64 FMA (vector)", and products of FP16, BF16 and INT8 if the CPU has instructions for them; with
/// more time than Effort::Quick multiplications and additions apart, "FP32 multiply, add (vector)", and one number at a
/// time, "FP32 FMA (scalar)". Of main memory "DRAM read" and "DRAM triad", with more time "DRAM write", "DRAM copy" and
/// "DRAM update", too; and "L1 read", "L1 update", "L1 triad" and so on of each level of cache. With more time also
/// bandwidth by footprint (FootprintBenchmark), and the roofs of "one core" and, if there are more CPUs than
/// threads, of all: multiply-adds, products, and main memory. With Effort::Thorough the multiply-adds and products are
/// measured once more, ", sustained": the median of a long phase instead of the best quarter.
///
/// Every repetition runs on all threads at once, each pinned to a CPU of its own while there are enough. Arithmetic,
/// and caches that no two threads share, are timed by what the slowest thread itself ran, whatever other programs ran
/// in between; what threads share is timed from the first one's start to the last one's end. Value of a roof:
/// the 87.5th percentile of the repetitions, which is the median of their best quarter: what the machine reaches again
/// and again, without the luck of the very best repetition and without those that others disturbed. Each roof is
/// measured in several rounds over the whole measurement (those that are held in the last one alone). Interval: order
/// statistics of that percentile, 95 %, and how far the rounds are apart: for arithmetic the two best, as others can
/// only hold it up; for memory, whose bandwidth drifts with what others on the machine do, all of them.
///
/// FLOP: a multiply-add is two. Bytes are those that the pattern names: read n, write n, copy 2 n, update (a = s a, a
/// copy in place) 2 n, triad (a = b + s c) 3 n. Stores to main memory go past the caches, and vectors have 32 bytes,
/// if that is faster. Data for a cache takes up half, a quarter or an eighth of each thread's share of it, whichever
/// is fastest.
///
/// Roof::clockHz comes from a chain of dependent integer additions (one cycle each) right behind each repetition of the
/// loop; Roof::perCycle is FLOP per cycle of one core. Roof::theoretical is the whole number of instructions per cycle
/// (of tiles: of their rows) next to the measured rate, at that clock on all cores; absent when the measured rate is
/// not within 5 % of one, and for memory, whose channels an ordinary user cannot read out.
///
/// Flags: "few_samples" (fewer than 20 repetitions), "unsteady" (the interval did not become narrow in time), "quota"
/// (more threads than the control group lets run at once: the value is what it lets them do on average),
/// "oversubscribed" (more threads than CPUs), "small_arrays" (memory did not allow four times the caches), "partial" (a
/// stop was requested); of a cache "size_by_cpuid", "size_by_sweep" (the system does not report its size) and
/// "size_unconfirmed" (working sets of growing size, read with more time than Effort::Quick, do not show it).
///
/// Errors: those of RoofRun::measure(); CommandLine for a
/// value of the environment variable ROOFLIGHT_SIMD that names no instruction set of this machine (it holds the
/// program to one, for example AVX2 or SSE4).
[[nodiscard]] Result<DeviceRoofs> measureCpuRoofs(RoofRun &run, const CpuRoofOptions &options = {},
                                                  RoofBenchmarks others = {});

/// Name of the instruction set that measureCpuRoofs() would use, for example "AVX2".
[[nodiscard]] Result<std::string> cpuInstructionSet();

/// Precisions of the arithmetic that measureCpuRoofs() would measure.
[[nodiscard]] Result<std::set<Precision>> cpuPrecisions();

} // namespace rooflight
