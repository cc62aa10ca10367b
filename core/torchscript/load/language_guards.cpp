// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/language_guards.h"

#include "core/torchscript/values/sparse_guards.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/jit_type.h>
#include <c10/util/Exception.h>
#include <torch/csrc/jit/runtime/operator.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rooflight {

namespace {

using Arguments = std::span<const c10::IValue>;

/// The processor traps both.
void checkQuotient(Arguments arguments)
{
    if (!arguments[0].isInt() || !arguments[1].isInt())
        return;
    const std::int64_t divisor = arguments[1].toInt();
    TORCH_CHECK(divisor != 0, "integer division by zero");
    TORCH_CHECK(divisor != -1 || arguments[0].toInt() != std::numeric_limits<std::int64_t>::min(),
                "the quotient is not an integer of 64 bits");
}

/// The first step may divide the least integer by -1; its own absolute value is none either.
void checkDivisors(Arguments arguments)
{
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
    TORCH_CHECK(arguments[0].toInt() != least && arguments[1].toInt() != least,
                "a greatest common divisor is of larger integers");
}

bool isChoice(std::int64_t value, std::int64_t end)
{
    return value >= 0 && value < end;
}

/// A copy needs a type or a device; without a copy nothing happens.
void checkConversion(Arguments arguments)
{
    const bool copies = arguments.back().toBool();
    const Arguments targets = arguments.subspan(1, arguments.size() - 3);
    const c10::IValue &type = targets.back();
    TORCH_CHECK(!type.isInt() || isChoice(type.toInt(), static_cast<std::int64_t>(c10::ScalarType::NumOptions)),
                "the number ", type, " is not an element type");
    TORCH_CHECK(!copies || std::ranges::any_of(targets, [](const c10::IValue &target) { return !target.isNone(); }),
                "a copy is made to a device or of a type");
}

/// LibTorch swaps the rows of its indices, which other sparse tensors may share: their sizes stay as they are.
void checkTransposed(Arguments arguments)
{
    TORCH_CHECK(!arguments[0].isTensor() || arguments[0].toTensor().layout() != c10::kSparse,
                "a sparse tensor is not transposed in place");
}

using Check = void (*)(Arguments arguments);

struct GuardedOperator {
    std::string_view name;
    std::string_view overload;
    Check check;
};

constexpr GuardedOperator guardedOperators[] = {
    { "aten::remainder", "int", checkQuotient },   { "aten::remainder", "", checkQuotient },
    { "aten::floordiv", "int", checkQuotient },    { "aten::floordiv", "", checkQuotient },
    { "aten::divmod", "int", checkQuotient },      { "aten::__round_to_zero_floordiv", "int", checkQuotient },
    { "aten::gcd", "int", checkDivisors },         { "aten::to", "prim_Device", checkConversion },
    { "aten::to", "prim_dtype", checkConversion }, { "aten::transpose_", "", checkTransposed },
    { "aten::t_", "", checkTransposed },           { "aten::swapaxes_", "", checkTransposed },
    { "aten::swapdims_", "", checkTransposed },
};

Check checkOf(const c10::FunctionSchema &schema)
{
    const auto *const found = std::ranges::find_if(guardedOperators, [&](const GuardedOperator &row) {
        return row.name == schema.name() && row.overload == schema.overload_name();
    });
    return found == std::end(guardedOperators) ? nullptr : found->check;
}

// Beside those of the dispatcher, which are found by their schemas: reading all others' would take milliseconds.
constexpr std::string_view namesWithChoices[] = { "aten::tensor", "aten::as_tensor" };

/// An argument that is a number in TorchScript and stands for a choice, such as an element type. LibTorch looks some of
/// them up in tables without a look at their size.
struct ChoiceArgument {
    std::size_t index;
    std::int64_t end; ///< of the choices
};

/// How many choices there are of a type; 0 for other types.
std::int64_t choicesOfType(const c10::Type &type)
{
    if (const auto *const optional = type.castRaw<c10::OptionalType>())
        return choicesOfType(*optional->getElementType());
    switch (type.kind()) {
    case c10::TypeKind::ScalarTypeType:
        return static_cast<std::int64_t>(c10::ScalarType::NumOptions);
    case c10::TypeKind::LayoutType:
        return static_cast<std::int64_t>(c10::Layout::NumOptions);
    case c10::TypeKind::MemoryFormatType:
        return static_cast<std::int64_t>(c10::MemoryFormat::NumOptions);
    default:
        return 0;
    }
}

std::vector<ChoiceArgument> choicesOf(const c10::FunctionSchema &schema)
{
    std::vector<ChoiceArgument> choices;
    const std::vector<c10::Argument> &arguments = schema.arguments();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (const std::int64_t count = choicesOfType(*arguments[i].real_type()); count > 0)
            choices.push_back({ i, count });
    }
    return choices;
}

void checkChoices(const std::vector<ChoiceArgument> &choices, Arguments arguments)
{
    for (const ChoiceArgument &choice : choices) {
        const c10::IValue &value = arguments[choice.index];
        TORCH_CHECK(!value.isInt() || isChoice(value.toInt(), choice.end), "the number ", value,
                    " is not an element type, layout or memory format");
    }
}

bool firstIsTensor(const c10::FunctionSchema &schema)
{
    return !schema.arguments().empty() && schema.arguments()[0].type()->kind() == c10::TypeKind::TensorType;
}

/// Replaces the operator where it stands in the registry, as the first overload that fits a call is taken. Some have no
/// dispatcher to put a kernel before theirs, and those that make tensors have a kernel of their own where it would be
/// put.
void guardOperator(torch::jit::Operator &operation)
{
    const c10::FunctionSchema &schema = operation.schema();
    const Check check = checkOf(schema);
    std::vector<ChoiceArgument> choices = choicesOf(schema);
    const std::size_t indices = firstIsTensor(schema) ? indexArguments(schema.name()) : 0;
    if (!check && choices.empty() && indices == 0)
        return;
    torch::jit::Operation guarded = [check, choices = std::move(choices), indices, count = schema.arguments().size(),
                                     run = operation.getOperation()](torch::jit::Stack &stack) mutable {
        const Arguments arguments = Arguments(stack).last(count);
        checkChoices(choices, arguments);
        if (check)
            check(arguments);
        takeSparseIndices(std::span(stack).last(count).first(indices));
        run(stack);
        if (indices > 0)
            checkSparseIndices(stack.back().toTensor());
    };
    const auto replacement = [&]() -> torch::jit::Operator {
        if (operation.isC10Op())
            return { c10::Dispatcher::singleton().findSchemaOrThrow(schema.name().c_str(),
                                                                    schema.overload_name().c_str()),
                     std::move(guarded) };
        return { schema.name(),    schema.overload_name(), schema.arguments(),
                 schema.returns(), std::move(guarded),     operation.aliasAnalysisKind() };
    };
    operation = replacement();
}

} // namespace

void guardLanguage()
{
    [[maybe_unused]] static const bool done = [] {
        for (const auto &operation : torch::jit::getAllOperators()) {
            if (operation->isC10Op())
                guardOperator(*operation);
        }
        std::set<std::string_view> names(std::begin(namesWithChoices), std::end(namesWithChoices));
        for (const GuardedOperator &guarded : guardedOperators)
            names.insert(guarded.name);
        for (const std::string_view name : names) {
            for (const auto &operation :
                 torch::jit::getAllOperatorsFor(c10::Symbol::fromQualString(std::string(name)))) {
                if (!operation->isC10Op())
                    guardOperator(*operation);
            }
        }
        return true;
    }();
}

} // namespace rooflight
