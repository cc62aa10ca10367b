// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/values/tensor_values.h"

#include "core/base/count.h"
#include "core/base/text.h"

#include <ATen/NestedTensorImpl.h>
#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <ATen/core/ivalue_inl.h>
#include <ATen/ops/count_nonzero.h>
#include <ATen/record_function.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

namespace rooflight {

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
    std::pair { DType::UInt16, c10::ScalarType::UInt16 },
    std::pair { DType::UInt32, c10::ScalarType::UInt32 },
    std::pair { DType::UInt64, c10::ScalarType::UInt64 },
    std::pair { DType::Complex32, c10::ScalarType::ComplexHalf },
    std::pair { DType::Float8E4M3Fnuz, c10::ScalarType::Float8_e4m3fnuz },
    std::pair { DType::Float8E5M2Fnuz, c10::ScalarType::Float8_e5m2fnuz },
    std::pair { DType::Float8E8M0Fnu, c10::ScalarType::Float8_e8m0fnu },
    std::pair { DType::Float4E2M1x2, c10::ScalarType::Float4_e2m1fn_x2 },
    std::pair { DType::QUInt4x2, c10::ScalarType::QUInt4x2 },
    std::pair { DType::QUInt2x4, c10::ScalarType::QUInt2x4 },
    std::pair { DType::Bits1x8, c10::ScalarType::Bits1x8 },
    std::pair { DType::Bits2x4, c10::ScalarType::Bits2x4 },
    std::pair { DType::Bits4x2, c10::ScalarType::Bits4x2 },
    std::pair { DType::Bits8, c10::ScalarType::Bits8 },
    std::pair { DType::Bits16, c10::ScalarType::Bits16 },
    std::pair { DType::UInt1, c10::ScalarType::UInt1 },
    std::pair { DType::UInt2, c10::ScalarType::UInt2 },
    std::pair { DType::UInt3, c10::ScalarType::UInt3 },
    std::pair { DType::UInt4, c10::ScalarType::UInt4 },
    std::pair { DType::UInt5, c10::ScalarType::UInt5 },
    std::pair { DType::UInt6, c10::ScalarType::UInt6 },
    std::pair { DType::UInt7, c10::ScalarType::UInt7 },
    std::pair { DType::Int1, c10::ScalarType::Int1 },
    std::pair { DType::Int2, c10::ScalarType::Int2 },
    std::pair { DType::Int3, c10::ScalarType::Int3 },
    std::pair { DType::Int4, c10::ScalarType::Int4 },
    std::pair { DType::Int5, c10::ScalarType::Int5 },
    std::pair { DType::Int6, c10::ScalarType::Int6 },
    std::pair { DType::Int7, c10::ScalarType::Int7 },
};

/// The members' own sizes stand in the rows of a table.
void describeNested(const at::Tensor &tensor, TensorValue &value)
{
    const at::Tensor &sizes = at::native::get_nested_tensor_impl(tensor)->get_nested_sizes();
    if (sizes.dim() != 2)
        return;
    const std::int64_t members = sizes.size(0);
    const std::int64_t rank = sizes.size(1);
    const auto *size = sizes.const_data_ptr<std::int64_t>();
    value.info.shape.assign(static_cast<std::size_t>(rank) + 1, 0);
    value.info.shape.front() = members;
    Count elements;
    for (std::int64_t member = 0; member < members; ++member) {
        Count ofMember = 1;
        for (std::size_t i = 1; i < value.info.shape.size(); ++i, ++size) {
            ofMember *= *size;
            value.info.shape[i] = std::max(value.info.shape[i], *size);
        }
        elements += ofMember;
    }
    value.storedElements = elements.value();
}

bool isSparse(const at::Tensor &tensor)
{
    switch (tensor.layout()) {
    case c10::kSparse:
    case c10::kSparseCsr:
    case c10::kSparseCsc:
    case c10::kSparseBsr:
    case c10::kSparseBsc:
        return true;
    default:
        return false;
    }
}

std::int64_t storedElementsOf(const at::Tensor &sparse)
{
    const at::DisableRecordFunctionGuard notTraced;
    return (sparse.is_sparse() ? sparse._values() : sparse.values()).numel();
}

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
    if (tensor.is_nested()) {
        describeNested(tensor, value);
        return value;
    }
    value.info.shape = tensor.sizes().vec();
    if (isSparse(tensor))
        value.storedElements = storedElementsOf(tensor);
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
            else if (element.isNone())
                tensors.emplace_back(); // an index that leaves its dimension whole
        }
        return tensors;
    }
    return std::monostate {};
}

std::int64_t trueElementsOf(const at::Tensor &mask)
{
    const at::DisableRecordFunctionGuard notTraced;
    return at::count_nonzero(mask).item<std::int64_t>();
}

std::vector<std::int64_t> integersIn(const at::Tensor &tensor)
{
    const at::DisableRecordFunctionGuard notTraced;
    const at::Tensor values = tensor.to(at::kCPU, at::kLong).contiguous();
    const auto *const first = values.const_data_ptr<std::int64_t>();
    return { first, first + values.numel() };
}

std::int64_t bytesOfTensors(c10::ArrayRef<c10::IValue> values, std::vector<Shape> *shapes)
{
    std::int64_t bytes = 0;
    std::unordered_set<std::uint64_t> seen;
    for (const c10::IValue &value : values) {
        forEachTensor(value, [&](const at::Tensor &tensor) {
            const TensorValue facts = tensorValueOf(tensor);
            if (shapes)
                shapes->push_back(facts.info.shape);
            if (facts.storage == 0 || seen.insert(facts.storage).second)
                bytes += elementCount(facts.info.shape) * itemSize(facts.info.dtype);
        });
    }
    return bytes;
}

bool forEachElement(const c10::IValue &value, const std::function<void(const c10::IValue &)> &use)
{
    if (value.isList()) {
        for (const c10::IValue &element : value.toListRef())
            use(element);
    } else if (value.isTuple()) {
        for (const c10::IValue &element : value.toTupleRef().elements())
            use(element);
    } else if (value.isGenericDict()) {
        for (const auto &entry : value.toGenericDict())
            use(entry.value());
    } else {
        return false;
    }
    return true;
}

void forEachTensor(const c10::IValue &value, const std::function<void(const at::Tensor &)> &use)
{
    const bool isContainer = forEachElement(value, [&use](const c10::IValue &element) { forEachTensor(element, use); });
    if (!isContainer && value.isTensor() && value.toTensor().defined())
        use(value.toTensor());
}

bool saysTensorTooLarge(std::string_view text)
{
    return containsAny(
        text,
        { "Storage size calculation overflowed", "Stride calculation overflowed", "integer multiplication overflow" });
}

} // namespace rooflight
