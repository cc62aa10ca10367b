// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/operator_risk.h"

#include <string_view>
#include <vector>

namespace rooflight {

/// Operators that a file may call without trust, by what they do. Names are without the underscore of the in-place twin
/// and are separated by spaces.
struct OperatorGroup {
    std::string_view title;
    std::string_view names;
};

/// All operators that keep within their tensors: whatever sizes, strides and indices they are given, they work inside
/// of the memory of their tensors or refuse. In the last group Rooflight compares them, see operator_guards.h.
[[nodiscard]] const std::vector<OperatorGroup> &knownOperators();

/// Operators of LibTorch that ask for trust. A name may hold "*", which stands for any characters.
struct RefusedOperators {
    OperatorRisk risk;
    std::string_view patterns; ///< separated by spaces
};

/// The first row that fits counts, for the in-place twin too.
[[nodiscard]] const std::vector<RefusedOperators> &refusedOperators();

/// Whether the operators of a namespace are judged: those of LibTorch and torchvision, which need no --library. Others
/// come from a library that the user names, and are the user's word.
[[nodiscard]] bool isJudged(std::string_view nameSpace);

/// Whether LibTorch itself brings the namespace.
[[nodiscard]] bool isOfLibTorch(std::string_view nameSpace);

/// The risk of calling an operator such as "aten::add_"; None for those that are known, Unlisted for those on neither
/// list.
[[nodiscard]] OperatorRisk riskOf(std::string_view operation);

/// The risk of an argument that is given by name: Result for those that only overloads with a tensor for the result
/// have. aten::div may have one: torch.nn.functional.normalize() gives it.
[[nodiscard]] OperatorRisk riskOfArgument(std::string_view operation, std::string_view name);

/// The risk of an overload such as "out".
[[nodiscard]] OperatorRisk riskOfOverload(std::string_view operation, std::string_view overload);

} // namespace rooflight
