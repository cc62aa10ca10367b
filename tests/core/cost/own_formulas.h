// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/cost_model.h"
#include "core/cost/formulas/custom_formulas.h"
#include "tests/core/cost/call_builder.h"

#include <QtGlobal>

#include <limits>
#include <string>
#include <utility>

namespace rooflight::test {

/// A call with an argument of every kind.
[[nodiscard]] inline OperatorCall sampleCall()
{
    const TensorValue shared = tensor({ 6 });
    return call("my::op")
        .with("value", tensor({ 2, 100, 8 }))
        .with("half", tensor({ 3, 4 }, DType::Float16))
        .with("expanded", viewOf(tensor({ 5 }), { 4, 5 }, { 0, 1 }))
        .with("scalar", tensor({}))
        .with("none", tensor({ 0, 7 }))
        .with("parts", Tensors { tensor({ 2, 3 }), tensor({ 4 }, DType::Float64) })
        .with("twice", Tensors { shared, shared })
        .with("bias", {})
        .with("mask", TensorValue {})
        .with("groups", std::int64_t { 3 })
        .with("dim", std::int64_t { -1 })
        .with("huge", std::numeric_limits<std::int64_t>::max())
        .with("flag", true)
        .with("kernel", Ints { 5, 7 })
        .with("flags", std::vector<bool> { false, true })
        .with("scale", 0.5)
        .with("mode", std::string("sum"))
        .with("min", std::int64_t { 11 })
        .giving({ tensor({ 2, 100, 16 }), tensor({ 9 }, DType::Int64) });
}

[[nodiscard]] inline CustomFormulas formulasIn(const std::string &text)
{
    Result<CustomFormulas> formulas = CustomFormulas::parse(text, "own.txt");
    if (!formulas.ok())
        qFatal("%s", formulas.error().text.c_str());
    return std::move(formulas).value();
}

[[nodiscard]] inline OperatorCost costUnder(const std::string &text, const OperatorCall &call,
                                            Convention convention = Convention::Fma2)
{
    return CostModel(formulasIn(text)).costOf(call, convention);
}

} // namespace rooflight::test
