// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/arithmetic_type.h"

#include "core/base/operator_table.h"
#include "core/cost/call/call_arguments.h"

#include <algorithm>

namespace rooflight {

namespace {

bool isQuantized(DType dtype)
{
    using enum DType;
    return dtype == QInt8 || dtype == QUInt8 || dtype == QInt32 || dtype == QUInt4x2 || dtype == QUInt2x4;
}

/// The type of a result of two floating-point operands: the wider one, float32 of float16 with bfloat16
/// (c10/core/ScalarType.h, promoteTypes).
DType promoted(DType a, DType b)
{
    if (a == DType::Unknown || a == b)
        return b;
    if (b == DType::Unknown)
        return a;
    if (itemSize(a) == itemSize(b))
        return itemSize(a) == itemSize(DType::Float16) ? DType::Float32 : a;
    return itemSize(a) > itemSize(b) ? a : b;
}

DType typeOf(const TensorValue *tensor)
{
    return tensor ? tensor->info.dtype : DType::Unknown;
}

/// Kernels that multiply in a type which none of their operands has.
const DType *fixedType(std::string_view operatorName)
{
    static const OperatorTable<DType> types {
        // native/cpu/int8mm_kernel.cpp and int4mm_kernel.cpp widen both operands to float32 and multiply these.
        { "aten::_weight_int8pack_mm aten::_weight_int4pack_mm_for_cpu quantized::int4mm_packed_weight_cpu",
          DType::Float32 },
        // Quantises its input to 8 bits, row by row (native/cpu/int4mm_kernel.cpp).
        { "aten::_dyn_quant_matmul_4bit", DType::Int8 },
    };
    return types.find(operatorName);
}

/// The weight, or the right operand: the first one of a list.
DType rightOperandType(const OperatorCall &call)
{
    for (const std::string_view name :
         { "mat2",           "batch2", "vec",       "vec2",    "key",       "weight", "W_prepack", "packed_weight",
           "packed_weights", "W",      "w",         "qw",      "qb",        "other",  "tensor",    "x2",
           "params",         "w_ih",   "weight_ih", "weight1", "qkv_weight" }) {
        for (const TensorValue &tensor : tensorsNamed(call, name)) {
            if (isDefined(tensor))
                return tensor.info.dtype;
        }
    }
    return DType::Unknown;
}

/// Of quantised activations their own type. Floating-point ones are quantised on the fly where the weight is quantised
/// in a packed object; a weight of plain integers is widened to them.
DType multipliedType(const OperatorCall &call)
{
    if (const DType *fixed = fixedType(call.name))
        return *fixed;
    const TensorValue *left = tensorNamed(call,
                                          { "mat1", "batch1", "mat", "vec1", "query", "src", "input", "self", "qx", "X",
                                            "x", "qa", "inp", "x1", "theta", "input1", "data" });
    const DType activation = typeOf(left ? left : firstTensor(call));
    const DType weight = rightOperandType(call);
    if (!isFloatingPoint(activation))
        return activation;
    if (isQuantized(weight))
        return weight;
    return isFloatingPoint(weight) ? promoted(activation, weight) : activation;
}

struct SeenTypes {
    DType floating = DType::Unknown; ///< of tensors with dimensions, promoted
    DType scalar = DType::Unknown; ///< of floating-point tensors without, which do not widen those with
    DType quantized = DType::Unknown;
    DType first = DType::Unknown;

    void add(const TensorInfo &tensor)
    {
        if (first == DType::Unknown)
            first = tensor.dtype;
        if (quantized == DType::Unknown && isQuantized(tensor.dtype))
            quantized = tensor.dtype;
        if (isFloatingPoint(tensor.dtype)) {
            DType &type = tensor.shape.empty() ? scalar : floating;
            type = promoted(type, tensor.dtype);
        }
    }
};

/// The type that inputs are promoted to; of integers that become floating-point numbers that of the result.
DType resultType(const OperatorCall &call)
{
    SeenTypes inputs;
    SeenTypes outputs;
    forEachArgumentTensor(call, [&inputs](const Argument &argument, const TensorValue &tensor) {
        if (argument.name != "out")
            inputs.add(tensor.info);
    });
    for (const TensorValue &output : call.outputs)
        outputs.add(output.info);
    if (inputs.quantized != DType::Unknown && outputs.quantized != DType::Unknown)
        return inputs.quantized;
    for (const DType type :
         { inputs.floating, inputs.scalar, outputs.floating, outputs.scalar, inputs.first, outputs.first }) {
        if (type != DType::Unknown)
            return type;
    }
    return DType::Unknown;
}

enum class Role { Gather, Cast };

const Role *roleOf(std::string_view operatorName)
{
    static const OperatorTable<Role> roles {
        { "index _unsafe_index _unsafe_masked_index index_select gather take take_along_dim masked_select embedding "
          "embedding_bag _embedding_bag _embedding_bag_forward_only embedding_byte embedding_4bit embedding_bag_byte "
          "embedding_bag_4bit embedding_bag_byte_rowwise_offsets embedding_bag_4bit_rowwise_offsets "
          "embedding_bag_2bit_rowwise_offsets",
          Role::Gather },
        { "to _to_copy type_as copy int_repr _autocast_to_full_precision _autocast_to_reduced_precision", Role::Cast },
    };
    return roles.find(bareName(operatorName));
}

} // namespace

DType arithmeticTypeOf(const OperatorCall &call, OperatorFamily family)
{
    if (family == OperatorFamily::Convolution || family == OperatorFamily::Matrix)
        return multipliedType(call);
    const Role *role = roleOf(call.name);
    if (role && *role == Role::Gather)
        return typeOf(tensorNamed(call, { "weight", "self", "input" }));
    if (role && !call.outputs.empty())
        return firstOutput(call)->info.dtype;
    return resultType(call);
}

} // namespace rooflight
