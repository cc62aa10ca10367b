// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/infer/shape_constraints.h"

#include "core/base/count.h"
#include "core/base/operator_table.h"
#include "core/torchscript/infer/operator_use.h"
#include "core/torchscript/values/tensor_values.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace rooflight {

namespace {

using namespace open_size;
using torch::jit::Use;
using torch::jit::Value;
using Guesses = std::vector<TensorGuess>;

Guesses guesses(std::vector<Shape> shapes, DType dtype, TensorFill fill = {})
{
    Guesses result;
    for (Shape &shape : shapes)
        result.push_back({ std::move(shape), dtype, fill });
    return result;
}

/// Weights of quantized operators are integers; what they take is made from floating point.
DType inputTypeFor(DType weight)
{
    return isFloatingPoint(weight) || weight == DType::Complex64 || weight == DType::Complex128 ? weight
                                                                                                : DType::Float32;
}

/// Numbers of rows, columns or classes.
TensorFill indicesBelow(std::int64_t count)
{
    return { TensorFill::Kind::Range, 0, static_cast<double>(count - 1) };
}

Shape channelShape(std::int64_t channels, std::size_t spatial)
{
    switch (spatial) {
    case 0:
        return { batch, channels };
    case 1:
        return { batch, channels, samples };
    case 2:
        return { batch, channels, side, side };
    default:
        return { batch, channels, frames, clipSide, clipSide };
    }
}

std::vector<Shape> featureShapes(std::int64_t features)
{
    return { { batch, features },
             { batch, length, features },
             { batch, side, side, features },
             { batch, frames, clipSide, clipSide, features },
             { features } };
}

/// Also of packed weights, which hold their groups already.
Guesses fromConvolution(const OperatorUse &use)
{
    const std::optional<TensorInfo> weight = use.tensor(1);
    if (use.offset != 0 || !weight || weight->shape.size() < 3)
        return {};
    const bool generic = use.kind() == "aten::_convolution" || use.kind() == "aten::convolution";
    const bool transposed = use.kind().starts_with("aten::conv_transpose") || (generic && use.isTrue(6));
    const Count groups = std::max<std::int64_t>(use.integer(generic ? 8 : 6).value_or(1), 1);
    const Count channels = transposed ? Count(weight->shape[0]) : weight->shape[1] * groups;
    return guesses({ channelShape(channels.value(), weight->shape.size() - 2) }, inputTypeFor(weight->dtype));
}

Guesses fromLinear(const OperatorUse &use)
{
    const std::optional<TensorInfo> weight = use.tensor(1);
    if (use.offset != 0 || !weight || weight->shape.empty())
        return {};
    return guesses(featureShapes(weight->shape.back()), inputTypeFor(weight->dtype));
}

/// matmul, mm and bmm with a parameter on either side; of addmm and baddbmm the operands after the summand.
Guesses fromProduct(const OperatorUse &use)
{
    const bool addsFirst = use.kind() == "aten::addmm" || use.kind() == "aten::baddbmm" || use.kind() == "aten::addmv";
    const std::size_t first = addsFirst ? 1 : 0;
    if (use.offset == first) {
        const std::optional<TensorInfo> right = use.tensor(first + 1);
        if (!right || right->shape.empty())
            return {};
        const std::size_t rank = right->shape.size();
        return guesses(featureShapes(right->shape[rank == 1 ? 0 : rank - 2]), inputTypeFor(right->dtype));
    }
    const std::optional<TensorInfo> left = use.offset == first + 1 ? use.tensor(first) : std::nullopt;
    if (!left || left->shape.empty())
        return {};
    const std::int64_t rows = left->shape.back();
    return guesses({ { batch, rows, length }, { rows, length }, { rows } }, inputTypeFor(left->dtype));
}

Guesses channelGuesses(const TensorInfo &perChannel)
{
    std::vector<Shape> shapes;
    for (std::size_t spatial : { 2, 0, 1, 3 })
        shapes.push_back(channelShape(perChannel.shape.front(), spatial));
    return guesses(std::move(shapes), inputTypeFor(perChannel.dtype));
}

/// Normalisations whose weight or running mean, the first of \p indices that is there, has one value a channel.
Guesses fromChannels(const OperatorUse &use, std::initializer_list<std::size_t> indices)
{
    if (use.offset != 0)
        return {};
    for (std::size_t index : indices) {
        if (const auto perChannel = use.tensor(index);
            perChannel && perChannel->shape.size() == 1 && perChannel->shape.front() > 1)
            return channelGuesses(*perChannel);
    }
    return {};
}

Guesses fromNormalizedShape(const OperatorUse &use)
{
    const std::optional<Shape> normalized = use.offset == 0 ? use.integers(1) : std::nullopt;
    if (!normalized || std::ranges::any_of(*normalized, [](std::int64_t size) { return size < 0; }))
        return {};
    const std::optional<TensorInfo> weight = use.tensor(2);
    std::vector<Shape> shapes;
    for (Shape leading : { Shape { batch, length }, Shape { batch }, Shape { batch, side, side } }) {
        leading.insert(leading.end(), normalized->begin(), normalized->end());
        shapes.push_back(std::move(leading));
    }
    return guesses(std::move(shapes), weight ? inputTypeFor(weight->dtype) : DType::Float32);
}

Guesses fromTable(const OperatorUse &use)
{
    const std::optional<TensorInfo> table = use.tensor(0);
    if (use.offset != 1 || !table || table->shape.size() != 2)
        return {};
    return guesses({ { batch, length }, { batch }, { length } }, DType::Int64, indicesBelow(table->shape[0]));
}

Guesses fromEmbeddingBag(const OperatorUse &use)
{
    if (use.offset == 1)
        return fromTable(use);
    if (use.offset != 2)
        return {};
    return guesses({ { batch } }, DType::Int64, { TensorFill::Kind::Constant, 0, 0 });
}

/// An element of a list of parameters, which is written out or an attribute.
std::optional<TensorInfo> listedTensor(const OperatorUse &use, std::size_t index, std::size_t position)
{
    const Value *const list = use.input(index);
    if (!list)
        return std::nullopt;
    if (list->node()->kind() == c10::prim::ListConstruct)
        return position < list->node()->inputs().size() ? use.values.tensor(list->node()->input(position))
                                                        : std::nullopt;
    const std::optional<c10::IValue> known = use.values.known(list);
    if (!known || !known->isTensorList() || position >= known->toTensorList().size())
        return std::nullopt;
    return tensorValueOf(known->toTensorList().get(position)).info;
}

// aten::lstm, gru, rnn_tanh, rnn_relu: (input, state, weights, has_biases, layers, dropout, train, bidirectional,
// batch_first). The weights begin with W_ih [gates x hidden, features] and W_hh [gates x hidden, hidden or projection].

std::int64_t stateCount(const OperatorUse &use)
{
    return (Count(use.integer(4).value_or(1)) * (use.isTrue(7) ? 2 : 1)).value();
}

Guesses fromRecurrent(const OperatorUse &use)
{
    const std::optional<TensorInfo> weight = listedTensor(use, 2, 0);
    if (!weight || weight->shape.size() != 2 || !use.input(8) || use.offset > 1)
        return {};
    const DType dtype = inputTypeFor(weight->dtype);
    if (use.offset == 0) {
        const std::int64_t features = weight->shape[1];
        const Shape shape = use.isTrue(8) ? Shape { batch, length, features } : Shape { length, batch, features };
        return guesses({ shape, { length, features } }, dtype);
    }
    const std::int64_t gates = use.kind() == "aten::gru" ? 3 : 1;
    return guesses({ { stateCount(use), batch, weight->shape[0] / gates } }, dtype);
}

/// The cells: (input, state, weight of the input, weight of the state, ...).
Guesses fromCell(const OperatorUse &use)
{
    const std::optional<TensorInfo> weight = use.offset <= 1 ? use.tensor(use.offset + 2) : std::nullopt;
    if (!weight || weight->shape.size() != 2)
        return {};
    return guesses({ { batch, weight->shape[1] } }, inputTypeFor(weight->dtype));
}

/// [hidden, cell] as aten::lstm and aten::lstm_cell take it.
Guesses fromStateList(const OperatorUse &use)
{
    for (const Use &outer : use.node->output()->uses()) {
        const OperatorUse lstm(outer, use.values);
        if (lstm.offset != 1 || (lstm.kind() != "aten::lstm" && lstm.kind() != "aten::lstm_cell"))
            continue;
        if (lstm.kind() == "aten::lstm_cell")
            return fromCell(lstm);
        const std::optional<TensorInfo> recurrent = listedTensor(lstm, 2, 1);
        if (!recurrent || recurrent->shape.size() != 2)
            continue;
        const std::int64_t hidden = recurrent->shape[0] / 4;
        const bool isCell = use.offset == 1; // which a projection leaves alone
        return guesses({ { stateCount(lstm), batch, isCell ? hidden : recurrent->shape[1] } },
                       inputTypeFor(recurrent->dtype));
    }
    return {};
}

/// Attention and whole encoder layers in one operator, whose argument \p index is the width.
Guesses fromWidth(const OperatorUse &use, std::size_t index, std::size_t weightIndex)
{
    const std::optional<std::int64_t> width = use.integer(index);
    const std::optional<TensorInfo> weight = use.tensor(weightIndex);
    if (use.offset >= index || !width)
        return {};
    return guesses({ { batch, length, *width } }, weight ? inputTypeFor(weight->dtype) : DType::Float32);
}

/// Elementwise with a parameter: dimensions other than 1 are those of the input.
Guesses fromBroadcast(const OperatorUse &use)
{
    if (use.offset > 1)
        return {};
    const std::optional<TensorInfo> other = use.tensor(1 - use.offset);
    if (!other || elementCount(other->shape) <= 1)
        return {};
    const std::size_t rank = other->shape.size();
    const DType dtype = inputTypeFor(other->dtype);
    if (rank == 1)
        return guesses(featureShapes(other->shape.front()), dtype);
    Shape same = other->shape;
    for (std::size_t i = 0; i < rank; ++i) {
        if (same[i] == 1)
            same[i] = i == 0 ? batch : (rank == 4 ? side : length);
    }
    // [channels, 1, 1] fits an image as well as a batch of them.
    if (rank == 3 && other->shape[1] == 1 && other->shape[2] == 1)
        return guesses({ { batch, same[0], side, side }, { same[0], side, side } }, dtype);
    if (other->shape.front() == 1)
        return guesses({ same }, dtype);
    Shape batched = same;
    batched.insert(batched.begin(), batch);
    return guesses({ batched, same }, dtype);
}

/// (batch or time, batch or time, features), of which the lengths are one an item.
Guesses fromPacked(const OperatorUse &use)
{
    return use.offset == 1 ? guesses({ { batch } }, DType::Int64) : Guesses();
}

/// Rows of all groups, a matrix a group, and where in the rows each group ends.
Guesses fromGroups(const OperatorUse &use)
{
    const std::optional<TensorInfo> matrices = use.tensor(1);
    if (!matrices || matrices->shape.size() != 3)
        return {};
    if (use.offset == 0)
        return guesses({ { length, matrices->shape[1] } }, inputTypeFor(matrices->dtype));
    return use.offset == 2 ? guesses({ { matrices->shape[0] } }, DType::Int32) : Guesses();
}

Guesses fromSignal(const OperatorUse &use)
{
    return use.offset == 0 ? guesses({ { batch, samples }, { samples } }, DType::Float32) : Guesses();
}

Guesses fromOneHot(const OperatorUse &use)
{
    const std::int64_t classes = use.integer(1).value_or(-1);
    const TensorFill fill = classes > 0 ? indicesBelow(classes) : TensorFill {};
    return use.offset == 0 ? guesses({ { batch, length }, { batch } }, DType::Int64, fill) : Guesses();
}

Guesses fromPickedRows(const OperatorUse &use, std::size_t indexOffset, std::int64_t dimension)
{
    const std::optional<TensorInfo> table = use.tensor(0);
    if (use.offset != indexOffset || !table || static_cast<std::size_t>(dimension) >= table->shape.size())
        return {};
    return guesses({ { batch }, { length } }, DType::Int64,
                   indicesBelow(table->shape[static_cast<std::size_t>(dimension)]));
}

/// [ids] as aten::index takes it after a parameter.
Guesses fromIndexList(const OperatorUse &use)
{
    for (const Use &outer : use.node->output()->uses()) {
        const OperatorUse index(outer, use.values);
        if (index.offset != 1 || index.kind() != "aten::index")
            continue;
        const std::optional<TensorInfo> table = index.tensor(0);
        if (!table || use.offset >= table->shape.size())
            continue;
        return guesses({ { batch, length }, { batch } }, DType::Int64, indicesBelow(table->shape[use.offset]));
    }
    return {};
}

Guesses fromList(const OperatorUse &use)
{
    Guesses found = fromStateList(use);
    return found.empty() ? fromIndexList(use) : found;
}

using ConstraintRule = Guesses (*)(const OperatorUse &);

const OperatorTable<ConstraintRule> &constraintRules()
{
    static const OperatorTable<ConstraintRule> rules = {
        { "aten::conv1d aten::conv2d aten::conv3d aten::_convolution aten::convolution aten::_convolution_mode "
          "aten::conv_transpose1d aten::conv_transpose2d aten::conv_transpose3d "
          "quantized::conv1d quantized::conv1d_relu quantized::conv2d quantized::conv2d_relu quantized::conv3d "
          "quantized::conv3d_relu quantized::conv1d_dynamic quantized::conv2d_dynamic quantized::conv3d_dynamic "
          "prepacked::conv2d_clamp_run mkldnn_prepacked::conv2d_run",
          fromConvolution },
        { "aten::linear quantized::linear quantized::linear_relu quantized::linear_dynamic "
          "quantized::linear_relu_dynamic quantized::linear_dynamic_fp16 quantized::linear_relu_dynamic_fp16 "
          "prepacked::linear_clamp_run",
          fromLinear },
        { "aten::matmul aten::mm aten::bmm aten::mv aten::addmm aten::baddbmm aten::addmv", fromProduct },
        { "aten::batch_norm aten::instance_norm",
          [](const OperatorUse &use) {
              return fromChannels(use, { 1, 3 });
          } },
        { "aten::prelu quantized::batch_norm2d", [](const OperatorUse &use) { return fromChannels(use, { 1 }); } },
        { "aten::group_norm", [](const OperatorUse &use) { return fromChannels(use, { 2 }); } },
        { "aten::layer_norm aten::rms_norm", fromNormalizedShape },
        { "aten::embedding", fromTable },
        { "aten::embedding_bag", fromEmbeddingBag },
        { "aten::lstm aten::gru aten::rnn_tanh aten::rnn_relu", fromRecurrent },
        { "aten::lstm_cell aten::gru_cell aten::rnn_tanh_cell aten::rnn_relu_cell", fromCell },
        { "prim::ListConstruct", fromList },
        { "aten::_native_multi_head_attention", [](const OperatorUse &use) { return fromWidth(use, 3, 5); } },
        { "aten::_transformer_encoder_layer_fwd", [](const OperatorUse &use) { return fromWidth(use, 1, 3); } },
        { "aten::add aten::sub aten::mul aten::div aten::add_ aten::sub_ aten::mul_ aten::div_", fromBroadcast },
        { "aten::_pack_padded_sequence", fromPacked },
        { "aten::_grouped_mm", fromGroups },
        { "aten::stft", fromSignal },
        { "aten::one_hot", fromOneHot },
        { "aten::index_select",
          [](const OperatorUse &use) { return fromPickedRows(use, 2, use.integer(1).value_or(0)); } },
    };
    return rules;
}

} // namespace

std::vector<TensorGuess> shapeConstraints(const Use &use, const GraphValues &values)
{
    const OperatorUse known(use, values);
    const ConstraintRule *rule = constraintRules().find(known.kind());
    return rule ? (*rule)(known) : Guesses();
}

bool usesAsMask(const Use &use)
{
    const std::string_view kind = use.user->kind().toQualString();
    constexpr std::array logical = { "aten::logical_not", "aten::logical_and", "aten::logical_or", "aten::bitwise_not",
                                     "aten::__and__",     "aten::__or__",      "aten::bitwise_and" };
    if (kind == "aten::masked_fill" || kind == "aten::masked_fill_" || kind == "aten::masked_select")
        return use.offset == 1;
    if (kind == "aten::where")
        return use.offset == 0 && use.user->inputs().size() == 3;
    return std::ranges::find(logical, kind) != logical.end();
}

} // namespace rooflight
