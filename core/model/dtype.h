// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <string_view>

namespace rooflight {

/// Element type of a tensor, named as PyTorch names it.
enum class DType : std::uint8_t {
    Unknown,
    Bool,
    UInt8,
    Int8,
    Int16,
    Int32,
    Int64,
    Float16,
    BFloat16,
    Float32,
    Float64,
    Complex64,
    Complex128,
    QInt8,
    QUInt8,
    QInt32,
    Float8E4M3,
    Float8E5M2,
    UInt16,
    UInt32,
    UInt64,
    Complex32,
    Float8E4M3Fnuz,
    Float8E5M2Fnuz,
    Float8E8M0Fnu,
    Float4E2M1x2,
    QUInt4x2,
    QUInt2x4,
    Bits1x8,
    Bits2x4,
    Bits4x2,
    Bits8,
    Bits16,
    UInt1,
    UInt2,
    UInt3,
    UInt4,
    UInt5,
    UInt6,
    UInt7,
    Int1,
    Int2,
    Int3,
    Int4,
    Int5,
    Int6,
    Int7,
};

/// PyTorch's name without the "torch." prefix, for example "float32"; "unknown" for DType::Unknown.
[[nodiscard]] std::string_view name(DType dtype);

/// Inverse of name(); DType::Unknown when the text names no type.
[[nodiscard]] DType dtypeFromName(std::string_view text);

/// Bytes of one element, as PyTorch counts them: types below a byte have one; 0 for DType::Unknown.
[[nodiscard]] std::int64_t itemSize(DType dtype);

[[nodiscard]] bool isFloatingPoint(DType dtype);

} // namespace rooflight
