// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/picked_elements.h"

#include "core/cost/call/call_arguments.h"

#include <algorithm>

namespace rooflight {

namespace {

bool isMask(const TensorValue &index)
{
    return index.info.dtype == DType::Bool || index.info.dtype == DType::UInt8;
}

Count trueElements(const TensorValue &mask)
{
    return mask.trueElements >= 0 ? Count(mask.trueElements) : elementsOf(mask);
}

/// Sizes that are broadcast together, the last dimension first.
class BroadcastSizes
{
public:
    void add(const Shape &shape)
    {
        m_sizes.resize(std::max(m_sizes.size(), shape.size()), 1);
        for (std::size_t i = 0; i < shape.size(); ++i) {
            if (m_sizes[i] == 1)
                m_sizes[i] = shape[shape.size() - 1 - i];
        }
    }
    [[nodiscard]] Count elements() const { return elementsOf(m_sizes); }

private:
    Shape m_sizes;
};

/// Indices of as many dimensions as the list is long, a mask of as many as it has; None leaves a dimension whole.
std::optional<Count> pickedByIndices(const OperatorCall &call, const TensorValue &target)
{
    BroadcastSizes indexed;
    Count whole = 1;
    std::size_t dimension = 0;
    const Shape &shape = target.info.shape;
    for (const TensorValue &index : tensorsNamed(call, "indices")) {
        if (dimension >= shape.size())
            return std::nullopt;
        if (isDefined(index))
            indexed.add(isMask(index) ? Shape { trueElements(index).value() } : index.info.shape);
        else
            whole *= shape[dimension];
        dimension += isDefined(index) && isMask(index) ? index.info.shape.size() : 1;
    }
    for (; dimension < shape.size(); ++dimension)
        whole *= shape[dimension];
    return indexed.elements() * whole;
}

/// An index along one dimension picks slices.
std::optional<Count> pickedSlices(const OperatorCall &call, const TensorValue &target, const TensorValue &index)
{
    const auto length = dimensionOf(target, integerNamed(call, "dim").value_or(0));
    return length ? std::optional(elementsOf(index) * (elementsOf(target) / *length)) : std::nullopt;
}

} // namespace

std::optional<Count> pickedElements(const OperatorCall &call)
{
    const TensorValue *target = tensorNamed(call, { "self" });
    if (!target)
        return std::nullopt;
    if (call.find("indices"))
        return pickedByIndices(call, *target);
    if (const TensorValue *mask = tensorNamed(call, { "mask" }))
        return trueElements(*mask);
    const TensorValue *index = tensorNamed(call, { "index" });
    if (!index)
        return std::nullopt;
    const bool isOnePerElement = bareName(call.name).starts_with("scatter") || bareName(call.name) == "put";
    return isOnePerElement ? std::optional(elementsOf(*index)) : pickedSlices(call, *target, *index);
}

} // namespace rooflight
