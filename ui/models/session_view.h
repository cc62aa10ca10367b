// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/result_kinds.h"
#include "core/roofline/judged_session.h"
#include "ui/models/roof_choices.h"

#include <utility>

namespace rooflight {

/// What the times and verdicts of layers follow from.
inline constexpr ResultKinds judgedKinds = kindsOf<Analysis, DeviceRoofs, ModelLatency, LayerLatencies, Explanation>;

/// A session as the window shows it: as it was measured, and judged under the roofs that the person chose. Copies share
/// all that it holds, and nothing in it changes: what a part of the window keeps of a session is one of these, or parts
/// of it, and never a pointer or a reference to a session of somebody else.
///
/// A part of the window says which kinds of results it shows, as a constant `shownKinds`, and is given the session by
/// setSession() when one of them has changed.
class SessionView
{
public:
    SessionView()
        : SessionView(Session())
    {
    }
    /// A session under its own roofs.
    SessionView(const Session &session)
        : SessionView(JudgedSession(session))
    {
    }
    SessionView(JudgedSession judged)
        : m_measured(judged.session())
        , m_judged(std::move(judged))
    {
    }
    SessionView(Session measured, JudgedSession shown, RoofChoices choices)
        : m_measured(std::move(measured))
        , m_judged(std::move(shown))
        , m_choices(std::move(choices))
    {
    }

    [[nodiscard]] const Session &measured() const { return m_measured; }
    /// Under the chosen roofs: of measured() only the roofs may differ.
    [[nodiscard]] const Session &session() const { return m_judged.session(); }
    [[nodiscard]] const JudgedSession &judged() const { return m_judged; }
    [[nodiscard]] const RoofChoices &choices() const { return m_choices; }

private:
    Session m_measured;
    JudgedSession m_judged;
    RoofChoices m_choices;
};

} // namespace rooflight
