// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/infer/graph_values.h"
#include "core/torchscript/infer/input_guess.h"

#include <map>
#include <vector>

namespace rooflight {

/// The values that the used one is under another name: results of branches, variables of loops, casts.
[[nodiscard]] std::vector<const torch::jit::Value *> renamed(const torch::jit::Use &use);

/// Follows values of an inlined graph to the operators that restrict their shapes.
class InputSearch
{
public:
    explicit InputSearch(const GraphValues &values)
        : m_values(values)
    {
    }

    /// A guess for what is known in the graph as any of \p values.
    [[nodiscard]] InputGuess guess(const std::vector<const torch::jit::Value *> &values, const c10::TypePtr &type);

private:
    using Values = std::vector<const torch::jit::Value *>;
    using Guesses = std::vector<TensorGuess>;

    [[nodiscard]] InputGuess guessTensor(const Values &values);
    [[nodiscard]] InputGuess guessList(const Values &lists, const c10::TypePtr &elementType);
    [[nodiscard]] InputGuess guessTuple(const Values &tuples, const c10::TupleType &type);
    [[nodiscard]] InputGuess guessDict(const Values &dicts, const c10::TypePtr &valueType);

    [[nodiscard]] const Guesses &search(const torch::jit::Value *value, int depth);
    [[nodiscard]] Guesses behindTable(const torch::jit::Use &use, int depth);
    [[nodiscard]] Guesses behind(const torch::jit::Use &use, int depth);
    [[nodiscard]] Guesses ofElements(const torch::jit::Value *list, int depth);
    [[nodiscard]] bool isMask(const torch::jit::Value *value, int depth) const;

    const GraphValues &m_values;
    std::map<const torch::jit::Value *, Guesses> m_found;
};

} // namespace rooflight
