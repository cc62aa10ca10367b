// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/result.h"
#include "core/report/comparison_report.h"
#include "core/roofline/judged_session.h"
#include "ui/charts/export/report_picture.h"

#include <QString>

#include <optional>

namespace rooflight {

/// What a session can be written as.
enum class ExportFormat {
    Png,
    Svg,
    Pdf,
    Csv,
    Json,
    Html,
    Session,
    CsvWithProvenance, ///< Csv below lines that begin with #: where the numbers are from
};

/// By the file's suffix, Csv for "csv"; nothing for one that means no format.
[[nodiscard]] std::optional<ExportFormat> exportFormatOf(const QString &path);
[[nodiscard]] QString exportSuffix(ExportFormat format);

/// Records hold what was measured; pictures and tables what is shown.
[[nodiscard]] bool isRecord(ExportFormat format);

/// Model, device and date, for example "resnet18-AMD-EPYC-9654-2026-11-21.png": safe on every file system.
[[nodiscard]] QString proposedFileName(const Session &session, ExportFormat format);

/// Writes the file whole or not at all. Of the formats Html has a place for what changed since an earlier session.
/// Errors: OutputFile.
[[nodiscard]] Result<void> exportSession(const QString &path, ExportFormat format, const JudgedSession &judged,
                                         const PictureOptions &options = {}, const PageComparison *compared = nullptr);

/// The page of a comparison: that of the session with it, or, if one of the two has no analysis, its tables alone.
/// Errors: OutputFile.
[[nodiscard]] Result<void> exportComparison(const QString &path, const JudgedSession &judged,
                                            const PictureOptions &options, const PageComparison &compared);

} // namespace rooflight
