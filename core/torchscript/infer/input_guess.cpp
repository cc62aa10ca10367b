// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/infer/input_guess.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

using Kind = InputGuess::Kind;

// Sizes that published models take, the usual one first.
constexpr std::array<std::int64_t, 19> usualSides = { 224, 256, 299, 384, 512, 64,  32,  28, 128, 96,
                                                      112, 160, 192, 240, 320, 448, 336, 16, 8 };
constexpr std::array<std::int64_t, 8> usualLengths = { 128, 16, 64, 512, 77, 32, 8, 1 };
constexpr std::array<std::int64_t, 3> usualFrames = { 16, 8, 32 };
constexpr std::array<std::int64_t, 4> usualSamples = { 1024, 16000, 128, 32000 };
constexpr std::array<std::int64_t, 4> usualClipSides = { 112, 224, 128, 64 };

template<typename Sizes> std::int64_t at(const Sizes &sizes, std::size_t index)
{
    return sizes[std::min(index, sizes.size() - 1)];
}

std::int64_t sizeOf(std::int64_t dimension, const OpenSizes &sizes)
{
    switch (dimension) {
    case open_size::batch:
        return sizes.batch;
    case open_size::length:
        return sizes.length;
    case open_size::side:
        return sizes.side;
    case open_size::frames:
        return sizes.frames;
    case open_size::clipSide:
        return sizes.clipSide;
    case open_size::samples:
        return sizes.samples;
    default:
        return dimension;
    }
}

bool hasBatch(const InputGuess &guess)
{
    if (guess.kind == Kind::Tensor)
        return !guess.tensors.empty()
            && std::ranges::find(guess.tensors.front().shape, open_size::batch) != guess.tensors.front().shape.end();
    return std::ranges::any_of(guess.elements, hasBatch);
}

std::vector<OpenSizes> usualSizes(const std::vector<std::int64_t> &likelySides)
{
    // A model that takes any side is to get the usual one; one that takes a single side refuses all others.
    std::vector<std::int64_t> sides { usualSides.front() };
    const auto add = [&sides](std::int64_t side) {
        if (std::ranges::find(sides, side) == sides.end())
            sides.push_back(side);
    };
    std::ranges::for_each(likelySides, add);
    std::ranges::for_each(usualSides, add);
    std::vector<OpenSizes> all;
    all.reserve(sides.size());
    for (std::size_t i = 0; i < sides.size(); ++i)
        all.push_back(
            { 1, at(usualLengths, i), sides[i], at(usualFrames, i), at(usualClipSides, i), at(usualSamples, i) });
    return all;
}

/// How unlikely each guess of a tensor is: its position, and more for numbers of tokens without a batch or a length
/// where both are possible.
std::vector<std::size_t> unlikeliness(const std::vector<TensorGuess> &guesses)
{
    const auto isSentence = [](const TensorGuess &guess) {
        return guess.dtype == DType::Int64 && guess.shape.size() == 2;
    };
    const bool maybeSentence = std::ranges::any_of(guesses, isSentence);
    std::vector<std::size_t> weights;
    for (const TensorGuess &guess : guesses) {
        const bool unnatural = maybeSentence && guess.dtype == DType::Int64 && guess.shape.size() < 2;
        weights.push_back(weights.size() + (unnatural ? 2 : 0));
    }
    return weights;
}

using Weights = std::vector<std::vector<std::size_t>>;

/// Calls \p use with all ways to choose one position for each tensor whose weights have the given sum, until it
/// returns false. Returns what the last call did.
bool choicesOfSum(const Weights &weights, std::size_t sum, std::vector<std::size_t> &chosen,
                  const std::function<bool(const std::vector<std::size_t> &)> &use)
{
    if (chosen.size() == weights.size())
        return sum > 0 || use(chosen);
    const std::vector<std::size_t> &own = weights[chosen.size()];
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i] > sum)
            continue;
        chosen.push_back(i);
        const bool goOn = choicesOfSum(weights, sum - own[i], chosen, use);
        chosen.pop_back();
        if (!goOn)
            return false;
    }
    return true;
}

std::vector<InputGuess> chosenOf(std::vector<InputGuess> guesses, const std::vector<std::size_t> &choice)
{
    std::size_t next = 0;
    for (InputGuess &guess : guesses) {
        forEachTensorGuess(guess, [&](InputGuess &tensor) {
            if (!tensor.tensors.empty())
                tensor.tensors = { tensor.tensors[choice[next++]] };
        });
    }
    return guesses;
}

} // namespace

void applyNeeded(InputGuess &guess)
{
    if (!guess.needed)
        return;
    for (TensorGuess &tensor : guess.tensors) {
        if (!isFloatingPoint(tensor.dtype))
            tensor.fill = *guess.needed;
    }
}

