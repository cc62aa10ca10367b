// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/experiments.h"

#include "core/machine/cpu_device.h"
#include "core/machine/processor.h"
#include "core/model/error_sentences.h"
#include "core/sampling/other_load_sampler.h"
#include "core/service/experiments/benchmark_model.h"
#include "core/service/experiments/benchmark_pool.h"
#include "core/service/experiments/call_comparison.h"
#include "core/statistics/summary.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace rooflight {

namespace {

constexpr double secondsAnOperator = 3; ///< of sampling
constexpr double changesShare = 0.75; ///< of them, and as much for those undecided; the rest is under a background load
constexpr double loadingShare = 0.3; ///< of the progress
constexpr std::int64_t loggedCalls = 4;
constexpr double longestMergedNs = 0.5e6; ///< no call costs so much before its work begins
/// The kernel counts the CPU time of threads on other CPUs at its ticks, 1 to 10 ms apart.
constexpr double usageNs = 60e6;
constexpr double relevantSteal = 0.01;

/// The processes of an explanation, by what holds for the whole of each. Nothing can be said without the first two and
/// the background; any other is null where it cannot be had, too.
struct ExperimentProcesses {
    BenchmarkProcess *plain = nullptr;
    BenchmarkProcess *control = nullptr;
    BenchmarkProcess *keepsMemory = nullptr;
    BenchmarkProcess *hugePages = nullptr;
    BenchmarkProcess *flushesDenormals = nullptr;
    BenchmarkProcess *uncapped = nullptr; ///< null where nothing caps it
    BenchmarkProcess *oneNode = nullptr; ///< null where there is one node of memory
    BenchmarkProcess *fastestCores = nullptr; ///< null where all cores are of a kind
    BenchmarkProcess *background = nullptr;
};

bool isCapped()
{
    return std::ranges::any_of(instructionCaps, [](const char *variable) {
        return std::getenv(variable) != nullptr; // NOLINT(concurrency-mt-unsafe): no thread sets any
    });
}

/// On the first of these groups alone, with a thread for each of its cores, or as many as there were.
RunSetup keptOn(const RunSetup &setup, const std::vector<CpuGroup> &groups, const CpuTopology &topology, int threads)
{
    RunSetup kept = setup;
    kept.cpus = groups.front().cpus;
    std::set<int> cores;
    for (const LogicalCpu &cpu : topology.cpus) {
        if (std::ranges::find(kept.cpus, cpu.number) != kept.cpus.end())
            cores.insert(cpu.core);
    }
    kept.threads = std::min(threads, static_cast<int>(cores.size()));
    return kept;
}

class ExplanationRun
{
public:
    ExplanationRun(const Request &request, const Device &device, std::vector<BenchmarkProcess> processes,
                   JobReporter &reporter, const std::filesystem::path &root)
        : m_request(request)
        , m_pool(std::move(processes), reporter, "explain")
        , m_reporter(reporter)
        , m_root(root)
        , m_load(root)
    {
        m_explanation.model = request.model;
        m_explanation.device = device;
        m_explanation.execution = request.execution;
    }

    bool run();

private:
    Result<BenchmarkProcess *> load(const RunSetup &setup, bool uncapped = false);
    Result<BenchmarkProcess *> loadFor(Experiment experiment, const RunSetup &setup);
    Result<void> loadAll();
    Result<void> loadPlaced(const RunSetup &plain);
    Result<void> loadOnGpu();
    void explain(ExplainedOperator &op, double begin, double end);
    Result<void> experiment(ExplainedOperator &op, std::vector<CallVariant> &variants, double begin, double end);
    Result<void> experimentOnGpu(ExplainedOperator &op, std::vector<CallVariant> &variants, double begin, double end);
    [[nodiscard]] std::vector<CallVariant> changes(ExplainedOperator &op, const CallRequest &plain);
    void describe(ExplainedOperator &op, const CallRequest &plain);
    Result<void> countUsage(ExplainedOperator &op, const CallRequest &plain);
    Result<void> compareChanges(ExplainedOperator &op, std::vector<CallVariant> &variants);
    void addReorders(ExplainedOperator &op, const CallRequest &plain);
    static void addHeldBack(ExplainedOperator &op, const HeldBack &held, std::int64_t rounds);
    [[nodiscard]] double seconds() const;
    void send();

