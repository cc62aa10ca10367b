// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/inputs/input_batch.h"

#include <algorithm>
#include <optional>

namespace rooflight {

namespace {

bool fits(const TensorGuess &guess, const Shape &shape)
{
    return std::ranges::equal(guess.shape, shape,
                              [](std::int64_t guessed, std::int64_t size) { return guessed < 0 || guessed == size; });
}

const TensorGuess *fittingGuess(const Shape &shape, const InputGuess &guess)
{
    const auto found =
        std::ranges::find_if(guess.tensors, [&shape](const TensorGuess &candidate) { return fits(candidate, shape); });
    return found == guess.tensors.end() ? nullptr : &*found;
}

std::optional<std::size_t> batchDimension(const TensorSpec &tensor, const InputGuess *guess)
{
    if (guess && fittingGuess(tensor.shape, *guess))
        return shownBatchDimension(tensor.shape, *guess);
    return tensor.shape.empty() ? std::nullopt : std::optional<std::size_t>(0);
}

class BatchSetter
{
public:
    explicit BatchSetter(std::int64_t batch)
        : m_batch(batch)
    {
    }

    void set(InputValue &value, const InputGuess *guess)
    {
        if (auto *tensor = std::get_if<TensorSpec>(&value.content)) {
            setTensor(*tensor, guess);
        } else if (auto *list = std::get_if<InputValue::List>(&value.content)) {
            if (isListOfSingles(*list, guess)) {
                setLength(*list);
                return;
            }
            for (std::size_t i = 0; i < list->size(); ++i)
                set((*list)[i], elementGuess(guess, i));
        } else if (auto *dict = std::get_if<InputValue::Dict>(&value.content)) {
            for (auto &[key, element] : *dict)
                set(element, keyGuess(guess, key));
        }
    }

    [[nodiscard]] bool found() const { return m_current.has_value(); }

private:
    /// A list of any length whose elements are known to have no batch of their own.
    static bool isListOfSingles(const InputValue::List &list, const InputGuess *guess)
    {
        if (!guess || !guess->repeats || list.empty())
            return false;
        return std::ranges::all_of(list, [guess](const InputValue &element) {
            const auto *tensor = std::get_if<TensorSpec>(&element.content);
            return tensor && !batchDimension(*tensor, &guess->elements.front());
        });
    }

    void setTensor(TensorSpec &tensor, const InputGuess *guess)
    {
        const std::optional<std::size_t> dimension = batchDimension(tensor, guess);
        if (!dimension)
            return;
        std::int64_t &size = tensor.shape[*dimension];
        if (!m_current)
            m_current = size;
        if (size == *m_current)
            size = m_batch;
    }

    void setLength(InputValue::List &list)
    {
        const auto size = static_cast<std::int64_t>(list.size());
        if (!m_current)
            m_current = size;
        if (size != *m_current)
            return;
        const InputValue::List given = list;
        list.resize(static_cast<std::size_t>(m_batch));
        for (std::size_t i = 0; i < list.size(); ++i)
            list[i] = given[i % given.size()];
    }

    std::int64_t m_batch;
    std::optional<std::int64_t> m_current; ///< batch of the first value that has one
};

} // namespace

std::optional<std::size_t> shownBatchDimension(const Shape &shape, const InputGuess &guess)
{
    const TensorGuess *fitting = fittingGuess(shape, guess);
    if (!fitting)
        return std::nullopt;
    const auto found = std::ranges::find(fitting->shape, open_size::batch);
    return found == fitting->shape.end() ? std::nullopt : std::optional<std::size_t>(found - fitting->shape.begin());
}

bool setBatch(const std::vector<ArgumentWithGuess> &arguments, std::int64_t batch)
{
    BatchSetter setter(batch);
    for (const auto &[value, guess] : arguments)
        setter.set(*value, guess);
    return setter.found();
}

} // namespace rooflight
