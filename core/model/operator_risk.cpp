// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/operator_risk.h"

namespace rooflight {

std::string_view reasonOf(OperatorRisk risk)
{
    switch (risk) {
    case OperatorRisk::Files:
        return "reads or writes files";
    case OperatorRisk::Storage:
        return "does not compare its sizes, strides and offsets with the memory of its tensors";
    case OperatorRisk::Indices:
        return "takes indices that it does not check";
    case OperatorRisk::Shapes:
        return "does not compare the sizes of its tensors with each other";
    case OperatorRisk::Internals:
        return "exposes addresses or the internal state of tensors";
    case OperatorRisk::Process:
        return "reaches other processes, devices or the settings of its own process";
    case OperatorRisk::Training:
        return "belongs to training, whose operators do not check their arguments";
    case OperatorRisk::Compiler:
        return "belongs to the compilers and tests of LibTorch";
    case OperatorRisk::Hardware:
        return "belongs to hardware whose kernels may check less than those of a CPU";
    case OperatorRisk::Result:
        return "writes its result into a tensor that it is given";
    case OperatorRisk::Cast:
        return "treats a value as a type that the file does not declare for it";
    case OperatorRisk::Disguise:
        return "is written in a form that PyTorch never uses, which may hide what is called";
    case OperatorRisk::Unlisted:
        return "is not known to stay within the memory of its tensors";
    case OperatorRisk::None:
        break;
    }
    return {};
}

} // namespace rooflight
