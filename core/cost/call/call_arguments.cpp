// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/call/call_arguments.h"

namespace rooflight {

const TensorValue *tensorNamed(const OperatorCall &call, std::initializer_list<std::string_view> names)
{
    for (const std::string_view candidate : names) {
        const Argument *argument = call.find(candidate);
        const auto *tensor = argument ? std::get_if<TensorValue>(&argument->value) : nullptr;
        if (tensor && isDefined(*tensor))
            return tensor;
    }
    return nullptr;
}

const TensorValue *firstTensor(const OperatorCall &call)
{
    for (const Argument &argument : call.arguments) {
        const auto *tensor = std::get_if<TensorValue>(&argument.value);
        if (tensor && isDefined(*tensor))
            return tensor;
    }
    return nullptr;
}

std::vector<TensorValue> tensorsNamed(const OperatorCall &call, std::string_view argumentName)
{
    const Argument *argument = call.find(argumentName);
    if (!argument)
        return {};
    if (const auto *list = std::get_if<std::vector<TensorValue>>(&argument->value))
        return *list;
    if (const auto *tensor = std::get_if<TensorValue>(&argument->value))
        return { *tensor };
    return {};
}

const TensorValue *firstOutput(const OperatorCall &call)
{
    return call.outputs.empty() ? nullptr : &call.outputs.front();
}

bool isDefined(const TensorValue &tensor)
{
    return tensor.info.dtype != DType::Unknown || !tensor.info.shape.empty() || tensor.packedBytes > 0;
}

std::optional<bool> booleanNamed(const OperatorCall &call, std::string_view argumentName)
{
    const Argument *argument = call.find(argumentName);
    const auto *value = argument ? std::get_if<bool>(&argument->value) : nullptr;
    return value ? std::optional(*value) : std::nullopt;
}

bool isTraining(const OperatorCall &call)
{
    return booleanNamed(call, "train").value_or(booleanNamed(call, "training").value_or(true));
}

std::optional<std::int64_t> integerNamed(const OperatorCall &call, std::string_view argumentName)
{
    const Argument *argument = call.find(argumentName);
    const auto *value = argument ? std::get_if<std::int64_t>(&argument->value) : nullptr;
    return value ? std::optional(*value) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> integersNamed(const OperatorCall &call, std::string_view argumentName,
                                                       std::size_t rank)
{
    if (const auto single = integerNamed(call, argumentName))
        return std::vector(rank, *single);
    const Argument *argument = call.find(argumentName);
    const auto *list = argument ? std::get_if<std::vector<std::int64_t>>(&argument->value) : nullptr;
    if (list && list->size() == 1)
        return std::vector(rank, list->front());
    if (list && !list->empty() && list->size() == rank)
        return *list;
    return std::nullopt;
}

void forEachArgumentTensor(const OperatorCall &call,
                           const std::function<void(const Argument &, const TensorValue &)> &use)
{
    for (const Argument &argument : call.arguments) {
        if (const auto *tensor = std::get_if<TensorValue>(&argument.value)) {
            if (isDefined(*tensor))
                use(argument, *tensor);
        } else if (const auto *list = std::get_if<std::vector<TensorValue>>(&argument.value)) {
            for (const TensorValue &element : *list) {
                if (isDefined(element))
                    use(argument, element);
            }
        }
    }
}

Count elementsOf(const TensorValue &tensor)
{
    return isPartlyStored(tensor) ? Count(tensor.storedElements) : elementsOf(tensor.info.shape);
}

Count elementsOf(const Shape &shape)
{
    Count elements = 1;
    for (const std::int64_t size : shape)
        elements *= size;
    return elements;
}

bool isPartlyStored(const TensorValue &tensor)
{
    return tensor.storedElements >= 0;
}

std::optional<Count> dimensionOf(const TensorValue &tensor, std::int64_t dimension)
{
    const auto rank = static_cast<std::int64_t>(tensor.info.shape.size());
    const std::int64_t index = dimension < 0 ? dimension + rank : dimension;
    if (index < 0 || index >= rank)
        return std::nullopt;
    return Count(tensor.info.shape[static_cast<std::size_t>(index)]);
}

std::size_t spatialRankOf(std::string_view operatorName)
{
    for (std::size_t i = 1; i < operatorName.size(); ++i) {
        const char digit = operatorName[i - 1];
        if (operatorName[i] == 'd' && digit >= '1' && digit <= '3')
            return static_cast<std::size_t>(digit - '0');
    }
    return 0;
}

std::string_view bareName(std::string_view operatorName)
{
    if (const std::size_t separator = operatorName.rfind("::"); separator != std::string_view::npos)
        operatorName.remove_prefix(separator + 2);
    if (operatorName.ends_with('_') && !operatorName.ends_with("__"))
        operatorName.remove_suffix(1);
    return operatorName;
}

std::optional<RowChoice> choiceOf(const OperatorCall &call)
{
    const TensorValue *from = tensorNamed(call, { "self" });
    const TensorValue *values = firstOutput(call);
    if (call.name != "aten::topk" || !from || !values || from->info.shape.empty()
        || values->info.shape.size() != from->info.shape.size())
        return std::nullopt;
    const auto rowsOf = [](const Shape &shape) { return elementCount(Shape(shape.begin(), shape.end() - 1)); };
    const RowChoice choice { rowsOf(from->info.shape), from->info.shape.back(), values->info.shape.back() };
    return choice.rows == rowsOf(values->info.shape) ? std::optional(choice) : std::nullopt;
}

} // namespace rooflight
