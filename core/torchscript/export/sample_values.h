// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/export_arguments.h"
#include "core/archive/export/sample_inputs.h"

#include <ATen/core/ivalue.h>
#include <c10/core/Device.h>

namespace rooflight {

/// The value with which the model was exported, in the type of typeOf(argument). If the file has none, a tensor of
/// the size that it had. Throws what LibTorch throws.
[[nodiscard]] c10::IValue sampleValue(const ExportArgument &argument, const ExportedProgram &program,
                                      const SampleInputs &samples, c10::Device device);

} // namespace rooflight
