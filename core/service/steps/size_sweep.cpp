// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/steps.h"

#include "core/model/error_sentences.h"
#include "core/model/result_sentences.h"
#include "core/request/size_axes.h"
#include "core/service/steps/job_notices.h"
#include "core/service/steps/kept_files.h"
#include "core/timing/latency/trials.h"
#include "core/torchscript/inputs/converted_inputs.h"
#include "core/torchscript/profile/analyzer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rooflight {

namespace {

constexpr double pointSeconds = 3; ///< for the calls of one size, as at a batch of a sweep
constexpr std::int64_t layerRuns = 20; ///< instrumented runs at one size
constexpr int maxLost = 2; ///< processes that one size may end
constexpr std::size_t mostNamed = 8; ///< sizes in a sentence

std::string text(const PointSizes &sizes)
{
    std::vector<std::string> parts;
    for (const auto &[name, value] : sizes)
        parts.push_back(fmt::format("{} = {}", name, value));
    return fmt::format("{}", fmt::join(parts, ", "));
}

SweptLayer sweptLayer(const Layer &layer)
{
    return { layer.id, layer.parent, layer.path, layer.type, layer.call, layer.leaf, layer.family };
}

/// The same calls of the same modules; which family has most of the work may change with the size.
bool areAlike(const std::vector<SweptLayer> &swept, const std::vector<Layer> &layers)
{
    return std::ranges::equal(swept, layers, [](const SweptLayer &a, const Layer &b) {
        return a.parent == b.parent && a.path == b.path && a.call == b.call;
    });
}

class SizeSweepRun
{
public:
    SizeSweepRun(const Request &request, PreparedModel &model, JobReporter &reporter, SizeGrid grid)
        : m_request(request)
        , m_model(model)
        , m_reporter(reporter)
        , m_grid(std::move(grid))
        , m_sweep(newSweep(request, model.device, model.inspection->model.sha256))
    {
        m_sweep.axes = m_grid.axes;
        m_sweep.measuredAt = m_grid.measuredAt;
        m_sweep.predicted = request.predict;
        if (!model.memoryIsLimited)
            m_sweep.memoryLimitBytes = 0;
    }

    bool run()
    {
        if (const Result<void> loaded = load(); !loaded.ok())
            return m_reporter.fail(loaded.error());
        const std::vector<PointSizes> points = m_grid.points();
        if (const Result<void> sound = checkAll(points); !sound.ok())
            return m_reporter.fail(sound.error());
        if (!m_request.sweep.restart)
            resumeFromFile(m_sweep);
        std::vector<SizePoint> known = std::move(m_sweep.sizes);
        m_sweep.sizes.clear();
        for (const PointSizes &sizes : points) {
            if (m_reporter.stopRequested())
                break;
            m_reporter.progress("sweep", static_cast<std::int64_t>(m_sweep.sizes.size()),
                                static_cast<std::int64_t>(points.size()));
            const auto kept = std::ranges::find_if(
                known, [&sizes](const SizePoint &point) { return std::ranges::is_permutation(point.sizes, sizes); });
            if (kept != known.end() && (kept->measured || kept->timesLost >= maxLost))
                m_sweep.sizes.push_back(std::move(*kept)); // its samples, too
            else
                add(sizes, kept != known.end() ? kept->timesLost : 0);
        }
        return finish(points.size());
    }

private:
    [[nodiscard]] bool measures(const PointSizes &sizes) const
    {
        return !m_request.predict || m_grid.isMeasuredToo(sizes);
    }

    [[nodiscard]] bool isExport() const { return m_model.plain->exported() != nullptr; }

    Result<void> load()
    {
        if (m_request.predict) {
            Result<LoadedModel> predicted = LoadedModel::loadWithoutData(m_request.model);
            if (!predicted.ok())
                return predicted.error();
            m_predicted.emplace(std::move(predicted).value());
        }
        if (m_request.predict && m_grid.measuredAt.empty())
            return {};
        m_reporter.enter(JobStage::Measuring);
        Result<LoadedModel> timed = LoadedModel::load(m_request.model, m_request.device, m_request.execution);
        if (!timed.ok())
            return timed.error();
        m_timed.emplace(std::move(timed).value());
        return {};
    }

