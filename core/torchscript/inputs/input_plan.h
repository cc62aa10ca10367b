// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/inputs/model_inputs.h"

#include <optional>
#include <vector>

namespace rooflight {

/// One argument of forward() and what is to be put there.
struct PlannedArgument {
    c10::Argument declared;
    std::optional<InputValue> value;
    InputSource source = InputSource::Given;
    bool isLikeStored = false; ///< given or not, its type is that of what the file stores
};

using InputPlan = std::vector<PlannedArgument>;

/// The arguments that forward() declares, without values. Errors: NotTorchScript for a module without forward().
[[nodiscard]] Result<InputPlan> declaredArguments(const LoadedModel &model);

/// Puts the specs to the arguments that they name, else to the next ones. Errors: CommandLine for a name that is not
/// there, InputMismatch for too many.
[[nodiscard]] Result<void> assignGiven(InputPlan &plan, const std::vector<InputSpec> &specs, const std::string &path);

/// Fills what has no value with what a trace or an export stores, and gives shapes without a type the stored one.
void assignStored(InputPlan &plan, const LoadedModel &model);

/// Required but not given.
[[nodiscard]] bool isMissing(const PlannedArgument &argument);

} // namespace rooflight
