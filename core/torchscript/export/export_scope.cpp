// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/export_scope.h"

#include "core/archive/zip/text.h"
#include "core/torchscript/values/tensor_values.h"

#include <ATen/ScalarOps.h>
#include <ATen/core/List.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

c10::TypePtr presentType(const c10::TypePtr &type)
{
    const auto optional = type ? type->cast<c10::OptionalType>() : nullptr;
    return optional ? presentType(optional->getElementType()) : type;
}

bool is(const c10::TypePtr &type, c10::TypeKind kind)
{
    return type && type->kind() == kind;
}

c10::Layout layoutOf(std::int64_t number)
{
    // Layout of torch/_export/serde/schema.py
    constexpr std::array<c10::Layout, 8> layouts { c10::kStrided,   c10::kSparse,    c10::kSparseCsr, c10::kSparseCsc,
                                                   c10::kSparseBsr, c10::kSparseBsc, c10::kMkldnn,    c10::kStrided };
    return number >= 0 && number < 8 ? layouts.at(static_cast<std::size_t>(number)) : c10::kStrided;
}

c10::MemoryFormat memoryFormatOf(std::int64_t number)
{
    // MemoryFormat of torch/_export/serde/schema.py
    constexpr std::array<c10::MemoryFormat, 5> formats { c10::MemoryFormat::Contiguous, c10::MemoryFormat::Contiguous,
                                                         c10::MemoryFormat::ChannelsLast,
                                                         c10::MemoryFormat::ChannelsLast3d,
                                                         c10::MemoryFormat::Preserve };
    return number >= 0 && number < 5 ? formats.at(static_cast<std::size_t>(number)) : c10::MemoryFormat::Preserve;
}

/// A number as Python hands it to an operator that takes tensors: it does not decide the type of the result.
at::Tensor wrappedNumber(const c10::Scalar &number)
{
    at::Tensor tensor = at::scalar_to_tensor(number);
    tensor.unsafeGetTensorImpl()->set_wrapped_number(true);
    return tensor;
}

} // namespace

c10::TypePtr scriptType(ExportType type)
{
    switch (type) {
    case ExportType::Int:
        return c10::IntType::get();
    case ExportType::Float:
        return c10::FloatType::get();
    case ExportType::Bool:
        return c10::BoolType::get();
    case ExportType::String:
        return c10::StringType::get();
    default:
        return c10::TensorType::get();
    }
}

Error ExportFailure::errorIn(const std::string &path) const
{
    std::vector<ComposedText> words = { path };
    words.insert(words.end(), m_words.begin(), m_words.end());
    return errorOf(m_sentence, std::move(words));
}

void ExportScope::define(const ExportValue &output, torch::jit::Value *value)
{
    if (output.type != ExportType::List) {
        if (output.named)
            define(output.text, value);
        return;
    }
    if (output.items.empty())
        return;
    torch::jit::Node *const unpack = m_graph.insertNode(m_graph.createListUnpack(value, output.items.size()));
    for (std::size_t i = 0; i < output.items.size(); ++i)
        define(output.items[i], unpack->outputs()[i]);
}

torch::jit::Value *ExportScope::find(const std::string &name) const
{
    const auto found = m_values.find(name);
    if (found != m_values.end())
        return found->second;
    torch::jit::Value *const fetched = fetch ? fetch(name) : nullptr;
    if (fetched != nullptr)
        m_values[name] = fetched;
    return fetched;
}

torch::jit::Value *ExportScope::named(const std::string &name) const
{
    if (torch::jit::Value *const value = find(name))
        return value;
    throw ExportFailure(ErrorSentence::ValueNeverMade, { messagePart(name) });
}

torch::jit::Value *ExportScope::constant(const c10::IValue &value) const
{
    return m_graph.insertConstant(value);
}

c10::IValue ExportScope::constantOf(const ExportValue &value, const c10::TypePtr &type) const
{
    const bool asTensor = is(type, c10::TypeKind::TensorType);
    switch (value.type) {
    case ExportType::Int:
        if (asTensor)
            return wrappedNumber(value.integer);
        return is(type, c10::TypeKind::FloatType) ? c10::IValue(static_cast<double>(value.integer))
                                                  : c10::IValue(value.integer);
    case ExportType::Float:
        return asTensor ? c10::IValue(wrappedNumber(value.real)) : c10::IValue(value.real);
    case ExportType::Bool:
        if (asTensor)
            return wrappedNumber(value.integer != 0);
        return is(type, c10::TypeKind::IntType) ? c10::IValue(value.integer) : c10::IValue(value.integer != 0);
    case ExportType::Complex:
        return c10::complex<double>(value.real, value.imaginary);
    case ExportType::String:
        return value.text;
    case ExportType::ScalarType: {
        const DType dtype = dtypeOfExport(value.integer);
        if (dtype == DType::Unknown)
            throw ExportFailure(ErrorSentence::UnknownElementType);
        return static_cast<std::int64_t>(scalarTypeOf(dtype));
    }
    case ExportType::Layout:
        return static_cast<std::int64_t>(layoutOf(value.integer));
    case ExportType::MemoryFormat:
        return static_cast<std::int64_t>(memoryFormatOf(value.integer));
    case ExportType::Device:
        return value.text == "meta" ? c10::Device(c10::kMeta) : m_device;
    default:
        return {};
    }
}

torch::jit::Value *ExportScope::makeNamed(const ExportValue &value, const c10::TypePtr &type)
{
    torch::jit::Value *const found = named(value.text);
    if (is(type, c10::TypeKind::TensorType) && !found->type()->isSubtypeOf(*c10::TensorType::get()))
        return m_graph.insertNode(m_graph.createNumToTensor(found))->output();
    if (is(type, c10::TypeKind::FloatType) && found->type()->kind() == c10::TypeKind::IntType)
        return m_graph.insert(c10::aten::Float, { found });
    if (is(type, c10::TypeKind::IntType) && found->type()->kind() == c10::TypeKind::BoolType)
        return m_graph.insert(c10::aten::Int, { found });
    return found;
}

torch::jit::Value *ExportScope::makeList(const ExportValue &value, const c10::TypePtr &type)
{
    c10::TypePtr element = scriptType(value.elements);
    if (is(type, c10::TypeKind::ListType))
        element = type->expectRef<c10::ListType>().getElementType();
    std::vector<torch::jit::Value *> items;
    for (const ExportValue &item : value.items)
        items.push_back(make(item, element));
    return m_graph.insertNode(m_graph.createList(element, items))->output();
}

torch::jit::Value *ExportScope::make(const ExportValue &value, const c10::TypePtr &asked, int length)
{
    const c10::TypePtr type = presentType(asked);
    if (value.named)
        return makeNamed(value, type);
    if (value.type == ExportType::List)
        return makeList(value, type);
    if (is(type, c10::TypeKind::ListType) && value.type != ExportType::None && length > 0) {
        const ExportValue repeated { .type = ExportType::List,
                                     .elements = value.type,
                                     .items = std::vector<ExportValue>(static_cast<std::size_t>(length), value) };
        return makeList(repeated, type);
    }
    if (value.type == ExportType::Graph || value.type == ExportType::Operator || value.type == ExportType::Dict)
        throw ExportFailure(ErrorSentence::PythonArgument);
    return constant(constantOf(value, type));
}

} // namespace rooflight
