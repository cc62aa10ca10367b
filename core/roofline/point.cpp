// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/point.h"

#include "core/roofline/above_roof.h"
#include "core/roofline/verdict.h"

#include <algorithm>
#include <map>

namespace ridgepoint {

namespace {

constexpr double nsPerSecond = 1e9;

std::int64_t bytesOf(const Cost &cost)
{
    return cost.bytesRead + cost.bytesWritten;
}

/// What all points of a session share, looked up once: a point then costs the same whatever the size of the model.
class PointMaker
{
public:
    explicit PointMaker(const Session &session);

    [[nodiscard]] RooflinePoint make(ItemId item) const;

private:
    void findUnknownLayers();
    void findWorkingSets();
    void countNamesakes();
    void findTimes(const LayerLatencies &latencies);
    [[nodiscard]] RooflinePoint unmeasured(ItemId item) const;
    [[nodiscard]] RooflinePoint unmeasured(const Layer &layer, bool known) const;
    [[nodiscard]] RooflinePoint unmeasured(const Operator &op) const;
    [[nodiscard]] std::optional<double> timeNs(ItemId item) const;

    const Analysis *m_analysis = nullptr;
    const DeviceRoofs *m_peaks = nullptr; ///< only when they are of the device that was timed
    std::vector<bool> m_layerKnown; ///< all operators of the subtree have a formula
    std::vector<std::int64_t> m_layerWorkingSets; ///< the largest of the operators of the subtree
    std::vector<std::optional<double>> m_layerTimesNs;
    std::vector<std::optional<double>> m_operatorTimesNs;
    std::vector<int> m_namesakesBefore; ///< operators of the same name in the same layer that ran before
    std::optional<double> m_modelTimeNs;
    Tf32Use m_tf32;
};

bool exists(std::int64_t id, std::size_t count)
{
    return id >= 0 && static_cast<std::size_t>(id) < count;
}

std::optional<double> medianOf(const SampleSet &samples)
{
    return samples.summary.count > 0 ? std::optional(samples.summary.medianNs) : std::nullopt;
}

bool judgesDevice(const DeviceRoofs &peaks, const Device &device)
{
    return peaks.theoretical || device.kind.empty() || peaks.device.kind.empty() || peaks.device.kind == device.kind;
}

PointMaker::PointMaker(const Session &session)
{
    if (!session.analysis)
        return;
    m_analysis = &*session.analysis;
    findUnknownLayers();
    findWorkingSets();
    countNamesakes();
    m_layerTimesNs.resize(m_analysis->layers.size());
    m_operatorTimesNs.resize(m_analysis->operators.size());
    if (session.layers) {
        findTimes(*session.layers);
        m_tf32 = session.layers->tf32;
    }
    const Device &device = session.layers ? session.layers->device : m_analysis->device;
    if (session.peaks && judgesDevice(*session.peaks, device))
        m_peaks = &*session.peaks;
}

void PointMaker::findUnknownLayers()
{
    m_layerKnown.assign(m_analysis->layers.size(), true);
    for (const Operator &op : m_analysis->operators) {
        if (!op.known && exists(op.layer, m_layerKnown.size()))
            m_layerKnown[static_cast<std::size_t>(op.layer)] = false;
    }
    // Parents precede their children, so one pass from the end reaches every ancestor.
    for (std::size_t i = m_layerKnown.size(); i-- > 0;) {
        const std::int64_t parent = m_analysis->layers[i].parent;
        if (!m_layerKnown[i] && exists(parent, m_layerKnown.size()))
            m_layerKnown[static_cast<std::size_t>(parent)] = false;
    }
}

void PointMaker::findWorkingSets()
{
    m_layerWorkingSets.assign(m_analysis->layers.size(), 0);
    const auto raise = [this](std::int64_t layer, std::int64_t bytes) {
        if (exists(layer, m_layerWorkingSets.size())) {
            std::int64_t &largest = m_layerWorkingSets[static_cast<std::size_t>(layer)];
            largest = std::max(largest, bytes);
        }
    };
    for (const Operator &op : m_analysis->operators)
        raise(op.layer, op.workingSetBytes);
    // Parents precede their children.
    for (std::size_t i = m_layerWorkingSets.size(); i-- > 0;)
        raise(m_analysis->layers[i].parent, m_layerWorkingSets[i]);
}

void PointMaker::countNamesakes()
{
    std::map<std::pair<std::int64_t, std::string_view>, int> seen;
    m_namesakesBefore.reserve(m_analysis->operators.size());
    for (const Operator &op : m_analysis->operators)
        m_namesakesBefore.push_back(seen[{ op.layer, op.name }]++);
}

void PointMaker::findTimes(const LayerLatencies &latencies)
{
    for (const ItemLatency &latency : latencies.items) {
        auto &times = latency.item.kind == ItemId::Kind::Layer ? m_layerTimesNs : m_operatorTimesNs;
        if (exists(latency.item.id, times.size()))
            times[static_cast<std::size_t>(latency.item.id)] = medianOf(latency.samples);
    }
    m_modelTimeNs = medianOf(latencies.watchedModel);
    if (!m_layerTimesNs.empty() && !m_layerTimesNs.front())
        m_layerTimesNs.front() = m_modelTimeNs;
}

RooflinePoint PointMaker::unmeasured(const Layer &layer, bool known) const
{
    RooflinePoint point;
    point.label = layer.path.empty() ? layer.type : layer.path;
    if (layer.call > 0)
        point.label += " #" + std::to_string(layer.call + 1);
    point.family = layer.family;
    point.dtype = layer.dtype;
    point.known = known;
    point.cost = layer.cost;
    point.workingSetBytes = m_layerWorkingSets[static_cast<std::size_t>(&layer - m_analysis->layers.data())];
    return point;
}

RooflinePoint PointMaker::unmeasured(const Operator &op) const
{
    RooflinePoint point;
    if (exists(op.layer, m_analysis->layers.size())) {
        const std::string &path = m_analysis->layers[static_cast<std::size_t>(op.layer)].path;
        point.label = path.empty() ? op.name : path + ": " + op.name;
    }
    if (const int before = m_namesakesBefore[static_cast<std::size_t>(&op - m_analysis->operators.data())]; before > 0)
        point.label += " #" + std::to_string(before + 1);
    point.family = op.family;
    point.dtype = op.dtype;
    point.known = op.known;
    point.cost = op.cost;
    point.workingSetBytes = op.workingSetBytes;
    return point;
}

RooflinePoint PointMaker::unmeasured(ItemId item) const
{
    if (!m_analysis)
        return {};
    const auto index = static_cast<std::size_t>(item.id);
    if (item.kind == ItemId::Kind::Layer && exists(item.id, m_analysis->layers.size()))
        return unmeasured(m_analysis->layers[index], m_layerKnown[index]);
    if (item.kind == ItemId::Kind::Operator && exists(item.id, m_analysis->operators.size()))
        return unmeasured(m_analysis->operators[index]);
    return {};
}

std::optional<double> PointMaker::timeNs(ItemId item) const
{
    const auto &times = item.kind == ItemId::Kind::Layer ? m_layerTimesNs : m_operatorTimesNs;
    return exists(item.id, times.size()) ? times[static_cast<std::size_t>(item.id)] : std::nullopt;
}

RooflinePoint PointMaker::make(ItemId item) const
{
    RooflinePoint point = unmeasured(item);
    point.item = item;
    point.mayUseTf32 = (point.family == OperatorFamily::Convolution && m_tf32.convolutions)
        || (point.family == OperatorFamily::Matrix && m_tf32.products);

    const auto flops = static_cast<double>(point.cost.flops);
    const auto bytes = static_cast<double>(bytesOf(point.cost));
    const bool countsFlops = point.known || point.cost.flops > 0;
    if (bytes > 0 && countsFlops)
        point.arithmeticIntensity = flops / bytes;

    point.timeNs = timeNs(item);
    const bool ranHere = !m_peaks || !m_peaks->theoretical;
    if (point.timeNs && *point.timeNs > 0) {
        if (countsFlops && ranHere)
            point.achievedFlopPerSecond = flops / *point.timeNs * nsPerSecond;
        if (ranHere)
            point.achievedBytePerSecond = bytes / *point.timeNs * nsPerSecond;
        if (m_modelTimeNs && *m_modelTimeNs > 0)
            point.timeShare = *point.timeNs / *m_modelTimeNs;
    }

    if (m_peaks) {
        point.verdict = verdictOf(point, *m_peaks);
        point.verdict.aboveRoofCauses = aboveRoofCauses(point, *m_peaks);
        point.timeAtRoofNs = timeAtRoofNs(point, *m_peaks);
        if (point.timeNs && point.timeAtRoofNs && ranHere)
            point.timeToGainNs = std::max(0.0, *point.timeNs - *point.timeAtRoofNs);
    }
    return point;
}

std::vector<RooflinePoint> pointsOf(const Session &session, const std::vector<ItemId> &items)
{
    const PointMaker maker(session);
    std::vector<RooflinePoint> points;
    points.reserve(items.size());
    for (const ItemId item : items)
        points.push_back(maker.make(item));
    return points;
}

template<typename Parts> std::vector<ItemId> itemsOf(ItemId::Kind kind, const Parts &parts)
{
    std::vector<ItemId> items;
    items.reserve(parts.size());
    for (const auto &part : parts)
        items.push_back({ kind, part.id });
    return items;
}

} // namespace

std::vector<ItemId> chartItems(const Analysis &analysis)
{
    const bool oneLayer = analysis.layers.size() <= 1;
    std::vector<ItemId> items;
    for (const Layer &layer : analysis.layers) {
        if (layer.leaf && !oneLayer && bytesOf(layer.cost) > 0)
            items.push_back({ ItemId::Kind::Layer, layer.id });
    }
    for (const Operator &op : analysis.operators) {
        const bool besideLayers =
            exists(op.layer, analysis.layers.size()) && !analysis.layers[static_cast<std::size_t>(op.layer)].leaf;
        if ((besideLayers || oneLayer) && bytesOf(op.cost) > 0)
            items.push_back({ ItemId::Kind::Operator, op.id });
    }
    return items;
}

RooflinePoint pointOf(const Session &session, ItemId item)
{
    return PointMaker(session).make(item);
}

std::vector<RooflinePoint> layerPoints(const Session &session)
{
    return session.analysis ? pointsOf(session, itemsOf(ItemId::Kind::Layer, session.analysis->layers))
                            : std::vector<RooflinePoint>();
}

std::vector<RooflinePoint> operatorPoints(const Session &session)
{
    return session.analysis ? pointsOf(session, itemsOf(ItemId::Kind::Operator, session.analysis->operators))
                            : std::vector<RooflinePoint>();
}

std::vector<RooflinePoint> chartPoints(const Session &session)
{
    return session.analysis ? pointsOf(session, chartItems(*session.analysis)) : std::vector<RooflinePoint>();
}

} // namespace ridgepoint
