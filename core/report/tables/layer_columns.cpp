// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/layer_columns.h"

#include "core/report/format/csv.h"
#include "core/report/format/format.h"
#include "core/report/format/translation_mark.h"

#include <algorithm>
#include <array>
#include <concepts>

namespace ridgepoint {

namespace {

CellValue valueOf(std::integral auto number)
{
    return static_cast<std::int64_t>(number);
}

CellValue valueOf(const std::optional<double> &number)
{
    return number ? CellValue(*number) : CellValue();
}

CellValue valueOf(const std::string &text)
{
    return std::string_view(text);
}

CellValue valueOf(const std::vector<Shape> &shapes)
{
    return &shapes;
}

template<auto Member> CellValue ofPoint(const LayerRow &row)
{
    return valueOf(row.point->*Member);
}

template<auto Member> CellValue ofVerdict(const LayerRow &row)
{
    return valueOf(row.point->verdict.*Member);
}

template<auto Member> CellValue ofCost(const LayerRow &row)
{
    return valueOf(row.point->cost.*Member);
}

/// Nothing for an operator.
template<auto Member> CellValue ofLayer(const LayerRow &row)
{
    return row.layer ? valueOf(row.layer->*Member) : CellValue();
}

template<auto LayerMember, auto OperatorMember> CellValue ofEither(const LayerRow &row)
{
    return row.layer ? valueOf(row.layer->*LayerMember) : valueOf(row.op->*OperatorMember);
}

template<int Percent> CellValue percentile(const LayerRow &row)
{
    return row.times ? valueOf(row.times->percentile(Percent)) : CellValue();
}

CellValue spread(const LayerRow &row)
{
    if (row.spreadOfEqual)
        return *row.spreadOfEqual;
    const auto low = row.times ? row.times->percentile(10) : std::nullopt;
    const auto high = row.times ? row.times->percentile(90) : std::nullopt;
    return low && high && row.times->medianNs > 0 ? CellValue((*high - *low) / row.times->medianNs) : CellValue();
}

using Id = LayerColumn;

constexpr unsigned times = NeedsTimes;
constexpr unsigned roofs = NeedsRoofs;
constexpr unsigned here = NeedsMeasuredRoofs;

constexpr auto columns = std::to_array<LayerColumnFacts>({
    { Id::Layer, "layer", QT_TRANSLATE_NOOP("LayerColumns", "Layer"), "",
      [](const LayerRow &row) { return valueOf(row.name); }, 0,
      QT_TRANSLATE_NOOP("LayerColumns", "The module's name in the file, or the operator that it calls."),
      "layer4.1.downsample.conv" },
    { Id::Type, "type", QT_TRANSLATE_NOOP("LayerColumns", "Type"), "", ofLayer<&Layer::type>, 0,
      QT_TRANSLATE_NOOP("LayerColumns", "The module's class."), "BatchNorm2d wide" },
    { Id::Time, "", QT_TRANSLATE_NOOP("LayerColumns", "Time"), "ns", ofPoint<&RooflinePoint::timeNs>, times,
      QT_TRANSLATE_NOOP("LayerColumns",
                        "Its share of the run times the median of bare runs, with everything inside it."),
      "000.0 ms" },
    { Id::Share, "time_share", QT_TRANSLATE_NOOP("LayerColumns", "Share"), "1", ofPoint<&RooflinePoint::timeShare>,
      times, QT_TRANSLATE_NOOP("LayerColumns", "Part of the model's time, the mean over all runs."), "000.0 % w" },
    { Id::Bound, "bound", QT_TRANSLATE_NOOP("LayerColumns", "Bound"), "",
      [](const LayerRow &row) { return CellValue(name(row.point->verdict.bound)); }, roofs,
      QT_TRANSLATE_NOOP(
          "LayerColumns",
          "What limits the layer: arithmetic, memory traffic, the cost of calling it, or none of them: its "
          "implementation."),
      "Bandwidth-bound w" },
    { Id::RoofFraction, "roof_fraction", QT_TRANSLATE_NOOP("LayerColumns", "Of roof"), "1",
      ofVerdict<&Verdict::roofFraction>, times | roofs | here,
      QT_TRANSLATE_NOOP("LayerColumns", "How close the layer comes to the roof above it; 100 % cannot be exceeded."),
      "000.0 % w" },
    { Id::Gain, "time_to_gain_ns", QT_TRANSLATE_NOOP("LayerColumns", "Could save"), "ns",
      ofPoint<&RooflinePoint::timeToGainNs>, times | roofs | here,
      QT_TRANSLATE_NOOP("LayerColumns", "Time that would be gained if the layer reached its roof."), "Could save 00" },
    { Id::AtBest, "", QT_TRANSLATE_NOOP("LayerColumns", "There at best"), "ns", ofPoint<&RooflinePoint::timeAtRoofNs>,
      NeedsDataSheet,
      QT_TRANSLATE_NOOP("LayerColumns",
                        "Shortest time that the roofs of the device allow whose data sheet was chosen under Roofs."),
      "There at best", true },
    { Id::Flops, "flops", QT_TRANSLATE_NOOP("LayerColumns", "FLOPs"), "FLOP", ofCost<&Cost::flops>, 0,
      QT_TRANSLATE_NOOP("LayerColumns", "Floating-point operations of one call; a multiply-add counts as two."),
      "000.0 GFLOP" },
    { Id::Intensity, "arithmetic_intensity", QT_TRANSLATE_NOOP("LayerColumns", "Intensity"), "FLOP/B",
      ofPoint<&RooflinePoint::arithmeticIntensity>, 0,
      QT_TRANSLATE_NOOP(
          "LayerColumns",
          "Arithmetic intensity: FLOPs for each byte that is read or written. A multiply-add counts as two."),
      "0.0000 FLOP/B" },
    { Id::Achieved, "achieved_flop_per_second", QT_TRANSLATE_NOOP("LayerColumns", "Achieved"), "FLOP/s",
      ofPoint<&RooflinePoint::achievedFlopPerSecond>, times | here,
      QT_TRANSLATE_NOOP("LayerColumns", "FLOPs divided by time."), "000.0 GFLOP/s" },
    { Id::BytesRead, "bytes_read", QT_TRANSLATE_NOOP("LayerColumns", "Read"), "B", ofCost<&Cost::bytesRead>, 0,
      QT_TRANSLATE_NOOP("LayerColumns", "Bytes that the operators read, each operator by itself."), "000.0 MB" },
    { Id::BytesWritten, "bytes_written", QT_TRANSLATE_NOOP("LayerColumns", "Written"), "B", ofCost<&Cost::bytesWritten>,
      0, QT_TRANSLATE_NOOP("LayerColumns", "Bytes that the operators write, each operator by itself."), "000.0 MB" },
    { Id::Macs, "macs", QT_TRANSLATE_NOOP("LayerColumns", "MACs"), "MAC", ofCost<&Cost::macs>, 0,
      QT_TRANSLATE_NOOP("LayerColumns", "Multiply-adds of matrix work: convolutions, linear layers, attention."),
      "000.0 GMAC" },
    { Id::Parameters, "parameters", QT_TRANSLATE_NOOP("LayerColumns", "Parameters"), "1", ofLayer<&Layer::parameters>,
      0, QT_TRANSLATE_NOOP("LayerColumns", "Elements of the module's parameters and all below it, tied ones once."),
      "000,000,000" },
    { Id::InputShapes, "input_shapes", QT_TRANSLATE_NOOP("LayerColumns", "Input shapes"), "",
      ofEither<&Layer::inputShapes, &Operator::inputShapes>, 0,
      QT_TRANSLATE_NOOP("LayerColumns", "Shapes of the tensors that go in."), "1x256x112x112", true },
    { Id::OutputShapes, "output_shapes", QT_TRANSLATE_NOOP("LayerColumns", "Output shapes"), "",
      ofEither<&Layer::outputShapes, &Operator::outputShapes>, 0,
      QT_TRANSLATE_NOOP("LayerColumns", "Shapes of the tensors that come out."), "1x256x112x112" },
    { Id::ElementType, "dtype", QT_TRANSLATE_NOOP("LayerColumns", "Element type"), "",
      [](const LayerRow &row) { return CellValue(name(row.point->dtype)); }, 0,
      QT_TRANSLATE_NOOP("LayerColumns", "Type of the numbers, which decides the roof that judges the layer."),
      "bfloat16 wide", true },
    { Id::Calls, "", QT_TRANSLATE_NOOP("LayerColumns", "Calls"), "1",
      [](const LayerRow &row) { return row.layer ? valueOf(row.calls) : CellValue(); }, 0,
      QT_TRANSLATE_NOOP("LayerColumns", "How often one run calls this module; each call has a row of its own."),
      "Calls 00", true },
    { Id::P95, "", QT_TRANSLATE_NOOP("LayerColumns", "p95"), "ns", percentile<95>, times,
      QT_TRANSLATE_NOOP("LayerColumns", "95 % of the runs took at most so long."), "000.0 ms" },
    { Id::Spread, "", QT_TRANSLATE_NOOP("LayerColumns", "Spread"), "1", spread, times,
      QT_TRANSLATE_NOOP(
          "LayerColumns",
          "From p10 to p90, as a part of the median: how steadily the layer runs. Of equal blocks: from the "
          "fastest of them to the slowest."),
      "000.0 % w" },

    // Not in the window.
    { Id::Call, "call", "", "1", ofLayer<&Layer::call> },
    { Id::Operators, "operators", "", "1", ofLayer<&Layer::operators> },
    { Id::Bytes, "", "", "B", [](const LayerRow &row) { return valueOf(row.point->cost.bytes()); } },
    { Id::BytesLowerBound, "bytes_lower_bound", "", "B", ofLayer<&Layer::bytesLowerBound> },
    { Id::Roof, "roof", "", "", [](const LayerRow &row) { return CellValue(row.roof); }, roofs },
    { Id::Attainable, "attainable_flop_per_second", "", "FLOP/s", ofVerdict<&Verdict::attainableFlopPerSecond>, roofs },
    { Id::Median, "latency_median_ns", "", "ns",
      [](const LayerRow &row) { return row.times ? CellValue(row.times->medianNs) : CellValue(); }, times },
    { Id::P10, "latency_p10_ns", "", "ns", percentile<10>, times },
    { Id::P90, "latency_p90_ns", "", "ns", percentile<90>, times },
    { Id::P99, "latency_p99_ns", "", "ns", percentile<99>, times },
    { Id::Samples, "samples", "", "1",
      [](const LayerRow &row) { return row.times ? valueOf(row.times->count) : CellValue(); }, times },
    { Id::AchievedBytes, "achieved_byte_per_second", "", "B/s", ofPoint<&RooflinePoint::achievedBytePerSecond>,
      times | here },
    { Id::FusedIntensity, "fused_arithmetic_intensity", "", "FLOP/B", ofPoint<&RooflinePoint::fusedIntensity> },
    { Id::TimeAtRoof, "time_at_roof_ns", "", "ns", ofPoint<&RooflinePoint::timeAtRoofNs>, roofs },
    { Id::Causes, "causes", "", "", [](const LayerRow &row) { return CellValue(row.causes); }, roofs },
});

constexpr bool standsInOrder()
{
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (static_cast<std::size_t>(columns[i].column) != i)
            return false;
    }
    return true;
}
static_assert(standsInOrder());

constexpr std::array<Id, 30> csvColumns = { Id::Layer,
                                            Id::Type,
                                            Id::Call,
                                            Id::Operators,
                                            Id::InputShapes,
                                            Id::OutputShapes,
                                            Id::ElementType,
                                            Id::Parameters,
                                            Id::Macs,
                                            Id::Flops,
                                            Id::BytesRead,
                                            Id::BytesWritten,
                                            Id::BytesLowerBound,
                                            Id::Intensity,
                                            Id::Roof,
                                            Id::Attainable,
                                            Id::Bound,
                                            Id::Median,
                                            Id::P10,
                                            Id::P90,
                                            Id::P99,
                                            Id::Samples,
                                            Id::Achieved,
                                            Id::AchievedBytes,
                                            Id::RoofFraction,
                                            Id::Share,
                                            Id::Gain,
                                            Id::FusedIntensity,
                                            Id::TimeAtRoof,
                                            Id::Causes };

/// A number as text for people.
std::string formatted(double value, std::string_view unit)
{
    if (unit == "ns")
        return formatDuration(value);
    return unit == "1" ? formatPercent(value) : formatQuantity(value, unit);
}

/// Work of operators that no formula covers is missing in it.
bool isWork(const LayerColumnFacts &facts)
{
    return facts.unit == "FLOP" || facts.unit == "MAC";
}

template<typename... Functions> struct Overloaded : Functions... {
    using Functions::operator()...;
};
template<typename... Functions> Overloaded(Functions...) -> Overloaded<Functions...>;

} // namespace

