// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/experiments.h"

#include "core/machine/memory_in_reach.h"
#include "core/model/error_sentences.h"
#include "core/sampling/other_load_sampler.h"
#include "core/service/experiments/benchmark_pool.h"
#include "core/service/experiments/benchmark_variant.h"
#include "core/service/experiments/remedy_obstacles.h"
#include "core/service/steps/job_notices.h"
#include "core/statistics/summary.h"
#include "core/timing/latency/paired_runs.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>

namespace rooflight {

namespace {

constexpr double defaultSeconds = 16; ///< of sampling
constexpr double firstTrialShare = 0.6; ///< of them; the rest is for the combinations
constexpr double startingShare = 0.4; ///< of the progress: until all are loaded
constexpr double firstTrialEnd = 0.8;
constexpr double longestBatchShare = 0.025; ///< of the time: a run of a larger batch
constexpr std::size_t placeOfControl = 1; ///< of the variants: behind the model as it is
constexpr std::size_t firstTried = 2; ///< behind both

/// Shares of the whole.
struct ProgressSpan {
    double begin = 0;
    double end = 0;
};

class RemediesRun
{
public:
    RemediesRun(const Request &request, const Device &device, std::vector<BenchmarkProcess> processes,
                JobReporter &reporter, const std::filesystem::path &root)
        : m_request(request)
        , m_pool(std::move(processes), reporter, "remedies")
        , m_reporter(reporter)
        , m_isGpu(request.isOnCuda())
        , m_root(root)
        , m_load(root)
        , m_energy(request.device, request.execution.caches, seconds())
    {
        m_remedies.model = request.model;
        m_remedies.device = device;
        m_remedies.setup.execution = request.execution;
        m_remedies.setup.batch = request.batch;
        m_remedies.setup.threads = request.threads;
    }

    bool run();

private:
    Result<void> loadBaseline();
    void listRemedies();
    Result<void> tryRemedies();
    [[nodiscard]] std::size_t groupSize() const;
    [[nodiscard]] std::optional<BenchmarkVariant> loadRemedy(Remedy &remedy);
    [[nodiscard]] std::optional<BenchmarkVariant> loadLargerBatch(Remedy &remedy);
    Result<BenchmarkVariant> loadCompared(const RunSetup &setup);
    Result<void> timeGroup(std::vector<BenchmarkVariant> &group, const std::vector<Remedy *> &remedies, double seconds);
    [[nodiscard]] std::vector<RemedyCombination> loadCombinations(std::vector<BenchmarkVariant> &combined);
    Result<void> timeCombinations();
    void keepBestOfFirstTrial();
    void sayFailed(const RemedyCombination &combination, const ComposedText &why);
    [[nodiscard]] std::vector<const Remedy *> fasterRemedies() const;
    [[nodiscard]] PairedVariant paired(BenchmarkVariant &variant);
    [[nodiscard]] Measured<PairedResult> pair(std::vector<BenchmarkVariant> &others, double seconds, ProgressSpan span,
                                              const SnapshotSink<PairedResult> &sink);
    [[nodiscard]] Result<void> checkTrial(const Measured<PairedResult> &measured) const;
    void takeBaseline(const PairedRuns &paired);
    void readEnergy(std::vector<BenchmarkVariant> &others, const std::vector<MeasuredChange *> &changes);
    void send();
    [[nodiscard]] double seconds() const
    {
        return m_request.limits.seconds > 0 ? m_request.limits.seconds : defaultSeconds;
    }
    [[nodiscard]] bool isWanted(RemedyId id) const
    {
        return m_request.remedies.empty()
            || std::ranges::find(m_request.remedies, name(id)) != m_request.remedies.end();
    }

