// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/infer/input_inference.h"

#include "core/torchscript/infer/graph_values.h"
#include "core/torchscript/infer/input_search.h"
#include "core/torchscript/values/inlined_code.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace rooflight {

namespace {

using namespace open_size;
using torch::jit::Node;

/// Sides of the images for which the position embeddings of a vision transformer were made: one row a patch, perhaps
/// with rows for a class and a distillation token before them.
std::vector<std::int64_t> sidesOfPatches(const std::vector<Shape> &parameters)
{
    std::vector<std::int64_t> sides;
    const auto add = [&sides](std::int64_t side) {
        if (std::ranges::find(sides, side) == sides.end())
            sides.push_back(side);
    };
    for (const Shape &patch : parameters) {
        if (patch.size() != 4 || patch[2] != patch[3] || patch[2] < 4)
            continue;
        for (const Shape &positions : parameters) {
            const std::size_t rank = positions.size();
            if (rank == 4 && positions[0] == 1 && positions[1] == positions[2] && positions[3] == patch[0])
                add(patch[2] * positions[1]);
            if ((rank != 2 && rank != 3) || positions.back() != patch[0] || (rank == 3 && positions[0] != 1))
                continue;
            for (std::int64_t tokens : { 1, 0, 2 }) {
                const std::int64_t patches = positions[rank - 2] - tokens;
                const auto edge = std::llround(std::sqrt(static_cast<double>(std::max<std::int64_t>(patches, 0))));
                if (edge > 1 && edge * edge == patches)
                    add(patch[2] * edge);
            }
        }
    }
    return sides;
}

bool isTokens(const TensorGuess &guess)
{
    return guess.dtype == DType::Int64 || guess.dtype == DType::Int32;
}

/// What goes with a tensor of words, images or features.
std::vector<TensorGuess> companions(const TensorGuess &base, bool mask)
{
    const TensorFill ones { TensorFill::Kind::Constant, 1, 1 };
    const std::int64_t rows = base.shape.empty() ? 1 : base.shape.front();
    Shape perStep = base.shape;
    if (!isTokens(base) && perStep.size() > 1)
        perStep.pop_back();
    const std::int64_t steps = perStep.size() > 1 ? perStep[1] : length;
    std::vector<TensorGuess> conditions = { { perStep, DType::Bool, ones },
                                            { { steps, steps }, DType::Bool, ones },
                                            { { rows, 1, steps, steps }, DType::Bool, ones } };
    if (mask)
        return conditions;
    std::vector<TensorGuess> result;
    if (isTokens(base)) {
        result = { { base.shape, DType::Int64, ones }, conditions.front(), { base.shape, DType::Float32, ones } };
    } else {
        result = { base, { { rows }, base.dtype, {} }, { { rows }, DType::Int64, {} }, { {}, base.dtype, {} } };
        result.push_back(conditions.front());
    }
    return result;
}

} // namespace

InputGuesses guessInputs(const torch::jit::Module &module)
{
    const std::shared_ptr<torch::jit::Graph> graph = inlinedForward(module);
    const GraphValues values(module);
    InputSearch search(values);
    InputGuesses guesses;
    for (std::size_t i = 1; i < graph->inputs().size(); ++i)
        guesses.arguments.push_back(search.guess({ graph->inputs()[i] }, graph->inputs()[i]->type()));
    guesses.likelySides = sidesOfPatches(values.parameterShapes());
    return guesses;
}

void guessFromOthers(std::vector<InputGuess> &arguments, const TensorSpec *known)
{
    std::optional<TensorGuess> base;
    if (known)
        base = TensorGuess { known->shape, known->dtype, {} };
    const auto takeFirst = [&base](const InputGuess &tensor) {
        if (!base && !tensor.tensors.empty())
            base = tensor.tensors.front();
    };
    for (InputGuess &argument : arguments)
        forEachTensorGuess(argument, takeFirst);
    if (!base)
        return;
    for (InputGuess &argument : arguments) {
        forEachTensorGuess(argument, [&base](InputGuess &tensor) {
            if (!tensor.tensors.empty())
                return;
            tensor.tensors = companions(*base, tensor.mask);
            applyNeeded(tensor);
        });
    }
}

} // namespace rooflight
