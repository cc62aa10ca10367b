// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/roof_lines.h"

#include "core/roofline/roofs.h"

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

// Far outside of any view: lines that have no end on one side end here.
constexpr double farLeft = -15;
constexpr double farRight = 15;

double valueOf(const Roof &roof, bool theoretical)
{
    return theoretical && isPositive(roof.theoretical) ? *roof.theoretical : roof.value;
}

} // namespace

std::set<std::size_t> defaultRoofs(const RooflineContent &content)
{
    std::set<std::size_t> visible = content.judging;
    visible.insert(content.slopes.begin(), content.slopes.end());
    for (const std::size_t index : content.judging) {
        if (const auto sustained = sustainedRoof(content, index))
            visible.insert(*sustained);
    }
    const bool limitsAPoint = std::any_of(content.points.begin(), content.points.end(),
                                          [](const auto &point) { return point.verdict.bound == Bound::Launch; });
    if (content.launchRoof && limitsAPoint)
        visible.insert(*content.launchRoof);
    return visible;
}

std::set<std::size_t> roofsToDraw(const RooflineContent &content, const RoofVisibility &visibility)
{
    std::set<std::size_t> visible = defaultRoofs(content);
    for (std::size_t index = 0; index < content.roofs.size(); ++index) {
        const auto chosen = visibility.find(roofKey(content.roofs[index]));
        if (chosen == visibility.end())
            continue;
        if (chosen->second)
            visible.insert(index);
        else
            visible.erase(index);
    }
    return visible;
}

std::optional<std::size_t> sustainedRoof(const RooflineContent &content, std::size_t burst)
{
    const Roof &roof = content.roofs[burst];
    if (!roof.compute() || roof.isSustained())
        return std::nullopt;
    ComputeLimit sustained = *roof.compute();
    sustained.sustained = true;
    for (std::size_t index = 0; index < content.roofs.size(); ++index) {
        const Roof &other = content.roofs[index];
        if (other.compute() && *other.compute() == sustained && other.threads == roof.threads && isDrawable(other)
            && other.value < roof.value)
            return index;
    }
    return std::nullopt;
}

std::vector<RoofLine> roofLines(const RooflineContent &content, const std::set<std::size_t> &visible)
{
    if (content.relative)
        return { { content.ridge->computeRoof, { 0, 0 }, { farRight, 0 }, false },
                 { content.ridge->memoryRoof, { farLeft, farLeft }, { 0, 0 }, false } };
    std::vector<RoofLine> lines;
    for (const bool theoretical : { false, true }) {
        std::optional<double> highest;
        std::optional<double> steepest;
        for (const std::size_t index : visible) {
            const Roof &roof = content.roofs[index];
            if (!isDrawable(roof))
                continue;
            const double value = valueOf(roof, theoretical);
            auto &extreme = roof.compute() ? highest : steepest;
            extreme = std::max(extreme.value_or(value), value);
        }
        for (const std::size_t index : visible) {
            const Roof &roof = content.roofs[index];
            if (!isDrawable(roof)
                || (theoretical
                    && (!isPositive(roof.theoretical) || roof.theoretical == roof.value
                        || !content.judging.contains(index))))
                continue;
            const double value = valueOf(roof, theoretical);
            const double logValue = std::log10(value);
            if (roof.compute()) {
                const double start = steepest ? logValue - std::log10(*steepest) : farLeft;
                lines.push_back({ index, { start, logValue }, { farRight, logValue }, theoretical });
            } else {
                const double end = highest ? std::log10(*highest) - logValue : farRight;
                lines.push_back({ index, { farLeft, farLeft + logValue }, { end, end + logValue }, theoretical });
            }
        }
    }
    return lines;
}

std::optional<QLineF> visiblePart(const QLineF &line, const Frame &frame)
{
    double from = 0;
    double to = 1;
    const QPointF delta = line.p2() - line.p1();
    const auto clip = [&](double start, double change, double low, double high) {
        if (change == 0)
            return start >= low && start <= high;
        const double a = (low - start) / change;
        const double b = (high - start) / change;
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
        return from < to;
    };
    if (!clip(line.p1().x(), delta.x(), frame.left, frame.right)
        || !clip(line.p1().y(), delta.y(), frame.bottom, frame.top))
        return std::nullopt;
    return QLineF(line.p1() + delta * from, line.p1() + delta * to);
}

std::optional<QPointF> shownRidge(const RooflineContent &content, const Frame &frame)
{
    if (!content.ridge)
        return std::nullopt;
    const QPointF ridge = ridgePlace(content);
    const bool isShown = ridge.x() > frame.left && ridge.x() < frame.right && ridge.y() > frame.bottom;
    return isShown ? std::optional(ridge) : std::nullopt;
}

} // namespace rooflight