    const Request &m_request;
    BenchmarkPool m_pool;
    JobReporter &m_reporter;
    std::filesystem::path m_root; ///< in which the load of the machine is looked up
    OtherLoadSampler m_load;
    ExperimentProcesses m_processes;
    std::vector<FailedExperiment> m_notLoaded; ///< of every operator that they apply to
    Explanation m_explanation;
    double m_callNs = 0; ///< of the operator as it is, roughly
    std::optional<CallComparison> m_comparison;
    std::optional<GpuExperiments> m_gpu; ///< of a request for one
};

double ExplanationRun::seconds() const
{
    return m_request.limits.seconds > 0 ? m_request.limits.seconds : secondsAnOperator;
}

/// Takes the next process; the request's operators are kept in it.
Result<BenchmarkProcess *> ExplanationRun::load(const RunSetup &setup, bool uncapped)
{
    const Result<BenchmarkProcess *> taken = m_pool.take();
    if (!taken.ok())
        return taken.error();
    BenchmarkProcess &process = *taken.value();
    const Result<BenchmarkResponse> loaded =
        m_pool.ask(process, { .task = BenchmarkTask::Load, .setup = setup, .uncapped = uncapped });
    if (!loaded.ok())
        return loaded.error();
    if (!m_processes.plain) // others may be kept on some of the CPUs
        m_explanation.threads = loaded.value().threads;
    const Result<BenchmarkResponse> captured =
        m_pool.ask(process, { .task = BenchmarkTask::Capture, .setup = setup, .positions = m_request.operators });
    if (!captured.ok())
        return captured.error();
    return &process;
}

/// Null if it fails, which is kept: the other experiments go on. Errors: Cancelled, and all of the control, whose
/// processes none can do without.
Result<BenchmarkProcess *> ExplanationRun::loadFor(Experiment experiment, const RunSetup &setup)
{
    Result<BenchmarkProcess *> loaded = load(setup, experiment == Experiment::InstructionSet);
    if (loaded.ok() || experiment == Experiment::Control || loaded.error().code == ErrorCode::Cancelled)
        return loaded;
    m_notLoaded.push_back({ experiment, sentenceOf(loaded.error()) });
    return nullptr;
}

Result<void> ExplanationRun::loadAll()
{
    RunSetup plain;
    plain.execution = m_request.execution;
    plain.threads = m_request.threads;
    RunSetup keeps = plain;
    keeps.keepsMemory = true;
    RunSetup huge = plain;
    huge.hugePages = true;
    RunSetup flushes = plain;
    flushes.flushesDenormals = true;
    struct Wanted {
        Experiment experiment;
        BenchmarkProcess *&process;
        RunSetup setup;
    };
    std::vector<Wanted> wanted { { Experiment::Control, m_processes.plain, plain },
                                 { Experiment::Control, m_processes.control, plain },
                                 { Experiment::PageFaults, m_processes.keepsMemory, keeps },
                                 { Experiment::HugePages, m_processes.hugePages, huge },
                                 { Experiment::Denormals, m_processes.flushesDenormals, flushes } };
    if (isCapped())
        wanted.push_back({ Experiment::InstructionSet, m_processes.uncapped, plain });
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto &[experiment, process, setup] = wanted[i];
        const Result<BenchmarkProcess *> loaded = loadFor(experiment, setup);
        if (!loaded.ok())
            return loaded.error();
        process = loaded.value();
        m_pool.showProgress(loadingShare * static_cast<double>(i + 1) / static_cast<double>(wanted.size()));
    }
    if (const Result<void> placed = loadPlaced(plain); !placed.ok())
        return placed.error();
    const Result<BenchmarkProcess *> background = m_pool.take();
    if (!background.ok())
        return background.error();
    m_processes.background = background.value();
    const Result<BenchmarkResponse> confined = m_pool.ask(*m_processes.background, { .task = BenchmarkTask::Disturb });
    if (!confined.ok())
        return confined.error();
    m_comparison.emplace(m_pool, m_reporter, m_processes.background, watchOtherLoad(m_pool, m_root));
    return {};
}

