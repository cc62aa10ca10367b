// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/values/value_conversion.h"

#include "core/torchscript/values/tensor_values.h"

#include <utility>
#include <vector>

namespace rooflight {

at::Tensor converted(const at::Tensor &tensor, const Execution &execution)
{
    if (!tensor.defined() || !tensor.is_floating_point())
        return tensor;
    at::Tensor result = tensor;
    if (const std::optional<DType> dtype = dtypeOf(execution.precision))
        result = result.to(scalarTypeOf(*dtype));
    if (execution.memoryFormat == MemoryFormat::ChannelsLast && result.dim() == 4)
        result = result.contiguous(c10::MemoryFormat::ChannelsLast);
    if (execution.memoryFormat == MemoryFormat::ChannelsLast && result.dim() == 5)
        result = result.contiguous(c10::MemoryFormat::ChannelsLast3d);
    return result;
}

c10::IValue mappedTensors(const c10::IValue &value, const std::function<at::Tensor(const at::Tensor &)> &map)
{
    if (value.isTensor())
        return map(value.toTensor());
    // Lists, tuples and dicts keep their types: only what they hold is exchanged.
    c10::IValue copy = value.deepcopy();
    if (copy.isTensorList()) {
        auto list = copy.toTensorList();
        for (std::size_t i = 0; i < list.size(); ++i)
            list.set(i, map(list.get(i)));
    } else if (copy.isTuple()) {
        std::vector<c10::IValue> elements;
        for (const c10::IValue &element : copy.toTupleRef().elements())
            elements.push_back(mappedTensors(element, map));
        const auto type = value.toTupleRef().type(); // a copy has lost its names
        return type->schema() ? c10::ivalue::Tuple::createNamed(std::move(elements), type)
                              : c10::ivalue::Tuple::create(std::move(elements));
    } else if (copy.isList()) {
        auto list = copy.toList();
        for (std::size_t i = 0; i < list.size(); ++i)
            list.set(i, mappedTensors(list.get(i), map));
    } else if (copy.isGenericDict()) {
        auto dict = copy.toGenericDict();
        for (auto &entry : dict)
            entry.setValue(mappedTensors(entry.value(), map));
    }
    return copy;
}

c10::IValue converted(const c10::IValue &value, const Execution &execution)
{
    return mappedTensors(value, [&execution](const at::Tensor &tensor) { return converted(tensor, execution); });
}

bool convertsValues(const Execution &execution)
{
    return execution.precision != ModelPrecision::AsLoaded || execution.memoryFormat != MemoryFormat::AsLoaded;
}

} // namespace rooflight