    /// Names and ranges, before anything is run.
    Result<void> checkAll(const std::vector<PointSizes> &points)
    {
        if (isExport() && !m_model.specs.empty())
            return errorOf(ErrorSentence::AxisBesideInput, {});
        if (isExport() && m_request.batch != 0)
            return errorOf(ErrorSentence::AxisBesideBatch, {});
        for (const PointSizes &sizes : points) {
            Result<void> sound = isExport() ? setSizes(*m_model.plain, sizes) : placesAreThere(sizes);
            if (!sound.ok())
                return sound;
        }
        return {};
    }

    Result<void> setSizes(LoadedModel &model, const PointSizes &sizes) const
    {
        return model.setSizes(sizesAt(m_request.dimensions, sizes));
    }

    [[nodiscard]] Result<void> placesAreThere(const PointSizes &sizes) const
    {
        for (const auto &[axis, value] : sizes) {
            for (const std::string &place : namesOnAxis(axis)) {
                if (const Result<ModelInputs> made = resizedInputs(*m_model.inputs, place, 1); !made.ok())
                    return made.error();
            }
        }
        return {};
    }

    Result<ModelInputs> inputsAt(LoadedModel &model, const PointSizes &sizes)
    {
        if (isExport()) {
            if (const Result<void> set = setSizes(model, sizes); !set.ok())
                return set.error();
            Result<ModelInputs> made = makeModelInputs(model, {}, 0);
            return made.ok() ? convertedInputs(std::move(made).value(), m_request.execution) : std::move(made);
        }
        ModelInputs inputs = *m_model.inputs;
        for (const auto &[axis, value] : sizes) {
            for (const std::string &place : namesOnAxis(axis)) {
                Result<ModelInputs> resized = resizedInputs(inputs, place, value);
                if (!resized.ok())
                    return resized;
                inputs = std::move(resized).value();
            }
        }
        return inputs;
    }

    /// \p timesLost is of the processes that tried it before.
    void add(const PointSizes &sizes, int timesLost)
    {
        SizePoint point;
        point.sizes = sizes;
        m_sweep.sizes.push_back(point);
        if (!measures(sizes)) {
            if (const std::optional<Error> error = count(*m_predicted, m_sweep.sizes.back()))
                m_sweep.sizes.back().reason = sentenceOf(*error);
            return;
        }
        m_sweep.sizes.back().timesLost = timesLost + 1;
        m_sweep.sizes.back().reason = composedText(timesLost == 0 ? sentences::processLost : sentences::processesLost);
        m_reporter.send(m_sweep); // so that the next sweep knows which size it was
        const std::optional<Error> error = measure(point);
        if (m_reporter.stopRequested()) { // what was cut short is measured again, as if it had not begun
            m_sweep.sizes.pop_back();
            m_reporter.send(m_sweep);
            return;
        }
        point.reason = error ? reasonOf(*error) : ComposedText();
        m_sweep.sizes.back() = std::move(point);
        m_reporter.send(m_sweep);
    }

    /// Of TorchScript: what a trace does with a size that was a constant when it was made.
    [[nodiscard]] ComposedText reasonOf(const Error &error) const
    {
        if (isExport() || (error.code != ErrorCode::ModelFailed && error.code != ErrorCode::InputMismatch))
            return sentenceOf(error);
        return phraseWith(phrases::builtInSizes, { sentenceOf(error) });
    }

    std::optional<Error> count(LoadedModel &model, SizePoint &point)
    {
        Result<ModelInputs> inputs = inputsAt(model, point.sizes);
        if (!inputs.ok())
            return inputs.error();
        const Result<Analysis> analysis = analyzed(model, inputs.value());
        if (!analysis.ok())
            return analysis.error();
        take(analysis.value(), point);
        return std::nullopt;
    }

    Result<Analysis> analyzed(LoadedModel &model, const ModelInputs &inputs)
    {
        return analyze(model, inputs, *m_model.inspection, m_model.device, m_model.operators, m_model.convention);
    }

    void take(const Analysis &analysis, SizePoint &point)
    {
        point.cost = analysis.totals.cost;
        point.bytesLowerBound = analysis.totals.bytesLowerBound;
        if (m_sweep.layers.empty())
            std::ranges::transform(analysis.layers, std::back_inserter(m_sweep.layers), &sweptLayer);
        if (!areAlike(m_sweep.layers, analysis.layers))
            return;
        for (const Layer &layer : analysis.layers)
            point.layers.push_back({ layer.id, layer.cost, 0 });
    }

