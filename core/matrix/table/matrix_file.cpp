// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/table/matrix_file.h"

#include "core/base/foreign_text.h"
#include "core/base/untrusted_file.h"
#include "core/record/common_fields.h"
#include "core/record/record.h"
#include "core/report/format/csv.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view formatName = "rooflight.matrix";
constexpr int formatVersion = 1;

/// What the file holds.
struct IndexFile {
    std::string format;
    int version = 0;
    MatrixIndex index;
};

void fields(auto &archive, Is<IndexFile> auto &file)
{
    archive("format", file.format);
    archive("version", file.version);
    archive("plan_sha256", file.index.planSha256);
    archive("cells", file.index.rows);
}

Error unreadable(const std::string &path, const std::string &why)
{
    return { ErrorCode::FileUnreadable, fmt::format("Cannot read the matrix {}: {}.", path, why),
             "Name the folder that rooflight-cli matrix filled, or its matrix.json." };
}

} // namespace

static void fields(auto &archive, Is<MatrixRow> auto &row)
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
    archive.unlessEmpty("sparkline_ns", row.sparkline);
    archive.unlessEmpty("throughput_unit", row.throughputUnit);
    archive.unlessEmpty("disturbed_by", row.disturbedBy);
    archive.unlessEmpty("joules_per_run", row.joulesPerRun);
}

std::vector<std::string> matrixColumns()
{
    return { "model",
             "input",
             "target",
             "execution",
             "status",
             "median_ns",
             "interval_low_ns",
             "interval_high_ns",
             "throughput_per_second",
             "time_at_roof_ns",
             "roof_share",
             "peak_memory_bytes",
             "session",
             "macs",
             "reason",
             "throughput_unit",
             "disturbed_by",
             "joules_per_run" };
}

std::vector<std::string> matrixCells(const MatrixRow &row)
{
    return { row.model,
             row.input,
             row.target,
             row.execution,
             std::string(name(row.status)),
             numberCell(row.medianNs),
             numberCell(row.intervalLowNs),
             numberCell(row.intervalHighNs),
             numberCell(row.throughputPerSecond),
             numberCell(row.timeAtRoofNs),
             numberCell(row.roofShare),
             numberCell(row.peakMemoryBytes),
             row.session,
             numberCell(row.macs),
             row.reason,
             row.throughputUnit,
             fmt::format("{}", fmt::join(row.disturbedBy, ";")),
             numberCell(row.joulesPerRun) };
}

std::string matrixToCsv(const std::vector<MatrixRow> &rows)
{
    std::vector<std::vector<std::string>> lines;
    lines.reserve(rows.size());
    for (const MatrixRow &row : rows)
        lines.push_back(matrixCells(row));
    return toCsv(matrixColumns(), lines);
}

std::string matrixToJson(const std::vector<MatrixRow> &rows, const std::string &planSha256)
{
    const IndexFile file { std::string(formatName), formatVersion, { planSha256, rows } };
    std::string text;
    JsonWriter(text, JsonLayout::Indented).write(file);
    return text + '\n';
}

bool looksLikeMatrixIndex(std::string_view beginning)
{
    constexpr std::string_view key = "\"format\"";
    std::size_t at = beginning.find(key);
    if (at == std::string_view::npos)
        return false;
    at = beginning.find('"', at + key.size());
    const std::size_t end = at == std::string_view::npos ? at : beginning.find('"', at + 1);
    return end != std::string_view::npos && isFormat(beginning.substr(at + 1, end - at - 1), "matrix");
}

Result<MatrixIndex> readMatrixIndex(const std::string &path)
{
    std::error_code problem;
    const std::string file = fs::is_directory(path, problem) ? (fs::path(path) / matrixIndexName).string() : path;
    const Result<UntrustedFile> read = UntrustedFile::read(file, FileKind::MatrixIndex);
    if (!read.ok())
        return Error { read.error().code, read.error().text, unreadable(path, {}).hint };
    IndexFile content;
    try {
        readJson(read.value().text(), content);
    } catch (const FormatError &error) {
        return Error { ErrorCode::Damaged, fmt::format("Cannot read the matrix {}: {}.", file, error.what()),
                       "Call rooflight-cli matrix again: it writes the index anew." };
    }
    if (!isFormat(content.format, "matrix"))
        return unreadable(file, "it is not an index of a matrix");
    if (content.version != formatVersion)
        return Error { ErrorCode::FormatVersion,
                       fmt::format("Cannot read the matrix {}: it was written by a newer version.", file),
                       "Install a newer Rooflight." };
    for (MatrixRow &row : content.index.rows) {
        if (!row.reason.empty())
            row.reason = ForeignText(row.reason, ForeignText::Speaker::File).quoted();
    }
    return std::move(content.index);
}

} // namespace rooflight
