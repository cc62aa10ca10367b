// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/layer_latency.h"

#include "core/statistics/sample_set.h"
#include "core/statistics/summary.h"
#include "core/timing/frame_stamper.h"
#include "core/timing/machine_watch.h"
#include "core/timing/torch_device.h"
#include "core/torchscript/torch_errors.h"

#include <ATen/Context.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>

namespace ridgepoint {

namespace {

struct SplitSamples {
    std::vector<double> warmupNs;
    std::vector<double> samplesNs;
};

SplitSamples split(const std::vector<double> &all, std::size_t warmupRuns)
{
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(warmupRuns, all.size()));
    return { { all.begin(), end }, { end, all.end() } };
}

SampleSet splitSampleSet(const std::vector<double> &all, std::size_t warmupRuns)
{
    SplitSamples samples = split(all, warmupRuns);
    return sampleSet(std::move(samples.warmupNs), std::move(samples.samplesNs));
}

double medianOf(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::ranges::sort(values);
    return quantile(values, 0.5);
}

/// Samples of many items, one row a run.
class RunTable
{
public:
    explicit RunTable(std::size_t items)
        : m_samples(items)
    {
    }

    void add(const std::vector<double> &run)
    {
        for (std::size_t item = 0; item < m_samples.size(); ++item)
            m_samples[item].push_back(run[item]);
    }

    /// One item's samples: the first \p warmupRuns are its warm-up.
    [[nodiscard]] SplitSamples of(std::size_t item, std::size_t warmupRuns) const
    {
        return split(m_samples[item], warmupRuns);
    }

private:
    std::vector<std::vector<double>> m_samples;
};

/// Watched runs of a model, and what its layers and operators took in each.
class LayerMeasurement
{
public:
    LayerMeasurement(LoadedModel &model, const ModelInputs &inputs, const Analysis &analysis,
                     OperatorCatalog &operators)
        : m_model(model)
        , m_inputs(inputs)
        , m_analysis(analysis)
        , m_device(makeTimedDevice(model.device()))
        , m_stamper(*m_device)
        , m_catalog(operators)
        , m_layers(analysis.layers.size())
        , m_selves(analysis.layers.size())
        , m_operators(analysis.operators.size())
    {
    }

    /// One watched run; its time, or nothing when the model took another way than in the analysis.
    std::optional<double> watchedRunNs()
    {
        m_stamper.reset();
        {
            const FrameTracer tracer(m_stamper, m_catalog, FrameTracer::Values::NotNeeded);
            m_device->mark();
            m_model.run(m_inputs.values);
            m_device->mark();
        }
        const std::vector<double> times = m_device->resolveMarks();
        const std::vector<double> layers = m_stamper.layerDurations(times);
        const std::vector<double> operators = m_stamper.operatorDurations(times);
        if (layers.size() != m_analysis.layers.size() || operators.size() != m_analysis.operators.size())
            return std::nullopt;
        m_layers.add(layers);
        m_selves.add(selfTimes(layers));
        m_operators.add(operators);
        m_unattributed.push_back(times.back() - std::accumulate(operators.begin(), operators.end(), 0.0));
        return times.back();
    }

    double plainRunNs()
    {
        return spanNs(*m_device, [this] { m_model.run(m_inputs.values); });
    }

    [[nodiscard]] std::string_view method() const { return m_device->method(); }

    /// Of all layers, then all operators. The first \p warmupRuns of the runs are their warm-up.
    [[nodiscard]] std::vector<ItemLatency> items(std::size_t warmupRuns) const
    {
        std::vector<ItemLatency> items;
        items.reserve(m_analysis.layers.size() + m_analysis.operators.size());
        for (std::size_t i = 0; i < m_analysis.layers.size(); ++i) {
            items.push_back(item({ ItemId::Kind::Layer, static_cast<std::int64_t>(i) }, m_layers.of(i, warmupRuns)));
            items.back().selfMedianNs = medianOf(m_selves.of(i, warmupRuns).samplesNs);
        }
        for (std::size_t i = 0; i < m_analysis.operators.size(); ++i) {
            items.push_back(
                item({ ItemId::Kind::Operator, static_cast<std::int64_t>(i) }, m_operators.of(i, warmupRuns)));
            items.back().selfMedianNs = items.back().samples.summary.medianNs;
        }
        return items;
    }

    [[nodiscard]] SampleSet unattributed(std::size_t warmupRuns) const
    {
        return splitSampleSet(m_unattributed, warmupRuns);
    }

private:
    static ItemLatency item(ItemId id, const SplitSamples &samples)
    {
        ItemLatency item;
        item.item = id;
        item.firstRunNs = !samples.warmupNs.empty() ? samples.warmupNs.front()
            : !samples.samplesNs.empty()            ? samples.samplesNs.front()
                                                    : 0;
        item.samples = sampleSet(samples.warmupNs, samples.samplesNs);
        return item;
    }

