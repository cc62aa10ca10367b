// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/judged_session.h"
#include "ui/charts/roofline/roofline_content.h"
#include "ui/models/roof_choices.h"
#include "ui/worker/session_signals.h"

#include <optional>

namespace rooflight {

class SessionController;
class Settings;

/// The session that the window shows: the measured one, under the roofs that the person chose.
class ShownSession : public SessionSignals
{
    Q_OBJECT

public:
    explicit ShownSession(Settings *settings, QObject *parent = nullptr);

    /// Shows what the controller holds, now and after each of its changes.
    void follow(const SessionController *controller);
    /// Shows a session, which must stay.
    void setMeasured(const Session &session);

    [[nodiscard]] const Session &measured() const { return *m_measured; }
    /// What the parts of the window show: of measured() only the roofs may differ.
    [[nodiscard]] const Session &shown() const
    {
        return m_choices.changesRoofs() && m_changed ? *m_changed : *m_measured;
    }
    /// shown() with its points and what they come to: judged once for a change. It stays where it is.
    [[nodiscard]] const JudgedSession &judged() const { return m_judged; }
    /// The roofs of shown(), shared by all who draw them; copied once when they change.
    [[nodiscard]] const SharedRoofs &roofs() const { return m_roofs; }

    [[nodiscard]] const RoofChoices &choices() const { return m_choices; }
    /// Keeps the choices for this model and device; roofsChanged() follows from the event loop.
    void choose(const RoofChoices &choices);

private:
    void take(SessionKinds changed);
    void chooseRoofs();

    Settings *m_settings;
    const Session m_empty;
    const Session *m_measured = &m_empty;
    SessionKinds m_arrived; ///< since the controller published last
    /// A copy under the chosen roofs. It stays when they are the measured ones again: panels that were filled before
    /// may point into it.
    std::optional<Session> m_changed;
    JudgedSession m_judged;
    RoofChoices m_choices;
    SharedRoofs m_roofs;
};

} // namespace rooflight
