// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/operator_guards.h"

#include "core/torchscript/load/guarded_calls.h"

#include <ATen/Dispatch.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/result_type.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

namespace rooflight {

namespace {

/// One value a channel.
void checkChannels(const CallArguments &call)
{
    const at::Tensor input = call.tensor("input");
    TORCH_CHECK(input.dim() >= 2, "the input of a batch normalization has two dimensions or more");
    for (const std::string_view name : { "weight", "bias", "running_mean", "running_var" }) {
        const at::Tensor values = call.tensor(name);
        TORCH_CHECK(!values.defined() || (values.dim() == 1 && values.size(0) == input.size(1)), "the ", name,
                    " of a batch normalization has one value a channel");
    }
}

/// One magnitude a slice of the first or the last dimension.
void checkMagnitudes(const CallArguments &call)
{
    const at::Tensor directions = call.tensor("v");
    const at::Tensor magnitudes = call.tensor("g");
    const std::int64_t dim = call["dim"].toInt();
    TORCH_CHECK(dim >= 0 && dim < directions.dim() && (dim == 0 || dim == directions.dim() - 1),
                "weights are normalized along the first or the last dimension");
    TORCH_CHECK(magnitudes.numel() == directions.size(dim) && magnitudes.is_contiguous(),
                "a weight has one magnitude a slice");
}

/// An output as large as the factors make it.
void checkFactors(const CallArguments &call)
{
    const at::Tensor input = call.tensor("self");
    const std::vector<std::int64_t> output = call.sizes("output_size");
    TORCH_CHECK(input.dim() == 4 && output.size() == 2, "images have four dimensions, and a height and a width to get");
    for (const auto &[name, dim] : { std::pair<std::string_view, int>("scales_h", 0), { "scales_w", 1 } }) {
        const c10::IValue factor = call[name];
        TORCH_CHECK(factor.isNone()
                        || std::abs(static_cast<double>(input.size(2 + dim)) * factor.toDouble()
                                    - static_cast<double>(output[static_cast<std::size_t>(dim)]))
                            <= 1,
                    "the output is as large as ", name, " makes it");
    }
}

void checkPooledSizes(const CallArguments &call, std::size_t dimensions)
{
    const std::vector<std::int64_t> sizes = call.sizes("output_size");
    TORCH_CHECK(sizes.size() == dimensions && std::ranges::all_of(sizes, [](std::int64_t size) { return size >= 0; }),
                "a pooling to a size has one for each dimension of an image");
}

void checkPooledImage(const CallArguments &call)
{
    checkPooledSizes(call, 2);
}

void checkPooledVolume(const CallArguments &call)
{
    checkPooledSizes(call, 3);
}

void checkTransformed(const CallArguments &call)
{
    const std::int64_t dimensions = call.tensor("self").dim();
    for (const std::int64_t dim : call.sizes("dim"))
        TORCH_CHECK(dim >= -dimensions && dim < dimensions, "a Fourier transform is along dimensions of its input");
}

void checkPackedWeight(const CallArguments &call)
{
    const at::Tensor weight = call.tensor("W");
    const at::Tensor bias = call.tensor("B");
    TORCH_CHECK(weight.dim() == 2 && weight.numel() > 0, "the weight of a linear layer has two dimensions");
    TORCH_CHECK(!bias.defined() || (bias.dim() == 1 && bias.size(0) == weight.size(0)),
                "the bias of a linear layer has one value an output");
}

void checkLayers(const CallArguments &call)
{
    TORCH_CHECK(call["num_layers"].toInt() > 0, "a recurrent layer has one layer or more");
}

/// Boxes are rows of five numbers: which image they are of, and two corners. The largest absolute coordinate; NaN where
/// one is, or where an image is not there.
template<typename Scalar> double farthestCorner(const at::Tensor &boxes, std::int64_t images)
{
    const Scalar *const data = boxes.const_data_ptr<Scalar>();
    double farthest = 0;
    for (std::int64_t row = 0; row < boxes.size(0); ++row) {
        const auto number = [&](std::int64_t column) {
            return static_cast<double>(data[row * boxes.stride(0) + column * boxes.stride(1)]);
        };
        const double image = number(0);
        if (!(image >= 0 && image < static_cast<double>(images)))
            return std::numeric_limits<double>::quiet_NaN();
        for (std::int64_t column = 1; column < boxes.size(1); ++column) {
            const double corner = std::abs(number(column));
            if (std::isnan(corner))
                return corner;
            farthest = std::max(farthest, corner);
        }
    }
    return farthest;
}

/// torchvision takes corners and counts of points for 32-bit integers, of which NaN is the least.
void checkBoxes(const CallArguments &call)
{
    const at::Tensor input = call.tensor("input");
    const at::Tensor boxes = call.tensor("rois");
    TORCH_CHECK(input.dim() == 4 && boxes.dim() == 2 && boxes.size(1) == 5, "a box is a row of five numbers");
    const auto height = static_cast<double>(call["pooled_height"].toInt());
    const auto width = static_cast<double>(call["pooled_width"].toInt());
    TORCH_CHECK(height > 0 && width > 0, "boxes are pooled to one value or more");
    if (boxes.device().type() != c10::DeviceType::CPU) // a GPU's kernels cannot reach this process
        return;
    const double farthest = AT_DISPATCH_FLOATING_TYPES_AND_HALF(
        boxes.scalar_type(), "boxes", [&] { return farthestCorner<scalar_t>(boxes, input.size(0)); });
    TORCH_CHECK(!std::isnan(farthest), "a box is of one of the images");
    const double size = 2 * farthest * std::abs(call["spatial_scale"].toDouble());
    const c10::IValue ratio = call["sampling_ratio"];
    const auto pointsOf = [&](double cells) {
        return cells * (ratio.isInt() && ratio.toInt() > 0 ? static_cast<double>(ratio.toInt()) : size / cells + 1);
    };
    constexpr double most = std::numeric_limits<std::int32_t>::max();
    TORCH_CHECK(size < most && pointsOf(height) * pointsOf(width) < most, "a box is no larger than an image can be");
}

template<typename Scalar> bool containsNan(const Scalar *data, at::IntArrayRef sizes, at::IntArrayRef strides)
{
    if (sizes.empty())
        return std::isnan(static_cast<double>(*data));
    for (std::int64_t index = 0; index < sizes[0]; ++index) {
        if (containsNan(data + index * strides[0], sizes.slice(1), strides.slice(1)))
            return true;
    }
    return false;
}

/// torchvision reads where the sum of a place and an offset is, of which NaN passes its comparisons.
void checkOffsets(const CallArguments &call)
{
    for (const std::string_view name : { "stride_h", "stride_w", "dilation_h", "dilation_w" })
        TORCH_CHECK(call[name].toInt() > 0, "the ", name, " of a deformable convolution is one or more");
    const at::Tensor offsets = call.tensor("offset");
    if (!offsets.defined() || offsets.device().type() != c10::DeviceType::CPU)
        return;
    const bool has = AT_DISPATCH_FLOATING_TYPES_AND_HALF(offsets.scalar_type(), "offsets", [&] {
        return containsNan(offsets.const_data_ptr<scalar_t>(), offsets.sizes(), offsets.strides());
    });
    TORCH_CHECK(!has, "an offset of a deformable convolution is a number");
}

/// Ends of the groups, ascending, within what they divide.
void checkEnds(const at::Tensor &ends, std::int64_t groups, std::int64_t total)
{
    TORCH_CHECK(ends.dim() == 1 && ends.scalar_type() == at::kInt && (groups < 0 || ends.size(0) == groups),
                "a grouped product has the end of each group as a 32-bit integer");
    if (ends.device().type() != c10::DeviceType::CPU) // a GPU's kernels cannot reach this process
        return;
    const at::Tensor dense = ends.contiguous();
    const auto *const values = dense.const_data_ptr<std::int32_t>();
    std::int64_t before = 0;
    for (std::int64_t group = 0; group < dense.size(0); ++group) {
        TORCH_CHECK(values[group] >= before && values[group] <= total,
                    "groups end one after the other, within the rows");
        before = values[group];
    }
}

void checkGroups(const CallArguments &call)
{
    const at::Tensor left = call.tensor("self");
    const at::Tensor right = call.tensor("mat2");
    const at::Tensor ends = call.tensor("offs");
    const at::Tensor bias = call.tensor("bias");
    const auto hasSides = [](const at::Tensor &side) { return side.dim() == 2 || side.dim() == 3; };
    TORCH_CHECK(hasSides(left) && hasSides(right) && left.size(-1) == right.size(-2) && !bias.defined(),
                "the sides of a grouped product fit together");
    if (left.dim() == 3 && right.dim() == 3) {
        TORCH_CHECK(left.size(0) == right.size(0) && !ends.defined(),
                    "both sides of a grouped product have its groups");
        return;
    }
    TORCH_CHECK(ends.defined(), "a grouped product has ends of its groups");
    if (left.dim() == 3)
        checkEnds(ends, left.size(0), right.size(1));
    else if (right.dim() == 3)
        checkEnds(ends, right.size(0), left.size(0));
    else
        checkEnds(ends, -1, left.size(1));
}

/// How many sequences are still there at each step, which are never more than at the one before: LibTorch writes the
/// length of a sequence where the count goes down.
void checkPackedSteps(const CallArguments &call)
{
    const at::Tensor data = call.tensor("data");
    const at::Tensor counts = call.tensor("batch_sizes");
    TORCH_CHECK(data.defined() && data.dim() > 0 && counts.defined() && counts.dim() == 1 && counts.numel() > 0
                    && counts.scalar_type() == at::kLong && counts.layout() == at::kStrided && counts.device().is_cpu(),
                "packed sequences have a count of sequences for each step");
    const at::Tensor dense = counts.contiguous();
    const auto *const values = dense.const_data_ptr<std::int64_t>();
    std::int64_t before = data.size(0);
    std::int64_t left = data.size(0);
    for (std::int64_t step = 0; step < dense.numel(); ++step) {
        TORCH_CHECK(values[step] > 0 && values[step] <= before && values[step] <= left,
                    "the counts of packed sequences go down, and are as many as their rows");
        before = values[step];
        left -= values[step];
    }
}

/// One for each dimension at most: LibTorch writes the sizes of more behind those of the tensor.
void checkIndices(const CallArguments &call)
{
    const c10::IValue indices = call["indices"];
    TORCH_CHECK(indices.isList() && static_cast<std::int64_t>(indices.toListRef().size()) <= call.tensor("self").dim(),
                "a tensor has one index a dimension at most");
}

/// Of whole numbers a fraction of a step is none, by which their number would be divided.
void checkSteps(const CallArguments &call)
{
    const at::Tensor result = call.tensor("out");
    if (!result.defined() || !at::isIntegralType(result.scalar_type(), /*includeBool=*/true))
        return;
    const auto step = call["step"].toScalar().to<std::int64_t>();
    const double distance = call["end"].toScalar().toDouble() - call["start"].toScalar().toDouble();
    constexpr double most = 0x1p62;
    TORCH_CHECK(step != 0 && std::abs(distance) < most, "whole numbers go by a whole step");
}

/// Whether an element has the value.
template<typename Scalar>
bool contains(const Scalar *data, at::IntArrayRef sizes, at::IntArrayRef strides, std::int64_t value)
{
    if (sizes.empty())
        return static_cast<std::int64_t>(*data) == value;
    for (std::int64_t index = 0; index < sizes[0]; ++index) {
        if (contains(data + index * strides[0], sizes.slice(1), strides.slice(1), value))
            return true;
    }
    return false;
}

bool contains(const at::Tensor &tensor, std::int64_t value)
{
    return AT_DISPATCH_INTEGRAL_TYPES(tensor.scalar_type(), "contains", [&] {
        return contains(tensor.const_data_ptr<scalar_t>(), tensor.sizes(), tensor.strides(), value);
    });
}

/// The least integer by -1 is none of its type, which the processor traps.
void checkQuotients(const CallArguments &call)
{
    const at::Tensor dividend = call.tensor("self");
    const at::Tensor divisor = call.tensor("other");
    const auto isDense = [](const at::Tensor &tensor) {
        return tensor.defined() && tensor.layout() == at::kStrided && tensor.device().is_cpu()
            && at::isIntegralType(tensor.scalar_type(), /*includeBool=*/false);
    };
    const c10::IValue mode = call["rounding_mode"];
    if (mode.isNone() || mode.toStringRef() != "trunc" || !isDense(dividend) || !isDense(divisor))
        return;
    const c10::ScalarType type = at::result_type(dividend, divisor);
    if (type != at::kInt && type != at::kLong)
        return;
    const std::int64_t least =
        type == at::kInt ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int64_t>::min();
    TORCH_CHECK(!contains(divisor, -1) || !contains(dividend, least), "a quotient is not an integer of its type");
}

} // namespace

void guardOperators()
{
    // This key comes before those of all devices, and has no kernel of its own for operators that take tensors.
    static torch::Library aten(torch::Library::IMPL, "aten", c10::DispatchKey::BackendSelect, __FILE__, __LINE__);
    static torch::Library quantized(torch::Library::IMPL, "quantized", c10::DispatchKey::BackendSelect, __FILE__,
                                    __LINE__);
    static torch::Library torchvision(torch::Library::IMPL, "torchvision", c10::DispatchKey::BackendSelect, __FILE__,
                                      __LINE__);
    [[maybe_unused]] static const bool done = [] {
        guardAll(aten,
                 { { makeGuard<checkChannels>,
                     { "native_batch_norm", "_native_batch_norm_legit", "_native_batch_norm_legit.no_stats",
                       "_native_batch_norm_legit_no_training", "_native_batch_norm_legit_functional",
                       "_batch_norm_with_update", "_batch_norm_with_update_functional", "_batch_norm_no_update" } },
                   { makeGuard<checkMagnitudes>, { "_weight_norm_interface" } },
                   { makeGuard<checkGroups>, { "_grouped_mm" } },
                   { makeGuard<checkPackedSteps>, { "_pad_packed_sequence" } },
                   { makeGuard<checkFactors>,
                     { "_upsample_bilinear2d_aa", "_upsample_bicubic2d_aa", "_upsample_lanczos2d_aa" } },
                   { makeGuard<checkPooledImage>, { "_adaptive_avg_pool2d" } },
                   { makeGuard<checkPooledVolume>, { "_adaptive_avg_pool3d" } },
                   { makeGuard<checkTransformed>, { "_fft_r2c", "_fft_c2r", "_fft_c2c" } },
                   { makeGuard<checkIndices>, { "_unsafe_masked_index", "_unsafe_masked_index_put_accumulate" } },
                   { makeGuard<checkSteps>, { "range.out" } },
                   { makeGuard<checkQuotients>, { "div.Tensor_mode", "div_.Tensor_mode", "div.out_mode" } },
                   { makeGuard<checkLayers>,
                     { "lstm.input", "lstm.data", "gru.input", "gru.data", "rnn_tanh.input", "rnn_tanh.data",
                       "rnn_relu.input", "rnn_relu.data" } } });
        guardAll(aten, lowPrecisionGuards());
        guardAll(quantized, { { makeGuard<checkPackedWeight>, { "linear_prepack_fp16" } } });
        guardAll(torchvision,
                 { { makeGuard<checkBoxes>, { "roi_align", "roi_pool", "ps_roi_align", "ps_roi_pool" } },
                   { makeGuard<checkOffsets>, { "deform_conv2d" } } });
        return true;
    }();
}

} // namespace rooflight
