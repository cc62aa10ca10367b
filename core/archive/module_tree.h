// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/code/code_reader.h"
#include "core/archive/pickle/stored_tensor.h"
#include "core/results/analysis/analysis.h"
#include "core/results/inspection/inspection.h"

#include <set>
#include <vector>

namespace rooflight {

/// Elements and bytes of tensors, each counted once however often it is met.
class TensorTally
{
public:
    void add(const StoredTensor &tensor);

    /// Once more, although the place is known.
    void addAgain(const StoredTensor &tensor);

    [[nodiscard]] std::int64_t elements() const { return m_elements; }
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }

private:
    std::set<StoredTensor::Place> m_seen;
    std::int64_t m_elements = 0;
    std::int64_t m_bytes = 0;
};

struct ModuleTree {
    std::vector<StoredModule> modules; ///< parents before children; a shared module at each of its paths
    TensorTally parameters;
    TensorTally buffers;
};

/// The modules below the root of data.pkl, in the order of the file. Weights inside packed objects of quantized
/// modules, and in the state that a module's own __setstate__ takes, count as parameters of the module. The error
/// (ErrorCode::Damaged) names no file.
[[nodiscard]] Result<ModuleTree> readModuleTree(const Pickle &data, const ArchiveCode &code);

/// All floating-point and quantized tensors of constants.pkl: the weights of a frozen model. Saving merges constants of
/// equal values, so the zero biases of a fresh model become one: vectors therefore count as often as the code mentions
/// them. A matrix that is mentioned twice is a tied weight and counts once.
[[nodiscard]] Result<TensorTally> weightsIn(const Pickle &constants, const ArchiveCode &code);

/// How the file was made. Trace: it stored example inputs, or its code has no branches and its library modules lack
/// the settings that a script keeps. Frozen: no parameters or buffers are left while constants hold weights.
[[nodiscard]] ModelForm formOf(const ArchiveCode &code, const ModuleTree &tree, bool hasTracedInputs,
                               const TensorTally &constantWeights);

} // namespace rooflight
