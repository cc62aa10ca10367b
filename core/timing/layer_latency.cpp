// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/layer_latency.h"

#include "core/statistics/sample_set.h"
#include "core/statistics/summary.h"
#include "core/timing/frame_stamper.h"
#include "core/torchscript/torch_errors.h"

#include <ATen/Context.h>

#include <fmt/format.h>

namespace ridgepoint {

namespace {

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

    /// Hands out one item's samples: the first \p warmupRuns are its warm-up.
    [[nodiscard]] SampleSet take(std::size_t item, std::size_t warmupRuns)
    {
        std::vector<double> &all = m_samples[item];
        const auto end = all.begin() + static_cast<std::ptrdiff_t>(warmupRuns);
        std::vector<double> warmup(all.begin(), end);
        all.erase(all.begin(), end);
        return sampleSet(std::move(warmup), std::move(all));
    }

private:
    std::vector<std::vector<double>> m_samples;
};

class LayerMeasurement
{
public:
    LayerMeasurement(LoadedModel &model, const ModelInputs &inputs, const Analysis &analysis,
                     OperatorCatalog &operators)
        : m_model(model)
        , m_inputs(inputs)
        , m_timer(makeDeviceTimer(model.device()))
        , m_stamper(*m_timer)
        , m_catalog(operators)
        , m_layers(analysis.layers.size())
        , m_operators(analysis.operators.size())
        , m_layerCount(analysis.layers.size())
        , m_operatorCount(analysis.operators.size())
    {
    }

    /// One watched run; its time, or nothing when the model took another way than in the analysis.
    std::optional<double> watchedRunNs()
    {
        m_stamper.reset();
        {
            const FrameWatcher watcher(m_stamper, m_catalog, FrameWatcher::Values::NotNeeded);
            m_timer->mark();
            m_model.run(m_inputs.values);
            m_timer->mark();
        }
        const std::vector<double> times = m_timer->resolve();
        const std::vector<double> layers = m_stamper.layerDurations(times);
        const std::vector<double> operators = m_stamper.operatorDurations(times);
        if (layers.size() != m_layerCount || operators.size() != m_operatorCount)
            return std::nullopt;
        m_layers.add(layers);
        m_operators.add(operators);
        return times.back();
    }

    double plainRunNs()
    {
        m_timer->reset();
        m_timer->mark();
        m_model.run(m_inputs.values);
        m_timer->mark();
        return m_timer->resolve().back();
    }

    [[nodiscard]] std::string_view method() const { return m_timer->method(); }

    [[nodiscard]] std::vector<ItemLatency> takeItems(std::size_t warmupRuns)
    {
        std::vector<ItemLatency> items;
        items.reserve(m_layerCount + m_operatorCount);
        for (std::size_t i = 0; i < m_layerCount; ++i)
            items.push_back(
                itemLatency({ ItemId::Kind::Layer, static_cast<std::int64_t>(i) }, m_layers.take(i, warmupRuns)));
        for (std::size_t i = 0; i < m_operatorCount; ++i)
            items.push_back(
                itemLatency({ ItemId::Kind::Operator, static_cast<std::int64_t>(i) }, m_operators.take(i, warmupRuns)));
        return items;
    }

private:
    static ItemLatency itemLatency(ItemId item, SampleSet samples)
    {
        const double firstRunNs = samples.warmupNs.empty() ? 0 : samples.warmupNs.front();
        return { item, firstRunNs, std::move(samples) };
    }

    LoadedModel &m_model;
    const ModelInputs &m_inputs;
    std::unique_ptr<DeviceTimer> m_timer;
    FrameStamper m_stamper;
    OperatorCatalog &m_catalog;
    RunTable m_layers;
    RunTable m_operators;
    std::size_t m_layerCount;
    std::size_t m_operatorCount;
};

Error wayVaries(const std::string &path)
{
    return { ErrorCode::ModelFailed,
             fmt::format("{} calls other layers at every run, so its layers cannot be timed.", path),
             "Time the whole model with ridgepoint-cli latency instead." };
}

} // namespace

Result<LayerLatencies> measureLayerLatencies(LoadedModel &model, const ModelInputs &inputs, const Analysis &analysis,
                                             OperatorCatalog &operators, const StoppingLimits &limits,
                                             const RunControl &control)
{
    LayerMeasurement measurement(model, inputs, analysis, operators);
    WarmupRule warmupRule;
    StoppingRule stoppingRule(limits);
    std::vector<double> warmup;
    std::vector<double> watched;
    std::vector<double> plain;
    bool partial = false;
    try {
        while (!warmupRule.done() && !(partial = control.cancelled())) {
            const std::optional<double> run = measurement.watchedRunNs();
            if (!run)
                return wayVaries(model.path());
            warmup.push_back(*run);
            warmupRule.add(*run);
        }
        while (!partial && !stoppingRule.done()) {
            plain.push_back(measurement.plainRunNs());
            const std::optional<double> run = measurement.watchedRunNs();
            if (!run)
                return wayVaries(model.path());
            watched.push_back(*run);
            stoppingRule.add(*run);
            control.progress(static_cast<std::int64_t>(watched.size()), 0);
            partial = control.cancelled();
        }
    } catch (...) {
        return currentExceptionAsError(model.path(), ModelStage::Running);
    }

    LayerLatencies latencies;
    latencies.device = analysis.device;
    latencies.method = measurement.method();
    if (analysis.device.kind == "cuda")
        latencies.tf32 = { at::globalContext().allowTF32CuDNN(), at::globalContext().allowTF32CuBLAS() };
    latencies.items = measurement.takeItems(warmup.size());
    latencies.watchedModel = sampleSet(std::move(warmup), std::move(watched));
    if (!plain.empty())
        latencies.unwatchedMedianNs = summarize(plain).medianNs;
    if (partial)
        latencies.watchedModel.flags.emplace_back(SampleFlag::partial);
    return latencies;
}

} // namespace ridgepoint
