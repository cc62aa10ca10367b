// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/guarded_calls.h"

#include <limits>
#include <string_view>

namespace rooflight {

namespace {

/// Kernels count elements in 32 bits.
constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();

bool isMatrix(const at::Tensor &tensor)
{
    return tensor.defined() && tensor.layout() == at::kStrided && tensor.dim() == 2;
}

bool hasSizes(const at::Tensor &tensor, at::IntArrayRef sizes)
{
    return tensor.defined() && tensor.layout() == at::kStrided && tensor.sizes() == sizes && tensor.is_contiguous();
}

/// Whether a product of \p rows rows with a weight of \p outputs rows of \p length can be counted.
bool fits(std::int64_t rows, std::int64_t outputs, std::int64_t length)
{
    if (rows < 0 || outputs < 0 || length < 0)
        return false;
    const auto isSmall = [](std::int64_t a, std::int64_t b) { return b == 0 || a <= most / b; };
    return isSmall(rows, outputs) && isSmall(rows, length) && isSmall(outputs, length);
}

/// The left side of a product with a packed weight, and how many rows the weight has.
void checkPackedSides(const at::Tensor &left, std::int64_t outputs)
{
    TORCH_CHECK(isMatrix(left) && left.is_contiguous(),
                "the left side of a product with a packed weight is a dense matrix");
    TORCH_CHECK(!left.device().is_cpu() || fits(left.size(0), outputs, left.size(1)),
                "a product with a packed weight is of fewer numbers");
}

/// A scale and a zero for each group of each row of the weight.
void checkScales(const CallArguments &call, std::int64_t outputs)
{
    const at::Tensor left = call.tensor("self");
    const std::int64_t group = call["qGroupSize"].toInt();
    TORCH_CHECK(group == 32 || group == 64 || group == 128 || group == 256,
                "a group of 4-bit weights has 32, 64, 128 or 256 of them");
    TORCH_CHECK(left.size(1) % group == 0
                    && hasSizes(call.tensor("qScaleAndZeros"), { left.size(1) / group, outputs, 2 }),
                "4-bit weights have a scale and a zero for each group");
}

/// Packed for a CPU: two weights a byte, in tiles of 16 rows.
void checkInt4OfCpu(const CallArguments &call)
{
    const at::Tensor weight = call.tensor("mat2");
    TORCH_CHECK(isMatrix(weight) && weight.size(0) % 16 == 0, "4-bit weights are packed in tiles of 16 rows");
    checkPackedSides(call.tensor("self"), weight.size(0));
    TORCH_CHECK(call.tensor("self").size(1) % 2 == 0
                    && hasSizes(weight, { weight.size(0), call.tensor("self").size(1) / 2 }),
                "4-bit weights are two a byte");
    checkScales(call, weight.size(0));
}

/// Packed for a GPU: [rows / 8][columns / (16 tiles)][32][tiles / 2] of 32 bits.
void checkInt4OfGpu(const CallArguments &call)
{
    const at::Tensor weight = call.tensor("mat2");
    TORCH_CHECK(weight.defined() && weight.dim() == 4 && weight.is_contiguous() && weight.size(2) == 32
                    && (weight.size(3) == 1 || weight.size(3) == 2 || weight.size(3) == 4) && weight.size(0) <= most,
                "4-bit weights are packed in tiles of 8 rows");
    const std::int64_t outputs = weight.size(0) * 8;
    checkPackedSides(call.tensor("self"), outputs);
    TORCH_CHECK(weight.size(1) <= most && call.tensor("self").size(1) == weight.size(1) * weight.size(3) * 32,
                "4-bit weights are as long as the rows of the left side");
    checkScales(call, outputs);
}

void checkInt4Weight(const CallArguments &call, std::int64_t rows, std::int64_t columns)
{
    const at::Tensor weight = call.tensor("self");
    TORCH_CHECK(isMatrix(weight) && weight.size(0) % rows == 0 && weight.size(1) % columns == 0
                    && fits(0, weight.size(0), weight.size(1)),
                "a weight is packed to 4 bits in whole tiles");
}

void checkInt4WeightOfCpu(const CallArguments &call)
{
    checkInt4Weight(call, 16, 2);
}

/// A GPU's comes with two weights a byte.
void checkInt4WeightOfGpu(const CallArguments &call)
{
    const std::int64_t tiles = call["innerKTiles"].toInt();
    TORCH_CHECK(tiles == 2 || tiles == 4 || tiles == 8, "tiles of 4-bit weights are packed by 2, 4 or 8");
    checkInt4Weight(call, 8, tiles * 8);
}

/// The kernels load 16 numbers at once from where they are aligned, those of Arm four scales.
void checkInt8Product(const CallArguments &call)
{
    const at::Tensor left = call.tensor("self");
    const at::Tensor weight = call.tensor("mat2");
    TORCH_CHECK(isMatrix(weight), "the weight of a product is a matrix");
    checkPackedSides(left, weight.size(0));
    TORCH_CHECK(hasSizes(weight, { weight.size(0), left.size(1) }) && hasSizes(call.tensor("scales"), weight.size(0)),
                "8-bit weights are as long as the rows of the left side and have a scale each");
    if (!left.device().is_cpu())
        return;
    const auto isAligned = [](const at::Tensor &tensor, std::uintptr_t bytes) {
        return reinterpret_cast<std::uintptr_t>(tensor.const_data_ptr()) % bytes == 0;
    };
    TORCH_CHECK(left.size(1) % 16 == 0 && isAligned(left, 32) && isAligned(weight, 16),
                "a product of 8-bit weights is of 16 numbers at once");
#ifdef __aarch64__
    TORCH_CHECK(weight.size(0) % 4 == 0, "a product of 8-bit weights is of four rows at once");
#endif
}

/// Numbers by which 4-bit weights are packed with their scales, and with a bias, to one row.
struct RowOfWeights {
    std::int64_t weights = 0; ///< two a number
    std::int64_t scales = 0;
    std::int64_t outputs = 0;
};

RowOfWeights rowOfWeights(const CallArguments &call)
{
    const std::int64_t block = call["block_size"].toInt();
    const std::int64_t length = call["in_features"].toInt();
    const std::int64_t outputs = call["out_features"].toInt();
    TORCH_CHECK(block > 0 && length > 0 && outputs > 0 && length % block == 0 && length % 2 == 0
                    && fits(0, outputs, length),
                "rows of 4-bit weights have an even length that groups divide");
    return { outputs * length / 2, outputs * (length / block), outputs };
}

void checkRowToPack(const CallArguments &call)
{
    const RowOfWeights row = rowOfWeights(call);
    const auto has = [&call](std::string_view name, std::int64_t elements) {
        const at::Tensor tensor = call.tensor(name);
        return tensor.defined() && tensor.layout() == at::kStrided && tensor.numel() == elements
            && tensor.is_contiguous();
    };
    TORCH_CHECK(has("weights", row.weights) && has("scales_zeros", row.scales)
                    && (!call.tensor("bias").defined() || has("bias", row.outputs)),
                "4-bit weights have a scale for each group, and a bias for each output");
}

void checkProductOfRow(const CallArguments &call)
{
    const RowOfWeights row = rowOfWeights(call);
    const at::Tensor left = call.tensor("inp");
    const std::int64_t length = call["in_features"].toInt();
    checkPackedSides(left, row.outputs);
    TORCH_CHECK(left.size(1) == length, "rows of 4-bit weights are as long as those of the left side");
    const at::Tensor packed = call.tensor("packed_weights");
    const std::int64_t elements = packed.defined() && packed.dim() == 1 && packed.is_contiguous() ? packed.numel() : 0;
    bool isWhole = elements == row.weights + row.scales || elements == row.weights + row.scales + row.outputs;
#ifdef __aarch64__
    isWhole = isWhole || (packed.scalar_type() == at::kByte && elements > row.weights); // KleidiAI's, which it compares
#endif
    TORCH_CHECK(isWhole,
                "a row of 4-bit weights holds them, a scale for each group, and a bias for each output or none");
}

/// One scale, or one for each of \p lines.
bool areScales(const c10::IValue &value, std::int64_t lines)
{
    if (value.isTensorList()) {
        const std::vector<at::Tensor> list = value.toTensorVector();
        return list.size() == 1 && areScales(list.front(), lines);
    }
    if (!value.isTensor() || !value.toTensor().defined())
        return value.isNone();
    const at::Tensor scales = value.toTensor();
    return scales.layout() == at::kStrided && scales.is_contiguous()
        && (scales.numel() == 1 || scales.numel() == lines);
}

/// Those of a CPU. A GPU has more kinds of scales, which its kernels compare.
void checkScaledProduct(const CallArguments &call)
{
    const at::Tensor left = call.tensor("self");
    const at::Tensor right = call.tensor("mat2");
    const at::Tensor bias = call.tensor("bias");
    TORCH_CHECK(isMatrix(left) && isMatrix(right) && left.size(1) == right.size(0),
                "the sides of a scaled product fit together");
    TORCH_CHECK(!bias.defined() || (bias.dim() == 1 && bias.size(0) == right.size(1)),
                "the bias of a scaled product has one value an output");
    TORCH_CHECK(!left.device().is_cpu()
                    || (areScales(call["scale_a"], left.size(0)) && areScales(call["scale_b"], right.size(1))
                        && areScales(call["scale_result"], 1)),
                "a scaled product has a scale for each side, or for each of its rows and outputs");
}

/// What was seen so far, scales and zero points: one of each, or one a channel. Where no channel has been seen yet,
/// LibTorch makes all of them as many as there are channels.
void checkObserved(const CallArguments &call)
{
    const at::Tensor input = call.tensor("self");
    std::int64_t channels = 1;
    const bool perChannel = call["per_row_fake_quant"].toBool();
    if (perChannel) {
        const std::int64_t axis = call["ch_axis"].toInt();
        TORCH_CHECK(input.dim() >= 2 && axis >= 0 && axis < input.dim() && (axis == 0 || input.dim() > 2),
                    "channels are quantized along a dimension of their tensor");
        channels = input.size(axis);
    }
    const auto elementsOf = [&call](std::string_view name) {
        const at::Tensor tensor = call.tensor(name);
        const bool isList = tensor.defined() && tensor.layout() == at::kStrided && tensor.dim() <= 1;
        return isList && tensor.is_contiguous() ? tensor.numel() : -1;
    };
    const std::int64_t seen = elementsOf("running_min");
    const std::int64_t scales = elementsOf("scale");
    TORCH_CHECK(input.layout() == at::kStrided && (seen == channels || (perChannel && seen == 0))
                    && elementsOf("running_max") == seen && elementsOf("zero_point") == scales
                    && (scales == channels || (seen == 0 && scales >= 0)),
                "an observer has a range, a scale and a zero point for each channel");
    const std::int64_t least = call["quant_min"].toInt();
    const std::int64_t greatest = call["quant_max"].toInt();
    TORCH_CHECK(-most <= least && least <= greatest && greatest <= most, "quantized numbers have a range of 32 bits");
}

} // namespace

std::vector<GuardRow> lowPrecisionGuards()
{
    return { { makeGuard<checkInt4OfCpu>, { "_weight_int4pack_mm_for_cpu" } },
             { makeGuard<checkInt4OfGpu>, { "_weight_int4pack_mm" } },
             { makeGuard<checkInt4WeightOfCpu>, { "_convert_weight_to_int4pack_for_cpu" } },
             { makeGuard<checkInt4WeightOfGpu>, { "_convert_weight_to_int4pack" } },
             { makeGuard<checkInt8Product>, { "_weight_int8pack_mm" } },
             { makeGuard<checkRowToPack>, { "_dyn_quant_pack_4bit_weight" } },
             { makeGuard<checkProductOfRow>, { "_dyn_quant_matmul_4bit" } },
             { makeGuard<checkScaledProduct>, { "_scaled_mm", "_scaled_mm_v2" } },
             { makeGuard<checkObserved>,
               { "_fused_moving_avg_obs_fq_helper", "_fused_moving_avg_obs_fq_helper_functional" } } };
}

} // namespace rooflight
