// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/sweep/fields.h"

namespace rooflight {

void requireSound(const BatchSweep &sweep)
{
    for (std::size_t i = 0; i < sweep.layers.size(); ++i) {
        const SweptLayer &layer = sweep.layers[i];
        if (layer.id != static_cast<std::int64_t>(i) || layer.parent < -1 || layer.parent >= layer.id)
            throw FormatError("are not in order", "swept_layers");
    }
    for (const SizePoint &point : sweep.sizes) {
        for (const LayerAtSize &layer : point.layers) {
            if (layer.id < 0 || layer.id >= static_cast<std::int64_t>(sweep.layers.size()))
                throw FormatError("names a layer that the sweep does not have", "points");
        }
    }
}

} // namespace rooflight
