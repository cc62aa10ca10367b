// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/roofline/judged_session.h"
#include "ui/charts/plot/picture_file.h"
#include "ui/charts/roofline/content/overlays.h"
#include "ui/charts/roofline/content/roofline_content.h"
#include "ui/models/roof_choices.h"
#include "ui/style/themes.h"

#include <QFont>
#include <QRectF>
#include <QSize>
#include <QString>

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

class QPainter;

namespace rooflight {

class RooflinePlot;

/// What a person chose about the chart.
struct ChartChoices {
    RoofVisibility roofs = {}; ///< switched on or off
    bool folds = true; ///< equal blocks are one point each
    std::set<ItemId> opened = {}; ///< the first of those that stay by themselves
    std::size_t sizePath = 0; ///< position in sizePaths() of the layer whose path has its sizes beside it
    std::optional<Trail> batchPath = {}; ///< of the what-if panel
    std::optional<AskedChange> change = {}; ///< of the model, as --what-if names it
    const RooflinePlot *shown = nullptr; ///< a chart on the screen, which is copied as it is; all above is its own
    QString name = {}; ///< of the session, if others are beside it
    std::vector<ChartSession> others = {}; ///< for web pages; `shown` has its own
};

struct PictureOptions {
    QSize size = { 1600, 1200 }; ///< logical pixels; text keeps its size whatever this is
    double scale = 1; ///< pixels of a PNG per logical pixel
    Theme theme = Theme::Light;
    ChartChoices chart = {};
};

/// The font of text in pictures, whatever the window's is.
[[nodiscard]] QFont pictureFont();

/// Paints one page about a session: title, roofline, latency histogram, the layers that matter, and how the roofs
/// were measured. Needs a QApplication; works without a display.
void paintReport(QPainter &painter, const QRectF &area, const JudgedSession &judged, Theme theme,
                 const ChartChoices &chart = {});

/// The page of a session, which must stay until the page is painted.
[[nodiscard]] PictureContent reportPicture(const JudgedSession &judged, const PictureOptions &options);

/// Each writes the file whole or not at all. Errors: OutputFile.
[[nodiscard]] Result<void> writePng(const QString &path, const JudgedSession &judged,
                                    const PictureOptions &options = {});
[[nodiscard]] Result<void> writeSvg(const QString &path, const JudgedSession &judged,
                                    const PictureOptions &options = {});
[[nodiscard]] Result<void> writePdf(const QString &path, const JudgedSession &judged,
                                    const PictureOptions &options = {});

/// The least heights of what a page of a report shows between its header and its footer; 0 of what it does not show.
struct PageNeeds {
    double height = 0; ///< of all
    double gap = 0; ///< between two parts
    double roofline = 0; ///< with what is below it
    double latency = 0; ///< beside it
    double bounds = 0; ///< below the latency
    double tableHead = 0;
    double tableRow = 0;
    std::size_t rows = 0; ///< of the table, at most
    std::size_t leastRows = 0; ///< fewer are no table, unless there are no more
};

/// What is shown of them.
struct PageShares {
    std::size_t rows = 0; ///< of the table; 0: no table
    double tableHeight = 0;
    bool hasLatency = false;
    bool hasBounds = false;
};

/// Shares a page: rows of the table give way to the charts, the whole table to the roofline. If the latency has no
/// room above the bounds, it is left out.
[[nodiscard]] PageShares sharesOf(const PageNeeds &needs);

} // namespace rooflight
