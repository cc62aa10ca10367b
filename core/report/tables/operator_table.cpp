// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/operator_table.h"

#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/csv.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"
#include "core/report/tables/layer_table.h"

#include <vector>

namespace rooflight {

namespace {

/// Null if the operator names no layer.
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
    const std::string path = layerName(layer->path, layer->type);
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
    const std::vector<FactId> ids = tableFacts(session, ItemId::Kind::Operator);
    std::vector<Cells> rows;
    for (const ItemRow &row : layerRowsOf(judged, ItemId::Kind::Operator)) {
        Cells cells = { { QT_TRANSLATE_NOOP("Page", "Operator"), row.name },
                        { factTitle(FactId::Layer), labelOf(layerOf(session, *row.op)), 1 },
                        { QT_TRANSLATE_NOOP("Page", "Family"), translatedName(row.op->family), 6 } };
        for (const FactId id : ids)
            cells.push_back(tableCell(row, id));
        rows.push_back(std::move(cells));
    }
    TableContent table = tableOf(std::move(rows));
    table.id = "operators";
    return table;
}

std::string operatorsToCsv(const JudgedSession &judged)
{
    const Session &session = judged.session();
    std::vector<FactId> ids = csvFacts(session, ItemId::Kind::Operator);
    std::erase(ids, FactId::ElementType); // which follows the name
    std::vector<std::string> header = { "operator", "name", "layer", "call", "dtype", "family" };
    for (const FactId id : ids)
        header.emplace_back(factOf(id).key);
    const bool hasStopped = session.analysis && session.analysis->totals.cost.isAtLeast();
    if (hasStopped)
        header.emplace_back("at_least");
    std::vector<std::vector<std::string>> rows;
    for (const ItemRow &row : layerRowsOf(judged, ItemId::Kind::Operator)) {
        const Layer *layer = layerOf(session, *row.op);
        std::vector<std::string> &cells =
            rows.emplace_back(std::vector { numberCell(row.op->id), row.op->name, layer ? layer->path : std::string(),
                                            numberCell(layer ? layer->call : 0), factCsv(row, FactId::ElementType),
                                            std::string(name(row.op->family)) });
        for (const FactId id : ids)
            cells.push_back(factCsv(row, id));
        if (hasStopped)
            cells.emplace_back(row.op->cost.isAtLeast() ? "true" : "false");
    }
    return toCsv(header, rows);
}

} // namespace rooflight
