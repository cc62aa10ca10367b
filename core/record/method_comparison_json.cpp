// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_bodies.h"

namespace ridgepoint {

static void to_json(OutJson &json, const MethodTiming &timing)
{
    json["method"] = timing.method;
    json["unavailable"] = timing.unavailable;
    append(json, timing.samples);
    json["statistics_without_warmup"] = timing.withoutWarmup;
    json["bias_ns"] = timing.biasNs;
    json["bias"] = timing.bias;
    json["first_calls_bias"] = timing.firstCallsBias;
}

static void from_json(const InJson &json, MethodTiming &timing)
{
    read(json, "method", timing.method);
    read(json, "unavailable", timing.unavailable);
    from_json(json, timing.samples);
    read(json, "statistics_without_warmup", timing.withoutWarmup);
    read(json, "bias_ns", timing.biasNs);
    read(json, "bias", timing.bias);
    read(json, "first_calls_bias", timing.firstCallsBias);
}

static void to_json(OutJson &json, const MethodFinding &finding)
{
    json = { { "code", finding.code }, { "method", finding.method }, { "text", finding.text } };
}

static void from_json(const InJson &json, MethodFinding &finding)
{
    read(json, "code", finding.code);
    read(json, "method", finding.method);
    read(json, "text", finding.text);
}

void to_json(OutJson &json, const MethodComparison &comparison)
{
    json["device"] = comparison.device;
    append(json, comparison.execution);
    json["batch"] = comparison.batch;
    json["reference"] = comparison.reference;
    json["methods"] = comparison.methods;
    json["findings"] = comparison.findings;
    json["partial"] = comparison.partial;
    json["conditions"] = orNull(comparison.conditions);
}

void from_json(const InJson &json, MethodComparison &comparison)
{
    read(json, "device", comparison.device);
    from_json(json, comparison.execution);
    read(json, "batch", comparison.batch);
    read(json, "reference", comparison.reference);
    read(json, "methods", comparison.methods);
    read(json, "findings", comparison.findings);
    read(json, "partial", comparison.partial);
    read(json, "conditions", comparison.conditions);
}

} // namespace ridgepoint
