// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QString>

#include "core/roofline/judged_session.h"

#include <cstdint>
#include <set>
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

} // namespace rooflight
