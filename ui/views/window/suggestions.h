// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QObject>

#include "core/roofline/judged_session.h"

#include <QString>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace rooflight {

/// What a person may do next with a session.
struct Suggestion {
    enum class Step { MeasureAgain, MeasureRoofs, SeeRemedies, TryRemedies, FindOutWhy, MeasureLonger, Compare };

    Step step = Step::TryRemedies;
    QString text; ///< one line
    QString help;
    std::int64_t runs = 0; ///< that MeasureLonger needs
    QString path; ///< of the session that Compare takes
    std::string roof = {}; ///< that MeasureRoofs measures alone

    bool operator==(const Suggestion &) const = default;
};

inline constexpr std::size_t maxSuggestions = 3;

/// The most useful first. \p canMeasure: the model is where it was. \p similar: a recent session of the same model;
/// empty for none. \p refused: steps that a person does not want to hear of again.
[[nodiscard]] std::vector<Suggestion> suggestionsFor(const JudgedSession &judged, bool canMeasure,
                                                     const QString &similar, const std::set<Suggestion::Step> &refused);

class SessionController;
class Settings;
class SuggestionList;
class Workbench;

/// Says below the overview what could be done next with the session that is shown, once it has all its results. What a
/// person has dismissed is not suggested again for the same model.
class Suggestions : public QObject
{
    Q_OBJECT

public:
    Suggestions(SessionController *controller, Workbench *workbench, Settings *settings, QObject *parent);

    void update();

Q_SIGNALS:
    void chosen(const rooflight::Suggestion &suggestion);

private:
    [[nodiscard]] bool canMeasure() const;
    [[nodiscard]] QString similarSession() const;
    void choose(std::size_t row);
    void refuse();

    SessionController *m_controller;
    Workbench *m_workbench;
    Settings *m_settings;
    SuggestionList *m_list;
    std::vector<Suggestion> m_shown;
    std::string m_model; ///< that these were refused for
    std::set<Suggestion::Step> m_refused;
};

} // namespace rooflight
