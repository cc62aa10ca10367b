// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/library.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rooflight {

/// The arguments of one call, by the names of the schema.
class CallArguments
{
public:
    CallArguments(const c10::OperatorHandle &operation, const torch::jit::Stack &stack)
        : m_schema(operation.schema())
        , m_values(&stack[stack.size() - m_schema.arguments().size()])
    {
    }

    /// None if there is no such argument.
    [[nodiscard]] c10::IValue operator[](std::string_view name) const
    {
        const auto &arguments = m_schema.arguments();
        const auto found =
            std::ranges::find_if(arguments, [&](const c10::Argument &argument) { return argument.name() == name; });
        return found == arguments.end() ? c10::IValue() : m_values[found - arguments.begin()];
    }

    /// Undefined if it is none.
    [[nodiscard]] at::Tensor tensor(std::string_view name) const
    {
        const c10::IValue value = (*this)[name];
        return value.isTensor() ? value.toTensor() : at::Tensor();
    }

    [[nodiscard]] std::vector<std::int64_t> sizes(std::string_view name) const
    {
        const c10::IValue value = (*this)[name];
        return value.isIntList() ? value.toIntVector() : std::vector<std::int64_t>();
    }

private:
    const c10::FunctionSchema &m_schema;
    const c10::IValue *m_values;
};

/// The kernel of a guard: the check, then what LibTorch would have called.
template<void (*check)(const CallArguments &)>
void guarded(const c10::OperatorHandle &operation, c10::DispatchKeySet keys, torch::jit::Stack *stack)
{
    check(CallArguments(operation, *stack));
    const c10::DispatchKeySet further(c10::DispatchKeySet::FULL_AFTER, c10::DispatchKey::BackendSelect);
    operation.redispatchBoxed(keys & further, stack);
}

using Guard = torch::CppFunction (*)();

template<void (*check)(const CallArguments &)> torch::CppFunction makeGuard()
{
    return torch::CppFunction::makeFromBoxedFunction<&guarded<check>>();
}

/// The check that stands before some operators.
struct GuardRow {
    Guard guard;
    std::vector<const char *> operators; ///< with the overload
};

/// Checks before products of packed weights and of 8-bit floats, and before fake quantization that observes: their
/// kernels take the sizes of some tensors from others, or from numbers.
[[nodiscard]] std::vector<GuardRow> lowPrecisionGuards();

inline void guardAll(torch::Library &library, const std::vector<GuardRow> &rows)
{
    for (const GuardRow &row : rows) {
        for (const char *const name : row.operators)
            library.impl(name, row.guard());
    }
}

} // namespace rooflight
