// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/suggestions.h"

#include "ui/settings/settings.h"
#include "ui/views/panels/details_panel.h"
#include "ui/views/panels/overview_panel.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/widgets/suggestion_list.h"
#include "ui/views/window/workbench.h"
#include "ui/worker/session_controller.h"

#include <QFileInfo>

namespace rooflight {

Suggestions::Suggestions(SessionController *controller, Workbench *workbench, Settings *settings, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_workbench(workbench)
    , m_settings(settings)
    , m_list(workbench->overview()->suggestions())
{
    workbench->session()->onChange(kindsOf<Analysis, DeviceRoofs, ModelLatency, LayerLatencies, Remedies, Explanation>,
                                   this, [this] { update(); });
    connect(settings, &Settings::recentFilesChanged, this, &Suggestions::update);
    connect(m_list, &SuggestionList::chosen, this, &Suggestions::choose);
    connect(m_list, &SuggestionList::dismissed, this, &Suggestions::refuse);
    connect(m_list, &SuggestionList::languageChanged, this, &Suggestions::update);
}

bool Suggestions::canMeasure() const
{
    // What lies on another machine cannot be seen from here.
    return m_settings->hasOwnWorker() || QFileInfo::exists(m_controller->modelPath());
}

QString Suggestions::similarSession() const
{
    const Part<Analysis> &analysis = m_controller->session().analysis;
    if (!analysis || m_workbench->earlier())
        return {};
    const QString model = QString::fromStdString(analysis->model.sha256);
    for (const QString &path : m_settings->recentFilesOf(model)) {
        if (path != m_controller->path() && QFileInfo::exists(path))
            return path;
    }
    return {};
}

void Suggestions::update()
{
    m_workbench->details()->setCanMeasure(canMeasure());
    m_shown.clear();
    const Part<Analysis> &analysis = m_controller->session().analysis;
    if (analysis && !m_controller->isWorking()) {
        const std::string model = analysis->model.sha256 + analysis->model.path;
        if (model != m_model)
            m_refused.clear();
        m_model = model;
        m_shown = suggestionsFor(m_workbench->session()->judged(), canMeasure(), similarSession(), m_refused);
    }
    QList<SuggestionList::Row> rows;
    for (const Suggestion &suggestion : m_shown)
        rows.append({ suggestion.text, suggestion.help });
    m_list->setRows(rows);
}

void Suggestions::choose(std::size_t row)
{
    if (row < m_shown.size())
        Q_EMIT chosen(Suggestion(m_shown[row])); // what comes of it may change those that are shown
}

void Suggestions::refuse()
{
    for (const Suggestion &suggestion : m_shown)
        m_refused.insert(suggestion.step);
    m_shown.clear();
    m_list->setRows({});
}

} // namespace rooflight
