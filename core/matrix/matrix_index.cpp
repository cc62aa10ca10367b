// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/matrix_index.h"

#include "core/base/whole_file.h"
#include "core/matrix/table/matrix_table.h"
#include "core/roofline/judged_session.h"
#include "core/roofline/time_shares.h"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace rooflight {

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
    if (session.latency) {
        row.throughputPerSecond = session.latency->throughputPerSecond;
        row.throughputUnit = session.latency->batchSource == BatchSource::Unknown ? "runs" : "items";
        if (session.latency->energy)
            row.joulesPerRun = session.latency->energy->joulesPerRun;
    }
    if (const std::optional<SampleSet> times = bareSamples(session)) {
        row.medianNs = times->summary.medianNs;
        row.intervalLowNs = times->summary.medianIntervalNs[0];
        row.intervalHighNs = times->summary.medianIntervalNs[1];
        row.sparkline = sparklineOf(times->samplesNs);
    }
    const JudgedSession judged(session);
    row.timeAtRoofNs = judged.summary().timeAtRoofNs;
    row.roofShare = judged.summary().roofShare();
    row.disturbedBy = judged.answer().disturbedBy;
    return row;
}

MatrixRow failedRow(const MatrixCell &cell, std::string reason)
{
    MatrixRow row = rowOf(cell);
    row.status = CellStatus::Failed;
    row.reason = std::move(reason);
    return row;
}

Result<void> writeIndex(const MatrixFolder &folder, const std::vector<MatrixRow> &rows, const std::string &planSha256)
{
    Result<void> written = replaceWholeFile(folder.fileOf("matrix.csv"), matrixToCsv(rows));
    return written.ok() ? replaceWholeFile(folder.fileOf(std::string(matrixIndexName)), matrixToJson(rows, planSha256))
                        : written;
}

} // namespace rooflight
