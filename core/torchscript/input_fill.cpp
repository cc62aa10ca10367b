// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/input_fill.h"

#include <algorithm>
#include <array>

namespace ridgepoint {

namespace {

bool isOpen(const TensorSpec &tensor)
{
    using enum DType;
    constexpr std::array wholeNumbers = { Int8, UInt8, Int16, Int32, Int64 };
    return tensor.file.empty() && tensor.fill.kind == TensorFill::Kind::Default
        && std::ranges::find(wholeNumbers, tensor.dtype) != wholeNumbers.end();
}

bool adopt(TensorSpec &tensor, const InputGuess &guess)
{
    const auto told = std::ranges::find_if(
        guess.tensors, [](const TensorGuess &candidate) { return candidate.fill.kind != TensorFill::Kind::Default; });
    if (!isOpen(tensor) || told == guess.tensors.end())
        return false;
    tensor.fill = told->fill;
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
        return std::ranges::any_of(*dict, [](const auto &entry) { return hasOpenWholeNumbers(entry.second); });
    return false;
}

bool adoptFill(InputValue &value, const InputGuess &guess)
{
    if (auto *tensor = std::get_if<TensorSpec>(&value.content))
        return adopt(*tensor, guess);
    bool adopted = false;
    if (auto *list = std::get_if<InputValue::List>(&value.content)) {
        for (std::size_t i = 0; i < std::min(list->size(), guess.elements.size()); ++i)
            adopted |= adoptFill((*list)[i], guess.elements[i]);
    } else if (auto *dict = std::get_if<InputValue::Dict>(&value.content)) {
        for (auto &[key, element] : *dict) {
            const auto known = std::ranges::find(guess.keys, key);
            if (known != guess.keys.end())
                adopted |= adoptFill(element, guess.elements[static_cast<std::size_t>(known - guess.keys.begin())]);
        }
    }
    return adopted;
}

} // namespace ridgepoint
