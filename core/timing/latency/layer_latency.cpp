// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/latency/trials.h"

#include "core/model/error_sentences.h"
#include "core/results/methods/methods.h"
#include "core/sampling/other_load_sampler.h"
#include "core/statistics/sample_set.h"
#include "core/statistics/summary.h"
#include "core/timing/device/timed_device.h"
#include "core/timing/device/torch_device.h"
#include "core/timing/latency/run_hold.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/profile/frame_tracer.h"

#include <ATen/Context.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <vector>

namespace rooflight {

namespace {

/// Notes when each module and operator call of one run begins and ends. Calls are identified by their order, which is
/// the order of RunRecorder's layers and operators.
class FrameTimer : public FrameListener
{
public:
    explicit FrameTimer(TimedDevice &device);

    std::int64_t moduleBegan(const c10::ivalue::Object *module, c10::ArrayRef<const c10::IValue> inputs) override;
    void moduleEnded(std::int64_t frame) override;
    std::int64_t operatorBegan(const OperatorFacts &facts, c10::ArrayRef<const c10::IValue> inputs) override;
    void operatorEnded(std::int64_t frame, c10::ArrayRef<const c10::IValue> outputs) override;

    /// Forgets the last run.
    void reset();

    /// Durations in nanoseconds, from the times that the device resolved its marks to.
    [[nodiscard]] std::vector<double> layerDurations(const std::vector<double> &times) const;
    [[nodiscard]] std::vector<double> operatorDurations(const std::vector<double> &times) const;

private:
    struct Span {
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    std::int64_t open(std::vector<Span> &spans);
    [[nodiscard]] static std::vector<double> durations(const std::vector<Span> &spans,
                                                       const std::vector<double> &times);

    TimedDevice &m_device;
    std::vector<Span> m_layers;
    std::vector<Span> m_operators;
};

FrameTimer::FrameTimer(TimedDevice &device)
    : m_device(device)
{
}

std::int64_t FrameTimer::moduleBegan(const c10::ivalue::Object *, c10::ArrayRef<const c10::IValue>)
{
    return open(m_layers);
}

void FrameTimer::moduleEnded(std::int64_t frame)
{
    m_layers[static_cast<std::size_t>(frame)].end = m_device.mark();
}

std::int64_t FrameTimer::operatorBegan(const OperatorFacts &, c10::ArrayRef<const c10::IValue>)
{
    return open(m_operators);
}

void FrameTimer::operatorEnded(std::int64_t frame, c10::ArrayRef<const c10::IValue>)
{
    m_operators[static_cast<std::size_t>(frame)].end = m_device.mark();
}

std::int64_t FrameTimer::open(std::vector<Span> &spans)
{
    Span &span = spans.emplace_back();
    span.begin = m_device.mark();
    return static_cast<std::int64_t>(spans.size()) - 1;
}

void FrameTimer::reset()
{
    m_device.forgetMarks();
    m_layers.clear();
    m_operators.clear();
}

std::vector<double> FrameTimer::durations(const std::vector<Span> &spans, const std::vector<double> &times)
{
    std::vector<double> result;
    result.reserve(spans.size());
    for (const Span &span : spans)
        result.push_back(times[span.end] - times[span.begin]);
    return result;
}

std::vector<double> FrameTimer::layerDurations(const std::vector<double> &times) const
{
    return durations(m_layers, times);
}

std::vector<double> FrameTimer::operatorDurations(const std::vector<double> &times) const
{
    return durations(m_operators, times);
}

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

/// Events around the run and each layer and operator, and about two launches an operator.
std::int64_t queueEntriesOf(const Analysis &analysis)
{
    return static_cast<std::int64_t>(2 + 2 * analysis.layers.size() + 4 * analysis.operators.size());
}

/// Instrumented runs of a model, and what its layers and operators took in each.
class LayerMeasurement
{
public:
    LayerMeasurement(LoadedModel &model, const ModelInputs &inputs, const Analysis &analysis,
                     OperatorCatalog &operators)
        : m_model(model)
        , m_inputs(inputs)
        , m_analysis(analysis)
        , m_device(makeTimedDevice(model.device()))
        , m_frames(*m_device)
        , m_hold(*m_device, queueEntriesOf(analysis))
        , m_catalog(operators)
        , m_layers(analysis.layers.size())
        , m_selves(analysis.layers.size())
        , m_operators(analysis.operators.size())
    {
    }

    /// Time of one instrumented run; `nullopt` if the model called other layers or operators than in the analysis.
    std::optional<double> instrumentedRunNs()
    {
        flushIfCold();
        m_hold.run([this] {
            m_frames.reset();
            const FrameTracer tracer(m_frames, m_catalog, FrameTracer::Values::NotNeeded);
            m_device->mark();
            m_model.run(m_inputs.values);
            tracer.rethrow();
            m_device->mark();
        });
        m_inputs.restore();
        const std::vector<double> times = m_device->resolveMarks();
        const std::vector<double> layers = m_frames.layerDurations(times);
        const std::vector<double> operators = m_frames.operatorDurations(times);
        if (layers.size() != m_analysis.layers.size() || operators.size() != m_analysis.operators.size())
            return std::nullopt;
        m_layers.add(layers);
        m_selves.add(selfTimes(layers));
        m_operators.add(operators);
        m_unattributed.push_back(times.back() - std::accumulate(operators.begin(), operators.end(), 0.0));
        return times.back();
    }

