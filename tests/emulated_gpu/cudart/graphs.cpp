// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cudart/call.h"

#include "device/activity.h"
#include "device/counts.h"
#include "device/engine.h"

#include <cupti_runtime_cbid.h>

#include <algorithm>
#include <memory>

using namespace emulated_gpu;

namespace {

using GraphPointer = std::shared_ptr<Graph>;

GraphPointer &graphOf(void *handle)
{
    return *static_cast<GraphPointer *>(handle);
}

CaptureMode modeOf(cudaStreamCaptureMode mode)
{
    if (mode == cudaStreamCaptureModeRelaxed)
        return CaptureMode::Relaxed;
    return mode == cudaStreamCaptureModeGlobal ? CaptureMode::Global : CaptureMode::ThreadLocal;
}

cudaStreamCaptureMode modeOf(CaptureMode mode)
{
    if (mode == CaptureMode::Relaxed)
        return cudaStreamCaptureModeRelaxed;
    return mode == CaptureMode::Global ? cudaStreamCaptureModeGlobal : cudaStreamCaptureModeThreadLocal;
}

cudaStreamCaptureStatus statusOf(const Stream &stream)
{
    if (!stream.capture)
        return cudaStreamCaptureStatusNone;
    return stream.capture->invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
}

cudaError_t instantiate(cudaGraphExec_t *exec, cudaGraph_t graph)
{
    if (const int status = begun())
        return ended(status);
    *exec = reinterpret_cast<cudaGraphExec_t>(new GraphPointer(graphOf(graph)));
    count(Count::Graphs);
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode)
{
    if (const int status = begun())
        return ended(status);
    return ended(beginCapture(streamOf(handle), modeOf(mode)));
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t *graph)
{
    if (const int status = begun())
        return ended(status);
    *graph = nullptr;
    GraphPointer captured;
    if (const int status = endCapture(streamOf(handle), captured))
        return ended(status);
    *graph = reinterpret_cast<cudaGraph_t>(new GraphPointer(std::move(captured)));
    count(Count::Graphs);
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, cudaStreamCaptureStatus *status)
{
    if (const int failed = begun())
        return ended(failed);
    const Stream *stream = streamOf(handle);
    const std::lock_guard lock(engineMutex());
    *status = statusOf(*stream);
    return cudaSuccess;
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus *status, unsigned long long *id,
                                     cudaGraph_t *graph, const cudaGraphNode_t **nodes, const cudaGraphEdgeData **edges,
                                     std::size_t *count)
{
    if (const int failed = begun())
        return ended(failed);
    Stream *stream = streamOf(handle);
    const std::lock_guard lock(engineMutex());
    *status = statusOf(*stream);
    if (id)
        *id = stream->capture ? stream->capture->id : 0;
    // Good for as long as the stream captures: whoever asks keeps no share of the graph.
    if (graph)
        *graph = stream->capture ? reinterpret_cast<cudaGraph_t>(&stream->capture) : nullptr;
    if (nodes)
        *nodes = nullptr;
    if (edges)
        *edges = nullptr;
    if (count)
        *count = 0;
    return cudaSuccess;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode)
{
    *mode = modeOf(exchangeCaptureMode(modeOf(*mode)));
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long)
{
    return instantiate(exec, graph);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long)
{
    return instantiate(exec, graph);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, std::size_t *count)
{
    if (const int status = begun())
        return ended(status);
    std::vector<Node> &own = graphOf(graph)->nodes;
    for (std::size_t i = 0; nodes && i < std::min(*count, own.size()); ++i)
        nodes[i] = reinterpret_cast<cudaGraphNode_t>(&own[i]);
    *count = own.size();
    return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t handle)
{
    if (const int status = begun())
        return ended(status);
    if (const int status = afterStep(Step::Launch))
        return ended(status);
    Stream *stream = ownStream(handle);
    if (!stream)
        return ended(cudaErrorInvalidResourceHandle);
    const NotedCall call(CUPTI_RUNTIME_TRACE_CBID_cudaGraphLaunch_v10000);
    Work work;
    work.kind = WorkKind::GraphLaunch;
    work.graph = graphOf(exec);
    work.correlation = call.correlation();
    count(Count::GraphLaunches);
    count(Count::GraphKernels, work.graph->kernels);
    return ended(submit(stream, std::move(work)));
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    delete &graphOf(graph);
    count(Count::Graphs, -1);
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    delete &graphOf(exec);
    count(Count::Graphs, -1);
    return cudaSuccess;
}

struct EmulatedUserObject {
    void *pointer;
    cudaHostFn_t destroy;
    unsigned count;
};

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *pointer, cudaHostFn_t destroy, unsigned count,
                                 unsigned)
{
    *object = reinterpret_cast<cudaUserObject_t>(new EmulatedUserObject { pointer, destroy, count });
    return cudaSuccess;
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t handle, unsigned count)
{
    auto *object = reinterpret_cast<EmulatedUserObject *>(handle);
    object->count -= count;
    if (object->count == 0) {
        object->destroy(object->pointer);
        delete object;
    }
    return cudaSuccess;
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t handle, unsigned count, unsigned flags)
{
    // Without the flag the graph's share is one more, else the caller's. The graph gives it back when it goes.
    if ((flags & cudaGraphUserObjectMove) == 0)
        reinterpret_cast<EmulatedUserObject *>(handle)->count += count;
    graphOf(graph)->kept.emplace_back(nullptr, [handle, count](void *) { cudaUserObjectRelease(handle, count); });
    return cudaSuccess;
}

} // extern "C"
