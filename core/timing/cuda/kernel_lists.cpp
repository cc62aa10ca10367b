// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/cuda/kernel_lists.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace rooflight {

namespace {

/// Finds the innermost of many spans, also of some hundred thousand, for as many moments.
class SpanIndex
{
public:
    explicit SpanIndex(const std::vector<HostSpan> &spans)
        : m_spans(spans)
    {
        for (std::size_t i = 0; i < spans.size(); ++i)
            m_threads[spans[i].thread].order.push_back(i);
        for (auto &[thread, entry] : m_threads) {
            std::ranges::stable_sort(entry.order, {}, [&](std::size_t i) { return spans[i].beginNs; });
            std::int64_t latest = std::numeric_limits<std::int64_t>::min();
            for (const std::size_t i : entry.order)
                entry.latestEnds.push_back(latest = std::max(latest, spans[i].endNs));
        }
    }

    /// Of the spans of the thread that hold the moment the one that began last.
    [[nodiscard]] std::optional<std::size_t> innermost(std::uint64_t thread, std::int64_t momentNs) const
    {
        const auto found = m_threads.find(thread);
        if (found == m_threads.end())
            return std::nullopt;
        const auto &[order, latestEnds] = found->second;
        const auto after =
            std::ranges::upper_bound(order, momentNs, {}, [this](std::size_t i) { return m_spans[i].beginNs; });
        for (std::size_t i = static_cast<std::size_t>(after - order.begin()); i-- > 0 && latestEnds[i] >= momentNs;) {
            if (m_spans[order[i]].endNs >= momentNs)
                return order[i];
        }
        return std::nullopt;
    }

private:
    struct Thread {
        std::vector<std::size_t> order; ///< by begin
        std::vector<std::int64_t> latestEnds; ///< of the spans up to this one
    };

