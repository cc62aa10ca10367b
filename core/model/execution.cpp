// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/execution.h"

#include "core/base/enum_names.h"
#include "core/base/text.h"

namespace ridgepoint {

namespace {

constexpr EnumNames<Executor, 4> executorNames = { {
    { Executor::AsLoaded, "as_loaded" },
    { Executor::Unoptimized, "unoptimized" },
    { Executor::Frozen, "frozen" },
    { Executor::OptimizedForInference, "optimized_for_inference" },
} };

constexpr EnumNames<ModelPrecision, 4> precisionNames = { {
    { ModelPrecision::AsLoaded, "as_loaded" },
    { ModelPrecision::Float32, "float32" },
    { ModelPrecision::Float16, "float16" },
    { ModelPrecision::BFloat16, "bfloat16" },
} };

constexpr EnumNames<MemoryFormat, 2> formatNames = { {
    { MemoryFormat::AsLoaded, "as_loaded" },
    { MemoryFormat::ChannelsLast, "channels_last" },
} };

constexpr EnumNames<Tf32, 3> tf32Names = { {
    { Tf32::Default, "default" },
    { Tf32::Allowed, "allowed" },
    { Tf32::Forbidden, "forbidden" },
} };

constexpr EnumNames<Caches, 2> cachesNames = { {
    { Caches::Warm, "warm" },
    { Caches::Cold, "cold" },
} };

} // namespace

std::string_view name(Executor executor)
{
    return nameIn(executorNames, executor);
}

std::string_view name(ModelPrecision precision)
{
    return nameIn(precisionNames, precision);
}

std::string_view name(MemoryFormat format)
{
    return nameIn(formatNames, format);
}

std::string_view name(Tf32 tf32)
{
    return nameIn(tf32Names, tf32);
}

std::string_view name(Caches caches)
{
    return nameIn(cachesNames, caches);
}

std::optional<Executor> executorFromName(std::string_view text)
{
    return valueIn(executorNames, text);
}

std::optional<ModelPrecision> precisionFromName(std::string_view text)
{
    return valueIn(precisionNames, text);
}

std::optional<MemoryFormat> memoryFormatFromName(std::string_view text)
{
    return valueIn(formatNames, text);
}

std::optional<Tf32> tf32FromName(std::string_view text)
{
    return valueIn(tf32Names, text);
}

std::optional<Caches> cachesFromName(std::string_view text)
{
    return valueIn(cachesNames, text);
}

std::string executionText(const Execution &execution)
{
    std::string text;
    const auto add = [&text](const std::string &choice) { text += (text.empty() ? "" : ", ") + choice; };
    if (execution.executor != Executor::AsLoaded)
        add(spelled(name(execution.executor)));
    if (execution.precision != ModelPrecision::AsLoaded)
        add(std::string(name(execution.precision)));
    if (execution.memoryFormat != MemoryFormat::AsLoaded)
        add(spelled(name(execution.memoryFormat)));
    if (execution.tf32 != Tf32::Default)
        add("TF32 " + std::string(name(execution.tf32)));
    if (execution.caches != Caches::Warm)
        add(std::string(name(execution.caches)) + " caches");
    return text.empty() ? "as loaded" : text;
}

} // namespace ridgepoint
