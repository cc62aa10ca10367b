// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/layer_columns.h"

#include "core/report/format.h"
#include "ui/style/display_names.h"

#include <QCoreApplication>

#include <array>
#include <string>

namespace ridgepoint {

namespace {

struct ColumnFacts {
    const char *title;
    const char *help;
    const char *unit; ///< of the raw value; null for a text column
    bool hidden;
    const char *sample;
};

constexpr std::array<ColumnFacts, layerColumnCount> facts = { {
    { QT_TRANSLATE_NOOP("LayerColumns", "Layer"),
      QT_TRANSLATE_NOOP("LayerColumns", "The module's name in the file, or the operator that it calls."), nullptr,
      false, "layer4.1.downsample.conv" },
    { QT_TRANSLATE_NOOP("LayerColumns", "Type"), QT_TRANSLATE_NOOP("LayerColumns", "The module's class."), nullptr,
      false, "BatchNorm2d wide" },
    { QT_TRANSLATE_NOOP("LayerColumns", "Time"),
      QT_TRANSLATE_NOOP("LayerColumns", "Median latency of the layer with everything inside it."), "ns", false,
      "000.0 ms" },
    { QT_TRANSLATE_NOOP("LayerColumns", "Share"),
      QT_TRANSLATE_NOOP("LayerColumns", "Part of the whole model's median latency."), "1", false, "000.0 % w" },
    { QT_TRANSLATE_NOOP("LayerColumns", "Bound"),
      QT_TRANSLATE_NOOP("LayerColumns", "What limits the layer: arithmetic, memory traffic, or the cost of a call."),
      nullptr, false, "Bandwidth-bound" },
    { QT_TRANSLATE_NOOP("LayerColumns", "Of roof"),
      QT_TRANSLATE_NOOP("LayerColumns", "How close the layer comes to the roof above it; 100 % cannot be exceeded."),
      "1", false, "000.0 % w" },
    { QT_TRANSLATE_NOOP("LayerColumns", "Could save"),
      QT_TRANSLATE_NOOP("LayerColumns", "Time that would be gained if the layer reached its roof."), "ns", false,
      "Could save 00" },
    { QT_TRANSLATE_NOOP("LayerColumns", "There at best"),
      QT_TRANSLATE_NOOP("LayerColumns",
                        "Shortest time that the roofs of the device allow whose data sheet was chosen under Roofs."),
      "ns", true, "There at best" },
    { QT_TRANSLATE_NOOP("LayerColumns", "FLOPs"),
      QT_TRANSLATE_NOOP("LayerColumns", "Floating-point operations of one call; a multiply-add counts as two."), "FLOP",
      false, "000.0 GFLOP" },
    { QT_TRANSLATE_NOOP("LayerColumns", "Intensity"),
      QT_TRANSLATE_NOOP("LayerColumns", "Arithmetic intensity: FLOPs for each byte that is read or written."), "FLOP/B",
      false, "0.0000 FLOP/B" },
    { QT_TRANSLATE_NOOP("LayerColumns", "Achieved"), QT_TRANSLATE_NOOP("LayerColumns", "FLOPs divided by time."),
      "FLOP/s", false, "000.0 GFLOP/s" },
    { QT_TRANSLATE_NOOP("LayerColumns", "Read"),
      QT_TRANSLATE_NOOP("LayerColumns", "Bytes that the operators read, each operator by itself."), "B", false,
      "000.0 MB" },
    { QT_TRANSLATE_NOOP("LayerColumns", "Written"),
      QT_TRANSLATE_NOOP("LayerColumns", "Bytes that the operators write, each operator by itself."), "B", false,
      "000.0 MB" },
    { QT_TRANSLATE_NOOP("LayerColumns", "MACs"),
      QT_TRANSLATE_NOOP("LayerColumns", "Multiply-adds of matrix work: convolutions, linear layers, attention."), "MAC",
      false, "000.0 GMAC" },
    { QT_TRANSLATE_NOOP("LayerColumns", "Parameters"),
      QT_TRANSLATE_NOOP("LayerColumns", "Elements of the module's parameters and all below it, tied ones once."), "1",
      false, "000,000,000" },
    { QT_TRANSLATE_NOOP("LayerColumns", "Input shapes"),
      QT_TRANSLATE_NOOP("LayerColumns", "Shapes of the tensors that go in."), nullptr, true, "1x256x112x112" },
    { QT_TRANSLATE_NOOP("LayerColumns", "Output shapes"),
      QT_TRANSLATE_NOOP("LayerColumns", "Shapes of the tensors that come out."), nullptr, false, "1x256x112x112" },
    { QT_TRANSLATE_NOOP("LayerColumns", "Element type"),
      QT_TRANSLATE_NOOP("LayerColumns", "Type of the numbers, which decides the roof that judges the layer."), nullptr,
      true, "bfloat16 wide" },
    { QT_TRANSLATE_NOOP("LayerColumns", "Calls"),
      QT_TRANSLATE_NOOP("LayerColumns", "How often one run calls this module; each call has a row of its own."), "1",
      true, "Calls 00" },
} };

const ColumnFacts &factsOf(LayerColumn column)
{
    return facts[std::size_t(column)];
}

QString translated(const char *text)
{
    return QCoreApplication::translate("LayerColumns", text);
}

/// Work of an item that holds operators without a formula is at least what the others do.
QString workText(const LayerRowData &row, std::int64_t work, std::string_view unit)
{
    if (!row.point->known && work == 0)
        return QCoreApplication::translate("LayerColumns", "unknown");
    return QString::fromStdString(formatWork(work, unit, row.point->known));
}

QString optionalText(const std::optional<double> &value, std::string (*format)(double))
{
    return value ? QString::fromStdString(format(*value)) : QString();
}

std::string formatFlopPerSecond(double value)
{
    return formatQuantity(value, "FLOP/s");
}

QString typeText(const LayerRowData &row)
{
    return row.layer ? QString::fromStdString(row.layer->type) : displayName(row.op->family);
}

} // namespace

QString columnTitle(LayerColumn column)
{
    return translated(factsOf(column).title);
}

QString columnHelp(LayerColumn column)
{
    return translated(factsOf(column).help);
}

QString columnCopyTitle(LayerColumn column)
{
    const char *unit = factsOf(column).unit;
    if (!unit || std::string_view(unit) == "1")
        return columnTitle(column);
    return columnTitle(column) + QStringLiteral(" [") + QString::fromLatin1(unit) + u']';
}

bool isNumeric(LayerColumn column)
{
    return factsOf(column).unit != nullptr;
}

bool isHiddenAtFirst(LayerColumn column)
{
    return factsOf(column).hidden;
}

bool isOfWhatIf(LayerColumn column)
{
    return column == LayerColumn::AtBest;
}

QString columnSample(LayerColumn column)
{
    return QString::fromLatin1(factsOf(column).sample);
}

QString columnText(const LayerRowData &row, LayerColumn column)
{
    const RooflinePoint &point = *row.point;
    switch (column) {
    case LayerColumn::Layer:
        return row.name;
    case LayerColumn::Type:
        return typeText(row);
    case LayerColumn::Time:
        return optionalText(point.timeNs, formatDuration);
    case LayerColumn::Share:
        return optionalText(point.timeShare, formatPercent);
    case LayerColumn::Flops:
        return workText(row, point.cost.flops, "FLOP");
    case LayerColumn::Macs:
        return workText(row, point.cost.macs, "MAC");
    case LayerColumn::BytesRead:
        return QString::fromStdString(formatBytes(point.cost.bytesRead));
    case LayerColumn::BytesWritten:
        return QString::fromStdString(formatBytes(point.cost.bytesWritten));
    case LayerColumn::Intensity:
        return optionalText(point.arithmeticIntensity, formatIntensity);
    case LayerColumn::Achieved:
        return optionalText(point.achievedFlopPerSecond, formatFlopPerSecond);
    case LayerColumn::RoofFraction:
        return optionalText(point.verdict.roofFraction, formatPercent);
    case LayerColumn::Bound:
        return point.verdict.bound == Bound::None ? QString() : displayName(point.verdict.bound);
    case LayerColumn::Gain:
        return optionalText(point.timeToGainNs, formatDuration);
    case LayerColumn::AtBest:
        return optionalText(point.timeAtRoofNs, formatDuration);
    case LayerColumn::Parameters:
        return row.layer && row.layer->parameters > 0 ? QString::fromStdString(formatCount(row.layer->parameters))
                                                      : QString();
    case LayerColumn::InputShapes:
        return QString::fromStdString(formatShapes(row.layer ? row.layer->inputShapes : row.op->inputShapes));
    case LayerColumn::OutputShapes:
        return QString::fromStdString(formatShapes(row.layer ? row.layer->outputShapes : row.op->outputShapes));
    case LayerColumn::ElementType:
        return displayName(point.dtype);
    case LayerColumn::Calls:
        return row.layer ? QString::number(row.calls) : QString();
    }
    return {};
}

std::optional<double> columnValue(const LayerRowData &row, LayerColumn column)
{
    const RooflinePoint &point = *row.point;
    const auto work = [&point](std::int64_t amount) -> std::optional<double> {
        if (!point.known && amount == 0)
            return std::nullopt;
        return double(amount);
    };
    switch (column) {
    case LayerColumn::Time:
        return point.timeNs;
    case LayerColumn::Share:
        return point.timeShare;
    case LayerColumn::Flops:
        return work(point.cost.flops);
    case LayerColumn::Macs:
        return work(point.cost.macs);
    case LayerColumn::BytesRead:
        return double(point.cost.bytesRead);
    case LayerColumn::BytesWritten:
        return double(point.cost.bytesWritten);
    case LayerColumn::Intensity:
        return point.arithmeticIntensity;
    case LayerColumn::Achieved:
        return point.achievedFlopPerSecond;
    case LayerColumn::RoofFraction:
        return point.verdict.roofFraction;
    case LayerColumn::Gain:
        return point.timeToGainNs;
    case LayerColumn::AtBest:
        return point.timeAtRoofNs;
    case LayerColumn::Parameters:
        return row.layer ? std::optional<double>(double(row.layer->parameters)) : std::nullopt;
    case LayerColumn::Calls:
        return row.layer ? std::optional<double>(row.calls) : std::nullopt;
    case LayerColumn::Layer:
    case LayerColumn::Type:
    case LayerColumn::Bound:
    case LayerColumn::InputShapes:
    case LayerColumn::OutputShapes:
    case LayerColumn::ElementType:
        return std::nullopt;
    }
    return std::nullopt;
}

} // namespace ridgepoint
