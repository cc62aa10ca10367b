// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/roofline/judged_session.h"
#include "ui/charts/export/report_picture.h"
#include "ui/charts/plot/picture_file.h"
#include "ui/charts/roofline/content/overlays.h"
#include "ui/charts/roofline/content/roofline_content.h"
#include "ui/style/chart_style.h"
#include "ui/style/themes.h"

#include <QGraphicsScene>
#include <QRectF>
#include <QSize>
#include <QSizeF>
#include <QString>

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

class QPainter;

namespace rooflight {

class RooflinePlot;

/// Which part of the chart is shown, and what its colours say.
struct ChartView {
    std::optional<ColorBy> coloring = {}; ///< by default the kind, or with several sessions the session
    std::optional<std::array<double, 2>> intensity = {}; ///< lowest and highest, FLOP/byte; all by default
    std::optional<std::array<double, 2>> performance = {}; ///< the same, FLOP/s
    std::set<OperatorFamily> hidden = {};
    std::vector<std::string> selected = {}; ///< paths of layers
};

/// The roofline by itself, for a picture or for programs.
class ChartPicture
{
public:
    /// A picture of a session with this name, and of others around it.
    ChartPicture(const QString &name, const JudgedSession &judged, const std::vector<ChartSession> &others,
                 const ChartStyle &style, const ChartChoices &choices);
    /// A picture of what another plot shows: its part of the plane, colours, filters, selection and other sessions.
    ChartPicture(const RooflinePlot &shown, const ChartStyle &style);

    /// Errors: CommandLine if the model has no layer of that path.
    [[nodiscard]] Result<void> setView(const ChartView &view, const Session &session);
    /// Whether the ground is left out of the picture.
    void setTransparent(bool isTransparent);

    void paint(QPainter &painter, const QRectF &area);
    /// The same below what markers and colours mean.
    void paintWithLegend(QPainter &painter, const QRectF &area);
    /// What a picture of this size shows, as one object of JSON (docs/reference/scene.md): read back from the scene and
    /// the layout that are painted.
    [[nodiscard]] std::string toJson(const QSizeF &size);
    /// The points of the same, as a table.
    [[nodiscard]] std::string toCsv(const QSizeF &size);
    /// True without points and roofs.
    [[nodiscard]] bool isEmpty() const;

private:
    void resize(const QSizeF &size);

    ChartStyle m_style;
    std::unique_ptr<QGraphicsScene> m_scene; ///< owns the plot
    RooflinePlot *m_plot;
};

/// Size and look of a chart in a document.
struct FigureLook {
    int width = 1000; ///< logical pixels: 1/96 inch
    int height = 0; ///< the same; 0: as what it shows needs
    double scale = 1; ///< pixels of a PNG per logical pixel
    int textPixels = 14; ///< of axis titles; labels are a tenth smaller
    Theme theme = Theme::Light;
    bool isTransparent = false; ///< without a ground
};

/// The look of a figure as wide as "3.4in", "86mm" or "1200px" says. In inches and millimetres it is made to be
/// printed: text is at least 7 points high, a PNG has 300 dots per inch. Errors: CommandLine.
[[nodiscard]] Result<FigureLook> figureLook(const QString &width);

[[nodiscard]] ChartStyle styleOf(const FigureLook &look);

/// The chart with its legend and, with a session, the table of its layers below. The chart is to have styleOf(look).
/// All must stay until it is painted.
[[nodiscard]] PictureContent chartFigure(ChartPicture &chart, const JudgedSession *table, const FigureLook &look,
                                         const QString &title);

/// The format follows the file's ending: png, svg or pdf hold the picture, csv its points, json its scene. Writes the
/// file whole or not at all. Errors: OutputFile.
[[nodiscard]] Result<void> writeChartFigure(const QString &path, ChartPicture &chart, const JudgedSession *table,
                                            const FigureLook &look, const QString &title);

/// What a roofline draws, as one object of JSON: axes, roofs, ridge, zones, points and texts. All of it is read back
/// from the scene and the layout that the plot is painted from.
[[nodiscard]] std::string sceneToJson(RooflinePlot &plot);

/// The points of that as CSV, a row each, with the same names and units.
[[nodiscard]] std::string sceneToCsv(RooflinePlot &plot);

} // namespace rooflight