    double bareRunNs()
    {
        flushIfCold();
        const double ns = spanNs(*m_device, [this] { m_model.run(m_inputs.values); });
        m_inputs.restore();
        return ns;
    }

    /// Of the instrumented runs from now on.
    void decideOnHold()
    {
        m_hold.decide([this] {
            m_model.run(m_inputs.values);
            m_inputs.restore();
        });
    }

    [[nodiscard]] std::string_view method() const
    {
        return m_hold.holds() ? name(TimingMethod::EventsHeld) : m_device->method();
    }
    [[nodiscard]] const std::string &notHeld() const { return m_hold.reason(); }

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
    void flushIfCold()
    {
        if (m_model.execution().caches == Caches::Cold)
            m_device->flushCaches();
    }

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
    FrameTimer m_frames;
    RunHold m_hold;
    OperatorCatalog &m_catalog;
    RunTable m_layers;
    RunTable m_selves;
    RunTable m_operators;
    std::vector<double> m_unattributed;
};

Error layersVary(const std::string &path)
{
    return errorOf(ErrorSentence::OtherLayers, { path });
}

/// Instrumented and bare runs, interleaved: their difference is what the instrumentation costs.
class LayerTrial : public ResultTrial<LayerLatencies>
{
public:
    LayerTrial(LoadedModel &model, const ModelInputs &inputs, const Analysis &analysis, OperatorCatalog &operators,
               std::int64_t expectedRounds, const SnapshotSink<LayerLatencies> &sink)
        : ResultTrial(sink)
        , m_measurement(model, inputs, analysis, operators)
        , m_device(analysis.device)
        , m_execution(model.execution())
        , m_path(model.path())
        , m_expectedRounds(expectedRounds)
    {
    }

    Result<void> warmUpOnce(std::size_t, StopCriterion &criterion) override
    {
        return runInstrumented(m_warmup, criterion);
    }

    void beginSampling() override { m_measurement.decideOnHold(); }

    Result<void> sampleRound(StopCriterion &criterion) override
    {
        m_bare.push_back(m_measurement.bareRunNs());
        return runInstrumented(m_instrumented, criterion);
    }

    std::int64_t expectedRounds() const override { return m_expectedRounds; }
    bool hasResult() const override { return !m_warmup.empty() || !m_instrumented.empty(); }

    LayerLatencies result(StopReason end) const override
    {
        LayerLatencies latencies;
        latencies.device = m_device;
        latencies.method = m_measurement.method();
        latencies.notHeld = m_measurement.notHeld();
        latencies.execution = m_execution;
        if (m_device.isCuda())
            latencies.tf32 = { at::globalContext().allowTF32CuDNN(), at::globalContext().allowTF32CuBLAS() };
        latencies.items = m_measurement.items(m_warmup.size());
        latencies.unattributed = m_measurement.unattributed(m_warmup.size());
        latencies.instrumentedModel = sampleSet(m_warmup, m_instrumented);
        const Summary bare = summarize(m_bare);
        latencies.bareMedianNs = bare.medianNs;
        if (bare.count > 0)
            latencies.bareIntervalNs = bare.medianIntervalNs;
        std::ranges::move(m_load.flags(), std::back_inserter(latencies.instrumentedModel.flags));
        if (end == StopReason::None)
            latencies.instrumentedModel.flags.emplace_back(SampleFlag::Partial);
        return latencies;
    }

    Error currentExceptionError() const override { return currentExceptionAsError(m_path, ModelStage::Running); }

private:
    Result<void> runInstrumented(std::vector<double> &times, StopCriterion &criterion)
    {
        const std::optional<double> timeNs = m_measurement.instrumentedRunNs();
        if (!timeNs)
            return layersVary(m_path);
        times.push_back(*timeNs);
        criterion.add(*timeNs);
        return {};
    }

    LayerMeasurement m_measurement;
    OtherLoadSampler m_load;
    Device m_device;
    Execution m_execution;
    std::string m_path;
    std::int64_t m_expectedRounds;
    std::vector<double> m_warmup;
    std::vector<double> m_instrumented;
    std::vector<double> m_bare;
};

} // namespace

Measured<LayerLatencies> measureLayerLatencies(LoadedModel &model, const ModelInputs &inputs, const Analysis &analysis,
                                               OperatorCatalog &operators, const TrialLimits &limits,
                                               const MeasurementContext &context,
                                               const SnapshotSink<LayerLatencies> &sink)
{
    LayerTrial trial(model, inputs, analysis, operators, limits.sampling.maximumCount, sink);
    return measure(trial, limits, context);
}

} // namespace rooflight
