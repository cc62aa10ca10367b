// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/inputs/model_inputs.h"

#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// Where an argument of forward() holds its items.
struct BatchPlace {
    enum class Kind {
        None,
        Dimension, ///< of its tensors
        Length, ///< of the list
    };

    Kind kind = Kind::None;
    std::int64_t dimension = 0; ///< of Kind::Dimension

    bool operator==(const BatchPlace &) const = default;
};

/// Which part of a model's inputs is the batch.
struct BatchDimension {
    std::vector<BatchPlace> places; ///< one an argument
    BatchInfo info;

    [[nodiscard]] bool isKnown() const { return info.source != BatchSource::Unknown; }
    /// False too if the person says that there is none.
    [[nodiscard]] bool exists() const;
};

/// Finds the batch by its meaning: items are processed independently. The inputs are run as they are, and then with
/// other items put before them along a candidate dimension; it is the batch if every result comes out again behind
/// those of the others. Candidates are what the graph shows (a recurrent layer's second dimension), the length of a
/// list of tensors, and the first two dimensions. Unknown with the reason if none of them is the batch.
/// Errors: DeviceMissing if a run took the device with it; those of keeping and restoring what the model keeps.
[[nodiscard]] Result<BatchDimension> findBatch(LoadedModel &model, const ModelInputs &inputs);

/// The batch as a person names it: "N" for all arguments, "NAME=N" for one, "length" in place of N for that of a list,
/// or "none". Errors: CommandLine.
[[nodiscard]] Result<BatchDimension> givenBatch(const std::vector<std::string> &texts, const ModelInputs &inputs);

/// The inputs with another number of items, which repeat those that there are. Errors: InputMismatch for a number that
/// an export does not allow, and what LibTorch raises.
[[nodiscard]] Result<ModelInputs> withBatch(const LoadedModel &model, const ModelInputs &inputs,
                                            const BatchDimension &batch, std::int64_t items);

/// Batch sizes that a file allows.
struct BatchRange {
    std::int64_t smallest = 1;
    std::optional<std::int64_t> largest; ///< `nullopt`: no limit is known
};

/// The range of the batch of an export, after the sizes that it left open; any for TorchScript, which keeps no sizes.
[[nodiscard]] BatchRange batchRange(const LoadedModel &model, const BatchDimension &batch);

} // namespace rooflight
