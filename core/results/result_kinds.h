// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_set.h"
#include "core/model/request.h"
#include "core/results/session.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace rooflight {

/// What a result is of, and so how long it holds.
enum class ResultOf {
    File, ///< the file as it is: the model and its content
    Device, ///< the device, whatever the model
    Run ///< a run of the model: with other layers, inputs or on another device it says nothing
};

/// What the program has to know of one kind of result. Whatever is done with each kind loops over resultKinds, and
/// takes what else it needs from a table of its own that does not compile without an entry for each.
template<typename Body> struct ResultKind {
    using Result = Body;

    std::string_view record; ///< type of its record, and its key in the JSON of a session
    Part<Body> Session::*part; ///< where a session holds the newest
    RequestKind request; ///< that asks for it alone
    EnumSet<RequestKind> others; ///< that are answered with it, too
    ResultOf of;
    bool (*holdsTimes)(const Body &result); ///< that were measured, and would be lost; null: it has none
};

namespace detail {

template<typename Body> constexpr bool always(const Body & /*result*/)
{
    return true;
}

} // namespace detail

/// All of them, in the order of a session's JSON.
inline constexpr std::tuple resultKinds {
    ResultKind<Inspection> {
        .record = "inspection",
        .part = &Session::inspection,
        .request = RequestKind::Inspect,
        .others = { RequestKind::Analyze, RequestKind::Latency, RequestKind::Layers, RequestKind::Methods,
                    RequestKind::Sweep, RequestKind::Report, RequestKind::Import, RequestKind::Remedies,
                    RequestKind::Explain }, // a pipeline has several files
        .of = ResultOf::File,
        .holdsTimes = nullptr,
    },
    ResultKind<Analysis> {
        .record = "analysis",
        .part = &Session::analysis,
        .request = RequestKind::Analyze,
        .others = { RequestKind::Layers, RequestKind::Report, RequestKind::Import },
        .of = ResultOf::File,
        .holdsTimes = nullptr,
    },
    ResultKind<DeviceRoofs> {
        .record = "peaks",
        .part = &Session::peaks,
        .request = RequestKind::Peaks,
        .others = { RequestKind::Report, RequestKind::Import }, // what is measured stands under them
        .of = ResultOf::Device,
        .holdsTimes = nullptr,
    },
    ResultKind<ModelLatency> {
        .record = "latency",
        .part = &Session::latency,
        .request = RequestKind::Latency,
        .others = { RequestKind::Report },
        .of = ResultOf::Run,
        // What is sent while a model warms up holds no times yet.
        .holdsTimes = [](const ModelLatency &latency) { return !latency.samples.samplesNs.empty(); },
    },
    ResultKind<LayerLatencies> {
        .record = "layers",
        .part = &Session::layers,
        .request = RequestKind::Layers,
        .others = { RequestKind::Report, RequestKind::Import },
        .of = ResultOf::Run,
        .holdsTimes = [](const LayerLatencies &layers) { return !layers.instrumentedModel.samplesNs.empty(); },
    },
    ResultKind<InterleavedLatency> {
        .record = "interleaved",
        .part = &Session::interleaved,
        .request = RequestKind::Latency,
        .others = { RequestKind::Report },
        .of = ResultOf::Run,
        .holdsTimes = detail::always,
    },
    ResultKind<MethodComparison> {
        .record = "methods",
        .part = &Session::methods,
        .request = RequestKind::Methods,
        .others = {},
        .of = ResultOf::Run,
        .holdsTimes = detail::always,
    },
    ResultKind<BatchSweep> {
        .record = "sweep",
        .part = &Session::sweep,
        .request = RequestKind::Sweep,
        .others = {},
        .of = ResultOf::Run,
        // What is being tried has none yet.
        .holdsTimes =
            [](const BatchSweep &sweep) {
                const auto hasSamples = [](const auto &point) { return !point.samples.samplesNs.empty(); };
                return std::ranges::any_of(sweep.points, hasSamples) || std::ranges::any_of(sweep.sizes, hasSamples);
            },
    },
    ResultKind<PipelineLatency> {
        .record = "pipeline",
        .part = &Session::pipeline,
        .request = RequestKind::Pipeline,
        .others = {},
        .of = ResultOf::Run,
        .holdsTimes = detail::always,
    },
    ResultKind<Remedies> {
        .record = "remedies",
        .part = &Session::remedies,
        .request = RequestKind::Remedies,
        .others = {},
        .of = ResultOf::Run,
        .holdsTimes = [](const Remedies &remedies) { return remedies.medianNs > 0; },
    },
    ResultKind<Explanation> {
        .record = "experiments",
        .part = &Session::explanation,
        .request = RequestKind::Explain,
        .others = {},
        .of = ResultOf::Run,
        .holdsTimes = [](const Explanation &explanation) { return !explanation.operators.empty(); },
    },
};

inline constexpr std::size_t resultKindCount = std::tuple_size_v<decltype(resultKinds)>;

