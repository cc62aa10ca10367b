// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/shown_session.h"

#include "core/results/session.h"
#include "ui/settings/settings.h"
#include "ui/worker/session_controller.h"

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

} // namespace

ShownSession::ShownSession(Settings *settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{
}

void ShownSession::follow(const SessionController *controller)
{
    take(controller->session(), {});
    connect(controller, &SessionController::changed, this,
            [this, controller](ResultKinds kinds) { take(controller->session(), kinds); });
    connect(controller, &SessionController::notesChanged, this,
            [this, controller] { take(controller->session(), {}); });
}

void ShownSession::setMeasured(const Session &session)
{
    take(session, changedKinds(measured(), session));
}

void ShownSession::take(const Session &measured, ResultKinds kinds)
{
    // What stands in the place of layers, while there are none, says whether there is anything else.
    if (holdsOnlyTimes(measured) != holdsOnlyTimes(m_view.measured()))
        kinds |= kindsOf<Analysis>;
    // The model and the device decide which choices apply.
    const bool changesRoofs = kinds.has(kindsOf<Analysis, DeviceRoofs>);
    const RoofChoices choices =
        changesRoofs ? m_settings->roofChoices(modelOf(measured), deviceOf(measured)) : m_view.choices();
    Session shown = changesRoofs ? withChoices(measured, choices) : measured;
    if (!changesRoofs)
        shown.peaks = m_view.session().peaks;
    m_view = { measured, JudgedSession(std::move(shown), m_view.judged()), choices };
    if (kinds.any())
        Q_EMIT changed(kinds);
}

void ShownSession::choose(const RoofChoices &choices)
{
    m_settings->setRoofChoices(modelOf(measured()), deviceOf(measured()), choices);
    // The list of roofs asks for this while it handles a change of its own.
    QMetaObject::invokeMethod(
        this, [this] { take(Session(measured()), kindsOf<DeviceRoofs>); }, Qt::QueuedConnection);
}

void ShownSession::onChange(ResultKinds kinds, QObject *receiver, const std::function<void()> &refresh)
{
    connect(this, &ShownSession::changed, receiver, [kinds, refresh](ResultKinds changed) {
        if (changed.has(kinds))
            refresh();
    });
}

} // namespace rooflight
