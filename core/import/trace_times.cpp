// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/import/trace_calls.h"

#include "core/statistics/sample_set.h"
#include "core/statistics/summary.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

namespace rooflight {

namespace {

using Kind = RecordedEvent::Kind;

/// When and where the host launched a kernel.
struct LaunchPoint {
    std::int64_t thread = 0;
    double timeNs = 0;
};

/// Finds the operator of a run that launched each kernel.
class KernelOwners
{
public:
    explicit KernelOwners(const ProfilerTrace &trace)
        : m_trace(trace)
    {
        for (std::size_t i = 0; i < trace.events.size(); ++i) {
            const RecordedEvent &event = trace.events[i];
            if (event.kind == Kind::Launch && event.correlation >= 0)
                m_launches.try_emplace(event.correlation, LaunchPoint { event.thread, event.beginNs });
            if (event.kind == Kind::Operator && event.externalId >= 0)
                m_operators.try_emplace(event.externalId, LaunchPoint { event.thread, event.beginNs });
            if (event.kind == Kind::Kernel)
                m_kernels.push_back(i);
        }
    }

    [[nodiscard]] bool empty() const { return m_kernels.empty(); }

    /// Kernels by operator, in the order of \p operators, which are calls of one run; the last list has those that the
    /// run launched outside of them.
    [[nodiscard]] std::vector<std::vector<std::size_t>> kernelsOf(const TracedCalls &calls, const TracedRun &run,
                                                                  const std::vector<std::size_t> &operators) const
    {
        std::vector<std::vector<std::size_t>> lists(operators.size() + 1);
        std::map<std::pair<std::int64_t, double>, std::size_t> begins;
        for (std::size_t i = 0; i < operators.size(); ++i) {
            const TracedCall &call = calls.calls[run.order[operators[i]]];
            begins[{ call.thread, call.beginNs }] = i;
        }
        for (const std::size_t kernel : m_kernels) {
            const std::optional<LaunchPoint> launch = launchOf(m_trace.events[kernel]);
            if (!launch || launch->timeNs < run.beginNs || launch->timeNs > run.endNs)
                continue;
            auto found = begins.upper_bound({ launch->thread, launch->timeNs });
            const bool known = found != begins.begin() && (--found)->first.first == launch->thread
                && launch->timeNs <= calls.calls[run.order[operators[found->second]]].endNs;
            lists[known ? found->second : operators.size()].push_back(kernel);
        }
        return lists;
    }

private:
    [[nodiscard]] std::optional<LaunchPoint> launchOf(const RecordedEvent &kernel) const
    {
        if (const auto launch = m_launches.find(kernel.correlation); launch != m_launches.end())
            return launch->second;
        const auto op = m_operators.find(kernel.externalId);
        return op == m_operators.end() ? std::nullopt : std::optional(op->second);
    }

    const ProfilerTrace &m_trace;
    std::unordered_map<std::int64_t, LaunchPoint> m_launches; ///< by correlation
    std::unordered_map<std::int64_t, LaunchPoint> m_operators; ///< by external id
    std::vector<std::size_t> m_kernels;
};

double durationOf(const RecordedEvent &event)
{
    return event.endNs - event.beginNs;
}

/// Samples of all items, a list an item.
struct Samples {
    explicit Samples(const TracedItems &items)
        : layers(items.layers.size())
        , selves(items.layers.size())
        , operators(items.operators.size())
    {
    }