LayerRow rowOf(const RooflinePoint &point, const Session &session)
{
    const Verdict &verdict = point.verdict;
    LayerRow row { .point = &point };
    if (verdict.roof && session.peaks && *verdict.roof < session.peaks->roofs.size())
        row.roof = session.peaks->roofs[*verdict.roof].name;
    const auto add = [&row](auto cause) { row.causes += (row.causes.empty() ? "" : " ") + std::string(name(cause)); };
    std::ranges::for_each(verdict.aboveRoofCauses, add);
    std::ranges::for_each(verdict.underutilizedCauses, add);
    return row;
}

const LayerColumnFacts &factsOf(LayerColumn column)
{
    return columns[static_cast<std::size_t>(column)];
}

bool isNumeric(LayerColumn column)
{
    return !factsOf(column).unit.empty();
}

std::string layerCsvCell(const LayerRow &row, LayerColumn column)
{
    return std::visit(Overloaded { [](std::monostate) { return std::string(); },
                                   [](std::string_view text) { return std::string(text); },
                                   [](const std::vector<Shape> *shapes) { return shapesCell(*shapes); },
                                   [](auto number) { return numberCell(number); } },
                      factsOf(column).value(row));
}

std::string layerText(const LayerRow &row, LayerColumn column)
{
    const LayerColumnFacts &facts = factsOf(column);
    const auto count = [&](std::int64_t number) {
        return facts.unit == "1" ? formatCount(number)
                                 : formatWork(number, facts.unit, row.point->known || !isWork(facts));
    };
    return std::visit(Overloaded { [](std::monostate) { return std::string(); },
                                   [](std::string_view text) { return std::string(text); },
                                   [](const std::vector<Shape> *shapes) { return formatShapes(*shapes); },
                                   [&](double number) { return formatted(number, facts.unit); }, count },
                      facts.value(row));
}

std::optional<double> layerNumber(const LayerRow &row, LayerColumn column)
{
    const LayerColumnFacts &facts = factsOf(column);
    const CellValue value = facts.value(row);
    if (const auto *number = std::get_if<double>(&value))
        return *number;
    const auto *number = std::get_if<std::int64_t>(&value);
    const bool unknown = number && *number == 0 && isWork(facts) && !row.point->known;
    return number && !unknown ? std::optional(static_cast<double>(*number)) : std::nullopt;
}

std::span<const LayerColumn> layerCsvColumns()
{
    return csvColumns;
}

} // namespace ridgepoint
