// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "device/counts.h"
#include "device/engine.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace emulated_gpu {

namespace {

// Of cudaError_t.
constexpr int captureUnsupported = 900;
constexpr int captureInvalidated = 901;
constexpr int captureUnmatched = 903;
constexpr int captureUnjoined = 904;
constexpr int captureIsolation = 905;
constexpr int captureImplicit = 906;
constexpr int invalidResourceHandle = 400;
constexpr int illegalState = 401;

thread_local CaptureMode threadMode = CaptureMode::Global;
thread_local std::weak_ptr<Graph> ownCapture; ///< that this thread began, unless it is relaxed

std::vector<Stream *> &capturingStreams()
{
    static auto *streams = new std::vector<Stream *>;
    return *streams;
}

std::uint64_t nextGraphId()
{
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

void join(Stream &stream, const Moment &moment, std::shared_ptr<Graph> graph)
{
    if (!stream.capture) {
        stream.capture = std::move(graph);
        stream.captured.clear();
        stream.unjoined = true;
        capturingStreams().push_back(&stream);
    }
    for (const std::size_t node : moment.nodes) {
        if (std::ranges::find(stream.captured, node) == stream.captured.end())
            stream.captured.push_back(node);
    }
    // What was recorded behind all of the other stream's work joins that stream again.
    if (moment.stream != &stream && moment.stream->captured == moment.nodes)
        moment.stream->unjoined = false;
}

int invalidate(const std::shared_ptr<Graph> &graph, int status)
{
    graph->invalid = true;
    return status;
}

bool isDefault(const Stream &stream)
{
    return &stream == streamOf(nullptr);
}

} // namespace

int addToCapture(Stream &stream, Work work)
{
    Graph &graph = *stream.capture;
    if (graph.invalid)
        return captureInvalidated;
    graph.kernels += work.kind == WorkKind::Kernel ? 1 : 0;
    graph.nodes.push_back({ std::move(work), stream.captured });
    stream.captured = { graph.nodes.size() - 1 };
    stream.unjoined = !stream.captureOrigin;
    return 0;
}

int record(Stream *stream, Event *event)
{
    if (event->device != stream->device)
        return invalidResourceHandle;
    auto moment = std::make_shared<Moment>();
    {
        const std::lock_guard lock(engineMutex());
        event->moment = moment;
        if (stream->capture) {
            moment->graph = stream->capture;
            moment->nodes = stream->captured;
            moment->stream = stream;
            return stream->capture->invalid ? captureInvalidated : 0;
        }
    }
    Work work;
    work.kind = WorkKind::Record;
    work.moment = std::move(moment);
    return submit(stream, std::move(work));
}

int wait(Stream *stream, const Event *event)
{
    {
        const std::lock_guard lock(engineMutex());
        if (!event->moment)
            return 0;
        std::shared_ptr<Graph> graph = event->moment->graph.lock();
        if (graph) {
            join(*stream, *event->moment, std::move(graph));
            return 0;
        }
        // Work outside the capture cannot be waited for within it.
        if (stream->capture)
            return invalidate(stream->capture, captureIsolation);
    }
    Work work;
    work.kind = WorkKind::Wait;
    work.moment = event->moment;
    return submit(stream, std::move(work));
}

int beginCapture(Stream *stream, CaptureMode mode)
{
    if (isDefault(*stream))
        return captureImplicit;
    const bool busy = isBusy();
    const std::lock_guard lock(engineMutex());
    if (stream->capture)
        return illegalState;
    stream->capture = std::make_shared<Graph>();
    stream->capture->id = nextGraphId();
    stream->captureOrigin = true;
    stream->captured.clear();
    count(Count::CapturesBegun);
    if (busy)
        count(Count::CapturesWhileBusy);
    capturingStreams().push_back(stream);
    if (mode != CaptureMode::Relaxed)
        ownCapture = stream->capture;
    return 0;
}

int endCapture(Stream *stream, std::shared_ptr<Graph> &graph)
{
    const std::lock_guard lock(engineMutex());
    if (!stream->capture || !stream->captureOrigin)
        return captureUnmatched;
    const std::shared_ptr<Graph> captured = stream->capture;
    bool unjoined = false;
    std::erase_if(capturingStreams(), [&](Stream *one) {
        if (one->capture != captured)
            return false;
        unjoined = unjoined || one->unjoined;
        one->capture.reset();
        one->captureOrigin = false;
        one->unjoined = false;
        return true;
    });
    ownCapture.reset();
    count(Count::CapturesEnded);
    if (captured->invalid)
        return captureInvalidated;
    if (unjoined)
        return captureUnjoined;
    graph = captured;
    return 0;
}

int unsafeWhileCapturing()
{
    if (threadMode == CaptureMode::Relaxed)
        return 0;
    const std::shared_ptr<Graph> graph = ownCapture.lock();
    if (!graph)
        return 0;
    const std::lock_guard lock(engineMutex());
    return invalidate(graph, captureUnsupported);
}

CaptureMode exchangeCaptureMode(CaptureMode mode)
{
    return std::exchange(threadMode, mode);
}

} // namespace emulated_gpu
