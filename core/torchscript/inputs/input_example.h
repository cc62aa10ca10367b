// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/infer/input_guess.h"

#include <ATen/core/function_schema.h>

#include <string>

namespace rooflight {

/// "NAME:SPEC" for --input, with a value that the argument could take, in quotes if a shell would read more into it.
/// Empty for a type that nothing on the command line describes.
[[nodiscard]] std::string exampleInput(const c10::Argument &argument, const InputGuess &guess);

} // namespace rooflight
