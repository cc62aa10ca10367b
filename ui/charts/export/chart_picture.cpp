// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/export/chart_picture.h"

#include "core/base/whole_file.h"
#include "core/roofline/explained_items.h"
#include "ui/charts/export/layers_table.h"
#include "ui/charts/plot/picture_file.h"
#include "ui/charts/roofline/content/chart_text.h"
#include "ui/charts/roofline/content/overlays.h"
#include "ui/charts/roofline/content/roofline_content.h"
#include "ui/charts/roofline/painter/mark_layers.h"
#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/style/chart_style.h"
#include "ui/style/display_names.h"

#include <QFile>
#include <QFileInfo>
#include <QPainter>
#include <QRectF>
#include <QRegularExpression>
#include <QString>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace rooflight {

namespace {

/// What the markers and colours of a chart mean, in rows, for a picture. The window has FamilyLegend, with buttons.
class ChartLegend
{
public:
    /// A legend of what the plot shows now: families without a point in sight have no entry. The style must stay.
    ChartLegend(RooflinePlot &plot, const ChartStyle &style);

    [[nodiscard]] double heightFor(double width) const;
    void paint(QPainter &painter, const QRectF &area) const;

private:
    struct Entry {
        std::optional<MarkerShape> shape; ///< none: a square of the colour
        QColor color; ///< not valid: a note without a sign
        QString text;
    };

    [[nodiscard]] double widthOf(const Entry &entry) const;
    /// The upper left corner of each entry.
    [[nodiscard]] std::vector<QPointF> placesFor(double width) const;
    [[nodiscard]] double rowHeight() const;

    const ChartStyle &m_style;
    std::vector<Entry> m_entries;
};

constexpr double signWidth = 14;
constexpr double signSize = 9;
constexpr double entryGap = 12;
constexpr double margin = 6;

struct ShownMarks {
    std::set<OperatorFamily> families;
    bool anyTimed = false;
};

void add(ShownMarks &shown, const MarkScene &scene)
{
    for (std::size_t mark = 0; mark < scene.set.places.size(); ++mark) {
        if (!scene.isShown(mark))
            continue;
        shown.families.insert(scene.pointOf(mark).family);
        shown.anyTimed = shown.anyTimed || scene.mark(mark).timed;
    }
}

ShownMarks shownMarks(RooflinePlot &plot)
{
    const MarkViewports &viewports = plot.layout().viewports;
    ShownMarks shown;
    add(shown, { *plot.shownScene().marks, viewports });
    for (const MarkSet *other : plot.shownScene().otherMarks)
        add(shown, { *other, viewports });
    return shown;
}

ChartLegend::ChartLegend(RooflinePlot &plot, const ChartStyle &style)
    : m_style(style)
{
    const ShownMarks shown = shownMarks(plot);
    for (const OperatorFamily family : shown.families) {
        const QColor color = plot.coloring() == ColorBy::Family ? style.familyColor(family) : style.mutedText();
        m_entries.push_back({ markerShape(family), color, displayName(family) });
    }
    for (const ColorKey &key : plot.colorKey())
        m_entries.push_back({ {}, key.color, key.text });
    if (const std::optional<Roof> launch = plot.drawnLaunchRoof())
        m_entries.push_back({ {}, {}, shortLaunchLabel(*launch) });
    if (!shown.families.empty())
        m_entries.push_back(
            { {}, {}, shown.anyTimed ? ReportText::tr("Area: share of time") : ReportText::tr("Hollow: not timed") });
}

double ChartLegend::rowHeight() const
{
    return QFontMetricsF(m_style.smallFont()).height() + 3;
}

double ChartLegend::widthOf(const Entry &entry) const
{
    const double text = QFontMetricsF(m_style.smallFont()).horizontalAdvance(entry.text);
    return text + (entry.color.isValid() ? signWidth : 0) + entryGap;
}

std::vector<QPointF> ChartLegend::placesFor(double width) const
{
    std::vector<QPointF> places;
    QPointF place(margin, margin);
    for (const Entry &entry : m_entries) {
        const double wide = widthOf(entry);
        if (place.x() > margin && place.x() + wide - entryGap > width - margin)
            place = { margin, place.y() + rowHeight() };
        places.push_back(place);
        place.rx() += wide;
    }
    return places;
}

double ChartLegend::heightFor(double width) const
{
    return m_entries.empty() ? 0 : placesFor(width).back().y() + rowHeight();
}

void ChartLegend::paint(QPainter &painter, const QRectF &area) const
{
    const QFontMetricsF metrics(m_style.smallFont());
    painter.setFont(m_style.smallFont());
    const std::vector<QPointF> places = placesFor(area.width());
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry &entry = m_entries[i];
        const QRectF row(area.topLeft() + places[i], QSizeF(area.width() - places[i].x() - margin, rowHeight()));
        const QPointF centre(row.left() + signSize / 2, row.center().y());
        if (entry.color.isValid() && entry.shape) {
            painter.setPen(m_style.markerPen(entry.color));
            painter.setBrush(ChartStyle::markerBrush(entry.color));
            painter.drawPath(ChartStyle::markerPath(*entry.shape, signSize).translated(centre));
        } else if (entry.color.isValid()) {
            painter.fillRect(QRectF(centre - QPointF(signSize / 2, signSize / 2), QSizeF(signSize, signSize)),
                             entry.color);
        }
        painter.setPen(entry.color.isValid() ? m_style.text() : m_style.mutedText());
        const QRectF text = row.adjusted(entry.color.isValid() ? signWidth : 0, 0, 0, 0);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(entry.text, Qt::ElideMiddle, text.width()));
    }
}

} // namespace