    std::optional<Error> measure(SizePoint &point)
    {
        Result<ModelInputs> inputs = inputsAt(m_model.instrumented(), point.sizes);
        if (!inputs.ok())
            return inputs.error();
        const Result<Analysis> analysis = analyzed(m_model.instrumented(), inputs.value());
        if (!analysis.ok())
            return analysis.error();
        take(analysis.value(), point);
        Measured<ModelLatency> latency =
            measureModelLatency(*m_timed, inputs.value(), m_model.device, limits(), m_reporter.context("sweep"));
        if (inputs.value().areChanged() && m_model.inputs->keeper)
            m_model.inputs->keeper->learnFrom(*inputs.value().keeper);
        if (latency.error)
            return latency.error;
        if (!latency.value)
            return std::nullopt;
        point.samples = std::move(latency.value->samples);
        point.measured = true;
        return measureLayers(inputs.value(), analysis.value(), point);
    }

    std::optional<Error> measureLayers(const ModelInputs &inputs, const Analysis &analysis, SizePoint &point)
    {
        TrialLimits layerLimits = limits();
        if (m_request.limits.runs == 0)
            layerLimits.sampling.maximumCount = layerRuns;
        layerLimits.sampling.minimumCount =
            std::min(layerLimits.sampling.minimumCount, layerLimits.sampling.maximumCount);
        const Measured<LayerLatencies> measured = measureLayerLatencies(
            m_model.instrumented(), inputs, analysis, m_model.operators, layerLimits, m_reporter.context("sweep"));
        if (!measured.value)
            return measured.error;
        for (const ItemLatency &item : measured.value->items) {
            const auto id = static_cast<std::size_t>(item.item.id);
            if (item.item.kind == ItemId::Kind::Layer && id < point.layers.size())
                point.layers[id].medianNs = item.samples.summary.medianNs;
        }
        return measured.error;
    }

    [[nodiscard]] TrialLimits limits() const
    {
        TrialLimits limits = latencyLimits(m_request.limits);
        if (m_request.limits.runs == 0 && m_request.limits.seconds == 0)
            limits.sampling.maximumSeconds = pointSeconds;
        return limits;
    }

    bool finish(std::size_t points)
    {
        const bool all = m_sweep.sizes.size() == points;
        const auto runs = [](const SizePoint &point) { return point.reason.empty(); };
        m_sweep.end = all ? "sizes" : "";
        if (std::ranges::any_of(m_sweep.sizes, [](const SizePoint &point) { return point.cost.isAtLeast(); }))
            m_reporter.send(countsStopped());
        sayOtherLayers();
        m_reporter.send(m_sweep);
        if (all && std::ranges::none_of(m_sweep.sizes, runs))
            return m_reporter.fail(
                errorOf(ErrorSentence::NoSizeRuns,
                        { m_request.model, text(m_sweep.sizes.front().sizes), m_sweep.sizes.front().reason }));
        return true;
    }

    void sayOtherLayers()
    {
        std::vector<std::string> others;
        for (const SizePoint &point : m_sweep.sizes) {
            if (point.reason.empty() && point.layers.empty() && !m_sweep.layers.empty())
                others.push_back(text(point.sizes));
        }
        if (others.empty())
            return;
        const std::size_t named = std::min(others.size(), mostNamed);
        const std::size_t more = others.size() - named;
        others.resize(named);
        const std::string names = fmt::format("{}", fmt::join(others, "; "));
        m_reporter.send(noticeOf("other_layers",
                                 more == 0 ? phraseWith(phrases::otherLayers, { names })
                                           : phraseWith(phrases::otherLayersOften, { names, std::to_string(more) })));
    }

    const Request &m_request;
    PreparedModel &m_model;
    JobReporter &m_reporter;
    SizeGrid m_grid;
    BatchSweep m_sweep;
    std::optional<LoadedModel> m_predicted;
    std::optional<LoadedModel> m_timed;
};

} // namespace

bool sendSizeSweep(const Request &request, PreparedModel &model, JobReporter &reporter)
{
    Result<SizeGrid> grid = sizeGridOf(request);
    if (!grid.ok())
        return reporter.fail(grid.error());
    return SizeSweepRun(request, model, reporter, std::move(grid).value()).run();
}

} // namespace rooflight
