// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/language_guards.h"

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

namespace ridgepoint {

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
                "the quotient is no integer of 64 bits");
}

/// The first step may divide the least integer by -1; its own absolute value is none either.
void checkDivisors(Arguments arguments)
{
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
    TORCH_CHECK(arguments[0].toInt() != least && arguments[1].toInt() != least,
                "a greatest common divisor is of larger integers");
}

/// A copy needs a type or a device; without a copy nothing happens.
void checkConversion(Arguments arguments)
{
    const bool copies = arguments.back().toBool();
    for (const c10::IValue &argument : arguments.subspan(1, arguments.size() - 3))
        if (!argument.isNone())
            return;
    TORCH_CHECK(!copies, "a copy is made to a device or of a type");
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
    { "aten::to", "prim_dtype", checkConversion },
};

/// The check is none where the operator stays as it is.
torch::jit::Operator withCheck(const std::shared_ptr<torch::jit::Operator> &original, Check check)
{
    if (!check)
        return *original;
    const c10::FunctionSchema &schema = original->schema();
    const std::size_t count = schema.arguments().size();
    torch::jit::Operation guarded = [original, check, count,
                                     run = original->getOperation()](torch::jit::Stack &stack) mutable {
        check(Arguments(stack).last(count));
        run(stack);
    };
    return { schema.name(),    schema.overload_name(), schema.arguments(),
             schema.returns(), std::move(guarded),     original->aliasAnalysisKind() };
}

Check checkOf(const c10::FunctionSchema &schema)
{
    const auto *const found = std::ranges::find_if(guardedOperators, [&](const GuardedOperator &row) {
        return row.name == schema.name() && row.overload == schema.overload_name();
    });
    return found == std::end(guardedOperators) ? nullptr : found->check;
}

/// These have no dispatcher to put a kernel before theirs: the operator itself is replaced. The first overload that
/// fits a call is taken, so all of a name are registered anew, in their order.
void guardOverloads(std::string_view name)
{
    std::vector<std::shared_ptr<torch::jit::Operator>> overloads =
        torch::jit::getAllOperatorsFor(c10::Symbol::fromQualString(std::string(name)));
    std::erase_if(overloads, [](const auto &overload) { return overload->isC10Op(); });
    for (const auto &overload : overloads)
        torch::jit::deregisterOperator(overload->schema());
    for (const auto &overload : overloads)
        torch::jit::registerOperator(withCheck(overload, checkOf(overload->schema())));
}

} // namespace

void guardLanguage()
{
    [[maybe_unused]] static const bool done = [] {
        std::set<std::string_view> names;
        for (const GuardedOperator &guarded : guardedOperators)
            names.insert(guarded.name);
        for (const std::string_view name : names)
            guardOverloads(name);
        return true;
    }();
}

} // namespace ridgepoint
