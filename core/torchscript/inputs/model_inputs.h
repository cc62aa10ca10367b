// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/batch.h"
#include "core/request/input_spec.h"
#include "core/results/inspection/inspection.h"
#include "core/torchscript/inputs/input_keeper.h"
#include "core/torchscript/load/loaded_model.h"

#include <memory>
#include <string>
#include <vector>

namespace rooflight {

struct InputArgument {
    std::string name;
    InputSource source = InputSource::Given;
};

/// Arguments for forward(), and what they are for people and reports.
struct ModelInputs {
    std::vector<c10::IValue> values; ///< one per argument, on the model's device
    std::vector<ModelInput> described; ///< one per tensor among them
    std::vector<InputArgument> arguments; ///< of the values
    BatchInfo batch; ///< Unknown until it has been determined
    ComposedText doubt; ///< about inferred shapes, for people: inputs of other ranks run, too; else empty
    std::shared_ptr<InputKeeper> keeper; ///< of the values; null if no operator of the model writes to memory

    /// After a run, outside of what is timed: the next run finds the values as this one did.
    void restore() const
    {
        if (keeper)
            keeper->restore();
    }

    /// The model was seen to change its inputs.
    [[nodiscard]] bool areChanged() const { return keeper && keeper->changed(); }
};

/// Copies the values, so that each run of \p model can have them as they are: after they were made.
void keepValues(const LoadedModel &model, ModelInputs &inputs);

/// The same after other values took their places; nothing if a run showed that the model changes none.
void keepOtherValues(ModelInputs &inputs);

/// Describes the tensors among the values again.
void describe(ModelInputs &inputs);

/// The arguments to run \p model with: the given specs; for what they leave open what a trace stored; else shapes
/// inferred from the graph and confirmed by a run. \p batch > 0 is put where input_batch.h says. Made-up data is the
/// same at every call. Errors: InputMismatch naming the argument and a SPEC to try, CommandLine for a spec that names
/// no argument, FileUnreadable for a tensor file.
[[nodiscard]] Result<ModelInputs> makeModelInputs(LoadedModel &model, const std::vector<InputSpec> &specs,
                                                  std::int64_t batch);

/// Errors: InputMismatch for sizes that an export does not allow; TorchScript keeps none.
[[nodiscard]] Result<void> checkSizes(const LoadedModel &model, const std::vector<c10::IValue> &values);

/// \p failure of a run with inputs of makeModelInputs(), or, when the model runs with its own batch size, that it is
/// the batch that it does not take. Runs the model once more.
[[nodiscard]] Error explainBatch(LoadedModel &model, const std::vector<InputSpec> &specs, std::int64_t batch,
                                 const Error &failure);

} // namespace rooflight
