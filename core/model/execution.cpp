// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/execution.h"

#include "core/base/text.h"

namespace rooflight {

std::optional<DType> dtypeOf(ModelPrecision precision)
{
    switch (precision) {
    case ModelPrecision::AsLoaded:
        break;
    case ModelPrecision::Float32:
        return DType::Float32;
    case ModelPrecision::Float16:
        return DType::Float16;
    case ModelPrecision::BFloat16:
        return DType::BFloat16;
    }
    return std::nullopt;
}

std::string executionText(const Execution &execution)
{
    std::string text;
    const auto add = [&text](const std::string &choice) { text += (text.empty() ? "" : ", ") + choice; };
    if (!execution.method.empty())
        add(execution.method + "()");
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

} // namespace rooflight
