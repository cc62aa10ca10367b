// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/count.h"
#include "core/base/translation_mark.h"
#include "core/cost/call/call_arguments.h"
#include "core/cost/call/operator_call.h"
#include "core/cost/rules/byte_rules.h"
#include "core/results/analysis/analysis.h"

#include <optional>
#include <string_view>
#include <vector>

namespace rooflight {

/// OperatorWork while it is being counted.
struct Work {
    Count macs = 0;
    Count biasAdds = 0;
    Count elementwise = 0;
    Count transcendental = 0;
    Count reduction = 0;
    Count comparison = 0;
    Count avoidableMacs = 0;

    friend Work operator*(const Work &work, Count times)
    {
        return { work.macs * times,           work.biasAdds * times,  work.elementwise * times,
                 work.transcendental * times, work.reduction * times, work.comparison * times,
                 work.avoidableMacs * times };
    }
};

/// `nullopt` if the arguments are not as the formula needs them.
using WorkRule = std::optional<Work> (*)(const OperatorCall &call);

/// Entries of the table that share a formula. Names are without the underscore of the in-place twin. In formulas |x|
/// are the elements of x, "in" and "out" the first input and output.
struct CostRule {
    OperatorFamily family;
    std::string_view names; ///< separated by spaces
    WorkRule work;
    std::string_view formula;
    std::string_view source;
    ByteRule bytes = readAndWritten;
};

[[nodiscard]] std::vector<CostRule> convolutionRules();
[[nodiscard]] std::vector<CostRule> matrixRules();
[[nodiscard]] std::vector<CostRule> attentionRules();
[[nodiscard]] std::vector<CostRule> recurrentRules();
[[nodiscard]] std::vector<CostRule> quantizedRules();
[[nodiscard]] std::vector<CostRule> sparseRules();
[[nodiscard]] std::vector<CostRule> linearAlgebraRules();
[[nodiscard]] std::vector<CostRule> fourierRules();
[[nodiscard]] std::vector<CostRule> visionRules();
[[nodiscard]] std::vector<CostRule> normalizationRules();
[[nodiscard]] std::vector<CostRule> activationRules();
[[nodiscard]] std::vector<CostRule> poolingRules();
[[nodiscard]] std::vector<CostRule> resamplingRules();
[[nodiscard]] std::vector<CostRule> elementwiseRules();
[[nodiscard]] std::vector<CostRule> reductionRules();
[[nodiscard]] std::vector<CostRule> lossRules();
[[nodiscard]] std::vector<CostRule> gradientRules();
[[nodiscard]] std::vector<CostRule> movementRules();
[[nodiscard]] std::vector<CostRule> gatherRules();

/// The rule for an operator or its in-place twin, or nullptr.
[[nodiscard]] const CostRule *ruleFor(std::string_view operatorName);

// Formulas that several families share.

/// No arithmetic.
[[nodiscard]] std::optional<Work> noWork(const OperatorCall &call);

/// Work on integers is no FLOP, whatever the operator.
[[nodiscard]] bool worksOnIntegers(const TensorValue &tensor);

/// Real operations of one addition, or of any function that works on each part apart: 2 for complex numbers. LAPACK
/// Working Note 41 counts complex arithmetic like this.
[[nodiscard]] Count realAdditions(const TensorValue &tensor);

/// Real multiply-adds of one multiply-add: 4 for complex numbers.
[[nodiscard]] Count realMultiplyAdds(const TensorValue &tensor);

/// Multiply-adds of a convolution: output positions times |weight|, whose shape already holds 1/groups.
[[nodiscard]] std::optional<Work> convolutionWork(const OperatorCall &call);

/// Each element of the input is multiplied with the whole kernel: the work follows the input, not the output.
[[nodiscard]] std::optional<Work> transposedConvolutionWork(const OperatorCall &call);

/// Multiply-adds of a linear layer: |out| times the width of the input.
[[nodiscard]] std::optional<Work> linearWork(const OperatorCall &call);

/// |out| times the last dimension of \p left, or of its stored elements only.
[[nodiscard]] std::optional<Work> productWork(const OperatorCall &call, const TensorValue *left);

/// Scaled dot-product attention: query [..., Sq, E], key [..., Sk, E], value [..., Sk, Ev]. Rows are counted on the
/// output, which has the batch after broadcasting and the heads of the query. Masked pairs count, as in the source.
[[nodiscard]] std::optional<Work> attentionWork(const OperatorCall &call);

/// Where a count comes from, of functions such as exp.
inline constexpr std::string_view onePerFunction =
    QT_TRANSLATE_NOOP("Formulas", "one per element, because libraries compute it differently");

/// Softmax for each score: maximum and sum, subtraction and division, exponential.
inline constexpr Work softmax { .elementwise = 2, .transcendental = 1, .reduction = 2 };

/// \p perElement more operations for each element of the output.
template<WorkRule rule, int perElement> std::optional<Work> withOutputWork(const OperatorCall &call)
{
    std::optional<Work> work = rule(call);
    if (work)
        work->elementwise += elementsOf(*firstOutput(call)) * perElement;
    return work;
}

/// \p perElement for each element of a tensor; `nullopt` if it is nullptr.
[[nodiscard]] std::optional<Work> workOn(const TensorValue *tensor, const Work &perElement);

/// \p perElement FLOPs of one class for each element of the output.
template<int perElement, Count Work::*flopClass = &Work::elementwise>
std::optional<Work> elementwise(const OperatorCall &call)
{
    const TensorValue *output = firstOutput(call);
    if (!output)
        return std::nullopt;
    Work work;
    if (worksOnIntegers(*output))
        work.comparison = perElement;
    else
        work.*flopClass = realAdditions(*output) * perElement;
    return workOn(output, work);
}

template<int perElement> std::optional<Work> transcendental(const OperatorCall &call)
{
    return elementwise<perElement, &Work::transcendental>(call);
}

/// Work of \p perElement FLOPs of a pass over the first tensor.
template<int perElement> std::optional<Work> reducedInput(const OperatorCall &call)
{
    const TensorValue *input = firstTensor(call);
    if (!input)
        return std::nullopt;
    const Count work = elementsOf(*input) * perElement;
    const TensorValue *output = firstOutput(call);
    const bool integers = worksOnIntegers(*input) && output && worksOnIntegers(*output);
    return integers ? Work { .comparison = work } : Work { .reduction = work * realAdditions(*input) };
}

/// One comparison for each element of the output.
[[nodiscard]] std::optional<Work> comparedOutput(const OperatorCall &call);

/// One comparison for each element of the first tensor.
[[nodiscard]] std::optional<Work> comparedInput(const OperatorCall &call);

/// Levels of a balanced binary tree over this many leaves.
[[nodiscard]] Count treeLevels(Count leaves);

/// Comparisons to sort all elements of the first tensor.
[[nodiscard]] std::optional<Work> sortAllWork(const OperatorCall &call);

} // namespace rooflight
