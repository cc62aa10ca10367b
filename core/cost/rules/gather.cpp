// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_rule.h"

#include "core/base/translation_mark.h"

namespace rooflight {

namespace {

constexpr std::string_view gathers = QT_TRANSLATE_NOOP("Formulas", "moves elements");

/// Rows of a bag are summed up, or compared for the maximum. Each element may have a weight; the mean divides what
/// comes out. Quantised rows are scaled and shifted first.
template<int perElement> std::optional<Work> bagWork(const OperatorCall &call)
{
    const TensorValue *indices = tensorNamed(call, { "indices" });
    const TensorValue *output = firstOutput(call);
    const auto width = output ? dimensionOf(*output, -1) : std::nullopt;
    if (!indices || !width)
        return std::nullopt;
    const Count added = elementsOf(*indices) * *width;
    constexpr std::int64_t mean = 1;
    constexpr std::int64_t maximum = 2;
    const std::int64_t mode = integerNamed(call, "mode").value_or(0);
    Work work { .elementwise = added * (perElement + (tensorNamed(call, { "per_sample_weights" }) ? 1 : 0)) };
    if (mode == mean)
        work.elementwise += elementsOf(*output);
    (mode == maximum ? work.comparison : work.reduction) = added;
    return work;
}

/// Additions into the picked elements: one for each element that comes in.
std::optional<Work> scatteredAdditions(const OperatorCall &call)
{
    const TensorValue *values = tensorNamed(call, { "src", "source", "values" });
    return workOn(values, values && worksOnIntegers(*values) ? Work { .comparison = 1 } : Work { .reduction = 1 });
}

} // namespace

std::vector<CostRule> gatherRules()
{
    using enum OperatorFamily;
    return {
        { Movement,
          "aten::index aten::_unsafe_index aten::_unsafe_masked_index aten::index_select aten::gather aten::take "
          "aten::take_along_dim aten::masked_select aten::embedding",
          noWork, "0", gathers, gathered },
        { Movement, "quantized::embedding_byte quantized::embedding_4bit", elementwise<2>, "2|out|",
          QT_TRANSLATE_NOOP("Formulas", "definition: scale and zero point"), gatheredRows },
        { Movement, "aten::embedding_bag aten::_embedding_bag aten::_embedding_bag_forward_only", bagWork<0>,
          QT_TRANSLATE_NOOP("Formulas", "|indices| × width, twice as many with weights; mean: + |out|"),
          QT_TRANSLATE_NOOP("Formulas",
                            "one addition for each element of each row, plus the multiplications and divisions"),
          gatheredRows },
        { Movement,
          "quantized::embedding_bag_byte quantized::embedding_bag_4bit quantized::embedding_bag_byte_rowwise_offsets "
          "quantized::embedding_bag_4bit_rowwise_offsets quantized::embedding_bag_2bit_rowwise_offsets",
          bagWork<2>, QT_TRANSLATE_NOOP("Formulas", "3 × |indices| × width, 4 × with weights"),
          QT_TRANSLATE_NOOP("Formulas", "definition: scale, zero point and one addition for each element of each row"),
          gatheredRows },
        { Movement,
          "aten::index_put aten::_index_put_impl aten::_unsafe_index_put aten::index_copy aten::index_fill "
          "aten::scatter aten::masked_scatter aten::put aten::select_scatter aten::slice_scatter "
          "aten::slice_inverse aten::diagonal_scatter aten::as_strided_scatter",
          noWork, "0", gathers, scattered },
        { Movement,
          "aten::index_add aten::scatter_add aten::scatter_reduce aten::index_reduce "
          "aten::_unsafe_masked_index_put_accumulate",
          scatteredAdditions, QT_TRANSLATE_NOOP("Formulas", "one addition for each element of the source"), gathers,
          scattered },
    };
}

} // namespace rooflight
