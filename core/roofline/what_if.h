// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/execution.h"
#include "core/results/analysis/analysis.h"
#include "core/results/session.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rooflight {

/// What runs as one operator that keeps its intermediate results to itself.
enum class FusionScope {
    None,
    Layers, ///< each layer without layers below it
    Blocks, ///< each layer whose layers have none below them, too
    Pointwise, ///< chains of pointwise operators with the operator whose result they take, as compilers do
};

template<>
inline constexpr auto enumNames<FusionScope> = EnumNames<FusionScope, 4> { {
    { FusionScope::None, "none" },
    { FusionScope::Layers, "layers" },
    { FusionScope::Blocks, "blocks" },
    { FusionScope::Pointwise, "pointwise" },
} };

/// What linear layers hold and compute in 8-bit integers; what flows between layers keeps its type.
enum class LinearInt8 {
    None,
    Weights, ///< each weight in one byte, one fp32 scale for each output; computed in the type of the activations
    Dynamic, ///< the products, too, if a roof of int8 is known; the activations are rounded on the way
};

template<>
inline constexpr auto enumNames<LinearInt8> = EnumNames<LinearInt8, 3> { {
    { LinearInt8::None, "none" },
    { LinearInt8::Weights, "weights" },
    { LinearInt8::Dynamic, "dynamic" },
} };

/// A model run in another way than it was.
struct WhatIf {
    double batch = 1; ///< items of a run over those of the run that was observed
    ModelPrecision precision = ModelPrecision::AsLoaded; ///< of all floating-point operators
    FusionScope fusion = FusionScope::None;
    Part<DeviceRoofs> roofs = {}; ///< of another device; else those of the session
    LinearInt8 int8 = LinearInt8::None;
    bool noLaunches = false; ///< as in a CUDA graph or a program without a framework: the launch overhead is removed

    /// Whether the model could be run so as it is: batch and precision are, the rest needs another program.
    [[nodiscard]] bool isOfARun() const
    {
        return fusion == FusionScope::None && !roofs && int8 == LinearInt8::None && !noLaunches;
    }
    [[nodiscard]] bool changesNothing() const
    {
        return batch == 1 && precision == ModelPrecision::AsLoaded && isOfARun();
    }
    bool operator==(const WhatIf &) const = default;
};

/// Items of the run that was observed: as they were found or given for the timing, else the first dimension of the
/// first input; 1 if there is none.
[[nodiscard]] std::int64_t observedBatch(const Session &session);

/// The session as it would be: the same layers and operators with the work and traffic that they would have, nothing
/// timed. With f = batch and r = the size of an element over that before:
/// - work x f; traffic x f r, but of parameters and constants x r, unless an operator only picks some of them
/// (gathers).
/// - What touches no dimension that is a multiple of the batch, or reads nothing but constants, keeps its work.
/// - Memory between two uses grows likewise, but for the operator's own constants; for constants, which only the next
/// run
///   comes back to, but for those of the whole model.
/// - A layer that is fused moves what enters and leaves it and its parameters (Layer::bytesLowerBound), in one launch;
///   so does a chain of pointwise operators, without the results that only its next operator takes (KeptResults).
/// - The N x K weights of aten::linear in int8 are N K bytes and 4 N of scales, which is how PyTorch keeps them
///   (torch.ao.nn.quantized.dynamic.Linear, per channel); so are those of aten::addmm, aten::mm and aten::matmul where
///   their one constant factor is known from the bytes of what is constant.
[[nodiscard]] Session sessionIf(const Session &session, const WhatIf &change);

/// Pointwise operators that could run inside the operator whose result they take.
struct PointwiseChains {
    std::vector<std::int64_t> carriers; ///< of each operator the one that begins its chain: itself if it is in none
    std::vector<double> left; ///< by carrier, the share of its chain's bytes that still moves; 1 without a chain
};

/// A pointwise operator (activations, elementwise arithmetic and normalization that reduces nothing) joins the last
/// operator before it that hands its result, of the same shape, to it alone. Which result goes where is recorded since
/// version 0.2.0 (Operator::sources): earlier files have no chains. The traffic that is left is that of fusionOf().
/// \p analysis is that of the observed run, with the shapes of all inputs.
[[nodiscard]] PointwiseChains pointwiseChains(const Analysis &analysis);

/// One operator of each chain is left, the first: it takes the work of all and the traffic that is left.
void fuseChains(Analysis &analysis, const PointwiseChains &chains);

/// In each layer or block, the operator with most work absorbs the others; its traffic is the layer's bytesLowerBound.
/// The absorbed operators are zeroed (OperatorFamily::View).
void fuseLayers(Analysis &analysis, FusionScope scope);

} // namespace rooflight
