// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <cuda_runtime_api.h>

#include <QTest>

#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

extern "C" void __cudaRegisterFunction(void **, const char *, char *, const char *, int, uint3 *, uint3 *, dim3 *,
                                       dim3 *, int *);

/// The emulated device against timelines that are worked out by hand: 100 ps a thread, at least 2 us.
class TimelinesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void heldWorkRunsOneBehindTheOther();
    void workBehindAnEventOfAnotherStreamWaits();
    void streamsRunBesideEachOther();
    void launchesWaitForRoomInTheQueue();
    void copiesTakeTheTimeOfTheBusAndCopy();
    void idleStreamTakesTheTimeOfTheHost();
    void graphRunsItsBranchesBesideEachOther();
    void capturedWorkDoesNotRun();
    void captureRefusesWhatWaits();
    void captureRefusesWorkThatIsNotJoined();
    void captureRefusesTheDefaultStream();
    void memoryIsLimited();
    void handlesBelongToTheirDevice();
};

namespace {

constexpr char kernel = 0;
constexpr unsigned threadsPerBlock = 1000;

struct StreamOwner {
    StreamOwner() { cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking); }
    ~StreamOwner() { cudaStreamDestroy(handle); }
    StreamOwner(const StreamOwner &) = delete;
    StreamOwner &operator=(const StreamOwner &) = delete;

    cudaStream_t handle = nullptr;
};

struct EventOwner {
    EventOwner() { cudaEventCreate(&handle); }
    ~EventOwner() { cudaEventDestroy(handle); }
    EventOwner(const EventOwner &) = delete;
    EventOwner &operator=(const EventOwner &) = delete;

    void record(const StreamOwner &stream) const { QCOMPARE(cudaEventRecord(handle, stream.handle), cudaSuccess); }

    cudaEvent_t handle = nullptr;
};

/// Holds a stream until it is released. The stream's function owns a share of the flag: it may end after this object.
class Hold
{
public:
    explicit Hold(const StreamOwner &stream) { cudaLaunchHostFunc(stream.handle, &Hold::wait, new Flag(m_released)); }
    ~Hold() { release(); }
    Hold(const Hold &) = delete;
    Hold &operator=(const Hold &) = delete;

    void release()
    {
        *m_released = true;
        m_released->notify_all();
    }

private:
    using Flag = std::shared_ptr<std::atomic<bool>>;

    static void wait(void *argument)
    {
        const std::unique_ptr<Flag> released(static_cast<Flag *>(argument));
        (*released)->wait(false);
    }

    Flag m_released = std::make_shared<std::atomic<bool>>(false);
};

cudaError_t launch(const StreamOwner &stream, unsigned microseconds)
{
    // 10,000 threads of 100 ps.
    return cudaLaunchKernel(&kernel, dim3(10 * microseconds), dim3(threadsPerBlock), nullptr, 0, stream.handle);
}

long microsecondsBetween(const EventOwner &begin, const EventOwner &end)
{
    float milliseconds = 0;
    if (cudaEventSynchronize(end.handle) != cudaSuccess
        || cudaEventElapsedTime(&milliseconds, begin.handle, end.handle) != cudaSuccess)
        return -1;
    return std::lround(milliseconds * 1000);
}

} // namespace

void TimelinesTest::initTestCase()
{
    qputenv("CUDA_EMULATED_DEVICES", "2");
    qputenv("CUDA_EMULATED_MEMORY_BYTES", "1000000");
    __cudaRegisterFunction(nullptr, &kernel, nullptr, "kernel", -1, nullptr, nullptr, nullptr, nullptr, nullptr);
}

void TimelinesTest::heldWorkRunsOneBehindTheOther()
{
    const StreamOwner stream;
    const EventOwner begin;
    const EventOwner end;
    Hold hold(stream);
    begin.record(stream);
    for (const unsigned us : { 10U, 1U, 30U }) // the second takes the shortest time, 2 us
        QCOMPARE(launch(stream, us), cudaSuccess);
    end.record(stream);
    QCOMPARE(cudaEventQuery(end.handle), cudaErrorNotReady);
    hold.release();
    QCOMPARE(microsecondsBetween(begin, end), 42L);
}

