// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/inputs/traced_inputs.h"

#include "core/torchscript/values/tensor_values.h"

#include <ATen/ATen.h>
#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <caffe2/serialize/inline_container.h>
#include <torch/csrc/jit/serialization/import_read.h>

namespace rooflight {

namespace {

/// A file may hold the shape of a tensor and leave its values out, as those of PyTorch 2 do.
bool hasValues(const at::Tensor &tensor)
{
    return tensor.numel() > 0 && !tensor.is_meta() && tensor.storage().data() != nullptr;
}

TensorFill rangeOf(const at::Tensor &tensor)
{
    if (!hasValues(tensor) || !c10::isIntegralType(tensor.scalar_type(), /*includeBool=*/true))
        return {};
    const at::Tensor numbers = tensor.to(at::kLong);
    const auto low = numbers.min().item<std::int64_t>();
    const auto high = numbers.max().item<std::int64_t>();
    // Ends of groups and of sequences, which are one behind the other.
    const bool ascends = numbers.dim() == 1 && numbers.size(0) > 1 && (numbers.diff() >= 0).all().item<bool>();
    const auto kind = low == high ? TensorFill::Kind::Constant
        : ascends                 ? TensorFill::Kind::Ascending
                                  : TensorFill::Kind::Range;
    return { kind, static_cast<double>(low), static_cast<double>(high) };
}

TensorSpec describe(const at::Tensor &tensor)
{
    const auto format = tensor.dim() == 5 ? at::MemoryFormat::ChannelsLast3d : at::MemoryFormat::ChannelsLast;
    const bool channelsLast =
        (tensor.dim() == 4 || tensor.dim() == 5) && !tensor.is_contiguous() && tensor.is_contiguous(format);
    return { tensor.sizes().vec(), dtypeOf(tensor.scalar_type()), rangeOf(tensor), channelsLast, {} };
}

std::string keyText(const c10::IValue &key)
{
    return key.isInt() ? std::to_string(key.toInt()) : key.isString() ? key.toStringRef() : std::string();
}

InputValue describe(const c10::IValue &value)
{
    if (value.isTensor())
        return { describe(value.toTensor()) };
    if (value.isBool())
        return { value.toBool() };
    if (value.isInt())
        return { value.toInt() };
    if (value.isDouble())
        return { value.toDouble() };
    if (value.isString())
        return { value.toStringRef() };
    if (value.isGenericDict()) {
        InputValue::Dict dict;
        for (const auto &entry : value.toGenericDict())
            dict.push_back({ keyText(entry.key()), describe(entry.value()) });
        return { std::move(dict) };
    }
    InputValue::List list;
    if (forEachElement(value, [&list](const c10::IValue &element) { list.push_back(describe(element)); }))
        return { std::move(list) };
    return {};
}

} // namespace

InputValue describedInput(const c10::IValue &value)
{
    return describe(value);
}

std::optional<std::vector<InputValue>> readTracedInputs(const std::string &path, const std::string &method)
{
    try {
        caffe2::serialize::PyTorchStreamReader reader(path);
        if (!reader.hasRecord("traced_inputs.pkl"))
            return std::nullopt;
        const c10::IValue stored = torch::jit::readArchiveAndTensors("traced_inputs", "", "traced_inputs/",
                                                                     std::nullopt, std::nullopt, at::kCPU, reader);
        const std::string wanted = method.empty() ? "forward" : method;
        for (const auto &entry : stored.toGenericDict()) {
            if (entry.key().toStringRef() != wanted)
                continue;
            std::vector<InputValue> arguments;
            for (const c10::IValue &argument : entry.value().toListRef())
                arguments.push_back(describe(argument));
            return arguments;
        }
    } catch (const std::exception &) {
        // The record is a help, not a need: without it the shapes are inferred.
    }
    return std::nullopt;
}

} // namespace rooflight