ChartPicture::ChartPicture(const QString &name, const JudgedSession &judged, const std::vector<ChartSession> &others,
                           const ChartStyle &style, const ChartChoices &choices)
    : m_style(style)
    , m_scene(std::make_unique<QGraphicsScene>())
    , m_plot(new RooflinePlot(style))
{
    m_scene->addItem(m_plot);
    RooflineContent content = rooflineContent(judged, { choices.folds, choices.opened });
    content.change = choices.change;
    std::vector<Trail> paths;
    if (const std::vector<SizePath> sizes = sizePaths(judged.session()); !sizes.empty())
        paths = sizeTrails(*judged.session().sweep, sizes, choices.sizePath, style);
    OverlayMaker drawn;
    drawn.make(others, choices.folds, false);
    makeRoom(content, drawn.overlays());
    makeRoom(content, paths);
    m_plot->setContent(std::move(content));
    m_plot->setVisibleRoofs(roofsToDraw(m_plot->content(), choices.roofs));
    m_plot->setOverlays(name, drawn.overlays());
    if (!others.empty())
        m_plot->setColoring(ColorBy::Session);
    m_plot->setPaths(std::move(paths));
    m_plot->setTrail(choices.batchPath);
    m_plot->setPos(0, 0);
}

ChartPicture::ChartPicture(const RooflinePlot &shown, const ChartStyle &style)
    : m_style(style)
    , m_scene(std::make_unique<QGraphicsScene>())
    , m_plot(new RooflinePlot(style))
{
    m_scene->addItem(m_plot);
    m_plot->copyFrom(shown);
    m_plot->setPos(0, 0);
}

Result<void> ChartPicture::setView(const ChartView &view, const Session &session)
{
    std::set<ItemId> selected;
    for (const std::string &path : view.selected) {
        const Result<std::int64_t> layer = layerOfPath(session.analysis ? *session.analysis : Analysis(), path);
        if (!layer.ok())
            return layer.error();
        selected.insert({ ItemId::Kind::Layer, layer.value() });
    }
    if (view.coloring)
        m_plot->setColoring(*view.coloring);
    m_plot->setFilter(std::nullopt, view.hidden);
    m_plot->setHighlights(selected, std::nullopt,
                          selected.size() == 1 ? std::optional(*selected.begin()) : std::nullopt);
    Frame frame = m_plot->frame();
    if (view.intensity) {
        frame.left = std::log10(view.intensity->front());
        frame.right = std::log10(view.intensity->back());
    }
    if (view.performance) {
        frame.bottom = std::log10(view.performance->front());
        frame.top = std::log10(view.performance->back());
    }
    m_plot->setFrame(frame);
    return {};
}

void ChartPicture::setTransparent(bool isTransparent)
{
    m_plot->setBackgroundVisible(!isTransparent);
}

bool ChartPicture::isEmpty() const
{
    return m_plot->content().empty();
}

void ChartPicture::resize(const QSizeF &size)
{
    m_plot->resize(size);
    m_plot->arrange();
    m_scene->setSceneRect(QRectF(QPointF(), size));
}

void ChartPicture::paint(QPainter &painter, const QRectF &area)
{
    resize(area.size());
    painter.setRenderHint(QPainter::Antialiasing);
    m_scene->render(&painter, area, m_scene->sceneRect());
}

void ChartPicture::paintWithLegend(QPainter &painter, const QRectF &area)
{
    resize(area.size());
    const ChartLegend legend(*m_plot, m_style);
    const double height = legend.heightFor(area.width());
    painter.setRenderHint(QPainter::Antialiasing);
    legend.paint(painter, QRectF(area.topLeft(), QSizeF(area.width(), height)));
    paint(painter, area.adjusted(0, height, 0, 0));
}

std::string ChartPicture::toCsv(const QSizeF &size)
{
    resize(size);
    return sceneToCsv(*m_plot);
}

std::string ChartPicture::toJson(const QSizeF &size)
{
    resize(size);
    return sceneToJson(*m_plot);
}

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
