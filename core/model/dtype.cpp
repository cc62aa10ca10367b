// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/dtype.h"

#include <algorithm>
#include <array>

namespace ridgepoint {

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

} // namespace ridgepoint
