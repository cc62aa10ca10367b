// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/benchmark_model.h"

#include "core/model/error_sentences.h"
#include "core/results/remedies/remedies.h"
#include "core/service/experiments/benchmark_calls.h"
#include "core/service/experiments/benchmark_process.h"
#include "core/service/experiments/preloaded_process.h"
#include "core/service/steps/prepared_model.h"
#include "core/timing/device/device_memory.h"
#include "core/timing/device/torch_device.h"
#include "core/timing/device/torch_threads.h"
#include "core/timing/latency/trials.h"
#include "core/torchscript/inputs/converted_inputs.h"
#include "core/torchscript/load/int8_linear.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/values/sparse_guards.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <torch/csrc/jit/serialization/pickle.h>

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>

namespace rooflight {

namespace {

/// Of more numbers every second, third, ... is compared.
constexpr std::int64_t maxOutputNumbers = std::int64_t { 1 } << 22;

/// Every \p step-th number.
at::Tensor asFloats(const at::Tensor &tensor, std::int64_t step)
{
    at::Tensor plain = tensor.is_quantized() ? tensor.dequantize() : tensor;
    if (plain.is_complex())
        plain = at::view_as_real(plain);
    return plain.reshape(-1).slice(0, 0, std::nullopt, step).to(at::kCPU, at::kFloat).contiguous();
}

std::vector<at::Tensor> tensorsIn(const c10::IValue &value)
{
    std::vector<at::Tensor> tensors;
    value.visit([&tensors](const c10::IValue &part) {
        if (part.isTensor() && part.toTensor().defined() && part.toTensor().layout() == at::kStrided)
            tensors.push_back(part.toTensor());
        return false;
    });
    return tensors;
}

std::vector<c10::IValue> tensorsOf(const std::vector<c10::IValue> &values)
{
    std::vector<c10::IValue> tensors;
    for (const c10::IValue &value : values)
        std::ranges::copy(tensorsIn(value), std::back_inserter(tensors));
    return tensors;
}

/// Of LibTorch, oneDNN and MKL.
void uncapInstructions()
{
    for (const char *variable : instructionCaps)
        unsetenv(variable); // NOLINT(concurrency-mt-unsafe): before any other thread
}

class BenchmarkModel
{
public:
    BenchmarkModel(const Request &request, RunSetup setup, BenchmarkLoader loader)
        : m_request(request)
        , m_setup(std::move(setup))
        , m_loader(std::move(loader))
    {
    }

    Result<BenchmarkResponse> answer(const BenchmarkRequest &request);

private:
    Result<BenchmarkResponse> load(const BenchmarkRequest &request);
    Result<BenchmarkResponse> capture(const std::vector<std::int64_t> &positions);
    BenchmarkResponse inputs();
    Result<BenchmarkResponse> time(std::int64_t calls);
    Result<BenchmarkResponse> outputs();
    Result<BenchmarkResponse> setBatch(std::int64_t items);
    Result<void> loadTimed();
    Result<void> prepareGraph();
    [[nodiscard]] std::int64_t peakBytes() const;

