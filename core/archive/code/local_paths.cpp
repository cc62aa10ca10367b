// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/code/local_paths.h"

#include <algorithm>

namespace rooflight {

namespace {

using Tokens = std::span<const Token>;

/// Index behind the bracket that closes the one at \p open; the number of tokens if none does.
std::size_t endOfBracket(Tokens tokens, std::size_t open)
{
    int depth = 0;
    for (std::size_t i = open; i < tokens.size(); ++i) {
        depth += bracketStep(tokens[i]);
        if (depth == 0)
            return i + 1;
    }
    return tokens.size();
}

/// Index of the first \p text outside of brackets; the number of tokens if there is none.
std::size_t findOutside(Tokens tokens, std::string_view text)
{
    int depth = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        depth += bracketStep(tokens[i]);
        if (depth == 0 && tokens[i].is(text))
            return i;
    }
    return tokens.size();
}

} // namespace

LocalPaths::LocalPaths(std::span<const Token> function)
{
    bool isHeader = true;
    for (std::size_t start = 0; start < function.size();) {
        std::size_t end = start;
        while (end < function.size() && function[end].kind != TokenKind::LineEnd)
            ++end;
        const Tokens line = function.subspan(start, end - start);
        if (isHeader)
            readArguments(line);
        else if (!line.empty())
            readAssignment(line);
        isHeader = false;
        start = end + 1;
    }
}

void LocalPaths::readArguments(std::span<const Token> header)
{
    if (header.size() < 3)
        return;
    const std::size_t end = endOfBracket(header, 2);
    Tokens rest = header.subspan(3, std::max<std::size_t>(end, 4) - 4); // between the brackets of "def name (...)"
    while (!rest.empty()) {
        const Tokens argument = rest.first(findOutside(rest, ","));
        rest = rest.subspan(std::min(argument.size() + 1, rest.size()));
        if (argument.size() > 2 && argument[1].is(":")) {
            const Tokens type = argument.subspan(2);
            set(std::string(argument[0].text), CodePath { typeText(type.first(findOutside(type, "="))), {} });
        }
    }
}

void LocalPaths::readAssignment(std::span<const Token> line)
{
    const std::size_t equals = findOutside(line, "=");
    if (equals == line.size() || equals == 0) {
        if (line.front().is("for") || line.front().is("with"))
            forget(line);
        return;
    }
    if (equals == 1 && line[0].kind == TokenKind::Name && !(equals + 1 < line.size() && line[equals + 1].is("=")))
        set(std::string(line[0].text), of(line.subspan(2)));
    else
        forget(line.first(equals));
}

void LocalPaths::forget(std::span<const Token> targets)
{
    for (const Token &token : targets) {
        if (token.kind == TokenKind::Name)
            set(std::string(token.text), std::nullopt);
    }
}

void LocalPaths::set(const std::string &name, const std::optional<CodePath> &path)
{
    if (!path || m_unknown.contains(name)) {
        m_unknown.insert(name);
        m_paths.erase(name);
        return;
    }
    const auto [entry, isNew] = m_paths.emplace(name, *path);
    if (!isNew && !(entry->second == *path))
        set(name, std::nullopt);
}

std::optional<CodePath> LocalPaths::of(std::span<const Token> expression) const
{
    if (expression.empty())
        return std::nullopt;
    CodePath path;
    std::size_t next = 0;
    if (expression[0].is("(")) {
        next = endOfBracket(expression, 0);
        const std::optional<CodePath> inner = next > 2 ? of(expression.subspan(1, next - 2)) : std::nullopt;
        if (!inner)
            return std::nullopt;
        path = *inner;
    } else if (expression[0].is("unchecked_cast") && expression.size() > 3 && expression[1].is("(")) {
        // Judged where it stands; what follows may rely on it.
        const Tokens arguments = expression.subspan(2);
        path.root = typeText(arguments.first(findOutside(arguments, ",")));
        next = endOfBracket(expression, 1);
    } else if (expression[0].is("__torch__")) {
        for (; next < expression.size() && (expression[next].kind == TokenKind::Name || expression[next].is("."));
             ++next)
            path.root += expression[next].text;
        path.root += "()";
        if (next < expression.size() && !expression[next].is("("))
            return std::nullopt;
        return next == expression.size() || endOfBracket(expression, next) == expression.size() ? std::optional(path)
                                                                                                : std::nullopt;
    } else if (const auto known = m_paths.find(expression[0].text);
               expression[0].kind == TokenKind::Name && known != m_paths.end()) {
        path = known->second;
        next = 1;
        if (path.root.ends_with("()") && path.steps.empty() && next < expression.size() && expression[next].is("("))
            next = endOfBracket(expression, next); // a function by its local name
    } else {
        return std::nullopt;
    }
    while (next < expression.size()) {
        if (!expression[next].is(".") || next + 1 >= expression.size())
            return std::nullopt;
        std::string step(expression[next + 1].text);
        next += 2;
        if (next < expression.size() && expression[next].is("(")) {
            step += "()";
            next = endOfBracket(expression, next);
        }
        path.steps.push_back(std::move(step));
    }
    return path;
}

} // namespace rooflight