    /// A layer's time without that of the layers that it calls.
    [[nodiscard]] std::vector<double> selfTimes(const std::vector<double> &layers) const
    {
        std::vector<double> selves = layers;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            const std::int64_t parent = m_analysis.layers[i].parent;
            if (parent >= 0)
                selves[static_cast<std::size_t>(parent)] -= layers[i];
        }
        return selves;
    }

    LoadedModel &m_model;
    const ModelInputs &m_inputs;
    const Analysis &m_analysis;
    std::unique_ptr<TimedDevice> m_device;
    FrameStamper m_stamper;
    OperatorCatalog &m_catalog;
    RunTable m_layers;
    RunTable m_selves;
    RunTable m_operators;
    std::vector<double> m_unattributed;
};

Error wayVaries(const std::string &path)
{
    return { ErrorCode::ModelFailed,
             fmt::format("{} calls other layers at every run, so its layers cannot be timed.", path),
             "Time the whole model with ridgepoint-cli latency instead." };
}

/// The whole measurement, and what there is of it at any moment.
class LayerTiming
{
public:
    LayerTiming(LoadedModel &model, const ModelInputs &inputs, const Analysis &analysis, OperatorCatalog &operators,
                const TrialLimits &limits, const RunControl &control)
        : m_measurement(model, inputs, analysis, operators)
        , m_device(analysis.device)
        , m_path(model.path())
        , m_limits(limits)
        , m_control(control)
    {
    }

    /// Returns the error that ended it.
    std::optional<Error> run(const SoFar<LayerLatencies> &soFar)
    {
        try {
            return warmUp() ? measure(soFar) : m_error;
        } catch (...) {
            return currentExceptionAsError(m_path, ModelStage::Running);
        }
    }

    [[nodiscard]] bool hasRuns() const { return !m_warmup.empty() || !m_watched.empty(); }

    [[nodiscard]] LayerLatencies result() const
    {
        LayerLatencies latencies;
        latencies.device = m_device;
        latencies.method = m_measurement.method();
        if (m_device.kind == "cuda")
            latencies.tf32 = { at::globalContext().allowTF32CuDNN(), at::globalContext().allowTF32CuBLAS() };
        latencies.items = m_measurement.items(m_warmup.size());
        latencies.unattributed = m_measurement.unattributed(m_warmup.size());
        latencies.watchedModel = sampleSet(m_warmup, m_watched);
        if (!m_plain.empty())
            latencies.unwatchedMedianNs = medianOf(m_plain);
        std::ranges::move(m_watch.flags(), std::back_inserter(latencies.watchedModel.flags));
        if (!m_done)
            latencies.watchedModel.flags.emplace_back(SampleFlag::partial);
        return latencies;
    }

private:
    bool watch(std::vector<double> &times)
    {
        const std::optional<double> run = m_measurement.watchedRunNs();
        if (!run) {
            m_error = wayVaries(m_path);
            return false;
        }
        times.push_back(*run);
        return true;
    }

    /// False when it was cancelled or failed.
    bool warmUp()
    {
        WarmupCriterion rule(m_limits.warmup);
        while (!rule.isDone()) {
            if (m_control.cancelled() || !watch(m_warmup))
                return false;
            rule.add(m_warmup.back());
        }
        return true;
    }

    /// Watched and unwatched runs in turn: their difference is what watching costs.
    std::optional<Error> measure(const SoFar<LayerLatencies> &soFar)
    {
        MedianCriterion rule(m_limits.sampling);
        while (!rule.isDone() && !m_control.cancelled()) {
            m_plain.push_back(m_measurement.plainRunNs());
            if (!watch(m_watched))
                return m_error;
            rule.add(m_watched.back());
            m_control.progress(static_cast<std::int64_t>(m_watched.size()), m_limits.sampling.maximumCount);
            if (soFar && !rule.isDone())
                m_pace.whenDue([&] { soFar(result()); });
        }
        m_done = rule.isDone();
        return std::nullopt;
    }

    LayerMeasurement m_measurement;
    MachineWatch m_watch;
    Device m_device;
    std::string m_path;
    TrialLimits m_limits;
    const RunControl &m_control;
    Pace m_pace;
    std::vector<double> m_warmup;
    std::vector<double> m_watched;
    std::vector<double> m_plain;
    std::optional<Error> m_error;
    bool m_done = false;
};

} // namespace

Measured<LayerLatencies> measureLayerLatencies(LoadedModel &model, const ModelInputs &inputs, const Analysis &analysis,
                                               OperatorCatalog &operators, const TrialLimits &limits,
                                               const RunControl &control, const SoFar<LayerLatencies> &soFar)
{
    LayerTiming timing(model, inputs, analysis, operators, limits, control);
    Measured<LayerLatencies> measured;
    measured.error = timing.run(soFar);
    if (timing.hasRuns())
        measured.value = timing.result();
    return measured;
}

} // namespace ridgepoint
