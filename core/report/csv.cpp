// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/csv.h"

#include "core/report/csv_cell.h"

#include <fmt/format.h>

#include <unordered_map>

namespace ridgepoint {

namespace {

using Row = std::vector<std::string>;

const Row analysisHeader = {
    "layer",      "type", "call",  "operators",  "input_shapes",  "output_shapes",     "dtype",
    "parameters", "macs", "flops", "bytes_read", "bytes_written", "bytes_lower_bound", "arithmetic_intensity"
};

const Row measuredHeader = { "roof",
                             "attainable_flop_per_second",
                             "bound",
                             "latency_median_ns",
                             "latency_p10_ns",
                             "latency_p90_ns",
                             "latency_p99_ns",
                             "samples",
                             "achieved_flop_per_second",
                             "achieved_byte_per_second",
                             "roof_fraction",
                             "time_share",
                             "time_to_gain_ns" };

std::string shapesCell(const std::vector<Shape> &shapes)
{
    std::vector<std::string> cells;
    for (const Shape &shape : shapes)
        cells.push_back(shapeCell(shape));
    return fmt::format("{}", fmt::join(cells, ";"));
}

Row analysisCells(const Layer &layer, const RooflinePoint &point)
{
    return { layer.path,
             layer.type,
             numberCell(layer.call),
             numberCell(layer.operators),
             shapesCell(layer.inputShapes),
             shapesCell(layer.outputShapes),
             std::string(name(layer.dtype)),
             numberCell(layer.parameters),
             numberCell(layer.cost.macs),
             numberCell(layer.cost.flops),
             numberCell(layer.cost.bytesRead),
             numberCell(layer.cost.bytesWritten),
             numberCell(layer.bytesLowerBound),
             numberCell(point.arithmeticIntensity) };
}

Row measuredCells(const Session &session, const RooflinePoint &point, const SampleSet *samples)
{
    const auto percentile = [samples](double percent) {
        return samples ? numberCell(samples->summary.percentile(percent)) : std::string();
    };
    const Verdict &verdict = point.verdict;
    const bool judged = session.peaks && verdict.roof && *verdict.roof < session.peaks->roofs.size();
    return { judged ? session.peaks->roofs[*verdict.roof].name : std::string(),
             numberCell(verdict.attainableFlopPerSecond),
             std::string(name(verdict.bound)),
             samples ? numberCell(samples->summary.medianNs) : std::string(),
             percentile(10),
             percentile(90),
             percentile(99),
             samples ? numberCell(samples->summary.count) : std::string(),
             numberCell(point.achievedFlopPerSecond),
             numberCell(point.achievedBytePerSecond),
             numberCell(verdict.roofFraction),
             numberCell(point.timeShare),
             numberCell(point.timeToGainNs) };
}

std::unordered_map<std::int64_t, const SampleSet *> layerSamples(const Session &session)
{
    std::unordered_map<std::int64_t, const SampleSet *> samples;
    if (!session.layers)
        return samples;
    for (const ItemLatency &latency : session.layers->items) {
        if (latency.item.kind == ItemId::Kind::Layer)
            samples.emplace(latency.item.id, &latency.samples);
    }
    return samples;
}

} // namespace

std::string toCsv(const std::vector<std::string> &header, const std::vector<std::vector<std::string>> &rows)
{
    std::string csv = csvLine(header, "\r\n");
    for (const Row &row : rows)
        csv += csvLine(row, "\r\n");
    return csv;
}

std::string layersToCsv(const Session &session)
{
    const bool measured = session.peaks || session.layers;
    Row header = analysisHeader;
    if (measured)
        header.insert(header.end(), measuredHeader.begin(), measuredHeader.end());
    std::vector<Row> rows;
    if (!session.analysis)
        return toCsv(header, rows);
    const std::vector<RooflinePoint> points = layerPoints(session);
    const auto samples = layerSamples(session);
    for (std::size_t i = 0; i < points.size() && i < session.analysis->layers.size(); ++i) {
        const Layer &layer = session.analysis->layers[i];
        Row row = analysisCells(layer, points[i]);
        if (measured) {
            const auto found = samples.find(layer.id);
            const Row cells = measuredCells(session, points[i], found == samples.end() ? nullptr : found->second);
            row.insert(row.end(), cells.begin(), cells.end());
        }
        rows.push_back(std::move(row));
    }
    return toCsv(header, rows);
}

} // namespace ridgepoint
