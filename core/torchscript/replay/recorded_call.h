// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/import/profiler_trace.h"
#include "core/torchscript/profile/operator_catalog.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// Makes the tensor of a shape, strides and type that an argument of this name takes.
using TensorSource = std::function<at::Tensor(const std::string &argument, const TensorInfo &info,
                                              const std::vector<std::int64_t> &strides)>;

/// The type of a tensor that the profiler records as "float", "c10::Half", "long int"; Unknown for what is none.
[[nodiscard]] DType recordedType(std::string_view name);

/// A recorded call with arguments that the operator can be called with again.
struct RebuiltCall {
    c10::OperatorHandle handle;
    std::vector<c10::IValue> arguments;
};

/// The first overload of an operator that the recorded arguments fit. Devices are "meta": nothing is computed when it
/// is called. `nullopt` if the operator is not registered, or if an argument that it needs was not recorded
/// (lists of optional tensors, objects, text that its shapes or work depend on).
[[nodiscard]] std::optional<RebuiltCall> rebuiltCall(const std::string &operatorName,
                                                     const std::vector<RecordedArgument> &arguments,
                                                     const TensorSource &tensors);

/// Facts of any overload of an operator; `nullopt` if it is not registered.
[[nodiscard]] std::optional<OperatorFacts> factsNamed(const std::string &operatorName,
                                                      const OperatorCatalog &operators);

} // namespace rooflight
