// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/shape_inverse.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string_view>

namespace ridgepoint {

namespace {

using namespace open_size;
using torch::jit::Node;
using torch::jit::Use;
using torch::jit::Value;

/// An operator between the tensor asked for and the one whose shape is guessed.
struct Step {
    const Node *node;
    std::size_t offset;
    const GraphValues &values;

    /// The argument \p index as a dimension of a tensor of \p rank dimensions.
    [[nodiscard]] std::optional<std::size_t> dimension(std::size_t index, std::size_t rank) const
    {
        if (index >= node->inputs().size())
            return std::nullopt;
        return normalized(values.integer(node->input(index)), rank);
    }

    [[nodiscard]] static std::optional<std::size_t> normalized(std::optional<std::int64_t> given, std::size_t rank)
    {
        const auto dimensions = static_cast<std::int64_t>(rank);
        if (!given || *given < -dimensions || *given >= dimensions)
            return std::nullopt;
        return static_cast<std::size_t>(*given < 0 ? *given + dimensions : *given);
    }
};

using Shapes = std::vector<Shape>;
using Rule = std::function<Shapes(const Step &, const Shape &)>;

Shapes same(const Step &, const Shape &after)
{
    return { after };
}

Shapes beforeTranspose(const Step &step, const Shape &after)
{
    const auto first = step.dimension(1, after.size());
    const auto second = step.dimension(2, after.size());
    if (!first || !second)
        return {};
    Shape before = after;
    std::swap(before[*first], before[*second]);
    return { before };
}

Shapes beforeT(const Step &, const Shape &after)
{
    return after.size() == 2 ? Shapes { { after[1], after[0] } } : Shapes {};
}

Shapes beforePermute(const Step &step, const Shape &after)
{
    const std::optional<Shape> order = step.values.integers(step.node->input(1));
    if (!order || order->size() != after.size())
        return {};
    Shape before(after.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
        // A list may hold -1 for the last dimension, which is also how an unknown number looks; both mean the last.
        const auto from = Step::normalized((*order)[i], after.size());
        if (!from)
            return {};
        before[*from] = after[i];
    }
    return { before };
}

Shapes beforeUnsqueeze(const Step &step, const Shape &after)
{
    const auto at = step.dimension(1, after.size());
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

Shapes beforeSqueeze(const Step &step, const Shape &after)
{
    const auto at = step.dimension(1, after.size() + 1);
    return at ? Shapes { withDimension(after, *at, 1) } : Shapes {};
}

/// Of a dimension that code takes apart by number, all the numbers together tell the size.
Shapes beforeSelect(const Step &step, const Shape &after)
{
    const auto at = step.dimension(1, after.size() + 1);
    if (!at)
        return {};
    std::set<std::int64_t> picked;
    for (const Use &other : step.node->input(0)->uses()) {
        const Step sibling { other.user, other.offset, step.values };
        if (other.user->kind() != step.node->kind() || sibling.dimension(1, after.size() + 1) != at)
            continue;
        if (const auto index = step.values.integer(other.user->input(2)))
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
        const auto edge = static_cast<std::int64_t>(std::lround(std::sqrt(static_cast<double>(row[1] / channels))));
        if (edge > 1 && edge * edge * channels == row[1])
            shapes.insert(shapes.begin(), { row[0], channels, edge, edge });
    }
    return shapes;
}

Shapes beforeFlatten(const Step &step, const Shape &after)
{
    const auto first = step.values.integer(step.node->input(1));
    const auto last = step.values.integer(step.node->input(2));
    if (first == 1 && last == -1)
        return unflattened(after);
    if (first == 0 && last == 1 && after.size() >= 2)
        return { withDimension(after, 1, length) };
    return {};
}

Shapes beforeReshape(const Step &step, const Shape &after)
{
    const std::optional<Shape> sizes = step.values.integers(step.node->input(1));
    if (!sizes || sizes->size() != after.size())
        return {};
    if (after.size() == 2)
        return unflattened(after);
    return after.size() == 1 ? Shapes {} : Shapes { after };
}

/// Of a list behind cat or stack.
Shapes beforeCat(const Step &step, const Shape &after)
{
    const Node *const list = step.node->input(0)->node();
    const auto at = step.dimension(1, after.size());
    if (!at)
        return {};
    if (list->kind() != c10::prim::ListConstruct || after[*at] < 0)
        return { after };
    std::int64_t left = after[*at];
    std::int64_t parts = 0;
    for (const Value *element : list->inputs()) {
        const std::optional<TensorInfo> known = step.values.tensor(element);
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

Shapes beforeStack(const Step &step, const Shape &after)
{
    return beforeUnsqueeze(step, after);
}

Shapes scaled(const Shape &after, std::size_t at, std::int64_t factor)
{
    Shape before = after;
    if (before[at] > 0)
        before[at] *= factor;
    return { before };
}

Shapes beforeChunk(const Step &step, const Shape &after)
{
    const auto parts = step.values.integer(step.node->input(1));
    const auto at = step.dimension(2, after.size());
    return parts && at ? scaled(after, *at, *parts) : Shapes {};
}

Shapes beforeSplit(const Step &step, const Shape &after)
{
    const auto at = step.dimension(2, after.size());
    if (!at)
        return {};
    const auto &uses = step.node->output()->uses();
    const auto unpack =
        std::ranges::find_if(uses, [](const Use &use) { return use.user->kind() == c10::prim::ListUnpack; });
    return unpack == uses.end() ? Shapes {}
                                : scaled(after, *at, static_cast<std::int64_t>(unpack->user->outputs().size()));
}

Shapes beforeReduction(const Step &step, const Shape &after)
{
    const std::optional<Shape> dimensions = step.values.integers(step.node->input(1));
    if (!dimensions || step.node->inputs().size() < 3)
        return {};
    if (step.values.isTrue(step.node->input(2)))
        return { after };
    const std::size_t rank = after.size() + dimensions->size();
    std::set<std::size_t> reduced;
    for (std::int64_t dimension : *dimensions) {
        const auto at = Step::normalized(dimension, rank);
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

Shapes withChannels(const Step &step, const Shape &after, bool multiply)
{
    const auto factor = step.values.integer(step.node->input(1));
    if (!factor || *factor <= 0 || after.size() < 3)
        return {};
    Shape before = after;
    std::int64_t &channels = before[before.size() - 3];
    if (channels > 0)
        channels = multiply ? channels * *factor * *factor : channels / (*factor * *factor);
    return { before };
}

void addAll(std::map<std::string_view, Rule> &rules, std::initializer_list<std::string_view> names, const Rule &rule)
{
    for (std::string_view name : names)
        rules.emplace(name, rule);
}

const std::map<std::string_view, Rule> &allRules()
{
    static const std::map<std::string_view, Rule> rules = [] {
        std::map<std::string_view, Rule> made;
        addAll(made, { "aten::relu",      "aten::relu_",    "aten::relu6",     "aten::gelu",      "aten::silu",
                       "aten::sigmoid",   "aten::tanh",     "aten::hardtanh",  "aten::hardswish", "aten::leaky_relu",
                       "aten::elu",       "aten::softplus", "aten::mish",      "aten::to",        "aten::contiguous",
                       "aten::clone",     "aten::float",    "aten::half",      "aten::bfloat16",  "aten::double",
                       "aten::long",      "aten::int",      "aten::type_as",   "aten::detach",    "aten::dropout",
                       "aten::alias",     "aten::clamp",    "aten::clamp_min", "aten::clamp_max", "aten::clip",
                       "aten::abs",       "aten::neg",      "aten::exp",       "aten::log",       "aten::log1p",
                       "aten::sqrt",      "aten::rsqrt",    "aten::pow",       "aten::square",    "aten::sin",
                       "aten::cos",       "aten::flip",     "aten::roll",      "aten::cumsum",    "aten::softmax",
                       "aten::nan_to_num" },
               same);
        addAll(made,
               { "aten::add", "aten::sub", "aten::mul", "aten::div", "aten::rsub", "aten::add_", "aten::sub_",
                 "aten::mul_", "aten::div_", "aten::masked_fill", "aten::where", "aten::maximum", "aten::minimum" },
               same);
        addAll(made,
               { "aten::pad",
                 "aten::constant_pad_nd",
                 "aten::reflection_pad1d",
                 "aten::reflection_pad2d",
                 "aten::replication_pad1d",
                 "aten::replication_pad2d",
                 "aten::max_pool1d",
                 "aten::max_pool2d",
                 "aten::max_pool3d",
                 "aten::avg_pool1d",
                 "aten::avg_pool2d",
                 "aten::avg_pool3d",
                 "aten::adaptive_avg_pool1d",
                 "aten::adaptive_avg_pool2d",
                 "aten::adaptive_max_pool2d",
                 "aten::upsample_nearest1d",
                 "aten::upsample_nearest2d",
                 "aten::upsample_bilinear2d",
                 "aten::upsample_bicubic2d",
                 "aten::upsample_linear1d",
                 "aten::upsample_trilinear3d",
                 "aten::_upsample_bilinear2d_aa",
                 "aten::slice",
                 "aten::narrow",
                 "aten::index",
                 "aten::batch_norm",
                 "aten::instance_norm",
                 "aten::layer_norm",
                 "aten::group_norm",
                 "aten::quantize_per_tensor",
                 "aten::quantize_per_tensor_dynamic",
                 "aten::dequantize",
                 "aten::channel_shuffle" },
               same);
        addAll(made, { "aten::transpose", "aten::swapaxes", "aten::transpose_" }, beforeTranspose);
        addAll(made, { "aten::t" }, beforeT);
        addAll(made, { "aten::permute" }, beforePermute);
        addAll(made, { "aten::unsqueeze", "aten::unsqueeze_" }, beforeUnsqueeze);
        addAll(made, { "aten::squeeze", "aten::squeeze_" }, beforeSqueeze);
        addAll(made, { "aten::select" }, beforeSelect);
        addAll(made, { "aten::flatten" }, beforeFlatten);
        addAll(made, { "aten::view", "aten::reshape" }, beforeReshape);
        addAll(made, { "aten::cat", "aten::concat" }, beforeCat);
        addAll(made, { "aten::stack" }, beforeStack);
        addAll(made, { "aten::chunk" }, beforeChunk);
        addAll(made, { "aten::split" }, beforeSplit);
        addAll(made, { "aten::mean", "aten::sum", "aten::amax" }, beforeReduction);
        addAll(made, { "aten::pixel_shuffle" },
               [](const Step &step, const Shape &after) { return withChannels(step, after, true); });
        addAll(made, { "aten::pixel_unshuffle" },
               [](const Step &step, const Shape &after) { return withChannels(step, after, false); });
        return made;
    }();
    return rules;
}

/// Where the tensor itself may stand: elementwise operators take it on either side.
bool takesTensorAt(std::string_view kind, std::size_t offset)
{
    constexpr std::array bothSides = { "aten::add", "aten::sub",     "aten::mul",
                                       "aten::div", "aten::maximum", "aten::minimum" };
    if (kind == "aten::where")
        return offset == 1 || offset == 2;
    return offset == 0 || (offset == 1 && std::ranges::find(bothSides, kind) != bothSides.end());
}

} // namespace

bool canBeUndone(const Use &use)
{
    const std::string_view kind = use.user->kind().toQualString();
    return takesTensorAt(kind, use.offset) && allRules().contains(kind);
}

std::vector<TensorGuess> guessesBefore(const Use &use, const std::vector<TensorGuess> &after, const GraphValues &values)
{
    std::vector<TensorGuess> before;
    const auto rule = allRules().find(use.user->kind().toQualString());
    if (rule == allRules().end())
        return before;
    for (const TensorGuess &guess : after) {
        for (Shape &shape : rule->second({ use.user, use.offset, values }, guess.shape))
            before.push_back({ std::move(shape), guess.dtype, guess.fill });
    }
    return before;
}

} // namespace ridgepoint