    const Request &m_request;
    RunSetup m_setup;
    BenchmarkLoader m_loader;
    PreparedModel *m_prepared = nullptr; ///< where it makes the inputs itself
    std::optional<LoadedModel> m_timed;
    std::unique_ptr<TimedDevice> m_device;
    std::optional<DeviceMemorySpan> m_memory;
    ModelInputs m_inputs; ///< of the timed model
    BenchmarkCalls m_calls;
    std::function<void()> m_run;
};

Result<BenchmarkResponse> BenchmarkModel::load(const BenchmarkRequest &request)
{
    const std::string &pickledInputs = request.data;
    applyToProcess(m_setup);
    std::vector<LogicalCpu> places; // what is known of cores cannot be read any more in a confined process
    if (m_setup.pinsThreads)
        places = placeThreads(cpuTopology(), m_setup.threads);
    if (request.uncapped)
        uncapInstructions();
    if (const Result<void> confined = m_loader.confine(); !confined.ok())
        return confined.error();
    if (m_setup.pinsThreads && !pinThreads(places))
        throw std::runtime_error("its threads cannot be pinned to cores");
    BenchmarkResponse response;
    response.threads = at::get_num_threads();
    if (pickledInputs.empty()) {
        const Result<PreparedModel *> loaded = m_loader.loadPlain();
        if (!loaded.ok())
            return loaded.error();
        m_prepared = loaded.value();
        m_inputs = *m_prepared->inputs;
        return response;
    }
    const c10::IValue values = readPickle({ pickledInputs.begin(), pickledInputs.end() });
    for (const c10::IValue &value : values.toTupleRef().elements())
        m_inputs.values.push_back(value);
    if (const Result<void> loaded = loadTimed(); !loaded.ok())
        return loaded.error();
    return response;
}

Result<BenchmarkResponse> BenchmarkModel::capture(const std::vector<std::int64_t> &positions)
{
    if (const Result<void> captured = m_calls.capture(*m_prepared, positions); !captured.ok())
        return captured.error();
    return BenchmarkResponse {};
}

Result<void> BenchmarkModel::loadTimed()
{
    Result<LoadedModel> loaded =
        LoadedModel::load(m_request.model, m_request.device, m_setup.execution,
                          m_setup.dynamicInt8 ? LinearLayers::DynamicInt8 : LinearLayers::AsLoaded);
    if (!loaded.ok())
        return loaded.error();
    m_timed.emplace(std::move(loaded).value());
    if (m_request.runsPackage) // compiled code takes the tensors of all arguments in a row
        m_inputs.values = tensorsOf(m_inputs.values);
    if (const Result<void> set = m_timed->setSizes(m_request.dimensions); !set.ok())
        return set.error();
    const c10::Device device = m_timed->device();
    for (c10::IValue &value : m_inputs.values)
        value = value.deepcopy(device);
    m_inputs = convertedInputs(std::move(m_inputs), m_setup.execution);
    keepValues(*m_timed, m_inputs);
    m_device = makeTimedDevice(device);
    m_memory.emplace(deviceAllocator(device), device.index());
    m_memory->begin();
    m_run = [this] { m_timed->run(m_inputs.values); };
    return m_setup.replaysGraph ? prepareGraph() : Result<void>();
}

Result<void> BenchmarkModel::prepareGraph()
{
    m_run(); // what is made once must not be part of the graph
    m_inputs.restore();
    Result<std::function<void()>> replay = m_device->capture(m_run);
    if (!replay.ok())
        return replay.error();
    m_run = std::move(replay).value();
    return {};
}

BenchmarkResponse BenchmarkModel::inputs()
{
    BenchmarkResponse response;
    response.hasLinear = m_prepared && hasLinearLayers(m_prepared->plain->module());
    std::vector<c10::IValue> onHost;
    for (const c10::IValue &value : m_inputs.values) {
        onHost.push_back(value.deepcopy(at::kCPU));
        for (const at::Tensor &tensor : tensorsIn(value))
            response.hasImages = response.hasImages || tensor.dim() == 4;
    }
    const std::vector<char> pickled = torch::jit::pickle_save(c10::ivalue::Tuple::create(std::move(onHost)));
    response.data.assign(pickled.begin(), pickled.end());
    return response;
}

Result<BenchmarkResponse> BenchmarkModel::time(std::int64_t calls)
{
    BenchmarkResponse response;
    const std::int64_t faultsBefore = processUsage().pageFaults;
    response.ns = timedCallsNs(*m_device, m_run, calls, m_setup.execution.caches, m_inputs.keeper.get());
    response.pageFaults = processUsage().pageFaults - faultsBefore;
    response.peakBytes = peakBytes();
    return response;
}

std::int64_t BenchmarkModel::peakBytes() const
{
    return m_memory->use().reservedBytes.value_or(processUsage().peakBytes);
}

Result<BenchmarkResponse> BenchmarkModel::outputs()
{
    BenchmarkResponse response;
    std::vector<at::Tensor> tensors = tensorsIn(m_timed->run(m_inputs.values));
    if (m_inputs.keeper && m_inputs.keeper->mayRestore()) {
        for (at::Tensor &tensor : tensors) // one of them may be an input
            tensor = tensor.clone();
        m_inputs.restore();
    }
    std::int64_t count = 0;
    for (const at::Tensor &tensor : tensors)
        count += tensor.numel() * (tensor.is_complex() ? 2 : 1);
    const std::int64_t step = count / maxOutputNumbers + 1;
    for (const at::Tensor &tensor : tensors) {
        const at::Tensor floats = asFloats(tensor, step);
        response.outputSizes.push_back(floats.numel());
        response.data.append(static_cast<const char *>(floats.const_data_ptr()), floats.nbytes());
    }
    return response;
}

/// 0 items: only finds out whether there is a batch.
Result<BenchmarkResponse> BenchmarkModel::setBatch(std::int64_t items)
{
    BenchmarkResponse response;
    const Result<const BatchDimension *> batch = batchOf(*m_prepared);
    if (!batch.ok())
        return batch.error();
    response.hasBatch = batch.value()->isKnown() && batch.value()->exists();
    response.items = batch.value()->info.items;
    if (items == 0 || !response.hasBatch)
        return response;
    Result<ModelInputs> larger = withBatch(*m_prepared->plain, *m_prepared->inputs, *batch.value(), items);
    if (!larger.ok())
        return larger.error();
    m_inputs = std::move(larger).value();
    if (m_timed)
        m_inputs = convertedInputs(std::move(m_inputs), m_setup.execution);
    else if (const Result<void> loaded = loadTimed(); !loaded.ok())
        return loaded.error();
    response.items = items;
    return response;
}

Result<BenchmarkResponse> BenchmarkModel::answer(const BenchmarkRequest &request)
{
    const bool runsTheModel = request.task == BenchmarkTask::Time || request.task == BenchmarkTask::Outputs;
    if (runsTheModel && !m_timed)
        return Error { ErrorCode::Internal, "a process that only makes inputs was asked to run the model", "" };
    try {
        switch (request.task) {
        case BenchmarkTask::Load:
            return load(request);
        case BenchmarkTask::Inputs:
            return inputs();
        case BenchmarkTask::Time:
            return time(request.count);
        case BenchmarkTask::Outputs:
            return outputs();
        case BenchmarkTask::SetBatch:
            return setBatch(request.count);
        case BenchmarkTask::Capture:
            return capture(request.positions);
        case BenchmarkTask::PrepareCall: {
            BenchmarkResponse response;
            response.applies = m_calls.prepare(request.call);
            return response;
        }
        case BenchmarkTask::TimeCall:
            return m_calls.time(request.call, request.count);
        case BenchmarkTask::LogCall:
            return m_calls.log(request.call, request.count);
        case BenchmarkTask::DescribeCall:
            return m_calls.describe(request.call);
        case BenchmarkTask::Disturb:
            break;
        }
    } catch (...) {
        return currentExceptionAsError(m_request.model, ModelStage::Running);
    }
    return BenchmarkResponse {};
}

/// Does not load the model.
class BackgroundProcess
{
public:
    explicit BackgroundProcess(const BenchmarkLoader &loader)
        : m_confined(loader.confine())
    {
    }

