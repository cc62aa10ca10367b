// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/session.h"

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace rooflight {

/// What the program has to know of one kind of result. Whatever is done with each kind loops over resultKinds.
template<typename Body> struct ResultKind {
    using Result = Body;

    std::string_view record; ///< type of its record, and its key in the JSON of a session
    Part<Body> Session::*part; ///< where a session holds the newest
};

/// All of them, in the order of a session's JSON.
inline constexpr std::tuple resultKinds {
    ResultKind<Inspection> { .record = "inspection", .part = &Session::inspection },
    ResultKind<Analysis> { .record = "analysis", .part = &Session::analysis },
    ResultKind<DeviceRoofs> { .record = "peaks", .part = &Session::peaks },
    ResultKind<ModelLatency> { .record = "latency", .part = &Session::latency },
    ResultKind<LayerLatencies> { .record = "layers", .part = &Session::layers },
    ResultKind<InterleavedLatency> { .record = "interleaved", .part = &Session::interleaved },
    ResultKind<MethodComparison> { .record = "methods", .part = &Session::methods },
    ResultKind<BatchSweep> { .record = "sweep", .part = &Session::sweep },
    ResultKind<PipelineLatency> { .record = "pipeline", .part = &Session::pipeline },
    ResultKind<Remedies> { .record = "remedies", .part = &Session::remedies },
    ResultKind<Explanation> { .record = "experiments", .part = &Session::explanation },
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

    /// That of one kind, or none for what is no result.
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
    bool operator==(const ResultKinds &) const = default;

private:
    unsigned m_bits = 0; ///< in the order of resultKinds
};

template<typename... Bodies> inline constexpr ResultKinds kindsOf = (ResultKinds() | ... | ResultKinds::of<Bodies>());

inline constexpr ResultKinds allKinds = []<typename... Kinds>(const std::tuple<Kinds...> &) {
    return kindsOf<typename Kinds::Result...>;
}(resultKinds);

/// The kinds of which two sessions do not share the newest result.
[[nodiscard]] inline ResultKinds changedKinds(const Session &before, const Session &after)
{
    ResultKinds changed;
    forEachResultKind([&]<typename Body>(const ResultKind<Body> &kind) {
        if (!(before.*kind.part).isSame(after.*kind.part))
            changed |= kindsOf<Body>;
    });
    return changed;
}

} // namespace rooflight