Result<void> ExplanationRun::loadOnGpu()
{
    RunSetup plain;
    plain.execution = m_request.execution;
    plain.threads = m_request.threads;
    RunSetup benchmarks = plain;
    benchmarks.benchmarksCudnn = true;
    GpuProcesses processes;
    std::size_t count = 0;
    for (const auto &[experiment, process, setup] :
         { std::tuple(Experiment::Control, &processes.plain, plain),
           std::tuple(Experiment::Control, &processes.control, plain),
           std::tuple(Experiment::CudaGraph, &processes.graphs, plain),
           std::tuple(Experiment::CudnnBenchmark, &processes.benchmarks, benchmarks) }) {
        const Result<BenchmarkProcess *> loaded = loadFor(experiment, setup);
        if (!loaded.ok())
            return loaded.error();
        *process = loaded.value();
        m_pool.showProgress(loadingShare * static_cast<double>(++count) / gpuProcesses);
    }
    m_processes.plain = processes.plain;
    m_comparison.emplace(m_pool, m_reporter, nullptr, watchOtherLoad(m_pool, m_root));
    m_gpu.emplace(m_pool, processes, m_notLoaded);
    return {};
}

/// Those that are kept on some of the CPUs, where a machine has several nodes of memory or kinds of cores.
Result<void> ExplanationRun::loadPlaced(const RunSetup &plain)
{
    const CpuTopology topology = cpuTopology();
    for (const auto &[experiment, process, groups] :
         { std::tuple(Experiment::Numa, &m_processes.oneNode, memoryNodes(topology)),
           std::tuple(Experiment::CoreKind, &m_processes.fastestCores, coreKinds(topology)) }) {
        if (groups.size() < 2)
            continue;
        const Result<BenchmarkProcess *> loaded =
            loadFor(experiment, keptOn(plain, groups, topology, m_explanation.threads));
        if (!loaded.ok())
            return loaded.error();
        *process = loaded.value();
    }
    return {};
}

/// The call as it is first, then all changes of it that apply.
std::vector<CallVariant> ExplanationRun::changes(ExplainedOperator &op, const CallRequest &plain)
{
    std::vector<CallVariant> variants;
    const auto add = [&](Experiment experiment, BenchmarkProcess *process, CallRequest call, double perItem = 1) {
        CallVariant variant {
            .experiment = experiment, .process = process, .call = call, .perItem = perItem, .times = {}
        };
        if (process)
            addIfPrepared(m_pool, op, variants, std::move(variant));
    };
    const auto changed = [&plain](CallChange change) {
        CallRequest call = plain;
        call.change = change;
        return call;
    };
    const auto withThreads = [&plain](int threads) {
        CallRequest call = plain;
        call.threads = threads;
        return call;
    };
    add(Experiment::Control, m_processes.plain, plain);
    if (variants.empty())
        return variants;
    m_callNs = warmCallNs(m_pool, variants.front());
    add(Experiment::Control, m_processes.control, plain);
    add(Experiment::PageFaults, m_processes.keepsMemory, plain);
    add(Experiment::HugePages, m_processes.hugePages, plain);
    add(Experiment::Denormals, m_processes.flushesDenormals, plain);
    add(Experiment::InstructionSet, m_processes.uncapped, plain);
    add(Experiment::Numa, m_processes.oneNode, plain);
    add(Experiment::CoreKind, m_processes.fastestCores, plain);
    add(Experiment::Contiguous, m_processes.plain, changed(CallChange::Contiguous));
    add(Experiment::MemoryFormat, m_processes.plain, changed(CallChange::ChannelsLast));
    add(Experiment::HalfBytes, m_processes.plain, changed(CallChange::SmallFootprint));
    if (m_callNs < longestMergedNs)
        add(Experiment::MergedCalls, m_processes.plain, changed(CallChange::Merged), 1.0 / mergedCalls);
    const int threads = m_explanation.threads;
    if (threads > 1)
        add(Experiment::Threads, m_processes.plain, withThreads(threads / 2));
    if (threads < availableCpus())
        add(Experiment::AllThreads, m_processes.plain, withThreads(availableCpus()));
    if (plain.caches == Caches::Cold) {
        CallRequest warm = plain;
        warm.caches = Caches::Warm;
        add(Experiment::ColdCaches, m_processes.plain, warm);
    }
    op.failed.insert(op.failed.end(), m_notLoaded.begin(), m_notLoaded.end());
    return variants;
}

