// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/result_checks.h"

#include "core/archive/operators/known_operators.h"

namespace rooflight {

bool isOf(const ModelIdentity & /*model*/, const std::string &path, const Explanation &explanation)
{
    return explanation.model == path;
}

namespace {

/// What is made of a call is code that is run without a sandbox: only operators that keep within their tensors are
/// called so, and none by a name that is not LibTorch's.
bool isSafe(const CalledOperator &call)
{
    return riskOf(call.name) == OperatorRisk::None && riskOfOverload(call.name, call.overload) == OperatorRisk::None;
}

} // namespace

bool quoteWords(Explanation &explanation, const Request &request)
{
    bool changed = false;
    for (ExplainedOperator &op : explanation.operators) {
        changed = quoteFailure(op.failure, request) || changed;
        for (FailedExperiment &failed : op.failed)
            changed = quoteFailure(failed.failure, request) || changed;
        if (op.call && !isSafe(*op.call)) {
            op.call.reset();
            changed = true;
        }
    }
    return changed;
}

} // namespace rooflight
