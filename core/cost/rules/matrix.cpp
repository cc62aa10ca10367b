// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/translation_mark.h"
#include "core/cost/rules/cost_rule.h"
#include "core/cost/rules/grouped_product.h"

namespace rooflight {

namespace {

constexpr std::string_view productFlopCounter =
    "PyTorch torch/utils/flop_counter.py, mm_flop, addmm_flop, bmm_flop, baddbmm_flop";
constexpr std::string_view productDefinition = QT_TRANSLATE_NOOP("Formulas", "definition of the product");

/// Rows or columns that each stored element of a sparse operand is multiplied with.
Count otherSide(const TensorValue &output, const TensorValue &sparse, std::int64_t dimension)
{
    const bool isVector = output.info.shape.size() < sparse.info.shape.size();
    return isVector ? Count(1) : dimensionOf(output, dimension).value_or(1);
}

/// Of two sparse matrices only the average is known from the shapes: each element of the left one meets a row of the
/// right one.
Count sparseProducts(const TensorValue &left, const TensorValue &right)
{
    return elementsOf(left) * elementsOf(right) / dimensionOf(right, 0).value_or(1);
}

std::optional<Work> anyProductWork(const OperatorCall &call, const TensorValue *left, const TensorValue *right)
{
    const TensorValue *output = firstOutput(call);
    if (!output || !left || !right || left->info.shape.size() > 2)
        return productWork(call, left);
    const bool leftSparse = isPartlyStored(*left);
    const bool rightSparse = isPartlyStored(*right);
    if (!leftSparse && !rightSparse)
        return productWork(call, left);
    const Count products = leftSparse && rightSparse ? sparseProducts(*left, *right)
        : leftSparse                                 ? elementsOf(*left) * otherSide(*output, *left, -1)
                                                     : elementsOf(*right) * otherSide(*output, *right, -2);
    return Work { .macs = products * realMultiplyAdds(*output) };
}

std::optional<Work> matmulWork(const OperatorCall &call)
{
    return anyProductWork(call, tensorNamed(call, { "self", "input", "qa", "inp", "mat1" }),
                          tensorNamed(call, { "mat2", "other", "vec" }));
}

/// A product to which \c self is added.
std::optional<Work> addedProductWork(const OperatorCall &call)
{
    std::optional<Work> work = anyProductWork(call, tensorNamed(call, { "mat1", "batch1", "mat" }),
                                              tensorNamed(call, { "mat2", "batch2", "vec" }));
    if (work)
        work->biasAdds = elementsOf(*firstOutput(call)) * realAdditions(*firstOutput(call));
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
    return Work { .macs = elementsOf(*left) * *width * realMultiplyAdds(*output),
                  .biasAdds = elementsOf(*output) * realAdditions(*output) };
}

std::optional<Work> outerWork(const OperatorCall &call)
{
    const TensorValue *output = firstOutput(call);
    return workOn(output, { .macs = output ? realMultiplyAdds(*output) : 0 });
}

std::optional<Work> scaledProductWork(const OperatorCall &call)
{
    std::optional<Work> work = matmulWork(call);
    if (work && tensorNamed(call, { "bias" }))
        work->biasAdds = elementsOf(*firstOutput(call));
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

/// Of the rows of "x1" to those of another matrix, or of each row of "self" to all that follow: [n, m] gives n (n - 1)
/// / 2 of them.
std::optional<Work> distanceWork(const OperatorCall &call)
{
    const std::optional<Work> product = productWork(call, tensorNamed(call, { "x1", "self" }));
    if (!product)
        return std::nullopt;
    return Work { .transcendental = elementsOf(*firstOutput(call)), .reduction = product->macs * 3 };
}

/// Each point of the grid is a product of theta with (x, y, 1) or (x, y, z, 1).
std::optional<Work> affineGridWork(const OperatorCall &call)
{
    return productWork(call, tensorNamed(call, { "theta" }));
}

} // namespace

std::optional<Work> productWork(const OperatorCall &call, const TensorValue *left)
{
    const TensorValue *output = firstOutput(call);
    const auto length = left ? dimensionOf(*left, -1) : std::nullopt;
    if (!output || !length)
        return std::nullopt;
    return Work { .macs = elementsOf(*output) * *length * realMultiplyAdds(*output) };
}

std::optional<Work> linearWork(const OperatorCall &call)
{
    std::optional<Work> work = productWork(call, tensorNamed(call, { "input", "self", "X", "x", "qx", "inp" }));
    if (work && tensorNamed(call, { "bias", "B" }))
        work->biasAdds = elementsOf(*firstOutput(call)) * realAdditions(*firstOutput(call));
    return work;
}

std::vector<CostRule> matrixRules()
{
    using enum OperatorFamily;
    return {
        { Matrix, "aten::linear aten::mkldnn_linear", linearWork,
          QT_TRANSLATE_NOOP("Formulas", "|out| × in_features MAC; bias: |out| additions"), productFlopCounter },
        { Matrix,
          "aten::mm aten::bmm aten::mv aten::dot aten::vdot aten::inner aten::linalg_vecdot aten::_int_mm "
          "aten::_weight_int4pack_mm aten::_weight_int4pack_mm_for_cpu "
          "aten::_weight_int4pack_mm_with_scales_and_zeros aten::_weight_int8pack_mm aten::_dyn_quant_matmul_4bit "
          "quantized::int4mm_packed_weight_cpu quantized::matmul",
          matmulWork,
          QT_TRANSLATE_NOOP("Formulas",
                            "|out| × last dimension of the left operand MAC; sparse operand: its stored elements × "
                            "rows or columns of the other operand"),
          productFlopCounter },
        { Matrix, "aten::addmm aten::baddbmm aten::addmv aten::_sparse_addmm aten::sspaddmm", addedProductWork,
          QT_TRANSLATE_NOOP("Formulas", "|out| × last dimension of the left operand MAC + |out| additions"),
          productFlopCounter },
        { Matrix, "aten::_addmm_activation", addedProductWithActivationWork,
          QT_TRANSLATE_NOOP("Formulas", "as addmm, + |out| for the activation"), productFlopCounter },
        { Matrix, "aten::addbmm", summedProductsWork,
          QT_TRANSLATE_NOOP("Formulas", "|batch1| × last dimension of batch2 MAC + |out| additions"),
          productDefinition },
        { Matrix, "aten::outer aten::ger", outerWork, QT_TRANSLATE_NOOP("Formulas", "|out| MAC"), productDefinition },
        { Matrix, "aten::_scaled_mm aten::_scaled_mm_v2", scaledProductWork,
          QT_TRANSLATE_NOOP("Formulas", "as mm; bias: |out| additions"), "flop_counter.py, _scaled_mm_flop" },
        { Matrix,
          "aten::_grouped_mm aten::_scaled_grouped_mm aten::_scaled_grouped_mm_v2 transformers::grouped_mm_fallback",
          groupedProductWork,
          QT_TRANSLATE_NOOP("Formulas",
                            "|out| × K MAC for the rows that the offsets cover; K / groups if the groups share K; "
                            "bias: |out| additions"),
          productDefinition, usedGroups },
        { Matrix, "aten::bilinear", bilinearWork,
          QT_TRANSLATE_NOOP("Formulas", "|out| × (in1 + 1) × in2 MAC; bias: |out| additions"),
          "thop vision/basic_hooks.py, count_bilinear" },
        { Matrix, "aten::cdist aten::_cdist_forward aten::_euclidean_dist aten::_pdist_forward", distanceWork,
          QT_TRANSLATE_NOOP("Formulas", "3 × |out| × features (subtract, square, add) + |out| roots"),
          QT_TRANSLATE_NOOP("Formulas", "definition of the distance") },
        { Matrix, "aten::hspmm aten::_sparse_sparse_matmul aten::_sparse_mm_reduce_impl", matmulWork,
          QT_TRANSLATE_NOOP("Formulas",
                            "stored elements × columns MAC; two sparse operands: stored × stored / rows, an average"),
          productDefinition },
        { Matrix, "aten::sparse_sampled_addmm",
          [](const OperatorCall &call) -> std::optional<Work> {
              const std::optional<Work> work = productWork(call, tensorNamed(call, { "mat1" }));
              return work ? std::optional(Work { .macs = work->macs, .biasAdds = elementsOf(*firstOutput(call)) })
                          : std::nullopt;
          },
          QT_TRANSLATE_NOOP("Formulas", "stored elements of the result × K MAC + one addition each"),
          productDefinition },
        { Matrix, "aten::affine_grid_generator aten::cudnn_affine_grid_generator", affineGridWork,
          QT_TRANSLATE_NOOP("Formulas", "|out| × (dimensions + 1) MAC"),
          QT_TRANSLATE_NOOP("Formulas", "native/AffineGridGenerator.cpp: a bmm") },
    };
}

} // namespace rooflight
