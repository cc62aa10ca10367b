// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_rule.h"

#include "core/base/translation_mark.h"

namespace rooflight {

namespace {

constexpr std::string_view halfOfThem =
    QT_TRANSLATE_NOOP("Formulas", "definition: two of four weights are zero and are left out");
constexpr std::string_view changesForm = QT_TRANSLATE_NOOP("Formulas", "moves elements");

/// Two of four along the inner side are left out: half the products of the dense operands.
std::optional<Work> halved(const OperatorCall &call, std::optional<Count> length)
{
    const TensorValue *output = firstOutput(call);
    if (!output || !length)
        return std::nullopt;
    const bool adds = tensorNamed(call, { "bias" }) || bareName(call.name).ends_with("addmm");
    return Work { .macs = elementsOf(*output) * *length / 2, .biasAdds = adds ? elementsOf(*output) : Count() };
}

std::optional<Work> semiStructuredLinearWork(const OperatorCall &call)
{
    const TensorValue *input = tensorNamed(call, { "input" });
    return halved(call, input ? dimensionOf(*input, -1) : std::nullopt);
}

std::optional<Work> semiStructuredProductWork(const OperatorCall &call)
{
    const TensorValue *dense = tensorNamed(call, { "mat2", "dense_B" });
    return halved(call, dense ? dimensionOf(*dense, 0) : std::nullopt);
}

} // namespace

std::vector<CostRule> sparseRules()
{
    using enum OperatorFamily;
    return {
        { Matrix, "aten::_sparse_semi_structured_linear", semiStructuredLinearWork,
          QT_TRANSLATE_NOOP("Formulas", "|out| × in_features / 2 MAC; bias: |out| additions"), halfOfThem },
        { Matrix, "aten::_sparse_semi_structured_mm aten::_sparse_semi_structured_addmm aten::_cslt_sparse_mm",
          semiStructuredProductWork, QT_TRANSLATE_NOOP("Formulas", "|out| × K / 2 MAC; addmm, bias: + |out| additions"),
          halfOfThem },
        { Reduction, "aten::_sparse_sum aten::_sparse_csr_sum aten::_sparse_csr_prod", reducedInput<1>,
          QT_TRANSLATE_NOOP("Formulas", "stored elements"),
          QT_TRANSLATE_NOOP("Formulas", "definition: operations of one pass over the input") },
        { Reduction, "aten::_coalesce", sortAllWork,
          QT_TRANSLATE_NOOP("Formulas", "stored × log2(stored) comparisons to sort: no FLOPs"),
          QT_TRANSLATE_NOOP("Formulas", "a comparison sort") },
        { Movement,
          "aten::_to_sparse aten::_to_sparse_csr aten::_to_sparse_csc aten::_to_sparse_bsr aten::_to_sparse_bsc "
          "aten::_to_sparse_semi_structured aten::_cslt_compress aten::_sparse_semi_structured_apply "
          "aten::_sparse_semi_structured_apply_dense aten::_sparse_semi_structured_tile aten::to_dense "
          "aten::_to_dense aten::sparse_mask aten::_sparse_mask_projection aten::copy_sparse_to_sparse "
          "aten::_convert_indices_from_coo_to_csr aten::_convert_indices_from_csr_to_coo aten::_spdiags "
          "aten::_sparse_broadcast_to_copy",
          noWork, "0", changesForm },
        { View,
          "aten::_sparse_coo_tensor_with_dims aten::_sparse_coo_tensor_with_dims_and_tensors "
          "aten::_sparse_compressed_tensor_with_dims aten::sparse_coo_tensor aten::sparse_compressed_tensor "
          "aten::_sparse_broadcast_to aten::_indices aten::_values aten::indices aten::values aten::crow_indices "
          "aten::col_indices aten::ccol_indices aten::row_indices aten::_coalesced aten::is_coalesced aten::_nnz "
          "aten::sparse_dim aten::dense_dim aten::_dimI aten::_dimV aten::sparse_resize "
          "aten::sparse_resize_and_clear aten::resize_as_sparse aten::_validate_compressed_sparse_indices",
          noWork, "0", QT_TRANSLATE_NOOP("Formulas", "shares the memory of its input, or queries a property"),
          untouched },
    };
}

} // namespace rooflight
