// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/call/call_arguments.h"
#include "core/cost/call/memory_region.h"
#include "core/cost/formulas/formula_expression.h"
#include "core/model/result_sentences.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <optional>

namespace rooflight {

namespace {

std::int64_t bounded(std::int64_t value)
{
    return std::clamp(value, -Count::most, Count::most);
}

std::int64_t product(std::int64_t a, std::int64_t b)
{
    const std::int64_t magnitude = (Count(std::abs(a)) * Count(std::abs(b))).value();
    return (a < 0) == (b < 0) ? magnitude : -magnitude;
}

std::int64_t dividedDown(std::int64_t a, std::int64_t b)
{
    const bool towardsZeroIsUp = a % b != 0 && (a < 0) != (b < 0);
    return a / b - (towardsZeroIsUp ? 1 : 0);
}

/// The least n with 2^n >= value; 0 for 0 and 1.
std::int64_t log2Up(std::int64_t value)
{
    return value <= 1 ? 0 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value - 1)));
}

/// None, or the empty place of a tensor that was not given.
bool isAbsent(const ArgumentValue &value)
{
    const auto *tensor = std::get_if<TensorValue>(&value);
    return std::holds_alternative<std::monostate>(value) || (tensor && !isDefined(*tensor));
}

} // namespace

/// Runs the steps of one formula on one call; every function returns false once something does not fit.
class FormulaMachine
{
public:
    explicit FormulaMachine(const OperatorCall &call)
        : m_call(call)
    {
    }

    std::variant<Count, ComposedText> run(const std::vector<FormulaExpression::Step> &steps);

private:
    using Operation = FormulaExpression::Operation;
    using Step = FormulaExpression::Step;
    using Tensors = std::vector<TensorValue>;

    bool perform(const Step &step);
    bool calculate(Operation operation);
    bool integer(const Step &step);
    bool question(const Step &step);
    bool ofTensors(Operation operation, const Tensors &tensors);
    bool ofOneTensor(const Step &step, const TensorValue &tensor, std::int64_t dimension);
    bool isDefinedArgument(const Step &step);
    bool countElements(const Step &step);

    [[nodiscard]] static std::string quoted(const Step &step) { return '"' + step.name + '"'; }
    [[nodiscard]] static bool namesResults(const Step &step) { return step.name == "out" || step.name == "outputs"; }
    [[nodiscard]] const ArgumentValue *valueOf(const Step &step);
    [[nodiscard]] std::optional<Tensors> tensorsOf(const Step &step);
    [[nodiscard]] std::optional<Tensors> argumentTensors(const Step &step);
    template<typename List> [[nodiscard]] std::optional<std::size_t> position(const Step &step, const List &list);

    std::int64_t pop();
    bool push(std::int64_t value);
    bool refuse(const char *pattern, std::vector<ComposedText> arguments = {});

    const OperatorCall &m_call;
    std::vector<std::int64_t> m_stack;
    ComposedText m_reason;
};

std::variant<Count, ComposedText> FormulaMachine::run(const std::vector<Step> &steps)
{
    for (std::size_t at = 0; at < steps.size();) {
        const Step &step = steps[at++];
        if (step.operation == Operation::Jump) {
            at = static_cast<std::size_t>(step.number);
        } else if (step.operation == Operation::JumpIfZero) {
            if (pop() == 0)
                at = static_cast<std::size_t>(step.number);
        } else if (!perform(step)) {
            return m_reason;
        }
    }
    const std::int64_t value = pop();
    if (value < 0)
        return composedText(sentences::givesNegative, { std::to_string(value) });
    return Count(value);
}

std::int64_t FormulaMachine::pop()
{
    const std::int64_t value = m_stack.back();
    m_stack.pop_back();
    return value;
}

bool FormulaMachine::push(std::int64_t value)
{
    m_stack.push_back(bounded(value));
    return true;
}

bool FormulaMachine::refuse(const char *pattern, std::vector<ComposedText> arguments)
{
    m_reason = composedText(pattern, std::move(arguments));
    return false;
}

bool FormulaMachine::perform(const Step &step)
{
    switch (step.operation) {
    case Operation::Literal:
        return push(step.number);
    case Operation::Integer:
        return integer(step);
    case Operation::Negate:
        return push(-pop());
    case Operation::Log2: {
        const std::int64_t value = pop();
        return value < 0 ? refuse(sentences::logarithm) : push(log2Up(value));
    }
    case Operation::Defined:
        return isDefinedArgument(step);
    case Operation::Elements:
        return countElements(step);
    case Operation::Numel:
    case Operation::Size:
    case Operation::Rank:
    case Operation::Bytes:
    case Operation::ItemSize:
        return question(step);
    default:
        return calculate(step.operation);
    }
}

bool FormulaMachine::calculate(Operation operation)
{
    const std::int64_t right = pop();
    const std::int64_t left = pop();
    switch (operation) {
    case Operation::Add:
        return push(left + right);
    case Operation::Subtract:
        return push(left - right);
    case Operation::Multiply:
        return push(product(left, right));
    case Operation::Minimum:
        return push(std::min(left, right));
    case Operation::Maximum:
        return push(std::max(left, right));
    default:
        break;
    }
    if (right == 0)
        return refuse(sentences::zeroDivision);
    return push(operation == Operation::CeilDivide ? -dividedDown(-left, right) : dividedDown(left, right));
}

const ArgumentValue *FormulaMachine::valueOf(const Step &step)
{
    const Argument *argument = m_call.find(step.name);
    if (argument)
        return &argument->value;
    std::vector<std::string_view> names;
    for (const Argument &candidate : m_call.arguments)
        names.push_back(candidate.name);
    refuse(sentences::noSuchArgument, { quoted(step), fmt::format("{}", fmt::join(names, ", ")) });
    return nullptr;
}