    const Request &m_request;
    BenchmarkPool m_pool;
    JobReporter &m_reporter;
    bool m_isGpu;
    std::filesystem::path m_root; ///< in which the load of the machine is looked up
    OtherLoadSampler m_load;
    Remedies m_remedies;
    BenchmarkVariant m_control; ///< equal to the model as it is
    BenchmarkResponse m_inputs;
    BenchmarkResponse m_outputs; ///< of the model as it is
    BenchmarkVariant m_baseline;
    VariantEnergy m_energy;
    int m_threads = 1; ///< of the model as it is
    std::int64_t m_items = 1; ///< of its runs, where a batch was searched for
};

/// Its outputs are compared with those of the model as it is.
Result<BenchmarkVariant> RemediesRun::loadCompared(const RunSetup &setup)
{
    Result<BenchmarkVariant> variant = loadVariant(m_pool, setup, m_inputs.data);
    if (!variant.ok())
        return variant;
    const Result<BenchmarkResponse> outputs = m_pool.ask(*variant.value().process, { .task = BenchmarkTask::Outputs });
    if (!outputs.ok())
        return outputs.error();
    variant.value().difference = differenceOf(m_outputs, outputs.value());
    return variant;
}

/// One process makes the inputs and ends. The model as it is and its control then begin alike.
Result<void> RemediesRun::loadBaseline()
{
    Result<BenchmarkVariant> maker = loadVariant(m_pool, m_remedies.setup, {});
    if (!maker.ok())
        return maker.error();
    m_threads = maker.value().threads;
    Result<BenchmarkResponse> inputs = m_pool.ask(*maker.value().process, { .task = BenchmarkTask::Inputs });
    maker.value().process->end();
    if (!inputs.ok())
        return inputs.error();
    m_inputs = std::move(inputs).value();
    for (BenchmarkVariant *equal : { &m_baseline, &m_control }) {
        Result<BenchmarkVariant> loaded = loadVariant(m_pool, m_remedies.setup, m_inputs.data);
        if (!loaded.ok())
            return loaded.error();
        *equal = std::move(loaded).value();
    }
    Result<BenchmarkResponse> outputs = m_pool.ask(*m_baseline.process, { .task = BenchmarkTask::Outputs });
    if (!outputs.ok())
        return outputs.error();
    m_outputs = std::move(outputs).value();
    const Result<BenchmarkResponse> timed =
        m_pool.ask(*m_baseline.process, { .task = BenchmarkTask::Time, .count = 1 });
    if (!timed.ok())
        return timed.error();
    m_baseline.peakBytes = timed.value().peakBytes;
    return {};
}

void RemediesRun::listRemedies()
{
    const RunOfModel facts = onThisMachine(
        { m_request.execution, m_isGpu, m_threads, m_inputs.hasImages, m_inputs.hasLinear, m_request.compile });
    for (const auto &[id, unused] : enumNames<RemedyId>) {
        if (!isWanted(id))
            continue;
        Remedy remedy;
        remedy.id = id;
        remedy.obstacle = obstacleOf(id, facts);
        remedy.setup = withRemedy(m_remedies.setup, id, threadsOf(id, facts));
        if (isCompiled(id) && remedy.applies())
            takeCompiled(remedy, m_request);
        m_remedies.remedies.push_back(std::move(remedy));
    }
}

/// How many processes fit into memory beside the two of the model as it is.
std::size_t RemediesRun::groupSize() const
{
    constexpr double share = 0.7;
    if (m_isGpu)
        return 1; // what they hold of its memory is not known
    const double available = share * static_cast<double>(memoryInReach());
    const double others = available / static_cast<double>(std::max<std::int64_t>(m_baseline.peakBytes, 1)) - 1;
    return static_cast<std::size_t>(std::clamp(others, 1.0, static_cast<double>(maxRemedyVariants)));
}

/// In groups that fit into memory together, each beside the model as it is.
Result<void> RemediesRun::tryRemedies()
{
    std::vector<Remedy *> left;
    for (Remedy &remedy : m_remedies.remedies) {
        if (remedy.applies())
            left.push_back(&remedy);
    }
    const std::size_t count = left.size();
    const std::size_t largest = groupSize();
    for (std::size_t done = 0; done < count && !m_reporter.stopRequested();) {
        std::vector<BenchmarkVariant> group;
        std::vector<Remedy *> remedies;
        const std::size_t begin = done;
        for (; done < count && group.size() < largest && !m_reporter.stopRequested(); ++done) {
            if (std::optional<BenchmarkVariant> variant = loadRemedy(*left[done])) {
                group.push_back(*variant);
                remedies.push_back(left[done]);
            } else if (m_reporter.stopRequested()) { // not tried: nothing stands in its way
                left[done]->obstacle = RemedyObstacle::None;
                left[done]->failure = {};
            }
            m_pool.showProgress(static_cast<double>(done + 1) / static_cast<double>(count) * startingShare);
        }
        const double share = static_cast<double>(done - begin) / static_cast<double>(count);
        if (Result<void> timed = timeGroup(group, remedies, seconds() * firstTrialShare * share); !timed.ok())
            return timed;
        for (BenchmarkVariant &variant : group)
            variant.process->end();
    }
    return {};
}

std::optional<BenchmarkVariant> RemediesRun::loadRemedy(Remedy &remedy)
{
    if (remedy.id == RemedyId::Batch)
        return loadLargerBatch(remedy);
    Result<BenchmarkVariant> variant = loadCompared(remedy.setup);
    if (variant.ok())
        return std::move(variant).value();
    remedy.obstacle = RemedyObstacle::Failed;
    remedy.failure = sentenceOf(variant.error());
    return std::nullopt;
}

std::optional<BenchmarkVariant> RemediesRun::loadLargerBatch(Remedy &remedy)
{
    LargerBatch found = searchLargerBatch(m_pool, m_remedies.setup, seconds() * longestBatchShare * nsPerSecond);
    m_items = found.base;
    remedy.obstacle = found.obstacle;
    remedy.failure = std::move(found.failure);
    if (found.variant)
        remedy.setup = withRemedy(m_remedies.setup, RemedyId::Batch, found.variant->items);
    return found.variant;
}

PairedVariant RemediesRun::paired(BenchmarkVariant &variant)
{
    const double perItem = variant.items > 0 ? static_cast<double>(m_items) / static_cast<double>(variant.items) : 1;
    return { [this, &variant](std::int64_t calls) {
                const Result<BenchmarkResponse> timed =
                    m_pool.ask(*variant.process, { .task = BenchmarkTask::Time, .count = calls });
                if (!timed.ok())
                    throw RaisedError(timed.error());
                variant.peakBytes = std::max(variant.peakBytes, timed.value().peakBytes);
                return timed.value().ns;
            },
             perItem };
}

/// The model as it is, its control, and \p others, within \p seconds.
Measured<PairedResult> RemediesRun::pair(std::vector<BenchmarkVariant> &others, double seconds, ProgressSpan span,
                                         const SnapshotSink<PairedResult> &sink)
{
    std::vector<PairedVariant> all { paired(m_baseline), paired(m_control) };
    all.back().isControl = true;
    for (BenchmarkVariant &variant : others)
        all.push_back(paired(variant));
    PairedLimits limits;
    limits.seconds = seconds;
    limits.warmup.maximumSeconds = seconds / static_cast<double>(4 * all.size());
    MeasurementContext context = m_reporter.context("remedies");
    const double begin = context.now();
    context.progress = [this, now = context.now, begin, seconds, span](std::int64_t, std::int64_t) {
        m_pool.showProgress(span.begin + (span.end - span.begin) * std::min((now() - begin) / seconds, 1.0));
    };
    limits.hadOtherLoad = watchOtherLoad(m_pool, m_root);
    return pairRuns(all, limits, context, sink);
}

/// Without its control a trial decides nothing.
Result<void> RemediesRun::checkTrial(const Measured<PairedResult> &measured) const
{
    if (measured.error)
        return *measured.error;
    const ComposedText failure = measured.value ? measured.value->variants[placeOfControl].failure : ComposedText();
    return failure.empty() ? Result<void>()
                           : errorOf(ErrorSentence::ControlFailed, { m_request.model, wordsWithin(failure) });
}

void RemediesRun::takeBaseline(const PairedRuns &paired)
{
    const Summary summary = summarize(paired.runs.samplesNs);
    m_remedies.medianNs = summary.medianNs;
    m_remedies.medianInterval = summary.medianIntervalNs;
    m_remedies.peakBytes = m_baseline.peakBytes;
}

void RemediesRun::readEnergy(std::vector<BenchmarkVariant> &others, const std::vector<MeasuredChange *> &changes)
{
    std::vector<VariantEnergy::Place> places { { { paired(m_baseline).run, m_remedies.medianNs },
                                                 &m_remedies.energy } };
    for (std::size_t i = 0; i < others.size(); ++i) {
        if (changes[i]->isMeasured())
            places.push_back({ { paired(others[i]).run, changes[i]->medianNs }, &changes[i]->energy });
    }
    m_energy.read(places, m_reporter.context("remedies"));
}

Result<void> RemediesRun::timeGroup(std::vector<BenchmarkVariant> &group, const std::vector<Remedy *> &remedies,
                                    double seconds)
{
    const auto take = [&](const PairedResult &result) {
        takeBaseline(result.variants.front());
        for (std::size_t i = 0; i < group.size(); ++i) {
            const PairedRuns &measured = result.variants[i + firstTried];
            remedies[i]->change =
                measured.failure.empty() ? changeOf(measured, result.control, group[i]) : MeasuredChange {};
            if (!measured.failure.empty()) {
                remedies[i]->obstacle = RemedyObstacle::Failed;
                remedies[i]->failure = measured.failure;
            }
        }
    };
    const auto show = [&](const PairedResult &result) {
        take(result);
        m_remedies.partial = true;
        send();
    };
    const Measured<PairedResult> measured = pair(group, seconds, { startingShare, firstTrialEnd }, show);
    if (measured.value)
        take(*measured.value);
    m_remedies.partial = !measured.value || measured.value->partial;
    Result<void> sound = checkTrial(measured);
    if (!m_remedies.partial && sound.ok()) {
        std::vector<MeasuredChange *> changes;
        for (Remedy *remedy : remedies)
            changes.push_back(&remedy->change);
        readEnergy(group, changes);
    }
    return sound;
}

/// Those that can be had at once, the greatest gain first. A batch is no way to make a run faster.
std::vector<const Remedy *> RemediesRun::fasterRemedies() const
{
    std::vector<const Remedy *> faster;
    for (const Remedy &remedy : m_remedies.remedies) {
        if (remedy.change.isMeasured() && remedy.id != RemedyId::Batch
            && verdictOf(remedy.change) == RemedyVerdict::Faster)
            faster.push_back(&remedy);
    }
    std::ranges::sort(faster, {}, [](const Remedy *remedy) { return remedy->change.ratio; });
    std::vector<const Remedy *> together;
    for (const Remedy *remedy : faster) {
        const bool excluded = std::ranges::any_of(together, [remedy](const Remedy *other) {
            return excludeEachOther(*remedy->id.value(), *other->id.value());
        });
        if (!excluded)
            together.push_back(remedy);
    }
    return together;
}

/// The best alone, the best two, three, ...: each as the one before and one remedy more, but for those that do not go
/// together with it.
std::vector<RemedyCombination> RemediesRun::loadCombinations(std::vector<BenchmarkVariant> &combined)
{
    std::vector<RemedyCombination> combinations;
    RemedyCombination last;
    last.setup = m_remedies.setup;
    for (const Remedy *remedy : fasterRemedies()) {
        RemedyCombination next = last;
        next.ids.push_back(remedy->id);
        next.setup = withRemedy(last.setup, *remedy->id.value(), remedy->setup.threads);
        Result<BenchmarkVariant> loaded = loadCompared(next.setup);
        if (!loaded.ok() && loaded.error().code == ErrorCode::Cancelled)
            break; // neither it nor those behind it failed
        if (!loaded.ok()) {
            sayFailed(next, sentenceOf(loaded.error()));
            continue;
        }
        combined.push_back(std::move(loaded).value());
        combinations.push_back(next);
        last = std::move(next);
    }
    return combinations;
}

/// Timed again, as the least of many times measured once is too small by chance.
Result<void> RemediesRun::timeCombinations()
{
    if (m_remedies.partial || m_reporter.stopRequested())
        return {};
    std::vector<BenchmarkVariant> combined;
    std::vector<RemedyCombination> combinations = loadCombinations(combined);
    if (combinations.empty()) {
        keepBestOfFirstTrial();
        return {};
    }
    const Measured<PairedResult> measured = pair(combined, seconds() * (1 - firstTrialShare), { firstTrialEnd, 1 }, {});
    if (Result<void> sound = checkTrial(measured); !sound.ok()) {
        keepBestOfFirstTrial();
        return sound;
    }
    if (!measured.value || doubtOf(measured.value->control) != TrialDoubt::None)
        keepBestOfFirstTrial();
    if (!measured.value)
        return {}; // stopped before its first run
    m_remedies.partial = measured.value->partial;
    std::vector<MeasuredChange *> changes;
    for (std::size_t i = 0; i < combinations.size(); ++i) {
        const PairedRuns &runs = measured.value->variants[i + firstTried];
        if (runs.failure.empty())
            combinations[i].change = changeOf(runs, measured.value->control, combined[i]);
        else
            sayFailed(combinations[i], runs.failure);
        changes.push_back(&combinations[i].change);
    }
    if (std::ranges::none_of(changes, &MeasuredChange::isMeasured))
        keepBestOfFirstTrial();
    if (!m_remedies.partial)
        readEnergy(combined, changes);
    for (const RemedyCombination &combination : combinations) {
        const bool better = combination.change.isMeasured() && verdictOf(combination.change) == RemedyVerdict::Faster
            && (m_remedies.best.ids.empty() || combination.change.ratio < m_remedies.best.change.ratio);
        if (better)
            m_remedies.best = combination;
        if (combination.ids.size() > 1 && combination.change.isMeasured())
            m_remedies.combinations.push_back(combination);
    }
    return {};
}

/// The result has those that were timed.
void RemediesRun::sayFailed(const RemedyCombination &combination, const ComposedText &why)
{
    std::string ids;
    for (const std::string_view id : namesOf(combination.ids))
        ids += (ids.empty() ? "" : " + ") + std::string(id);
    m_reporter.send(noticeOf("combination_failed", phraseWith(phrases::combinationFailed, { ids, why })));
}

/// A second trial that decides nothing takes nothing back; neither does a group that ends the first one.
void RemediesRun::keepBestOfFirstTrial()
{
    if (const std::vector<const Remedy *> faster = fasterRemedies(); !faster.empty())
        m_remedies.best = { { faster.front()->id }, faster.front()->setup, faster.front()->change };
}

void RemediesRun::send()
{
    for (const OpenEnum<SampleFlag> &flag : m_load.flags(m_pool.cpuSeconds())) {
        if (!hasFlag(m_remedies.flags, flag))
            m_remedies.flags.push_back(flag);
    }
    m_reporter.send(m_remedies);
}

bool RemediesRun::run()
{
    m_reporter.enter(JobStage::Loading);
    m_pool.showProgress(0);
    if (const Result<void> loaded = loadBaseline(); !loaded.ok())
        return m_reporter.fail(loaded.error());
    m_reporter.enter(JobStage::Measuring);
    m_remedies.energy = m_energy.readIdle();
    listRemedies();
    Result<void> timed = tryRemedies();
    if (timed.ok())
        timed = timeCombinations();
    else
        keepBestOfFirstTrial();
    m_remedies.partial = m_remedies.partial || m_reporter.stopRequested() || !timed.ok();
    if (timed.ok() || m_remedies.medianNs > 0)
        send(); // before the error, behind which nothing is read
    return timed.ok() || m_reporter.fail(timed.error());
}

} // namespace

bool sendRemedies(const Request &request, const Device &device, std::vector<BenchmarkProcess> processes,
                  JobReporter &reporter, const std::filesystem::path &root)
{
    return RemediesRun(request, device, std::move(processes), reporter, root).run();
}

} // namespace rooflight
