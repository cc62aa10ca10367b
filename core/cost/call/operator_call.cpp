// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/call/operator_call.h"

#include <algorithm>

namespace rooflight {

const Argument *OperatorCall::find(std::string_view argumentName) const
{
    const auto found = std::ranges::find(arguments, argumentName, &Argument::name);
    return found == arguments.end() ? nullptr : &*found;
}

} // namespace rooflight
