// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/import/trace_calls.h"

#include "core/base/text.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

namespace rooflight {

namespace {

using Kind = RecordedEvent::Kind;

constexpr std::size_t deepest = 200; ///< calls that are nested deeper hang below one another's parent

/// "Conv2d" of "Conv2d_3".
std::string classOf(const std::string &moduleName)
{
    const std::size_t end = moduleName.find_last_not_of("0123456789");
    const bool numbered = end != std::string::npos && end + 1 < moduleName.size() && moduleName[end] == '_' && end > 0;
    return numbered ? moduleName.substr(0, end) : moduleName;
}

/// A module in "TOP(ResNet)::forward.layer1(Sequential)::forward.": its name and its class.
struct HierarchyPart {
    std::string name;
    std::string type;

    bool operator==(const HierarchyPart &) const = default;
};

std::vector<HierarchyPart> partsOf(std::string_view hierarchy)
{
    std::vector<HierarchyPart> parts;
    while (parts.size() < deepest) {
        const std::size_t open = hierarchy.find('(');
        const std::size_t close = hierarchy.find(")::", open == std::string_view::npos ? 0 : open);
        if (open == std::string_view::npos || close == std::string_view::npos)
            break;
        const std::string_view before = hierarchy.substr(0, open); // functions may stand before the name
        const HierarchyPart part { std::string(lastComponent(before, '.')),
                                   std::string(hierarchy.substr(open + 1, close - open - 1)) };
        if (part.name != "SELF") // a method that another one of the same module calls
            parts.push_back(part);
        const std::size_t next = hierarchy.find('.', close);
        if (next == std::string_view::npos)
            break;
        hierarchy.remove_prefix(next + 1);
    }
    return parts;
}

/// Nests what one thread called.
class CallTree
{
public:
    explicit CallTree(const ProfilerTrace &trace)
        : m_trace(trace)
    {
    }

    TracedCalls build()
    {
        for (const auto &[thread, events] : eventsByThread())
            addThread(events);
        std::ranges::stable_sort(m_roots, {}, [this](std::size_t call) { return m_calls[call].beginNs; });
        openLabels();
        nestByHierarchy();
        TracedCalls result;
        result.calls = std::move(m_calls);
        m_calls.clear();
        return result;
    }

    [[nodiscard]] const std::vector<std::size_t> &roots() const { return m_roots; }

private:
    [[nodiscard]] std::map<std::int64_t, std::vector<std::size_t>> eventsByThread() const
    {
        std::map<std::int64_t, std::vector<std::size_t>> threads;
        for (std::size_t i = 0; i < m_trace.events.size(); ++i) {
            const RecordedEvent &event = m_trace.events[i];
            if (event.kind == Kind::Operator || event.kind == Kind::Module)
                threads[event.thread].push_back(i);
        }
        for (auto &[thread, events] : threads) {
            std::ranges::stable_sort(events, [this](std::size_t a, std::size_t b) {
                const RecordedEvent &first = m_trace.events[a];
                const RecordedEvent &second = m_trace.events[b];
                return first.beginNs != second.beginNs ? first.beginNs < second.beginNs : first.endNs > second.endNs;
            });
        }
        return threads;
    }

    void addThread(const std::vector<std::size_t> &events)
    {
        std::vector<std::size_t> open;
        for (const std::size_t index : events) {
            const RecordedEvent &event = m_trace.events[index];
            while (!open.empty() && event.beginNs >= m_calls[open.back()].endNs)
                open.pop_back();
            const bool isModule = event.kind == Kind::Module;
            const std::size_t call = add({ .event = index,
                                           .isModule = isModule,
                                           .name = event.name,
                                           .type = isModule ? classOf(event.name) : std::string(),
                                           .beginNs = event.beginNs,
                                           .endNs = event.endNs,
                                           .thread = event.thread,
                                           .children = {} });
            (open.empty() ? m_roots : m_calls[open.back()].children).push_back(call);
            if (open.size() < deepest)
                open.push_back(call);
        }
    }

    std::size_t add(TracedCall call)
    {
        m_calls.push_back(std::move(call));
        return m_calls.size() - 1;
    }

    [[nodiscard]] const std::string &hierarchyOf(std::size_t call) const
    {
        static const std::string none;
        return m_calls[call].isModule ? none : m_trace.events[m_calls[call].event].hierarchy;
    }

