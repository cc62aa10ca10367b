// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/content/overlays.h"

#include "ui/charts/roofline/content/chart_text.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

namespace rooflight {

namespace {

RooflineOverlay overlayOf(const ChartSession &session, bool folds, bool relative)
{
    RooflineContent content = rooflineContent(JudgedSession(*session.session), { .folds = folds });
    if (relative && !content.ridge)
        content.marks.clear(); // there is nothing that they could be relative to
    if (relative)
        makeRelative(content);
    return { session.name, std::make_shared<const RooflineContent>(std::move(content)) };
}

} // namespace

void OverlayMaker::make(const std::vector<ChartSession> &sessions, bool folds, bool relative)
{
    if (folds != m_folds || relative != m_relative)
        m_sessions.clear();
    m_folds = folds;
    m_relative = relative;
    std::vector<RooflineOverlay> overlays;
    for (const ChartSession &session : sessions) {
        const auto before = std::ranges::find(m_sessions, session);
        overlays.push_back(before == m_sessions.end() ? overlayOf(session, folds, relative)
                                                      : m_overlays[std::size_t(before - m_sessions.begin())]);
    }
    m_sessions = sessions;
    m_overlays = std::move(overlays);
}

void makeRoom(RooflineContent &content, const std::vector<RooflineOverlay> &overlays)
{
    for (const RooflineOverlay &overlay : overlays) {
        const RooflineContent &other = *overlay.content;
        if (!other.marks.empty() || other.ridge) {
            content.frame.left = std::min(content.frame.left, other.frame.left);
            content.frame.right = std::max(content.frame.right, other.frame.right);
            content.frame.bottom = std::min(content.frame.bottom, other.frame.bottom);
            content.frame.top = std::max(content.frame.top, other.frame.top);
        }
        if (!other.hasStrip)
            continue;
        content.stripRange = content.hasStrip ? std::array { std::min(content.stripRange[0], other.stripRange[0]),
                                                             std::max(content.stripRange[1], other.stripRange[1]) }
                                              : other.stripRange;
        content.hasStrip = true;
    }
}

EarlierMarks earlierMarks(const JudgedSession &judged)
{
    const RooflineContent content = rooflineContent(judged);
    EarlierMarks marks;
    for (const Mark &mark : content.marks) {
        if (mark.timed)
            marks.emplace(content.points[mark.point].label, EarlierMark { mark, content.points[mark.point].timeNs });
    }
    return marks;
}

void placeEarlier(RooflineContent &content, const EarlierMarks &earlier)
{
    content.earlier.assign(content.marks.size(), std::nullopt);
    for (std::size_t index = 0; index < content.marks.size(); ++index) {
        const Mark &mark = content.marks[index];
        const auto found = earlier.find(content.points[mark.point].label);
        if (!mark.timed || found == earlier.end() || found->second.mark.onStrip != mark.onStrip)
            continue;
        const Mark &place = found->second.mark;
        content.earlier[index] = place;
        content.details[mark.point].earlierNs = found->second.timeNs;
        if (mark.onStrip) {
            widen(content.stripRange[0], content.stripRange[1], place.x);
        } else {
            widen(content.frame, { place.x, place.y });
        }
    }
}

void makeRoom(RooflineContent &content, const std::vector<Trail> &trails)
{
    for (const Trail &trail : trails) {
        for (const Trail::Stop &stop : trail.stops)
            widen(content.frame, stop.place);
    }
}

namespace {

/// More lines cannot be distinguished.
constexpr int maxOthers = 40;

QString titleOf(const BatchSweep &sweep, const SizePoint &point, bool isMeasured)
{
    QStringList sizes;
    for (const SizeAxis &axis : sweep.axes) {
        const std::int64_t size = sizeOn(sweep, static_cast<std::size_t>(&axis - sweep.axes.data()), point);
        sizes << QStringLiteral("%1 = %2").arg(QString::fromStdString(axis.name)).arg(size);
    }
    const QString all = sizes.join(QStringLiteral(" · "));
    if (isMeasured)
        return ChartsText::tr("%1, measured").arg(all);
    return ChartsText::tr("%1, predicted").arg(all);
}

QString nameOf(const BatchSweep &sweep, const SizePath &path)
{
    const auto layer = static_cast<std::size_t>(path.layer);
    if (path.layer == 0 || layer >= sweep.layers.size())
        return ChartsText::tr("The whole model");
    return QString::fromStdString(sweep.layers[layer].path);
}

/// Of one path, by the size on the other axis: its places by the size on the last one.
using Lines = std::map<std::int64_t, std::map<std::int64_t, Trail::Stop>>;

Lines linesOf(const BatchSweep &sweep, const SizePath &path)
{
    const std::size_t axis = sweep.axes.size() - 1;
    Lines lines;
    for (const SizeStep &step : path.steps) {
        const auto intensity = step.intensity();
        const auto rate = step.flopPerSecond();
        if (!intensity || !rate)
            continue;
        const SizePoint &point = sweep.sizes[step.size];
        const std::int64_t size = sizeOn(sweep, axis, point);
        const bool isMeasured = step.timeNs.has_value();
        lines[axis > 0 ? sizeOn(sweep, 0, point) : 0][size] = { { std::log10(*intensity), std::log10(*rate) },
                                                                {},
                                                                isMeasured,
                                                                true,
                                                                titleOf(sweep, point, isMeasured),
                                                                step.timeNs.value_or(step.atRoofNs) };
    }
    return lines;
}

Trail trailOf(const std::map<std::int64_t, Trail::Stop> &line, const QColor &color, bool isNamed)
{
    Trail trail;
    trail.color = color;
    trail.isFaint = !isNamed;
    for (auto [size, stop] : line) {
        if (isNamed)
            stop.text = QString::number(size);
        trail.stops.push_back(stop);
    }
    return trail;
}

double heaviestNs(const SizePath &path)
{
    double heaviest = 0;
    for (const SizeStep &step : path.steps)
        heaviest = std::max(heaviest, step.timeNs.value_or(step.atRoofNs));
    return heaviest;
}

} // namespace

std::vector<Trail> sizeTrails(const BatchSweep &sweep, const std::vector<SizePath> &paths, std::size_t chosen,
                              const ChartStyle &style)
{
    std::vector<const SizePath *> others;
    for (const std::vector<std::size_t> &group : alikePaths(sweep, paths)) {
        const SizePath &path = paths[group.front()];
        const auto layer = static_cast<std::size_t>(path.layer);
        const bool isLeaf = layer < sweep.layers.size() && sweep.layers[layer].leaf;
        if (isLeaf && std::ranges::find(group, chosen) == group.end())
            others.push_back(&path);
    }
    std::ranges::stable_sort(others, std::greater(), [](const SizePath *path) { return heaviestNs(*path); });
    others.resize(std::min<std::size_t>(others.size(), maxOthers));
    std::vector<Trail> trails;
    for (const SizePath *path : others) {
        const Lines lines = linesOf(sweep, *path);
        const auto family = sweep.layers[static_cast<std::size_t>(path->layer)].family;
        if (lines.empty() || lines.rbegin()->second.size() < 2)
            continue;
        trails.push_back(trailOf(lines.rbegin()->second, style.familyColor(family), false));
        trails.back().name = nameOf(sweep, *path);
    }
    for (const auto &[other, line] : chosen < paths.size() ? linesOf(sweep, paths[chosen]) : Lines()) {
        if (line.size() < 2)
            continue;
        trails.push_back(trailOf(line, style.accent(), true));
        trails.back().name = nameOf(sweep, paths[chosen]);
        if (sweep.axes.size() > 1)
            trails.back().stops.back().text +=
                QStringLiteral(" · %1 = %2").arg(QString::fromStdString(sweep.axes[0].name)).arg(other);
    }
    return trails;
}

} // namespace rooflight
