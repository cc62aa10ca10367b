// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/inputs/converted_inputs.h"

#include "core/torchscript/values/value_conversion.h"

namespace rooflight {

ModelInputs convertedInputs(ModelInputs inputs, const Execution &execution)
{
    if (!convertsValues(execution))
        return inputs;
    for (c10::IValue &value : inputs.values)
        value = converted(value, execution);
    keepOtherValues(inputs);
    for (ModelInput &input : inputs.described) {
        if (isFloatingPoint(input.tensor.dtype))
            input.tensor.dtype = dtypeOf(execution.precision).value_or(input.tensor.dtype);
    }
    return inputs;
}

} // namespace rooflight