    /// Stands around operators and is none, such as "forward" of a TorchScript model.
    [[nodiscard]] bool isLabel(std::size_t call) const
    {
        const TracedCall &traced = m_calls[call];
        if (traced.isModule || traced.name.find("::") != std::string::npos)
            return false;
        // A method that works out default values, say, has nothing in it.
        return !traced.children.empty() || !partsOf(hierarchyOf(call)).empty();
    }

    /// Takes labels away, and remembers the outermost one of each operator: it is one call of the model.
    void openLabels()
    {
        std::vector<std::size_t> roots;
        std::vector<std::size_t> left(m_roots.rbegin(), m_roots.rend());
        while (!left.empty()) {
            const std::size_t call = left.back();
            left.pop_back();
            if (!isLabel(call)) {
                roots.push_back(call);
                continue;
            }
            const std::vector<std::size_t> &children = m_calls[call].children;
            const auto outer = m_outermostLabels.find(call);
            const std::size_t outermost = outer == m_outermostLabels.end() ? call : outer->second;
            for (const std::size_t child : children)
                m_outermostLabels[child] = outermost;
            left.insert(left.end(), children.rbegin(), children.rend());
        }
        m_roots = std::move(roots);
    }

    /// When steps begin and end, in ascending order.
    [[nodiscard]] std::vector<double> stepBoundaries() const
    {
        std::vector<double> boundaries;
        for (const RecordedEvent &event : m_trace.events) {
            if (event.kind == Kind::Step)
                boundaries.insert(boundaries.end(), { event.beginNs, event.endNs });
        }
        std::ranges::sort(boundaries);
        return boundaries;
    }

    /// What one call of a model has in common: its label, and what lies between two boundaries of steps.
    struct ModelCall {
        std::optional<std::size_t> label;
        std::ptrdiff_t boundary = 0;

        bool operator==(const ModelCall &) const = default;
    };

    /// The modules that a thread is in.
    struct OpenModules {
        ModelCall modelCall;
        std::vector<HierarchyPart> parts;
        std::vector<std::size_t> calls;
    };

    [[nodiscard]] ModelCall modelCallOf(std::size_t root, const std::vector<double> &boundaries) const
    {
        const auto label = m_outermostLabels.find(root);
        return { label == m_outermostLabels.end() ? std::nullopt : std::optional(label->second),
                 std::ranges::upper_bound(boundaries, m_calls[root].beginNs) - boundaries.begin() };
    }

    /// Outermost operators that say in which modules they ran move into these.
    void nestByHierarchy()
    {
        const std::vector<double> boundaries = stepBoundaries();
        std::vector<std::size_t> roots;
        std::map<std::int64_t, OpenModules> threads;
        for (const std::size_t root : m_roots) {
            OpenModules &open = threads[m_calls[root].thread];
            const ModelCall modelCall = modelCallOf(root, boundaries);
            if (modelCall != open.modelCall)
                open = { modelCall, {}, {} };
            openModules(open, root, roots);
            (open.calls.empty() ? roots : m_calls[open.calls.back()].children).push_back(root);
            for (const std::size_t module : open.calls)
                m_calls[module].endNs = std::max(m_calls[module].endNs, m_calls[root].endNs);
        }
        m_roots = std::move(roots);
    }

    /// Leaves the modules that \p root is not in, and enters those that it is in.
    void openModules(OpenModules &open, std::size_t root, std::vector<std::size_t> &roots)
    {
        const std::vector<HierarchyPart> parts = partsOf(hierarchyOf(root));
        const auto differs = std::ranges::mismatch(open.parts, parts).in1;
        open.parts.erase(differs, open.parts.end());
        open.calls.resize(open.parts.size());
        for (std::size_t i = open.parts.size(); i < parts.size(); ++i) {
            const std::size_t module = add({ .event = TracedCall::noEvent,
                                             .isModule = true,
                                             .name = parts[i].name,
                                             .type = parts[i].type,
                                             .beginNs = m_calls[root].beginNs,
                                             .endNs = m_calls[root].endNs,
                                             .thread = m_calls[root].thread,
                                             .children = {} });
            (open.calls.empty() ? roots : m_calls[open.calls.back()].children).push_back(module);
            open.parts.push_back(parts[i]);
            open.calls.push_back(module);
        }
    }