template<typename List> std::optional<std::size_t> FormulaMachine::position(const Step &step, const List &list)
{
    const std::int64_t index = pop();
    const auto size = static_cast<std::int64_t>(list.size());
    const std::int64_t fromStart = index < 0 ? index + size : index;
    if (fromStart >= 0 && fromStart < size)
        return static_cast<std::size_t>(fromStart);
    refuse(sentences::notInList, { fmt::format("{}[{}]", step.name, index), std::to_string(size) });
    return std::nullopt;
}

bool FormulaMachine::integer(const Step &step)
{
    if (namesResults(step))
        return refuse(sentences::noInteger, { quoted(step) });
    const ArgumentValue *value = valueOf(step);
    if (!value)
        return false;
    if (!step.indexed) {
        if (const auto *number = std::get_if<std::int64_t>(value))
            return push(*number);
        if (const auto *flag = std::get_if<bool>(value))
            return push(*flag ? 1 : 0);
    } else if (const auto *numbers = std::get_if<std::vector<std::int64_t>>(value)) {
        const auto at = position(step, *numbers);
        return at && push((*numbers)[*at]);
    } else if (const auto *flags = std::get_if<std::vector<bool>>(value)) {
        const auto at = position(step, *flags);
        return at && push((*flags)[*at] ? 1 : 0);
    }
    if (isAbsent(*value))
        return refuse(sentences::notGiven, { quoted(step) });
    return refuse(step.indexed ? sentences::noIntegers : sentences::noInteger, { quoted(step) });
}

std::optional<FormulaMachine::Tensors> FormulaMachine::tensorsOf(const Step &step)
{
    std::optional<Tensors> list = namesResults(step) ? m_call.outputs : argumentTensors(step);
    if (!list)
        return std::nullopt;
    if (step.indexed) {
        const auto at = position(step, *list);
        return at ? std::optional(Tensors { (*list)[*at] }) : std::nullopt;
    }
    if (step.name == "out" && list->size() > 1)
        list->resize(1);
    return list;
}

std::optional<FormulaMachine::Tensors> FormulaMachine::argumentTensors(const Step &step)
{
    const ArgumentValue *value = valueOf(step);
    if (!value)
        return std::nullopt;
    const bool isList = std::holds_alternative<Tensors>(*value);
    const bool isTensor = std::holds_alternative<TensorValue>(*value);
    if (isAbsent(*value))
        refuse(sentences::notGiven, { quoted(step) });
    else if (step.indexed ? !isList : !isList && !isTensor)
        refuse(step.indexed ? sentences::noTensors : sentences::noTensor, { quoted(step) });
    return m_reason.empty() ? std::optional(tensorsNamed(m_call, step.name)) : std::nullopt;
}

bool FormulaMachine::question(const Step &step)
{
    const std::int64_t dimension = step.operation == Operation::Size ? pop() : 0;
    const std::optional<Tensors> tensors = tensorsOf(step);
    if (!tensors)
        return false;
    if (step.operation == Operation::Numel || step.operation == Operation::Bytes)
        return ofTensors(step.operation, *tensors);
    if (tensors->size() != 1)
        return refuse(sentences::severalTensors, { quoted(step), std::to_string(tensors->size()) });
    return ofOneTensor(step, tensors->front(), dimension);
}

bool FormulaMachine::ofTensors(Operation operation, const Tensors &tensors)
{
    Count elements;
    DistinctMemory memory;
    for (const TensorValue &tensor : tensors) {
        if (!isDefined(tensor))
            continue;
        elements += elementsOf(tensor);
        memory.add(tensor);
    }
    return push((operation == Operation::Numel ? elements : memory.bytes()).value());
}

bool FormulaMachine::ofOneTensor(const Step &step, const TensorValue &tensor, std::int64_t dimension)
{
    if (step.operation == Operation::Rank)
        return push(static_cast<std::int64_t>(tensor.info.shape.size()));
    if (step.operation == Operation::ItemSize) {
        const std::int64_t size = itemSize(tensor.info.dtype);
        return size > 0 ? push(size) : refuse(sentences::noElementType, { quoted(step) });
    }
    const std::optional<Count> size = dimensionOf(tensor, dimension);
    if (!size)
        return refuse(sentences::noSuchDimension,
                      { quoted(step), std::to_string(tensor.info.shape.size()), std::to_string(dimension) });
    return push(size->value());
}

bool FormulaMachine::isDefinedArgument(const Step &step)
{
    if (namesResults(step)) {
        const std::int64_t index = step.indexed ? pop() : 0;
        return push(index >= 0 && index < static_cast<std::int64_t>(m_call.outputs.size()) ? 1 : 0);
    }
    const ArgumentValue *value = valueOf(step);
    if (!value)
        return false;
    if (step.indexed) {
        const std::optional<Tensors> tensors = tensorsOf(step);
        return tensors && push(isDefined(tensors->front()) ? 1 : 0);
    }
    return push(isAbsent(*value) ? 0 : 1);
}

bool FormulaMachine::countElements(const Step &step)
{
    if (namesResults(step))
        return push(static_cast<std::int64_t>(m_call.outputs.size()));
    const ArgumentValue *value = valueOf(step);
    if (!value)
        return false;
    if (const auto *tensors = std::get_if<Tensors>(value))
        return push(static_cast<std::int64_t>(tensors->size()));
    if (const auto *integers = std::get_if<std::vector<std::int64_t>>(value))
        return push(static_cast<std::int64_t>(integers->size()));
    return refuse(sentences::noList, { quoted(step) });
}

std::variant<Count, ComposedText> FormulaExpression::evaluate(const OperatorCall &call) const
{
    return FormulaMachine(call).run(m_steps);
}

} // namespace rooflight
