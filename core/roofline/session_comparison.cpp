// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/session_comparison.h"

#include "core/base/count.h"
#include "core/model/disturbing_flags.h"
#include "core/roofline/bare_runs.h"
#include "core/roofline/item_times.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

namespace rooflight {

namespace {

/// The operators of one kind in one session.
struct KindSum {
    std::int64_t calls = 0;
    std::int64_t timedCalls = 0;
    double timeNs = 0;
    Count flops;
    Count bytes;

    [[nodiscard]] std::optional<double> wholeTimeNs() const
    {
        return calls > 0 && timedCalls == calls ? std::optional(timeNs) : std::nullopt;
    }
};

using KindSums = std::array<KindSum, enumNames<OperatorFamily>.size()>;

KindSum &sumOf(KindSums &sums, OperatorFamily family)
{
    return sums[static_cast<std::size_t>(family)];
}

KindSums sumsOf(const Session &session)
{
    KindSums sums;
    if (!session.analysis)
        return sums;
    const ItemTimes times(session);
    for (std::size_t i = 0; i < session.analysis->operators.size(); ++i) {
        const Operator &op = session.analysis->operators[i];
        const std::optional<double> &timeNs = times.operators[i].ns;
        KindSum &sum = sumOf(sums, op.family);
        ++sum.calls;
        sum.timedCalls += timeNs ? 1 : 0;
        sum.timeNs += timeNs.value_or(0);
        sum.flops += op.cost.flops;
        sum.bytes += op.cost.bytes();
    }
    return sums;
}

KindChange changeOf(OperatorFamily family, const KindSum &before, const KindSum &after)
{
    KindChange change;
    change.family = family;
    change.callsBefore = before.calls;
    change.callsAfter = after.calls;
    change.beforeNs = before.wholeTimeNs();
    change.afterNs = after.wholeTimeNs();
    change.flopsBefore = before.flops.value();
    change.flopsAfter = after.flops.value();
    change.bytesBefore = before.bytes.value();
    change.bytesAfter = after.bytes.value();
    return change;
}

bool foldsNormalization(const Session &after, const KindSum &convolutionsBefore, const KindSum &convolutionsAfter)
{
    return after.analysis && after.analysis->model.form == ModelForm::Frozen && convolutionsBefore.calls > 0
        && convolutionsBefore.calls == convolutionsAfter.calls;
}

} // namespace

std::optional<double> KindChange::differenceNs() const
{
    const bool isKnown = (beforeNs || callsBefore == 0) && (afterNs || callsAfter == 0);
    return isKnown ? std::optional(afterNs.value_or(0) - beforeNs.value_or(0)) : std::nullopt;
}

std::vector<KindChange> kindChanges(const Session &before, const Session &after)
{
    KindSums first = sumsOf(before);
    KindSums second = sumsOf(after);
    std::vector<KindChange> changes;
    for (const auto &[family, name] : enumNames<OperatorFamily>) {
        KindChange change = changeOf(family, sumOf(first, family), sumOf(second, family));
        if (family == OperatorFamily::View || (change.callsBefore == 0 && change.callsAfter == 0))
            continue;
        change.folded = family == OperatorFamily::Normalization && change.callsBefore > 0 && change.callsAfter == 0
            && foldsNormalization(after, sumOf(first, OperatorFamily::Convolution),
                                  sumOf(second, OperatorFamily::Convolution));
        changes.push_back(change);
    }
    std::ranges::stable_sort(changes, std::greater(),
                             [](const KindChange &change) { return std::abs(change.differenceNs().value_or(0)); });
    return changes;
}

namespace {

using LayerKey = std::pair<std::string, int>;

/// A session's layers and their times, to be looked up by what they are called.
class LayerTable
{
public:
    explicit LayerTable(const Session &session)
    {
        if (!session.analysis)
            return;
        for (const Layer &layer : session.analysis->layers)
            m_layers.emplace(LayerKey { layer.path, layer.call }, &layer);
        if (!session.layers)
            return;
        const ItemTimes times(session);
        for (const ItemLatency &latency : session.layers->items) {
            const ItemId item = latency.item;
            if (item.kind != ItemId::Kind::Layer || latency.samples.summary.count == 0
                || !exists(item.id, times.layers.size()))
                continue;
            const std::optional<double> &timeNs = times.layers[static_cast<std::size_t>(item.id)].ns;
            if (const auto shown = tableTimes(session, item, latency.samples.summary, timeNs))
                m_summaries.emplace(item.id, *shown);
        }
    }

    [[nodiscard]] const Layer *find(const Layer &other) const
    {
        const auto found = m_layers.find({ other.path, other.call });
        return found == m_layers.end() ? nullptr : found->second;
    }

