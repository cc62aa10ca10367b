// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_rule.h"

#include <array>

namespace ridgepoint {

namespace {

constexpr std::string_view source = "thop rnn_hooks.py for the products; gates by the equations in PyTorch's manual";

/// A kind of recurrent cell: gates stacked in its weights, and work for each hidden value a step beside the products.
struct Cell {
    std::string_view prefix;
    std::int64_t gates;
    std::int64_t elementwise;
    std::int64_t transcendental;
};

/// lstm: 4 sums of both products, f*c + i*g, o*tanh(c); gru: 2 sums, r*h + x, (h - n)*z + n; rnn: 1 sum.
constexpr std::array cells = { Cell { "lstm", 4, 8, 5 }, Cell { "gru", 3, 7, 3 }, Cell { "rnn_tanh", 1, 1, 1 },
                               Cell { "rnn_relu", 1, 2, 0 } };

const Cell *cellOf(std::string_view operatorName)
{
    for (const Cell &cell : cells) {
        if (bareName(operatorName).starts_with(cell.prefix))
            return &cell;
    }
    return nullptr;
}

/// One step of one sequence uses every parameter once: matrices in products, vectors as biases.
std::optional<Work> stepWork(const Cell &cell, const std::vector<TensorValue> &parameters, Count cellsPerStep)
{
    if (parameters.empty() || parameters.front().info.shape.size() != 2)
        return std::nullopt;
    const Count hidden = Count(parameters.front().info.shape[0]) / cell.gates * cellsPerStep;
    Work work { .elementwise = hidden * cell.elementwise, .transcendental = hidden * cell.transcendental };
    for (const TensorValue &parameter : parameters)
        (parameter.info.shape.size() == 2 ? work.macs : work.biasAdds) += elementsOf(parameter);
    return work;
}

Work repeated(const Work &step, Count times)
{
    return { .macs = step.macs * times,
             .biasAdds = step.biasAdds * times,
             .elementwise = step.elementwise * times,
             .transcendental = step.transcendental * times };
}

/// Steps of all sequences: every dimension of the input but the features. Packed sequences bring their true sum.
std::optional<Work> overAllSteps(const OperatorCall &call, const std::vector<TensorValue> &parameters,
                                 Count cellsPerStep)
{
    const Cell *cell = cellOf(call.name);
    const TensorValue *input = tensorNamed(call, { "input", "data" });
    const auto features = input ? dimensionOf(*input, -1) : std::nullopt;
    if (!cell || !features)
        return std::nullopt;
    const std::optional<Work> step = stepWork(*cell, parameters, cellsPerStep);
    return step ? std::optional(repeated(*step, elementsOf(*input) / *features)) : std::nullopt;
}

std::optional<Work> layersWork(const OperatorCall &call)
{
    const Count layers = integerNamed(call, "num_layers").value_or(1);
    const Count directions = booleanNamed(call, "bidirectional").value_or(false) ? 2 : 1;
    return overAllSteps(call, tensorsNamed(call, "params"), layers * directions);
}

std::optional<Work> cellWork(const OperatorCall &call)
{
    std::vector<TensorValue> parameters;
    for (const std::string_view name : { "w_ih", "w_hh", "b_ih", "b_hh" }) {
        if (const TensorValue *parameter = tensorNamed(call, { name }))
            parameters.push_back(*parameter);
    }
    return overAllSteps(call, parameters, 1);
}

} // namespace

std::vector<CostRule> recurrentRules()
{
    using enum OperatorFamily;
    return {
        { Matrix, "aten::lstm", layersWork, readAndWritten,
          "steps × |weights| MAC + steps × |biases| + 13 a hidden value for the gates", source },
        { Matrix, "aten::gru", layersWork, readAndWritten,
          "steps × |weights| MAC + steps × |biases| + 10 a hidden value for the gates", source },
        { Matrix, "aten::rnn_tanh aten::rnn_relu", layersWork, readAndWritten,
          "steps × |weights| MAC + steps × |biases| + 2 a hidden value", source },
        { Matrix, "aten::lstm_cell aten::gru_cell aten::rnn_tanh_cell aten::rnn_relu_cell", cellWork, readAndWritten,
          "one step of the layer of that name", source },
    };
}

} // namespace ridgepoint
