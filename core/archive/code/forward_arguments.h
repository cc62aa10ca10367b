// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/code/tokens.h"
#include "core/archive/pickle/pickle.h"
#include "core/results/inspection/inspection.h"

#include <span>
#include <vector>

namespace rooflight {

/// Arguments of a method from the tokens behind its name: "(self: T, x: Tensor, n: int=3) -> ...". The first, the
/// module itself, is left out.
[[nodiscard]] std::vector<StoredArgument> readArguments(std::span<const Token> tokens);

/// Adds the shapes and element types that a trace stored for tensor arguments (traced_inputs.pkl: method -> list of
/// values in the order of the arguments), also those inside lists, tuples and dictionaries.
[[nodiscard]] Result<void> addTracedInputs(const Pickle &tracedInputs, std::vector<StoredArgument> &arguments);

} // namespace rooflight