/// By the process whose times do not depend on what was allocated before, if there is one. Experiments go on without
/// it: it is for scripts alone.
void ExplanationRun::describe(ExplainedOperator &op, const CallRequest &plain)
{
    BenchmarkProcess &process = m_processes.keepsMemory ? *m_processes.keepsMemory : *m_processes.plain;
    Result<BenchmarkResponse> response = m_pool.ask(process, { .task = BenchmarkTask::DescribeCall, .call = plain });
    if (!response.ok())
        return;
    if (CalledOperator call = std::move(response).value().described; !call.name.empty())
        op.call = std::move(call);
}

/// Page faults and busy threads of a call, in one batch that is long enough to count them. Caches stay warm: flushing
/// them before each of thousands of calls would take minutes, and count as theirs.
Result<void> ExplanationRun::countUsage(ExplainedOperator &op, const CallRequest &plain)
{
    CallRequest warm = plain;
    warm.caches = Caches::Warm;
    const auto calls = static_cast<std::int64_t>(std::clamp(usageNs / std::max(m_callNs, 1.0), 2.0, 1e6));
    const Result<BenchmarkResponse> response =
        m_pool.ask(*m_processes.plain, { .task = BenchmarkTask::TimeCall, .count = calls, .call = warm });
    if (!response.ok())
        return response.error();
    const auto count = static_cast<double>(calls);
    op.pageFaults = static_cast<double>(response.value().pageFaults) / count;
    op.busyThreads = response.value().ns > 0 ? response.value().callsCpuNs / (response.value().ns * count) : 0;
    return {};
}

/// All, then those again that look faster and are not so for certain. If that fails, what the first times say stays.
Result<void> ExplanationRun::compareChanges(ExplainedOperator &op, std::vector<CallVariant> &variants)
{
    const OtherLoadSampler load(m_root);
    std::vector<CallVariant *> compared;
    compared.reserve(variants.size());
    for (CallVariant &variant : variants)
        compared.push_back(&variant);
    if (Result<void> first = m_comparison->compare(compared, seconds() * changesShare); !first.ok())
        return first;
    std::erase_if(compared, [](const CallVariant *variant) {
        return variant->experiment != Experiment::Control && !mayBeFaster(*variant);
    });
    if (needMoreRounds(variants))
        static_cast<void>(m_comparison->compare(compared, seconds() * changesShare));
    for (const CallVariant &variant : std::span(variants).subspan(1))
        addRatio(op, variant);
    if (variants.front().times.ns.empty())
        return {};
    op.medianNs = medianOf(variants.front().times.ns);
    if (!m_gpu)
        addHeldBack(op, load.heldBack(), static_cast<std::int64_t>(variants.front().times.ns.size()));
    return {};
}

/// What oneDNN spends on copies is not part of the work; the rest of the call is.
void ExplanationRun::addReorders(ExplainedOperator &op, const CallRequest &plain)
{
    std::vector<double> ratios;
    for (std::int64_t i = 0; i < loggedCalls * 2; ++i) {
        const Result<BenchmarkResponse> logged =
            m_pool.ask(*m_processes.plain, { .task = BenchmarkTask::LogCall, .count = 1, .call = plain });
        if (!logged.ok())
            return addFailure(op, Experiment::Reorders, logged.error());
        const OneDnnTimes &times = logged.value().oneDnn;
        if (times.reordersNs > 0 && op.medianNs > 0)
            ratios.push_back(1 - std::min(times.reordersNs / std::max(times.allNs, op.medianNs), 1.0));
    }
    if (ratios.size() < loggedCalls)
        return;
    const Summary summary = summarize(ratios);
    op.experiments.push_back(
        { Experiment::Reorders, summary.medianNs, summary.medianIntervalNs, static_cast<std::int64_t>(ratios.size()) });
}

/// Both are counted by the kernel, for the machine or the group as a whole.
void ExplanationRun::addHeldBack(ExplainedOperator &op, const HeldBack &held, std::int64_t rounds)
{
    const auto add = [&op, rounds](Experiment experiment, double ratio) {
        op.experiments.push_back({ experiment, ratio, { ratio, ratio }, rounds });
    };
    if (held.throttledShare > 0)
        add(Experiment::Quota, 1 - held.throttledShare);
    if (held.stolenShare > relevantSteal)
        add(Experiment::Steal, 1 - held.stolenShare);
}

