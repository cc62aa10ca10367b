// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/analysis/fields.h"

namespace rooflight {

void requireSound(const Analysis &analysis)
{
    const auto layerCount = static_cast<std::int64_t>(analysis.layers.size());
    for (std::int64_t position = 0; position < layerCount; ++position) {
        const Layer &layer = analysis.layers[static_cast<std::size_t>(position)];
        if (layer.id != position)
            throw FormatError("differs from the layer's position", "layers.id");
        if (layer.parent < -1 || layer.parent >= position)
            throw FormatError("names no layer that comes before", "layers.parent");
    }
    for (std::size_t position = 0; position < analysis.operators.size(); ++position) {
        const Operator &op = analysis.operators[position];
        if (op.id != static_cast<std::int64_t>(position))
            throw FormatError("differs from the operator's position", "operators.id");
        if (op.layer < 0 || op.layer >= layerCount)
            throw FormatError("names no layer", "operators.layer");
        for (const std::int64_t source : op.sources) {
            if (source < 0 || source >= op.id)
                throw FormatError("names no operator that comes before", "operators.sources");
        }
    }
    for (const TorchstatRow &row : analysis.torchstat) {
        if (row.layer < 0 || row.layer >= layerCount)
            throw FormatError("names no layer", "torchstat.layer");
    }
}

} // namespace rooflight
