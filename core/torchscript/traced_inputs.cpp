// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/traced_inputs.h"

#include "core/torchscript/tensor_values.h"

#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <caffe2/serialize/inline_container.h>
#include <torch/csrc/jit/serialization/import_read.h>

namespace ridgepoint {

namespace {

InputValue describe(const c10::IValue &value)
{
    if (value.isTensor()) {
        const at::Tensor &tensor = value.toTensor();
        return { TensorSpec { tensor.sizes().vec(), dtypeOf(tensor.scalar_type()), {}, false, {} } };
    }
    if (value.isBool())
        return { value.toBool() };
    if (value.isInt())
        return { value.toInt() };
    if (value.isDouble())
        return { value.toDouble() };
    if (value.isString())
        return { value.toStringRef() };
    InputValue::List list;
    if (value.isList()) {
        for (const c10::IValue &element : value.toListRef())
            list.push_back(describe(element));
        return { std::move(list) };
    }
    if (value.isTuple()) {
        for (const c10::IValue &element : value.toTupleRef().elements())
            list.push_back(describe(element));
        return { std::move(list) };
    }
    if (value.isGenericDict()) {
        InputValue::Dict dict;
        for (const auto &entry : value.toGenericDict())
            dict.emplace_back(entry.key().isString() ? entry.key().toStringRef() : std::string(),
                              describe(entry.value()));
        return { std::move(dict) };
    }
    return {};
}

} // namespace

std::optional<std::vector<InputValue>> readTracedInputs(const std::string &path)
{
    try {
        caffe2::serialize::PyTorchStreamReader reader(path);
        if (!reader.hasRecord("traced_inputs.pkl"))
            return std::nullopt;
        const c10::IValue stored = torch::jit::readArchiveAndTensors("traced_inputs", "", "traced_inputs/",
                                                                     std::nullopt, std::nullopt, std::nullopt, reader);
        for (const auto &method : stored.toGenericDict()) {
            if (method.key().toStringRef() != "forward")
                continue;
            std::vector<InputValue> arguments;
            for (const c10::IValue &argument : method.value().toListRef())
                arguments.push_back(describe(argument));
            return arguments;
        }
    } catch (const std::exception &) {
        // The record is a help, not a need: without it the shapes are inferred.
    }
    return std::nullopt;
}

} // namespace ridgepoint