Result<void> ExplanationRun::experiment(ExplainedOperator &op, std::vector<CallVariant> &variants, double begin,
                                        double end)
{
    const CallRequest plain = variants.front().call;
    const double middle = begin + (end - begin) * changesShare;
    m_comparison->setProgress(begin, middle);
    describe(op, plain);
    if (Result<void> counted = countUsage(op, plain); !counted.ok())
        return counted;
    if (Result<void> compared = compareChanges(op, variants); !compared.ok())
        return compared;
    addReorders(op, plain);
    m_comparison->setProgress(middle, end);
    if (const int half = m_explanation.threads / 2; half > 0)
        m_comparison->compareBackgroundLoads(op, *m_processes.plain, plain, half, seconds() * (1 - changesShare));
    return {};
}

Result<void> ExplanationRun::experimentOnGpu(ExplainedOperator &op, std::vector<CallVariant> &variants, double begin,
                                             double end)
{
    const double middle = begin + (end - begin) * changesShare;
    m_comparison->setProgress(begin, middle);
    const Result<void> compared = compareChanges(op, variants);
    op.otherLoad = m_comparison->takeOtherLoad(); // that of the launches is theirs alone
    if (!compared.ok())
        return compared;
    m_comparison->setProgress(middle, end);
    m_gpu->compareLaunches(op, variants.front().call, *m_comparison, seconds() * (1 - changesShare));
    return {};
}

/// A stop leaves what was decided by then.
void ExplanationRun::explain(ExplainedOperator &op, double begin, double end)
{
    CallRequest plain;
    plain.position = op.id;
    plain.caches = m_request.execution.caches;
    std::vector<CallVariant> variants = m_gpu ? m_gpu->changes(op, plain) : changes(op, plain);
    if (m_reporter.stopRequested())
        return;
    if (variants.empty()) { // not even as it is
        op.failure = op.failed.empty() ? phraseWith(phrases::notCalledAgain, {}) : op.failed.front().failure;
        op.failed.clear();
        return;
    }
    const Result<void> done = m_gpu ? experimentOnGpu(op, variants, begin, end) : experiment(op, variants, begin, end);
    if (!m_gpu)
        op.otherLoad = m_comparison->takeOtherLoad();
    m_explanation.partial = m_explanation.partial || m_comparison->isPartial();
    if (!done.ok() && !m_reporter.stopRequested())
        op.failure = sentenceOf(done.error());
}

void ExplanationRun::send()
{
    m_explanation.flags = m_load.flags(m_pool.cpuSeconds());
    m_reporter.send(m_explanation);
}

bool ExplanationRun::run()
{
    m_reporter.enter(JobStage::Loading);
    m_pool.showProgress(0);
    if (const Result<void> all = m_request.isOnCuda() ? loadOnGpu() : loadAll(); !all.ok())
        return m_reporter.fail(all.error());
    m_reporter.enter(JobStage::Measuring);
    const std::vector<std::int64_t> &positions = m_request.operators;
    for (std::size_t i = 0; i < positions.size() && !m_reporter.stopRequested(); ++i) {
        const double share = (1 - loadingShare) / static_cast<double>(positions.size());
        ExplainedOperator op;
        op.id = positions[i];
        explain(op, loadingShare + share * static_cast<double>(i), loadingShare + share * static_cast<double>(i + 1));
        if (m_reporter.stopRequested() && op.experiments.empty())
            break; // nothing is known of it
        m_explanation.operators.push_back(std::move(op));
        m_explanation.partial = m_reporter.stopRequested() || i + 1 < positions.size();
        send();
    }
    return true;
}

} // namespace

std::size_t explanationProcesses(const Request &request)
{
    constexpr std::size_t onCpu = 9;
    return request.isOnCuda() ? gpuProcesses : onCpu;
}

bool sendExplanation(const Request &request, const Device &device, std::vector<BenchmarkProcess> processes,
                     JobReporter &reporter, const std::filesystem::path &root)
{
    return ExplanationRun(request, device, std::move(processes), reporter, root).run();
}

} // namespace rooflight
