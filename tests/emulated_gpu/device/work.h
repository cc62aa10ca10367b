// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace emulated_gpu {

struct Graph;
struct Stream;

/// When a stream came to an event, once that is known.
struct Moment {
    bool known = false;
    std::int64_t ns = 0;
    // Recorded while the stream was being captured: it stands for these nodes of the graph and has no time.
    std::weak_ptr<Graph> graph;
    std::vector<std::size_t> nodes;
    Stream *stream = nullptr;
};

struct Event {
    int device = 0;
    bool timed = true;
    std::shared_ptr<Moment> moment; ///< of the last record; null before the first
};

enum class WorkKind { Kernel, Copy, Fill, Record, Wait, HostFunction, GraphLaunch };
enum class CopyKind { ToDevice, ToHost, OnDevice, OnHost };

/// One entry of a stream's queue.
struct Work {
    WorkKind kind = WorkKind::Kernel;
    const char *name = ""; ///< of a kernel; lives as long as the process
    std::int64_t ns = 0; ///< how long the device takes for it
    std::uint64_t bytes = 0; ///< of a copy or a fill
    double readBytes = 0; ///< of the device's memory, as far as they are known
    double writtenBytes = 0;
    CopyKind copy = CopyKind::OnDevice;
    std::array<unsigned, 3> grid = { 1, 1, 1 };
    std::array<unsigned, 3> block = { 1, 1, 1 };
    std::shared_ptr<Moment> moment; ///< of a record or a wait
    std::function<void()> function; ///< of the host
    std::shared_ptr<const Graph> graph; ///< to launch
    std::uint32_t correlation = 0; ///< of the call that asked for it; 0: not asked for
    std::int64_t submittedNs = 0;
    bool started = false; ///< of a function of the host
};

struct Node {
    Work work;
    std::vector<std::size_t> after; ///< nodes that end before it begins
};

struct Graph {
    std::uint64_t id = 0;
    std::vector<Node> nodes;
    std::int64_t kernels = 0; ///< of the nodes
    std::vector<std::shared_ptr<void>> kept; ///< what lives as long as the graph
    bool invalid = false; ///< its capture did what a capture must not
};

} // namespace emulated_gpu
