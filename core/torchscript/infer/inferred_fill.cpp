// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/infer/inferred_fill.h"

#include <algorithm>
#include <array>
#include <optional>

namespace rooflight {

namespace {

bool isOpen(const TensorSpec &tensor)
{
    using enum DType;
    constexpr std::array types = { Int8, UInt8, Int16, Int32, Int64, Bool };
    return tensor.file.empty() && tensor.fill.kind == TensorFill::Kind::Default
        && std::ranges::find(types, tensor.dtype) != types.end();
}

std::optional<TensorFill> expectedFill(const InputGuess &guess, DType dtype)
{
    if (guess.needed)
        return guess.needed;
    if (dtype == DType::Bool) // of which all ones are expected
        return std::nullopt;
    const auto expected = std::ranges::find_if(
        guess.tensors, [](const TensorGuess &candidate) { return candidate.fill.kind != TensorFill::Kind::Default; });
    return expected == guess.tensors.end() ? std::nullopt : std::optional(expected->fill);
}

bool applyTo(TensorSpec &tensor, const InputGuess &guess, std::int64_t size)
{
    const std::optional<TensorFill> expected = expectedFill(guess, tensor.dtype);
    if (!isOpen(tensor) || !expected)
        return false;
    tensor.fill = upTo(*expected, size, elementCount(tensor.shape));
    return true;
}

} // namespace

bool hasOpenNumbers(const InputValue &value)
{
    if (const auto *tensor = std::get_if<TensorSpec>(&value.content))
        return isOpen(*tensor);
    if (const auto *list = std::get_if<InputValue::List>(&value.content))
        return std::ranges::any_of(*list, hasOpenNumbers);
    if (const auto *dict = std::get_if<InputValue::Dict>(&value.content))
        return std::ranges::any_of(*dict, [](const auto &entry) { return hasOpenNumbers(entry.value); });
    return false;
}

bool needsSize(const InputGuess &guess)
{
    return (guess.needed && isUpToOpenSize(*guess.needed)) || std::ranges::any_of(guess.elements, needsSize);
}

bool applyInferredFill(InputValue &value, const InputGuess *guess, std::int64_t size)
{
    if (!guess)
        return false;
    if (auto *tensor = std::get_if<TensorSpec>(&value.content))
        return applyTo(*tensor, *guess, size);
    bool applied = false;
    if (auto *list = std::get_if<InputValue::List>(&value.content)) {
        for (std::size_t i = 0; i < list->size(); ++i)
            applied |= applyInferredFill((*list)[i], elementGuess(guess, i), size);
    } else if (auto *dict = std::get_if<InputValue::Dict>(&value.content)) {
        for (auto &[key, element] : *dict)
            applied |= applyInferredFill(element, keyGuess(guess, key), size);
    }
    return applied;
}

} // namespace rooflight
