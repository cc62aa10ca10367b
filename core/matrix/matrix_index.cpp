// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/matrix_index.h"

#include "core/base/whole_file.h"
#include "core/record/json_writer.h"
#include "core/report/format/csv.h"
#include "core/roofline/model_summary.h"

#include <fmt/format.h>

#include <utility>

namespace ridgepoint {

namespace {

struct Index {
    const std::vector<MatrixRow> &rows;
    const std::string &planSha256;
};

void fields(JsonWriter &archive, const Index &index)
{
    archive("format", "ridgepoint.matrix");
    archive("version", 1);
    archive("plan_sha256", index.planSha256);
    archive("cells", index.rows);
}

} // namespace

static void fields(JsonWriter &archive, const MatrixRow &row)
{
    archive("name", row.name);
    archive("model", row.model);
    archive("input", row.input);
    archive("target", row.target);
    archive("execution", row.execution);
    archive("status", row.status);
    archive("median_ns", row.medianNs);
    archive("interval_low_ns", row.intervalLowNs);
    archive("interval_high_ns", row.intervalHighNs);
    archive("throughput_per_second", row.throughputPerSecond);
    archive("time_at_roof_ns", row.timeAtRoofNs);
    archive("roof_share", row.roofShare);
    archive("peak_memory_bytes", row.peakMemoryBytes);
    archive("macs", row.macs);
    archive("session", row.session);
    archive("reason", row.reason);
}

MatrixRow rowOf(const MatrixCell &cell)
{
    MatrixRow row;
    row.name = cell.name;
    row.model = cell.model;
    row.input = cell.input;
    row.target = cell.target;
    row.execution = cell.execution;
    return row;
}

MatrixRow rowOf(const MatrixCell &cell, const Session &session)
{
    MatrixRow row = rowOf(cell);
    row.status = CellStatus::Done;
    row.session = cell.name + ".ridge";
    if (session.analysis) {
        row.peakMemoryBytes = session.analysis->totals.peakActivationBytes;
        row.macs = session.analysis->totals.cost.macs;
    }
    const Summary *times = nullptr;
    if (session.latency) {
        times = &session.latency->samples.summary;
        row.throughputPerSecond = session.latency->throughputPerSecond;
    } else if (session.layers) {
        times = &session.layers->watchedModel.summary;
    }
    if (times && times->count > 0) {
        row.medianNs = times->medianNs;
        row.intervalLowNs = times->medianIntervalNs[0];
        row.intervalHighNs = times->medianIntervalNs[1];
    }
    row.timeAtRoofNs = summaryOf(session).timeAtRoofNs;
    if (row.timeAtRoofNs && row.medianNs && *row.medianNs > 0)
        row.roofShare = *row.timeAtRoofNs / *row.medianNs;
    return row;
}

MatrixRow failedRow(const MatrixCell &cell, std::string reason)
{
    MatrixRow row = rowOf(cell);
    row.status = CellStatus::Failed;
    row.reason = std::move(reason);
    return row;
}

std::string matrixToCsv(const std::vector<MatrixRow> &rows)
{
    std::vector<std::vector<std::string>> lines;
    lines.reserve(rows.size());
    for (const MatrixRow &row : rows)
        lines.push_back({ row.model, row.input, row.target, row.execution, std::string(name(row.status)),
                          numberCell(row.medianNs), numberCell(row.intervalLowNs), numberCell(row.intervalHighNs),
                          numberCell(row.throughputPerSecond), numberCell(row.timeAtRoofNs), numberCell(row.roofShare),
                          numberCell(row.peakMemoryBytes), row.session, numberCell(row.macs), row.reason });
    return toCsv({ "model", "input", "target", "execution", "status", "median_ns", "interval_low_ns",
                   "interval_high_ns", "throughput_per_second", "time_at_roof_ns", "roof_share", "peak_memory_bytes",
                   "session", "macs", "reason" },
                 lines);
}

std::string matrixToJson(const std::vector<MatrixRow> &rows, const std::string &planSha256)
{
    std::string text;
    JsonWriter(text, JsonLayout::Indented).write(Index { rows, planSha256 });
    return text + '\n';
}

Result<void> writeIndex(const MatrixFolder &folder, const std::vector<MatrixRow> &rows, const std::string &planSha256)
{
    Result<void> written = writeWholeFile(folder.fileOf("matrix.csv"), matrixToCsv(rows));
    return written.ok() ? writeWholeFile(folder.fileOf("matrix.json"), matrixToJson(rows, planSha256)) : written;
}

} // namespace ridgepoint
