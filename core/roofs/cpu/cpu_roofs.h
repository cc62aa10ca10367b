// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/model/result.h"
#include "core/model/roof.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>

namespace ridgepoint {

struct CpuPeaksOptions {
    int threads = 0; ///< 0: availableCpus()
    Effort effort = Effort::Normal; ///< at most 5 s, 30 s or 180 s; less once the values hold still
    double secondsForOthers = 0; ///< of that time, for what is measured besides
    std::function<void()> afterRound; ///< measures some of that, after each of the visitRounds(); may be empty
    std::int64_t arrayBytes = 0; ///< of each array of the memory roofs; 0: four times the last-level caches
};

/// How far a measurement of roofs is.
struct PeaksProgress {
    std::string roof; ///< name of the roof that is being measured
    int done = 0; ///< hundredths of the time for each roof; jumps forward when one is steady early
    int total = 0;
};

/// Called after every repeat, on the caller's thread; false ends the measurement.
using PeaksKeepGoing = std::function<bool(const PeaksProgress &)>;

/// Measures the roofs of the CPU. Of arithmetic (kernels::computeLoops() tells the units): "FP32 FMA (vector)" and
/// "FP64 FMA (vector)", and products of FP16, BF16 and INT8 where the CPU has instructions for them; with more time
/// than Effort::Quick multiplications and additions apart, "FP32 multiply, add (vector)", and one number at a time,
/// "FP32 FMA (scalar)". Of main memory "DRAM read" and "DRAM triad", with more time "DRAM write", "DRAM copy" and "DRAM
/// update", too; and "L1 read", "L1 update", "L1 triad" and so on of each level of cache. With
/// more time also the roofs of "one core" and, where there are more CPUs than threads, of all: multiply-adds, products,
/// and main memory. With Effort::Thorough the multiply-adds and products are measured once more, ", sustained": the
/// median of a long phase instead of the best quarter.
///
/// Every repeat runs on all threads at once, each pinned to a CPU of its own while there are enough. Arithmetic, and
/// caches that no two threads share, are timed by what the slowest thread itself ran, whatever other programs ran in
/// between; what threads share is timed from the first one's start to the last one's end. Value of a roof: the 87.5th
/// percentile of the repeats, which is the median of their best quarter: what the machine reaches again and again,
/// without the luck of the very best repeat and without the repeats that others disturbed. Each roof is visited several
/// times over the whole measurement (those that are held once, at its end). Interval: order statistics of that
/// percentile, 95 %, and how far the visits are apart: for arithmetic the two best, as others can only hold it up; for
/// memory, whose bandwidth drifts with what others on the machine do, all of them.
///
/// FLOP: a multiply-add is two. Bytes are those that the pattern names: read n, write n, copy 2 n, update (a = s a, a
/// copy in place) 2 n, triad (a = b + s c) 3 n. Stores to main memory go past the caches, and vectors have 32 bytes,
/// where that is faster. Data for a cache takes up half, a quarter or an eighth of each thread's share of it, whichever
/// is fastest.
///
/// Roof::clockHz comes from a chain of dependent integer additions (one cycle each) right behind each repeat of the
/// loop; Roof::perCycle is FLOP per cycle of one core. Roof::theoretical is the whole number of instructions per cycle
/// (of tiles: of their rows) next to the measured rate, at that clock on all cores; absent when the measured rate is
/// not within 5 % of one, and for memory, whose channels an ordinary user cannot read out.
///
/// Flags: "few_samples" (fewer than 20 repeats), "unsteady" (the interval did not become narrow in time), "quota" (more
/// threads than the control group lets run at once: the value is what it lets them do on average), "oversubscribed"
/// (more threads than CPUs), "small_arrays" (memory did not allow four times the caches), "partial" (ended by
/// keepGoing); of a cache "size_by_cpuid", "size_by_sweep" (the system does not tell its size) and "size_unconfirmed"
/// (working sets of growing size, read with more time than Effort::Quick, do not show it).
///
/// When keepGoing ends it, the roofs so far are returned, at least the first. Errors: OutOfMemory, CommandLine for a
/// value of the environment variable RIDGEPOINT_SIMD that names no instruction set of this machine (it holds the
/// program to one, for example AVX2 or SSE4).
[[nodiscard]] Result<Peaks> measureCpuPeaks(const CpuPeaksOptions &options = {}, const PeaksKeepGoing &keepGoing = {});

/// Name of the instruction set that measureCpuPeaks() would use, for example "AVX2".
[[nodiscard]] Result<std::string> cpuInstructionSet();

/// Roof::precision of the arithmetic that measureCpuPeaks() would measure.
[[nodiscard]] Result<std::set<std::string>> cpuPrecisions();

} // namespace ridgepoint