/// Calls visit(kind) for each.
template<typename Visit> constexpr void forEachResultKind(Visit visit)
{
    std::apply([&visit](const auto &...kinds) { (visit(kinds), ...); }, resultKinds);
}

/// Whether this is a kind of result.
template<typename Body>
inline constexpr bool isResult = []<typename... Kinds>(const std::tuple<Kinds...> &) {
    return (std::is_same_v<Body, typename Kinds::Result> || ...);
}(resultKinds);

template<typename Body> inline constexpr const ResultKind<Body> &resultKind = std::get<ResultKind<Body>>(resultKinds);

/// Some of the kinds: what has changed, what a part of the window shows.
class ResultKinds
{
public:
    constexpr ResultKinds() = default;

    /// The set of one kind; empty if Body is no result.
    template<typename Body> [[nodiscard]] static constexpr ResultKinds of()
    {
        ResultKinds kinds;
        unsigned bit = 1;
        forEachResultKind([&]<typename Each>(const ResultKind<Each> &) {
            kinds.m_bits |= std::is_same_v<Body, Each> ? bit : 0;
            bit <<= 1;
        });
        return kinds;
    }

    [[nodiscard]] constexpr bool any() const { return m_bits != 0; }
    /// Whether one of them is among these.
    [[nodiscard]] constexpr bool has(ResultKinds others) const { return (m_bits & others.m_bits) != 0; }

    constexpr ResultKinds &operator|=(ResultKinds others)
    {
        m_bits |= others.m_bits;
        return *this;
    }
    friend constexpr ResultKinds operator|(ResultKinds a, ResultKinds b) { return a |= b; }
    /// The kinds of a that are not among b.
    friend constexpr ResultKinds operator-(ResultKinds a, ResultKinds b)
    {
        a.m_bits &= ~b.m_bits;
        return a;
    }
    bool operator==(const ResultKinds &) const = default;

private:
    unsigned m_bits = 0; ///< in the order of resultKinds
};

template<typename... Bodies> inline constexpr ResultKinds kindsOf = (ResultKinds() | ... | ResultKinds::of<Bodies>());

inline constexpr ResultKinds allKinds = []<typename... Kinds>(const std::tuple<Kinds...> &) {
    return kindsOf<typename Kinds::Result...>;
}(resultKinds);

/// What a request is answered with: the kinds that it asks for, and those that come with them.
[[nodiscard]] constexpr ResultKinds answersTo(RequestKind request)
{
    ResultKinds answers;
    forEachResultKind([&]<typename Body>(const ResultKind<Body> &kind) {
        if (kind.request == request || kind.others.has(request))
            answers |= kindsOf<Body>;
    });
    return answers;
}

/// What a request is about: an inspection comes with nearly all of them.
[[nodiscard]] constexpr ResultKinds resultsOf(RequestKind request)
{
    const ResultKinds answers = answersTo(request);
    return request == resultKind<Inspection>.request ? answers : answers - kindsOf<Inspection>;
}

/// Whether a request brings this kind of result.
template<typename Body> [[nodiscard]] constexpr bool brings(RequestKind request)
{
    return answersTo(request).has(kindsOf<Body>);
}

/// Whether a result holds times that would be lost.
template<typename Body> [[nodiscard]] bool holdsTimes(const Body &result)
{
    if constexpr (isResult<Body>)
        return resultKind<Body>.holdsTimes && resultKind<Body>.holdsTimes(result);
    return false;
}

[[nodiscard]] inline bool holdsTimes(const Session &session)
{
    bool holds = false;
    forEachResultKind([&](const auto &kind) {
        const auto &part = session.*kind.part;
        holds = holds || (part && holdsTimes(*part));
    });
    return holds;
}

/// Whether it was measured, in part or as a whole; so are roofs that are not those of an earlier time.
template<typename Body> [[nodiscard]] bool wasMeasured(const Body &result)
{
    if constexpr (std::is_same_v<Body, DeviceRoofs>)
        return !result.roofs.empty() && !result.cached;
    else
        return holdsTimes(result);
}

[[nodiscard]] inline bool wasMeasured(const Session &session)
{
    return holdsTimes(session) || (session.peaks && wasMeasured(*session.peaks));
}

/// The kinds of which a session holds a result.
[[nodiscard]] inline ResultKinds heldKinds(const Session &session)
{
    ResultKinds held;
    forEachResultKind([&]<typename Body>(const ResultKind<Body> &kind) {
        if (session.*kind.part)
            held |= kindsOf<Body>;
    });
    return held;
}

/// The kinds in which two sessions differ: a result that was measured again with the same values has not changed, and
/// nothing that follows from it has to be rebuilt. Costs next to nothing if the results are shared.
[[nodiscard]] inline ResultKinds changedKinds(const Session &before, const Session &after)
{
    ResultKinds changed;
    forEachResultKind([&]<typename Body>(const ResultKind<Body> &kind) {
        if (before.*kind.part != after.*kind.part)
            changed |= kindsOf<Body>;
    });
    return changed;
}

} // namespace rooflight
