// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/infer/tensor_maker.h"

#include "core/model/error_sentences.h"
#include "core/torchscript/values/sparse_guards.h"
#include "core/torchscript/values/tensor_values.h"

#include <ATen/ATen.h>
#include <ATen/core/Dict.h>
#include <ATen/core/List.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace rooflight {

namespace {

Result<c10::IValue> readTensorFile(const std::string &path, c10::Device device)
{
    std::error_code ignored; // a folder cannot be read, a pipe would keep the reader waiting
    std::ifstream file;
    if (std::filesystem::is_regular_file(path, ignored))
        file.open(path, std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file || bytes.empty())
        return errorOf(ErrorSentence::TensorFileUnreadable, { path });
    try {
        const c10::IValue content = readPickle(bytes);
        if (content.isTensor())
            return c10::IValue(content.toTensor().to(device));
    } catch (const std::exception &) {
    }
    return errorOf(ErrorSentence::TensorFileEmpty, { path });
}

/// The i-th element's type inside a list or tuple type; null for a container without such a type.
c10::TypePtr elementType(const c10::TypePtr &type, std::size_t index)
{
    if (!type)
        return nullptr;
    if (const auto list = type->cast<c10::ListType>())
        return list->getElementType();
    if (const auto tuple = type->cast<c10::TupleType>())
        return index < tuple->elements().size() ? tuple->elements()[index] : nullptr;
    if (const auto dict = type->cast<c10::DictType>())
        return dict->getValueType();
    if (const auto optional = type->cast<c10::OptionalType>())
        return elementType(optional->getElementType(), index);
    return nullptr;
}

/// The type that a value which is there has: "Optional" taken off.
c10::TypePtr presentType(const c10::TypePtr &type)
{
    const auto optional = type ? type->cast<c10::OptionalType>() : nullptr;
    return optional ? presentType(optional->getElementType()) : type;
}

bool is(const c10::TypePtr &type, c10::TypeKind kind)
{
    const c10::TypePtr present = presentType(type);
    return present && present->kind() == kind;
}

c10::IValue makeTuple(std::vector<c10::IValue> elements, const c10::TypePtr &type)
{
    const auto tuple = presentType(type)->expect<c10::TupleType>();
    return tuple->schema() ? c10::ivalue::Tuple::createNamed(std::move(elements), tuple)
                           : c10::ivalue::Tuple::create(std::move(elements));
}

Result<c10::IValue> makeList(const InputValue::List &list, const c10::TypePtr &type, c10::Device device)
{
    std::vector<c10::IValue> elements;
    for (std::size_t i = 0; i < list.size(); ++i) {
        Result<c10::IValue> element = makeValue(list[i], elementType(type, i), device);
        if (!element.ok())
            return element.error();
        elements.push_back(std::move(element).value());
    }
    if (is(type, c10::TypeKind::TupleType))
        return makeTuple(std::move(elements), type);
    c10::TypePtr element = elementType(type, 0);
    if (!element)
        element = elements.empty() ? c10::TypePtr(c10::TensorType::get()) : elements.front().type();
    c10::impl::GenericList made(element);
    for (c10::IValue &value : elements)
        made.push_back(std::move(value));
    return c10::IValue(made);
}

/// A named tuple from a dictionary of its fields.
Result<c10::IValue> makeNamedTuple(const InputValue::Dict &dict, const c10::TypePtr &type, c10::Device device)
{
    const auto tuple = presentType(type)->expect<c10::TupleType>();
    std::vector<c10::IValue> elements;
    for (std::size_t i = 0; i < tuple->elements().size(); ++i) {
        const std::string &field = tuple->schema()->arguments()[i].name();
        const auto found = std::ranges::find(dict, field, &InputEntry::key);
        if (found == dict.end())
            return errorOf(ErrorSentence::FieldMissing, { field, tuple->annotation_str() });
        Result<c10::IValue> made = makeValue(found->value, tuple->elements()[i], device);
        if (!made.ok())
            return made;
        elements.push_back(std::move(made).value());
    }
    return makeTuple(std::move(elements), type);
}

/// JSON's keys are text; a dictionary of integers has its numbers in it.
Result<c10::IValue> makeKey(const std::string &text, const c10::TypePtr &keyType)
{
    if (keyType->kind() != c10::TypeKind::IntType)
        return c10::IValue(text);
    std::int64_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || end != text.data() + text.size())
        return errorOf(ErrorSentence::KeyNoInteger, { text });
    return c10::IValue(number);
}

