// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/session_export.h"

#include "core/base/whole_file.h"
#include "core/record/session_file.h"
#include "core/report/interactive_page.h"
#include "core/report/tables/layer_table.h"
#include "core/report/verdicts.h"
#include "ui/views/window/csv_provenance.h"
#include "ui/views/window/page_language.h"

#include <QDate>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <array>
#include <utility>

namespace rooflight {

namespace {

constexpr std::array formats = {
    std::pair { ExportFormat::Png, "png" },       std::pair { ExportFormat::Svg, "svg" },
    std::pair { ExportFormat::Pdf, "pdf" },       std::pair { ExportFormat::Csv, "csv" },
    std::pair { ExportFormat::Json, "json" },     std::pair { ExportFormat::Html, "html" },
    std::pair { ExportFormat::Session, "ridge" }, std::pair { ExportFormat::CsvWithProvenance, "csv" },
};

constexpr qsizetype longestNamePart = 40;

QString namePart(const QString &text)
{
    static const QRegularExpression unsafe(QStringLiteral("[^\\p{L}\\p{N}._]+"));
    QString part = text;
    part.replace(unsafe, QStringLiteral("-"));
    part.truncate(longestNamePart);
    while (part.endsWith(u'-') || part.endsWith(u'.'))
        part.chop(1);
    while (part.startsWith(u'-') || part.startsWith(u'.'))
        part.remove(0, 1);
    return part;
}

QString modelOf(const Session &session)
{
    return QString::fromStdString(session.analysis         ? session.analysis->model.path
                                      : session.inspection ? session.inspection->model.path
                                                           : std::string());
}

/// Where scripts are switched off the page shows the same picture as the SVG export; a temporary file keeps one way of
/// drawing it.
Result<std::string> pictureOf(const QString &path, const JudgedSession &judged, const PictureOptions &options)
{
    const QTemporaryDir folder;
    const QString picture = folder.filePath(QStringLiteral("chart.svg"));
    const Result<void> drawn = writeSvg(picture, judged, options);
    if (!drawn.ok())
        return drawn.error();
    QFile file(picture);
    if (!file.open(QIODevice::ReadOnly))
        return Error { ErrorCode::OutputFile, "The chart for \"" + path.toStdString() + "\" could not be read back.",
                       "Check that the folder for temporary files has space left." };
    return file.readAll().toStdString();
}

Result<void> writeHtml(const QString &path, const JudgedSession &judged, const PictureOptions &options,
                       const PageComparison *compared)
{
    const Result<std::string> picture = pictureOf(path, judged, options);
    if (!picture.ok())
        return picture.error();
    PageSessions beside { options.chart.name.toStdString(), {} };
    for (const ChartSession &other : options.chart.others)
        beside.others.push_back({ other.name.toStdString(), JudgedSession(*other.session) });
    return writeWholeFile(QFile::encodeName(path).toStdString(),
                          sessionToInteractiveHtml(judged, picture.value(), pageLanguage(modelOf(judged.session())),
                                                   OperatorTable::OfOneLayer, compared, beside));
}

} // namespace

std::optional<ExportFormat> exportFormatOf(const QString &path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    for (const auto &[format, name] : formats) {
        if (suffix == QLatin1String(name))
            return format;
    }
    return std::nullopt;
}

QString exportSuffix(ExportFormat format)
{
    for (const auto &[candidate, name] : formats) {
        if (candidate == format)
            return QString::fromLatin1(name);
    }
    return {};
}

bool isRecord(ExportFormat format)
{
    return format == ExportFormat::Session || format == ExportFormat::Json;
}

QString proposedFileName(const Session &session, ExportFormat format)
{
    QStringList parts;
    if (session.analysis) {
        parts.append(namePart(QFileInfo(QString::fromStdString(session.analysis->model.path)).completeBaseName()));
        const Device &device = session.layers ? session.layers->device : session.analysis->device;
        parts.append(namePart(QString::fromStdString(device.name)));
    }
    // The day of the measurement, which is what the file is about.
    const QDate created = QDate::fromString(QString::fromStdString(session.hello.created).left(10), Qt::ISODate);
    parts.append((created.isValid() ? created : QDate::currentDate()).toString(Qt::ISODate));
    parts.removeAll(QString());
    return parts.join(u'-') + u'.' + exportSuffix(format);
}

Result<void> exportSession(const QString &path, ExportFormat format, const JudgedSession &judged,
                           const PictureOptions &options, const PageComparison *compared)
{
    const std::string file = QFile::encodeName(path).toStdString();
    switch (format) {
    case ExportFormat::Png:
        return writePng(path, judged, options);
    case ExportFormat::Svg:
        return writeSvg(path, judged, options);
    case ExportFormat::Pdf:
        return writePdf(path, judged, options);
    case ExportFormat::Csv:
        return writeWholeFile(file, layersToCsv(judged));
    case ExportFormat::CsvWithProvenance:
        return writeWholeFile(file, csvProvenance(judged.session()) + layersToCsv(judged));
    case ExportFormat::Json:
        return writeWholeFile(file, sessionWithVerdictsToJson(judged));
    case ExportFormat::Html:
        return writeHtml(path, judged, options, compared);
    case ExportFormat::Session:
        return writeSession(file, judged.session());
    }
    return {};
}

Result<void> exportComparison(const QString &path, const JudgedSession &judged, const PictureOptions &options,
                              const PageComparison &compared)
{
    const Result<std::string> picture = pictureOf(path, judged, options);
    if (!picture.ok())
        return picture.error();
    return writeWholeFile(
        QFile::encodeName(path).toStdString(),
        comparisonToInteractiveHtml(judged, compared, picture.value(), pageLanguage(modelOf(judged.session()))));
}

} // namespace rooflight
