// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/inputs/input_example.h"

#include "core/request/input_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rooflight {

namespace {

/// What could be written for an argument of this type; `nullopt` for a type that no SPEC describes.
std::optional<InputValue> exampleOf(const c10::TypePtr &type, const InputGuess &guess)
{
    const auto part = [&guess](std::size_t index) {
        return index < guess.elements.size() ? guess.elements[index] : InputGuess {};
    };
    switch (type->kind()) {
    case c10::TypeKind::TensorType:
        return guess.tensors.empty() ? InputValue { TensorSpec { { 1, 3, 224, 224 }, DType::Float32, {}, false, {} } }
                                     : inputValue(guess, { 1, 128, 224, 16, 112, 16000 });
    case c10::TypeKind::IntType:
        return InputValue { std::int64_t { 1 } };
    case c10::TypeKind::FloatType:
    case c10::TypeKind::NumberType:
        return InputValue { 0.5 };
    case c10::TypeKind::BoolType:
        return InputValue { true };
    case c10::TypeKind::StringType:
        return InputValue { std::string("text") };
    case c10::TypeKind::OptionalType:
        return exampleOf(type->expectRef<c10::OptionalType>().getElementType(), guess);
    case c10::TypeKind::ListType: {
        const auto element = exampleOf(type->expectRef<c10::ListType>().getElementType(), part(0));
        return element ? std::optional(InputValue { InputValue::List { *element } }) : std::nullopt;
    }
    case c10::TypeKind::DictType: {
        const auto &dict = type->expectRef<c10::DictType>();
        const std::string usualKey = dict.getKeyType()->kind() == c10::TypeKind::IntType ? "0" : "key";
        InputValue::Dict entries;
        for (std::size_t i = 0; i < std::max<std::size_t>(guess.keys.size(), 1); ++i) {
            const auto value = exampleOf(dict.getValueType(), part(i));
            if (!value)
                return std::nullopt;
            entries.push_back({ guess.keys.empty() ? usualKey : guess.keys[i], *value });
        }
        return InputValue { std::move(entries) };
    }
    case c10::TypeKind::TupleType: {
        InputValue::List elements;
        const auto &types = type->expectRef<c10::TupleType>().elements();
        for (std::size_t i = 0; i < types.size(); ++i) {
            const auto element = exampleOf(types[i], part(i));
            if (!element)
                return std::nullopt;
            elements.push_back(*element);
        }
        return InputValue { std::move(elements) };
    }
    default:
        return std::nullopt;
    }
}

} // namespace

std::string exampleInput(const c10::Argument &argument, const InputGuess &guess)
{
    const std::optional<InputValue> example = exampleOf(argument.type(), guess);
    if (!example)
        return {};
    const std::string text = fmt::format("{}:{}", argument.name(), specText(*example));
    const bool plain = text.find_first_of("[]{}\"' ") == std::string::npos;
    return plain ? text : fmt::format("'{}'", text);
}

} // namespace rooflight
