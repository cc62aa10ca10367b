// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/infer/shape_constraints.h"

#include "core/base/count.h"
#include "core/base/operator_table.h"
#include "core/torchscript/infer/operator_use.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

namespace rooflight {

namespace {

using namespace open_size;
using torch::jit::Node;
using torch::jit::Use;
using torch::jit::Value;

using Shapes = std::vector<Shape>;

Shapes same(const OperatorUse &, const Shape &after)
{
    return { after };
}

Shapes beforeTranspose(const OperatorUse &use, const Shape &after)
{
    const auto first = use.dimension(1, after.size());
    const auto second = use.dimension(2, after.size());
    if (!first || !second)
        return {};
    Shape before = after;
    std::swap(before[*first], before[*second]);
    return { before };
}

Shapes beforeT(const OperatorUse &, const Shape &after)
{
    return after.size() == 2 ? Shapes { { after[1], after[0] } } : Shapes {};
}

Shapes beforePermute(const OperatorUse &use, const Shape &after)
{
    const std::optional<Shape> order = use.integers(1);
    if (!order || order->size() != after.size())
        return {};
    Shape before(after.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
        // A list may hold -1 for the last dimension, which is also how an unknown number looks; both mean the last.
        const auto from = dimensionIndex((*order)[i], after.size());
        if (!from)
            return {};
        before[*from] = after[i];
    }
    return { before };
}

Shapes beforeUnsqueeze(const OperatorUse &use, const Shape &after)
{
    const auto at = use.dimension(1, after.size());
    if (!at)
        return {};
    Shape before = after;
    before.erase(before.begin() + static_cast<std::ptrdiff_t>(*at));
    return { before };
}

Shape withDimension(Shape shape, std::size_t at, std::int64_t size)
{
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(at), size);
    return shape;
}

Shapes beforeSqueeze(const OperatorUse &use, const Shape &after)
{
    const auto at = use.dimension(1, after.size() + 1);
    return at ? Shapes { withDimension(after, *at, 1) } : Shapes {};
}

/// The size of a dimension that code takes apart by number is that of all numbers together.
Shapes beforeSelect(const OperatorUse &use, const Shape &after)
{
    const auto at = use.dimension(1, after.size() + 1);
    if (!at)
        return {};
    std::set<std::int64_t> picked;
    for (const Use &other : use.node->input(0)->uses()) {
        const OperatorUse sibling(other, use.values);
        if (sibling.kind() != use.kind() || sibling.dimension(1, after.size() + 1) != at)
            continue;
        if (const auto index = sibling.integer(2))
            picked.insert(*index);
    }
    const bool all =
        !picked.empty() && *picked.begin() == 0 && *picked.rbegin() + 1 == static_cast<std::int64_t>(picked.size());
    return { withDimension(after, *at, all && picked.size() > 1 ? *picked.rbegin() + 1 : length) };
}

/// A row of numbers may have been an image of one channel or three.
Shapes unflattened(const Shape &row)
{
    Shapes shapes { row };
    if (row.size() != 2 || row[1] <= 0)
        return shapes;
    for (std::int64_t channels : { 1, 3 }) {
        const std::int64_t pixels = row[1] / channels;
        const auto edge = static_cast<std::int64_t>(std::lround(std::sqrt(static_cast<double>(pixels))));
        if (edge > 1 && Count(edge) * edge * channels == Count(row[1]))
            shapes.insert(shapes.begin(), { row[0], channels, edge, edge });
    }
    return shapes;
}

Shapes beforeFlatten(const OperatorUse &use, const Shape &after)
{
    const auto first = use.integer(1);
    const auto last = use.integer(2);
    if (first == 1 && last == -1)
        return unflattened(after);
    if (first == 0 && last == 1 && after.size() >= 2)
        return { withDimension(after, 1, length) };
    return {};
}

Shapes beforeReshape(const OperatorUse &use, const Shape &after)
{
    const std::optional<Shape> sizes = use.integers(1);
    if (!sizes || sizes->size() != after.size())
        return {};
    if (after.size() == 2)
        return unflattened(after);
    return after.size() == 1 ? Shapes {} : Shapes { after };
}

/// Of the list that cat takes.
Shapes beforeCat(const OperatorUse &use, const Shape &after)
{
    const Node *const list = use.node->input(0)->node();
    const auto at = use.dimension(1, after.size());
    if (!at)
        return {};
    if (list->kind() != c10::prim::ListConstruct || after[*at] < 0)
        return { after };
    std::int64_t left = after[*at];
    std::int64_t parts = 0;
    for (const Value *element : list->inputs()) {
        const std::optional<TensorInfo> known = use.values.tensor(element);
        if (known && known->shape.size() == after.size())
            left -= known->shape[*at];
        else
            ++parts;
    }
    if (parts == 0 || left <= 0)
        return {};
    Shape before = after;
    before[*at] = left % parts == 0 ? left / parts : left;
    return { before };
}

Shapes scaled(const Shape &after, std::size_t at, std::int64_t factor)
{
    Shape before = after;
    if (before[at] > 0)
        before[at] = (Count(before[at]) * factor).value();
    return { before };
}

Shapes beforeChunk(const OperatorUse &use, const Shape &after)
{
    const auto parts = use.integer(1);
    const auto at = use.dimension(2, after.size());
    return parts && at ? scaled(after, *at, *parts) : Shapes {};
}

Shapes beforeSplit(const OperatorUse &use, const Shape &after)
{
    const auto at = use.dimension(2, after.size());
    if (!at)
        return {};
    const auto &uses = use.node->output()->uses();
    const auto unpack =
        std::ranges::find_if(uses, [](const Use &use) { return use.user->kind() == c10::prim::ListUnpack; });
    return unpack == uses.end() ? Shapes {}
                                : scaled(after, *at, static_cast<std::int64_t>(unpack->user->outputs().size()));
}

Shapes beforeReduction(const OperatorUse &use, const Shape &after)
{
    const std::optional<Shape> dimensions = use.integers(1);
    if (!dimensions || use.node->inputs().size() < 3)
        return {};
    if (use.isTrue(2))
        return { after };
    const std::size_t rank = after.size() + dimensions->size();
    std::set<std::size_t> reduced;
    for (std::int64_t dimension : *dimensions) {
        const auto at = dimensionIndex(dimension, rank);
        if (!at)
            return {};
        reduced.insert(*at);
    }
    Shape before = after;
    for (std::size_t at : reduced) {
        if (at > before.size())
            return {};
        before = withDimension(before, at, rank == 4 ? side : length);
    }
    return { before };
}

Shapes withChannels(const OperatorUse &use, const Shape &after, bool multiply)
{
    const auto factor = use.integer(1);
    if (!factor || *factor <= 0 || after.size() < 3)
        return {};
    Shape before = after;
    std::int64_t &channels = before[before.size() - 3];
    const Count area = Count(*factor) * *factor;
    if (channels > 0)
        channels = (multiply ? channels * area : channels / area).value();
    return { before };
}

/// The positions of a sentence: what a recurrent layer or attention takes after it, without the features.
Shapes beforeEmbedding(const OperatorUse &, const Shape &after)
{
    if (after.size() != 3 || after.back() < 0 || std::ranges::count(after, length) != 1)
        return {};
    return { { after[0], after[1] } };
}

using InverseRule = Shapes (*)(const OperatorUse &, const Shape &);

const OperatorTable<InverseRule> &inverseRules()
{
    static const OperatorTable<InverseRule> rules = {
        { "aten::relu aten::relu_ aten::relu6 aten::gelu aten::silu aten::sigmoid aten::tanh aten::hardtanh "
          "aten::hardswish aten::leaky_relu aten::elu aten::softplus aten::mish aten::to aten::contiguous aten::clone "
          "aten::float aten::half aten::bfloat16 aten::double aten::long aten::int aten::type_as aten::detach "
          "aten::dropout aten::alias aten::clamp aten::clamp_min aten::clamp_max aten::clip aten::abs aten::neg "
          "aten::exp aten::log aten::log1p aten::sqrt aten::rsqrt aten::pow aten::square aten::sin aten::cos "
          "aten::flip aten::roll aten::cumsum aten::softmax aten::nan_to_num",
          same },
        { "aten::add aten::sub aten::mul aten::div aten::rsub aten::add_ aten::sub_ aten::mul_ aten::div_ "
          "aten::masked_fill aten::where aten::maximum aten::minimum",
          same },
        { "aten::pad aten::constant_pad_nd aten::reflection_pad1d aten::reflection_pad2d aten::replication_pad1d "
          "aten::replication_pad2d aten::max_pool1d aten::max_pool2d aten::max_pool3d aten::avg_pool1d "
          "aten::avg_pool2d aten::avg_pool3d aten::adaptive_avg_pool1d aten::adaptive_avg_pool2d "
          "aten::adaptive_max_pool2d aten::upsample_nearest1d aten::upsample_nearest2d aten::upsample_bilinear2d "
          "aten::upsample_bicubic2d aten::upsample_linear1d aten::upsample_trilinear3d aten::_upsample_bilinear2d_aa "
          "aten::slice aten::narrow aten::index aten::batch_norm aten::instance_norm aten::layer_norm "
          "aten::group_norm aten::quantize_per_tensor aten::quantize_per_tensor_dynamic aten::dequantize "
          "aten::channel_shuffle",
          same },
        { "aten::transpose aten::swapaxes aten::transpose_", beforeTranspose },
        { "aten::t", beforeT },
        { "aten::permute", beforePermute },
        { "aten::unsqueeze aten::unsqueeze_ aten::stack", beforeUnsqueeze },
        { "aten::squeeze aten::squeeze_", beforeSqueeze },
        { "aten::select", beforeSelect },
        { "aten::flatten", beforeFlatten },
        { "aten::view aten::reshape", beforeReshape },
        { "aten::cat aten::concat", beforeCat },
        { "aten::chunk", beforeChunk },
        { "aten::split", beforeSplit },
        { "aten::mean aten::sum aten::amax", beforeReduction },
        { "aten::embedding", beforeEmbedding },
        { "aten::pixel_shuffle",
          [](const OperatorUse &use, const Shape &after) { return withChannels(use, after, true); } },
        { "aten::pixel_unshuffle",
          [](const OperatorUse &use, const Shape &after) { return withChannels(use, after, false); } },
    };
    return rules;
}

/// Where the tensor itself may stand: elementwise operators take it on either side.
bool takesTensorAt(std::string_view kind, std::size_t offset)
{
    constexpr std::array bothSides = { "aten::add", "aten::sub",     "aten::mul",
                                       "aten::div", "aten::maximum", "aten::minimum" };
    if (kind == "aten::where")
        return offset == 1 || offset == 2;
    if (kind == "aten::embedding")
        return offset == 1;
    return offset == 0 || (offset == 1 && std::ranges::find(bothSides, kind) != bothSides.end());
}

} // namespace

bool canInferInputShapes(const Use &use)
{
    const std::string_view kind = use.user->kind().toQualString();
    return takesTensorAt(kind, use.offset) && inverseRules().find(kind);
}

std::vector<TensorGuess> inferInputShapes(const Use &use, const std::vector<TensorGuess> &outputs,
                                          const GraphValues &values)
{
    const OperatorUse known(use, values);
    const InverseRule *rule = inverseRules().find(known.kind());
    std::vector<TensorGuess> inputs;
    if (!rule)
        return inputs;
    for (const TensorGuess &output : outputs) {
        for (Shape &shape : (*rule)(known, output.shape))
            inputs.push_back({ std::move(shape), output.dtype, output.fill });
    }
    return inputs;
}

} // namespace rooflight
