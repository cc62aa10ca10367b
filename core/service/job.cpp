// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/job.h"

#include "core/archive/inspect.h"
#include "core/cost/convention.h"
#include "core/datasheet/sheet_peaks.h"
#include "core/peaks/cpu_device.h"
#include "core/peaks/cpu_peaks.h"
#include "core/peaks/cuda_peaks.h"
#include "core/peaks/peaks_cache.h"
#include "core/service/confinement.h"
#include "core/service/hello.h"
#include "core/timing/layer_latency.h"
#include "core/timing/model_latency.h"
#include "core/torchscript/analyzer.h"
#include "core/torchscript/input_spec.h"
#include "core/torchscript/operator_library.h"
#include "core/torchscript/torch_warnings.h"

#include <ATen/Parallel.h>

#include <fmt/format.h>

#include <chrono>
#include <optional>

namespace ridgepoint {

namespace {

constexpr std::int64_t layerRunLimit = 100; ///< watched runs: all their samples are kept and sent

/// One request while it is being done: each step returns false when it failed, with the error sent.
class Job
{
public:
    Job(const Request &request, const JobChannel &channel)
        : m_request(request)
        , m_channel(channel)
    {
    }

    bool run();

private:
    bool prepare();
    bool inspect();
    bool checkTrust();
    bool openLibraries();
    bool loadModel();
    bool analyzeModel();
    bool measurePeaks();
    bool measureCpuPeaks();
    bool measureCudaPeaks();
    bool sendCachedPeaks(const Device &device);
    bool measureLatency();
    bool measureLayers();
    bool cancelled() const { return m_channel.cancelled(); }

    bool fail(const Error &error);
    bool failRun(const Error &error);
    bool lackRoofs(const Error &error);
    void reportProgress(std::string_view stage, std::int64_t done, std::int64_t total);
    [[nodiscard]] RunControl controlFor(std::string_view stage);
    [[nodiscard]] PeaksKeepGoing peaksKeepGoing();
    [[nodiscard]] Device device() const;
    [[nodiscard]] bool isCuda() const { return m_request.device.starts_with("cuda"); }

