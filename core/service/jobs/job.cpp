// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/job.h"

#include "core/archive/inspect.h"
#include "core/model/error_sentences.h"
#include "core/request/request_check.h"
#include "core/service/experiments/benchmark_model.h"
#include "core/service/experiments/experiments.h"
#include "core/service/jobs/cuda_environment.h"
#include "core/service/sandbox/confinement.h"
#include "core/service/steps/job_notices.h"
#include "core/service/steps/job_rights.h"
#include "core/service/steps/peaks_step.h"
#include "core/service/steps/pipeline_step.h"
#include "core/service/steps/prepared_model.h"
#include "core/service/steps/steps.h"
#include "core/torchscript/inputs/converted_inputs.h"
#include "core/torchscript/load/operator_library.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/profile/analyzer.h"

#include <ATen/Parallel.h>

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <new>
#include <optional>
#include <vector>

namespace rooflight {

namespace {

/// One request while it is being done: each step returns false when it failed, with the error sent.
class Job
{
public:
    Job(const Request &request, JobReporter &reporter)
        : m_request(request)
        , m_reporter(reporter)
        , m_start(request, reporter)
    {
    }

    bool run();

    // What is left of it in a benchmark process; the job before it has inspected the file.
    bool confineBenchmarkProcess();
    bool loadModel();
    [[nodiscard]] PreparedModel &model() { return m_model; }

private:
    bool startBenchmarkProcesses();
    bool prepare();
    void send(const std::optional<Notice> &notice);
    bool openLibraries();
    bool confineProcess();
    bool endStart();
    bool inspect(const std::string &file);
    bool convertModel(const JobRights &);
    bool analyzeModel();
    bool measure();
    bool measureLatency();
    bool measureLayers();
    bool measureLayersAndLatency();
    bool awaitRoofs();
    bool compareMethods();
    bool sweep();
    bool inspectAll();
    [[nodiscard]] Result<LoadedModel> loadPlain(const JobRights &) const;

    const Request &m_request;
    JobReporter &m_reporter;
    TorchWarnings m_warnings { [this](const std::string &text) {
        m_reporter.send(noticeOf("torch_warning", phraseWith(phrases::torchWarns, { text })));
    } };
    PreparedModel m_model;
    JobStart m_start;
    std::optional<JobRights> m_rights; ///< when the start has ended
    std::vector<BenchmarkProcess> m_processes;
};

/// A job in a benchmark process: its errors are answers, and it has nothing else to say.
class BenchmarkJob
{
public:
    explicit BenchmarkJob(const Request &request)
        : m_reporter(
            [this](RecordBody body) {
                if (const auto *error = std::get_if<Error>(&body))
                    m_failure = *error;
            },
            [](JobStage) {}, [] {}, {})
        , m_job(request, m_reporter)
    {
    }

