// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/code/forward_arguments.h"

#include "core/archive/code/code_index.h"
#include "core/archive/pickle/stored_tensor.h"
#include "core/archive/zip/text.h"

#include <algorithm>

namespace rooflight {

namespace {

using Tokens = std::span<const Token>;

/// Parts between the commas of the outermost brackets.
std::vector<Tokens> splitArguments(Tokens tokens)
{
    std::vector<Tokens> parts;
    int depth = 0;
    std::size_t start = 1;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        depth += bracketStep(tokens[i]);
        const bool ends = depth == 0;
        if (ends || (depth == 1 && tokens[i].is(","))) {
            if (i > start)
                parts.push_back(tokens.subspan(start, i - start));
            start = i + 1;
        }
        if (ends)
            break;
    }
    return parts;
}

StoredArgument argumentOf(Tokens tokens)
{
    StoredArgument argument;
    argument.name = validUtf8(tokens.front().text);
    std::size_t defaultStart = tokens.size();
    int depth = 0;
    for (std::size_t i = 1; i < tokens.size() && defaultStart == tokens.size(); ++i) {
        depth += bracketStep(tokens[i]);
        if (depth == 0 && tokens[i].is("="))
            defaultStart = i;
    }
    if (defaultStart < tokens.size())
        argument.defaultValue = joined(tokens.subspan(defaultStart + 1));
    if (tokens.size() > 1 && tokens[1].is(":"))
        argument.type = joined(tokens.subspan(2, std::max<std::size_t>(defaultStart, 2) - 2));
    return argument;
}

/// Collects the tensors of one traced argument. Values may be shared, so a small pickle can describe very many.
class TracedValueReader
{
public:
    TracedValueReader(const Pickle &pickle, std::vector<TracedTensor> &found)
        : m_pickle(pickle)
        , m_found(found)
    {
    }

    Result<void> read(PickleId id, const std::string &place)
    {
        if (++m_valuesRead > maxTracedValues)
            return {};
        const Result<std::optional<StoredTensor>> tensor = tensorIn(m_pickle, id);
        if (!tensor.ok())
            return tensor.error();
        if (tensor.value()) {
            m_found.push_back({ place, tensor.value()->info });
            return {};
        }
        const PickleNode &value = m_pickle[unwrapped(m_pickle, id)];
        if (value.kind == PickleKind::Dict)
            return readEntries(value.items, place);
        if (value.kind == PickleKind::List || value.kind == PickleKind::Tuple)
            return readElements(value.items, place);
        if (value.kind == PickleKind::Object) // a named tuple
            return readElements(m_pickle.arguments(unwrapped(m_pickle, id)), place);
        return {};
    }

private:
    static std::string elementOf(const std::string &place, const std::string &key) { return place + '[' + key + ']'; }

    Result<void> readElements(const std::vector<PickleId> &items, const std::string &place)
    {
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (Result<void> read = this->read(items[i], elementOf(place, std::to_string(i))); !read.ok())
                return read;
        }
        return {};
    }

    Result<void> readEntries(const std::vector<PickleId> &items, const std::string &place)
    {
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            const PickleNode &key = m_pickle[items[i]];
            const std::string name = key.kind == PickleKind::Int ? std::to_string(key.integer) : validUtf8(key.text);
            if (Result<void> read = this->read(items[i + 1], elementOf(place, name)); !read.ok())
                return read;
        }
        return {};
    }

    static constexpr int maxTracedValues = 10'000;

    const Pickle &m_pickle;
    std::vector<TracedTensor> &m_found;
    int m_valuesRead = 0;
};

} // namespace

std::vector<StoredArgument> readArguments(std::span<const Token> tokens)
{
    std::vector<StoredArgument> arguments;
    if (tokens.empty() || !tokens.front().is("("))
        return arguments;
    for (const Tokens part : splitArguments(tokens)) {
        const bool marker = part.size() == 1 && part.front().is("*"); // what follows is given by name only
        if (!marker)
            arguments.push_back(argumentOf(part));
    }
    if (!arguments.empty())
        arguments.erase(arguments.begin());
    return arguments;
}

Result<void> addTracedInputs(const Pickle &tracedInputs, std::vector<StoredArgument> &arguments)
{
    const PickleId *const found = tracedInputs.valueOf(unwrapped(tracedInputs, tracedInputs.root()), "forward");
    if (found == nullptr)
        return {};
    const PickleNode &values = tracedInputs[unwrapped(tracedInputs, *found)];
    const std::size_t count = std::min(values.items.size(), arguments.size());
    for (std::size_t i = 0; i < count; ++i) {
        if (Result<void> read = TracedValueReader(tracedInputs, arguments[i].traced).read(values.items[i], "");
            !read.ok())
            return read;
    }
    return {};
}

} // namespace rooflight
