// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/shown_session.h"

#include "ui/settings/settings.h"
#include "ui/worker/session_controller.h"

#include <utility>

namespace rooflight {

namespace {

QString modelOf(const Session &session)
{
    return session.analysis ? QString::fromStdString(session.analysis->model.path) : QString();
}

QString deviceOf(const Session &session)
{
    return session.peaks ? QString::fromStdString(session.peaks->device.name) : QString();
}

/// What decides on the roofs: they themselves, and the model whose choices apply.
SessionKinds kindsOfRoofs()
{
    SessionKinds kinds;
    kinds.set(*kindOf(Analysis()));
    kinds.set(*kindOf(DeviceRoofs()));
    return kinds;
}

/// What decides on points and summary.
SessionKinds judgedKinds()
{
    SessionKinds kinds = kindsOfRoofs();
    kinds.set(*kindOf(ModelLatency()));
    kinds.set(*kindOf(LayerLatencies()));
    kinds.set(*kindOf(Explanation())); // what experiments found goes into the points
    return kinds;
}

} // namespace

ShownSession::ShownSession(Settings *settings, QObject *parent)
    : SessionSignals(parent)
    , m_settings(settings)
    , m_judged(m_empty)
    , m_roofs(std::make_shared<const std::vector<Roof>>())
{
}

void ShownSession::follow(const SessionController *controller)
{
    m_measured = &controller->session();
    for (std::size_t kind = 0; kind < sessionKindCount; ++kind)
        connect(controller, sessionKinds()[kind].changed, this, [this, kind] { m_arrived.set(kind); });
    connect(controller, &SessionController::notesChanged, this, [this] {
        if (m_changed)
            m_changed->notes = m_measured->notes;
    });
    connect(controller, &SessionSignals::published, this, [this] { take(std::exchange(m_arrived, {})); });
}

void ShownSession::setMeasured(const Session &session)
{
    m_measured = &session;
    take(SessionKinds().set());
}

void ShownSession::take(SessionKinds changed)
{
    // Another model replaces the whole copy: all panels turn to the new one before the old one goes.
    std::optional<Session> former;
    if (changed[*kindOf(Analysis())] && m_changed) {
        former = std::exchange(m_changed, std::nullopt);
        changed.set();
    }
    if (m_changed) {
        for (std::size_t kind = 0; kind < sessionKindCount; ++kind) {
            if (changed[kind])
                sessionKinds()[kind].copy(*m_measured, *m_changed);
        }
    }
    if ((changed & kindsOfRoofs()).any()) {
        m_choices = m_settings->roofChoices(modelOf(*m_measured), deviceOf(*m_measured));
        chooseRoofs();
    }
    if ((changed & judgedKinds()).any())
        m_judged = JudgedSession(shown());
    emitChanges(*this, changed);
}

void ShownSession::chooseRoofs()
{
    if (m_choices.changesRoofs()) {
        Session changed = withChoices(*m_measured, m_choices);
        // Panels that roofs do not concern show the other parts of the copy, which stay where they are.
        if (m_changed)
            m_changed->peaks = std::move(changed.peaks);
        else
            m_changed = std::move(changed);
    }
    const Session &session = shown();
    m_roofs = std::make_shared<const std::vector<Roof>>(session.peaks ? session.peaks->roofs : std::vector<Roof>());
}

void ShownSession::choose(const RoofChoices &choices)
{
    m_settings->setRoofChoices(modelOf(*m_measured), deviceOf(*m_measured), choices);
    m_choices = choices;
    // The list of roofs asks for this while it handles a change of its own.
    QMetaObject::invokeMethod(
        this,
        [this] {
            chooseRoofs();
            m_judged = JudgedSession(shown());
            emitChanges(*this, SessionKinds().set(*kindOf(DeviceRoofs())));
        },
        Qt::QueuedConnection);
}

} // namespace rooflight
