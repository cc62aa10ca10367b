// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/values/packed_weights.h"

#include "core/model/tensor_info.h"
#include "core/torchscript/values/tensor_values.h"

#include <ATen/core/class_type.h>
#include <ATen/core/function.h>
#include <ATen/record_function.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <string_view>

namespace rooflight {

namespace {

const void *identityOf(const c10::IValue &object)
{
    return object.toObjectRef().getSlot(0).toCapsule().get();
}

/// What the object would be saved as; None when it cannot be saved.
c10::IValue stateOf(const c10::IValue &object)
{
    torch::jit::Function *const save = object.type()->expect<c10::ClassType>()->findMethod("__getstate__");
    if (!save)
        return {};
    const at::DisableRecordFunctionGuard notTraced;
    torch::jit::Stack stack { object };
    save->run(stack);
    return stack.empty() ? c10::IValue() : stack.back();
}

bool isOfClass(const c10::IValue &object, std::string_view part)
{
    const auto name = object.type()->expect<c10::ClassType>()->name();
    return name && name->qualifiedName().find(part) != std::string::npos;
}

/// A table's rows end with their scale and offset: floats, or halves where an element is less than a byte
/// (pytorch aten/src/ATen/native/quantized/cpu/qembeddingbag_prepack.cpp).
std::int64_t tableBytes(const at::Tensor &table)
{
    constexpr std::int64_t floats = 8;
    constexpr std::int64_t halves = 4;
    const std::int64_t bits = table.scalar_type() == at::kQUInt4x2 ? 4 : table.scalar_type() == at::kQUInt2x4 ? 2 : 8;
    return table.size(0) * ((table.size(1) * bits + 7) / 8 + (bits == 8 ? floats : halves));
}

std::int64_t weightBytes(const c10::IValue &object, const at::Tensor &weight)
{
    constexpr std::int64_t half = 2;
    if (isOfClass(object, ".EmbeddingPackedParams"))
        return tableBytes(weight);
    // quantized::linear_*_fp16 keeps halves and gives them back as floats.
    const bool isKeptAsHalf = weight.scalar_type() == at::kFloat && isOfClass(object, ".quantized.");
    return weight.numel() * (isKeptAsHalf ? half : static_cast<std::int64_t>(weight.element_size()));
}

TensorValue describe(const at::Tensor &tensor, std::int64_t bytes)
{
    TensorValue value;
    value.info = { tensor.sizes().vec(), dtypeOf(tensor.scalar_type()) };
    value.packedBytes = bytes;
    return value;
}

/// Settings are saved as: dimensions, stride, padding, dilation and output padding of each, groups, flags (pytorch
/// aten/src/ATen/native/quantized/cpu/conv_serialization.h, version 2).
void addConvolutionSettings(PackedWeights &packed, const at::Tensor &settings)
{
    const at::Tensor numbers = settings.to(at::kLong).contiguous();
    const std::int64_t dimensions = numbers.numel() > 0 ? numbers[0].item<std::int64_t>() : 0;
    if (dimensions < 1 || dimensions > 3 || numbers.numel() != 1 + 4 * dimensions + 2)
        return;
    const std::int64_t *next = numbers.data_ptr<std::int64_t>() + 1;
    for (auto *list : { &packed.stride, &packed.padding, &packed.dilation }) {
        list->assign(next, next + dimensions);
        next += dimensions;
    }
}

PackedWeights unpack(const c10::IValue &object)
{
    const c10::IValue state = stateOf(object);
    PackedWeights result;
    // Weights have channels of both sides. What else is kept in floating point is a bias, in integers a setting.
    forEachTensor(state, [&](const at::Tensor &tensor) {
        if (tensor.dim() >= 2)
            result.weights.push_back(describe(tensor, weightBytes(object, tensor)));
        else if (tensor.is_floating_point())
            result.biases.push_back(describe(tensor, static_cast<std::int64_t>(tensor.nbytes())));
        else if (isOfClass(object, "Conv") && tensor.dim() == 1 && at::isIntegralType(tensor.scalar_type(), false))
            addConvolutionSettings(result, tensor);
    });
    // A recurrent cell holds its products, and names the biases that these hold once more.
    const bool hasOwnBiases = !result.biases.empty();
    forEachPacked(state, [&](const c10::IValue &inner) {
        PackedWeights inside = unpack(inner);
        std::ranges::move(inside.weights, std::back_inserter(result.weights));
        if (!hasOwnBiases)
            std::ranges::move(inside.biases, std::back_inserter(result.biases));
    });
    return result;
}

/// Gives each piece of memory an identity of its own.
void identify(PackedWeights &packed, std::uint64_t first)
{
    for (auto *tensors : { &packed.weights, &packed.biases }) {
        for (TensorValue &tensor : *tensors)
            tensor.storage = first++;
    }
}

} // namespace

bool isPacked(const c10::IValue &value)
{
    return value.isObject() && value.toObjectRef().slots().size() == 1 && value.toObjectRef().getSlot(0).isCapsule();
}

void forEachPacked(const c10::IValue &value, const std::function<void(const c10::IValue &)> &use)
{
    const bool isContainer = forEachElement(value, [&use](const c10::IValue &element) { forEachPacked(element, use); });
    if (!isContainer && isPacked(value))
        use(value);
}

std::int64_t PackedWeights::elements() const
{
    std::int64_t sum = 0;
    for (const auto *tensors : { &weights, &biases }) {
        for (const TensorValue &tensor : *tensors)
            sum += elementCount(tensor.info.shape);
    }
    return sum;
}

const PackedWeights &PackedWeightCache::of(const c10::IValue &object)
{
    const auto [entry, isNew] = m_unpacked.try_emplace(identityOf(object));
    if (isNew) {
        entry->second = unpack(object);
        identify(entry->second, reinterpret_cast<std::uintptr_t>(entry->first));
    }
    return entry->second;
}

} // namespace rooflight