    const std::vector<HostSpan> &m_spans;
    std::map<std::uint64_t, Thread> m_threads;
};

/// What one kernel did for one operator in each of the runs.
struct Tally {
    std::string name;
    std::vector<std::int64_t> launches;
    std::vector<double> timesNs;
    double longestNs = 0; ///< of one launch
    double blocksPerMultiprocessor = 0; ///< of that one
};

template<typename T> T upperMedian(std::vector<T> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// Tallies of one operator, in the order in which its kernels were first launched.
class Tallies
{
public:
    void add(const ProfiledWork::Kernel &kernel, std::size_t run, std::size_t runs)
    {
        auto tally = std::ranges::find(m_tallies, kernel.name, &Tally::name);
        if (tally == m_tallies.end())
            tally =
                m_tallies.insert(tally, { kernel.name, std::vector<std::int64_t>(runs), std::vector<double>(runs) });
        ++tally->launches[run];
        tally->timesNs[run] += kernel.durationNs;
        if (kernel.durationNs > tally->longestNs) {
            tally->longestNs = kernel.durationNs;
            tally->blocksPerMultiprocessor = kernel.blocksPerMultiprocessor;
        }
    }

    [[nodiscard]] std::vector<KernelUse> uses() const
    {
        std::vector<KernelUse> uses;
        for (const Tally &tally : m_tallies) {
            if (const std::int64_t launches = upperMedian(tally.launches); launches > 0)
                uses.push_back({ tally.name, launches, upperMedian(tally.timesNs), tally.blocksPerMultiprocessor });
        }
        return uses;
    }

private:
    std::vector<Tally> m_tallies;
};

/// Calls of one name on one thread, by their ends.
using CallsByEnd = std::map<std::int64_t, HostSpan>;

/// The call that ends nearest to the end of an operator, or the operator's own span where they do not overlap.
HostSpan nearestCall(const CallsByEnd &calls, const HostSpan &own)
{
    auto nearest = calls.lower_bound(own.endNs);
    const bool before = nearest == calls.end()
        || (nearest != calls.begin() && own.endNs - std::prev(nearest)->first < nearest->first - own.endNs);
    const HostSpan &call = (before ? std::prev(nearest) : nearest)->second;
    return call.beginNs <= own.endNs && call.endNs >= own.beginNs ? call : own;
}

/// The spans of the operators by the profiler's own clock, the only one that shows exactly which call encloses which:
/// those of the calls that they are, or their own if there is none. Where a thread noted as many operators of a name
/// as there are calls, they are the same in order; else, as where an operator calls another of this name, the nearest.
std::vector<HostSpan> spansOf(const ProfiledRun &run)
{
    using ThreadAndName = std::pair<std::uint64_t, std::string_view>;
    std::map<ThreadAndName, CallsByEnd> calls;
    for (const ProfiledWork::Call &call : run.work.calls)
        calls[{ call.span.thread, call.name }].emplace(call.span.endNs, call.span);
    std::map<ThreadAndName, std::vector<std::size_t>> noted;
    for (std::size_t i = 0; i < run.operators.size(); ++i)
        noted[{ run.operators[i].span.thread, run.operators[i].name }].push_back(i);
    std::vector<HostSpan> spans(run.operators.size());
    for (auto &[key, operators] : noted) {
        const CallsByEnd &alike = calls[key];
        const auto endOf = [&run](std::size_t i) { return run.operators[i].span.endNs; };
        std::ranges::stable_sort(operators, {}, endOf);
        auto next = alike.begin();
        for (const std::size_t i : operators) {
            const HostSpan &own = run.operators[i].span;
            if (alike.size() == operators.size())
                spans[i] = (next++)->second;
            else
                spans[i] = alike.empty() ? own : nearestCall(alike, own);
        }
    }
    return spans;
}

/// Operator of each kernel of a run.
std::vector<std::optional<std::size_t>> ownersOf(const ProfiledRun &run)
{
    std::unordered_map<std::uint64_t, const HostSpan *> calls;
    for (const ProfiledWork::Call &call : run.work.calls)
        calls.emplace(call.id, &call.span);
    const std::vector<HostSpan> spans = spansOf(run);
    const SpanIndex operators(spans);
    std::vector<std::optional<std::size_t>> owners;
    for (const ProfiledWork::Kernel &kernel : run.work.kernels) {
        const auto call = kernel.call == 0 ? calls.end() : calls.find(kernel.call);
        if (call == calls.end()) {
            owners.emplace_back();
            continue;
        }
        const HostSpan &span = *call->second;
        owners.push_back(operators.innermost(span.thread, span.beginNs + (span.endNs - span.beginNs) / 2));
    }
    return owners;
}

} // namespace

double blocksPerMultiprocessorIn(std::string_view details)
{
    constexpr std::string_view key = "\"blocks per SM\":";
    const std::size_t found = details.find(key);
    if (found == std::string_view::npos)
        return 0;
    details.remove_prefix(found + key.size());
    details.remove_prefix(std::min(details.find_first_not_of(' '), details.size()));
    double blocks = 0;
    std::from_chars(details.data(), details.data() + details.size(), blocks);
    return std::isfinite(blocks) && blocks > 0 ? blocks : 0;
}

KernelLists kernelLists(const std::vector<ProfiledRun> &runs)
{
    KernelLists lists;
    if (runs.empty())
        return lists;
    std::vector<Tallies> operators(runs.front().operators.size());
    Tallies outside;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const std::vector<std::optional<std::size_t>> owners = ownersOf(runs[run]);
        for (std::size_t i = 0; i < owners.size(); ++i) {
            Tallies &tallies = owners[i] ? operators[*owners[i]] : outside;
            tallies.add(runs[run].work.kernels[i], run, runs.size());
        }
    }
    for (const Tallies &tallies : operators)
        lists.operators.push_back(tallies.uses());
    lists.outside = outside.uses();
    return lists;
}

} // namespace rooflight