bool isUpToOpenSize(const TensorFill &fill)
{
    return (fill.kind == TensorFill::Kind::Constant || fill.kind == TensorFill::Kind::Ascending)
        && fill.high == static_cast<double>(open_size::length);
}

TensorFill upTo(TensorFill fill, std::int64_t size, std::int64_t elements)
{
    if (!isUpToOpenSize(fill))
        return fill;
    fill.high = static_cast<double>(size);
    const std::int64_t first =
        fill.kind == TensorFill::Kind::Ascending ? size / std::max<std::int64_t>(elements, 1) : size;
    fill.low = static_cast<double>(first);
    return fill;
}

TensorSpec tensorSpec(const TensorGuess &guess, const OpenSizes &sizes)
{
    TensorSpec spec { guess.shape, guess.dtype, guess.fill, false, {} };
    for (std::int64_t &dimension : spec.shape)
        dimension = sizeOf(dimension, sizes);
    spec.fill = upTo(spec.fill, sizes.length, elementCount(spec.shape));
    return spec;
}

void forEachTensorGuess(InputGuess &guess, const std::function<void(InputGuess &)> &use)
{
    if (guess.kind == Kind::Tensor)
        use(guess);
    for (InputGuess &element : guess.elements)
        forEachTensorGuess(element, use);
}

const InputGuess *elementGuess(const InputGuess *guess, std::size_t index)
{
    if (!guess || guess->elements.empty())
        return nullptr;
    if (guess->repeats)
        return &guess->elements.front();
    return index < guess->elements.size() ? &guess->elements[index] : nullptr;
}

const InputGuess *keyGuess(const InputGuess *guess, const std::string &key)
{
    if (!guess)
        return nullptr;
    const auto found = std::ranges::find(guess->keys, key);
    return found == guess->keys.end() ? nullptr
                                      : &guess->elements[static_cast<std::size_t>(found - guess->keys.begin())];
}

InputValue inputValue(const InputGuess &guess, const OpenSizes &sizes)
{
    switch (guess.kind) {
    case Kind::Tensor:
        return guess.tensors.empty() ? InputValue {} : InputValue { tensorSpec(guess.tensors.front(), sizes) };
    case Kind::Sequence: {
        InputValue::List list;
        for (const InputGuess &element : guess.elements)
            list.push_back(inputValue(element, sizes));
        if (guess.repeats && !hasBatch(guess))
            list.resize(static_cast<std::size_t>(sizes.batch), list.front());
        return InputValue { std::move(list) };
    }
    case Kind::Dict: {
        InputValue::Dict dict;
        for (std::size_t i = 0; i < guess.keys.size(); ++i)
            dict.push_back({ guess.keys[i], inputValue(guess.elements[i], sizes) });
        return InputValue { std::move(dict) };
    }
    case Kind::Unknown:
        break;
    }
    return {};
}

bool isComplete(const InputGuess &guess)
{
    if (guess.kind == Kind::Tensor)
        return !guess.tensors.empty();
    return guess.kind != Kind::Unknown && std::ranges::all_of(guess.elements, isComplete);
}

std::vector<std::pair<std::vector<InputGuess>, OpenSizes>>
combinations(const std::vector<InputGuess> &guesses, const std::vector<std::int64_t> &likelySides, std::size_t maxCount)
{
    Weights weights;
    std::size_t greatestSum = 0;
    for (InputGuess guess : guesses) {
        forEachTensorGuess(guess, [&](const InputGuess &tensor) {
            if (tensor.tensors.empty())
                return;
            weights.push_back(unlikeliness(tensor.tensors));
            greatestSum += std::ranges::max(weights.back());
        });
    }
    const std::vector<OpenSizes> sizes = usualSizes(likelySides);
    // Beyond a few unlikely choices at once there are too many to try.
    const std::size_t maxSum = std::min<std::size_t>(greatestSum, 6);
    std::vector<std::pair<std::vector<InputGuess>, OpenSizes>> result;
    std::vector<std::vector<InputValue>> seen;
    for (std::size_t total = 0; total < maxSum + sizes.size(); ++total) {
        for (std::size_t sum = 0; sum <= std::min(total, maxSum) && result.size() < maxCount; ++sum) {
            if (total - sum >= sizes.size())
                continue;
            const OpenSizes &open = sizes[total - sum];
            std::vector<std::size_t> chosen;
            choicesOfSum(weights, sum, chosen, [&](const std::vector<std::size_t> &choice) {
                std::vector<InputGuess> candidate = chosenOf(guesses, choice);
                std::vector<InputValue> values;
                values.reserve(candidate.size());
                for (const InputGuess &guess : candidate)
                    values.push_back(inputValue(guess, open));
                if (std::ranges::find(seen, values) == seen.end()) {
                    seen.push_back(std::move(values));
                    result.emplace_back(std::move(candidate), open);
                }
                return result.size() < maxCount;
            });
        }
    }
    return result;
}

} // namespace rooflight
