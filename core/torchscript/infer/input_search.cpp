// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/infer/input_search.h"

#include "core/torchscript/infer/inferred_fill.h"
#include "core/torchscript/infer/shape_constraints.h"

#include <algorithm>
#include <string_view>

namespace rooflight {

namespace {

using torch::jit::Node;
using torch::jit::Use;
using torch::jit::Value;
using Values = std::vector<const Value *>;

/// Operators between an input and one that restricts its shape. Each is a level of recursion.
constexpr int maxSearchDepth = 400;
constexpr std::size_t maxGuesses = 8; ///< of one tensor

bool isKind(const Use &use, std::string_view kind)
{
    return kind == use.user->kind().toQualString();
}

Values withOtherNames(const Values &values)
{
    Values all = values;
    std::set<const Value *> known(values.begin(), values.end());
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const Use &use : all[i]->uses()) {
            for (const Value *other : renamed(use)) {
                if (known.insert(other).second)
                    all.push_back(other);
            }
        }
    }
    return all;
}

/// Elements taken out of a list: by position where that is a constant, under -1 where it is not.
std::map<std::int64_t, Values> elementsOf(const Value *list, const GraphValues &values)
{
    std::map<std::int64_t, Values> elements;
    for (const Value *name : withOtherNames({ list })) {
        for (const Use &use : name->uses()) {
            if (use.offset != 0)
                continue;
            if (isKind(use, "aten::__getitem__"))
                elements[std::max<std::int64_t>(values.integer(use.user->input(1)).value_or(-1), -1)].push_back(
                    use.user->output());
            for (std::size_t i = 0; use.user->kind() == c10::prim::ListUnpack && i < use.user->outputs().size(); ++i)
                elements[static_cast<std::int64_t>(i)].push_back(use.user->outputs()[i]);
        }
    }
    return elements;
}

/// The parts of a tuple, each under its names.
std::vector<Values> partsOf(const Values &tuples, std::size_t count, const GraphValues &values)
{
    std::vector<Values> parts(count);
    for (const Value *tuple : withOtherNames(tuples)) {
        for (const Use &use : tuple->uses()) {
            if (use.user->kind() == c10::prim::TupleUnpack) {
                for (std::size_t i = 0; i < std::min(count, use.user->outputs().size()); ++i)
                    parts[i].push_back(use.user->outputs()[i]);
            } else if (use.user->kind() == c10::prim::TupleIndex && use.offset == 0) {
                const std::int64_t index = values.integer(use.user->input(1)).value_or(-1);
                const std::int64_t position = index < 0 ? index + static_cast<std::int64_t>(count) : index;
                if (position >= 0 && position < static_cast<std::int64_t>(count))
                    parts[static_cast<std::size_t>(position)].push_back(use.user->output());
            }
        }
    }
    return parts;
}

/// Numbers of dimensions that code compares the tensor's with, or unpacks its sizes into.
std::set<std::size_t> ranksUsedFor(const Value *tensor, const GraphValues &values)
{
    std::set<std::size_t> ranks;
    const auto addCompared = [&](const Value *count) {
        for (const Use &use : count->uses()) {
            for (const Value *operand : use.user->inputs()) {
                if (const auto rank = operand == count ? std::nullopt : values.integer(operand); rank && *rank >= 0)
                    ranks.insert(static_cast<std::size_t>(*rank));
            }
        }
    };
    for (const Use &use : tensor->uses()) {
        if (isKind(use, "aten::dim"))
            addCompared(use.user->output());
        if (!isKind(use, "aten::size") || use.user->inputs().size() != 1)
            continue;
        for (const Use &ofSizes : use.user->output()->uses()) {
            if (ofSizes.user->kind() == c10::prim::ListUnpack)
                ranks.insert(ofSizes.user->outputs().size());
            if (isKind(ofSizes, "aten::len"))
                addCompared(ofSizes.user->output());
        }
    }
    return ranks;
}

void merge(std::vector<TensorGuess> &guesses, const std::vector<TensorGuess> &more)
{
    for (const TensorGuess &guess : more) {
        if (guesses.size() < maxGuesses && std::ranges::find(guesses, guess) == guesses.end())
            guesses.push_back(guess);
    }
}

bool isList(const Value *value)
{
    return value->type()->kind() == c10::TypeKind::ListType;
}

} // namespace

