// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/model/conditions.h"
#include "core/model/energy.h"
#include "core/model/paired_trials.h"
#include "core/model/request_options.h"
#include "core/record/json_reader.h"
#include "core/record/json_writer.h"
#include "core/results/analysis/analysis.h"
#include "core/results/result_traits.h"

namespace rooflight {

// A field list names each key of a struct once, for JsonWriter and JsonReader alike, in the order in which the keys are
// written. The JSON Schemas of docs/reference/schema describe the keys.

/// A struct, or the same struct for reading only.
template<typename T, typename Struct>
concept Is = std::same_as<std::remove_const_t<T>, Struct>;

template<> inline constexpr auto fromName<DType> = dtypeFromName;

/// What every line has, whoever wrote it.
void lineFields(auto &archive, auto &type, auto &request)
{
    archive("type", type);
    archive("request", request);
}

void fields(auto &archive, Is<TextParts> auto &parts)
{
    archive("pattern", parts.pattern);
    archive("arguments", parts.arguments);
}

void fields(auto &archive, Is<ComposedText> auto &text)
{
    archive("text", text.text);
    archive.unlessEmpty("parts", text.parts);
}

/// Its English, which every reader knows, and its parts under a key of their own.
void composedTextFields(auto &archive, std::string_view key, std::string_view partsKey, Is<ComposedText> auto &text)
{
    archive(key, text.text);
    archive.unlessEmpty(partsKey, text.parts);
}

void fields(auto &archive, Is<Device> auto &device)
{
    archive("kind", device.kind);
    archive("index", device.index);
    archive("name", device.name);
    archive("uuid", device.uuid);
    archive("driver", device.driver);
    archive("threads", device.threads);
}

template<PlainResult Body> void fields(auto &archive, Body &result)
{
    archive("device", result.device);
    for (const auto &number : ResultTraits<std::remove_const_t<Body>>::numbers)
        archive(number.key, result.*number.value);
}

void fields(auto &archive, Is<ModelIdentity> auto &model)
{
    archive("path", model.path);
    archive("sha256", model.sha256);
    archive.unlessEmpty("contents_sha256", model.contentsSha256);
    archive("form", model.form);
    archive("parameters", model.parameters);
    archive("parameter_bytes", model.parameterBytes);
    archive("buffers_bytes", model.bufferBytes);
    archive.unlessEmpty("training_mode", model.trainingMode);
    archive.unlessEmpty("changes_inputs", model.changesInputs);
}

void fields(auto &archive, Is<TensorInfo> auto &tensor)
{
    archive("shape", tensor.shape);
    archive("dtype", tensor.dtype);
}

/// An option of a request, or what a result says of it.
void optionField(auto &archive, const OptionFacts &option, auto &value)
{
    if (option.isSentIfSet)
        archive.unlessEmpty(option.key, value);
    else
        archive(option.key, value);
}

void fields(auto &archive, Is<Execution> auto &execution)
{
    forEachOption(executionOptions,
                  [&](const auto &option) { optionField(archive, option, option.ofPart(execution)); });
}

void fields(auto &archive, Is<TrialControl> auto &control)
{
    archive("ratio", control.ratio);
    archive("interval", control.interval);
    archive("rounds", control.rounds);
    archive("other_load", control.otherLoad);
}

void fields(auto &archive, Is<ConditionRange> auto &range)
{
    archive("min", range.least);
    archive("median", range.median);
    archive("max", range.greatest);
}

void fields(auto &archive, Is<Conditions> auto &conditions)
{
    archive("readings", conditions.readings);
    archive("clock_hz", conditions.clockHz);
    archive("memory_clock_hz", conditions.memoryClockHz);
    archive("power_watts", conditions.powerWatts);
    archive("temperature_celsius", conditions.temperatureCelsius);
    archive("throttle_reasons", conditions.throttleReasons);
    archive.unlessEmpty("stolen_share", conditions.stolenShare);
    archive.unlessEmpty("throttled_share", conditions.throttledShare);
}

void fields(auto &archive, Is<EnergyUse> auto &energy)
{
    archive("joules_per_run", energy.joulesPerRun);
    archive("interval", energy.interval);
    archive("idle_watts", energy.idleWatts);
    archive("source", energy.source);
    composedTextFields(archive, "reason", "reason_parts", energy.reason);
}

} // namespace rooflight
