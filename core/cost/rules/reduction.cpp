// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_rule.h"

#include "core/base/translation_mark.h"

#include <bit>

namespace rooflight {

namespace {

constexpr std::string_view pass = QT_TRANSLATE_NOOP("Formulas", "definition: operations of one pass over the input");

/// "aten::max" with a second tensor is the elementwise maximum.
std::optional<Work> extremeWork(const OperatorCall &call)
{
    return tensorNamed(call, { "other" }) ? elementwise<1>(call) : comparedInput(call);
}

std::optional<Work> logSumExpWork(const OperatorCall &call)
{
    const TensorValue *input = firstTensor(call);
    const TensorValue *output = firstOutput(call);
    if (!input || !output)
        return std::nullopt;
    const Count elements = elementsOf(*input);
    return Work { .elementwise = elements,
                  .transcendental = elements + elementsOf(*output),
                  .reduction = elements * 2 };
}

std::optional<Work> sortWork(const OperatorCall &call)
{
    const TensorValue *input = firstTensor(call);
    if (!input)
        return std::nullopt;
    const auto length = dimensionOf(*input, integerNamed(call, "dim").value_or(-1)).value_or(1);
    return workOn(input, { .comparison = treeLevels(length) });
}

std::optional<Work> cumulativeLogSumExpWork(const OperatorCall &call)
{
    return workOn(firstTensor(call), { .elementwise = 2, .transcendental = 2, .comparison = 1 });
}

std::optional<Work> segmentWork(const OperatorCall &call)
{
    return workOn(tensorNamed(call, { "data" }), { .reduction = 1 });
}

std::optional<Work> searchWork(const OperatorCall &call)
{
    const TensorValue *boundaries = tensorNamed(call, { "boundaries", "sorted_sequence" });
    const auto length = boundaries ? dimensionOf(*boundaries, -1) : std::nullopt;
    return length ? workOn(firstOutput(call), { .comparison = treeLevels(*length + 1) }) : std::nullopt;
}

} // namespace

std::optional<Work> comparedInput(const OperatorCall &call)
{
    return workOn(firstTensor(call), { .comparison = 1 });
}

Count treeLevels(Count leaves)
{
    return leaves > 1 ? static_cast<int>(std::bit_width(static_cast<std::uint64_t>(leaves.value() - 1))) : 0;
}

std::optional<Work> sortAllWork(const OperatorCall &call)
{
    const TensorValue *input = firstTensor(call);
    return workOn(input, { .comparison = input ? treeLevels(elementsOf(*input)) : 0 });
}

std::vector<CostRule> reductionRules()
{
    using enum OperatorFamily;
    return {
        { Reduction,
          "aten::sum aten::nansum aten::mean aten::nanmean aten::prod aten::cumsum aten::cumprod aten::trace",
          reducedInput<1>, QT_TRANSLATE_NOOP("Formulas", "|in|; on integers no FLOPs"), pass },
        { Reduction,
          "aten::norm aten::native_norm aten::linalg_norm aten::linalg_vector_norm aten::linalg__powsum "
          "aten::frobenius_norm",
          reducedInput<2>, "2|in|", pass },
        { Reduction, "aten::var aten::std aten::var_mean aten::std_mean", reducedInput<4>, "4|in|", pass },
        { Reduction, "aten::logsumexp", logSumExpWork, "4|in| + |out|",
          QT_TRANSLATE_NOOP("Formulas", "definition: maximum, subtraction, exponential, sum; logarithm") },
        { Reduction, "aten::logcumsumexp aten::_logcumsumexp", cumulativeLogSumExpWork, "4|in|",
          QT_TRANSLATE_NOOP("Formulas", "definition: difference, exponential, log1p, addition") },
        { Reduction, "aten::dist", reducedInput<3>, "3|in|",
          QT_TRANSLATE_NOOP("Formulas", "definition: difference, square, sum") },
        { Reduction, "aten::segment_reduce", segmentWork, "|data|", pass },
        { Reduction, "aten::max aten::min", extremeWork,
          QT_TRANSLATE_NOOP("Formulas", "|in| comparisons: no FLOPs; for two tensors |out|"), pass },
        { Reduction,
          "aten::amax aten::amin aten::aminmax aten::_aminmax aten::argmax aten::argmin aten::any aten::all "
          "aten::count_nonzero aten::nonzero aten::nonzero_static aten::_is_all_true aten::_is_any_true aten::cummax "
          "aten::cummin aten::_cummax_helper aten::_cummin_helper aten::topk aten::kthvalue aten::median "
          "aten::nanmedian aten::bincount aten::histc aten::histogram aten::_histogramdd_bin_edges "
          "aten::_histogramdd_from_bin_cts aten::_histogramdd_from_bin_tensors aten::equal aten::allclose "
          "aten::unique_consecutive aten::unique_dim_consecutive aten::hash_tensor aten::_assert_async "
          "aten::_functional_assert_async aten::_nested_tensor_from_mask_left_aligned "
          "aten::_linalg_check_errors",
          comparedInput, QT_TRANSLATE_NOOP("Formulas", "|in| comparisons: no FLOPs"), pass },
        { Reduction, "aten::_unique aten::_unique2 aten::unique_dim", sortAllWork,
          QT_TRANSLATE_NOOP("Formulas", "|in| × log2(|in|) comparisons: no FLOPs"),
          QT_TRANSLATE_NOOP("Formulas", "a comparison sort") },
        { Reduction, "aten::sort aten::argsort aten::msort aten::mode", sortWork,
          QT_TRANSLATE_NOOP("Formulas", "|in| × log2(length) comparisons: no FLOPs"),
          QT_TRANSLATE_NOOP("Formulas", "a comparison sort") },
        { Reduction, "aten::bucketize aten::searchsorted", searchWork,
          QT_TRANSLATE_NOOP("Formulas", "|out| × log2(boundaries + 1) comparisons: no FLOPs"),
          QT_TRANSLATE_NOOP("Formulas", "a binary search") },
    };
}

} // namespace rooflight
