// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/content/roofline_content.h"

#include "core/report/headline.h"
#include "core/roofline/equal_blocks.h"
#include "core/roofline/item_times.h"
#include "core/roofline/judging_roofs.h"
#include "core/roofline/ridge.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace rooflight {

namespace {

/// The corner of the roofs that judge a point; of one that no pair judges that of the whole content.
QPointF cornerOf(const RooflineContent &content, const RooflinePoint &point)
{
    const Roof *compute = roofAt(content.roofs, point.verdict.computeRoof);
    const Roof *memory = roofAt(content.roofs, point.verdict.memoryRoof);
    return compute && memory && isDrawable(*compute) && isDrawable(*memory) ? ridgeOf(*compute, *memory)
                                                                            : -relativeShift(content);
}

void move(Mark &mark, QPointF by, Frame &frame)
{
    mark.x += by.x();
    mark.y += by.y();
    widen(frame, { mark.x, mark.y });
}

MemberShare memberShareOf(const RooflinePoint &point)
{
    MemberShare share { point.verdict.roofFraction, point.verdict.attainableFlopPerSecond, {} };
    if (point.achievedBytePerSecond && share.roofFraction.value_or(0) > 0)
        share.bytePerSecond = *point.achievedBytePerSecond / *share.roofFraction;
    return share;
}

/// Makes one point of those that are equal, in the place of the first. Those whose first is in \p opened stay by
/// themselves. The marks have to be made again after this.
void foldEqualPoints(RooflineContent &content, const EqualItems &equal, const std::set<ItemId> &opened)
{
    std::map<ItemId, std::vector<const RooflinePoint *>> groups; // by the first of them
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < content.points.size(); ++i) {
        const ItemId item = content.points[i].item;
        const ItemId first = equal.firstOf(item);
        if (first == item || opened.contains(first))
            kept.push_back(i);
        if (!opened.contains(first))
            groups[first].push_back(&content.points[i]);
    }
    std::vector<MarkDetails> details;
    for (const std::size_t i : kept) {
        details.push_back(std::move(content.details[i]));
        const auto group = groups.find(content.points[i].item);
        if (group == groups.end() || group->second.size() < 2)
            continue;
        FoldedPoint folded = foldedPoint(group->second);
        MarkDetails &detail = details.back();
        for (const RooflinePoint *point : group->second) {
            detail.equal.push_back(point->item);
            detail.shares.push_back(memberShareOf(*point));
        }
        detail.fastestNs = folded.fastestNs;
        detail.slowestNs = folded.slowestNs;
        content.points.replace(i, std::move(folded.point));
    }
    content.points.keep(kept);
    content.details = std::move(details);
}

constexpr double smallestDiameter = 9;
constexpr double pixelsOfDecade = 80; // on a chart of usual size
constexpr double air = 0.1; // a mark on the very edge would be cut in half
constexpr double stripDiameter = 12; // the strip is low
constexpr double wholeTimeDiameter = 52; // of a layer that takes all the time, were it not too large
constexpr double largestDiameter = 34; // beyond it a mark hides the place that it stands for

double diameterFor(const RooflinePoint &point)
{
    const double share = isPositive(point.timeShare) ? std::min(*point.timeShare, 1.0) : 0;
    return std::min(largestDiameter,
                    std::sqrt(smallestDiameter * smallestDiameter + share * wholeTimeDiameter * wholeTimeDiameter));
}

/// A mark on the strip for what moves memory without any arithmetic.
std::optional<Mark> stripMark(const RooflineContent &content, std::size_t index)
{
    const RooflinePoint &point = content.points[index];
    Mark mark { .point = index, .diameter = std::min(diameterFor(point), stripDiameter), .onStrip = true };
    if (isPositive(point.achievedBytePerSecond)) {
        mark.x = std::log10(*point.achievedBytePerSecond);
        mark.timed = true;
        return mark;
    }
    if (const Roof *roof = roofAt(content.roofs, point.verdict.memoryRoof); roof && isDrawable(*roof)) {
        mark.x = std::log10(roof->value);
        return mark;
    }
    return std::nullopt;
}