Result<c10::IValue> makeDict(const InputValue::Dict &dict, const c10::TypePtr &type, c10::Device device)
{
    const auto declared = type ? presentType(type)->cast<c10::DictType>() : nullptr;
    const c10::TypePtr keyType = declared ? declared->getKeyType() : c10::TypePtr(c10::StringType::get());
    std::vector<std::pair<c10::IValue, c10::IValue>> entries;
    for (const auto &[text, value] : dict) {
        Result<c10::IValue> key = makeKey(text, keyType);
        if (!key.ok())
            return key;
        Result<c10::IValue> made = makeValue(value, elementType(type, 0), device);
        if (!made.ok())
            return made;
        entries.emplace_back(std::move(key).value(), std::move(made).value());
    }
    c10::TypePtr valueType = elementType(type, 0);
    if (!valueType)
        valueType = entries.empty() ? c10::TypePtr(c10::TensorType::get()) : entries.front().second.type();
    c10::impl::GenericDict made(keyType, valueType);
    for (auto &[key, value] : entries)
        made.insert(std::move(key), std::move(value));
    return c10::IValue(made);
}

} // namespace

at::Tensor makeTensor(const TensorSpec &spec, c10::Device device)
{
    using Kind = TensorFill::Kind;
    const c10::ScalarType type = scalarTypeOf(spec.dtype);
    if (device.is_meta())
        return at::empty(spec.shape, at::TensorOptions().dtype(type).device(device),
                         !spec.channelsLast           ? at::MemoryFormat::Contiguous
                             : spec.shape.size() == 5 ? at::MemoryFormat::ChannelsLast3d
                                                      : at::MemoryFormat::ChannelsLast);
    const bool floating = isFloatingPoint(spec.dtype);
    // Made in a type that every fill knows, then converted: half and 8-bit types have few kernels on a CPU.
    const auto wide = at::TensorOptions().dtype(floating ? at::kFloat : at::kLong);
    at::Tensor tensor;
    switch (spec.fill.kind) {
    case Kind::Default:
        if (spec.dtype == DType::Bool)
            tensor = at::ones(spec.shape, wide);
        else
            tensor = floating ? at::randn(spec.shape, wide) : at::randint(0, 2, spec.shape, wide);
        break;
    case Kind::Normal:
        tensor = at::randn(spec.shape, at::kFloat);
        break;
    case Kind::Uniform:
        tensor = at::rand(spec.shape, at::kFloat);
        break;
    case Kind::Range:
        tensor = floating ? at::rand(spec.shape, wide) * (spec.fill.high - spec.fill.low) + spec.fill.low
                          : at::randint(static_cast<std::int64_t>(spec.fill.low),
                                        static_cast<std::int64_t>(spec.fill.high) + 1, spec.shape, wide);
        break;
    case Kind::Arange:
        tensor = at::arange(elementCount(spec.shape), wide).reshape(spec.shape);
        break;
    case Kind::Ascending: {
        const std::int64_t count = elementCount(spec.shape);
        const auto exact = at::TensorOptions().dtype(at::kDouble);
        tensor = (count == 1 ? at::full({ 1 }, spec.fill.high, exact)
                             : at::linspace(spec.fill.low, spec.fill.high, count, exact))
                     .reshape(spec.shape);
        tensor = floating ? tensor : tensor.round();
        break;
    }
    case Kind::Constant:
        tensor = at::full(spec.shape, spec.fill.low, at::TensorOptions().dtype(at::kDouble));
        break;
    }
    tensor = tensor.to(type).to(device);
    if (spec.channelsLast)
        tensor =
            tensor.contiguous(tensor.dim() == 5 ? at::MemoryFormat::ChannelsLast3d : at::MemoryFormat::ChannelsLast);
    return tensor;
}

Result<c10::IValue> makeValue(const InputValue &value, const c10::TypePtr &type, c10::Device device)
{
    if (const auto *spec = std::get_if<TensorSpec>(&value.content)) {
        if (!spec->file.empty())
            return readTensorFile(spec->file, device);
        return c10::IValue(makeTensor(*spec, device));
    }
    if (const auto *list = std::get_if<InputValue::List>(&value.content))
        return makeList(*list, type, device);
    if (const auto *dict = std::get_if<InputValue::Dict>(&value.content)) {
        const bool isTuple =
            is(type, c10::TypeKind::TupleType) && presentType(type)->expect<c10::TupleType>()->schema();
        return isTuple ? makeNamedTuple(*dict, type, device) : makeDict(*dict, type, device);
    }
    if (const auto *flag = std::get_if<bool>(&value.content))
        return c10::IValue(*flag);
    if (const auto *integer = std::get_if<std::int64_t>(&value.content)) {
        if (is(type, c10::TypeKind::FloatType))
            return c10::IValue(static_cast<double>(*integer));
        return is(type, c10::TypeKind::TensorType) ? c10::IValue(at::scalar_tensor(*integer, at::kLong).to(device))
                                                   : c10::IValue(*integer);
    }
    if (const auto *real = std::get_if<double>(&value.content))
        return is(type, c10::TypeKind::TensorType) ? c10::IValue(at::scalar_tensor(*real, at::kFloat).to(device))
                                                   : c10::IValue(*real);
    if (const auto *text = std::get_if<std::string>(&value.content))
        return c10::IValue(*text);
    return c10::IValue();
}

} // namespace rooflight
