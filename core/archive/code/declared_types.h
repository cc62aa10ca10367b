// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/code/tokens.h"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// Tokens as one text without spaces: how types are compared.
[[nodiscard]] std::string typeText(std::span<const Token> tokens);

/// A value by how the code reaches it: from an argument or a function's result by attributes and calls of methods.
struct CodePath {
    std::string root; ///< a type, or with "()" at its end the qualified name of a function
    std::vector<std::string> steps; ///< "attribute", "method()"

    bool operator==(const CodePath &) const = default;
};

/// What the code of a file declares, by qualified name.
class DeclaredTypes
{
public:
    void addClass(const std::string &className, bool isInterface);
    /// \p signature is the text of the parameters behind self and of the result. Declared twice with two it has none.
    void addSignature(const std::string &className, const std::string &method, const std::string &signature);
    /// \p member is an attribute's name, or a method's with "()" after it. Declared twice with two types it has none.
    void addMember(const std::string &className, const std::string &member, const std::string &type);
    void addFunction(const std::string &name, const std::string &result);

    [[nodiscard]] bool isClass(std::string_view name) const { return m_classes.contains(name); }
    /// nullptr if the class has no such member; empty if it has several types.
    [[nodiscard]] const std::string *memberType(const std::string &className, const std::string &member) const;

    /// Whether \p interface is one, and the class has all its methods, with the same signatures.
    [[nodiscard]] bool implements(std::string_view className, std::string_view interface) const;

    /// Whether any class of the file has an attribute or a method of this name.
    [[nodiscard]] bool isMember(std::string_view name) const;

    /// The declared type, as typeText() writes it; `nullopt` if it cannot be determined.
    [[nodiscard]] std::optional<std::string> typeOf(const CodePath &path) const;

    /// Whether \p path is of a class of the file that has a member of this name, which then hides operators.
    [[nodiscard]] bool hasMember(const CodePath &path, const std::string &name) const;

private:
    using Types = std::map<std::string, std::string, std::less<>>;

    /// Declared twice with two types a name has none.
    static void declare(Types &types, const std::string &name, const std::string &type);

    std::map<std::string, Types, std::less<>> m_classes;
    std::map<std::string, Types, std::less<>> m_signatures;
    std::set<std::string, std::less<>> m_interfaces;
    Types m_functions;
    std::map<std::string, bool, std::less<>> m_memberNames;
};

/// Adds what one record declares. \p module is "__torch__.a.b" for "code/__torch__/a/b.py".
void addDeclaredTypes(std::string_view module, std::span<const Token> tokens, DeclaredTypes &types);

/// Whether a value that is declared as \p declared may be taken for a \p target after a check that it is none of the
/// other types: the same type, its Optional, or a Union that names it.
[[nodiscard]] bool narrowsTo(std::string_view declared, std::string_view target);

} // namespace rooflight
