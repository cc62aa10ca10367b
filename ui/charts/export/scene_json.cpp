// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/export/chart_picture.h"

#include "core/record/json_writer.h"
#include "core/report/format/csv.h"
#include "core/report/format/marker.h"
#include "ui/charts/roofline/painter/mark_layers.h"
#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/style/display_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace rooflight {

namespace {

using Place = std::array<double, 2>;

/// A value where a place is a decimal logarithm.
double valueAt(double place)
{
    return std::pow(10, place);
}

Place valuesAt(QPointF place)
{
    return { valueAt(place.x()), valueAt(place.y()) };
}

struct SceneTick {
    double value = 0;
    std::string text;
};

/// From its lower to its upper end.
struct SceneAxis {
    std::string title; ///< empty on the strip, which has a text
    std::string unit;
    Place values = {};
    Place pixels = {};
    std::vector<SceneTick> ticks;
};

struct SceneRoof {
    const DrawnLine &drawn;
    std::array<Place, 2> points = {}; ///< its ends
};

struct StripRoof {
    const Roof &roof;
    double x = 0; ///< where it stands
};

/// The low axis of what does no arithmetic.
struct SceneStrip {
    SceneAxis axis;
    std::vector<StripRoof> roofs;
};

struct SceneAxes {
    SceneAxis intensity;
    SceneAxis performance;
    std::optional<SceneStrip> strip;
};

struct SceneRidge {
    Place place = {};
};

struct SceneZone {
    Bound bound = Bound::None;
    std::vector<Place> points;
};

struct ScenePoint {
    MarkScene marks;
    std::size_t mark = 0;
    const std::string &session;
};

struct SceneText {
    const PlacedText &placed;
};

struct SceneDocument {
    std::vector<std::string> sessions;
    Place size = {};
    SceneAxes axes;
    std::vector<SceneRoof> roofs;
    std::optional<SceneRidge> ridge;
    std::vector<SceneRidge> otherRidges;
    std::vector<SceneZone> zones;
    std::vector<ScenePoint> points;
    std::vector<SceneText> texts;
};

void fields(JsonWriter &archive, const SceneTick &tick)
{
    archive("value", tick.value);
    archive("text", tick.text);
}

void fields(JsonWriter &archive, const SceneAxis &axis)
{
    archive("title", axis.title);
    archive("unit", axis.unit);
    archive("values", axis.values);
    archive("pixels", axis.pixels);
    archive("ticks", axis.ticks);
}

void fields(JsonWriter &archive, const SceneRoof &roof)
{
    archive("name", roofName(*roof.drawn.roof).toStdString());
    archive("kind", roof.drawn.roof->kind());
    archive("value", roof.drawn.roof->value);
    archive("theoretical", roof.drawn.theoretical);
    archive("points", roof.points);
}

void fields(JsonWriter &archive, const StripRoof &roof)
{
    archive("name", roofName(roof.roof).toStdString());
    archive("value", roof.roof.value);
    archive("x", roof.x);
}

void fields(JsonWriter &archive, const SceneStrip &strip)
{
    fields(archive, strip.axis);
    archive("roofs", strip.roofs);
}

void fields(JsonWriter &archive, const SceneAxes &axes)
{
    archive("x", axes.intensity);
    archive("y", axes.performance);
    archive("strip", axes.strip);
}

void fields(JsonWriter &archive, const SceneRidge &ridge)
{
    archive("x", ridge.place[0]);
    archive("y", ridge.place[1]);
}

void fields(JsonWriter &archive, const SceneZone &zone)
{
    archive("bound", zone.bound);
    archive("points", zone.points);
}

/// What a point says, in JSON and in CSV.
struct PointFields {
    std::string path;
    std::string session;
    ItemId item;
    std::vector<std::int64_t> equal;
    std::string area;
    double x = 0;
    std::optional<double> y;
    bool isTimed = false;
    double diameter = 0;
    std::string color;
    std::string shape;
    std::string tag;
};

PointFields fieldsOf(const ScenePoint &point)
{
    const Mark &mark = point.marks.mark(point.mark);
    const RooflinePoint &judged = point.marks.pointOf(point.mark);
    const MarkDetails &details = point.marks.detailsOf(point.mark);
    PointFields shown;
    shown.path = judged.label;
    shown.session = point.session;
    shown.item = judged.item;
    for (const ItemId item : details.equal)
        shown.equal.push_back(item.id);
    shown.area = mark.onStrip ? "strip" : mark.grounded ? "edge" : "plane";
    shown.x = valueAt(mark.x);
    if (!mark.onStrip && !mark.grounded)
        shown.y = valueAt(mark.y);
    shown.isTimed = mark.timed;
    shown.diameter = mark.diameter;
    shown.color = point.marks.set.colors[point.mark].name().toStdString();
    shown.shape = name(markerShape(judged.family));
    shown.tag = details.number > 0 ? std::to_string(details.number) : std::string();
    return shown;
}

void fields(JsonWriter &archive, const ScenePoint &point)
{
    const PointFields shown = fieldsOf(point);
    archive("path", shown.path);
    archive("session", shown.session);
    archive("kind", shown.item.kind);
    archive("id", shown.item.id);
    archive("equal", shown.equal);
    archive("area", shown.area);
    archive("x", shown.x);
    archive("y", shown.y);
    archive("timed", shown.isTimed);
    archive("diameter", shown.diameter);
    archive("color", shown.color);
    archive("shape", shown.shape);
    archive("tag", shown.tag);
}

void fields(JsonWriter &archive, const SceneText &text)
{
    const TextPlace &place = text.placed.place;
    const QRectF corners = place.outline().boundingRect();
    archive("text", text.placed.text.toStdString());
    archive("x", corners.center().x());
    archive("y", corners.center().y());
    archive("width", place.box.width());
    archive("height", place.box.height());
    archive("angle", place.angleDegrees);
    archive("role", text.placed.role);
}

void fields(JsonWriter &archive, const SceneDocument &document)
{
    archive("format", "rooflight.scene");
    archive("version", 1);
    archive("sessions", document.sessions);
    archive("size", document.size);
    archive("axes", document.axes);
    archive("roofs", document.roofs);
    archive("ridge", document.ridge);
    archive("other_ridges", document.otherRidges);
    archive("zones", document.zones);
    archive("points", document.points);
    archive("texts", document.texts);
}

std::vector<SceneTick> ticksOf(const std::vector<LogTick> &ticks)
{
    std::vector<SceneTick> all;
    for (const LogTick &tick : ticks)
        all.push_back({ valueAt(tick.position), tick.label.toStdString() });
    return all;
}

/// Ticks of the strip stand at pixels.
std::vector<LogTick> onStrip(std::vector<LogTick> ticks, const Viewport &strip)
{
    for (LogTick &tick : ticks)
        tick.position = strip.toPlane({ tick.position, 0 }).x();
    return ticks;
}

std::optional<SceneStrip> stripOf(const RooflineLayout &layout)
{
    const Viewport &strip = layout.viewports.strip;
    if (strip.area.isEmpty())
        return std::nullopt;
    SceneStrip shown { { {},
                         "B/s",
                         { valueAt(strip.frame.left), valueAt(strip.frame.right) },
                         { strip.area.left(), strip.area.right() },
                         ticksOf(onStrip(layout.stripTicks, strip)) },
                       {} };
    for (const DrawnLine &roof : layout.stripRoofs)
        shown.roofs.push_back({ *roof.roof, valueAt(strip.toPlane(roof.line.p1()).x()) });
    return shown;
}

SceneAxes axesOf(const RooflineScene &scene, const RooflineLayout &layout)
{
    const Viewport &plane = layout.viewports.plane;
    const Frame &frame = plane.frame;
    const bool isRelative = scene.content->relative;
    return { { layout.intensity.title.toStdString(),
               isRelative ? "" : "FLOP/B",
               { valueAt(frame.left), valueAt(frame.right) },
               { plane.area.left(), plane.area.right() },
               ticksOf(layout.intensity.ticks) },
             { layout.performance.title.toStdString(),
               isRelative ? "" : "FLOP/s",
               { valueAt(frame.bottom), valueAt(frame.top) },
               { plane.area.bottom(), plane.area.top() },
               ticksOf(layout.performance.ticks) },
             stripOf(layout) };
}

std::vector<SceneZone> zonesOf(const RooflineLayout &layout)
{
    std::vector<SceneZone> zones;
    for (const FilledArea &area : layout.areas) {
        if (!area.zone)
            continue;
        SceneZone &zone = zones.emplace_back(SceneZone { *area.zone, {} });
        for (const QPointF &corner : area.outline)
            zone.points.push_back(valuesAt(layout.viewports.plane.toPlane(corner)));
    }
    return zones;
}

/// The main one first.
std::vector<std::string> sessionsOf(RooflinePlot &plot)
{
    std::vector<std::string> sessions { plot.mainName().toStdString() };
    for (const RooflineOverlay &other : plot.overlays().overlays())
        sessions.push_back(other.name.toStdString());
    return sessions;
}

/// Those in sight. The names of the sessions must stay.
std::vector<ScenePoint> pointsOf(RooflinePlot &plot, const std::vector<std::string> &sessions)
{
    const MarkViewports &viewports = plot.layout().viewports;
    std::vector<const MarkSet *> sets { plot.shownScene().marks };
    sets.insert(sets.end(), plot.shownScene().otherMarks.begin(), plot.shownScene().otherMarks.end());
    std::vector<ScenePoint> points;
    for (std::size_t session = 0; session < sets.size(); ++session) {
        const MarkScene marks { *sets[session], viewports };
        for (std::size_t mark = 0; mark < marks.set.places.size(); ++mark) {
            if (marks.isShown(mark))
                points.push_back({ marks, mark, sessions[session] });
        }
    }
    return points;
}

} // namespace