std::vector<const Value *> renamed(const Use &use)
{
    const Node *const node = use.user;
    Values result;
    if (node->kind() == c10::prim::Return) {
        const Node *const owner = node->owningBlock()->owningNode();
        if (owner && owner->kind() == c10::prim::If)
            result.push_back(owner->outputs().at(use.offset));
        else if (owner && owner->kind() == c10::prim::Loop && use.offset > 0) {
            result.push_back(owner->outputs().at(use.offset - 1));
            result.push_back(node->owningBlock()->inputs().at(use.offset));
        }
    } else if (node->kind() == c10::prim::Loop && use.offset >= 2) {
        result.push_back(node->outputs().at(use.offset - 2));
        result.push_back(node->blocks().at(0)->inputs().at(use.offset - 1));
    } else if (node->kind() == c10::prim::unchecked_cast || node->kind() == c10::prim::unchecked_unwrap_optional
               || isKind(use, "aten::_unwrap_optional") || isKind(use, "aten::list")
               || (isKind(use, "aten::slice") && node->output()->type()->kind() == c10::TypeKind::ListType)) {
        result.push_back(node->output());
    }
    return result;
}

InputGuess InputSearch::guess(const Values &values, const c10::TypePtr &type)
{
    switch (type->kind()) {
    case c10::TypeKind::TensorType:
        return guessTensor(values);
    case c10::TypeKind::ListType:
        return guessList(values, type->expectRef<c10::ListType>().getElementType());
    case c10::TypeKind::TupleType:
        return guessTuple(values, type->expectRef<c10::TupleType>());
    case c10::TypeKind::DictType:
        return guessDict(values, type->expectRef<c10::DictType>().getValueType());
    case c10::TypeKind::OptionalType:
        return guess(values, type->expectRef<c10::OptionalType>().getElementType());
    default:
        return {};
    }
}

InputGuess InputSearch::guessTensor(const Values &values)
{
    InputGuess result;
    result.kind = InputGuess::Kind::Tensor;
    for (const Value *value : values) {
        merge(result.tensors, search(value, 0));
        result.mask = result.mask || isMask(value, 0);
    }
    result.needed = neededFill(values, m_values);
    applyNeeded(result);
    return result;
}

InputGuess InputSearch::guessList(const Values &lists, const c10::TypePtr &elementType)
{
    std::map<std::int64_t, Values> elements;
    for (const Value *list : lists) {
        for (auto &[position, names] : elementsOf(list, m_values))
            elements[position].insert(elements[position].end(), names.begin(), names.end());
    }
    const Values anyElement = elements[-1];
    InputGuess result;
    result.kind = InputGuess::Kind::Sequence;
    result.repeats = elements.size() == 1;
    const std::int64_t count = result.repeats ? 1 : elements.rbegin()->first + 1;
    for (std::int64_t i = 0; i < count; ++i) {
        Values names = anyElement;
        if (const auto found = elements.find(i); found != elements.end())
            names.insert(names.end(), found->second.begin(), found->second.end());
        result.elements.push_back(guess(names, elementType));
        if (elementType->kind() != c10::TypeKind::TensorType)
            continue;
        for (const Value *list : lists)
            merge(result.elements.back().tensors, ofElements(list, 0));
    }
    return result;
}

InputGuess InputSearch::guessTuple(const Values &tuples, const c10::TupleType &type)
{
    InputGuess result;
    result.kind = InputGuess::Kind::Sequence;
    const std::vector<Values> parts = partsOf(tuples, type.elements().size(), m_values);
    for (std::size_t i = 0; i < parts.size(); ++i)
        result.elements.push_back(guess(parts[i], type.elements()[i]));
    return result;
}

InputGuess InputSearch::guessDict(const Values &dicts, const c10::TypePtr &valueType)
{
    std::map<std::string, Values> byKey;
    for (const Value *dict : withOtherNames(dicts)) {
        for (const Use &use : dict->uses()) {
            if (use.offset != 0 || use.user->inputs().size() < 2
                || (!isKind(use, "aten::__getitem__") && !isKind(use, "aten::get")))
                continue;
            const std::optional<c10::IValue> key = m_values.known(use.user->input(1));
            if (key && key->isString())
                byKey[key->toStringRef()].push_back(use.user->output());
            else if (key && key->isInt())
                byKey[std::to_string(key->toInt())].push_back(use.user->output());
        }
    }
    InputGuess result;
    if (byKey.empty())
        return result;
    result.kind = InputGuess::Kind::Dict;
    for (const auto &[key, values] : byKey) {
        result.keys.push_back(key);
        result.elements.push_back(guess(values, valueType));
    }
    return result;
}

