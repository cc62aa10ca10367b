// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"

#include <string_view>

/// What roofs are told apart by, with the names that files and tables use.
namespace ridgepoint {

enum class RoofKind { Compute, Memory, Launch };

inline constexpr EnumNames<RoofKind, 3> roofKindNames = { {
    { RoofKind::Compute, "compute" },
    { RoofKind::Memory, "memory" },
    { RoofKind::Launch, "launch" },
} };

/// Of the operands of arithmetic. Fp8 is e4m3.
enum class Precision { Fp64, Fp32, Tf32, Fp16, Bf16, Fp8, Int8 };

inline constexpr EnumNames<Precision, 7> precisionNames = { {
    { Precision::Fp64, "fp64" },
    { Precision::Fp32, "fp32" },
    { Precision::Tf32, "tf32" },
    { Precision::Fp16, "fp16" },
    { Precision::Bf16, "bf16" },
    { Precision::Fp8, "fp8" },
    { Precision::Int8, "int8" },
} };

/// What does the arithmetic.
enum class ArithmeticUnit {
    Vector, ///< fused multiply-adds; multiplications and additions on instruction sets that cannot fuse them
    VectorNoFma, ///< multiplications and additions apart
    Scalar, ///< one number at a time
    Dot, ///< products of short rows in each lane of a vector
    Mmla, ///< small matrix products in vectors (Arm)
    Amx, ///< products of tiles (x86)
    Tensor, ///< the matrix units of a GPU
    Library, ///< whatever LibTorch chooses
};

inline constexpr EnumNames<ArithmeticUnit, 8> arithmeticUnitNames = { {
    { ArithmeticUnit::Vector, "vector" },
    { ArithmeticUnit::VectorNoFma, "vector_no_fma" },
    { ArithmeticUnit::Scalar, "scalar" },
    { ArithmeticUnit::Dot, "dot" },
    { ArithmeticUnit::Mmla, "mmla" },
    { ArithmeticUnit::Amx, "amx" },
    { ArithmeticUnit::Tensor, "tensor" },
    { ArithmeticUnit::Library, "library" },
} };

enum class MemoryLevel { L1, L2, L3, L4, Shared, Dram, Pcie };

inline constexpr EnumNames<MemoryLevel, 7> memoryLevelNames = { {
    { MemoryLevel::L1, "l1" },
    { MemoryLevel::L2, "l2" },
    { MemoryLevel::L3, "l3" },
    { MemoryLevel::L4, "l4" },
    { MemoryLevel::Shared, "shared" },
    { MemoryLevel::Dram, "dram" },
    { MemoryLevel::Pcie, "pcie" },
} };

/// Bytes of arrays of n bytes: read n, write n, copy 2 n (in place, too), triad (a = b + s c) 3 n.
enum class MemoryPattern { Read, Write, Copy, Triad };

inline constexpr EnumNames<MemoryPattern, 4> memoryPatternNames = { {
    { MemoryPattern::Read, "read" },
    { MemoryPattern::Write, "write" },
    { MemoryPattern::Copy, "copy" },
    { MemoryPattern::Triad, "triad" },
} };

/// What is launched: empty kernels of a GPU in one of three ways, or an operator of LibTorch.
enum class LaunchPattern { BackToBack, WithEvents, Graph, Operator };

inline constexpr EnumNames<LaunchPattern, 4> launchPatternNames = { {
    { LaunchPattern::BackToBack, "back_to_back" },
    { LaunchPattern::WithEvents, "events" },
    { LaunchPattern::Graph, "graph" },
    { LaunchPattern::Operator, "operator" },
} };

/// The table of an enumeration, for OpenEnum.
constexpr const auto &namesOf(RoofKind)
{
    return roofKindNames;
}
constexpr const auto &namesOf(Precision)
{
    return precisionNames;
}
constexpr const auto &namesOf(ArithmeticUnit)
{
    return arithmeticUnitNames;
}
constexpr const auto &namesOf(MemoryLevel)
{
    return memoryLevelNames;
}
constexpr const auto &namesOf(MemoryPattern)
{
    return memoryPatternNames;
}
constexpr const auto &namesOf(LaunchPattern)
{
    return launchPatternNames;
}

/// The name that files and tables use, for example "fp32".
template<typename Enum>
requires requires(Enum value)
{
    namesOf(value);
}
constexpr std::string_view name(Enum value)
{
    return nameIn(namesOf(value), value);
}

} // namespace ridgepoint
