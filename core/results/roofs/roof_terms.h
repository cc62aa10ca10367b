// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"

/// What distinguishes roofs, with the names that files and tables use.
namespace rooflight {

enum class RoofKind { Compute, Memory, Launch };

template<>
inline constexpr auto enumNames<RoofKind> = EnumNames<RoofKind, 3> { {
    { RoofKind::Compute, "compute" },
    { RoofKind::Memory, "memory" },
    { RoofKind::Launch, "launch" },
} };

/// Number format of the operands of arithmetic. Fp8 is e4m3; Mxfp8 is e4m3 with a scale for each 32 numbers (OCP
/// Microscaling Formats), Nvfp4 e2m1 with one for each 16.
enum class Precision { Fp64, Fp32, Tf32, Fp16, Bf16, Fp8, Int8, Mxfp8, Nvfp4 };

template<>
inline constexpr auto enumNames<Precision> = EnumNames<Precision, 9> { {
    { Precision::Fp64, "fp64" },
    { Precision::Fp32, "fp32" },
    { Precision::Tf32, "tf32" },
    { Precision::Fp16, "fp16" },
    { Precision::Bf16, "bf16" },
    { Precision::Fp8, "fp8" },
    { Precision::Int8, "int8" },
    { Precision::Mxfp8, "mxfp8" },
    { Precision::Nvfp4, "nvfp4" },
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
    Special, ///< exponentials and the like; one result counts as one FLOP
};

template<>
inline constexpr auto enumNames<ArithmeticUnit> = EnumNames<ArithmeticUnit, 9> { {
    { ArithmeticUnit::Vector, "vector" },
    { ArithmeticUnit::VectorNoFma, "vector_no_fma" },
    { ArithmeticUnit::Scalar, "scalar" },
    { ArithmeticUnit::Dot, "dot" },
    { ArithmeticUnit::Mmla, "mmla" },
    { ArithmeticUnit::Amx, "amx" },
    { ArithmeticUnit::Tensor, "tensor" },
    { ArithmeticUnit::Library, "library" },
    { ArithmeticUnit::Special, "special" },
} };

enum class MemoryLevel { L1, L2, L3, L4, Shared, Dram, Pcie };

template<>
inline constexpr auto enumNames<MemoryLevel> = EnumNames<MemoryLevel, 7> { {
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

template<>
inline constexpr auto enumNames<MemoryPattern> = EnumNames<MemoryPattern, 4> { {
    { MemoryPattern::Read, "read" },
    { MemoryPattern::Write, "write" },
    { MemoryPattern::Copy, "copy" },
    { MemoryPattern::Triad, "triad" },
} };

/// What goes through a footprint again and again. Bytes of a footprint of n: read n, write n, update (a = s a) 2 n,
/// triad of three arrays (a = b + s c) n.
enum class CurvePattern { Read, Write, Update, Triad };

template<>
inline constexpr auto enumNames<CurvePattern> = EnumNames<CurvePattern, 4> { {
    { CurvePattern::Read, "read" },
    { CurvePattern::Write, "write" },
    { CurvePattern::Update, "update" },
    { CurvePattern::Triad, "triad" },
} };

/// What is launched: empty kernels of a GPU in one of three ways, or an operator of LibTorch.
enum class LaunchPattern { BackToBack, WithEvents, Graph, Operator };

template<>
inline constexpr auto enumNames<LaunchPattern> = EnumNames<LaunchPattern, 4> { {
    { LaunchPattern::BackToBack, "back_to_back" },
    { LaunchPattern::WithEvents, "events" },
    { LaunchPattern::Graph, "graph" },
    { LaunchPattern::Operator, "operator" },
} };

} // namespace rooflight