std::string sceneToCsv(RooflinePlot &plot)
{
    const std::vector<std::string> sessions = sessionsOf(plot);
    std::vector<std::vector<std::string>> rows;
    for (const ScenePoint &point : pointsOf(plot, sessions)) {
        const PointFields shown = fieldsOf(point);
        rows.push_back({ shown.path, shown.session, std::string(name(shown.item.kind)), numberCell(shown.item.id),
                         numberCell(std::max<std::size_t>(1, shown.equal.size())), shown.area, numberCell(shown.x),
                         numberCell(shown.y), shown.isTimed ? "true" : "false", shown.color, shown.shape, shown.tag });
    }
    return toCsv({ "path", "session", "kind", "id", "layers", "area", "x", "y", "timed", "color", "shape", "tag" },
                 rows);
}

std::string sceneToJson(RooflinePlot &plot)
{
    const RooflineScene &scene = plot.shownScene();
    const RooflineLayout &layout = plot.layout();
    SceneDocument document;
    document.size = { plot.size().width(), plot.size().height() };
    document.axes = axesOf(scene, layout);
    for (const DrawnLine &roof : layout.roofs)
        document.roofs.push_back({ roof, { valuesAt(roof.line.p1()), valuesAt(roof.line.p2()) } });
    if (layout.ridge)
        document.ridge = { valuesAt(layout.viewports.plane.toPlane(layout.ridge->p1())) };
    for (const QPointF &corner : layout.otherRidges)
        document.otherRidges.push_back({ valuesAt(layout.viewports.plane.toPlane(corner)) });
    document.zones = zonesOf(layout);
    document.sessions = sessionsOf(plot);
    document.points = pointsOf(plot, document.sessions);
    for (const PlacedText &text : layout.texts)
        document.texts.push_back({ text });
    std::string text;
    JsonWriter(text, JsonLayout::Indented).write(document);
    return text + '\n';
}

} // namespace rooflight
