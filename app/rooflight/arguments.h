// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "ui/charts/export/chart_picture.h"
#include "ui/views/window/session_export.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <string>

namespace rooflight {

/// What a picture is of.
enum class Figure { Page, Methods, Sweep, Pipeline, Latency, Interleaved, Remedies, Chart, Table, Footprints };

/// Whether it shows the roofline itself.
[[nodiscard]] constexpr bool isChart(Figure figure)
{
    return figure == Figure::Chart || figure == Figure::Table;
}

/// What the command line asks for.
struct Arguments {
    QStringList files;
    std::optional<QString> exportTo; ///< write this file instead of opening a window
    Figure figure = Figure::Page;
    std::string whatIf; ///< device or change, by a name that is right; empty: as it was measured
    PictureOptions picture;
    FigureLook look; ///< of a chart
    ChartView view; ///< the same
    bool changesChart = false; ///< an option asks for something that only a chart has
    std::optional<Theme> theme;
    QString language; ///< empty: as set or as the desktop
    QString worker; ///< empty: as set or our own
    bool listWhatIfs = false;
    bool help = false;
    bool version = false;
    QString diff; ///< session to compare the file with; empty: none
    bool provenance = false; ///< above the table of a CSV file
};

/// Needs no application object. Errors: CommandLine.
[[nodiscard]] Result<Arguments> parseArguments(const QStringList &arguments);

/// The text of --help.
[[nodiscard]] QString helpText();

} // namespace rooflight
