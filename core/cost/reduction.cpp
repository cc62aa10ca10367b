// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_rule.h"

#include <bit>

namespace ridgepoint {

namespace {

constexpr std::string_view pass = "definition: operations of one pass over the input";

const TensorValue *reducedTensor(const OperatorCall &call)
{
    return tensorNamed(call, { "self", "input" });
}

template<int perElement> std::optional<Work> reducedInput(const OperatorCall &call)
{
    const TensorValue *input = reducedTensor(call);
    if (!input)
        return std::nullopt;
    const Count work = elementsOf(*input) * perElement;
    const TensorValue *output = firstOutput(call);
    const bool integers = worksOnIntegers(*input) && output && worksOnIntegers(*output);
    return integers ? Work { .comparison = work } : Work { .reduction = work };
}

std::optional<Work> comparedInput(const OperatorCall &call)
{
    const TensorValue *input = reducedTensor(call);
    return input ? std::optional(Work { .comparison = elementsOf(*input) }) : std::nullopt;
}

/// "aten::max" with a second tensor is the elementwise maximum.
std::optional<Work> extremeWork(const OperatorCall &call)
{
    return tensorNamed(call, { "other" }) ? elementwise<1>(call) : comparedInput(call);
}

std::optional<Work> logSumExpWork(const OperatorCall &call)
{
    const TensorValue *input = reducedTensor(call);
    const TensorValue *output = firstOutput(call);
    if (!input || !output)
        return std::nullopt;
    const Count elements = elementsOf(*input);
    return Work { .elementwise = elements,
                  .transcendental = elements + elementsOf(*output),
                  .reduction = elements * 2 };
}

/// Levels of a balanced binary tree over so many leaves.
Count levels(Count elements)
{
    return elements > 1 ? std::bit_width(static_cast<std::uint64_t>(elements.value() - 1)) : 0;
}

std::optional<Work> sortWork(const OperatorCall &call)
{
    const TensorValue *input = reducedTensor(call);
    if (!input)
        return std::nullopt;
    const auto length = dimensionOf(*input, integerNamed(call, "dim").value_or(-1)).value_or(1);
    return Work { .comparison = elementsOf(*input) * levels(length) };
}

std::optional<Work> searchWork(const OperatorCall &call)
{
    const TensorValue *boundaries = tensorNamed(call, { "boundaries", "sorted_sequence" });
    const TensorValue *output = firstOutput(call);
    const auto length = boundaries ? dimensionOf(*boundaries, -1) : std::nullopt;
    if (!output || !length)
        return std::nullopt;
    return Work { .comparison = elementsOf(*output) * levels(*length + 1) };
}

} // namespace

std::vector<CostRule> reductionRules()
{
    using enum OperatorFamily;
    return {
        { Reduction,
          "aten::sum aten::nansum aten::mean aten::nanmean aten::prod aten::cumsum aten::cumprod aten::trace",
          reducedInput<1>, readAndWritten, "|in|; on integers no FLOPs", pass },
        { Reduction, "aten::norm aten::linalg_norm aten::linalg_vector_norm aten::frobenius_norm", reducedInput<2>,
          readAndWritten, "2|in|", pass },
        { Reduction, "aten::var aten::std aten::var_mean aten::std_mean", reducedInput<4>, readAndWritten, "4|in|",
          pass },
        { Reduction, "aten::logsumexp", logSumExpWork, readAndWritten, "4|in| + |out|",
          "definition: maximum, subtraction, exponential, sum; logarithm" },
        { Reduction, "aten::max aten::min", extremeWork, readAndWritten,
          "|in| comparisons: no FLOPs; of two tensors |out|", pass },
        { Reduction,
          "aten::amax aten::amin aten::aminmax aten::argmax aten::argmin aten::any aten::all "
          "aten::count_nonzero aten::nonzero aten::cummax aten::cummin aten::topk aten::kthvalue aten::median "
          "aten::bincount aten::histc aten::equal",
          comparedInput, readAndWritten, "|in| comparisons: no FLOPs", pass },
        { Reduction, "aten::sort aten::argsort aten::msort", sortWork, readAndWritten,
          "|in| × log2(length) comparisons: no FLOPs", "a comparison sort" },
        { Reduction, "aten::bucketize aten::searchsorted", searchWork, readAndWritten,
          "|out| × log2(boundaries + 1) comparisons: no FLOPs", "a binary search" },
    };
}

} // namespace ridgepoint
