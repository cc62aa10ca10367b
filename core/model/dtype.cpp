// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/dtype.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

struct DTypeFacts {
    DType dtype;
    std::string_view name;
    std::int64_t itemSize;
    bool floatingPoint;
};

constexpr std::array facts = {
    DTypeFacts { DType::Unknown, "unknown", 0, false },
    DTypeFacts { DType::Bool, "bool", 1, false },
    DTypeFacts { DType::UInt8, "uint8", 1, false },
    DTypeFacts { DType::Int8, "int8", 1, false },
    DTypeFacts { DType::Int16, "int16", 2, false },
    DTypeFacts { DType::Int32, "int32", 4, false },
    DTypeFacts { DType::Int64, "int64", 8, false },
    DTypeFacts { DType::Float16, "float16", 2, true },
    DTypeFacts { DType::BFloat16, "bfloat16", 2, true },
    DTypeFacts { DType::Float32, "float32", 4, true },
    DTypeFacts { DType::Float64, "float64", 8, true },
    DTypeFacts { DType::Complex64, "complex64", 8, false },
    DTypeFacts { DType::Complex128, "complex128", 16, false },
    DTypeFacts { DType::QInt8, "qint8", 1, false },
    DTypeFacts { DType::QUInt8, "quint8", 1, false },
    DTypeFacts { DType::QInt32, "qint32", 4, false },
    DTypeFacts { DType::Float8E4M3, "float8_e4m3fn", 1, true },
    DTypeFacts { DType::Float8E5M2, "float8_e5m2", 1, true },
    DTypeFacts { DType::UInt16, "uint16", 2, false },
    DTypeFacts { DType::UInt32, "uint32", 4, false },
    DTypeFacts { DType::UInt64, "uint64", 8, false },
    DTypeFacts { DType::Complex32, "complex32", 4, false },
    DTypeFacts { DType::Float8E4M3Fnuz, "float8_e4m3fnuz", 1, true },
    DTypeFacts { DType::Float8E5M2Fnuz, "float8_e5m2fnuz", 1, true },
    DTypeFacts { DType::Float8E8M0Fnu, "float8_e8m0fnu", 1, true },
    DTypeFacts { DType::Float4E2M1x2, "float4_e2m1fn_x2", 1, true },
    DTypeFacts { DType::QUInt4x2, "quint4x2", 1, false },
    DTypeFacts { DType::QUInt2x4, "quint2x4", 1, false },
    DTypeFacts { DType::Bits1x8, "bits1x8", 1, false },
    DTypeFacts { DType::Bits2x4, "bits2x4", 1, false },
    DTypeFacts { DType::Bits4x2, "bits4x2", 1, false },
    DTypeFacts { DType::Bits8, "bits8", 1, false },
    DTypeFacts { DType::Bits16, "bits16", 2, false },
    DTypeFacts { DType::UInt1, "uint1", 1, false },
    DTypeFacts { DType::UInt2, "uint2", 1, false },
    DTypeFacts { DType::UInt3, "uint3", 1, false },
    DTypeFacts { DType::UInt4, "uint4", 1, false },
    DTypeFacts { DType::UInt5, "uint5", 1, false },
    DTypeFacts { DType::UInt6, "uint6", 1, false },
    DTypeFacts { DType::UInt7, "uint7", 1, false },
    DTypeFacts { DType::Int1, "int1", 1, false },
    DTypeFacts { DType::Int2, "int2", 1, false },
    DTypeFacts { DType::Int3, "int3", 1, false },
    DTypeFacts { DType::Int4, "int4", 1, false },
    DTypeFacts { DType::Int5, "int5", 1, false },
    DTypeFacts { DType::Int6, "int6", 1, false },
    DTypeFacts { DType::Int7, "int7", 1, false },
};

const DTypeFacts &factsOf(DType dtype)
{
    const auto found = std::ranges::find(facts, dtype, &DTypeFacts::dtype);
    return found == facts.end() ? facts.front() : *found;
}

} // namespace

std::string_view name(DType dtype)
{
    return factsOf(dtype).name;
}

DType dtypeFromName(std::string_view text)
{
    const auto found = std::ranges::find(facts, text, &DTypeFacts::name);
    return found == facts.end() ? DType::Unknown : found->dtype;
}

std::int64_t itemSize(DType dtype)
{
    return factsOf(dtype).itemSize;
}

bool isFloatingPoint(DType dtype)
{
    return factsOf(dtype).floatingPoint;
}

} // namespace rooflight
