// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/shape_prediction.h"

#include <ATen/ops/empty_strided.h>
#include <ATen/record_function.h>

#include <algorithm>
#include <cstdint>

namespace rooflight {

namespace {

using Sizes = std::vector<std::int64_t>;

/// Dimensions as indices, with the longest strides first; the last one stays last if \p keepLast.
Sizes sortedDimensions(const at::Tensor &tensor, Sizes dimensions, bool keepLast)
{
    for (std::int64_t &dimension : dimensions)
        dimension = dimension < 0 ? dimension + tensor.dim() : dimension;
    std::sort(dimensions.begin(), dimensions.end() - (keepLast && !dimensions.empty() ? 1 : 0),
              [&tensor](std::int64_t a, std::int64_t b) { return tensor.stride(a) > tensor.stride(b); });
    return dimensions;
}

/// One transform: contiguous once the other dimensions stand first, by their strides, and those transformed behind.
at::Tensor transformed(const at::Tensor &tensor, const Sizes &sizes, const Sizes &dimensions, c10::ScalarType type)
{
    Sizes order;
    for (std::int64_t i = 0; i < tensor.dim(); ++i) {
        if (std::ranges::find(dimensions, i) == dimensions.end())
            order.push_back(i);
    }
    std::ranges::stable_sort(order,
                             [&tensor](std::int64_t a, std::int64_t b) { return tensor.stride(a) > tensor.stride(b); });
    order.insert(order.end(), dimensions.begin(), dimensions.end());
    Sizes strides(sizes.size(), 1);
    std::int64_t elements = 1;
    for (auto dimension = order.rbegin(); dimension != order.rend(); ++dimension) {
        const auto index = static_cast<std::size_t>(*dimension);
        strides[index] = elements;
        elements *= std::max<std::int64_t>(sizes[index], 1);
    }
    const at::DisableRecordFunctionGuard notTraced;
    return at::empty_strided(sizes, strides, tensor.options().dtype(type));
}

at::Tensor realToComplex(const at::Tensor &tensor, const Sizes &dimensions, bool oneSided)
{
    const Sizes sorted = sortedDimensions(tensor, dimensions, true);
    Sizes sizes = tensor.sizes().vec();
    if (oneSided && !sorted.empty()) {
        std::int64_t &halved = sizes[static_cast<std::size_t>(sorted.back())];
        halved = halved / 2 + 1;
    }
    return transformed(tensor, sizes, sorted, c10::toComplexType(tensor.scalar_type()));
}

at::Tensor complexToComplex(const at::Tensor &tensor, const Sizes &dimensions)
{
    return transformed(tensor, tensor.sizes().vec(), sortedDimensions(tensor, dimensions, false), tensor.scalar_type());
}

/// All dimensions but the last are complex transforms of their own, which come first.
at::Tensor complexToReal(const at::Tensor &tensor, const Sizes &dimensions, std::int64_t lastSize)
{
    const Sizes last = sortedDimensions(tensor, { dimensions.back() }, false);
    Sizes sizes = tensor.sizes().vec();
    sizes[static_cast<std::size_t>(last.back())] = lastSize;
    const at::Tensor input =
        dimensions.size() == 1 ? tensor : complexToComplex(tensor, Sizes(dimensions.begin(), dimensions.end() - 1));
    return transformed(input, sizes, last, c10::toRealValueType(tensor.scalar_type()));
}

} // namespace

std::optional<at::Tensor> fourierResult(const std::string &name, const std::vector<c10::IValue> &arguments)
{
    constexpr std::size_t count = 4; ///< tensor, dimensions, normalization; one-sided, direction or size
    if (!name.starts_with("aten::_fft_") || arguments.size() != count || !arguments[0].isTensor()
        || !arguments[1].isIntList())
        return std::nullopt;
    const at::Tensor &tensor = arguments[0].toTensor();
    const Sizes dimensions = arguments[1].toIntVector();
    if (name == "aten::_fft_r2c")
        return realToComplex(tensor, dimensions, arguments[3].toBool());
    if (name == "aten::_fft_c2c")
        return complexToComplex(tensor, dimensions);
    if (name == "aten::_fft_c2r" && !dimensions.empty())
        return complexToReal(tensor, dimensions, arguments[3].toInt());
    return std::nullopt;
}

} // namespace rooflight
