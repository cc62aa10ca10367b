// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/infer/inferred_fill.h"

#include "core/torchscript/infer/input_search.h"
#include "core/torchscript/infer/operator_use.h"

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace rooflight {

namespace {

using FillKind = TensorFill::Kind;
using torch::jit::Use;
using torch::jit::Value;

constexpr int maxDepth = 32;
constexpr double hidden = -1e4; ///< or less: what hides a place when it is added, or put there, before a softmax

constexpr std::array sameElements = { "aten::to",          "aten::view",      "aten::reshape",    "aten::unsqueeze",
                                      "aten::squeeze",     "aten::expand",    "aten::expand_as",  "aten::select",
                                      "aten::slice",       "aten::flatten",   "aten::contiguous", "aten::detach",
                                      "aten::clone",       "aten::type_as",   "aten::transpose",  "aten::permute",
                                      "aten::repeat",      "aten::_to_copy",  "aten::alias",      "aten::__and__",
                                      "aten::logical_and", "aten::__or__",    "aten::logical_or", "aten::bitwise_and",
                                      "aten::bitwise_or",  "aten::lift_fresh" };

std::optional<double> numberOf(const Value *value, const GraphValues &values)
{
    const std::optional<c10::IValue> known = value ? values.known(value) : std::nullopt;
    if (known && known->isScalar())
        return known->toScalar().toDouble();
    if (known && known->isTensor() && known->toTensor().defined() && known->toTensor().numel() == 1
        && known->toTensor().device().is_cpu())
        return known->toTensor().item<double>();
    return std::nullopt;
}

bool hides(const Value *value, const GraphValues &values)
{
    const std::optional<double> number = numberOf(value, values);
    return number && *number <= hidden;
}

class FillSearch
{
public:
    explicit FillSearch(const GraphValues &values)
        : m_values(values)
    {
    }

    std::optional<TensorFill> find(const Value *value, bool negated, int depth)
    {
        if (depth > maxDepth || !m_seen.insert({ value, negated }).second)
            return std::nullopt;
        for (const Use &use : value->uses()) {
            if (const std::optional<TensorFill> found = neededBy(OperatorUse(use, m_values), negated))
                return found;
        }
        for (const Use &use : value->uses()) {
            if (const std::optional<TensorFill> found = behind(use, negated, depth))
                return found;
        }
        return std::nullopt;
    }

private:
    static TensorFill all(bool one) { return { FillKind::Constant, one ? 1.0 : 0.0, one ? 1.0 : 0.0 }; }

    [[nodiscard]] std::optional<TensorFill> neededBy(const OperatorUse &use, bool negated) const
    {
        const std::string_view kind = use.kind();
        if ((kind == "aten::masked_fill" || kind == "aten::masked_fill_") && use.offset == 1)
            return all(negated);
        if (kind == "aten::where" && use.offset == 0 && use.node->inputs().size() == 3) {
            if (hides(use.input(1), m_values))
                return all(negated);
            return hides(use.input(2), m_values) ? std::optional(all(!negated)) : std::nullopt;
        }
        if (kind == "aten::scaled_dot_product_attention" && use.offset == 3)
            return all(!negated);
        if ((kind == "aten::_native_multi_head_attention" && use.offset == 9)
            || (kind == "aten::_transformer_encoder_layer_fwd" && use.offset == 18))
            return all(negated);
        if (kind == "aten::mul" && use.offset <= 1 && hides(use.input(1 - use.offset), m_values))
            return all(negated);
        if (kind == "aten::_pack_padded_sequence" && use.offset == 1)
            return TensorFill { FillKind::Constant, double(open_size::length), double(open_size::length) };
        if (kind == "aten::_grouped_mm" && use.offset == 2)
            return TensorFill { FillKind::Ascending, 0, double(open_size::length) };
        return std::nullopt;
    }

    std::optional<TensorFill> behind(const Use &use, bool negated, int depth)
    {
        const OperatorUse known(use, m_values);
        for (const Value *other : renamed(use)) {
            if (const std::optional<TensorFill> found = find(other, negated, depth + 1))
                return found;
        }
        // What a script makes of 1 - mask: the negative, and then 1 added.
        for (const Use &sum : known.kind() == "aten::neg" ? use.user->output()->uses() : torch::jit::use_list()) {
            const OperatorUse added(sum, m_values);
            if (added.kind() == "aten::add" && sum.offset == 0 && numberOf(added.input(1), m_values) == 1.0)
                return find(sum.user->output(), !negated, depth + 1);
        }
        const std::optional<bool> passes = passesOn(known);
        return passes ? find(use.user->outputs().at(0), negated != *passes, depth + 1) : std::nullopt;
    }

    /// Whether the elements come out of an operator: as they are (false), or as their opposite (true).
    [[nodiscard]] std::optional<bool> passesOn(const OperatorUse &use) const
    {
        const std::string_view kind = use.kind();
        if (kind == "aten::logical_not" || kind == "aten::bitwise_not")
            return true;
        if (use.offset == 0 && std::ranges::find(sameElements, kind) != sameElements.end())
            return false;
        const std::optional<double> other =
            use.offset <= 1 ? numberOf(use.input(1 - use.offset), m_values) : std::nullopt;
        if (!other)
            return std::nullopt;
        if (kind == "aten::eq")
            return *other == 0;
        if (kind == "aten::ne")
            return *other != 0;
        if (kind == "aten::gt" && use.offset == 0 && *other == 0)
            return false;
        // 1 - mask
        const bool isOpposite =
            *other == 1 && ((kind == "aten::rsub" && use.offset == 0) || (kind == "aten::sub" && use.offset == 1));
        return isOpposite ? std::optional(true) : std::nullopt;
    }

    const GraphValues &m_values;
    std::set<std::pair<const Value *, bool>> m_seen;
};

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

std::optional<TensorFill> neededFill(const std::vector<const Value *> &names, const GraphValues &values)
{
    FillSearch search(values);
    for (const Value *name : names) {
        if (const std::optional<TensorFill> found = search.find(name, false, 0))
            return found;
    }
    return std::nullopt;
}

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
