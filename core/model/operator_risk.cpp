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
        return "hands out addresses, or what tensors keep about themselves";
    case OperatorRisk::Process:
        return "reaches other processes, devices or the settings of its own process";
    case OperatorRisk::Training:
        return "belongs to training, whose operators trust what they are given";
    case OperatorRisk::Compiler:
        return "belongs to the compilers and tests of LibTorch";
    case OperatorRisk::Hardware:
        return "belongs to hardware whose kernels may check less than those of a CPU";
    case OperatorRisk::Result:
        return "writes into a tensor that is named for its result";
    case OperatorRisk::Cast:
        return "takes a value for what the file does not declare it to be";
    case OperatorRisk::Disguise:
        return "is written as PyTorch never writes it, which may hide what is called";
    case OperatorRisk::Unlisted:
        return "is not known to keep within its tensors";
    case OperatorRisk::None:
        break;
    }
    return {};
}

} // namespace rooflight
