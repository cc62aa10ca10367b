// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/torchstat_table.h"

#include "core/report/format/csv.h"
#include "core/report/format/format.h"
#include "core/results/analysis/torchstat_totals.h"
#include "core/roofline/session_judgement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

namespace rooflight {

// Titles of torchstat, in every language. clang-tidy does not see the use of literals.
using std::string_literals::operator""s; // NOLINT(misc-unused-using-decls)

namespace {

constexpr double bytesPerMb = 1024.0 * 1024.0;

const std::string &pathOf(const Session &session, const TorchstatRow &row)
{
    return session.analysis->layers.at(static_cast<std::size_t>(row.layer)).path;
}

/// In percent, one of each row; empty if no layer was timed.
std::vector<std::optional<double>> durationShares(const Session &session)
{
    if (!session.layers)
        return {};
    const ItemTimes times(session);
    std::vector<std::optional<double>> shares;
    double sum = 0;
    for (const TorchstatRow &row : session.analysis->torchstat) {
        const bool isThere = exists(row.layer, times.layers.size());
        shares.push_back(isThere ? times.layers[static_cast<std::size_t>(row.layer)].ns : std::nullopt);
        sum += shares.back().value_or(0);
    }
    for (std::optional<double> &share : shares) {
        if (share)
            *share = sum > 0 ? *share / sum * 100 : 0;
    }
    return shares;
}

std::string twoDecimals(double value)
{
    return fmt::format("{:.2f}", value);
}

std::string roundedAndExact(std::int64_t count, std::string_view unit)
{
    return fmt::format("{} ({})", formatQuantity(static_cast<double>(count), unit), formatCount(count));
}

} // namespace

TableContent torchstatContent(const Session &session)
{
    if (!session.analysis)
        return {};
    const std::vector<std::optional<double>> shares = durationShares(session);
    std::vector<Cells> rows;
    for (const TorchstatRow &row : session.analysis->torchstat) {
        Cells cells = { { "module name"s, pathOf(session, row) },
                        { "input shape"s, shapeCell(row.inputShape), 3 },
                        { "output shape"s, shapeCell(row.outputShape), 2 },
                        number("params"s, formatCount(row.parameters)),
                        number("memory(MB)"s, twoDecimals(row.memoryMb), 1),
                        number("MAdd"s, formatCount(row.madd)),
                        number("Flops"s, formatCount(row.flops)),
                        number("MemRead(B)"s, formatCount(row.bytesRead), 4),
                        number("MemWrite(B)"s, formatCount(row.bytesWritten), 4) };
        if (!shares.empty()) {
            const std::optional<double> &share = shares[rows.size()];
            cells.push_back(number("duration[%]"s, share ? twoDecimals(*share) + "%" : std::string()));
        }
        cells.push_back(number("MemR+W(B)"s, formatCount(row.bytesRead + row.bytesWritten)));
        rows.push_back(std::move(cells));
    }
    return tableOf(std::move(rows));
}

Facts torchstatFacts(const Session &session)
{
    if (!session.analysis || session.analysis->torchstat.empty())
        return {};
    const TorchstatTotals totals = torchstatTotals(session.analysis->torchstat);
    const std::int64_t bytes = totals.bytesRead + totals.bytesWritten;
    return { { "Total params"s, formatCount(totals.parameters) },
             { "Total memory"s, twoDecimals(totals.memoryMb) + " MB" },
             { "Total MAdd"s, roundedAndExact(totals.madd, "MAdd") },
             { "Total Flops"s, roundedAndExact(totals.flops, "Flops") },
             { "Total MemR+W"s,
               fmt::format("{:.2f} MB ({} B)", static_cast<double>(bytes) / bytesPerMb, formatCount(bytes)) } };
}

std::string torchstatRemark(const Session &session)
{
    constexpr std::size_t maxNames = 3;
    std::vector<std::string> names;
    std::size_t unknown = 0;
    for (const TorchstatRow &row : session.analysis ? session.analysis->torchstat : std::vector<TorchstatRow>()) {
        if (!row.known && ++unknown <= maxNames) {
            const Layer &layer = session.analysis->layers.at(static_cast<std::size_t>(row.layer));
            names.push_back(fmt::format("{} ({})", layer.path, layer.type));
        }
    }
    if (unknown == 0)
        return {};
    return fmt::format("torchstat has no formula for {}{}; such a row holds our own count, which the totals leave out.",
                       fmt::join(names, ", "),
                       unknown > maxNames ? fmt::format(" and {} more", unknown - maxNames) : std::string());
}

std::string torchstatToCsv(const Session &session)
{
    std::vector<std::string> header = { "module_name", "input_shape", "output_shape", "params",      "memory_mb",
                                        "madd",        "flops",       "mem_read_b",   "mem_write_b", "mem_rw_b" };
    if (!session.analysis)
        return toCsv(header, {}, "\n");
    const std::vector<std::optional<double>> shares = durationShares(session);
    if (!shares.empty())
        header.emplace_back("duration_percent");
    std::vector<std::vector<std::string>> rows;
    for (const TorchstatRow &row : session.analysis->torchstat) {
        std::vector<std::string> cells = { pathOf(session, row),         shapeCell(row.inputShape),
                                           shapeCell(row.outputShape),   numberCell(row.parameters),
                                           twoDecimals(row.memoryMb),    numberCell(row.madd),
                                           numberCell(row.flops),        numberCell(row.bytesRead),
                                           numberCell(row.bytesWritten), numberCell(row.bytesRead + row.bytesWritten) };
        if (!shares.empty())
            cells.push_back(shares[rows.size()] ? twoDecimals(*shares[rows.size()]) : std::string());
        rows.push_back(std::move(cells));
    }
    return toCsv(header, rows, "\n");
}

} // namespace rooflight
