// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/operator_registry.h"

#include <ATen/core/interned_strings.h>
#include <torch/csrc/jit/runtime/operator.h>

namespace rooflight {

void fillOperatorRegistry()
{
    static_cast<void>(torch::jit::getAllOperatorsFor(c10::aten::add));
}

} // namespace rooflight
