// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/code/declared_types.h"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>

namespace rooflight {

/// How the values of one function are reached. A name that is given two different ones, or one that is no path, has
/// none.
class LocalPaths
{
public:
    LocalPaths() = default;
    /// \p function are the tokens of the function, its "def" first.
    explicit LocalPaths(std::span<const Token> function);

    /// The path of an expression such as "x", "(self).layer.norm" or "(layer).forward(x, )".
    [[nodiscard]] std::optional<CodePath> of(std::span<const Token> expression) const;

private:
    void readArguments(std::span<const Token> header);
    void readAssignment(std::span<const Token> line);
    void forget(std::span<const Token> targets);
    void set(const std::string &name, const std::optional<CodePath> &path);

    std::map<std::string, CodePath, std::less<>> m_paths;
    std::set<std::string, std::less<>> m_unknown;
};

} // namespace rooflight
