// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/tensor_maker.h"

#include "core/torchscript/tensor_values.h"

#include <ATen/ATen.h>
#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <torch/csrc/jit/serialization/pickle.h>

#include <fmt/format.h>

#include <fstream>
#include <iterator>

namespace ridgepoint {

namespace {

Result<c10::IValue> readTensorFile(const std::string &path, c10::Device device)
{
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file || bytes.empty())
        return Error { ErrorCode::FileUnreadable, fmt::format("The tensor file {} cannot be read.", path),
                       "Check the name behind @." };
    try {
        const c10::IValue content = torch::jit::pickle_load(bytes);
        if (content.isTensor())
            return c10::IValue(content.toTensor().to(device));
    } catch (const std::exception &) {
    }
    return Error { ErrorCode::FileUnreadable, fmt::format("{} holds no tensor.", path),
                   "Save it with torch.save(tensor, \"FILE.pt\")." };
}

/// The i-th element's type inside a list or tuple type; null when the container does not tell.
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

bool isTuple(const c10::TypePtr &type)
{
    if (!type)
        return false;
    if (const auto optional = type->cast<c10::OptionalType>())
        return isTuple(optional->getElementType());
    return type->kind() == c10::TypeKind::TupleType;
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
    if (isTuple(type))
        return c10::IValue(c10::ivalue::Tuple::create(std::move(elements)));
    c10::TypePtr element = elementType(type, 0);
    if (!element)
        element = elements.empty() ? c10::TypePtr(c10::TensorType::get()) : elements.front().type();
    c10::impl::GenericList made(element);
    for (c10::IValue &value : elements)
        made.push_back(std::move(value));
    return c10::IValue(made);
}

Result<c10::IValue> makeDict(const InputValue::Dict &dict, const c10::TypePtr &type, c10::Device device)
{
    std::vector<std::pair<std::string, c10::IValue>> entries;
    for (const auto &[key, value] : dict) {
        Result<c10::IValue> made = makeValue(value, elementType(type, 0), device);
        if (!made.ok())
            return made.error();
        entries.emplace_back(key, std::move(made).value());
    }
    c10::TypePtr valueType = elementType(type, 0);
    if (!valueType)
        valueType = entries.empty() ? c10::TypePtr(c10::TensorType::get()) : entries.front().second.type();
    c10::impl::GenericDict made(c10::StringType::get(), valueType);
    for (auto &[key, value] : entries)
        made.insert(key, std::move(value));
    return c10::IValue(made);
}

} // namespace

at::Tensor makeTensor(const TensorSpec &spec, c10::Device device)
{
    using Kind = TensorFill::Kind;
    const c10::ScalarType type = scalarTypeOf(spec.dtype);
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
    if (const auto *dict = std::get_if<InputValue::Dict>(&value.content))
        return makeDict(*dict, type, device);
    if (const auto *flag = std::get_if<bool>(&value.content))
        return c10::IValue(*flag);
    if (const auto *integer = std::get_if<std::int64_t>(&value.content)) {
        if (type && type->kind() == c10::TypeKind::FloatType)
            return c10::IValue(static_cast<double>(*integer));
        return c10::IValue(*integer);
    }
    if (const auto *real = std::get_if<double>(&value.content))
        return c10::IValue(*real);
    if (const auto *text = std::get_if<std::string>(&value.content))
        return c10::IValue(*text);
    return c10::IValue();
}

} // namespace ridgepoint
