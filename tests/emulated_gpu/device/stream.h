// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "device/work.h"

#include <deque>
#include <memory>
#include <vector>

namespace emulated_gpu {

enum class CaptureMode { Global, ThreadLocal, Relaxed };

/// A queue of a device with a clock of its own. Work begins when it was submitted or when what is before it has ended,
/// whichever is later, and takes as long as the cost model says. Times are those of the host's clock: what waits for a
/// stream waits until then.
struct Stream {
    int device = 0;
    int priority = 0;
    std::int64_t tailNs = 0; ///< when all work ends of which the end is known
    std::deque<Work> pending; ///< what waits for a function of the host, and what is behind it
    std::deque<std::int64_t> ends; ///< of work that has a time, which may lie ahead
    std::shared_ptr<Graph> capture; ///< null when nothing is captured
    bool captureOrigin = false;
    bool unjoined = false; ///< holds captured work that the origin has not waited for
    std::vector<std::size_t> captured; ///< nodes that its next work comes after
};

/// The stream behind a handle of the runtime: null, 1 and 2 are the default stream of the current device.
[[nodiscard]] Stream *streamOf(void *handle);
[[nodiscard]] Stream *createStream(int device, int priority);
/// Its work goes on.
void destroyStream(Stream *stream);
[[nodiscard]] bool isStream(const Stream *stream);

[[nodiscard]] int currentDevice();
void setCurrentDevice(int device);

/// Queues the work, or adds it to the graph that is captured. Waits while the queue is full. Returns a cudaError_t.
int submit(Stream *stream, Work work);
int record(Stream *stream, Event *event);
int wait(Stream *stream, const Event *event);

/// Whether everything submitted has ended.
[[nodiscard]] bool isIdle(Stream *stream);
/// How long the device has worked so far: the time of each kernel, copy and fill by itself, also if they overlap.
[[nodiscard]] std::int64_t busyNs(int device);
/// Whether any device has work of this process.
[[nodiscard]] bool isBusy();
[[nodiscard]] bool hasHappened(const Event *event);
void waitFor(Stream *stream);
void waitFor(const Event *event);
void waitForDevice(int device);

/// Entries that a stream holds before submitting waits: 1022, times CUDA_SCALE_LAUNCH_QUEUES.
[[nodiscard]] std::size_t queueLimit();

int beginCapture(Stream *stream, CaptureMode mode);
int endCapture(Stream *stream, std::shared_ptr<Graph> &graph);
/// A call that is not allowed while this thread captures: the status that it ends with, 0 if it is allowed. The
/// capture is void then.
[[nodiscard]] int unsafeWhileCapturing();
/// What this thread may do while it captures. Returns what it was before.
CaptureMode exchangeCaptureMode(CaptureMode mode);

} // namespace emulated_gpu
