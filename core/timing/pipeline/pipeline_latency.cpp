// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/pipeline/pipeline_latency.h"

#include "core/statistics/sample_set.h"
#include "core/statistics/summary.h"
#include "core/torchscript/load/torch_errors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rooflight {

namespace {

constexpr std::array modes { StageSeparation::Synchronized, StageSeparation::Events };

struct PipelineRun {
    double endToEndNs = 0;
    std::vector<StageSpan> spans;
};

/// Time of a stage's own work: what the host waited for where it waits, else what the device worked.
double ownTimeNs(const PipelineStage &stage, const StageSpan &span, StageSeparation mode)
{
    if (stage.isModel && mode == StageSeparation::Events)
        return span.deviceEndNs - span.deviceBeginNs;
    return span.hostEndNs - span.hostBeginNs;
}

class PipelineTrial : public ResultTrial<PipelineLatency>
{
public:
    PipelineTrial(TimedDevice &device, const std::vector<PipelineStep> &steps, const std::string &path,
                  const SnapshotSink<PipelineLatency> &sink)
        : ResultTrial(sink)
        , m_device(device)
        , m_steps(steps)
        , m_path(path)
    {
    }

    Result<void> warmUpOnce(std::size_t, StopCriterion &criterion) override
    {
        for (const StageSeparation mode : modes)
            m_warmup[index(mode)].push_back(runOnce(mode));
        criterion.add(m_warmup[index(StageSeparation::Events)].back().endToEndNs);
        return {};
    }

    /// The mode that begins finds the caches as the other left them: each begins every other round.
    Result<void> sampleRound(StopCriterion &criterion) override
    {
        std::array order = modes;
        if (m_runs[0].size() % 2 == 1)
            std::ranges::reverse(order);
        std::array<PipelineRun, modes.size()> round;
        for (const StageSeparation mode : order)
            round[index(mode)] = runOnce(mode);
        criterion.add(round[index(StageSeparation::Events)].endToEndNs);
        for (const StageSeparation mode : modes)
            m_runs[index(mode)].push_back(std::move(round[index(mode)]));
        return {};
    }

    bool hasResult() const override { return !m_warmup[0].empty(); }

    PipelineLatency result(StopReason end) const override
    {
        PipelineLatency latency;
        for (const PipelineStep &step : m_steps)
            latency.stages.push_back(step.about);
        for (const StageSeparation mode : modes)
            latency.modes.push_back(modeResult(mode));
        setCost(latency);
        latency.partial = end == StopReason::None;
        return latency;
    }

    Error currentExceptionError() const override { return currentExceptionAsError(m_path, ModelStage::Running); }

private:
    static std::size_t index(StageSeparation mode) { return static_cast<std::size_t>(mode); }

    /// The first mark stands at the run's begin on an idle device: device times need no other clock.
    PipelineRun runOnce(StageSeparation mode)
    {
        PipelineRun run;
        m_device.synchronize();
        m_device.forgetMarks();
        const double begin = m_device.nowNs();
        m_device.mark();
        for (const PipelineStep &step : m_steps) {
            StageSpan &span = run.spans.emplace_back();
            span.hostBeginNs = m_device.nowNs() - begin;
            m_device.mark();
            step.call();
            m_device.mark();
            if (mode == StageSeparation::Synchronized)
                m_device.synchronize();
            span.hostEndNs = m_device.nowNs() - begin;
        }
        m_device.synchronize();
        run.endToEndNs = m_device.nowNs() - begin;
        const std::vector<double> marks = m_device.resolveMarks();
        for (const PipelineStep &step : m_steps) {
            if (step.restore)
                step.restore();
        }
        for (std::size_t i = 0; i < run.spans.size(); ++i) {
            StageSpan &span = run.spans[i];
            const bool onDevice = m_device.isAsynchronous() && m_steps[i].about.isModel;
            span.deviceBeginNs = onDevice ? marks[2 * i + 1] : span.hostBeginNs;
            span.deviceEndNs = onDevice ? marks[2 * i + 2] : span.hostEndNs;
        }
        return run;
    }

    static std::vector<double> endToEndOf(const std::vector<PipelineRun> &runs)
    {
        std::vector<double> times;
        times.reserve(runs.size());
        for (const PipelineRun &run : runs)
            times.push_back(run.endToEndNs);
        return times;
    }

    [[nodiscard]] std::vector<double> stageTimes(const std::vector<PipelineRun> &runs, std::size_t stage,
                                                 StageSeparation mode) const
    {
        std::vector<double> times;
        times.reserve(runs.size());
        for (const PipelineRun &run : runs)
            times.push_back(ownTimeNs(m_steps[stage].about, run.spans[stage], mode));
        return times;
    }

    /// The run whose time is nearest to this one.
    static std::vector<StageSpan> runNear(const std::vector<PipelineRun> &runs, double timeNs)
    {
        const auto nearest = std::ranges::min_element(
            runs, {}, [timeNs](const PipelineRun &run) { return std::abs(run.endToEndNs - timeNs); });
        return nearest == runs.end() ? std::vector<StageSpan>() : nearest->spans;
    }

    [[nodiscard]] PipelineMode modeResult(StageSeparation mode) const
    {
        const std::vector<PipelineRun> &warmup = m_warmup[index(mode)];
        const std::vector<PipelineRun> &runs = m_runs[index(mode)];
        PipelineMode result;
        result.mode = mode;
        result.endToEnd = headlineSampleSet(endToEndOf(warmup), endToEndOf(runs));
        for (std::size_t stage = 0; stage < m_steps.size(); ++stage)
            result.stages.push_back(sampleSet(stageTimes(warmup, stage, mode), stageTimes(runs, stage, mode)));
        const Summary &summary = result.endToEnd.summary;
        result.medianRun = runNear(runs, summary.medianNs);
        if (const std::optional<double> p99 = summary.percentile(99))
            result.p99Run = runNear(runs, *p99);
        return result;
    }

    void setCost(PipelineLatency &latency) const
    {
        std::vector<double> differences;
        for (std::size_t i = 0; i < m_runs[0].size(); ++i)
            differences.push_back(m_runs[index(StageSeparation::Synchronized)][i].endToEndNs
                                  - m_runs[index(StageSeparation::Events)][i].endToEndNs);
        if (differences.empty())
            return;
        const Summary summary = summarize(differences);
        latency.synchronizationCostNs = summary.medianNs;
        latency.synchronizationCostIntervalNs = summary.medianIntervalNs;
        latency.explanation = explanationOf(latency, m_device.isAsynchronous()).text;
    }

    TimedDevice &m_device;
    const std::vector<PipelineStep> &m_steps;
    const std::string &m_path;
    std::array<std::vector<PipelineRun>, modes.size()> m_warmup;
    std::array<std::vector<PipelineRun>, modes.size()> m_runs;
};

} // namespace

Measured<PipelineLatency> measurePipeline(TimedDevice &device, const std::vector<PipelineStep> &steps,
                                          const std::string &path, const TrialLimits &limits,
                                          const MeasurementContext &context, const SnapshotSink<PipelineLatency> &sink)
{
    PipelineTrial trial(device, steps, path, sink);
    return measure(trial, limits, context);
}

} // namespace rooflight
