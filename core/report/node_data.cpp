// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/exports.h"

#include "core/record/json_writer.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace rooflight {

namespace {

/// What Model Explorer calls the graph of a torch.export file.
constexpr std::string_view graphId = "graph";

struct MeasuredNode {
    std::string name;
    double timeNs = 0;
    std::optional<double> timeShare = {}; ///< absent if the model was not timed
    double roofedNs = 0; ///< of timeNs, that of operators under a roof
    double atRoofNs = 0;
    double longestNs = 0;
    Bound bound = Bound::None; ///< of the operator that takes longest
};

/// In the order of execution.
std::vector<MeasuredNode> measuredNodes(const JudgedSession &judged)
{
    std::vector<MeasuredNode> nodes;
    std::unordered_map<std::string, std::size_t> positions;
    const std::vector<Operator> &operators = judged.session().analysis->operators;
    for (std::size_t i = 0; i < operators.size(); ++i) {
        const RooflinePoint &point = judged.operators()[i];
        if (operators[i].node.empty() || !point.timeNs)
            continue;
        const auto [position, isNew] = positions.try_emplace(operators[i].node, nodes.size());
        if (isNew)
            nodes.push_back({ .name = operators[i].node });
        MeasuredNode &node = nodes[position->second];
        node.timeNs += *point.timeNs;
        if (point.timeShare)
            node.timeShare = node.timeShare.value_or(0) + *point.timeShare;
        if (point.timeAtRoofNs) {
            node.roofedNs += *point.timeNs;
            node.atRoofNs += *point.timeAtRoofNs;
        }
        if (isNew || *point.timeNs > node.longestNs) {
            node.longestNs = *point.timeNs;
            node.bound = point.verdict.bound;
        }
    }
    return nodes;
}

struct NumberResult {
    double value = 0;
};

struct NameResult {
    std::string_view value;
    std::string_view color;
};

struct ColorStop {
    double at = 0; ///< of a gradient from 0, the least value, to 1; of thresholds the value up to which it holds
    std::string_view color;
    bool isThreshold = false;
};

template<typename Value> struct DataSet {
    std::string_view name;
    std::vector<std::pair<std::string, Value>> results; ///< by node
    std::vector<ColorStop> gradient = {};
    std::vector<ColorStop> thresholds = {};
};

void fields(JsonWriter &archive, const NumberResult &result)
{
    archive("value", result.value);
}

void fields(JsonWriter &archive, const NameResult &result)
{
    archive("value", result.value);
    archive("bgColor", result.color);
}

void fields(JsonWriter &archive, const ColorStop &stop)
{
    archive(stop.isThreshold ? "value" : "stop", stop.at);
    archive("bgColor", stop.color);
}

template<typename Value> struct ByNode {
    const std::vector<std::pair<std::string, Value>> &results;
};

template<typename Value> void fields(JsonWriter &archive, const ByNode<Value> &all)
{
    archive.members(all.results);
}

template<typename Value> void fields(JsonWriter &archive, const DataSet<Value> &set)
{
    archive("name", set.name);
    archive("results", ByNode<Value> { set.results });
    if (!set.gradient.empty())
        archive("gradient", set.gradient);
    if (!set.thresholds.empty())
        archive("thresholds", set.thresholds);
    if constexpr (std::is_same_v<Value, NameResult>)
        archive("showExpandedSummaryOnGroupNode", true);
}

template<typename Value> struct GraphData {
    const DataSet<Value> &set;
};

template<typename Value> void fields(JsonWriter &archive, const GraphData<Value> &graph)
{
    archive(graphId, graph.set);
}

template<typename Value> NodeData written(std::string_view id, const DataSet<Value> &set)
{
    NodeData data { id, {} };
    JsonWriter(data.json, JsonLayout::Indented).write(GraphData<Value> { set });
    data.json += '\n';
    return data;
}

const std::vector<ColorStop> &longerIsRedder()
{
    static const std::vector<ColorStop> gradient = { { 0, "#ffffff" }, { 1, "#d9480f" } };
    return gradient;
}

constexpr double hundred = 100;

NodeData numberData(std::string_view id, DataSet<NumberResult> set, const std::vector<MeasuredNode> &nodes,
                    const std::function<std::optional<double>(const MeasuredNode &)> &valueOf)
{
    for (const MeasuredNode &node : nodes) {
        if (const std::optional<double> value = valueOf(node))
            set.results.emplace_back(node.name, NumberResult { *value });
    }
    return written(id, set);
}

NodeData limitData(const std::vector<MeasuredNode> &nodes)
{
    static constexpr EnumNames<Bound, 6> colors = { {
        { Bound::None, "#e9ecef" },
        { Bound::Compute, "#74c0fc" },
        { Bound::Bandwidth, "#8ce99a" },
        { Bound::Launch, "#ffd43b" },
        { Bound::Balanced, "#b197fc" },
        { Bound::Underutilized, "#ff8787" },
    } };
    DataSet<NameResult> set { .name = "Limit", .results = {} };
    for (const MeasuredNode &node : nodes)
        set.results.emplace_back(node.name, NameResult { name(node.bound), nameIn(colors, node.bound) });
    return written("limit", set);
}

Error withoutNodes(const Session &session)
{
    const bool isExport = session.analysis && session.analysis->model.form == ModelForm::Export;
    const bool hasNames = isExport
        && std::ranges::any_of(session.analysis->operators, [](const Operator &op) { return !op.node.empty(); });
    if (hasNames)
        return { ErrorCode::CommandLine, "The session holds no times of operators, so nodes have no data.",
                 "Choose one that report or layers saved." };
    if (isExport)
        return { ErrorCode::CommandLine,
                 "The session does not name the nodes of its graph, as an older version wrote it.",
                 "Measure the model again." };
    return { ErrorCode::CommandLine, "The session is not of a torch.export file: --node-data writes no others.",
             "Export the model with torch.export.save() and measure that file." };
}

} // namespace

Result<std::vector<NodeData>> nodeDataOf(const JudgedSession &judged)
{
    if (!judged.session().analysis)
        return withoutNodes(judged.session());
    const std::vector<MeasuredNode> nodes = measuredNodes(judged);
    if (nodes.empty())
        return withoutNodes(judged.session());
    constexpr double nsPerUs = 1e3;
    constexpr double slow = 25; ///< percent of the roof
    constexpr double fair = 50;
    constexpr double any = 1000; ///< a roof is the best that was measured, not a law
    return std::vector<NodeData> {
        numberData("time", { .name = "Time (µs)", .results = {}, .gradient = longerIsRedder() }, nodes,
                   [](const MeasuredNode &node) { return node.timeNs / nsPerUs; }),
        numberData("share", { .name = "Share of the run (%)", .results = {}, .gradient = longerIsRedder() }, nodes,
                   [](const MeasuredNode &node) {
                       return node.timeShare ? std::optional(*node.timeShare * hundred) : std::nullopt;
                   }),
        numberData("roof",
                   { .name = "Attained share of its roof (%)",
                     .results = {},
                     .thresholds = { { slow, "#ff8787", true }, { fair, "#ffd43b", true }, { any, "#8ce99a", true } } },
                   nodes,
                   [](const MeasuredNode &node) {
                       return node.roofedNs > 0 ? std::optional(hundred * node.atRoofNs / node.roofedNs) : std::nullopt;
                   }),
        limitData(nodes),
    };
}

} // namespace rooflight