    Result<BenchmarkResponse> answer(const BenchmarkRequest &request)
    {
        if (!m_confined.ok())
            return m_confined.error();
        if (!m_background.set(request.background, static_cast<int>(request.count)))
            return errorOf(ErrorSentence::NoBackgroundLoad, {});
        return BenchmarkResponse {};
    }

private:
    Result<void> m_confined;
    BackgroundLoad m_background;
};

} // namespace

void applyToProcess(const RunSetup &setup)
{
    if (!setup.cpus.empty() && !runOnCpus(setup.cpus))
        throw std::runtime_error("its threads cannot be kept on some of the CPUs");
    // NOLINTBEGIN(concurrency-mt-unsafe): before any other thread
    const bool keeps = !setup.keepsMemory
        || (mallopt(M_MMAP_MAX, 0) == 1 && mallopt(M_TRIM_THRESHOLD, -1) == 1); // as an unsigned number: never
    // NOLINTEND(concurrency-mt-unsafe)
    if (!keeps)
        throw std::runtime_error("malloc cannot be made to keep its memory");
    if (setup.hugePages) // read when LibTorch allocates for the first time
        setenv("THP_MEM_ALLOC_ENABLE", "1", 1); // NOLINT(concurrency-mt-unsafe): before any other thread
    if (setup.flushesDenormals && !at::globalContext().setFlushDenormal(true)) // threads that are made later do so, too
        throw std::runtime_error("this processor cannot flush denormals");
    if (setup.fpmathBFloat16)
        at::globalContext().setFloat32Precision(at::Float32Backend::MKLDNN, at::Float32Op::ALL,
                                                at::Float32Precision::BF16);
    if (setup.benchmarksCudnn)
        at::globalContext().setBenchmarkCuDNN(true);
}

Request requestUnder(const Request &request, const RunSetup &setup)
{
    Request own = request;
    if (const std::optional<RemedyId> id = compiledBy(setup)) {
        own.model = compiledVariant(request, *id)->package;
        own.runsPackage = true;
        own.dimensions.clear(); // the inputs, which it is given, have them
    }
    own.execution = setup.execution;
    if (setup.threads > 0)
        own.threads = setup.threads;
    return own;
}

void answerLoaded(BenchmarkSocket socket, const Request &own, BenchmarkRequest first, BenchmarkLoader loader)
{
    BenchmarkModel model(own, first.setup, std::move(loader));
    answerAll(socket, std::move(first), [&model](const BenchmarkRequest &next) { return model.answer(next); });
}

void answerRequests(BenchmarkSocket socket, const Request &request,
                    const std::function<BenchmarkLoader(const Request &)> &loader)
{
    std::optional<BenchmarkRequest> first = socket.readRequest();
    if (!first)
        return;
    const Request own = requestUnder(request, first->setup);
    if (first->task == BenchmarkTask::Load && allocatorLibrary(first->setup)) {
        startPreloaded(socket, own, *first);
    } else if (first->task == BenchmarkTask::Load) {
        answerLoaded(std::move(socket), own, *std::move(first), loader(own));
    } else if (first->task == BenchmarkTask::Disturb) {
        BackgroundProcess background(loader(own));
        answerAll(socket, std::move(*first),
                  [&background](const BenchmarkRequest &next) { return background.answer(next); });
    }
}

} // namespace rooflight
