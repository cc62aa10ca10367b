// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/sample_fields.h"
#include "core/results/interleaved/interleaved.h"

namespace rooflight {

template<typename Part>
requires Is<Part, LatencyVariant>
void fields(auto &archive, const PartOfRuns<Part> &runs)
{
    auto &variant = runs.part;
    archive("model", variant.model);
    fields(archive, variant.execution);
    archive("block", variant.block);
    archive("ratio", variant.ratio);
    archive("ratio_interval", variant.ratioInterval);
    archive("verdict", variant.verdict);
    fields(archive, partsOfRuns(runs.batch)(variant.samples));
}

void fields(auto &archive, Is<InterleavedLatency> auto &interleaved)
{
    archive("device", interleaved.device);
    archive("batch", interleaved.batch);
    archive.each("variants", interleaved.variants, partsOfRuns(interleaved.batch));
    archive.unlessEmpty("control", interleaved.control);
    archive("partial", interleaved.partial);
    archive("conditions", interleaved.conditions);
}

} // namespace rooflight
