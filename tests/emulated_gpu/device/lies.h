// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string_view>

/// What the device says or does wrong, so that a test can see who notices.
///
/// CUDA_EMULATED_LIES is NAME:NUMBER or NAME:NUMBER@FIRST, separated by commas. A name is one of those below, or a part
/// of a kernel's name, whose time is multiplied, from the FIRST such kernel on that is launched.
namespace emulated_gpu {

enum class Lie {
    Events, ///< "events": what an event's time is multiplied by
    EventNs, ///< "event_ns": how long a stream takes to record an event
    WaitingEvents, ///< "waiting_events", 1: recording an event waits for the stream
    Graphs, ///< "graphs": what the time of kernels in a graph is multiplied by
    Records, ///< "records": what CUPTI multiplies the time of kernels by
    LostRecords, ///< "lost_records": each N-th kernel is not noted by CUPTI
    LostOwners, ///< "lost_owners", 1: CUPTI does not say which operator a kernel is of
    Counters, ///< "counters": what the counters of bytes are multiplied by
    Queue, ///< "queue": how many entries a stream holds
    WaitMs, ///< "wait_ms": how much longer it takes to wait for an event
};

/// The number of the lie, or \p otherwise where it is not active.
[[nodiscard]] double lie(Lie which, double otherwise);

/// What the time of the kernel's next launch is multiplied by.
[[nodiscard]] double launchFactor(std::string_view kernel);
void countLaunch(std::string_view kernel);

} // namespace emulated_gpu
