// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/result_reports.h"
#include "core/results/session.h"
#include "ui/style/window_language.h"

#include <QString>

#include <vector>

namespace rooflight {

/// A number of a model under its name.
struct ModelFact {
    QString title;
    QString value; ///< empty while it is not known
    QString help; ///< what the number means; may be empty
};

/// Those of a plain result, in the language of the window.
template<PlainResult Body> [[nodiscard]] std::vector<ModelFact> plainFacts(const Body &result)
{
    const ReportLanguage language = windowLanguage();
    const LanguageScope scope(language);
    std::vector<ModelFact> facts;
    for (const auto &[title, value] : numbersOf(result))
        facts.push_back({ QString::fromStdString(title.text()), QString::fromStdString(value), {} });
    return facts;
}

[[nodiscard]] ModelFact inputFact(const Session &session);
[[nodiscard]] ModelFact deviceFact(const Session &session);
[[nodiscard]] ModelFact latencyFact(const Session &session);
/// Those and all others: file, parameters, work, memory, whether all of it has formulas, throughput, plain
/// results.
[[nodiscard]] std::vector<ModelFact> modelFacts(const Session &session);

} // namespace rooflight