    [[nodiscard]] BenchmarkLoader loader()
    {
        return { [this]() -> Result<void> {
                    if (!m_job.confineBenchmarkProcess())
                        return m_failure;
                    return {};
                },
                 [this]() -> Result<PreparedModel *> {
                     if (!m_job.loadModel())
                         return m_failure;
                     return &m_job.model();
                 } };
    }

private:
    Error m_failure;
    JobReporter m_reporter;
    Job m_job;
};

/// While processes can be made: a confined one makes none, and a GPU's driver that has started does not survive a fork.
bool Job::startBenchmarkProcesses()
{
    if (const Result<void> opened = m_start.openModels(); !opened.ok())
        return m_reporter.fail(opened.error());
    const auto body = [this](BenchmarkSocket socket) {
        m_reporter.closeInChild();
        std::optional<BenchmarkJob> job;
        answerRequests(std::move(socket), m_request, [&job](const Request &own) { return job.emplace(own).loader(); });
    };
    Result<std::vector<BenchmarkProcess>> started = BenchmarkProcess::start(benchmarkProcessesOf(m_request), body);
    if (!started.ok())
        return m_reporter.fail(started.error());
    m_processes = std::move(started).value();
    return true;
}

bool Job::confineBenchmarkProcess()
{
    if (!prepare() || !confineProcess())
        return false;
    limitModelMemory(m_request, m_model, m_reporter);
    return openLibraries() && endStart();
}

bool Job::prepare()
{
    if (const Result<void> sound = checkRequest(m_request); !sound.ok())
        return m_reporter.fail(sound.error());
    m_model.convention = m_request.convention;
    if (!m_request.formulas.empty()) {
        Result<CustomFormulas> formulas = CustomFormulas::read(m_request.formulas);
        if (!formulas.ok())
            return m_reporter.fail(formulas.error());
        m_model.costs = CostModel(std::move(formulas).value());
    }
    if (m_request.threads > 0)
        at::set_num_threads(m_request.threads);
    send(crowdedThreads(m_request));
    if (m_request.isOnCuda())
        setCudaEnvironment(m_request);
    m_model.device = deviceOf(m_request);
    send(countsAsOnCpu(m_request));
    if (m_request.kind != RequestKind::Inspect) // it runs nothing
        send(otherMethod(m_request));
    if (m_request.kind == RequestKind::Pipeline)
        return true; // its inputs belong to several models
    for (const std::string &text : m_request.inputs) {
        Result<InputSpec> spec = parseInputSpec(text);
        if (!spec.ok())
            return m_reporter.fail(spec.error());
        m_model.specs.push_back(std::move(spec).value());
    }
    return true;
}

void Job::send(const std::optional<Notice> &notice)
{
    if (notice)
        m_reporter.send(*notice);
}

bool Job::inspect(const std::string &file)
{
    m_reporter.progress("inspect", 0, 0);
    const InspectionDepth depth = m_request.isOnlyCounted() ? InspectionDepth::Headers : InspectionDepth::Whole;
    const CompiledCode compiled = m_request.trust ? CompiledCode::Accepted : CompiledCode::Refused;
    Result<Inspection> result = inspectFile(file, m_request.acceptDamaged, depth, compiled);
    if (!result.ok())
        return m_reporter.fail(result.error());
    Inspection inspection = std::move(result).value();
    const Result<void> librariesOpened = findOperatorLibraries(inspection.libraries);
    dropUnknownOperators(inspection.findings);
    if (m_request.kind != RequestKind::Pipeline && file == m_request.model)
        m_reporter.send(inspection);
    if (m_request.kind == RequestKind::Inspect) {
        const Result<void> sizes = checkGivenSizes(inspection, m_request);
        return sizes.ok() || m_reporter.fail(sizes.error());
    }
    if (inspection.model.trainingMode)
        m_reporter.send(trainingMode(file));
    if (!librariesOpened.ok())
        return m_reporter.fail(librariesOpened.error());
    if (const Result<void> complete = requireOperators(file, inspection.libraries); !complete.ok())
        return m_reporter.fail(complete.error());
    const Result<void> trusted = m_start.requireTrust(inspection);
    // Before any code of the model runs: these words are this program's own.
    if (const Result<void> sizes = checkGivenSizes(inspection, m_request);
        trusted.ok() && file == m_request.model && !sizes.ok())
        return m_reporter.fail(sizes.error());
    if (file == m_request.model)
        m_model.inspection = std::move(inspection);
    return trusted.ok() || m_reporter.fail(trusted.error());
}

bool Job::openLibraries()
{
    for (const std::string &library : m_request.libraries) {
        if (Result<void> opened = openOperatorLibrary(library); !opened.ok())
            return m_reporter.fail(opened.error());
    }
    return true;
}

bool Job::confineProcess()
{
    const Result<void> confined = m_start.confine();
    return confined.ok() || m_reporter.fail(confined.error());
}

bool Job::endStart()
{
    Result<JobRights> rights = m_start.end();
    if (!rights.ok())
        return m_reporter.fail(rights.error());
    m_rights.emplace(std::move(rights).value());
    return true;
}

Result<LoadedModel> Job::loadPlain(const JobRights & /*taken*/) const
{
    if (m_request.isOnlyCounted() && m_request.execution.method.empty())
        return LoadedModel::loadWithoutData(m_request.model);
    Execution plain;
    plain.executor = Executor::Unoptimized;
    plain.tf32 = m_request.execution.tf32;
    plain.caches = m_request.execution.caches;
    plain.method = m_request.execution.method;
    return LoadedModel::load(m_request.model, m_request.device, plain);
}

bool Job::loadModel()
{
    m_reporter.enter(JobStage::Loading);
    m_reporter.progress("load", 0, 0);
    Result<LoadedModel> model = loadPlain(m_rights.value());
    if (!model.ok())
        return m_reporter.fail(model.error());
    m_model.plain.emplace(std::move(model).value());
    if (const ComposedText &moved = m_model.plain->movedDevices(); !moved.empty())
        m_reporter.send(noticeOf("devices_moved", moved));
    m_reporter.enter(JobStage::Running);
    Result<BatchedInputs> made = makeBatchedInputs(*m_model.plain, m_model.specs, m_request);
    if (!made.ok())
        return m_reporter.fail(made.error());
    if (const ComposedText &doubt = made.value().inputs.doubt; !doubt.empty())
        m_reporter.send(noticeOf("inputs_inferred", doubt));
    m_model.inputs = convertedInputs(std::move(made.value().inputs), m_request.execution);
    m_model.batch = std::move(made.value().batch);
    return convertModel(m_rights.value());
}

/// With weights of another precision or format, or where the layers of a frozen model are timed, the instrumented model
/// is one of its own.
bool Job::convertModel(const JobRights & /*taken*/)
{
    Execution execution = m_request.execution;
    // Convolutions that are optimized for inference are no operators: nothing sees them.
    const bool frozen = m_request.kind == RequestKind::Layers && execution.executor == Executor::Frozen;
    if (!frozen)
        execution.executor = Executor::Unoptimized;
    const bool sameWeights =
        execution.precision == ModelPrecision::AsLoaded && execution.memoryFormat == MemoryFormat::AsLoaded;
    if (sameWeights && !frozen)
        return true;
    Result<LoadedModel> model = LoadedModel::load(m_request.model, m_request.device, execution);
    if (!model.ok())
        return m_reporter.fail(model.error());
    m_model.converted.emplace(std::move(model).value());
    m_model.converted->showEveryCall();
    return true;
}

bool Job::analyzeModel()
{
    m_reporter.progress("analyze", 0, 0);
    Result<Analysis> analysis = analyze(m_model.instrumented(), *m_model.inputs, *m_model.inspection, m_model.device,
                                        m_model.operators, m_model.convention);
    if (!analysis.ok())
        return m_reporter.fail(explainBatch(*m_model.plain, m_model.specs, m_request.batch, analysis.error()));
    analysis.value().predicted = m_request.predict;
    if (analysis.value().totals.cost.isAtLeast())
        m_reporter.send(countsStopped());
    if (m_request.countBytes)
        addCountedBytes(m_model, analysis.value(), m_reporter);
    if (m_request.kind == RequestKind::Analyze) { // no later step needs it
        m_reporter.send(std::move(analysis).value());
        return true;
    }
    m_model.analysis = std::move(analysis).value();
    m_reporter.send(*m_model.analysis);
    return true;
}

/// What is left when the model is loaded and its inputs are made. A report waits twice: at last for better roofs.
bool Job::measure()
{
    using Step = bool (Job::*)();
    struct StepsOf {
        RequestKind kind;
        std::vector<Step> steps;
    };
    static const StepsOf stepsOfKinds[] = {
        { RequestKind::Analyze, { &Job::analyzeModel } },
        { RequestKind::Latency, { &Job::measureLatency } },
        { RequestKind::Layers, { &Job::analyzeModel, &Job::measureLayers } },
        { RequestKind::Report,
          { &Job::analyzeModel, &Job::awaitRoofs, &Job::measureLayersAndLatency, &Job::awaitRoofs } },
        { RequestKind::Methods, { &Job::compareMethods } },
        { RequestKind::Sweep, { &Job::sweep } },
    };
    const auto *const found = std::ranges::find(stepsOfKinds, m_request.kind, &StepsOf::kind);
    const bool done = found != std::end(stepsOfKinds) && std::ranges::all_of(found->steps, [this](Step step) {
                          return !m_reporter.stopRequested() && (this->*step)();
                      });
    if (m_model.inputs->areChanged())
        m_reporter.send(changedInputs());
    return done;
}

bool Job::awaitRoofs()
{
    return m_reporter.awaitRoofs();
}

bool Job::compareMethods()
{
    return sendMethods(m_request, m_model, m_reporter);
}

bool Job::sweep()
{
    if (m_request.sweep.axes.empty())
        return sendSweep(m_request, m_model, m_reporter);
    return m_reporter.awaitRoofs() && sendSizeSweep(m_request, m_model, m_reporter);
}

bool Job::measureLatency()
{
    return m_request.interleave.empty() ? sendLatency(m_request, m_model, m_reporter)
                                        : sendInterleaved(m_request, m_model, m_reporter);
}

bool Job::measureLayers()
{
    const std::optional<Error> error = sendLayers(m_request, m_model, m_reporter);
    return error ? m_reporter.fail(*error) : true;
}

/// Layers give the first verdict, so a CPU times them first. On a GPU that would leave the profiler attached, which
/// slows the calls after it.
bool Job::measureLayersAndLatency()
{
    if (m_request.isOnCuda())
        return measureLatency() && !m_reporter.stopRequested() && measureLayers();
    const std::optional<Error> error = sendLayers(m_request, m_model, m_reporter);
    if (m_reporter.stopRequested() || !measureLatency())
        return false;
    return error ? m_reporter.fail(*error) : true;
}

bool Job::inspectAll()
{
    return std::ranges::all_of(m_start.models(), [this](const std::string &file) { return inspect(file); });
}

bool Job::run()
{
    if (runsExperiments(m_request) && !startBenchmarkProcesses())
        return false;
    if (!prepare())
        return false;
    m_reporter.announceDevice(m_model.device);
    // Before any untrusted code; constructors of a library are such code.
    if (!confineProcess())
        return false;
    if (!m_request.isOnCuda())
        limitModelMemory(m_request, m_model, m_reporter);
    if (!openLibraries())
        return false;
    if (m_request.kind == RequestKind::Import)
        return sendImported(m_request, m_model, m_reporter, m_start);
    if (!inspectAll())
        return false;
    if (m_request.kind == RequestKind::Inspect)
        return true;
    if (m_request.isOnCuda())
        limitModelMemory(m_request, m_model, m_reporter);
    if (!endStart())
        return false;
    if (runsExperiments(m_request))
        return sendExperiments(m_request, m_model.device, std::move(m_processes), m_reporter, *m_rights);
    if (m_request.kind == RequestKind::Pipeline)
        return sendPipeline(m_request, m_reporter, *m_rights);
    return loadModel() && measure();
}

/// A job on a GPU that may be lost at any moment: whatever LibTorch raises where no step expects it is an error of the
/// model or of the device. Its destructors raise, too, which ends the process.
class GuardedJob
{
public:
    GuardedJob(const Request &request, JobReporter &reporter)
        : m_request(request)
        , m_reporter(reporter)
    {
    }

