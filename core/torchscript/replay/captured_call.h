// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/execution.h"
#include "core/results/explanation/called_operator.h"
#include "core/torchscript/load/loaded_model.h"
#include "core/torchscript/profile/operator_catalog.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/ivalue.h>
#include <c10/util/ArrayRef.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace rooflight {

/// A call of an operator in a run, kept with its arguments, so that it can be made again, alone.
struct CapturedCall {
    std::int64_t position = 0; ///< among the operators of the run, as in Analysis::operators
    c10::OperatorHandle handle;
    std::vector<c10::IValue> arguments; ///< those of the run; of what the operator writes a copy from before
    std::vector<bool> written; ///< by the operator, one an argument
    std::optional<Tf32> tf32 = std::nullopt; ///< what holds while it runs; absent: what holds anyway

    /// "aten::relu", without overload.
    [[nodiscard]] const std::string &name() const { return handle.operator_name().name; }

    /// Makes the call in inference mode and drops what it returns. Throws what LibTorch throws.
    void run() const;

    /// Makes it and gives what it returns. Throws what LibTorch throws.
    [[nodiscard]] std::vector<c10::IValue> results() const;
};

/// A call that begins, with the arguments that the run gives it. `nullopt` if the operator is not registered, or has
/// other arguments than its schema.
[[nodiscard]] std::optional<CapturedCall> capturedCall(std::int64_t position, const OperatorFacts &facts,
                                                       c10::ArrayRef<const c10::IValue> inputs);

/// Runs the model once and keeps the calls at these positions. \p model must be loaded with Executor::Unoptimized, and
/// \p operators be those of its analysis. Errors: those of a run; ModelFailed if the run has no such call.
[[nodiscard]] Result<std::vector<CapturedCall>> captureCalls(LoadedModel &model, const std::vector<c10::IValue> &inputs,
                                                             OperatorCatalog &operators,
                                                             const std::set<std::int64_t> &positions);

/// Equal for two calls of one operator whose tensors have the same sizes, strides and types and whose other arguments
/// are the same: they do the same work, but for what the numbers in their tensors decide.
[[nodiscard]] std::string callKey(const OperatorFacts &facts, c10::ArrayRef<const c10::IValue> inputs);

/// What the call was made with, so that it can be made again with other data. Reads the data of tensors for their
/// range; nothing if LibTorch cannot, for example for lack of memory.
[[nodiscard]] std::optional<CalledOperator> describedCall(const CapturedCall &call);

} // namespace rooflight