const InputSearch::Guesses &InputSearch::search(const Value *value, int depth)
{
    const auto [entry, isNew] = m_found.try_emplace(value);
    Guesses &guesses = entry->second;
    if (!isNew || depth > maxSearchDepth)
        return guesses;
    Guesses found;
    for (const Use &use : value->uses())
        merge(found, behindTable(use, depth + 1));
    for (const Use &use : value->uses())
        merge(found, shapeConstraints(use, m_values));
    for (const Use &use : value->uses())
        merge(found, behind(use, depth + 1));
    const std::set<std::size_t> ranks = ranksUsedFor(value, m_values);
    std::stable_partition(found.begin(), found.end(),
                          [&](const TensorGuess &guess) { return ranks.contains(guess.shape.size()); });
    return guesses = std::move(found);
}

/// Rows of a table are numbers in the order that what takes the picked rows first shows.
InputSearch::Guesses InputSearch::behindTable(const Use &use, int depth)
{
    if (!isKind(use, "aten::embedding") || use.offset != 1)
        return {};
    const Guesses rows = shapeConstraints(use, m_values);
    Guesses after = search(use.user->output(), depth);
    if (rows.empty() || after.empty())
        return {};
    after.resize(1);
    Guesses found = inferInputShapes(use, after, m_values);
    for (TensorGuess &guess : found) {
        guess.dtype = rows.front().dtype;
        guess.fill = rows.front().fill;
    }
    return found;
}

/// What follows from the results of one use: through operators that can be undone, other names, tuples and lists.
InputSearch::Guesses InputSearch::behind(const Use &use, int depth)
{
    Guesses found;
    if (canInferInputShapes(use) && !isKind(use, "aten::embedding")) {
        const Value *const output = use.user->outputs().at(0);
        const Guesses after = isList(output) ? ofElements(output, depth) : search(output, depth);
        merge(found, inferInputShapes(use, after, m_values));
    }
    for (const Value *other : renamed(use))
        merge(found, search(other, depth));
    if (use.user->kind() == c10::prim::TupleConstruct) {
        const auto parts = partsOf({ use.user->output() }, use.user->inputs().size(), m_values);
        for (const Value *part : parts[use.offset])
            merge(found, search(part, depth));
    } else if (use.user->kind() == c10::prim::ListConstruct) {
        merge(found, ofElements(use.user->output(), depth));
    } else if (isKind(use, "aten::append") && use.offset == 1) {
        merge(found, ofElements(use.user->input(0), depth));
    }
    return found;
}

/// Guesses for the elements of a list.
InputSearch::Guesses InputSearch::ofElements(const Value *list, int depth)
{
    Guesses found;
    for (const auto &[position, names] : elementsOf(list, m_values)) {
        for (const Value *element : names)
            merge(found, search(element, depth));
    }
    for (const Value *name : withOtherNames({ list })) {
        for (const Use &use : name->uses()) {
            if (canInferInputShapes(use) && use.user->outputs().size() == 1 && !isList(use.user->output()))
                merge(found, inferInputShapes(use, search(use.user->output(), depth), m_values));
        }
    }
    return found;
}

bool InputSearch::isMask(const Value *value, int depth) const
{
    constexpr int maxDepth = 16;
    if (depth > maxDepth)
        return false;
    return std::ranges::any_of(value->uses(), [&](const Use &use) {
        if (usesAsMask(use))
            return true;
        const bool reshapes = isKind(use, "aten::unsqueeze") || isKind(use, "aten::select") || isKind(use, "aten::view")
            || isKind(use, "aten::slice") || isKind(use, "aten::expand");
        if (reshapes && use.offset == 0 && isMask(use.user->output(), depth + 1))
            return true;
        return std::ranges::any_of(renamed(use), [&](const Value *other) { return isMask(other, depth + 1); });
    });
}

} // namespace rooflight
