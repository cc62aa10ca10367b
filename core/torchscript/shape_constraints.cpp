// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/shape_clues.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string_view>

namespace ridgepoint {

namespace {

using namespace open_size;
using torch::jit::Node;
using torch::jit::Use;
using torch::jit::Value;
using Guesses = std::vector<TensorGuess>;

/// A use and what is known around it.
struct Consumer {
    const Node *node;
    std::size_t offset;
    const GraphValues &values;

    [[nodiscard]] const Value *input(std::size_t index) const
    {
        return index < node->inputs().size() ? node->input(index) : nullptr;
    }
    [[nodiscard]] std::optional<TensorInfo> tensor(std::size_t index) const
    {
        return input(index) ? values.tensor(input(index)) : std::nullopt;
    }
    [[nodiscard]] std::optional<std::int64_t> integer(std::size_t index) const
    {
        return input(index) ? values.integer(input(index)) : std::nullopt;
    }
};

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

Guesses fromConvolution(const Consumer &use)
{
    const std::optional<TensorInfo> weight = use.tensor(1);
    if (use.offset != 0 || !weight || weight->shape.size() < 3)
        return {};
    const std::string_view kind = use.node->kind().toQualString();
    const bool generic = kind == "aten::_convolution" || kind == "aten::convolution";
    const Value *const transposedFlag = generic ? use.input(6) : nullptr;
    const bool transposed =
        kind.starts_with("aten::conv_transpose") || (transposedFlag && use.values.isTrue(transposedFlag));
    const std::int64_t groups = std::max<std::int64_t>(use.integer(generic ? 8 : 6).value_or(1), 1);
    const std::int64_t channels = transposed ? weight->shape[0] : weight->shape[1] * groups;
    return guesses({ channelShape(channels, weight->shape.size() - 2) }, inputTypeFor(weight->dtype));
}

Guesses fromPackedConvolution(const Consumer &use)
{
    const std::optional<TensorInfo> weight = use.tensor(1);
    if (use.offset != 0 || !weight || weight->shape.size() < 3)
        return {};
    return guesses({ channelShape(weight->shape[1], weight->shape.size() - 2) }, DType::Float32);
}

Guesses fromLinear(const Consumer &use)
{
    const std::optional<TensorInfo> weight = use.tensor(1);
    if (use.offset != 0 || !weight || weight->shape.empty())
        return {};
    return guesses(featureShapes(weight->shape.back()), inputTypeFor(weight->dtype));
}

/// matmul, mm and bmm with a parameter on either side; of addmm and baddbmm the operands behind the summand.
Guesses fromProduct(const Consumer &use)
{
    const std::string_view kind = use.node->kind().toQualString();
    const std::size_t first = kind == "aten::addmm" || kind == "aten::baddbmm" || kind == "aten::addmv" ? 1 : 0;
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
Guesses fromChannels(const Consumer &use, std::initializer_list<std::size_t> indices)
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

Guesses fromNormalizedShape(const Consumer &use)
{
    const std::optional<Shape> normalized = use.offset == 0 ? use.values.integers(use.input(1)) : std::nullopt;
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

Guesses fromTable(const Consumer &use)
{
    const std::optional<TensorInfo> table = use.tensor(0);
    if (use.offset != 1 || !table || table->shape.size() != 2)
        return {};
    const TensorFill rows { TensorFill::Kind::Range, 0, static_cast<double>(table->shape[0] - 1) };
    return guesses({ { batch, length }, { batch }, { length } }, DType::Int64, rows);
}

Guesses fromEmbeddingBag(const Consumer &use)
{
    if (use.offset == 1)
        return fromTable(use);
    if (use.offset != 2)
        return {};
    return guesses({ { batch } }, DType::Int64, { TensorFill::Kind::Constant, 0, 0 });
}

/// aten::lstm, gru, rnn_tanh, rnn_relu: (input, state, weights, has_biases, layers, dropout, train, bidirectional,
/// batch_first).
Guesses fromRecurrent(const Consumer &use)
{
    const Value *const list = use.input(2);
    std::optional<TensorInfo> weight;
    if (list && list->node()->kind() == c10::prim::ListConstruct && !list->node()->inputs().empty()) {
        weight = use.values.tensor(list->node()->input(0));
    } else if (const auto known = list ? use.values.known(list) : std::nullopt; known && known->isTensorList()) {
        const at::Tensor first = known->toTensorVector().front();
        weight = TensorInfo { first.sizes().vec(), first.scalar_type() == at::kHalf ? DType::Float16 : DType::Float32 };
    }
    if (!weight || weight->shape.size() != 2 || !use.input(8))
        return {};
    if (use.offset == 0) {
        const std::int64_t features = weight->shape[1];
        const Shape shape =
            use.values.isTrue(use.input(8)) ? Shape { batch, length, features } : Shape { length, batch, features };
        return guesses({ shape, { length, features } }, inputTypeFor(weight->dtype));
    }
    const bool isGru = use.node->kind() == c10::Symbol::fromQualString("aten::gru");
    const std::int64_t hidden = weight->shape[0] / (isGru ? 3 : 1);
    const std::int64_t states = use.integer(4).value_or(1) * (use.values.isTrue(use.input(7)) ? 2 : 1);
    if (use.offset == 1)
        return guesses({ { states, batch, hidden } }, inputTypeFor(weight->dtype));
    return {};
}

/// The cells: (input, state, weight of the input, weight of the state, ...).
Guesses fromCell(const Consumer &use)
{
    const std::optional<TensorInfo> weight = use.offset <= 1 ? use.tensor(use.offset + 2) : std::nullopt;
    if (!weight || weight->shape.size() != 2)
        return {};
    return guesses({ { batch, weight->shape[1] } }, inputTypeFor(weight->dtype));
}

/// [hidden, cell] as aten::lstm and aten::lstm_cell take it.
Guesses fromStateList(const Consumer &use)
{
    for (const Use &outer : use.node->output()->uses()) {
        const std::string_view kind = outer.user->kind().toQualString();
        if (outer.offset != 1 || (kind != "aten::lstm" && kind != "aten::lstm_cell"))
            continue;
        if (kind == "aten::lstm_cell")
            return fromCell({ outer.user, 1, use.values });
        const Value *const list = outer.user->input(2);
        if (list->node()->kind() != c10::prim::ListConstruct || list->node()->inputs().size() < 2)
            continue;
        const std::optional<TensorInfo> recurrent = use.values.tensor(list->node()->input(1));
        const Consumer lstm { outer.user, 0, use.values };
        if (!recurrent || recurrent->shape.size() != 2)
            continue;
        const bool projected = recurrent->shape[0] != 4 * recurrent->shape[1];
        const std::int64_t states = lstm.integer(4).value_or(1) * (use.values.isTrue(lstm.input(7)) ? 2 : 1);
        const std::int64_t hidden = projected && use.offset == 1 ? recurrent->shape[0] / 4 : recurrent->shape[1];
        return guesses({ { states, batch, hidden } }, inputTypeFor(recurrent->dtype));
    }
    return {};
}

/// Attention and whole encoder layers in one operator: the width stands in the argument \p index.
Guesses fromWidth(const Consumer &use, std::size_t index, std::size_t weightIndex)
{
    const std::optional<std::int64_t> width = use.integer(index);
    const std::optional<TensorInfo> weight = use.tensor(weightIndex);
    if (use.offset >= index || !width)
        return {};
    return guesses({ { batch, length, *width } }, weight ? inputTypeFor(weight->dtype) : DType::Float32);
}

/// Elementwise with a parameter: dimensions other than 1 are those of the input.
Guesses fromBroadcast(const Consumer &use)
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

Guesses fromSignal(const Consumer &use)
{
    return use.offset == 0 ? guesses({ { batch, samples }, { samples } }, DType::Float32) : Guesses();
}

Guesses fromOneHot(const Consumer &use)
{
    const std::int64_t classes = use.integer(1).value_or(-1);
    const TensorFill fill =
        classes > 0 ? TensorFill { TensorFill::Kind::Range, 0, static_cast<double>(classes - 1) } : TensorFill {};
    return use.offset == 0 ? guesses({ { batch, length }, { batch } }, DType::Int64, fill) : Guesses();
}

Guesses fromPickedRows(const Consumer &use, std::size_t indexOffset, std::int64_t dimension)
{
    const std::optional<TensorInfo> table = use.tensor(0);
    if (use.offset != indexOffset || !table || static_cast<std::size_t>(dimension) >= table->shape.size())
        return {};
    const auto rows = static_cast<double>(table->shape[static_cast<std::size_t>(dimension)] - 1);
    return guesses({ { batch }, { length } }, DType::Int64, { TensorFill::Kind::Range, 0, rows });
}

/// [ids] as aten::index takes it behind a parameter.
Guesses fromIndexList(const Consumer &use)
{
    for (const Use &outer : use.node->output()->uses()) {
        const std::string_view kind = outer.user->kind().toQualString();
        if (outer.offset != 1 || kind != "aten::index")
            continue;
        const std::optional<TensorInfo> table = use.values.tensor(outer.user->input(0));
        if (!table || use.offset >= table->shape.size())
            continue;
        const TensorFill rows { TensorFill::Kind::Range, 0, static_cast<double>(table->shape[use.offset] - 1) };
        return guesses({ { batch, length }, { batch } }, DType::Int64, rows);
    }
    return {};
}

Guesses fromList(const Consumer &use)
{
    Guesses found = fromStateList(use);
    return found.empty() ? fromIndexList(use) : found;
}

using Rule = std::function<Guesses(const Consumer &)>;

void addAll(std::map<std::string_view, Rule> &rules, std::initializer_list<std::string_view> names, const Rule &rule)
{
    for (std::string_view name : names)
        rules.emplace(name, rule);
}

const std::map<std::string_view, Rule> &allRules()
{
    static const std::map<std::string_view, Rule> rules = [] {
        std::map<std::string_view, Rule> made;
        addAll(made,
               { "aten::conv1d", "aten::conv2d", "aten::conv3d", "aten::_convolution", "aten::convolution",
                 "aten::_convolution_mode", "aten::conv_transpose1d", "aten::conv_transpose2d",
                 "aten::conv_transpose3d" },
               fromConvolution);
        addAll(made,
               { "quantized::conv1d", "quantized::conv1d_relu", "quantized::conv2d", "quantized::conv2d_relu",
                 "quantized::conv3d", "quantized::conv3d_relu", "quantized::conv1d_dynamic",
                 "quantized::conv2d_dynamic", "quantized::conv3d_dynamic", "prepacked::conv2d_clamp_run",
                 "mkldnn_prepacked::conv2d_run" },
               fromPackedConvolution);
        addAll(made,
               { "aten::linear", "quantized::linear", "quantized::linear_relu", "quantized::linear_dynamic",
                 "quantized::linear_relu_dynamic", "quantized::linear_dynamic_fp16",
                 "quantized::linear_relu_dynamic_fp16", "prepacked::linear_clamp_run" },
               fromLinear);
        addAll(made,
               { "aten::matmul", "aten::mm", "aten::bmm", "aten::mv", "aten::addmm", "aten::baddbmm", "aten::addmv" },
               fromProduct);
        addAll(made, { "aten::batch_norm", "aten::instance_norm" }, [](const Consumer &use) {
            return fromChannels(use, { 1, 3 });
        });
        addAll(made, { "aten::prelu", "quantized::batch_norm2d" },
               [](const Consumer &use) { return fromChannels(use, { 1 }); });
        addAll(made, { "aten::group_norm" }, [](const Consumer &use) { return fromChannels(use, { 2 }); });
        addAll(made, { "aten::layer_norm", "aten::rms_norm" }, fromNormalizedShape);
        addAll(made, { "aten::embedding" }, fromTable);
        addAll(made, { "aten::embedding_bag" }, fromEmbeddingBag);
        addAll(made, { "aten::lstm", "aten::gru", "aten::rnn_tanh", "aten::rnn_relu" }, fromRecurrent);
        addAll(made, { "aten::lstm_cell", "aten::gru_cell", "aten::rnn_tanh_cell", "aten::rnn_relu_cell" }, fromCell);
        addAll(made, { "prim::ListConstruct" }, fromList);
        addAll(made, { "aten::_native_multi_head_attention" },
               [](const Consumer &use) { return fromWidth(use, 3, 5); });
        addAll(made, { "aten::_transformer_encoder_layer_fwd" },
               [](const Consumer &use) { return fromWidth(use, 1, 3); });
        addAll(made,
               { "aten::add", "aten::sub", "aten::mul", "aten::div", "aten::add_", "aten::sub_", "aten::mul_",
                 "aten::div_" },
               fromBroadcast);
        addAll(made, { "aten::stft" }, fromSignal);
        addAll(made, { "aten::one_hot" }, fromOneHot);
        addAll(made, { "aten::index_select" },
               [](const Consumer &use) { return fromPickedRows(use, 2, use.integer(1).value_or(0)); });
        return made;
    }();
    return rules;
}

} // namespace

std::vector<TensorGuess> cluesOf(const Use &use, const GraphValues &values)
{
    const auto rule = allRules().find(use.user->kind().toQualString());
    return rule == allRules().end() ? Guesses() : rule->second({ use.user, use.offset, values });
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

} // namespace ridgepoint