    [[nodiscard]] const Summary *times(const Layer &layer) const
    {
        const auto found = m_summaries.find(layer.id);
        return found == m_summaries.end() ? nullptr : &found->second;
    }

private:
    std::map<LayerKey, const Layer *> m_layers;
    std::map<std::int64_t, Summary> m_summaries; ///< on the base of every table
};

std::optional<std::int64_t> idOf(const Layer *layer)
{
    return layer ? std::optional(layer->id) : std::nullopt;
}

/// Of a layer of either session; the other one may lack it.
LayerChange describe(const Layer *before, const Layer *after)
{
    const Layer &layer = after ? *after : *before;
    LayerChange change;
    change.before = idOf(before);
    change.after = idOf(after);
    change.path = layer.path;
    change.call = layer.call;
    change.type = layer.type;
    change.leaf = layer.leaf;
    change.flopsBefore = before ? before->cost.flops : 0;
    change.flopsAfter = after ? after->cost.flops : 0;
    change.bytesBefore = before ? before->cost.bytes() : 0;
    change.bytesAfter = after ? after->cost.bytes() : 0;
    return change;
}

const std::vector<Layer> &layersOf(const Session &session)
{
    static const std::vector<Layer> none;
    return session.analysis ? session.analysis->layers : none;
}

std::vector<LayerChange> layerChanges(const Session &before, const Session &after)
{
    const LayerTable first(before);
    const LayerTable second(after);
    std::vector<LayerChange> changes;
    for (const Layer &layer : layersOf(after)) {
        const Layer *earlier = first.find(layer);
        LayerChange change = describe(earlier, &layer);
        change.time = timeChange(earlier ? first.times(*earlier) : nullptr, second.times(layer));
        if (!earlier)
            change.time.change = Change::Added;
        changes.push_back(std::move(change));
    }
    for (const Layer &layer : layersOf(before)) {
        if (second.find(layer))
            continue;
        LayerChange change = describe(&layer, nullptr);
        change.time = timeChange(first.times(layer), nullptr);
        change.time.change = Change::Removed;
        changes.push_back(std::move(change));
    }
    return changes;
}

bool isTimed(const Session &session)
{
    return session.latency || session.layers;
}

/// How the model ran.
Execution executionOf(const Session &session)
{
    if (session.latency)
        return session.latency->execution;
    return session.layers ? session.layers->execution : Execution();
}

/// Shapes and types.
std::string inputsText(const Analysis &analysis)
{
    std::string text;
    for (const ModelInput &input : analysis.inputs) {
        text += text.empty() ? "" : ", ";
        for (std::size_t i = 0; i < input.tensor.shape.size(); ++i)
            text += (i == 0 ? "" : "x") + std::to_string(input.tensor.shape[i]);
        text += " " + std::string(name(input.tensor.dtype));
    }
    return text;
}

/// The same work: types of floating-point numbers follow from the precision of the run, and from that of another model.
bool areInputsAlike(const Session &before, const Session &after)
{
    const std::vector<ModelInput> &first = before.analysis->inputs;
    const std::vector<ModelInput> &second = after.analysis->inputs;
    const bool followType = before.analysis->model.sha256 != after.analysis->model.sha256
        || executionOf(before).precision != executionOf(after).precision;
    return std::ranges::equal(first, second, [followType](const ModelInput &a, const ModelInput &b) {
        const bool sameType = a.tensor.dtype == b.tensor.dtype
            || (followType && isFloatingPoint(a.tensor.dtype) && isFloatingPoint(b.tensor.dtype));
        return sameType && a.tensor.shape == b.tensor.shape;
    });
}

std::vector<SettingDifference> differencesOf(const Session &before, const Session &after)
{
    std::vector<SettingDifference> differences;
    const auto compare = [&differences](Setting setting, const std::string &first, const std::string &second) {
        if (first != second)
            differences.push_back({ setting, first, second });
    };
    if (before.analysis && after.analysis) {
        if (before.analysis->model.sha256 != after.analysis->model.sha256)
            differences.push_back({ Setting::Model, before.analysis->model.path, after.analysis->model.path });
        const std::array devices { before.analysis->device, after.analysis->device };
        if (const std::array texts { deviceText(devices[0]), deviceText(devices[1]) }; texts[0] != texts[1])
            differences.push_back({ Setting::Device, texts[0], texts[1], {}, devices });
        if (!areInputsAlike(before, after))
            compare(Setting::Inputs, inputsText(*before.analysis), inputsText(*after.analysis));
        compare(Setting::Convention, before.analysis->convention, after.analysis->convention);
    }
    if (isTimed(before) && isTimed(after) && executionOf(before) != executionOf(after)) {
        const std::array executions { executionOf(before), executionOf(after) };
        differences.push_back(
            { Setting::Execution, executionText(executions[0]), executionText(executions[1]), executions });
    }
    compare(Setting::LibTorch, before.hello.libtorch, after.hello.libtorch);
    return differences;
}

bool isUnsteady(const Session &session)
{
    if (!session.latency)
        return false;
    const std::vector<OpenEnum<SampleFlag>> &flags = session.latency->samples.flags;
    return hasFlag(flags, SampleFlag::Noisy) || hasFlag(flags, SampleFlag::Drift);
}

std::vector<Caution> cautionsOf(const std::vector<SettingDifference> &differences, bool disturbed, bool unsteady)
{
    // A convention changes how work is counted, never how long it takes.
    const auto timed = std::ranges::count_if(
        differences, [](const SettingDifference &difference) { return difference.setting != Setting::Convention; });
    std::vector<Caution> cautions;
    if (std::ranges::find(differences, Setting::Inputs, &SettingDifference::setting) != differences.end())
        cautions.push_back(Caution::OtherWork);
    if (timed > 1)
        cautions.push_back(Caution::SeveralChanges);
    if (disturbed)
        cautions.push_back(Caution::Disturbed);
    else if (unsteady)
        cautions.push_back(Caution::Unsteady);
    return cautions;
}

/// The times of whole models.
class ModelRuns
{
public:
    /// Nothing if one of them has none.
    ModelRuns(std::span<const Session> sessions, bool bare)
    {
        for (const Session &session : sessions) {
            std::optional<SampleSet> samples;
            if (bare && hasBareRuns(session))
                samples = bareSamples(session);
            else if (!bare && session.layers)
                samples = session.layers->instrumentedModel;
            if (!samples) {
                m_samples.clear();
                break;
            }
            m_samples.push_back(std::move(*samples));
        }
        for (const SampleSet &samples : m_samples)
            m_runs.push_back(&samples);
    }

