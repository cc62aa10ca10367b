// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/sample_values.h"

#include "core/torchscript/export/forward_builder.h"
#include "core/torchscript/values/tensor_values.h"

#include <ATen/ATen.h>
#include <ATen/core/Dict.h>
#include <ATen/core/List.h>

#include <cstring>

namespace rooflight {

namespace {

/// A tensor of the sizes that it had: nothing is known of its numbers.
at::Tensor madeTensor(const ExportTensor &meta, c10::Device device)
{
    std::vector<std::int64_t> sizes;
    for (const SizeExpression &size : meta.sizes)
        sizes.push_back(size.number().value_or(size.hint.value_or(1)));
    const auto options = at::TensorOptions().dtype(scalarTypeOf(meta.dtype)).device(device);
    if (isFloatingPoint(meta.dtype))
        return at::ones(sizes, options.dtype(at::kFloat)).to(scalarTypeOf(meta.dtype));
    return meta.dtype == DType::Bool ? at::ones(sizes, options) : at::zeros(sizes, options);
}

at::Tensor storedTensor(const SampleValue &sample, const SampleInputs &samples, c10::Device device)
{
    const c10::ScalarType type = scalarTypeOf(sample.tensor.info.dtype);
    const auto options = at::TensorOptions().dtype(type);
    if (sample.tensor.place.elements == 0)
        return at::empty(sample.tensor.info.shape, options.device(device));
    if (device.is_meta())
        return at::empty({ sample.tensor.reach }, options.device(device))
            .as_strided(sample.tensor.info.shape, sample.tensor.strides, sample.tensor.place.offset);
    const Result<std::string> bytes = samples.storageOf(sample);
    if (!bytes.ok())
        return {};
    const auto itemBytes = static_cast<std::int64_t>(c10::elementSize(type));
    if (static_cast<std::int64_t>(bytes.value().size()) / itemBytes < sample.tensor.reach)
        return {};
    at::Tensor memory = at::empty({ sample.tensor.reach }, options);
    std::memcpy(memory.data_ptr(), bytes.value().data(), static_cast<std::size_t>(sample.tensor.reach * itemBytes));
    return memory.as_strided(sample.tensor.info.shape, sample.tensor.strides, sample.tensor.place.offset).to(device);
}

c10::IValue leafValue(const ExportArgument &leaf, const ExportedProgram &program, const SampleInputs &samples,
                      c10::Device device)
{
    const ExportInput &input = program.inputs[leaf.input];
    const SampleValue *const sample = leaf.leaf < samples.values().size() ? &samples.values()[leaf.leaf] : nullptr;
    if (input.value.type == ExportType::Tensor) {
        if (sample != nullptr && sample->type == ExportType::Tensor) {
            if (at::Tensor stored = storedTensor(*sample, samples, device); stored.defined())
                return stored;
        }
        const auto meta = program.graph.tensors.find(input.name);
        return madeTensor(meta == program.graph.tensors.end() ? ExportTensor() : meta->second, device);
    }
    if (input.value.type == ExportType::Float)
        return sample != nullptr ? sample->real : 1.0;
    if (input.value.type == ExportType::Bool)
        return sample != nullptr && sample->integer != 0;
    if (sample != nullptr && sample->type == ExportType::Int)
        return sample->integer;
    const auto size = program.graph.sizes.find(input.name);
    return size == program.graph.sizes.end() ? std::int64_t { 1 } : size->second.hint.value_or(1);
}

} // namespace

c10::IValue sampleValue(const ExportArgument &argument, const ExportedProgram &program, const SampleInputs &samples,
                        c10::Device device)
{
    if (argument.kind == TreeSpec::Kind::Leaf)
        return leafValue(argument, program, samples, device);
    std::vector<c10::IValue> parts;
    for (const ExportArgument &part : argument.parts)
        parts.push_back(sampleValue(part, program, samples, device));
    const c10::TypePtr type = typeOf(argument, program);
    if (const auto dict = type->cast<c10::DictType>()) {
        c10::impl::GenericDict made(dict->getKeyType(), dict->getValueType());
        for (std::size_t i = 0; i < parts.size(); ++i)
            made.insert(argument.parts[i].name, std::move(parts[i]));
        return made;
    }
    if (const auto list = type->cast<c10::ListType>()) {
        c10::impl::GenericList made(list->getElementType());
        for (c10::IValue &part : parts)
            made.push_back(std::move(part));
        return made;
    }
    const auto tuple = type->expect<c10::TupleType>();
    return tuple->schema() ? c10::ivalue::Tuple::createNamed(std::move(parts), tuple)
                           : c10::ivalue::Tuple::create(std::move(parts));
}

} // namespace rooflight
