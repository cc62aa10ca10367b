// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/equal_blocks.h"

#include "core/base/clock.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <unordered_map>

namespace rooflight {

namespace {

/// Layers and operators that each layer calls itself, in order of their ids.
struct Structure {
    std::vector<std::vector<std::size_t>> layers;
    std::vector<std::vector<std::size_t>> operators;

    explicit Structure(const Analysis &analysis)
        : layers(analysis.layers.size())
        , operators(analysis.layers.size())
    {
        for (std::size_t i = 0; i < analysis.layers.size(); ++i) {
            const std::int64_t parent = analysis.layers[i].parent;
            if (parent >= 0 && static_cast<std::size_t>(parent) < i)
                layers[static_cast<std::size_t>(parent)].push_back(i);
        }
        for (std::size_t i = 0; i < analysis.operators.size(); ++i) {
            const std::int64_t layer = analysis.operators[i].layer;
            if (layer >= 0 && static_cast<std::size_t>(layer) < operators.size())
                operators[static_cast<std::size_t>(layer)].push_back(i);
        }
    }
};

/// A text that two things share when, and only when, all that was added to it is the same.
class Key
{
public:
    void add(std::int64_t number) { m_text += std::to_string(number) + ','; }

    void add(const std::string &text)
    {
        add(static_cast<std::int64_t>(text.size()));
        m_text += text;
    }

    void add(const std::vector<Shape> &shapes)
    {
        add(static_cast<std::int64_t>(shapes.size()));
        for (const Shape &shape : shapes) {
            add(static_cast<std::int64_t>(shape.size()));
            for (const std::int64_t size : shape)
                add(size);
        }
    }

    void add(const Cost &cost)
    {
        for (const std::int64_t number : { cost.macs, cost.flops, cost.bytesRead, cost.bytesWritten })
            add(number);
    }

    [[nodiscard]] const std::string &text() const { return m_text; }

private:
    std::string m_text;
};

std::string keyOf(const Operator &op)
{
    Key key;
    key.add(op.name);
    key.add(static_cast<std::int64_t>(op.known));
    key.add(static_cast<std::int64_t>(op.dtype));
    key.add(op.inputShapes);
    key.add(op.outputShapes);
    key.add(op.cost);
    return key.text();
}

Key keyOf(const Layer &layer)
{
    Key key;
    key.add(layer.type);
    key.add(static_cast<std::int64_t>(layer.dtype));
    key.add(layer.parameters);
    key.add(layer.inputShapes);
    key.add(layer.outputShapes);
    key.add(layer.cost);
    key.add(layer.bytesLowerBound);
    return key;
}

/// A number for each layer; equal layers, and only these, have the same.
std::vector<std::int64_t> structureKindsOf(const Analysis &analysis, const Structure &structure)
{
    std::unordered_map<std::string, std::int64_t> numbers;
    std::vector<std::int64_t> kinds(analysis.layers.size());
    for (std::size_t i = analysis.layers.size(); i-- > 0;) {
        Key key = keyOf(analysis.layers[i]);
        for (const std::size_t op : structure.operators[i])
            key.add(keyOf(analysis.operators[op]));
        for (const std::size_t child : structure.layers[i])
            key.add(kinds[child]);
        kinds[i] = numbers.emplace(key.text(), static_cast<std::int64_t>(numbers.size())).first->second;
    }
    return kinds;
}

/// Joins what equals, like a forest: each points to an earlier one, at last to the first.
class Joined
{
public:
    explicit Joined(std::size_t count)
        : m_earlier(count)
    {
        for (std::size_t i = 0; i < count; ++i)
            m_earlier[i] = i;
    }

    [[nodiscard]] std::size_t firstOf(std::size_t index)
    {
        while (m_earlier[index] != index) {
            m_earlier[index] = m_earlier[m_earlier[index]];
            index = m_earlier[index];
        }
        return index;
    }

