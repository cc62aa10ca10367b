// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_rule.h"

#include "core/base/translation_mark.h"

#include <array>

namespace rooflight {

namespace {

constexpr std::string_view source =
    QT_TRANSLATE_NOOP("Formulas", "thop rnn_hooks.py for the products; gates by the equations in PyTorch's manual");

/// A kind of recurrent cell: gates stacked in its weights, and work for each hidden value a step beside the products.
struct Cell {
    std::string_view mark; ///< found in the names of its operators
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
        if (operatorName.find(cell.mark) != std::string_view::npos)
            return &cell;
    }
    return nullptr;
}

/// Kernels for all kinds of cells take a number that says which, as cuDNN does.
const Cell *cellOf(const OperatorCall &call)
{
    constexpr std::array<std::string_view, 4> byMode = { "rnn_relu", "rnn_tanh", "lstm", "gru" };
    const auto mode = integerNamed(call, "mode");
    if (!mode)
        return cellOf(call.name);
    return *mode >= 0 && *mode < std::int64_t { byMode.size() } ? cellOf(byMode[static_cast<std::size_t>(*mode)])
                                                                : nullptr;
}

/// One step of one sequence uses every parameter once: matrices in products, vectors as biases.
std::optional<Work> stepWork(const Cell &cell, const std::vector<TensorValue> &parameters, Count cellsPerStep)
{
    if (parameters.empty() || parameters.front().info.shape.size() != 2)
        return std::nullopt;
    const Count hidden = Count(parameters.front().info.shape[0]) / cell.gates * cellsPerStep;
    Work work = Work { .elementwise = cell.elementwise, .transcendental = cell.transcendental } * hidden;
    for (const TensorValue &parameter : parameters)
        (parameter.info.shape.size() == 2 ? work.macs : work.biasAdds) += elementsOf(parameter);
    return work;
}

/// Steps of all sequences: every dimension of the input but the features. Packed sequences bring their true sum.
std::optional<Work> overAllSteps(const OperatorCall &call, const std::vector<TensorValue> &parameters,
                                 Count cellsPerStep)
{
    const Cell *cell = cellOf(call);
    const TensorValue *input = tensorNamed(call, { "input", "data" });
    const auto features = input ? dimensionOf(*input, -1) : std::nullopt;
    if (!cell || !features)
        return std::nullopt;
    const std::optional<Work> step = stepWork(*cell, parameters, cellsPerStep);
    return step ? std::optional(*step * (elementsOf(*input) / *features)) : std::nullopt;
}

std::vector<TensorValue> parametersNamed(const OperatorCall &call, std::initializer_list<std::string_view> names)
{
    std::vector<TensorValue> parameters;
    for (const std::string_view name : names) {
        if (const TensorValue *parameter = tensorNamed(call, { name }))
            parameters.push_back(*parameter);
    }
    return parameters;
}

std::optional<Work> layersWork(const OperatorCall &call)
{
    const Count layers = integerNamed(call, "num_layers").value_or(1);
    const Count directions = booleanNamed(call, "bidirectional").value_or(false) ? 2 : 1;
    const bool isList = call.find("params") != nullptr;
    return overAllSteps(call, tensorsNamed(call, isList ? "params" : "weight"), layers * directions);
}

/// One layer in one direction.
std::optional<Work> oneLayerWork(const OperatorCall &call)
{
    return overAllSteps(call, parametersNamed(call, { "weight0", "weight1", "weight2", "weight3" }), 1);
}

std::optional<Work> cellWork(const OperatorCall &call)
{
    return overAllSteps(call, parametersNamed(call, { "w_ih", "w_hh", "b_ih", "b_hh", "bias_ih", "bias_hh" }), 1);
}

/// Gates alone: the products came before.
std::optional<Work> gatesWork(const OperatorCall &call)
{
    const Cell *cell = cellOf(call.name);
    if (!cell)
        return std::nullopt;
    const Count biases = (tensorNamed(call, { "input_bias" }) ? 1 : 0) + (tensorNamed(call, { "hidden_bias" }) ? 1 : 0);
    return workOn(
        tensorNamed(call, { "cx", "hx" }),
        { .biasAdds = biases * cell->gates, .elementwise = cell->elementwise, .transcendental = cell->transcendental });
}

} // namespace

std::vector<CostRule> recurrentRules()
{
    using enum OperatorFamily;
    return {
        { Matrix, "aten::lstm aten::quantized_lstm", layersWork,
          QT_TRANSLATE_NOOP("Formulas", "steps × |weights| MAC + steps × |biases| + 13 per hidden value for the gates"),
          source },
        { Matrix, "aten::gru aten::quantized_gru", layersWork,
          QT_TRANSLATE_NOOP("Formulas", "steps × |weights| MAC + steps × |biases| + 10 per hidden value for the gates"),
          source },
        { Matrix, "aten::rnn_tanh aten::rnn_relu", layersWork,
          QT_TRANSLATE_NOOP("Formulas", "steps × |weights| MAC + steps × |biases| + 2 per hidden value"), source },
        { Matrix, "aten::_cudnn_rnn aten::miopen_rnn", layersWork,
          QT_TRANSLATE_NOOP("Formulas", "as lstm, gru, rnn_tanh or rnn_relu, depending on the mode"), source },
        { Matrix, "aten::mkldnn_rnn_layer", oneLayerWork,
          QT_TRANSLATE_NOOP("Formulas",
                            "one layer in one direction, as lstm, gru, rnn_tanh or rnn_relu, depending on the mode"),
          source },
        { Matrix,
          "aten::lstm_cell aten::gru_cell aten::rnn_tanh_cell aten::rnn_relu_cell "
          "quantized::quantized_lstm_cell_dynamic quantized::quantized_gru_cell_dynamic "
          "quantized::quantized_rnn_tanh_cell_dynamic quantized::quantized_rnn_relu_cell_dynamic",
          cellWork, QT_TRANSLATE_NOOP("Formulas", "one step of the layer of that name"), source },
        { Elementwise, "aten::_thnn_fused_lstm_cell", gatesWork,
          QT_TRANSLATE_NOOP("Formulas", "13 per hidden value, + 4 for each bias"), source },
        { Elementwise, "aten::_thnn_fused_gru_cell", gatesWork,
          QT_TRANSLATE_NOOP("Formulas", "10 per hidden value, + 3 for each bias"), source },
    };
}

} // namespace rooflight
