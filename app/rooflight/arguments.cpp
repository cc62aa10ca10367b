// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "arguments.h"

#include "core/report/what_if_report.h"
#include "ui/charts/figures/session_figures.h"
#include "ui/settings/languages.h"
#include "ui/settings/ssh_hosts.h"

#include <QCommandLineParser>
#include <QFileInfo>
#include <QRegularExpression>

#include <array>
#include <cmath>

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

/// Of an enumeration, as they are typed.
template<typename Enum> QStringList namesOf()
{
    QStringList names;
    for (const auto &[value, text] : enumNames<Enum>)
        names.push_back(QString::fromUtf8(text.data(), qsizetype(text.size())));
    return names;
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
          QStringLiteral("What the picture is of: page (default), chart (the roofline of one or more FILEs; csv: its "
                         "points, json: all that it draws), table (a chart above its layers), methods, turns, sweep, "
                         "remedies, pipeline, latency or footprints (bandwidth by footprint)."),
          QStringLiteral("NAME") },
        { QStringLiteral("what-if"),
          QStringLiteral("Export under the theoretical roofs of another device, or the changed model: int8, "
                         "int8-weights, no-launches, compiled; list: name the devices and changes."),
          QStringLiteral("NAME") },
        { QStringLiteral("provenance"),
          QStringLiteral(
              "With --export FILE.csv: first write where the numbers come from, in lines that begin with #.") },
        { QStringLiteral("size"),
          QStringLiteral("Size of the picture; by default 1600x1200, for figures other than the roofline 1000x640."),
          QStringLiteral("WxH") },
        { QStringLiteral("width"),
          QStringLiteral("Width of a chart, such as 3.4in, 86mm or 1200px. In inches and millimetres text is at least "
                         "7 points high, and a PNG has 300 dots per inch."),
          QStringLiteral("WIDTH") },
        { QStringLiteral("scale"), QStringLiteral("PNG pixels per unit of the size; by default 1."),
          QStringLiteral("N") },
        { QStringLiteral("theme"), QStringLiteral("light or dark; of a chart transparent, too."),
          QStringLiteral("NAME") },
        { QStringLiteral("color-by"),
          QStringLiteral("What the colours of a chart say: %1.").arg(namesOf<ColorBy>().join(QStringLiteral(", "))),
          QStringLiteral("NAME") },
        { QStringLiteral("x"), QStringLiteral("The part of a chart across, in FLOP/B."), QStringLiteral("LOW..HIGH") },
        { QStringLiteral("y"), QStringLiteral("The part of a chart upwards, in FLOP/s."), QStringLiteral("LOW..HIGH") },
        { QStringLiteral("hide"),
          QStringLiteral("Kinds of layers that a chart leaves out: %1.")
              .arg(namesOf<OperatorFamily>().join(QStringLiteral(", "))),
          QStringLiteral("KIND,...") },
        { QStringLiteral("select"), QStringLiteral("Layers that a chart outlines."), QStringLiteral("PATH,...") },
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
    return wrong(QStringLiteral("--theme \"%1\" is not one of light, dark and, for a chart, transparent.").arg(text));
}

/// Two numbers above zero, the lower one first.
Result<std::array<double, 2>> parseRange(const QString &option, const QString &text)
{
    const QStringList ends = text.split(QStringLiteral(".."));
    std::array<double, 2> range {};
    bool isRange = ends.size() == 2;
    for (qsizetype i = 0; i < 2 && isRange; ++i)
        range[std::size_t(i)] = ends[i].toDouble(&isRange);
    if (!isRange || !std::isfinite(range[1]) || !(range[0] > 0) || !(range[1] > range[0]))
        return wrong(
            QStringLiteral("--%1 \"%2\" is not LOW..HIGH, two numbers above 0 such as 0.1..100.").arg(option, text));
    return range;
}

template<typename Enum> Result<Enum> parseName(const QString &option, const QString &text)
{
    if (const std::optional<Enum> value = valueOfName<Enum>(text.toStdString()))
        return *value;
    return wrong(
        QStringLiteral("--%1 \"%2\" is not one of %3.").arg(option, text, namesOf<Enum>().join(QStringLiteral(", "))));
}