    void join(std::size_t a, std::size_t b)
    {
        const auto [low, high] = std::minmax({ firstOf(a), firstOf(b) });
        m_earlier[high] = low;
    }

private:
    std::vector<std::size_t> m_earlier;
};

struct JoinedItems {
    Joined layers;
    Joined operators;
};

/// Equal layers have as many of everything below them, in the same order.
void joinBelow(const Structure &structure, std::size_t first, std::size_t other, JoinedItems &joined)
{
    std::vector<std::array<std::size_t, 2>> pending = { { first, other } };
    while (!pending.empty()) {
        const auto [a, b] = pending.back();
        pending.pop_back();
        joined.layers.join(a, b);
        for (std::size_t i = 0; i < structure.operators[a].size(); ++i)
            joined.operators.join(structure.operators[a][i], structure.operators[b][i]);
        for (std::size_t i = 0; i < structure.layers[a].size(); ++i)
            pending.push_back({ structure.layers[a][i], structure.layers[b][i] });
    }
}

void collect(Joined &joined, ItemId::Kind kind, std::vector<std::int64_t> &firsts,
             std::vector<std::vector<ItemId>> &equal)
{
    equal.resize(firsts.size());
    for (std::size_t i = 0; i < firsts.size(); ++i) {
        const std::size_t first = joined.firstOf(i);
        firsts[i] = static_cast<std::int64_t>(first);
        equal[first].push_back({ kind, static_cast<std::int64_t>(i) });
    }
}

std::optional<double> sumOf(std::span<const RooflinePoint *const> points, std::optional<double> RooflinePoint::*member)
{
    double sum = 0;
    for (const RooflinePoint *point : points) {
        if (!(point->*member))
            return std::nullopt;
        sum += *(point->*member);
    }
    return sum;
}

std::optional<double> rate(double amount, std::optional<double> timeNs)
{
    return timeNs && *timeNs > 0 ? std::optional(amount / *timeNs * nsPerSecond) : std::nullopt;
}

/// The verdict of the one that takes most of the time among those of the bound that does.
const Verdict &heaviestVerdict(std::span<const RooflinePoint *const> points)
{
    const auto timeOf = [](const RooflinePoint *point) {
        return point->timeNs.value_or(point->timeAtRoofNs.value_or(0));
    };
    std::map<Bound, double> times;
    for (const RooflinePoint *point : points)
        times[point->verdict.bound] += timeOf(point);
    const auto heaviest = std::ranges::max_element(times, {}, [](const auto &entry) { return entry.second; })->first;
    const RooflinePoint *slowest = nullptr;
    for (const RooflinePoint *point : points) {
        if (point->verdict.bound == heaviest && (!slowest || timeOf(point) > timeOf(slowest)))
            slowest = point;
    }
    return slowest->verdict;
}

} // namespace

std::vector<EqualBlocks> equalBlocks(const Analysis &analysis)
{
    const Structure structure(analysis);
    const std::vector<std::int64_t> kinds = structureKindsOf(analysis, structure);
    std::vector<EqualBlocks> blocks;
    for (const std::vector<std::size_t> &siblings : structure.layers) {
        std::map<std::int64_t, EqualBlocks> byKind;
        for (const std::size_t layer : siblings)
            byKind[kinds[layer]].layers.push_back(static_cast<std::int64_t>(layer));
        for (auto &[kind, block] : byKind) {
            const bool isLeaf = structure.layers[static_cast<std::size_t>(block.layers.front())].empty();
            if (block.layers.size() >= (isLeaf ? leastEqualLeaves : 2))
                blocks.push_back(std::move(block));
        }
    }
    std::ranges::sort(blocks, {}, [](const EqualBlocks &block) { return block.layers.front(); });
    return blocks;
}

EqualItems::EqualItems(const Analysis &analysis, const std::vector<EqualBlocks> &blocks)
    : m_firstLayers(analysis.layers.size())
    , m_firstOperators(analysis.operators.size())
{
    const Structure structure(analysis);
    JoinedItems joined { Joined(analysis.layers.size()), Joined(analysis.operators.size()) };
    for (const EqualBlocks &block : blocks) {
        const auto first = static_cast<std::size_t>(block.layers.front());
        for (std::size_t i = 1; i < block.layers.size(); ++i)
            joinBelow(structure, first, static_cast<std::size_t>(block.layers[i]), joined);
    }
    collect(joined.layers, ItemId::Kind::Layer, m_firstLayers, m_equalLayers);
    collect(joined.operators, ItemId::Kind::Operator, m_firstOperators, m_equalOperators);
}

const std::vector<std::int64_t> &EqualItems::firsts(ItemId::Kind kind) const
{
    return kind == ItemId::Kind::Layer ? m_firstLayers : m_firstOperators;
}

ItemId EqualItems::firstOf(ItemId item) const
{
    const std::vector<std::int64_t> &all = firsts(item.kind);
    const auto index = static_cast<std::size_t>(item.id);
    return index < all.size() ? ItemId { item.kind, all[index] } : item;
}

std::span<const ItemId> EqualItems::equalTo(ItemId first) const
{
    const auto &all = first.kind == ItemId::Kind::Layer ? m_equalLayers : m_equalOperators;
    const auto index = static_cast<std::size_t>(first.id);
    return index < all.size() ? std::span<const ItemId>(all[index]) : std::span<const ItemId>();
}

FoldedPoint foldedPoint(std::span<const RooflinePoint *const> points)
{
    FoldedPoint folded { .point = *points.front(), .count = points.size() };
    RooflinePoint &sum = folded.point;
    std::vector<double> timesNs;
    for (const RooflinePoint *point : points) {
        if (point->timeNs)
            timesNs.push_back(*point->timeNs);
        if (point == points.front())
            continue;
        sum.cost += point->cost;
        sum.flops += point->flops;
        sum.operators += point->operators;
        sum.workingSetBytes = std::max(sum.workingSetBytes, point->workingSetBytes);
        sum.known = sum.known && point->known;
    }
    for (const auto member : { &RooflinePoint::timeNs, &RooflinePoint::timeAtRoofNs, &RooflinePoint::timeShare,
                               &RooflinePoint::selfTimeShare, &RooflinePoint::timeToGainNs, &RooflinePoint::kernelsNs,
                               &RooflinePoint::betweenKernelsNs })
        sum.*member = sumOf(points, member);
    const auto bytes = static_cast<double>(sum.cost.bytes());
    if (sum.achievedFlopPerSecond)
        sum.achievedFlopPerSecond = rate(static_cast<double>(sum.flops), sum.timeNs);
    if (sum.achievedBytePerSecond)
        sum.achievedBytePerSecond = rate(bytes, sum.timeNs);
    sum.verdict = heaviestVerdict(points);
    if (sum.verdict.attainableFlopPerSecond)
        sum.verdict.attainableFlopPerSecond = rate(static_cast<double>(sum.flops), sum.timeAtRoofNs);
    if (sum.verdict.roofFraction && sum.timeNs && *sum.timeNs > 0 && sum.timeAtRoofNs)
        sum.verdict.roofFraction = *sum.timeAtRoofNs / *sum.timeNs;
    if (timesNs.size() == points.size()) {
        std::ranges::sort(timesNs);
        folded.fastestNs = timesNs.front();
        folded.slowestNs = timesNs.back();
        const std::size_t middle = timesNs.size() / 2;
        folded.medianNs = timesNs.size() % 2 == 1 ? timesNs[middle] : (timesNs[middle - 1] + timesNs[middle]) / 2;
    }
    return folded;
}

} // namespace rooflight
