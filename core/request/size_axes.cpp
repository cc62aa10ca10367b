// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/request/size_axes.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace rooflight {

namespace {

constexpr std::size_t maxAxes = 2;
constexpr std::size_t maxPoints = 10'000;

std::optional<std::int64_t> sizeIn(std::string_view text)
{
    const auto size = parseNumber<std::int64_t>(text);
    return size && *size >= 0 ? size : std::nullopt;
}

std::vector<std::string> splitAt(const std::string &text, char separator)
{
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end = text.find(separator); end != std::string::npos; end = text.find(separator, begin)) {
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    parts.push_back(text.substr(begin));
    return parts;
}

/// "1..8", "1..4096x2", "64..512+64"; empty for what is none of them.
std::vector<std::int64_t> rangeIn(const std::string &text)
{
    const std::size_t dots = text.find("..");
    const std::size_t sign = text.find_first_of("x+", dots);
    const auto first = sizeIn(std::string_view(text).substr(0, dots));
    const auto last =
        sizeIn(std::string_view(text).substr(dots + 2, sign == std::string::npos ? sign : sign - dots - 2));
    const auto step =
        sign == std::string::npos ? std::optional<std::int64_t>(1) : sizeIn(std::string_view(text).substr(sign + 1));
    const bool times = sign != std::string::npos && text[sign] == 'x';
    std::vector<std::int64_t> values;
    if (!first || !last || !step || *step < (times ? 2 : 1) || (times && *first < 1))
        return values;
    for (std::int64_t value = *first; value <= *last && values.size() <= maxPoints;) {
        values.push_back(value);
        if (times ? __builtin_mul_overflow(value, *step, &value) : __builtin_add_overflow(value, *step, &value))
            break;
    }
    return values;
}

std::vector<std::int64_t> listIn(const std::string &text)
{
    if (text.find("..") != std::string::npos)
        return rangeIn(text);
    std::vector<std::int64_t> values;
    for (const std::string &part : splitAt(text, ',')) {
        const auto value = sizeIn(part);
        if (!value)
            return {};
        if (std::ranges::find(values, *value) == values.end())
            values.push_back(*value);
    }
    return values;
}

Error refused(std::string text, std::string hint)
{
    return { ErrorCode::CommandLine, std::move(text), std::move(hint), 0 };
}

Result<std::vector<SizeAxis>> parsedAxes(const std::vector<std::string> &texts)
{
    std::vector<SizeAxis> axes;
    for (const std::string &text : texts) {
        Result<SizeAxis> axis = parseSizeAxis(text);
        if (!axis.ok())
            return axis.error();
        if (std::ranges::find(axes, axis.value().name, &SizeAxis::name) != axes.end())
            return refused(fmt::format("The axis {} is there twice.", axis.value().name),
                           "Give all its sizes at once.");
        axes.push_back(std::move(axis).value());
    }
    return axes;
}

Result<void> checkPrediction(const Request &request)
{
    const bool sizes = request.kind == RequestKind::Sweep && !request.sweep.axes.empty();
    if (request.predict && request.kind != RequestKind::Analyze && !sizes)
        return refused("--predict counts without a run: of analyze, and of sweep with --axis.", "Leave it out.");
    const Execution &execution = request.execution;
    if (request.predict
        && (execution.precision != ModelPrecision::AsLoaded || execution.memoryFormat != MemoryFormat::AsLoaded))
        return refused("--predict counts a model as it was exported.", "Leave out --precision and --memory-format.");
    if (!request.sweep.measuredAt.empty() && !request.predict)
        return refused("--measure names the sizes that --predict does not only count.",
                       "Give --predict, too, or leave out --measure: then every size is measured.");
    return {};
}

/// Each size that is to be measured is one of its axis.
Result<void> checkMeasured(const SizeGrid &grid)
{
    for (const SizeAxis &measured : grid.measuredAt) {
        const auto axis = std::ranges::find(grid.axes, measured.name, &SizeAxis::name);
        if (axis == grid.axes.end())
            return refused(fmt::format("--measure names {}, which is not an axis of this sweep.", measured.name),
                           "Name it as --axis does.");
        for (const std::int64_t value : measured.values) {
            if (std::ranges::find(axis->values, value) == axis->values.end())
                return refused(
                    fmt::format("--measure names {}={}, which is not one of the axis's sizes.", measured.name, value),
                    "Name sizes that --axis goes through.");
        }
    }
    return {};
}

} // namespace

std::vector<PointSizes> SizeGrid::points() const
{
    std::vector<PointSizes> points { {} };
    for (const SizeAxis &axis : axes) {
        std::vector<PointSizes> longer;
        for (const PointSizes &point : points) {
            for (const std::int64_t value : axis.values) {
                longer.push_back(point);
                longer.back().emplace_back(axis.name, value);
            }
        }
        points = std::move(longer);
    }
    return points;
}

bool SizeGrid::isMeasuredToo(const PointSizes &point) const
{
    return !measuredAt.empty() && std::ranges::all_of(measuredAt, [&point](const SizeAxis &axis) {
        return std::ranges::any_of(point, [&axis](const auto &size) {
            return size.first == axis.name && std::ranges::find(axis.values, size.second) != axis.values.end();
        });
    });
}

Result<SizeAxis> parseSizeAxis(const std::string &text)
{
    const std::size_t equals = text.find('=');
    SizeAxis axis { text.substr(0, equals), {} };
    if (equals != std::string::npos)
        axis.values = listIn(text.substr(equals + 1));
    const std::vector<std::string> names = namesOnAxis(axis.name);
    if (axis.values.empty() || std::ranges::any_of(names, &std::string::empty))
        return refused(fmt::format("\"{}\" is not an axis.", text),
                       "Write NAME=LIST, for example --axis x.0=1,2,4 or --axis input_ids.1=2..4096x2.");
    return axis;
}

Result<SizeGrid> sizeGridOf(const Request &request)
{
    if (Result<void> fits = checkPrediction(request); !fits.ok())
        return fits.error();
    Result<std::vector<SizeAxis>> axes = parsedAxes(request.sweep.axes);
    if (!axes.ok())
        return axes.error();
    Result<std::vector<SizeAxis>> measuredAt = parsedAxes(request.sweep.measuredAt);
    if (!measuredAt.ok())
        return measuredAt.error();
    SizeGrid grid { std::move(axes).value(), std::move(measuredAt).value() };
    if (grid.axes.size() > maxAxes)
        return refused(fmt::format("A sweep has one axis or two, and {} were given.", grid.axes.size()),
                       "Set the other sizes with --dim.");
    std::size_t points = 1;
    for (const SizeAxis &axis : grid.axes)
        points *= axis.values.size();
    if (points > maxPoints)
        return refused(fmt::format("The axes have {} points, and {} is the most.", points, maxPoints),
                       "Take larger steps.");
    if (const Result<void> there = checkMeasured(grid); !there.ok())
        return there.error();
    return grid;
}

std::vector<std::string> namesOnAxis(const std::string &axis)
{
    return splitAt(axis, ',');
}

std::vector<std::string> sizesAt(std::vector<std::string> given, const PointSizes &point)
{
    for (const auto &[axis, value] : point) {
        for (const std::string &name : namesOnAxis(axis))
            given.push_back(fmt::format("{}={}", name, value));
    }
    return given;
}

} // namespace rooflight
