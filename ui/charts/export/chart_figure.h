// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/roofline/judged_session.h"
#include "ui/charts/plot/picture_file.h"
#include "ui/style/chart_style.h"
#include "ui/style/themes.h"

#include <QSize>
#include <QString>

namespace rooflight {

class ChartPicture;

/// Size and look of a chart in a document.
struct FigureLook {
    int width = 1000; ///< logical pixels: 1/96 inch
    int height = 0; ///< the same; 0: as what it shows needs
    double scale = 1; ///< pixels of a PNG per logical pixel
    int textPixels = 14; ///< of axis titles; labels are a tenth smaller
    Theme theme = Theme::Light;
    bool isTransparent = false; ///< without a ground
};

/// The look of a figure as wide as "3.4in", "86mm" or "1200px" says. In inches and millimetres it is made to be printed:
/// text is at least 7 points high, a PNG has 300 dots per inch. Errors: CommandLine.
[[nodiscard]] Result<FigureLook> figureLook(const QString &width);

[[nodiscard]] ChartStyle styleOf(const FigureLook &look);

/// The chart with its legend and, with a session, the table of its layers below. The chart is to have styleOf(look). All
/// must stay until it is painted.
[[nodiscard]] PictureContent chartFigure(ChartPicture &chart, const JudgedSession *table, const FigureLook &look,
                                         const QString &title);

/// The format follows the file's ending: png, svg or pdf hold the picture, csv its points, json its scene. Writes the
/// file whole or not at all. Errors: OutputFile.
[[nodiscard]] Result<void> writeChartFigure(const QString &path, ChartPicture &chart, const JudgedSession *table,
                                            const FigureLook &look, const QString &title);

} // namespace rooflight