void TimelinesTest::workBehindAnEventOfAnotherStreamWaits()
{
    const StreamOwner first;
    const StreamOwner second;
    const EventOwner begin;
    const EventOwner between;
    const EventOwner end;
    Hold hold(first);
    begin.record(first);
    launch(first, 100);
    between.record(first);
    QCOMPARE(cudaStreamWaitEvent(second.handle, between.handle, 0), cudaSuccess);
    launch(second, 50);
    end.record(second);
    hold.release();
    QCOMPARE(microsecondsBetween(begin, end), 150L);
}

void TimelinesTest::streamsRunBesideEachOther()
{
    const StreamOwner first;
    const StreamOwner second;
    const EventOwner begin;
    const EventOwner ofSecond;
    const EventOwner end;
    Hold hold(first);
    begin.record(first);
    cudaStreamWaitEvent(second.handle, begin.handle, 0);
    launch(first, 100);
    launch(second, 70);
    ofSecond.record(second);
    cudaStreamWaitEvent(first.handle, ofSecond.handle, 0);
    end.record(first);
    hold.release();
    QCOMPARE(microsecondsBetween(begin, end), 100L);
}

void TimelinesTest::launchesWaitForRoomInTheQueue()
{
    const StreamOwner stream;
    Hold hold(stream);
    constexpr int room = 1021; // of 1022, beside the function
    for (int i = 0; i < room; ++i)
        QCOMPARE(launch(stream, 2), cudaSuccess);
    std::atomic<bool> launched = false;
    std::thread another([&] {
        launch(stream, 2);
        launched = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    QVERIFY(!launched);
    hold.release();
    another.join();
    QVERIFY(launched);
    QCOMPARE(cudaStreamSynchronize(stream.handle), cudaSuccess);
}

void TimelinesTest::copiesTakeTheTimeOfTheBusAndCopy()
{
    const StreamOwner stream;
    const EventOwner begin;
    const EventOwner end;
    constexpr std::size_t bytes = 500'000;
    void *host = nullptr;
    void *device = nullptr;
    QCOMPARE(cudaMallocHost(&host, bytes), cudaSuccess);
    QCOMPARE(cudaMalloc(&device, bytes), cudaSuccess);
    auto *numbers = static_cast<unsigned char *>(host);
    numbers[bytes - 1] = 7;
    {
        Hold hold(stream);
        begin.record(stream);
        QCOMPARE(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream.handle), cudaSuccess);
        end.record(stream);
    }
    QCOMPARE(microsecondsBetween(begin, end), 50L); // 10 GB/s
    std::vector<unsigned char> back(bytes);
    QCOMPARE(cudaMemcpy(back.data(), device, bytes, cudaMemcpyDeviceToHost), cudaSuccess);
    QCOMPARE(back.back(), static_cast<unsigned char>(7));
    cudaFree(device);
    cudaFreeHost(host);
}

void TimelinesTest::idleStreamTakesTheTimeOfTheHost()
{
    const StreamOwner stream;
    const EventOwner begin;
    const EventOwner end;
    begin.record(stream);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    launch(stream, 10);
    end.record(stream);
    QVERIFY(microsecondsBetween(begin, end) >= 5010);
}

void TimelinesTest::graphRunsItsBranchesBesideEachOther()
{
    const StreamOwner stream;
    const StreamOwner branch;
    const EventOwner fork;
    const EventOwner joined;
    QCOMPARE(cudaStreamBeginCapture(stream.handle, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    launch(stream, 10);
    fork.record(stream);
    QCOMPARE(cudaStreamWaitEvent(branch.handle, fork.handle, 0), cudaSuccess);
    launch(branch, 100);
    launch(stream, 40);
    joined.record(branch);
    QCOMPARE(cudaStreamWaitEvent(stream.handle, joined.handle, 0), cudaSuccess);
    launch(stream, 5);
    cudaGraph_t graph = nullptr;
    QCOMPARE(cudaStreamEndCapture(stream.handle, &graph), cudaSuccess);
    std::size_t nodes = 0;
    QCOMPARE(cudaGraphGetNodes(graph, nullptr, &nodes), cudaSuccess);
    QCOMPARE(nodes, static_cast<std::size_t>(4));
    cudaGraphExec_t exec = nullptr;
    QCOMPARE(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);

    const EventOwner begin;
    const EventOwner end;
    Hold hold(stream);
    begin.record(stream);
    QCOMPARE(cudaGraphLaunch(exec, stream.handle), cudaSuccess);
    QCOMPARE(cudaGraphLaunch(exec, stream.handle), cudaSuccess);
    end.record(stream);
    hold.release();
    QCOMPARE(microsecondsBetween(begin, end), 2 * 115L);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}

void TimelinesTest::capturedWorkDoesNotRun()
{
    const StreamOwner stream;
    QCOMPARE(cudaStreamBeginCapture(stream.handle, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    launch(stream, 1'000'000);
    cudaGraph_t graph = nullptr;
    QCOMPARE(cudaStreamEndCapture(stream.handle, &graph), cudaSuccess);
    QCOMPARE(cudaStreamQuery(stream.handle), cudaSuccess);
    cudaGraphDestroy(graph);
}

void TimelinesTest::captureRefusesWhatWaits()
{
    const StreamOwner stream;
    cudaGraph_t graph = nullptr;
    void *memory = nullptr;
    const std::vector<std::function<cudaError_t()>> refused = {
        [] { return cudaDeviceSynchronize(); },
        [&stream] { return cudaStreamSynchronize(stream.handle); },
        [&memory] { return cudaMalloc(&memory, 100); },
    };
    for (const auto &call : refused) {
        QCOMPARE(cudaStreamBeginCapture(stream.handle, cudaStreamCaptureModeThreadLocal), cudaSuccess);
        QCOMPARE(call(), cudaErrorStreamCaptureUnsupported);
        QCOMPARE(launch(stream, 10), cudaErrorStreamCaptureInvalidated);
        QCOMPARE(cudaStreamEndCapture(stream.handle, &graph), cudaErrorStreamCaptureInvalidated);
        QVERIFY(!graph);
    }
    // What asks for it is allowed to.
    QCOMPARE(cudaStreamBeginCapture(stream.handle, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    cudaThreadExchangeStreamCaptureMode(&mode);
    QCOMPARE(cudaMalloc(&memory, 100), cudaSuccess);
    cudaFree(memory);
    cudaThreadExchangeStreamCaptureMode(&mode);
    QCOMPARE(cudaStreamEndCapture(stream.handle, &graph), cudaSuccess);
    cudaGraphDestroy(graph);
    cudaGetLastError();
}

void TimelinesTest::captureRefusesWorkThatIsNotJoined()
{
    const StreamOwner stream;
    const StreamOwner branch;
    const EventOwner fork;
    QCOMPARE(cudaStreamBeginCapture(stream.handle, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    fork.record(stream);
    cudaStreamWaitEvent(branch.handle, fork.handle, 0);
    launch(branch, 10);
    cudaGraph_t graph = nullptr;
    QCOMPARE(cudaStreamEndCapture(stream.handle, &graph), cudaErrorStreamCaptureUnjoined);
    QCOMPARE(launch(branch, 2), cudaSuccess);
    cudaGetLastError();
}

void TimelinesTest::captureRefusesTheDefaultStream()
{
    QCOMPARE(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeThreadLocal), cudaErrorStreamCaptureImplicit);
    cudaGetLastError();
}

void TimelinesTest::memoryIsLimited()
{
    void *first = nullptr;
    void *second = nullptr;
    QCOMPARE(cudaMalloc(&first, 600'000), cudaSuccess);
    QCOMPARE(cudaMalloc(&second, 600'000), cudaErrorMemoryAllocation);
    QCOMPARE(cudaGetLastError(), cudaErrorMemoryAllocation);
    QCOMPARE(cudaGetLastError(), cudaSuccess);
    cudaSetDevice(1); // has its own
    QCOMPARE(cudaMalloc(&second, 600'000), cudaSuccess);
    cudaFree(second);
    cudaSetDevice(0);
    QCOMPARE(cudaFree(first), cudaSuccess);
    std::size_t left = 0;
    std::size_t total = 0;
    QCOMPARE(cudaMemGetInfo(&left, &total), cudaSuccess);
    QCOMPARE(left, total);
    QCOMPARE(cudaFree(first), cudaErrorInvalidValue);
    cudaGetLastError();
}

void TimelinesTest::handlesBelongToTheirDevice()
{
    const StreamOwner stream;
    const EventOwner event;
    cudaSetDevice(1);
    QCOMPARE(launch(stream, 10), cudaErrorInvalidResourceHandle);
    const StreamOwner ofOther;
    QCOMPARE(cudaEventRecord(event.handle, ofOther.handle), cudaErrorInvalidResourceHandle);
    cudaSetDevice(0);
    QCOMPARE(launch(stream, 10), cudaSuccess);
    cudaGetLastError();
}

ROOFLIGHT_TEST(TimelinesTest)
#include "timelines_test.moc"
