// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/torchstat_csv.h"

#include "core/report/csv.h"

#include <fmt/format.h>

namespace ridgepoint {

namespace {

std::vector<std::string> cellsOf(const TorchstatRow &row, const std::string &path)
{
    return { path,
             shapeCell(row.inputShape),
             shapeCell(row.outputShape),
             numberCell(row.parameters),
             fmt::format("{:.2f}", row.memoryMb),
             numberCell(row.madd),
             numberCell(row.flops),
             numberCell(row.bytesRead),
             numberCell(row.bytesWritten),
             numberCell(row.bytesRead + row.bytesWritten) };
}

} // namespace

std::string torchstatToCsv(const Analysis &analysis)
{
    std::vector<std::vector<std::string>> rows;
    for (const TorchstatRow &row : analysis.torchstat)
        rows.push_back(cellsOf(row, analysis.layers.at(static_cast<std::size_t>(row.layer)).path));
    return toCsv({ "module_name", "input_shape", "output_shape", "params", "memory_mb", "madd", "flops", "mem_read_b",
                   "mem_write_b", "mem_rw_b" },
                 rows, "\n");
}

} // namespace ridgepoint
