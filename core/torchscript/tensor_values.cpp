// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/tensor_values.h"

#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <ATen/core/ivalue_inl.h>

#include <array>
#include <utility>

namespace ridgepoint {

namespace {

constexpr std::array scalarTypes = {
    std::pair { DType::Bool, c10::ScalarType::Bool },
    std::pair { DType::UInt8, c10::ScalarType::Byte },
    std::pair { DType::Int8, c10::ScalarType::Char },
    std::pair { DType::Int16, c10::ScalarType::Short },
    std::pair { DType::Int32, c10::ScalarType::Int },
    std::pair { DType::Int64, c10::ScalarType::Long },
    std::pair { DType::Float16, c10::ScalarType::Half },
    std::pair { DType::BFloat16, c10::ScalarType::BFloat16 },
    std::pair { DType::Float32, c10::ScalarType::Float },
    std::pair { DType::Float64, c10::ScalarType::Double },
    std::pair { DType::Complex64, c10::ScalarType::ComplexFloat },
    std::pair { DType::Complex128, c10::ScalarType::ComplexDouble },
    std::pair { DType::QInt8, c10::ScalarType::QInt8 },
    std::pair { DType::QUInt8, c10::ScalarType::QUInt8 },
    std::pair { DType::QInt32, c10::ScalarType::QInt32 },
    std::pair { DType::Float8E4M3, c10::ScalarType::Float8_e4m3fn },
    std::pair { DType::Float8E5M2, c10::ScalarType::Float8_e5m2 },
};

} // namespace

DType dtypeOf(c10::ScalarType type)
{
    for (const auto &[dtype, scalarType] : scalarTypes) {
        if (scalarType == type)
            return dtype;
    }
    return DType::Unknown;
}

c10::ScalarType scalarTypeOf(DType dtype)
{
    for (const auto &[candidate, scalarType] : scalarTypes) {
        if (candidate == dtype)
            return scalarType;
    }
    return c10::ScalarType::Undefined;
}

std::uint64_t storageIdOf(const at::Tensor &tensor)
{
    if (!tensor.defined() || !tensor.has_storage())
        return 0;
    return reinterpret_cast<std::uintptr_t>(tensor.storage().unsafeGetStorageImpl());
}

TensorValue tensorValueOf(const at::Tensor &tensor)
{
    TensorValue value;
    if (!tensor.defined())
        return value;
    value.info.dtype = dtypeOf(tensor.scalar_type());
    if (tensor.is_nested())
        return value;
    value.info.shape = tensor.sizes().vec();
    if (tensor.layout() == c10::kStrided && tensor.has_storage()) {
        value.strides = tensor.strides().vec();
        value.storageOffset = tensor.storage_offset();
        value.storage = storageIdOf(tensor);
    }
    return value;
}

ArgumentValue argumentValueOf(const c10::IValue &value)
{
    if (value.isTensor())
        return tensorValueOf(value.toTensor());
    if (value.isInt())
        return value.toInt();
    if (value.isDouble())
        return value.toDouble();
    if (value.isBool())
        return value.toBool();
    if (value.isIntList())
        return value.toIntVector();
    if (value.isDoubleList())
        return value.toDoubleVector();
    if (value.isBoolList())
        return value.toBoolList().vec();
    if (value.isString())
        return value.toStringRef();
    if (value.isList()) {
        std::vector<TensorValue> tensors;
        for (const c10::IValue &element : value.toListRef()) {
            if (element.isTensor())
                tensors.push_back(tensorValueOf(element.toTensor()));
        }
        return tensors;
    }
    return std::monostate {};
}

void forEachTensor(const c10::IValue &value, const std::function<void(const at::Tensor &)> &visit)
{
    if (value.isTensor()) {
        if (value.toTensor().defined())
            visit(value.toTensor());
    } else if (value.isList()) {
        for (const c10::IValue &element : value.toListRef())
            forEachTensor(element, visit);
    } else if (value.isTuple()) {
        for (const c10::IValue &element : value.toTupleRef().elements())
            forEachTensor(element, visit);
    } else if (value.isGenericDict()) {
        for (const auto &entry : value.toGenericDict())
            forEachTensor(entry.value(), visit);
    }
}

} // namespace ridgepoint