std::optional<Mark> planeMark(const RooflineContent &content, std::size_t index)
{
    const RooflinePoint &point = content.points[index];
    Mark mark { .point = index, .x = std::log10(*point.arithmeticIntensity), .diameter = diameterFor(point) };
    if (isPositive(point.achievedFlopPerSecond)) {
        mark.y = std::log10(*point.achievedFlopPerSecond);
        mark.timed = true;
    } else if (const auto atRoof = drawnAtRoof(point, content.roofs); isPositive(atRoof)) {
        mark.y = std::log10(*atRoof);
    } else {
        mark.grounded = true;
    }
    return mark;
}

std::vector<Mark> marksOf(const RooflineContent &content)
{
    std::vector<Mark> marks;
    marks.reserve(content.points.size());
    for (std::size_t index = 0; index < content.points.size(); ++index) {
        const RooflinePoint &point = content.points[index];
        const bool hasBytes = point.cost.bytes() > 0;
        std::optional<Mark> mark;
        if (isPositive(point.arithmeticIntensity))
            mark = planeMark(content, index);
        else if (hasBytes && point.cost.flops == 0)
            mark = stripMark(content, index);
        if (mark)
            marks.push_back(*mark);
    }
    return marks;
}

std::vector<MarkDetails> detailsOf(const Session &session, const ChartPoints &points)
{
    std::map<ItemId, const SampleSet *> samples;
    if (session.layers) {
        for (const ItemLatency &item : session.layers->items)
            samples[item.item] = &item.samples;
    }
    std::vector<MarkDetails> details;
    details.reserve(points.size());
    for (const RooflinePoint &point : points) {
        MarkDetails detail;
        const auto id = static_cast<std::size_t>(point.item.id);
        if (point.item.kind == ItemId::Kind::Layer && id < session.analysis->layers.size()) {
            detail.inputShapes = session.analysis->layers[id].inputShapes;
            detail.outputShapes = session.analysis->layers[id].outputShapes;
        } else if (point.item.kind == ItemId::Kind::Operator && id < session.analysis->operators.size()) {
            detail.inputShapes = session.analysis->operators[id].inputShapes;
            detail.outputShapes = session.analysis->operators[id].outputShapes;
        }
        if (const auto found = samples.find(point.item); found != samples.end()) {
            // Around its time: instrumented runs only say how far its times are spread.
            if (const auto times = tableTimes(session, point.item, found->second->summary, point.timeNs)) {
                detail.p10Ns = times->percentile(10);
                detail.p90Ns = times->percentile(90);
            }
        }
        details.push_back(std::move(detail));
    }
    return details;
}

/// Of the whole model: Platform.
std::optional<RidgePair> modelRidge(const JudgedSession &judged)
{
    const Platform &platform = judged.summary().platform;
    if (!platform.ridgeFlopPerByte)
        return std::nullopt;
    const std::vector<Roof> &roofs = judged.session().peaks->roofs;
    if (!isDrawable(roofs[*platform.computeRoof]) || !isDrawable(roofs[*platform.memoryRoof]))
        return std::nullopt;
    return RidgePair { *platform.computeRoof, *platform.memoryRoof };
}

std::set<std::size_t> slopesOf(const DeviceRoofs &peaks)
{
    std::set<std::size_t> slopes;
    for (const auto &[level, name] : enumNames<MemoryLevel>) {
        const auto slope =
            level == MemoryLevel::Shared || level == MemoryLevel::Pcie ? std::nullopt : slopeOf(peaks, level);
        if (slope && isDrawable(peaks.roofs[*slope]))
            slopes.insert(*slope);
    }
    return slopes;
}