QStringList partsOf(const QString &list)
{
    return list.split(u',', Qt::SkipEmptyParts);
}

Result<void> readRange(const QCommandLineParser &parser, const QString &option,
                       std::optional<std::array<double, 2>> &range)
{
    if (!parser.isSet(option))
        return {};
    const Result<std::array<double, 2>> parsed = parseRange(option, parser.value(option));
    if (!parsed.ok())
        return parsed.error();
    range = parsed.value();
    return {};
}

/// What only a chart has.
Result<void> readView(const QCommandLineParser &parser, Arguments &arguments)
{
    const QString colorBy = QStringLiteral("color-by");
    const QString hide = QStringLiteral("hide");
    for (const QString &option :
         { colorBy, hide, QStringLiteral("x"), QStringLiteral("y"), QStringLiteral("select"), QStringLiteral("width") })
        arguments.changesChart = arguments.changesChart || parser.isSet(option);
    if (parser.isSet(colorBy)) {
        const Result<ColorBy> coloring = parseName<ColorBy>(colorBy, parser.value(colorBy));
        if (!coloring.ok())
            return coloring.error();
        arguments.view.coloring = coloring.value();
    }
    for (const QString &kind : partsOf(parser.value(hide))) {
        const Result<OperatorFamily> family = parseName<OperatorFamily>(hide, kind);
        if (!family.ok())
            return family.error();
        arguments.view.hidden.insert(family.value());
    }
    for (const QString &path : partsOf(parser.value(QStringLiteral("select"))))
        arguments.view.selected.push_back(path.toStdString());
    if (const Result<void> x = readRange(parser, QStringLiteral("x"), arguments.view.intensity); !x.ok())
        return x.error();
    return readRange(parser, QStringLiteral("y"), arguments.view.performance);
}

Result<Figure> parseFigure(const QString &text)
{
    const QStringList names { QStringLiteral("page"),      QStringLiteral("methods"), QStringLiteral("sweep"),
                              QStringLiteral("pipeline"),  QStringLiteral("latency"), QStringLiteral("turns"),
                              QStringLiteral("remedies"),  QStringLiteral("chart"),   QStringLiteral("table"),
                              QStringLiteral("footprints") };
    const qsizetype index = names.indexOf(text == QLatin1String("roofline") ? names.front() : text); // of before
    if (index < 0)
        return wrong(QStringLiteral("--figure \"%1\" is not one of %2.").arg(text, names.join(QStringLiteral(", "))));
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
    if (arguments.figure != Figure::Page)
        arguments.picture.size = figureSize;
    return {};
}

Result<void> readWhatIf(const QCommandLineParser &parser, Arguments &arguments)
{
    arguments.whatIf = parser.value(QStringLiteral("what-if")).toStdString();
    return checkWhatIf(arguments.whatIf);
}

