// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/module/cuda_gpu.h"

#include "core/machine/gpu_uuid.h"

#include <algorithm>
#include <fstream>
#include <vector>

namespace rooflight::cuda {

namespace {

constexpr auto telemetryPeriod = std::chrono::milliseconds(50);
constexpr double secondsPerMillisecond = 1e-3;
constexpr double hzPerKhz = 1e3;

int attribute(cudaDeviceAttr which, int index)
{
    int value = 0;
    if (cudaDeviceGetAttribute(&value, which, index) != cudaSuccess)
        static_cast<void>(cudaGetLastError());
    return value;
}

std::string textOf(const cudaUUID_t &uuid)
{
    std::array<unsigned char, 16> bytes {};
    std::ranges::transform(uuid.bytes, bytes.begin(), [](char byte) { return static_cast<unsigned char>(byte); });
    return gpuUuidText(bytes);
}

/// From the driver's own file, where its library is not there to ask.
std::string driverFromProc()
{
    std::ifstream file("/proc/driver/nvidia/version");
    for (std::string word; file >> word;) {
        if (word.find('.') != std::string::npos && word.find_first_not_of("0123456789.") == std::string::npos)
            return word;
    }
    return {};
}

GpuProperties propertiesOf(int index, const cudaDeviceProp &facts)
{
    GpuProperties properties;
    properties.name = facts.name;
    properties.uuid = textOf(facts.uuid);
    properties.computeCapability = 10 * facts.major + facts.minor;
    properties.multiprocessors = facts.multiProcessorCount;
    properties.clockHz = attribute(cudaDevAttrClockRate, index) * hzPerKhz;
    properties.memoryClockHz = attribute(cudaDevAttrMemoryClockRate, index) * hzPerKhz;
    properties.memoryBusBits = attribute(cudaDevAttrGlobalMemoryBusWidth, index);
    properties.l2Bytes = attribute(cudaDevAttrL2CacheSize, index);
    return properties;
}

std::string busIdOf(int index)
{
    std::array<char, 32> text {};
    if (cudaDeviceGetPCIBusId(text.data(), static_cast<int>(text.size()), index) != cudaSuccess)
        static_cast<void>(cudaGetLastError());
    return text.data();
}

template<typename Owner, typename Handle> Result<void> own(Owner &owner, cudaError_t status, Handle handle)
{
    if (Result<void> done = checked(status, "to start"); !done.ok())
        return done;
    owner.reset(handle);
    return {};
}

Result<void> ownEvent(Event &event)
{
    cudaEvent_t handle = nullptr;
    const cudaError_t status = cudaEventCreate(&handle);
    return own(event, status, handle);
}

Result<void> ownMemory(DeviceMemory &memory, std::size_t bytes)
{
    Result<DeviceMemory> given = allocate(bytes);
    if (!given.ok())
        return given.error();
    memory = std::move(given).value();
    return {};
}

/// The runtime reports memory of the host in the words of memory of the device.
Error noLockedMemory(std::size_t bytes)
{
    return { ErrorCode::OutOfMemory,
             "The host cannot lock " + std::to_string(bytes >> 20) + " MiB of its memory for copies to the GPU.",
             "Close other programs, or raise the limit that ulimit -l shows." };
}

} // namespace

CudaGpu::CudaGpu(GpuProperties properties, const std::string &pciBusId)
    : m_properties(std::move(properties))
    , m_nvml(pciBusId)
    , m_telemetry([this] { return m_nvml.read(); }, telemetryPeriod)
{
    m_properties.clockPolicy = m_nvml.clockPolicy();
    m_properties.driver = m_nvml.driverVersion();
    if (m_properties.driver.empty())
        m_properties.driver = driverFromProc();
}

Result<std::unique_ptr<Gpu>> CudaGpu::open(int index)
{
    if (const Result<void> there = checkDevice(index); !there.ok())
        return there.error();
    if (const Result<void> chosen = checked(cudaSetDevice(index), "to start"); !chosen.ok())
        return chosen.error();
    cudaDeviceProp facts {};
    if (const Result<void> answered = checked(cudaGetDeviceProperties(&facts, index), "to start"); !answered.ok())
        return answered.error();
    std::unique_ptr<CudaGpu> gpu(new CudaGpu(propertiesOf(index, facts), busIdOf(index)));
    if (const Result<void> prepared = gpu->prepare(); !prepared.ok())
        return prepared.error();
    return std::unique_ptr<Gpu>(std::move(gpu));
}

Result<void> CudaGpu::prepare()
{
    for (Event *event : { &m_start, &m_end, &m_between }) {
        if (Result<void> made = ownEvent(*event); !made.ok())
            return made;
    }
    cudaStream_t stream = nullptr;
    const cudaError_t status = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (Result<void> made = own(m_stream, status, stream); !made.ok())
        return made;
    if (Result<void> made = ownMemory(m_spans, kernels::spanCount * sizeof(kernels::Span)); !made.ok())
        return made;
    if (Result<void> made = ownMemory(m_sink, sizeof(unsigned)); !made.ok())
        return made;
    // The first kernel shows whether there is code for this GPU.
    if (Result<void> started = checked(kernels::resetSpans(static_cast<kernels::Span *>(m_spans.get())), "to start");
        !started.ok())
        return started;
    return checked(cudaDeviceSynchronize(), "to start");
}

Result<GpuMemory> CudaGpu::memory()
{
    std::size_t freeBytes = 0;
    std::size_t totalBytes = 0;
    if (const Result<void> answered = checked(cudaMemGetInfo(&freeBytes, &totalBytes), "to report its free memory");
        !answered.ok())
        return answered.error();
    return GpuMemory { static_cast<std::int64_t>(freeBytes), static_cast<std::int64_t>(totalBytes) };
}

Result<KernelTime> CudaGpu::timed(cudaStream_t stream, const Queue &queue)
{
    if (const Result<void> started = checked(cudaEventRecord(m_start.get(), stream), "to take a time"); !started.ok())
        return started.error();
    if (const Result<void> queued = queue(); !queued.ok())
        return queued.error();
    if (const Result<void> ended = checked(cudaEventRecord(m_end.get(), stream), "to take a time"); !ended.ok())
        return ended.error();
    KernelTime time;
    // Now, while the work runs: behind it clocks and power fall.
    if (m_nvml.gap().empty())
        m_telemetry.request();
    if (const Result<void> done = checked(cudaEventSynchronize(m_end.get()), "while it was measured"); !done.ok())
        return done.error();
    float milliseconds = 0;
    if (const Result<void> answered =
            checked(cudaEventElapsedTime(&milliseconds, m_start.get(), m_end.get()), "to take a time");
        !answered.ok())
        return answered.error();
    time.seconds = milliseconds * secondsPerMillisecond;
    time.telemetry = m_telemetry.take();
    return time;
}

Result<KernelTime> CudaGpu::timedWithCycles(const Queue &queue)
{
    auto *spans = static_cast<kernels::Span *>(m_spans.get());
    if (const Result<void> reset = checked(kernels::resetSpans(spans), "to start a kernel"); !reset.ok())
        return reset.error();
    Result<KernelTime> time = timed(nullptr, queue);
    if (!time.ok())
        return time;
    const Result<double> cycles = medianCycles();
    if (!cycles.ok())
        return cycles.error();
    time.value().cycles = cycles.value();
    return time;
}

Result<double> CudaGpu::medianCycles()
{
    std::vector<kernels::Span> spans(kernels::spanCount);
    if (const Result<void> copied = checked(
            cudaMemcpy(spans.data(), m_spans.get(), spans.size() * sizeof(kernels::Span), cudaMemcpyDeviceToHost),
            "to copy");
        !copied.ok())
        return copied.error();
    std::vector<double> cycles;
    for (const kernels::Span &span : spans) {
        if (span.last > span.first)
            cycles.push_back(static_cast<double>(span.last - span.first));
    }
    if (cycles.empty())
        return 0.0;
    std::ranges::sort(cycles);
    return cycles[cycles.size() / 2];
}

Result<KernelTime> CudaGpu::runFma(const FmaWork &work)
{
    return timedWithCycles([this, &work] {
        return checked(kernels::fma(work, m_properties.multiprocessors, static_cast<kernels::Span *>(m_spans.get()),
                                    static_cast<unsigned *>(m_sink.get())),
                       "to start a kernel");
    });
}

Result<KernelTime> CudaGpu::runShared(const SharedWork &work)
{
    return timedWithCycles([this, &work] {
        return checked(kernels::sharedReads(work, m_properties.multiprocessors,
                                            static_cast<kernels::Span *>(m_spans.get()),
                                            static_cast<unsigned *>(m_sink.get())),
                       "to start a kernel");
    });
}

Result<KernelTime> CudaGpu::runSpecial(const SpecialWork &work)
{
    return timedWithCycles([this, &work] {
        return checked(kernels::special(work, m_properties.multiprocessors, static_cast<kernels::Span *>(m_spans.get()),
                                        static_cast<unsigned *>(m_sink.get())),
                       "to start a kernel");
    });
}

Result<void> CudaGpu::reserveArrays(std::int64_t bytes)
{
    release();
    unsigned seed = 3;
    for (DeviceMemory &array : m_arrays) {
        if (Result<void> given = ownMemory(array, static_cast<std::size_t>(bytes)); !given.ok()) {
            release();
            return given;
        }
        if (Result<void> filled = checked(kernels::fillUniform(static_cast<float *>(array.get()),
                                                               static_cast<std::size_t>(bytes) / sizeof(float), seed++),
                                          "to make random numbers");
            !filled.ok())
            return filled;
    }
    m_arrayBytes = bytes;
    return checked(cudaDeviceSynchronize(), "to make random numbers");
}

Result<KernelTime> CudaGpu::runMemory(const MemoryWork &work)
{
    if (work.bytes > m_arrayBytes)
        return Error { ErrorCode::Internal, "The arrays are smaller than their use.", "Report this as a defect." };
    // Before the clock starts.
    if (work.path == ReadPath::BulkCopies) {
        if (const Result<void> ready = checked(kernels::prepareBulkReads(), "to start bulk copies"); !ready.ok())
            return ready.error();
    }
    return timed(nullptr, [this, &work] {
        return checked(kernels::launchMemoryKernel(
                           work, m_properties.multiprocessors, static_cast<float4 *>(m_arrays[0].get()),
                           static_cast<float4 *>(m_arrays[1].get()), static_cast<float4 *>(m_arrays[2].get()),
                           static_cast<unsigned *>(m_sink.get())),
                       "to start a kernel");
    });
}

MatrixProducts &CudaGpu::products()
{
    if (!m_products)
        m_products.emplace();
    return *m_products;
}

std::string CudaGpu::matrixGap()
{
    return products().gap();
}

Result<int> CudaGpu::prepareMatrix(Precision precision, const MatrixShape &shape)
{
    return products().prepare(precision, shape);
}

Result<KernelTime> CudaGpu::runMatrix(int algorithm, int products)
{
    return timed(nullptr, [this, algorithm, products]() -> Result<void> {
        for (int i = 0; i < products; ++i) {
            if (Result<void> queued = this->products().queue(algorithm); !queued.ok())
                return queued;
        }
        return {};
    });
}

Result<void> CudaGpu::captureEmpty(int launches)
{
    if (m_emptyGraph && m_emptyGraphLaunches == launches)
        return {};
    if (Result<void> begun =
            checked(cudaStreamBeginCapture(m_stream.get(), cudaStreamCaptureModeThreadLocal), "to record a graph");
        !begun.ok())
        return begun;
    cudaError_t launched = cudaSuccess;
    for (int i = 0; i < launches && launched == cudaSuccess; ++i)
        launched = kernels::empty(m_stream.get());
    cudaGraph_t captured = nullptr;
    const cudaError_t ended = cudaStreamEndCapture(m_stream.get(), &captured);
    const Graph graph(captured);
    if (Result<void> recorded = checked(launched == cudaSuccess ? ended : launched, "to record a graph");
        !recorded.ok())
        return recorded;
    cudaGraphExec_t exec = nullptr;
    const cudaError_t status = cudaGraphInstantiate(&exec, graph.get(), 0);
    m_emptyGraphLaunches = launches;
    return own(m_emptyGraph, status, exec);
}

Result<KernelTime> CudaGpu::runEmpty(LaunchPattern pattern, int launches)
{
    if (pattern == LaunchPattern::Graph) {
        if (const Result<void> captured = captureEmpty(launches); !captured.ok())
            return captured.error();
        return timed(m_stream.get(), [this] {
            return checked(cudaGraphLaunch(m_emptyGraph.get(), m_stream.get()), "to start a graph");
        });
    }
    const bool withEvents = pattern == LaunchPattern::WithEvents;
    return timed(m_stream.get(), [this, launches, withEvents]() -> Result<void> {
        for (int i = 0; i < launches; ++i) {
            cudaError_t status = kernels::empty(m_stream.get());
            if (status == cudaSuccess && withEvents)
                status = cudaEventRecord(m_between.get(), m_stream.get());
            if (Result<void> launched = checked(status, "to start a kernel"); !launched.ok())
                return launched;
        }
        return {};
    });
}

Result<void> CudaGpu::reserveTransfer(std::int64_t bytes)
{
    release();
    m_transferBytes = static_cast<std::size_t>(bytes);
    void *host = nullptr;
    const cudaError_t locked = cudaMallocHost(&host, m_transferBytes);
    if (locked == cudaErrorMemoryAllocation) {
        static_cast<void>(cudaGetLastError());
        return noLockedMemory(m_transferBytes);
    }
    if (Result<void> given = checked(locked, "to lock memory of the host"); !given.ok())
        return given;
    m_transferHost.reset(host);
    Result<void> given = ownMemory(m_transferDevice, m_transferBytes);
    if (!given.ok())
        release();
    return given;
}

Result<KernelTime> CudaGpu::runCopy(CopyDirection direction, int copies)
{
    const bool toDevice = direction == CopyDirection::ToDevice;
    void *to = toDevice ? m_transferDevice.get() : m_transferHost.get();
    const void *from = toDevice ? m_transferHost.get() : m_transferDevice.get();
    return timed(nullptr, [this, to, from, toDevice, copies]() -> Result<void> {
        for (int i = 0; i < copies; ++i) {
            const cudaError_t status = cudaMemcpyAsync(
                to, from, m_transferBytes, toDevice ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost, nullptr);
            if (Result<void> queued = checked(status, "to copy"); !queued.ok())
                return queued;
        }
        return {};
    });
}

void CudaGpu::release()
{
    m_telemetry.forget();
    for (DeviceMemory &array : m_arrays)
        array.reset();
    m_arrayBytes = 0;
    m_transferHost.reset();
    m_transferDevice.reset();
    if (m_products)
        m_products->release();
}

} // namespace rooflight::cuda
