// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/error_sentences.h"
#include "core/sampling/other_load_sampler.h"
#include "core/statistics/sample_set.h"
#include "core/timing/device/torch_device.h"
#include "core/timing/latency/trials.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/profile/frame_tracer.h"
#include "core/torchscript/replay/captured_call.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace rooflight {

namespace {

constexpr double nsForCalls = 2e6; ///< of one distinct call in one run
constexpr double maxCalls = 32;

/// Calls each operator that begins some more times, and notes what one such call takes. The run's own call follows.
class CallRepeater : public FrameListener
{
public:
    CallRepeater(TimedDevice &device, Caches caches)
        : m_device(device)
        , m_caches(caches)
    {
    }

    std::int64_t moduleBegan(const c10::ivalue::Object *, c10::ArrayRef<const c10::IValue>) override { return 0; }
    void moduleEnded(std::int64_t) override { }
    void operatorEnded(std::int64_t, c10::ArrayRef<const c10::IValue>) override { }

    std::int64_t operatorBegan(const OperatorFacts &facts, c10::ArrayRef<const c10::IValue> inputs) override
    {
        const auto position = static_cast<std::int64_t>(timesNs.size());
        const auto [known, isNew] = m_known.try_emplace(callKey(facts, inputs), 0);
        if (isNew) {
            if (const std::optional<CapturedCall> call = capturedCall(position, facts, inputs))
                known->second = timeOf(*call);
        }
        timesNs.push_back(known->second);
        return position;
    }

    std::vector<double> timesNs; ///< by position of the operator; 0 for one that cannot be called again

private:
    [[nodiscard]] double timeOf(const CapturedCall &call)
    {
        const auto run = [&call] { call.run(); };
        const double firstNs = timedCallsNs(m_device, run, 1, m_caches);
        const double calls = std::clamp(std::floor(nsForCalls / std::max(firstNs, 1.0)), 1.0, maxCalls);
        return timedCallsNs(m_device, run, static_cast<std::int64_t>(calls), m_caches);
    }

    TimedDevice &m_device;
    Caches m_caches;
    std::unordered_map<std::string, double> m_known;
};

/// One round is one run, in which all distinct calls are repeated.
class ReplayTrial : public ResultTrial<LayerLatencies>
{
public:
    ReplayTrial(LoadedModel &model, const ModelInputs &inputs, const Analysis &analysis, OperatorCatalog &operators)
        : ResultTrial({})
        , m_model(model)
        , m_inputs(inputs)
        , m_analysis(analysis)
        , m_catalog(operators)
        , m_device(makeTimedDevice(model.device()))
    {
    }

    Result<void> warmUpOnce(std::size_t, StopCriterion &criterion) override
    {
        criterion.add(1);
        return {};
    }

    Result<void> sampleRound(StopCriterion &criterion) override
    {
        const double began = m_device->nowNs();
        CallRepeater repeater(*m_device, m_model.execution().caches);
        {
            const FrameTracer tracer(repeater, m_catalog, FrameTracer::Values::Needed);
            m_model.run(m_inputs.values);
            tracer.rethrow();
        }
        m_inputs.restore();
        if (repeater.timesNs.size() != m_analysis.operators.size())
            return errorOf(ErrorSentence::OtherCallsReplayed, { m_model.path() });
        m_rounds.push_back(std::move(repeater.timesNs));
        criterion.add(m_device->nowNs() - began);
        return {};
    }

    bool hasResult() const override { return !m_rounds.empty(); }
    Error currentExceptionError() const override
    {
        return currentExceptionAsError(m_model.path(), ModelStage::Running);
    }

    LayerLatencies result(StopReason end) const override
    {
        LayerLatencies latencies;
        latencies.device = m_analysis.device;
        latencies.method = m_device->method();
        latencies.execution = m_model.execution();
        std::vector<std::vector<double>> layers(m_analysis.layers.size());
        std::vector<double> whole;
        for (const std::vector<double> &operators : m_rounds) {
            const std::vector<double> sums = sumsOf(operators);
            for (std::size_t i = 0; i < layers.size(); ++i)
                layers[i].push_back(sums[i]);
            whole.push_back(std::accumulate(operators.begin(), operators.end(), 0.0));
        }
        for (std::size_t i = 0; i < layers.size(); ++i)
            latencies.items.push_back(item(ItemId::Kind::Layer, i, std::move(layers[i])));
        for (std::size_t i = 0; i < m_analysis.operators.size(); ++i) {
            std::vector<double> times;
            for (const std::vector<double> &operators : m_rounds)
                times.push_back(operators[i]);
            latencies.items.push_back(item(ItemId::Kind::Operator, i, std::move(times)));
        }
        latencies.instrumentedModel = sampleSet({}, std::move(whole));
        latencies.bareMedianNs = latencies.instrumentedModel.summary.medianNs;
        std::ranges::move(m_load.flags(), std::back_inserter(latencies.instrumentedModel.flags));
        if (end == StopReason::None)
            latencies.instrumentedModel.flags.emplace_back(SampleFlag::Partial);
        return latencies;
    }

private:
    /// Of each layer, with all layers below it.
    [[nodiscard]] std::vector<double> sumsOf(const std::vector<double> &operators) const
    {
        std::vector<double> sums(m_analysis.layers.size());
        for (std::size_t i = 0; i < operators.size(); ++i) {
            const std::int64_t layer = m_analysis.operators[i].layer;
            if (layer >= 0)
                sums[static_cast<std::size_t>(layer)] += operators[i];
        }
        for (std::size_t i = sums.size(); i-- > 0;) { // a parent comes before its layers
            const std::int64_t parent = m_analysis.layers[i].parent;
            if (parent >= 0)
                sums[static_cast<std::size_t>(parent)] += sums[i];
        }
        return sums;
    }

    static ItemLatency item(ItemId::Kind kind, std::size_t index, std::vector<double> samples)
    {
        ItemLatency item;
        item.item = { kind, static_cast<std::int64_t>(index) };
        item.firstRunNs = samples.front();
        item.samples = sampleSet({}, std::move(samples));
        item.selfMedianNs = item.samples.summary.medianNs;
        return item;
    }

    LoadedModel &m_model;
    const ModelInputs &m_inputs;
    const Analysis &m_analysis;
    OperatorCatalog &m_catalog;
    std::unique_ptr<TimedDevice> m_device;
    OtherLoadSampler m_load;
    std::vector<std::vector<double>> m_rounds; ///< times of the operators
};

} // namespace

Measured<LayerLatencies> replayLayers(LoadedModel &model, const ModelInputs &inputs, const Analysis &analysis,
                                      OperatorCatalog &operators, const TrialLimits &limits,
                                      const MeasurementContext &context)
{
    ReplayTrial trial(model, inputs, analysis, operators);
    return measure(trial, limits, context);
}

} // namespace rooflight
