// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/export/chart_figure.h"

#include "core/base/whole_file.h"
#include "ui/charts/export/chart_picture.h"
#include "ui/charts/export/layers_table.h"

#include <QFile>
#include <QFileInfo>
#include <QPainter>
#include <QRegularExpression>

#include <algorithm>
#include <memory>

namespace rooflight {

namespace {

constexpr double millimetresPerInch = 25.4;
constexpr double printedDotsPerInch = 300;
constexpr int printedTextPixels = 11; // labels of 10: 7.5 points
constexpr int leastFigureWidth = 240;
constexpr int maxFigureWidth = 16384;
constexpr double figureMargin = 8;

/// A wide chart is as high as figures are here; a narrow one needs more of its width for all that stands on it.
int chartHeight(int width)
{
    return qRound(std::max(0.64 * width, std::min(0.8 * width, 300.0)));
}

double tableHeight(const LayersTable &table)
{
    return table.headHeight() + table.rowHeight() * static_cast<double>(table.rows()) + figureMargin;
}

/// The table takes what it needs, and at most half: rows that have no room are left out.
void paintFigure(QPainter &painter, const QRectF &area, ChartPicture &chart, const LayersTable *table,
                 const FigureLook &look, const ChartStyle &style)
{
    painter.save();
    if (!look.isTransparent)
        painter.fillRect(area, style.ground());
    QRectF upper = area;
    if (table) {
        const double height = std::min(tableHeight(*table), area.height() / 2);
        upper.setBottom(area.bottom() - height);
        table->paint(painter, area.adjusted(figureMargin, upper.height(), -figureMargin, -figureMargin / 2));
    }
    chart.paintWithLegend(painter, upper);
    painter.restore();
}

} // namespace

Result<FigureLook> figureLook(const QString &width)
{
    static const QRegularExpression form(QStringLiteral("^(\\d{1,6}(?:\\.\\d{1,4})?)(in|mm|px)$"));
    const QRegularExpressionMatch match = form.match(width);
    const QString unit = match.captured(2);
    double pixels = match.captured(1).toDouble();
    if (unit == QLatin1String("in"))
        pixels *= dotsPerInch;
    else if (unit == QLatin1String("mm"))
        pixels *= dotsPerInch / millimetresPerInch;
    if (!match.hasMatch() || !(pixels >= leastFigureWidth && pixels <= maxFigureWidth))
        return Error { ErrorCode::CommandLine,
                       QStringLiteral("--width \"%1\" is not a width from 2.5in, 64mm or 240px to 16384px.")
                           .arg(width)
                           .toStdString(),
                       "Write a number and a unit, such as 3.4in, 86mm or 1200px." };
    FigureLook look;
    look.width = qRound(pixels);
    if (unit != QLatin1String("px")) {
        look.scale = printedDotsPerInch / dotsPerInch;
        look.textPixels = printedTextPixels;
    }
    return look;
}

ChartStyle styleOf(const FigureLook &look)
{
    QFont font = pictureFont();
    font.setPixelSize(look.textPixels);
    return ChartStyle(paletteOf(look.theme), font);
}

PictureContent chartFigure(ChartPicture &chart, const JudgedSession *table, const FigureLook &look,
                           const QString &title)
{
    struct Parts {
        ChartStyle style;
        std::optional<LayersTable> layers;
    };
    const auto parts = std::make_shared<Parts>(Parts { styleOf(look), {} });
    if (table && !table->chartPoints().empty())
        parts->layers.emplace(*table, parts->style);
    chart.setTransparent(look.isTransparent);
    const double below = parts->layers ? tableHeight(*parts->layers) : 0;
    const QSize size(look.width, look.height > 0 ? look.height : chartHeight(look.width) + qRound(below));
    return { title, size,
             [&chart, look, parts](QPainter &painter, const QRectF &area) {
                 paintFigure(painter, area, chart, parts->layers ? &*parts->layers : nullptr, look, parts->style);
             },
             look.isTransparent };
}

Result<void> writeChartFigure(const QString &path, ChartPicture &chart, const JudgedSession *table,
                              const FigureLook &look, const QString &title)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    const QSizeF alone(look.width, look.height > 0 ? look.height : chartHeight(look.width));
    if (suffix == QStringLiteral("json"))
        return writeWholeFile(QFile::encodeName(path).toStdString(), chart.toJson(alone));
    if (suffix == QStringLiteral("csv"))
        return writeWholeFile(QFile::encodeName(path).toStdString(), chart.toCsv(alone));
    return writePicture(path, chartFigure(chart, table, look, title), look.scale);
}

} // namespace rooflight
