// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QObject>

#include "ui/models/session_view.h"

#include <functional>

namespace rooflight {

class SessionController;
class Settings;

/// The session that the window shows: the measured one, under the roofs that the person chose.
class ShownSession : public QObject
{
    Q_OBJECT

public:
    explicit ShownSession(Settings *settings, QObject *parent = nullptr);

    /// Shows what the controller holds, now and after each of its changes.
    void follow(const SessionController *controller);
    void setMeasured(const Session &session);

    [[nodiscard]] const SessionView &view() const { return m_view; }
    [[nodiscard]] const Session &measured() const { return m_view.measured(); }
    [[nodiscard]] const Session &shown() const { return m_view.session(); }
    [[nodiscard]] const JudgedSession &judged() const { return m_view.judged(); }
    [[nodiscard]] const RoofChoices &choices() const { return m_view.choices(); }

    /// Keeps the choices for this model and device; the roofs change from the event loop.
    void choose(const RoofChoices &choices);

    /// Gives a part of the window the session after each change of the kinds that it shows.
    template<typename Panel> void showIn(Panel *panel)
    {
        onChange(Panel::shownKinds, panel, [this, panel] { panel->setSession(m_view); });
    }
    /// Calls refresh after each change of one of these kinds, while the receiver exists.
    void onChange(ResultKinds kinds, QObject *receiver, const std::function<void()> &refresh);

Q_SIGNALS:
    /// Once for all that changed together.
    void changed(rooflight::ResultKinds kinds);

private:
    void take(const Session &measured, ResultKinds changed);

    Settings *m_settings;
    SessionView m_view;
};

} // namespace rooflight
