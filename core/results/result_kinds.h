// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/request.h"
#include "core/results/session.h"

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace rooflight {

/// What the program has to know of one kind of result, as values: its ResultTraits, and its part of a session. Whatever
/// is done with each kind loops over resultKinds, and takes what else it needs from a table of its own that does not
/// compile without an entry for each.
template<typename Body> struct ResultKind {
    using Result = Body;

    Part<Body> Session::*part;
    std::string_view record = ResultTraits<Body>::record;
    RequestKind request = ResultTraits<Body>::request;
    EnumSet<RequestKind> others = ResultTraits<Body>::others;
    ResultOf of = ResultTraits<Body>::of;
};

/// All of them, in the order of a session's JSON.
#define ROOFLIGHT_KIND(Body, part) ResultKind<Body> { &Session::part },
inline constexpr std::tuple resultKinds { ROOFLIGHT_RESULTS(ROOFLIGHT_KIND) };
#undef ROOFLIGHT_KIND

inline constexpr std::size_t resultKindCount = std::tuple_size_v<decltype(resultKinds)>;

/// Calls visit(kind) for each.
template<typename Visit> constexpr void forEachResultKind(Visit visit)
{
    std::apply([&visit](const auto &...kinds) { (visit(kinds), ...); }, resultKinds);
}

/// Calls visit(kind) for each of plain results.
template<typename Visit> constexpr void forEachPlainKind(Visit visit)
{
    forEachResultKind([&visit]<typename Body>(const ResultKind<Body> &kind) {
        if constexpr (PlainResult<Body>)
            visit(kind);
    });
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

/// Those of which holds(kind) is true.
[[nodiscard]] constexpr ResultKinds kindsThat(auto holds)
{
    ResultKinds kinds;
    forEachResultKind([&]<typename Body>(const ResultKind<Body> &kind) {
        if (holds(kind))
            kinds |= kindsOf<Body>;
    });
    return kinds;
}

inline constexpr ResultKinds deviceKinds = kindsThat([](const auto &kind) { return kind.of == ResultOf::Device; });
inline constexpr ResultKinds plainKinds =
    kindsThat([]<typename Body>(const ResultKind<Body> &) { return PlainResult<Body>; });

/// What a request is answered with: the kinds that it asks for, and those that come with them.
[[nodiscard]] constexpr ResultKinds answersTo(RequestKind request)
{
    return kindsThat([request](const auto &kind) { return kind.request == request || kind.others.has(request); });
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
template<typename Body> [[nodiscard]] bool holdsTimes([[maybe_unused]] const Body &result)
{
    if constexpr (isResult<Body>) {
        if constexpr (resultKind<Body>.of == ResultOf::Run)
            return ResultTraits<Body>::holdsTimes(result);
    }
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
    return kindsThat([&session](const auto &kind) { return bool(session.*kind.part); });
}

/// The kinds in which two sessions differ: a result that was measured again with the same values has not changed, and
/// nothing that follows from it has to be rebuilt. Costs next to nothing if the results are shared.
[[nodiscard]] inline ResultKinds changedKinds(const Session &before, const Session &after)
{
    return kindsThat([&](const auto &kind) { return before.*kind.part != after.*kind.part; });
}

} // namespace rooflight
