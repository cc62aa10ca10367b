// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/session_export.h"

#include "core/base/whole_file.h"
#include "core/record/session_file.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/result_reports.h"
#include "core/report/session_report.h"
#include "core/report/tables/condition_facts.h"
#include "core/report/tables/layer_table.h"
#include "core/report/verdicts.h"
#include "core/report/what_if_report.h"
#include "core/results/session.h"
#include "ui/style/window_language.h"
#include "ui/views/widgets/error_text.h"

#include <QDate>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QString>
#include <QTemporaryDir>

#include <array>
#include <optional>
#include <string>
#include <utility>

namespace rooflight {

namespace {

/// Collects "# name: value" lines.
class Lines
{
public:
    /// Values are data: what would break the line becomes a space. Without a value there is no line.
    void add(const char *name, const std::string &value)
    {
        if (value.empty())
            return;
        QString text = QString::fromUtf8(value.c_str(), qsizetype(value.size())); // what is no UTF-8 is replaced
        for (QChar &letter : text) {
            const QChar::Category category = letter.category();
            if (category == QChar::Other_Control || category == QChar::Separator_Line
                || category == QChar::Separator_Paragraph)
                letter = u' ';
        }
        m_text += "# " + std::string(name) + ": " + text.toStdString() + "\r\n";
    }

    [[nodiscard]] const std::string &text() const { return m_text; }

private:
    std::string m_text;
};

std::string timesText(const std::string &method, const SampleSet &samples)
{
    if (samples.summary.count == 0)
        return {};
    std::string text = method + ", runs " + std::to_string(samples.summary.count) + ", warm-up "
        + std::to_string(samples.warmupNs.size()) + ", median " + formatDuration(samples.summary.medianNs);
    for (const OpenEnum<SampleFlag> &flag : samples.flags)
        text += ", " + std::string(flag.name());
    return text;
}

void addModel(Lines &lines, const Analysis &analysis)
{
    lines.add("model", analysis.model.path);
    lines.add("sha256", analysis.model.sha256);
    lines.add("form", std::string(name(analysis.model.form)));
    for (const ModelInput &input : analysis.inputs)
        lines.add("input",
                  input.name + " " + formatShape(input.tensor.shape) + " " + std::string(name(input.tensor.dtype))
                      + ", " + std::string(name(input.source)));
    lines.add("convention", analysis.convention);
    lines.add("counted", analysis.predicted ? "predicted, nothing was run" : "from an observed run");
}

void addTimes(Lines &lines, const Session &session)
{
    if (session.latency) {
        lines.add("device", deviceText(session.latency->device));
        lines.add("execution", executionText(session.latency->execution));
        lines.add("latency", timesText(session.latency->method, session.latency->samples));
    }
    if (session.layers) {
        if (!session.latency) {
            lines.add("device", deviceText(session.layers->device));
            lines.add("execution", executionText(session.layers->execution));
        }
        lines.add("layers", timesText(session.layers->method, session.layers->instrumentedModel));
    }
}

void addRoofs(Lines &lines, const DeviceRoofs &peaks)
{
    std::string origin = deviceText(peaks.device);
    if (peaks.theoretical)
        origin += ", from a data sheet";
    else
        origin += ", measured " + peaks.measuredAt + " by Rooflight " + peaks.program + ", effort " + peaks.effort;
    lines.add("roofs", origin);
    for (const Roof &roof : peaks.roofs) {
        const bool isTime = roof.kind() == RoofKind::Launch;
        lines.add("roof",
                  roof.name + " = "
                      + (isTime ? formatDuration(roof.value * 1e9) : formatQuantity(roof.value, roof.valueUnit())));
    }
}

/// Where the numbers of a session are from, as lines that begin with "# " and end as those of a CSV file: program,
/// machine, model, inputs, execution, what was timed, and each roof. Always in English, for programs and people. Many
/// readers of CSV skip such lines when asked to; RFC 4180 knows none.
std::string csvProvenance(const Session &session)
{
    Lines lines;
    lines.add("program", "Rooflight " + session.hello.program);
    lines.add("created", session.hello.created);
    lines.add("host", session.hello.host);
    lines.add("LibTorch", session.hello.libtorch);
    if (const std::optional<Processor> &processor = session.hello.processor) {
        lines.add("instructions", instructionsText(*processor));
        lines.add("memory nodes", groupsText(processor->nodes));
        lines.add("kinds of cores", groupsText(processor->coreKinds));
    }
    if (session.analysis)
        addModel(lines, *session.analysis);
    addTimes(lines, session);
    if (session.peaks)
        addRoofs(lines, *session.peaks);
    for (const Notice &notice : session.notices) {
        if (notice.code == whatIfNotice)
            lines.add("change", notice.text);
    }
    return lines.text();
}

/// The table of the command if there are no layers; without any the header of the layers.
std::string tableCsv(const JudgedSession &judged)
{
    std::optional<std::string> table = sessionToCsv(judged);
    return table ? *std::move(table) : layersToCsv(judged);
}

/// The language of the window, for pages; errors in it name \p model. In English the worker's words stay: they are it,
/// and say more.
ReportLanguage pageLanguage(const QString &model)
{
    ReportLanguage language = windowLanguage();
    if (language.code == "en")
        return language;
    language.error = [model](const Error &error) {
        QString text = errorSentence(error, model) + u' ' + errorDetails(error);
        return text.replace(u'\n', u' ').toStdString();
    };
    language.notice = [](const Notice &notice) {
        const NoticeText text = noticeText(notice);
        return (text.sentence + u' ' + text.details).trimmed().toStdString();
    };
    return language;
}

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
/// drawing it. Empty if there are neither points nor roofs.
Result<std::string> pictureOf(const QString &path, const JudgedSession &judged, const PictureOptions &options)
{
    if (!judged.session().analysis && !judged.session().peaks)
        return std::string();
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
        const Device &device = session.layers ? (*session.layers).device : (*session.analysis).device;
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
        return writeWholeFile(file, tableCsv(judged));
    case ExportFormat::CsvWithProvenance:
        return writeWholeFile(file, csvProvenance(judged.session()) + tableCsv(judged));
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