    std::vector<std::vector<double>> layers;
    std::vector<std::vector<double>> selves;
    std::vector<std::vector<double>> operators;
    std::vector<double> model;
    std::vector<double> unattributed;
};

struct RunTimes {
    double model = 0;
    std::vector<double> layers;
    std::vector<double> operators;
};

RunTimes hostTimes(const TracedCalls &calls, const TracedRun &run, const TracedItems &items)
{
    RunTimes times;
    times.model = run.endNs - run.beginNs;
    for (const std::size_t item : items.layers) {
        const TracedCall *call = item == TracedItems::wholeRun ? nullptr : &calls.calls[run.order[item]];
        times.layers.push_back(call ? call->endNs - call->beginNs : times.model);
    }
    for (const std::size_t item : items.operators) {
        const TracedCall &call = calls.calls[run.order[item]];
        times.operators.push_back(call.endNs - call.beginNs);
    }
    return times;
}

/// A layer takes what its operators and the layers in it take; the model lasts until its last kernel has ended.
RunTimes deviceTimes(const ProfilerTrace &trace, const std::vector<std::vector<std::size_t>> &kernels,
                     const TracedRun &run, const Analysis &analysis)
{
    RunTimes times;
    double endNs = run.endNs;
    times.layers.resize(analysis.layers.size());
    for (std::size_t i = 0; i < analysis.operators.size(); ++i) {
        double sum = 0;
        for (const std::size_t kernel : kernels[i]) {
            sum += durationOf(trace.events[kernel]);
            endNs = std::max(endNs, trace.events[kernel].endNs);
        }
        times.operators.push_back(sum);
        times.layers[static_cast<std::size_t>(analysis.operators[i].layer)] += sum;
    }
    for (std::size_t i = times.layers.size(); i-- > 1;) // children come after their parents
        times.layers[static_cast<std::size_t>(analysis.layers[i].parent)] += times.layers[i];
    times.model = endNs - run.beginNs;
    times.layers.front() = times.model;
    return times;
}

void add(Samples &samples, const RunTimes &times, const Analysis &analysis)
{
    std::vector<double> selves = times.layers;
    for (std::size_t i = 1; i < selves.size(); ++i)
        selves[static_cast<std::size_t>(analysis.layers[i].parent)] -= times.layers[i];
    for (std::size_t i = 0; i < times.layers.size(); ++i) {
        samples.layers[i].push_back(times.layers[i]);
        samples.selves[i].push_back(selves[i]);
    }
    for (std::size_t i = 0; i < times.operators.size(); ++i)
        samples.operators[i].push_back(times.operators[i]);
    samples.model.push_back(times.model);
    samples.unattributed.push_back(
        std::max(0.0, times.model - std::accumulate(times.operators.begin(), times.operators.end(), 0.0)));
}

std::vector<KernelUse> usesOf(const ProfilerTrace &trace, const std::vector<std::size_t> &kernels)
{
    std::vector<KernelUse> uses;
    std::vector<double> longestNs; ///< of one launch
    for (const std::size_t kernel : kernels) {
        const RecordedEvent &event = trace.events[kernel];
        auto use = std::ranges::find(uses, event.name, &KernelUse::name);
        if (use == uses.end()) {
            use = uses.insert(uses.end(), { event.name, 0, 0, 0 });
            longestNs.push_back(-1);
        }
        double &longest = longestNs[static_cast<std::size_t>(use - uses.begin())];
        if (durationOf(event) > longest) {
            longest = durationOf(event);
            use->blocksPerMultiprocessor = event.blocksPerMultiprocessor;
        }
        ++use->launches;
        use->timeNs += durationOf(event);
    }
    return uses;
}

ItemLatency itemOf(ItemId id, std::vector<double> samples, std::vector<double> selves)
{
    ItemLatency item;
    item.item = id;
    item.firstRunNs = samples.front();
    item.selfMedianNs = medianOf(std::move(selves));
    item.samples = sampleSet({}, std::move(samples));
    return item;
}

std::vector<ItemLatency> itemsOf(Samples samples)
{
    std::vector<ItemLatency> items;
    for (std::size_t i = 0; i < samples.layers.size(); ++i)
        items.push_back(itemOf({ ItemId::Kind::Layer, static_cast<std::int64_t>(i) }, std::move(samples.layers[i]),
                               std::move(samples.selves[i])));
    for (std::size_t i = 0; i < samples.operators.size(); ++i)
        items.push_back(itemOf({ ItemId::Kind::Operator, static_cast<std::int64_t>(i) }, samples.operators[i],
                               samples.operators[i]));
    return items;
}

} // namespace

LayerLatencies timesOf(const ProfilerTrace &trace, const TracedCalls &calls, const TracedItems &items,
                       const Analysis &analysis)
{
    const KernelOwners owners(trace);
    Samples samples(items);
    std::vector<std::vector<std::size_t>> kernels; // of the last run
    for (const TracedRun &run : calls.runs) {
        if (owners.empty()) {
            add(samples, hostTimes(calls, run, items), analysis);
            continue;
        }
        kernels = owners.kernelsOf(calls, run, items.operators);
        add(samples, deviceTimes(trace, kernels, run, analysis), analysis);
    }
    LayerLatencies latencies;
    latencies.device = analysis.device;
    latencies.method = "torch_profiler";
    latencies.instrumentedModel = sampleSet({}, samples.model);
    latencies.unattributed = sampleSet({}, samples.unattributed);
    latencies.items = itemsOf(std::move(samples));
    for (ItemLatency &item : latencies.items) {
        const auto index = static_cast<std::size_t>(item.item.id);
        if (item.item.kind == ItemId::Kind::Operator && !kernels.empty())
            item.kernels = usesOf(trace, kernels[index]);
        else if (index == 0 && !kernels.empty())
            item.kernels = usesOf(trace, kernels.back());
    }
    return latencies;
}

} // namespace rooflight
