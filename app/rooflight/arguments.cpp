// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "arguments.h"

#include "core/roofs/datasheet/device_sheet.h"
#include "ui/charts/figures/session_figures.h"
#include "ui/settings/languages.h"
#include "ui/settings/ssh_hosts.h"

#include <QCommandLineParser>
#include <QRegularExpression>

namespace rooflight {

namespace {

constexpr int smallestSide = 320;
constexpr int largestSide = 16384;
constexpr double smallestScale = 0.25;
constexpr double largestScale = 8;

Error wrong(const QString &text)
{
    return { ErrorCode::CommandLine, text.toStdString(), "See rooflight --help." };
}

void addOptions(QCommandLineParser &parser)
{
    parser.addOptions({
        { { QStringLiteral("h"), QStringLiteral("help") }, QStringLiteral("Show this text.") },
        { { QStringLiteral("v"), QStringLiteral("version") }, QStringLiteral("Show the version.") },
        { QStringLiteral("export"),
          QStringLiteral("Write OUT (png, svg, pdf, csv, json, html or ridge) and exit. Needs no display."),
          QStringLiteral("OUT") },
        { QStringLiteral("figure"),
          QStringLiteral("What the picture is of: roofline (default), methods, turns, sweep, remedies, pipeline or "
                         "latency; chart: "
                         "the roofline of one or more FILEs as data, json."),
          QStringLiteral("NAME") },
        { QStringLiteral("what-if"),
          QStringLiteral("Export under the theoretical roofs of another device; list: name the devices."),
          QStringLiteral("NAME") },
        { QStringLiteral("provenance"),
          QStringLiteral("With --export FILE.csv: first say where the numbers are from, in lines that begin with #.") },
        { QStringLiteral("size"),
          QStringLiteral("Size of the picture, by default 1600x1200, or 1000x640 of another figure than the roofline."),
          QStringLiteral("WxH") },
        { QStringLiteral("scale"), QStringLiteral("Pixels of a PNG for each unit of its size, by default 1."),
          QStringLiteral("N") },
        { QStringLiteral("theme"), QStringLiteral("light or dark."), QStringLiteral("NAME") },
        { QStringLiteral("language"), languageCodes().join(QStringLiteral(" or ")) + u'.', QStringLiteral("CODE") },
        { QStringLiteral("worker"), QStringLiteral("Measure with this command instead of \"rooflight-cli serve\"."),
          QStringLiteral("COMMAND") },
        { QStringLiteral("host"), QStringLiteral("Measure on this host, by ssh: short for --worker."),
          QStringLiteral("HOST") },
        { QStringLiteral("diff"), QStringLiteral("Compare the file with this saved session."),
          QStringLiteral("SESSION") },
    });
}

Result<QSize> parseSize(const QString &text)
{
    static const QRegularExpression form(QStringLiteral("^(\\d{1,6})x(\\d{1,6})$"));
    const QRegularExpressionMatch match = form.match(text);
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    if (!match.hasMatch() || size.width() < smallestSide || size.height() < smallestSide || size.width() > largestSide
        || size.height() > largestSide)
        return wrong(QStringLiteral("--size \"%1\" is not a size from %2x%2 to %3x%3.")
                         .arg(text)
                         .arg(smallestSide)
                         .arg(largestSide));
    return size;
}

Result<double> parseScale(const QString &text)
{
    bool ok = false;
    const double scale = text.toDouble(&ok);
    if (!ok || !(scale >= smallestScale && scale <= largestScale))
        return wrong(QStringLiteral("--scale \"%1\" is not a number from %2 to %3.")
                         .arg(text)
                         .arg(smallestScale)
                         .arg(largestScale));
    return scale;
}

Result<Theme> parseTheme(const QString &text)
{
    if (text == QLatin1String("light"))
        return Theme::Light;
    if (text == QLatin1String("dark"))
        return Theme::Dark;
    return wrong(QStringLiteral("--theme \"%1\" is neither light nor dark.").arg(text));
}

Result<Figure> parseFigure(const QString &text)
{
    const QStringList names { QStringLiteral("roofline"), QStringLiteral("methods"), QStringLiteral("sweep"),
                              QStringLiteral("pipeline"), QStringLiteral("latency"), QStringLiteral("turns"),
                              QStringLiteral("remedies"), QStringLiteral("chart") };
    const qsizetype index = names.indexOf(text);
    if (index < 0)
        return wrong(QStringLiteral("--figure \"%1\" is none of %2.").arg(text, names.join(QStringLiteral(", "))));
    return static_cast<Figure>(index);
}

Result<void> readFigure(const QCommandLineParser &parser, Arguments &arguments)
{
    if (!parser.isSet(QStringLiteral("figure")))
        return {};
    const Result<Figure> figure = parseFigure(parser.value(QStringLiteral("figure")));
    if (!figure.ok())
        return figure.error();
    arguments.figure = figure.value();
    if (arguments.figure != Figure::Roofline)
        arguments.picture.size = figureSize;
    return {};
}

Result<void> readWhatIf(const QCommandLineParser &parser, Arguments &arguments)
{
    const QString name = parser.value(QStringLiteral("what-if"));
    if (name.isEmpty())
        return {};
    const Result<const DeviceSheet *> sheet = whatIfSheet(name.toStdString());
    if (!sheet.ok())
        return sheet.error();
    arguments.whatIf = sheet.value()->name;
    return {};
}

Result<void> readPicture(const QCommandLineParser &parser, Arguments &arguments)
{
    if (parser.isSet(QStringLiteral("size"))) {
        const Result<QSize> size = parseSize(parser.value(QStringLiteral("size")));
        if (!size.ok())
            return size.error();
        arguments.picture.size = size.value();
    }
    if (parser.isSet(QStringLiteral("scale"))) {
        const Result<double> scale = parseScale(parser.value(QStringLiteral("scale")));
        if (!scale.ok())
            return scale.error();
        arguments.picture.scale = scale.value();
    }
    if (parser.isSet(QStringLiteral("theme"))) {
        const Result<Theme> theme = parseTheme(parser.value(QStringLiteral("theme")));
        if (!theme.ok())
            return theme.error();
        arguments.theme = theme.value();
        arguments.picture.theme = theme.value();
    }
    return {};
}

/// What begins with "-" would be an option of ssh.
Result<void> readHost(const QCommandLineParser &parser, Arguments &arguments)
{
    if (!parser.isSet(QStringLiteral("host")))
        return {};
    const QString host = parser.value(QStringLiteral("host"));
    static const QRegularExpression form(QStringLiteral("^[^-\\s\"'][^\\s\"']*$"));
    if (!form.match(host).hasMatch())
        return wrong(QStringLiteral("--host \"%1\" is no name of a host.").arg(host));
    if (!arguments.worker.isEmpty())
        return wrong(QStringLiteral("--host and --worker both say where to measure."));
    arguments.worker = sshWorkerCommand(host);
    return {};
}

Result<void> checkDiff(const Arguments &arguments)
{
    if (arguments.diff.isEmpty())
        return {};
    if (arguments.exportTo)
        return wrong(QStringLiteral("--diff opens a window; rooflight-cli compare writes a comparison."));
    if (arguments.files.size() != 1)
        return wrong(QStringLiteral("--diff needs exactly one model or session to compare, not %1.")
                         .arg(arguments.files.size()));
    return {};
}

Result<void> checkChart(const Arguments &arguments)
{
    if (*exportFormatOf(*arguments.exportTo) == ExportFormat::Json)
        return {};
    return wrong(QStringLiteral("--export \"%1\" with --figure chart must end in json.").arg(*arguments.exportTo));
}

/// Times know no roofs, and are written as a picture or as a table.
Result<void> checkFigure(const Arguments &arguments)
{
    if (arguments.figure == Figure::Roofline)
        return {};
    if (arguments.figure == Figure::Chart)
        return checkChart(arguments);
    if (!arguments.whatIf.empty())
        return wrong(QStringLiteral("--what-if changes roofs, and --figure asks for a picture without any."));
    switch (*exportFormatOf(*arguments.exportTo)) {
    case ExportFormat::Png:
    case ExportFormat::Svg:
    case ExportFormat::Pdf:
    case ExportFormat::Csv:
        return {};
    default:
        return wrong(
            QStringLiteral("--export \"%1\" with --figure must end in png, svg, pdf or csv.").arg(*arguments.exportTo));
    }
}

Result<void> checkExport(const Arguments &arguments)
{
    const bool forExport = arguments.figure != Figure::Roofline || !arguments.whatIf.empty() || arguments.provenance;
    if (!arguments.exportTo)
        return forExport ? wrong(QStringLiteral("--figure, --what-if and --provenance say what to --export."))
                         : Result<void>();
    if (!exportFormatOf(*arguments.exportTo))
        return wrong(QStringLiteral("--export \"%1\" ends in no known suffix: png, svg, pdf, csv, json, html or ridge.")
                         .arg(*arguments.exportTo));
    if (arguments.files.size() != 1 && (arguments.figure != Figure::Chart || arguments.files.isEmpty()))
        return wrong(
            QStringLiteral("--export needs exactly one model or session, not %1.").arg(arguments.files.size()));
    if (arguments.provenance && exportFormatOf(*arguments.exportTo) != ExportFormat::Csv)
        return wrong(QStringLiteral("--provenance is for --export FILE.csv; other formats hold it anyway."));
    if (arguments.provenance && arguments.figure != Figure::Roofline)
        return wrong(QStringLiteral("--provenance is for the table of layers, and --figure asks for another one."));
    return checkFigure(arguments);
}

} // namespace

Result<Arguments> parseArguments(const QStringList &arguments)
{
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(arguments))
        return wrong(parser.errorText());
    Arguments result;
    result.files = parser.positionalArguments();
    result.help = parser.isSet(QStringLiteral("help"));
    result.version = parser.isSet(QStringLiteral("version"));
    result.listDevices = parser.value(QStringLiteral("what-if")) == QLatin1String("list");
    if (result.help || result.version || result.listDevices)
        return result;
    if (parser.isSet(QStringLiteral("export")))
        result.exportTo = parser.value(QStringLiteral("export"));
    result.provenance = parser.isSet(QStringLiteral("provenance"));
    result.language = parser.value(QStringLiteral("language"));
    if (!result.language.isEmpty() && !languageCodes().contains(result.language))
        return wrong(QStringLiteral("--language \"%1\" is none of %2.")
                         .arg(result.language, languageCodes().join(QStringLiteral(", "))));
    result.worker = parser.value(QStringLiteral("worker"));
    result.diff = parser.value(QStringLiteral("diff"));
    for (const Result<void> &step : { readHost(parser, result), checkDiff(result), readFigure(parser, result),
                                      readWhatIf(parser, result), readPicture(parser, result), checkExport(result) }) {
        if (!step.ok())
            return step.error();
    }
    return result;
}

QString helpText()
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral(
        "Shows what limits each layer of a PyTorch model (TorchScript or torch.export) on this machine.\n\n"
        "Examples:\n"
        "  rooflight resnet18.pt\n"
        "  rooflight --export resnet18.png --size 1920x1080 --theme dark resnet18.ridge\n"
        "  rooflight --export sweep.svg --figure sweep resnet18.ridge\n"
        "  rooflight --export chart.json --figure chart before.ridge after.ridge\n"
        "  rooflight --diff before.ridge after.ridge\n"
        "  rooflight --host gpubox resnet18.pt\n"
        "  rooflight --worker \"ssh -T -o BatchMode=yes HOST rooflight-cli serve\" resnet18.pt"));
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QStringLiteral("Models (.pt, .pt2) or saved sessions (.ridge)."),
                                 QStringLiteral("[FILE...]"));
    addOptions(parser);
    return parser.helpText();
}

} // namespace rooflight
