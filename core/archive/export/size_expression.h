// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// Values of symbols, by name.
using SymbolValues = std::map<std::string, std::int64_t, std::less<>>;

/// A size of a tensor: a number, or an expression of symbols as sympy's srepr() writes it, for example
/// "Add(Symbol('s77', positive=True, integer=True), Integer(1))".
class SizeExpression
{
public:
    SizeExpression() = default;
    explicit SizeExpression(std::int64_t value)
        : m_value(value)
    {
    }

    /// `nullopt` for what is no such expression, has a function that is not known, or nests deeper than 64.
    [[nodiscard]] static std::optional<SizeExpression> parse(std::string_view text);

    /// An expression that is not understood: it has no value, only perhaps a hint.
    [[nodiscard]] static SizeExpression unknown();

    /// `nullopt` when a symbol has no value, or the result is not an integer of 64 bits.
    [[nodiscard]] std::optional<std::int64_t> evaluate(const SymbolValues &symbols) const;

    /// The number when there is no symbol in it.
    [[nodiscard]] std::optional<std::int64_t> number() const;

    /// Its name when it is nothing but one symbol; empty otherwise.
    [[nodiscard]] std::string_view symbol() const;

    /// For people: "s77", "2*s77 + 1".
    [[nodiscard]] std::string text() const;

    /// Adds the names of all symbols in it, each once, in order.
    void collectSymbols(std::vector<std::string> &names) const;

    std::optional<std::int64_t> hint; ///< its value when the model was exported

private:
    friend class SizeExpressionParser;
    friend class SizeGuardParser;

    enum class Kind : std::uint8_t { Number, Symbol, Add, Mul, Pow, FloorDiv, Mod, Max, Min, CeilDiv, Unknown };

    [[nodiscard]] static std::optional<std::int64_t> combine(Kind kind, std::int64_t left, std::int64_t right);

    Kind m_kind = Kind::Number;
    std::int64_t m_value = 0;
    std::string m_name;
    std::vector<SizeExpression> m_parts;
};

} // namespace rooflight
