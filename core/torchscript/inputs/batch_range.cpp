// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/inputs/batch_dimension.h"

#include <algorithm>

namespace rooflight {

namespace {

void narrow(BatchRange &range, const ExportRange &allowed)
{
    range.smallest = std::max(range.smallest, allowed.minimum.value_or(1));
    if (allowed.maximum)
        range.largest = std::min(range.largest.value_or(*allowed.maximum), *allowed.maximum);
}

/// What the size of a dimension may be; `nullopt` for an expression of several symbols.
std::optional<ExportRange> rangeOf(const SizeExpression &size, const ExportedProgram &program)
{
    if (const std::optional<std::int64_t> number = size.number())
        return ExportRange { number, number };
    const auto found = program.ranges.find(std::string(size.symbol()));
    return found == program.ranges.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

BatchRange batchRange(const LoadedModel &model, const BatchDimension &batch)
{
    BatchRange range;
    const LoadedExport *const exported = model.exported();
    if (exported == nullptr)
        return range;
    const ExportedProgram &program = *exported->program;
    for (std::size_t i = 0; i < std::min(batch.places.size(), exported->arguments.size()); ++i) {
        if (batch.places[i].kind != BatchPlace::Kind::Dimension)
            continue;
        const auto dimension = static_cast<std::size_t>(batch.places[i].dimension);
        exported->arguments[i].forEachLeaf([&](const ExportArgument &leaf, const std::string &) {
            const auto tensor = program.graph.tensors.find(program.inputs[leaf.input].name);
            if (tensor == program.graph.tensors.end() || dimension >= tensor->second.sizes.size())
                return;
            if (const auto allowed = rangeOf(tensor->second.sizes[dimension], program))
                narrow(range, *allowed);
        });
    }
    return range;
}

} // namespace rooflight