    const ProfilerTrace &m_trace;
    std::vector<TracedCall> m_calls;
    std::vector<std::size_t> m_roots;
    std::map<std::size_t, std::size_t> m_outermostLabels; ///< of calls that stand in a label
};

TracedRun runOf(const std::vector<TracedCall> &calls, std::vector<std::size_t> roots)
{
    TracedRun run;
    run.outermost = std::move(roots);
    std::vector<std::size_t> left(run.outermost.rbegin(), run.outermost.rend());
    while (!left.empty()) {
        const std::size_t call = left.back();
        left.pop_back();
        run.order.push_back(call);
        left.insert(left.end(), calls[call].children.rbegin(), calls[call].children.rend());
    }
    if (!run.order.empty()) {
        run.beginNs = calls[run.order.front()].beginNs;
        for (const std::size_t call : run.outermost)
            run.endNs = std::max(run.endNs, calls[call].endNs);
    }
    return run;
}

/// Runs between the beginning and the end of each step.
std::vector<TracedRun> runsOfSteps(const ProfilerTrace &trace, const std::vector<TracedCall> &calls,
                                   const std::vector<std::size_t> &roots)
{
    std::vector<TracedRun> runs;
    for (const RecordedEvent &step : trace.events) {
        if (step.kind != Kind::Step)
            continue;
        const auto begin = std::ranges::lower_bound(roots, step.beginNs, {},
                                                    [&calls](std::size_t call) { return calls[call].beginNs; });
        const auto end =
            std::ranges::lower_bound(roots, step.endNs, {}, [&calls](std::size_t call) { return calls[call].beginNs; });
        if (begin < end)
            runs.push_back(runOf(calls, { begin, end }));
    }
    return runs;
}

std::vector<TracedRun> runsOf(const ProfilerTrace &trace, const std::vector<TracedCall> &calls,
                              const std::vector<std::size_t> &roots)
{
    std::vector<TracedRun> runs = runsOfSteps(trace, calls, roots);
    if (!runs.empty())
        return runs;
    const auto isSameModule = [&](std::size_t root) {
        const TracedCall &first = calls[roots.front()];
        return calls[root].isModule && calls[root].name == first.name && calls[root].type == first.type;
    };
    if (!std::ranges::all_of(roots, isSameModule))
        return { runOf(calls, roots) };
    for (const std::size_t root : roots)
        runs.push_back(runOf(calls, { root }));
    return runs;
}

/// Equal for two runs when they called the same with arguments of the same shapes.
std::size_t signatureOf(const ProfilerTrace &trace, const std::vector<TracedCall> &calls, const TracedRun &run)
{
    std::size_t signature = 0;
    const auto add = [&signature](std::size_t value) {
        constexpr std::size_t golden = 0x9E3779B97F4A7C15;
        signature ^= value + golden + (signature << 6U) + (signature >> 2U);
    };
    for (const std::size_t index : run.order) {
        const TracedCall &call = calls[index];
        add(std::hash<std::string>()(call.name));
        add(call.children.size());
        if (call.event == TracedCall::noEvent)
            continue;
        for (const RecordedArgument &argument : trace.events[call.event].arguments) {
            for (const Shape &shape : argument.shapes) {
                for (const std::int64_t size : shape)
                    add(std::hash<std::int64_t>()(size));
            }
        }
    }
    return signature;
}

} // namespace

const TracedCall *TracedCalls::model() const
{
    const std::vector<std::size_t> &outermost = runs.front().outermost;
    return outermost.size() == 1 && calls[outermost.front()].isModule ? &calls[outermost.front()] : nullptr;
}

TracedCalls callsOf(const ProfilerTrace &trace)
{
    CallTree tree(trace);
    TracedCalls result = tree.build();
    std::vector<TracedRun> runs = runsOf(trace, result.calls, tree.roots());
    if (runs.empty())
        runs.emplace_back();
    const std::size_t wanted = signatureOf(trace, result.calls, runs.back());
    for (TracedRun &run : runs) {
        if (signatureOf(trace, result.calls, run) == wanted)
            result.runs.push_back(std::move(run));
        else
            ++result.otherRuns;
    }
    return result;
}

} // namespace rooflight
