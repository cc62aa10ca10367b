// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/operator_shapes.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

/// Rows and columns of the blocks that libraries for matrix products work on.
constexpr std::int64_t narrowProduct = 16;
/// Multiply-adds for each output of a dense convolution are its window times its input channels.
constexpr std::int64_t fewMultiplyAdds = 49;

/// A product with one matrix, such as a linear layer's weights: all dimensions before the last are rows of the other.
bool foldsRows(const Operator &op)
{
    return op.inputShapes.size() < 2 || op.inputShapes[1].size() <= 2;
}

} // namespace

std::string_view plainName(std::string_view name)
{
    name.remove_prefix(name.rfind(':') == std::string_view::npos ? 0 : name.rfind(':') + 1);
    while (name.starts_with('_'))
        name.remove_prefix(1);
    if (name.ends_with('_'))
        name.remove_suffix(1);
    return name;
}

bool isDepthwise(const Operator &op)
{
    if (op.family != OperatorFamily::Convolution || op.outputShapes.empty())
        return false;
    const std::int64_t outputs = elementCount(op.outputShapes.front());
    return outputs > 0 && op.work.macs > 0 && op.work.macs / outputs <= fewMultiplyAdds;
}

bool isRecurrent(const Operator &op)
{
    constexpr std::array<std::string_view, 6> kinds = { "lstm",           "gru",          "rnn_tanh", "rnn_relu",
                                                        "quantized_lstm", "quantized_gru" };
    const std::string_view name = plainName(op.name);
    return std::ranges::any_of(kinds, [name](std::string_view kind) { return name.starts_with(kind); });
}

bool isNarrowProduct(const Operator &op)
{
    if (op.family != OperatorFamily::Matrix || isRecurrent(op))
        return false;
    const auto rowsOf = [folds = foldsRows(op)](const Shape &shape) {
        return folds ? elementCount(shape) / std::max<std::int64_t>(shape.back(), 1) : shape[shape.size() - 2];
    };
    const auto isNarrow = [&rowsOf](const Shape &shape) {
        return shape.size() >= 2 && std::min(shape.back(), rowsOf(shape)) < narrowProduct;
    };
    return std::ranges::any_of(op.inputShapes, isNarrow) || std::ranges::any_of(op.outputShapes, isNarrow);
}

} // namespace rooflight
