// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"

#include <cstdint>
#include <string_view>

namespace rooflight {

/// Why a call in a file asks for trust.
enum class OperatorRisk : std::uint8_t {
    None, ///< it keeps within its tensors
    Files,
    Storage,
    Indices,
    Shapes,
    Internals,
    Process,
    Training,
    Compiler,
    Hardware,
    Result, ///< an overload that is given the tensor for its result
    Cast, ///< to a class or tuple that the file does not declare the value to be
    Disguise, ///< written as PyTorch never writes it, so that what is called cannot be determined
    Unlisted, ///< on neither list
};

template<>
inline constexpr auto enumNames<OperatorRisk> = EnumNames<OperatorRisk, 14> { {
    { OperatorRisk::None, "none" },
    { OperatorRisk::Files, "files" },
    { OperatorRisk::Storage, "storage" },
    { OperatorRisk::Indices, "indices" },
    { OperatorRisk::Shapes, "shapes" },
    { OperatorRisk::Internals, "internals" },
    { OperatorRisk::Process, "process" },
    { OperatorRisk::Training, "training" },
    { OperatorRisk::Compiler, "compiler" },
    { OperatorRisk::Hardware, "hardware" },
    { OperatorRisk::Result, "result" },
    { OperatorRisk::Cast, "cast" },
    { OperatorRisk::Disguise, "disguise" },
    { OperatorRisk::Unlisted, "unlisted" },
} };

/// What a call of such an operator does, as the end of a sentence: "reads or writes files".
[[nodiscard]] std::string_view reasonOf(OperatorRisk risk);

} // namespace rooflight
