// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/call/operator_call.h"
#include "core/results/analysis/analysis.h"

#include <vector>

namespace rooflight::test {

/// One call of a leaf module and what it called.
struct ObservedLeaf {
    Layer layer;
    std::vector<OperatorCall> calls;
};

/// A model's run written down by hand from the shapes in the paper (He et al. 2015, table 1) and torchvision's code.
struct ObservedModel {
    std::vector<ObservedLeaf> leaves;
    std::vector<OperatorCall> outsideLeaves; ///< additions and views of blocks

    [[nodiscard]] std::vector<OperatorCall> allCalls() const;
};

/// ResNet-18 and ResNet-50 of torchvision in inference on one float32 image of 3x224x224.
[[nodiscard]] ObservedModel resNet18();
[[nodiscard]] ObservedModel resNet50();

} // namespace rooflight::test
