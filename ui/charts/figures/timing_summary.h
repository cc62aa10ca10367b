// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/result_reports.h"
#include "ui/style/display_names.h"

#include <QString>
#include <QStringList>

namespace rooflight {

// What stands beside the figures of the timing benchmarks, in the language of the window.

/// What the result shows, one sentence a line.
template<typename Result> [[nodiscard]] QString conclusionsText(const Result &result)
{
    QStringList lines;
    for (const Phrase &conclusion : conclusionsOf(result))
        lines << displayText(conclusion);
    return lines.join(u'\n');
}

/// The best of them and how to get it; what was not timed, and why.
[[nodiscard]] QString remediesSummary(const Remedies &remedies);

// Why one would measure it; for a page with nothing on it yet.

[[nodiscard]] QString methodsPurpose();
[[nodiscard]] QString interleavedPurpose();
[[nodiscard]] QString sweepPurpose();
[[nodiscard]] QString remediesPurpose();
[[nodiscard]] QString pipelinePurpose();

} // namespace rooflight
