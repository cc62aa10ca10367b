// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/infer/graph_values.h"
#include "core/torchscript/infer/input_guess.h"
#include "support/script_model.h"

#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/ir.h>

#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// Shapes as text. In the texts of the tests a shape is written 1x3xS, with a letter for an open size: B batch, L
/// length of a sequence, S side of an image, F frames of a clip, C side of its images, T samples of a signal. Guesses
/// are separated by "|", the likeliest first.
namespace rooflight::test {

/// "3x4" as the sizes, open ones as their letters.
[[nodiscard]] inline Shape shapeOf(const QString &text)
{
    static const std::map<QString, std::int64_t> open = { { "B", open_size::batch },    { "L", open_size::length },
                                                          { "S", open_size::side },     { "F", open_size::frames },
                                                          { "C", open_size::clipSide }, { "T", open_size::samples } };
    Shape shape;
    for (const QString &size : text == "0d" ? QStringList() : text.split('x'))
        shape.push_back(open.contains(size) ? open.at(size) : size.toLongLong());
    return shape;
}

/// "w 8x3; b 8"
[[nodiscard]] inline std::vector<std::pair<std::string, Shape>> parametersOf(const QString &text)
{
    std::vector<std::pair<std::string, Shape>> parameters;
    for (const QString &parameter : text.split("; ", Qt::SkipEmptyParts))
        parameters.emplace_back(parameter.section(' ', 0, 0).toStdString(), shapeOf(parameter.section(' ', 1)));
    return parameters;
}

[[nodiscard]] inline QString text(const TensorGuess &guess)
{
    QStringList sizes;
    for (const std::int64_t size : guess.shape)
        sizes << (size < 0 ? QString("BLSFCT").mid(-size - 1, 1) : QString::number(size));
    QString result = sizes.isEmpty() ? QString("0d") : sizes.join('x');
    if (guess.dtype != DType::Float32)
        result += ':' + QString::fromStdString(std::string(name(guess.dtype)));
    if (guess.fill.kind == TensorFill::Kind::Range)
        result += QString(":%1..%2").arg(guess.fill.low).arg(guess.fill.high);
    if (guess.fill.kind == TensorFill::Kind::Constant)
        result += QString(":%1").arg(guess.fill.low);
    return result;
}

[[nodiscard]] inline QString text(const std::vector<TensorGuess> &guesses)
{
    QStringList shapes;
    for (const TensorGuess &guess : guesses)
        shapes << text(guess);
    return shapes.join(" | ");
}

[[nodiscard]] inline QString text(const InputGuess &guess)
{
    switch (guess.kind) {
    case InputGuess::Kind::Unknown:
        return "?";
    case InputGuess::Kind::Tensor:
        return (guess.mask ? "mask " : "") + text(guess.tensors);
    case InputGuess::Kind::Sequence:
    case InputGuess::Kind::Dict:
        break;
    }
    QStringList parts;
    for (std::size_t i = 0; i < guess.elements.size(); ++i) {
        const QString key = guess.keys.empty() ? QString() : QString::fromStdString(guess.keys[i]) + ": ";
        parts << key + text(guess.elements[i]);
    }
    return '[' + parts.join(", ") + (guess.repeats ? " ...]" : "]");
}

/// forward(self, x) with one expression, and what is known of its graph.
struct Expression {
    Expression(const QString &parameters, const QString &expression)
        : module(scriptedModule("def forward(self, x):\n    return " + expression.toStdString() + '\n',
                                parametersOf(parameters)))
        , graph(module.get_method("forward").graph())
        , values(module)
    {
    }

    [[nodiscard]] torch::jit::Use firstUse() const { return graph->inputs().at(1)->uses().front(); }

    /// The first input of the first operator of that kind.
    [[nodiscard]] torch::jit::Use useBy(const QString &kind) const
    {
        for (torch::jit::Node *node : graph->nodes()) {
            if (kind == node->kind().toQualString())
                return torch::jit::Use(node, 0);
        }
        throw std::runtime_error("no " + kind.toStdString());
    }

    [[nodiscard]] const torch::jit::Value *result() const { return graph->outputs().front(); }

    torch::jit::Module module;
    std::shared_ptr<torch::jit::Graph> graph;
    GraphValues values;
};

} // namespace rooflight::test
