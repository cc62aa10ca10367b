// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/infer/inferred_fill.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

bool isOpen(const TensorSpec &tensor)
{
    using enum DType;
    constexpr std::array wholeNumbers = { Int8, UInt8, Int16, Int32, Int64 };
    return tensor.file.empty() && tensor.fill.kind == TensorFill::Kind::Default
        && std::ranges::find(wholeNumbers, tensor.dtype) != wholeNumbers.end();
}

bool applyTo(TensorSpec &tensor, const InputGuess &guess)
{
    const auto expected = std::ranges::find_if(
        guess.tensors, [](const TensorGuess &candidate) { return candidate.fill.kind != TensorFill::Kind::Default; });
    if (!isOpen(tensor) || expected == guess.tensors.end())
        return false;
    tensor.fill = expected->fill;
    return true;
}

} // namespace

bool hasOpenWholeNumbers(const InputValue &value)
{
    if (const auto *tensor = std::get_if<TensorSpec>(&value.content))
        return isOpen(*tensor);
    if (const auto *list = std::get_if<InputValue::List>(&value.content))
        return std::ranges::any_of(*list, hasOpenWholeNumbers);
    if (const auto *dict = std::get_if<InputValue::Dict>(&value.content))
        return std::ranges::any_of(*dict, [](const auto &entry) { return hasOpenWholeNumbers(entry.value); });
    return false;
}

bool applyInferredFill(InputValue &value, const InputGuess *guess)
{
    if (!guess)
        return false;
    if (auto *tensor = std::get_if<TensorSpec>(&value.content))
        return applyTo(*tensor, *guess);
    bool applied = false;
    if (auto *list = std::get_if<InputValue::List>(&value.content)) {
        for (std::size_t i = 0; i < list->size(); ++i)
            applied |= applyInferredFill((*list)[i], elementGuess(guess, i));
    } else if (auto *dict = std::get_if<InputValue::Dict>(&value.content)) {
        for (auto &[key, element] : *dict)
            applied |= applyInferredFill(element, keyGuess(guess, key));
    }
    return applied;
}

} // namespace rooflight
