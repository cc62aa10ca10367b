// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofline/judged_session.h"

#include <string>
#include <vector>

namespace rooflight {

/// A program in Python that makes one call again.
struct Reproducer {
    std::string fileName; ///< "0017_conv2d.py": the operator's id and name
    std::string text;
};

struct Reproducers {
    std::vector<Reproducer> scripts;
    std::vector<std::string> leftOut; ///< a sentence for each operator that cannot be repeated so
};

/// One for each operator that experiments were run on. It needs PyTorch alone, and holds nothing of the model but
/// sizes, strides, types, numbers and names of LibTorch's own operators.
[[nodiscard]] Reproducers reproducersOf(const JudgedSession &judged);

} // namespace rooflight
