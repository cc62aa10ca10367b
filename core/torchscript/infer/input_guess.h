// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/request/input_spec.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rooflight {

/// Sizes that a graph leaves open; they stand in a guessed shape where a dimension would.
namespace open_size {
inline constexpr std::int64_t batch = -1;
inline constexpr std::int64_t length = -2; ///< of a sequence
inline constexpr std::int64_t side = -3; ///< of an image
inline constexpr std::int64_t frames = -4; ///< of a clip
inline constexpr std::int64_t clipSide = -5; ///< of the images of a clip, which are smaller
inline constexpr std::int64_t samples = -6; ///< of a signal
} // namespace open_size

/// A tensor that one operator of the graph would accept.
struct TensorGuess {
    Shape shape; ///< with open sizes
    DType dtype = DType::Float32;
    TensorFill fill;

    bool operator==(const TensorGuess &) const = default;
};

/// What could be given for an argument or a part of one.
struct InputGuess {
    enum class Kind {
        Unknown, ///< of a type for which no value can be inferred
        Tensor,
        Sequence, ///< list or tuple
        Dict,
    };

    Kind kind = Kind::Unknown;
    std::vector<TensorGuess> tensors; ///< best first; empty: its shape is not known
    bool mask = false; ///< the tensor is used as a condition
    std::optional<TensorFill> needed = {}; ///< what operators need its elements to be, whatever its shape
    std::vector<InputGuess> elements; ///< of a Sequence or Dict
    bool repeats = false; ///< a Sequence of any number of elements, all like the first
    std::vector<std::string> keys; ///< of a Dict
};

/// Sizes put in for those left open.
struct OpenSizes {
    std::int64_t batch = 1;
    std::int64_t length = 1;
    std::int64_t side = 1;
    std::int64_t frames = 1;
    std::int64_t clipSide = 1;
    std::int64_t samples = 1;
};

/// Gives what is needed to its tensors of whole numbers and conditions.
void applyNeeded(InputGuess &guess);

/// What goes up to an open size, up to \p size in a tensor of this many elements.
[[nodiscard]] bool isUpToOpenSize(const TensorFill &fill);
[[nodiscard]] TensorFill upTo(TensorFill fill, std::int64_t size, std::int64_t elements);

/// The tensor with its open sizes filled in.
[[nodiscard]] TensorSpec tensorSpec(const TensorGuess &guess, const OpenSizes &sizes);

/// All tensors of a guess, containers walked in order.
void forEachTensorGuess(InputGuess &guess, const std::function<void(InputGuess &)> &use);

/// The guess for an element of a sequence, or for a key; nullptr if there is none.
[[nodiscard]] const InputGuess *elementGuess(const InputGuess *guess, std::size_t index);
[[nodiscard]] const InputGuess *keyGuess(const InputGuess *guess, const std::string &key);

/// The value with the first guess of each tensor. A repeating list of tensors without a batch of their own gets as
/// many elements as the batch is large.
[[nodiscard]] InputValue inputValue(const InputGuess &guess, const OpenSizes &sizes);

/// False when a part of it cannot be made: its kind is unknown or a tensor has no guess.
[[nodiscard]] bool isComplete(const InputGuess &guess);

/// Choices of one guess a tensor, combined with sizes for what they leave open; the likeliest first, at most \p
/// maxCount.
[[nodiscard]] std::vector<std::pair<std::vector<InputGuess>, OpenSizes>>
combinations(const std::vector<InputGuess> &guesses, const std::vector<std::int64_t> &likelySides,
             std::size_t maxCount);

} // namespace rooflight
