// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/count.h"
#include "core/cost/call/operator_call.h"

#include <functional>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace rooflight {

/// The tensor that goes by one of these names, or nullptr. Kernels of one operator call their first argument "input",
/// "self" or "qx".
[[nodiscard]] const TensorValue *tensorNamed(const OperatorCall &call, std::initializer_list<std::string_view> names);

/// The first argument that is a tensor, or nullptr: what an operator of one operand works on.
[[nodiscard]] const TensorValue *firstTensor(const OperatorCall &call);

/// Tensors of a list argument; of a single tensor a list of one.
[[nodiscard]] std::vector<TensorValue> tensorsNamed(const OperatorCall &call, std::string_view argumentName);

/// The first output, or nullptr.
[[nodiscard]] const TensorValue *firstOutput(const OperatorCall &call);

/// What a call of aten::topk along its last dimension chose; `nullopt` for other calls.
[[nodiscard]] std::optional<RowChoice> choiceOf(const OperatorCall &call);

/// True for every tensor but the empty place of one that was not given.
[[nodiscard]] bool isDefined(const TensorValue &tensor);

[[nodiscard]] std::optional<bool> booleanNamed(const OperatorCall &call, std::string_view argumentName);
/// The argument "train" or "training"; true when the call does not say.
[[nodiscard]] bool isTraining(const OperatorCall &call);
[[nodiscard]] std::optional<std::int64_t> integerNamed(const OperatorCall &call, std::string_view argumentName);

/// A list of \p rank integers; a single one stands for all. `nullopt` if the argument is absent, empty or of
/// another length.
[[nodiscard]] std::optional<std::vector<std::int64_t>> integersNamed(const OperatorCall &call,
                                                                     std::string_view argumentName, std::size_t rank);

/// Calls \p use for every defined tensor among the arguments, those in lists included.
void forEachArgumentTensor(const OperatorCall &call,
                           const std::function<void(const Argument &, const TensorValue &)> &use);

/// Elements by shape: 0 with an empty dimension, 1 for a scalar tensor. Of sparse and nested tensors those stored.
[[nodiscard]] Count elementsOf(const TensorValue &tensor);
[[nodiscard]] Count elementsOf(const Shape &shape);

/// True for sparse and nested tensors.
[[nodiscard]] bool isPartlyStored(const TensorValue &tensor);

/// Size of a dimension; negative ones count from the end. `nullopt` if there is no such dimension.
[[nodiscard]] std::optional<Count> dimensionOf(const TensorValue &tensor, std::int64_t dimension);

/// Number of spatial dimensions in an operator's name ("aten::avg_pool2d": 2); 0 if it names none.
[[nodiscard]] std::size_t spatialRankOf(std::string_view operatorName);

/// "add" for "aten::add_": namespace and the mark of the in-place twin removed.
[[nodiscard]] std::string_view bareName(std::string_view operatorName);

} // namespace rooflight