    void run()
    {
        current = this;
        std::set_terminate(&GuardedJob::end);
        try {
            Job job(m_request, m_reporter);
            if (job.run() && !m_reporter.stopRequested())
                m_reporter.send(Done {});
        } catch (const std::bad_alloc &) { // the process knows its limit
            throw;
        } catch (...) {
            fail();
        }
        current = nullptr;
    }

private:
    void fail()
    {
        if (!m_reporter.failed())
            m_reporter.fail(currentExceptionAsError(m_request.model, ModelStage::Running));
    }

    [[noreturn]] static void end()
    {
        if (current && std::current_exception()) {
            current->fail();
            _exit(0);
        }
        std::abort();
    }

    static inline GuardedJob *current = nullptr; ///< of this process, which has one job

    const Request &m_request;
    JobReporter &m_reporter;
};

} // namespace

void runJob(const Request &request, JobReporter &reporter)
{
    if (request.isOnCuda()) {
        GuardedJob(request, reporter).run();
        return;
    }
    Job job(request, reporter);
    if (job.run() && !reporter.stopRequested())
        reporter.send(Done {});
}

void answerPreloaded(PreloadedStart start)
{
    BenchmarkJob job(start.own);
    answerLoaded(std::move(start.socket), start.own, std::move(start.first), job.loader());
}

} // namespace rooflight
