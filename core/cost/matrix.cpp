// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_rule.h"

namespace ridgepoint {

namespace {

constexpr std::string_view flopCounter =
    "PyTorch torch/utils/flop_counter.py, mm_flop, addmm_flop, bmm_flop, baddbmm_flop";
constexpr std::string_view definition = "definition of the product";

/// Each output element is a product as long as the last dimension of the left operand: holds for vectors, matrices,
/// batches and broadcast batches alike.
std::optional<Work> productWork(const OperatorCall &call, const TensorValue *left)
{
    const TensorValue *output = firstOutput(call);
    const auto length = left ? dimensionOf(*left, -1) : std::nullopt;
    if (!output || !length)
        return std::nullopt;
    return Work { .macs = elementsOf(*output) * *length };
}

std::optional<Work> matmulWork(const OperatorCall &call)
{
    return productWork(call, tensorNamed(call, { "self", "input" }));
}

/// A product to which \c self is added.
std::optional<Work> addedProductWork(const OperatorCall &call)
{
    std::optional<Work> work = productWork(call, tensorNamed(call, { "mat1", "batch1", "mat" }));
    if (work)
        work->biasAdds = elementsOf(*firstOutput(call));
    return work;
}

std::optional<Work> addedProductWithActivationWork(const OperatorCall &call)
{
    std::optional<Work> work = addedProductWork(call);
    if (work)
        (booleanNamed(call, "use_gelu").value_or(false) ? work->transcendental : work->elementwise) +=
            elementsOf(*firstOutput(call));
    return work;
}

/// The products of a batch are summed up: every one of them counts.
std::optional<Work> summedProductsWork(const OperatorCall &call)
{
    const TensorValue *left = tensorNamed(call, { "batch1" });
    const TensorValue *right = tensorNamed(call, { "batch2" });
    const TensorValue *output = firstOutput(call);
    const auto width = right ? dimensionOf(*right, -1) : std::nullopt;
    if (!left || !output || !width)
        return std::nullopt;
    return Work { .macs = elementsOf(*left) * *width, .biasAdds = elementsOf(*output) };
}

std::optional<Work> outerWork(const OperatorCall &call)
{
    const TensorValue *output = firstOutput(call);
    if (!output)
        return std::nullopt;
    return Work { .macs = elementsOf(*output), .biasAdds = bareName(call.name) == "addr" ? elementsOf(*output) : 0 };
}

std::optional<Work> scaledProductWork(const OperatorCall &call)
{
    std::optional<Work> work = matmulWork(call);
    if (work && tensorNamed(call, { "bias" }))
        work->biasAdds = elementsOf(*firstOutput(call));
    return work;
}

template<int perElement> std::optional<Work> linearAndWork(const OperatorCall &call)
{
    std::optional<Work> work = linearWork(call);
    if (work)
        work->elementwise += elementsOf(*firstOutput(call)) * perElement;
    return work;
}

std::optional<Work> bilinearWork(const OperatorCall &call)
{
    const TensorValue *weight = tensorNamed(call, { "weight" });
    const TensorValue *output = firstOutput(call);
    if (!weight || !output || weight->info.shape.size() != 3)
        return std::nullopt;
    const Count perElement = (Count(weight->info.shape[1]) + 1) * weight->info.shape[2];
    return Work { .macs = elementsOf(*output) * perElement,
                  .biasAdds = tensorNamed(call, { "bias" }) ? elementsOf(*output) : 0 };
}

std::optional<Work> distanceWork(const OperatorCall &call)
{
    const std::optional<Work> product = productWork(call, tensorNamed(call, { "x1" }));
    if (!product)
        return std::nullopt;
    return Work { .transcendental = elementsOf(*firstOutput(call)), .reduction = product->macs * 3 };
}

} // namespace

std::optional<Work> linearWork(const OperatorCall &call)
{
    const TensorValue *weight = tensorNamed(call, { "weight", "W_prepack" });
    const TensorValue *output = firstOutput(call);
    const auto width = weight ? dimensionOf(*weight, -1) : std::nullopt;
    if (!output || !width)
        return std::nullopt;
    return Work { .macs = elementsOf(*output) * *width,
                  .biasAdds = tensorNamed(call, { "bias" }) ? elementsOf(*output) : 0 };
}

std::vector<CostRule> matrixRules()
{
    using enum OperatorFamily;
    return {
        { Matrix, "aten::linear aten::mkldnn_linear", linearWork, readAndWritten,
          "|out| × in_features MAC; bias: |out| additions", flopCounter },
        { Matrix,
          "aten::mm aten::bmm aten::mv aten::dot aten::vdot aten::inner aten::_int_mm "
          "aten::linalg_matmul aten::linalg_vecdot",
          matmulWork, readAndWritten, "|out| × last dimension of the left operand MAC, after broadcasting",
          flopCounter },
        { Matrix, "aten::addmm aten::baddbmm aten::addmv", addedProductWork, readAndWritten,
          "|out| × last dimension of the left operand MAC + |out| additions", flopCounter },
        { Matrix, "aten::_addmm_activation", addedProductWithActivationWork, readAndWritten,
          "as addmm, + |out| for the activation", flopCounter },
        { Matrix, "aten::addbmm", summedProductsWork, readAndWritten,
          "|batch1| × last dimension of batch2 MAC + |out| additions", definition },
        { Matrix, "aten::outer aten::ger aten::addr", outerWork, readAndWritten, "|out| MAC; addr: + |out| additions",
          definition },
        { Matrix, "aten::_scaled_mm", scaledProductWork, readAndWritten, "as mm; bias: |out| additions",
          "flop_counter.py, _scaled_mm_flop" },
        { Matrix, "aten::bilinear", bilinearWork, readAndWritten, "|out| × (in1 + 1) × in2 MAC; bias: |out| additions",
          "thop vision/basic_hooks.py, count_bilinear" },
        { Matrix, "aten::cdist aten::_cdist_forward aten::_euclidean_dist", distanceWork, readAndWritten,
          "3 × |out| × features (subtract, square, add) + |out| roots", "definition of the distance" },
        { Matrix, "quantized::linear quantized::linear_dynamic quantized::linear_dynamic_fp16", linearWork,
          readAndWritten, "|out| × in_features MAC", flopCounter },
        { Matrix,
          "quantized::linear_relu quantized::linear_relu_dynamic quantized::linear_leaky_relu "
          "quantized::linear_tanh",
          linearAndWork<1>, readAndWritten, "|out| × in_features MAC, + |out| for the activation", flopCounter },
    };
}

} // namespace ridgepoint