    [[nodiscard]] const std::vector<const SampleSet *> &runs() const { return m_runs; }

private:
    static bool hasBareRuns(const Session &session)
    {
        return session.latency || (session.layers && session.layers->bareMedianNs > 0);
    }

    std::vector<SampleSet> m_samples;
    std::vector<const SampleSet *> m_runs;
};

/// In turn where the side changes with every second session at least.
RunOrder orderOf(std::span<const Session> before, std::span<const Session> after)
{
    // ISO 8601 in UTC: the order of the texts is that of the times.
    std::vector<std::pair<std::string_view, bool>> sessions;
    for (const Session &session : before)
        sessions.emplace_back(session.hello.created, false);
    for (const Session &session : after)
        sessions.emplace_back(session.hello.created, true);
    std::ranges::sort(sessions);
    std::size_t changes = 0;
    for (std::size_t i = 1; i < sessions.size(); ++i)
        changes += sessions[i].second != sessions[i - 1].second ? 1 : 0;
    return 2 * changes >= sessions.size() ? RunOrder::InTurn : RunOrder::Apart;
}

} // namespace

bool LayerChange::workChanged() const
{
    return before && after && (flopsBefore != flopsAfter || bytesBefore != bytesAfter);
}

SessionComparison compareSessions(const Session &before, const Session &after)
{
    return compareSessions(std::span(&before, 1), std::span(&after, 1));
}

SessionComparison compareSessions(std::span<const Session> before, std::span<const Session> after)
{
    const Session &first = before.front();
    const Session &second = after.front();
    SessionComparison comparison;
    comparison.differences = differencesOf(first, second);
    comparison.model = modelChange(before, after, false).time;
    comparison.layers = layerChanges(first, second);
    comparison.kinds = kindChanges(first, second);
    for (const std::span<const Session> side : { before, after }) {
        for (const Session &session : side)
            comparison.disturbedBy = joinedDisturbances(std::move(comparison.disturbedBy), disturbancesOf(session));
    }
    comparison.cautions =
        cautionsOf(comparison.differences, !comparison.disturbedBy.empty(), isUnsteady(first) || isUnsteady(second));
    return comparison;
}

RunChange modelChange(std::span<const Session> before, std::span<const Session> after, bool orInstrumented)
{
    const ModelRuns first(before, true);
    const ModelRuns second(after, true);
    const RunOrder order = orderOf(before, after);
    if (orInstrumented && (first.runs().empty() || second.runs().empty()))
        return runChange(ModelRuns(before, false).runs(), ModelRuns(after, false).runs(), order);
    return runChange(first.runs(), second.runs(), order);
}

bool SessionComparison::layersDiffer() const
{
    const auto isBelowModel = [](const LayerChange &layer) { return !layer.path.empty(); };
    const auto isInBoth = [&](const LayerChange &layer) { return isBelowModel(layer) && layer.before && layer.after; };
    return std::ranges::any_of(layers, isBelowModel) && std::ranges::none_of(layers, isInBoth);
}

std::int64_t SessionComparison::bytesBefore() const
{
    std::int64_t bytes = 0;
    for (const KindChange &kind : kinds)
        bytes += kind.bytesBefore;
    return bytes;
}

std::int64_t SessionComparison::bytesAfter() const
{
    std::int64_t bytes = 0;
    for (const KindChange &kind : kinds)
        bytes += kind.bytesAfter;
    return bytes;
}

std::vector<const LayerChange *> largestChangeFirst(const SessionComparison &comparison)
{
    std::vector<const LayerChange *> layers;
    for (const LayerChange &layer : comparison.layers)
        layers.push_back(&layer);
    std::ranges::stable_sort(layers, std::greater(),
                             [](const LayerChange *layer) { return std::abs(layer->time.differenceNs().value_or(0)); });
    return layers;
}

} // namespace rooflight
