// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/sample_fields.h"
#include "core/results/methods/methods.h"

namespace rooflight {

template<typename Part>
requires Is<Part, MethodTiming>
void fields(auto &archive, const PartOfRuns<Part> &runs)
{
    auto &timing = runs.part;
    archive("method", timing.method);
    archive("unavailable", timing.unavailable);
    fields(archive, partsOfRuns(runs.batch)(timing.samples));
    archive("statistics_without_warmup", timing.withoutWarmup);
    archive("bias_ns", timing.biasNs);
    archive("bias", timing.bias);
    archive("first_calls_bias", timing.firstCallsBias);
}

void fields(auto &archive, Is<MethodFinding> auto &finding)
{
    archive("code", finding.code);
    archive("method", finding.method);
    archive("text", finding.text);
}

void fields(auto &archive, Is<MethodComparison> auto &comparison)
{
    archive("device", comparison.device);
    fields(archive, comparison.execution);
    archive("batch", comparison.batch);
    archive("reference", comparison.reference);
    archive.each("methods", comparison.methods, partsOfRuns(comparison.batch));
    archive("findings", comparison.findings);
    archive("partial", comparison.partial);
    archive("conditions", comparison.conditions);
}

} // namespace rooflight