    const Request &m_request;
    const JobChannel &m_channel;
    Convention m_convention = Convention::Fma2;
    CostModel m_costs;
    OperatorCatalog m_operators { m_costs };
    TorchWarnings m_warnings { [this](const std::string &text) {
        m_channel.send(Notice { "torch_warning", "LibTorch warns: " + text });
    } };
    std::vector<InputSpec> m_inputSpecs;
    std::optional<Inspection> m_inspection;
    std::optional<LoadedModel> m_watchedModel; ///< Executor::Unoptimized
    std::optional<ModelInputs> m_inputs;
    std::optional<Analysis> m_analysis;
    std::chrono::steady_clock::time_point m_lastProgress {};
};

bool Job::fail(const Error &error)
{
    m_channel.send(error);
    return false;
}

bool Job::failRun(const Error &error)
{
    return fail(explainBatch(*m_watchedModel, m_inputSpecs, m_request.batch, error));
}

/// Without roofs a report is still worth something; a request for nothing else has failed.
bool Job::lackRoofs(const Error &error)
{
    if (m_request.kind == RequestKind::Peaks)
        return fail(error);
    m_channel.send(Notice { "no_cuda_roofs", error.text });
    return true;
}

void Job::reportProgress(std::string_view stage, std::int64_t done, std::int64_t total)
{
    // A model of microseconds would otherwise send thousands of lines a second.
    const auto now = std::chrono::steady_clock::now();
    if (done > 0 && done != total && now - m_lastProgress < std::chrono::milliseconds(50))
        return;
    m_lastProgress = now;
    m_channel.send(Progress { std::string(stage), done, total });
}

RunControl Job::controlFor(std::string_view stage)
{
    return { [this, stage](std::int64_t done, std::int64_t total) { reportProgress(stage, done, total); },
             m_channel.cancelled };
}

PeaksKeepGoing Job::peaksKeepGoing()
{
    return [this](const PeaksProgress &progress) {
        reportProgress("peaks", progress.done, progress.total);
        return !cancelled();
    };
}

Device Job::device() const
{
    if (!isCuda())
        return cpuDevice(at::get_num_threads());
    const std::size_t colon = m_request.device.find(':');
    const int index = colon == std::string::npos ? 0 : std::atoi(m_request.device.c_str() + colon + 1);
    for (const Device &candidate : makeHello().devices) {
        if (candidate.kind == "cuda" && candidate.index == index)
            return candidate;
    }
    Device unknown;
    unknown.kind = "cuda";
    unknown.index = index;
    return unknown;
}

bool Job::prepare()
{
    const std::optional<Convention> convention = conventionFromName(m_request.convention);
    if (!convention)
        return fail({ ErrorCode::CommandLine, fmt::format("\"{}\" is no convention.", m_request.convention),
                      "Use fma2, matrix, mac, torchstat, thop or fvcore." });
    m_convention = *convention;
    if (!m_request.formulas.empty()) {
        Result<CustomFormulas> formulas = CustomFormulas::read(m_request.formulas);
        if (!formulas.ok())
            return fail(formulas.error());
        m_costs = CostModel(std::move(formulas).value());
    }
    for (const std::string &text : m_request.inputs) {
        Result<InputSpec> spec = parseInputSpec(text);
        if (!spec.ok())
            return fail(spec.error());
        m_inputSpecs.push_back(std::move(spec).value());
    }
    if (m_request.threads > 0)
        at::set_num_threads(m_request.threads);
    return true;
}

bool Job::inspect()
{
    reportProgress("inspect", 0, 0);
    Result<Inspection> inspection = inspectFile(m_request.model, m_request.acceptDamaged);
    if (!inspection.ok())
        return fail(inspection.error());
    m_inspection = std::move(inspection).value();
    const Result<void> librariesOpened = findOperatorLibraries(m_inspection->libraries);
    m_channel.send(*m_inspection);
    if (m_request.kind == RequestKind::Inspect)
        return true;
    if (!librariesOpened.ok())
        return fail(librariesOpened.error());
    if (const Result<void> complete = requireOperators(m_request.model, m_inspection->libraries); !complete.ok())
        return fail(complete.error());
    return checkTrust();
}

bool Job::checkTrust()
{
    if (m_request.trust)
        return true;
    for (const CodeFinding &finding : m_inspection->findings) {
        if (finding.touchesFiles) {
            return fail({ ErrorCode::UnsafeFile,
                          fmt::format("{} holds code that touches files ({} in {}, line {}){}.", m_request.model,
                                      finding.operation, finding.record, finding.line,
                                      finding.runsAtLoad ? ", and it would run while the file is loaded" : ""),
                          "If you know where the file comes from, run it with --trust." });
        }
    }
    return true;
}

bool Job::openLibraries()
{
    for (const std::string &library : m_request.libraries) {
        if (Result<void> opened = openOperatorLibrary(library); !opened.ok())
            return fail(opened.error());
    }
    return true;
}

bool Job::loadModel()
{
    m_channel.enter(JobStage::Loading);
    reportProgress("load", 0, 0);
    Result<LoadedModel> model = LoadedModel::load(m_request.model, m_request.device, Executor::Unoptimized);
    if (!model.ok())
        return fail(model.error());
    m_watchedModel.emplace(std::move(model).value());
    m_channel.enter(JobStage::Running);
    Result<ModelInputs> inputs = makeModelInputs(*m_watchedModel, m_inputSpecs, m_request.batch);
    if (!inputs.ok())
        return fail(inputs.error());
    m_inputs.emplace(std::move(inputs).value());
    return true;
}

bool Job::analyzeModel()
{
    reportProgress("analyze", 0, 0);
    Result<Analysis> analysis = analyze(*m_watchedModel, *m_inputs, *m_inspection, device(), m_operators, m_convention);
    if (!analysis.ok())
        return failRun(analysis.error());
    m_analysis = std::move(analysis).value();
    m_channel.send(*m_analysis);
    return true;
}

bool Job::measurePeaks()
{
    return isCuda() ? measureCudaPeaks() : measureCpuPeaks();
}

/// False when the cache holds none, or none are wanted from it.
bool Job::sendCachedPeaks(const Device &device)
{
    if (m_request.remeasure)
        return false;
    const auto cached = readPeaksCache(peaksCachePath(device));
    if (!cached)
        return false;
    Result<Record> record = decode(*cached);
    if (!record.ok() || !std::holds_alternative<Peaks>(record.value().body))
        return false;
    Peaks peaks = std::get<Peaks>(std::move(record).value().body);
    peaks.cached = true;
    m_channel.send(std::move(peaks));
    return true;
}

bool Job::measureCpuPeaks()
{
    m_channel.enter(JobStage::Measuring);
    if (sendCachedPeaks(device()))
        return true;
    CpuPeaksOptions options;
    options.threads = at::get_num_threads();
    options.effort = m_request.effort;
    reportProgress("peaks", 0, 0);
    Result<Peaks> peaks = ridgepoint::measureCpuPeaks(options, peaksKeepGoing());
    if (!peaks.ok())
        return fail(peaks.error());
    addPublishedMemory(peaks.value());
    m_channel.send(std::move(peaks).value());
    return true;
}

bool Job::measureCudaPeaks()
{
    const std::optional<int> index = cudaIndex(m_request.device);
    if (!index)
        return fail(
            { ErrorCode::CommandLine, fmt::format("\"{}\" is no device.", m_request.device), "Use cpu or cuda:0." });
    m_channel.enter(JobStage::Measuring);
    reportProgress("peaks", 0, 0);
    const Result<std::unique_ptr<cuda::Gpu>> gpu = openCudaGpu(*index);
    if (!gpu.ok())
        return lackRoofs(gpu.error());
    if (sendCachedPeaks(cudaDevice(*gpu.value(), *index)))
        return true;
    Result<CudaPeaks> peaks = ridgepoint::measureCudaPeaks(*gpu.value(), *index, m_request.effort, peaksKeepGoing());
    if (!peaks.ok())
        return lackRoofs(peaks.error());
    for (const std::string &note : peaks.value().notes)
        m_channel.send(Notice { "cuda_roofs", note });
    m_channel.send(std::move(peaks).value().peaks);
    return true;
}

bool Job::measureLatency()
{
    m_channel.enter(JobStage::Measuring);
    reportProgress("latency", 0, 0);
    Result<LoadedModel> model = LoadedModel::load(m_request.model, m_request.device, Executor::AsLoaded);
    if (!model.ok())
        return fail(model.error());
    LoadedModel loaded = std::move(model).value();
    Result<ModelLatency> latency = measureModelLatency(loaded, *m_inputs, device(), {}, controlFor("latency"));
    if (!latency.ok())
        return failRun(latency.error());
    m_channel.send(std::move(latency).value());
    return true;
}

bool Job::measureLayers()
{
    m_channel.enter(JobStage::Measuring);
    reportProgress("layers", 0, 0);
    StoppingLimits limits;
    limits.maximumCount = layerRunLimit;
    Result<LayerLatencies> latencies =
        measureLayerLatencies(*m_watchedModel, *m_inputs, *m_analysis, m_operators, limits, controlFor("layers"));
    if (!latencies.ok())
        return fail(latencies.error());
    m_channel.send(std::move(latencies).value());
    return true;
}

bool Job::run()
{
    const RequestKind kind = m_request.kind;
    if (!prepare())
        return false;
    if (kind == RequestKind::Peaks)
        return measurePeaks();
    if (!openLibraries())
        return false;
    if (!confine(isCuda()))
        m_channel.send(Notice { "not_confined", "The model runs unconfined: " + confinementSupport() + "." });
    if (!inspect())
        return false;
    if (kind == RequestKind::Inspect)
        return true;
    if (!isCuda())
        limitMemory(m_request.memoryLimitBytes);
    if (!loadModel())
        return false;
    const bool report = kind == RequestKind::Report;
    if (kind != RequestKind::Latency && (cancelled() || !analyzeModel()))
        return false;
    if (report && (cancelled() || !measurePeaks()))
        return false;
    if ((report || kind == RequestKind::Latency) && (cancelled() || !measureLatency()))
        return false;
    if ((report || kind == RequestKind::Layers) && (cancelled() || !measureLayers()))
        return false;
    return true;
}

} // namespace

void runJob(const Request &request, const JobChannel &channel)
{
    Job job(request, channel);
    if (job.run() && !channel.cancelled())
        channel.send(Done {});
}

} // namespace ridgepoint
