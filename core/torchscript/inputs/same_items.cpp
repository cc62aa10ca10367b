// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/inputs/same_items.h"

#include "core/torchscript/values/tensor_values.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include <optional>
#include <vector>

namespace rooflight {

namespace {

std::vector<at::Tensor> tensorsOf(const c10::IValue &value)
{
    std::vector<at::Tensor> tensors;
    forEachTensor(value, [&tensors](const at::Tensor &tensor) { tensors.push_back(tensor); });
    return tensors;
}

/// Of the same shape.
bool isClose(at::Tensor expected, at::Tensor actual, double tolerance)
{
    if (expected.is_quantized())
        expected = expected.dequantize();
    if (actual.is_quantized())
        actual = actual.dequantize();
    if (expected.numel() == 0)
        return true;
    if (!expected.is_floating_point() && !expected.is_complex()) {
        constexpr double mayDiffer = 0.01; // where two scores are nearly equal
        return at::ne(expected, actual).to(at::kFloat).mean().item<double>() <= mayDiffer;
    }
    const auto widest = expected.is_complex() ? at::kComplexDouble : at::kDouble;
    const at::Tensor wanted = expected.to(widest).nan_to_num();
    const double largest = wanted.abs().max().item<double>();
    return (actual.to(widest).nan_to_num() - wanted).abs().max().item<double>() <= tolerance * largest;
}

/// The dimension that is twice as large; `nullopt` where not exactly one differs.
std::optional<std::int64_t> doubledDimension(const at::Tensor &alone, const at::Tensor &together)
{
    if (alone.dim() != together.dim())
        return std::nullopt;
    std::optional<std::int64_t> found;
    for (std::int64_t i = 0; i < alone.dim(); ++i) {
        if (alone.size(i) == together.size(i))
            continue;
        if (found || together.size(i) != 2 * alone.size(i))
            return std::nullopt;
        found = i;
    }
    return found;
}

bool areHalves(const std::vector<at::Tensor> &alone, const std::vector<at::Tensor> &together, double tolerance)
{
    for (std::size_t i = 0; i < alone.size(); ++i) {
        const at::Tensor &second = together[alone.size() + i];
        if (alone[i].sizes() != second.sizes() || !isClose(alone[i], second, tolerance))
            return false;
    }
    return true;
}

} // namespace

bool isRepeatedBehindOthers(const c10::IValue &alone, const c10::IValue &together, double tolerance)
{
    const std::vector<at::Tensor> single = tensorsOf(alone);
    const std::vector<at::Tensor> both = tensorsOf(together);
    if (single.empty())
        return false;
    if (both.size() == 2 * single.size())
        return areHalves(single, both, tolerance);
    if (both.size() != single.size())
        return false;
    bool anyDoubled = false;
    for (std::size_t i = 0; i < single.size(); ++i) {
        at::Tensor second = both[i];
        if (const auto dimension = doubledDimension(single[i], both[i])) {
            second = both[i].narrow(*dimension, single[i].size(*dimension), single[i].size(*dimension));
            anyDoubled = true;
        }
        if (single[i].sizes() != second.sizes() || !isClose(single[i], second, tolerance))
            return false;
    }
    return anyDoubled;
}

} // namespace rooflight
