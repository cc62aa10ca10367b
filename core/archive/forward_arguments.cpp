// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/forward_arguments.h"

#include "core/archive/code_index.h"
#include "core/archive/stored_tensor.h"
#include "core/archive/text.h"

#include <algorithm>

namespace ridgepoint {

namespace {

using Tokens = std::span<const Token>;

int bracketStep(const Token &token)
{
    if (token.is("(") || token.is("[") || token.is("{"))
        return 1;
    return token.is(")") || token.is("]") || token.is("}") ? -1 : 0;
}

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
        const Result<std::optional<StoredTensor>> tensor = tensorIn(tracedInputs, values.items[i]);
        if (!tensor.ok())
            return tensor.error();
        if (tensor.value())
            arguments[i].traced = tensor.value()->info;
    }
    return {};
}

} // namespace ridgepoint
