// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/operator_rights.h"

#include "core/archive/operators/known_operators.h"
#include "core/torchscript/load/language_guards.h"
#include "core/torchscript/load/operator_guards.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <c10/util/Exception.h>
#include <torch/csrc/jit/runtime/operator.h>

#include <string_view>

namespace rooflight {

OperatorRights OperatorRights::guarded(bool trust)
{
    guardOperators();
    guardLanguage();
    return OperatorRights(trust);
}

bool OperatorRights::mayCall(const c10::OperatorName &name) const
{
    const bool judged = isJudged(std::string_view(name.name).substr(0, name.name.find("::")));
    return m_trust || !judged
        || (riskOf(name.name) == OperatorRisk::None
            && riskOfOverload(name.name, name.overload_name) == OperatorRisk::None);
}

void OperatorRights::call(const c10::OperatorHandle &operation, std::vector<c10::IValue> &stack) const
{
    TORCH_CHECK(mayCall(operation.operator_name()), operation.operator_name(), " needs trust");
    // The registry has the checks of numbers that stand for a choice, the dispatcher those of sizes.
    if (const auto registered = torch::jit::findOperatorFor(operation.operator_name()))
        registered->getOperation()(stack);
    else
        operation.callBoxed(stack);
}

} // namespace rooflight