Result<void> readPicture(const QCommandLineParser &parser, Arguments &arguments)
{
    if (parser.isSet(QStringLiteral("width"))) {
        if (parser.isSet(QStringLiteral("size")))
            return wrong(QStringLiteral("--width and --size both say how wide the picture is."));
        const Result<FigureLook> look = figureLook(parser.value(QStringLiteral("width")));
        if (!look.ok())
            return look.error();
        arguments.look = look.value();
    }
    if (parser.isSet(QStringLiteral("size"))) {
        const Result<QSize> size = parseSize(parser.value(QStringLiteral("size")));
        if (!size.ok())
            return size.error();
        arguments.picture.size = size.value();
        arguments.look.width = size.value().width();
        arguments.look.height = size.value().height();
    }
    if (parser.isSet(QStringLiteral("scale"))) {
        const Result<double> scale = parseScale(parser.value(QStringLiteral("scale")));
        if (!scale.ok())
            return scale.error();
        arguments.picture.scale = scale.value();
        arguments.look.scale = scale.value();
    }
    const QString themeName = parser.value(QStringLiteral("theme"));
    if (isChart(arguments.figure) && themeName == QLatin1String("transparent")) {
        arguments.look.isTransparent = true;
    } else if (parser.isSet(QStringLiteral("theme"))) {
        const Result<Theme> theme = parseTheme(themeName);
        if (!theme.ok())
            return theme.error();
        arguments.theme = theme.value();
        arguments.picture.theme = theme.value();
        arguments.look.theme = theme.value();
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
        return wrong(QStringLiteral("--host \"%1\" is not the name of a host.").arg(host));
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
    switch (*exportFormatOf(*arguments.exportTo)) {
    case ExportFormat::Png:
    case ExportFormat::Svg:
    case ExportFormat::Pdf:
        return {};
    case ExportFormat::Csv:
    case ExportFormat::Json:
        if (arguments.figure == Figure::Chart)
            return {};
        return wrong(QStringLiteral("--figure table is a picture: png, svg or pdf; --figure chart writes %1.")
                         .arg(QFileInfo(*arguments.exportTo).suffix()));
    default:
        return wrong(QStringLiteral("--export \"%1\" with --figure %2 must end in png, svg, pdf, csv or json.")
                         .arg(*arguments.exportTo,
                              arguments.figure == Figure::Chart ? QStringLiteral("chart") : QStringLiteral("table")));
    }
}

/// Times know no roofs, and are written as a picture or as a table.
Result<void> checkFigure(const Arguments &arguments)
{
    if (isChart(arguments.figure))
        return checkChart(arguments);
    if (arguments.changesChart)
        return wrong(QStringLiteral(
            "--width, --color-by, --x, --y, --hide and --select are for --figure chart and --figure table."));
    if (arguments.figure == Figure::Page)
        return {};
    if (!arguments.whatIf.empty())
        return wrong(QStringLiteral("--what-if changes roofs or layers, and --figure selects a picture without them."));
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
    const bool forExport =
        arguments.figure != Figure::Page || !arguments.whatIf.empty() || arguments.provenance || arguments.changesChart;
    if (!arguments.exportTo)
        return forExport ? wrong(QStringLiteral("--figure and other options of a picture need --export."))
                         : Result<void>();
    if (!exportFormatOf(*arguments.exportTo))
        return wrong(QStringLiteral("--export \"%1\" ends in no known suffix: png, svg, pdf, csv, json, html or ridge.")
                         .arg(*arguments.exportTo));
    const bool holdsSeveral = isChart(arguments.figure)
        || (arguments.figure == Figure::Page && exportFormatOf(*arguments.exportTo) == ExportFormat::Html);
    if (arguments.files.size() != 1 && (!holdsSeveral || arguments.files.isEmpty()))
        return wrong(
            QStringLiteral("--export needs exactly one model or session, not %1.").arg(arguments.files.size()));
    if (arguments.provenance && exportFormatOf(*arguments.exportTo) != ExportFormat::Csv)
        return wrong(QStringLiteral("--provenance is for --export FILE.csv; other formats hold it anyway."));
    if (arguments.provenance && arguments.figure != Figure::Page)
        return wrong(QStringLiteral("--provenance is for the table of layers, and --figure selects another one."));
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
    result.listWhatIfs = parser.value(QStringLiteral("what-if")) == QLatin1String("list");
    if (result.help || result.version || result.listWhatIfs)
        return result;
    if (parser.isSet(QStringLiteral("export")))
        result.exportTo = parser.value(QStringLiteral("export"));
    result.provenance = parser.isSet(QStringLiteral("provenance"));
    result.language = parser.value(QStringLiteral("language"));
    if (!result.language.isEmpty() && !languageCodes().contains(result.language))
        return wrong(QStringLiteral("--language \"%1\" is not one of %2.")
                         .arg(result.language, languageCodes().join(QStringLiteral(", "))));
    result.worker = parser.value(QStringLiteral("worker"));
    result.diff = parser.value(QStringLiteral("diff"));
    for (const Result<void> &step :
         { readHost(parser, result), checkDiff(result), readFigure(parser, result), readWhatIf(parser, result),
           readPicture(parser, result), readView(parser, result), checkExport(result) }) {
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
        "  rooflight --export paper.pdf --figure chart --width 3.4in resnet18.ridge\n"
        "  rooflight --export both.png --figure chart --color-by session before.ridge after.ridge\n"
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
