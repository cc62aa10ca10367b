// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/code/declared_types.h"
#include "core/archive/pickle/pickle.h"
#include "core/results/inspection/inspection.h"

#include <vector>

namespace rooflight {

/// Attributes of data.pkl that hold an object of another class than the code declares, in themselves or in their lists,
/// dicts and tuples: LibTorch fills them without a comparison, and reads attributes by their place in the declared
/// class. At most 20, each with the risk Cast.
[[nodiscard]] std::vector<CodeFinding> objectsOfOtherClasses(const Pickle &data, const DeclaredTypes &types);

} // namespace rooflight
