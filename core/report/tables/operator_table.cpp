// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/operator_table.h"

#include "core/report/format/csv.h"
#include "core/report/format/language.h"
#include "core/report/format/translation_mark.h"
#include "core/report/tables/layer_columns.h"
#include "core/report/tables/layer_table.h"
#include "core/report/tables/translated_names.h"

#include <algorithm>
#include <array>

namespace ridgepoint {

namespace {

/// Columns of the layer table that operators have under another header, or not at all.
constexpr std::array withoutOperators = { LayerColumn::Layer,          LayerColumn::Type,
                                          LayerColumn::Call,           LayerColumn::Operators,
                                          LayerColumn::Parameters,     LayerColumn::BytesLowerBound,
                                          LayerColumn::FusedIntensity, LayerColumn::ElementType };

/// Null where the operator names no layer.
const Layer *layerOf(const Session &session, const Operator &op)
{
    const std::vector<Layer> &layers = session.analysis->layers;
    const bool exists = op.layer >= 0 && static_cast<std::size_t>(op.layer) < layers.size();
    return exists ? &layers[static_cast<std::size_t>(op.layer)] : nullptr;
}

std::string labelOf(const Layer *layer)
{
    if (!layer)
        return {};
    const std::string &path = layer->path.empty() ? layer->type : layer->path;
    return layer->call > 0
        ? translated(QT_TRANSLATE_NOOP("Page", "%1 (call %2)"), path, std::to_string(layer->call + 1))
        : path;
}

} // namespace

TableContent operatorContent(const JudgedSession &judged)
{
    const Session &session = judged.session();
    if (!session.analysis)
        return {};
    const std::vector<LayerTextColumn> measures = operatorTextColumns(session);
    std::vector<Cells> rows;
    for (const LayerRow &row : layerRowsOf(judged, ItemId::Kind::Operator)) {
        Cells cells = { { "Operator", row.name },
                        { "Layer", labelOf(layerOf(session, *row.op)), 1 },
                        { "Family", translatedName(name(row.op->family)), 6 } };
        for (const LayerTextColumn &column : measures)
            cells.push_back({ column.title, layerTextCell(row, column.column), column.rank, isNumeric(column.column) });
        rows.push_back(std::move(cells));
    }
    TableContent table = tableOf(std::move(rows));
    table.id = "operators";
    return table;
}

std::string operatorsToCsv(const JudgedSession &judged)
{
    const Session &session = judged.session();
    const bool measured = session.peaks || session.layers;
    std::vector<LayerColumn> columns;
    std::vector<std::string> header = { "operator", "name", "layer", "call", "dtype", "family" };
    for (const LayerColumn column : layerCsvColumns()) {
        const bool has = std::ranges::find(withoutOperators, column) == withoutOperators.end();
        if (has && (measured || factsOf(column).needs == 0)) {
            columns.push_back(column);
            header.emplace_back(factsOf(column).csv);
        }
    }
    std::vector<std::vector<std::string>> rows;
    for (const LayerRow &row : layerRowsOf(judged, ItemId::Kind::Operator)) {
        const Layer *layer = layerOf(session, *row.op);
        std::vector<std::string> &cells = rows.emplace_back(
            std::vector { numberCell(row.op->id), row.op->name, layer ? layer->path : std::string(),
                          numberCell(layer ? layer->call : 0), layerCsvCell(row, LayerColumn::ElementType),
                          std::string(name(row.op->family)) });
        for (const LayerColumn column : columns)
            cells.push_back(layerCsvCell(row, column));
    }
    return toCsv(header, rows);
}

} // namespace ridgepoint