/// Of the pairs of roofs that judge a point, without that of the whole model.
std::set<RidgePair> otherRidgesOf(const RooflineContent &content)
{
    std::set<RidgePair> pairs;
    for (const RooflinePoint &point : content.points) {
        const Roof *compute = roofAt(content.roofs, point.verdict.computeRoof);
        const Roof *memory = roofAt(content.roofs, point.verdict.memoryRoof);
        if (compute && memory && isDrawable(*compute) && isDrawable(*memory))
            pairs.insert({ *point.verdict.computeRoof, *point.verdict.memoryRoof });
    }
    if (content.ridge)
        pairs.erase(*content.ridge);
    return pairs;
}

std::set<std::size_t> judgingRoofs(const RooflineContent &content)
{
    std::set<std::size_t> judging;
    const auto add = [&](std::optional<std::size_t> index) {
        if (const Roof *roof = roofAt(content.roofs, index); roof && isDrawable(*roof))
            judging.insert(*index);
    };
    for (const RooflinePoint &point : content.points) {
        add(point.verdict.computeRoof);
        add(point.verdict.memoryRoof);
    }
    if (content.ridge) {
        judging.insert(content.ridge->computeRoof);
        judging.insert(content.ridge->memoryRoof);
    }
    return judging;
}

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void include(double value)
    {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] bool empty() const { return low > high; }
};

void toWholeDecades(const Range &range, double smallest, double &low, double &high)
{
    low = std::floor(range.low - air);
    high = std::ceil(range.high + air);
    while (high - low < smallest) {
        low -= 1;
        if (high - low < smallest)
            high += 1;
    }
}

Frame frameOf(const RooflineContent &content)
{
    Range x;
    Range y;
    for (const std::size_t index : content.judging) {
        const Roof &roof = content.roofs[index];
        if (roof.compute())
            y.include(std::log10(std::max(roof.value, roof.theoretical.value_or(0))));
    }
    if (content.ridge) {
        const QPointF ridge = ridgePlace(content);
        x.include(ridge.x() - 1);
        x.include(ridge.x() + 1);
        y.include(ridge.y() - 1);
    }
    for (const Mark &mark : content.marks) {
        if (mark.onStrip)
            continue;
        const double reach = std::max(0.0, mark.diameter / 2 / pixelsOfDecade - air);
        x.include(mark.x - reach);
        x.include(mark.x + reach);
        if (mark.grounded)
            continue;
        y.include(mark.y - reach);
        y.include(mark.y + reach);
    }
    Frame frame;
    if (!x.empty())
        toWholeDecades(x, 3, frame.left, frame.right);
    if (!y.empty())
        toWholeDecades(y, 3, frame.bottom, frame.top);
    return frame;
}

void numberNamed(RooflineContent &content, const JudgedSession &judged)
{
    const Headline named = headline(judged);
    for (std::size_t i = 0; i < content.points.size(); ++i)
        content.details[i].number = numberOf(named, content.points[i].item);
}

void placeStrip(RooflineContent &content)
{
    Range range;
    for (const Mark &mark : content.marks) {
        if (mark.onStrip)
            range.include(mark.x);
    }
    content.hasStrip = !range.empty();
    if (!content.hasStrip)
        return;
    for (const std::size_t index : content.judging) {
        if (content.roofs[index].memory())
            range.include(std::log10(content.roofs[index].value));
    }
    toWholeDecades(range, 2, content.stripRange[0], content.stripRange[1]);
}

} // namespace

QPointF relativeShift(const RooflineContent &content)
{
    const RidgePair &ridge = *content.ridge;
    return -ridgeOf(content.roofs[ridge.computeRoof], content.roofs[ridge.memoryRoof]);
}

