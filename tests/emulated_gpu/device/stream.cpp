// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "device/stream.h"

#include "device/activity.h"
#include "device/clock.h"
#include "device/counts.h"
#include "device/engine.h"
#include "device/lies.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>
#include <thread>

namespace emulated_gpu {

namespace {

constexpr double entries = 1022;
constexpr std::uintptr_t lastDefaultHandle = 2;

std::map<int, Stream> &defaultStreams()
{
    static auto *streams = new std::map<int, Stream>;
    return *streams;
}

std::set<Stream *> &createdStreams()
{
    static auto *streams = new std::set<Stream *>;
    return *streams;
}

thread_local int device = 0;

double queueScale()
{
    const char *variable = std::getenv("CUDA_SCALE_LAUNCH_QUEUES");
    const std::string_view text = variable ? variable : "";
    if (text == "0.25x")
        return 0.25;
    if (text == "0.5x")
        return 0.5;
    return text == "2x" ? 2 : text == "4x" ? 4 : 1;
}

/// The function runs on a thread of its own, as on the driver's.
void startFunction(Stream *stream, Work &work)
{
    work.started = true;
    const std::int64_t begin = std::max(work.submittedNs, stream->tailNs);
    std::thread([stream, begin, function = work.function] {
        waitUntil(begin);
        function();
        const std::lock_guard lock(engineMutex());
        stream->tailNs = std::max(stream->tailNs, nowNs());
        stream->pending.pop_front();
        advance();
    }).detach();
}

/// Of each device: all work whose time is known, also what lies ahead.
std::map<int, std::int64_t> &workNs()
{
    static auto *known = new std::map<int, std::int64_t>;
    return *known;
}

std::int64_t run(const Work &work, std::int64_t begin, const Stream &stream)
{
    workNs()[stream.device] += work.ns;
    noteWork(work, begin, begin + work.ns, stream);
    return begin + work.ns;
}

std::int64_t run(const Graph &graph, std::uint32_t correlation, std::int64_t begin, const Stream &stream)
{
    std::vector<std::int64_t> ends;
    std::int64_t last = begin;
    const double factor = lie(Lie::Graphs, 1);
    for (const Node &node : graph.nodes) {
        std::int64_t start = begin;
        for (const std::size_t before : node.after)
            start = std::max(start, ends[before]);
        Work work = node.work;
        work.ns = std::llround(static_cast<double>(work.ns) * factor);
        work.correlation = correlation;
        ends.push_back(run(work, start, stream));
        last = std::max(last, ends.back());
    }
    return last;
}

/// Gives the stream's first entry its time. False if that is not known yet.
bool settle(Stream &stream)
{
    Work &work = stream.pending.front();
    const std::int64_t begin = std::max(work.submittedNs, stream.tailNs);
    switch (work.kind) {
    case WorkKind::Record:
        work.moment->ns = begin;
        work.moment->known = true;
        stream.tailNs = begin + static_cast<std::int64_t>(lie(Lie::EventNs, 0));
        break;
    case WorkKind::Wait:
        if (!work.moment->known)
            return false;
        stream.tailNs = std::max(begin, work.moment->ns);
        break;
    case WorkKind::HostFunction:
        if (!work.started)
            startFunction(&stream, work);
        return false;
    case WorkKind::GraphLaunch:
        stream.tailNs = run(*work.graph, work.correlation, begin, stream);
        break;
    case WorkKind::Kernel:
    case WorkKind::Copy:
    case WorkKind::Fill:
        stream.tailNs = run(work, begin, stream);
        break;
    }
    stream.ends.push_back(stream.tailNs);
    stream.pending.pop_front();
    return true;
}

bool settleAll(Stream &stream)
{
    bool any = false;
    while (!stream.pending.empty() && settle(stream))
        any = true;
    return any;
}

template<typename Visit> void forEachStream(const Visit &visit)
{
    for (auto &[index, stream] : defaultStreams())
        visit(stream);
    for (Stream *stream : createdStreams())
        visit(*stream);
}

void waitForRoom(std::unique_lock<std::mutex> &lock, Stream &stream)
{
    for (;;) {
        const std::int64_t now = nowNs();
        while (!stream.ends.empty() && stream.ends.front() <= now)
            stream.ends.pop_front();
        if (stream.pending.size() + stream.ends.size() < queueLimit())
            return;
        if (stream.ends.empty()) {
            engineChanged().wait(lock);
            continue;
        }
        const std::int64_t next = stream.ends.front();
        lock.unlock();
        waitUntil(next);
        lock.lock();
    }
}

} // namespace

std::mutex &engineMutex()
{
    static auto *mutex = new std::mutex;
    return *mutex;
}

std::condition_variable &engineChanged()
{
    static auto *changed = new std::condition_variable;
    return *changed;
}

void advance()
{
    bool any = true;
    while (any) {
        any = false;
        forEachStream([&any](Stream &stream) { any = settleAll(stream) || any; });
    }
    engineChanged().notify_all();
}

Stream *streamOf(void *handle)
{
    if (reinterpret_cast<std::uintptr_t>(handle) > lastDefaultHandle)
        return static_cast<Stream *>(handle);
    const std::lock_guard lock(engineMutex());
    Stream &stream = defaultStreams()[device];
    stream.device = device;
    return &stream;
}

Stream *createStream(int onDevice, int priority)
{
    const std::lock_guard lock(engineMutex());
    auto *stream = new Stream;
    stream->device = onDevice;
    stream->priority = priority;
    createdStreams().insert(stream);
    count(Count::Streams);
    return stream;
}

void destroyStream(Stream *stream)
{
    waitFor(stream);
    const std::lock_guard lock(engineMutex());
    createdStreams().erase(stream);
    count(Count::Streams, -1);
    delete stream;
}

bool isStream(const Stream *stream)
{
    const std::lock_guard lock(engineMutex());
    bool found = false;
    forEachStream([stream, &found](const Stream &one) { found = found || &one == stream; });
    return found;
}

int currentDevice()
{
    return device;
}

void setCurrentDevice(int index)
{
    device = index;
}

int submit(Stream *stream, Work work)
{
    std::unique_lock lock(engineMutex());
    if (stream->capture)
        return addToCapture(*stream, std::move(work));
    waitForRoom(lock, *stream);
    work.submittedNs = nowNs();
    stream->pending.push_back(std::move(work));
    if (stream->pending.size() == 1)
        advance();
    return 0;
}

bool isIdle(Stream *stream)
{
    const std::lock_guard lock(engineMutex());
    return stream->pending.empty() && stream->tailNs <= nowNs();
}

/// Work lies ahead without gaps: none begins later than it was submitted and what is before it has ended.
std::int64_t busyNs(int onDevice)
{
    const std::lock_guard lock(engineMutex());
    advance();
    std::int64_t busy = workNs()[onDevice];
    const std::int64_t now = nowNs();
    forEachStream([&](const Stream &stream) {
        if (stream.device == onDevice)
            busy -= std::max<std::int64_t>(stream.tailNs - now, 0);
    });
    return busy;
}

bool isBusy()
{
    const std::lock_guard lock(engineMutex());
    bool busy = false;
    forEachStream([&busy, now = nowNs()](const Stream &stream) {
        busy = busy || !stream.pending.empty() || stream.tailNs > now;
    });
    return busy;
}

bool hasHappened(const Event *event)
{
    const std::lock_guard lock(engineMutex());
    return !event->moment || (event->moment->known && event->moment->ns <= nowNs());
}

void waitFor(Stream *stream)
{
    std::unique_lock lock(engineMutex());
    engineChanged().wait(lock, [stream] { return stream->pending.empty(); });
    const std::int64_t end = stream->tailNs;
    lock.unlock();
    waitUntil(end);
}

void waitFor(const Event *event)
{
    const std::shared_ptr<Moment> moment = event->moment;
    if (!moment)
        return;
    std::unique_lock lock(engineMutex());
    engineChanged().wait(lock, [&moment] { return moment->known; });
    const std::int64_t end = moment->ns;
    lock.unlock();
    waitUntil(end);
}

void waitForDevice(int index)
{
    std::vector<Stream *> streams;
    {
        const std::lock_guard lock(engineMutex());
        forEachStream([&](Stream &stream) {
            if (stream.device == index)
                streams.push_back(&stream);
        });
    }
    for (Stream *stream : streams)
        waitFor(stream);
}

std::size_t queueLimit()
{
    static const auto limit = static_cast<std::size_t>(lie(Lie::Queue, entries * queueScale()));
    return limit;
}

} // namespace emulated_gpu