void makeRelative(RooflineContent &content)
{
    if (!content.ridge || content.relative)
        return;
    content.frame = { -2, 2, -3, 1 };
    for (std::size_t index = 0; index < content.marks.size(); ++index) {
        Mark &mark = content.marks[index];
        if (mark.onStrip)
            continue;
        mark.shift = -cornerOf(content, content.points[mark.point]);
        if (mark.grounded) {
            mark.x += mark.shift.x();
            continue;
        }
        move(mark, mark.shift, content.frame);
        if (index < content.earlier.size() && content.earlier[index])
            move(*content.earlier[index], mark.shift, content.frame);
    }
    content.relative = true;
}

bool isPositive(std::optional<double> value)
{
    return value && std::isfinite(*value) && *value > 0;
}

bool isDrawable(const Roof &roof)
{
    return !roof.launch() && isPositive(roof.value);
}

QPointF ridgeOf(const Roof &compute, const Roof &memory)
{
    return { std::log10(ridge(compute, memory)), std::log10(compute.value) };
}

QPointF ridgePlace(const RooflineContent &content)
{
    if (content.relative)
        return { 0, 0 };
    return ridgeOf(content.roofs[content.ridge->computeRoof], content.roofs[content.ridge->memoryRoof]);
}

bool agreesWithZones(const RooflineContent &content, double ridgeX)
{
    return std::ranges::all_of(content.marks, [&](const Mark &mark) {
        const Bound bound = content.points[mark.point].verdict.bound;
        return mark.onStrip || bound == Bound::None || bound == (mark.x < ridgeX ? Bound::Bandwidth : Bound::Compute);
    });
}

bool RooflineContent::isWithin(ItemId item, const std::set<ItemId> &items) const
{
    if (items.contains(item))
        return true;
    const auto id = static_cast<std::size_t>(item.id);
    std::int64_t layer = -1;
    if (item.kind == ItemId::Kind::Operator)
        layer = id < operatorLayers.size() ? operatorLayers[id] : -1;
    else
        layer = id < layerParents.size() ? layerParents[id] : -1;
    while (layer >= 0 && static_cast<std::size_t>(layer) < layerParents.size()) {
        if (items.contains({ ItemId::Kind::Layer, layer }))
            return true;
        // Parents stand before their children; anything else would be a loop.
        const std::int64_t parent = layerParents[static_cast<std::size_t>(layer)];
        layer = parent < layer ? parent : -1;
    }
    return false;
}

bool RooflineContent::isWhole(ItemId item) const
{
    const auto id = static_cast<std::size_t>(item.id);
    return item.kind == ItemId::Kind::Layer && id < layerParents.size() && layerParents[id] < 0;
}

ItemId RooflineContent::callerOf(ItemId item) const
{
    const auto id = static_cast<std::size_t>(item.id);
    const bool hasCaller = item.kind == ItemId::Kind::Operator && id < operatorLayers.size();
    return hasCaller ? ItemId { ItemId::Kind::Layer, operatorLayers[id] } : item;
}

RooflineContent rooflineContent(const JudgedSession &judged, const Folding &folding)
{
    const Session &session = judged.session();
    RooflineContent content;
    if (session.peaks) {
        content.peaks = session.peaks;
        content.roofs = content.peaks->roofs;
        content.theoretical = session.peaks->theoretical;
        content.device = session.peaks->device.name;
        content.launchRoof = launchRoof(*session.peaks);
        content.slopes = slopesOf(*session.peaks);
    }
    if (session.analysis) {
        content.points = ChartPoints(judged);
        content.details = detailsOf(session, content.points);
        if (folding.folds)
            foldEqualPoints(content, judged.equalItems(), folding.opened);
        numberNamed(content, judged);
        for (const Layer &layer : session.analysis->layers)
            content.layerParents.push_back(layer.parent);
        for (const Operator &op : session.analysis->operators)
            content.operatorLayers.push_back(op.layer);
    }
    content.ridge = modelRidge(judged);
    content.otherRidges = otherRidgesOf(content);
    content.judging = judgingRoofs(content);
    content.marks = marksOf(content);
    content.frame = frameOf(content);
    placeStrip(content);
    return content;
}

} // namespace rooflight
