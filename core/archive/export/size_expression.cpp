// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/size_expression.h"

#include "core/archive/export/size_scanner.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

constexpr int maxExpressionDepth = 64;

std::optional<std::int64_t> floorDivided(std::int64_t left, std::int64_t right)
{
    if (right == 0 || (right == -1 && left == INT64_MIN))
        return std::nullopt;
    const std::int64_t quotient = left / right;
    return quotient - ((left % right != 0 && (left < 0) != (right < 0)) ? 1 : 0);
}

/// With the sign of the divisor, as Python has it.
std::optional<std::int64_t> flooredRemainder(std::int64_t left, std::int64_t right)
{
    if (right == 0)
        return std::nullopt;
    const std::int64_t rest = right == -1 ? 0 : left % right;
    return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
}

std::optional<std::int64_t> power(std::int64_t base, std::int64_t exponent)
{
    constexpr std::int64_t maxExponent = 64;
    if (exponent < 0 || (exponent > maxExponent && base != 0 && base != 1))
        return std::nullopt;
    std::int64_t result = 1;
    for (std::int64_t i = 0; i < std::min(exponent, maxExponent); ++i) {
        if (__builtin_mul_overflow(result, base, &result))
            return std::nullopt;
    }
    return result;
}

} // namespace

/// Reads "Name(part, part, key=value)".
class SizeExpressionParser : private SizeScanner
{
public:
    explicit SizeExpressionParser(std::string_view text)
        : SizeScanner(text)
    {
    }

    std::optional<SizeExpression> run()
    {
        std::optional<SizeExpression> result = expression(0);
        skipSpace();
        return m_rest.empty() ? result : std::nullopt;
    }

private:
    using Kind = SizeExpression::Kind;

    std::optional<SizeExpression> symbol()
    {
        if (!take("'"))
            return std::nullopt;
        const std::size_t end = m_rest.find('\'');
        if (end == std::string_view::npos || end == 0)
            return std::nullopt;
        SizeExpression result;
        result.m_kind = Kind::Symbol;
        result.m_name = m_rest.substr(0, end);
        const std::size_t close = m_rest.find(')', end);
        if (close == std::string_view::npos)
            return std::nullopt;
        m_rest.remove_prefix(close + 1); // assumptions such as positive=True
        return result;
    }

    std::optional<SizeExpression> expression(int depth)
    {
        const std::string_view name = word();
        if (name.empty() || depth > maxExpressionDepth || !take("("))
            return std::nullopt;
        if (name == "Symbol")
            return symbol();
        if (name == "Integer") {
            const auto value = integer();
            return value && take(")") ? std::optional(SizeExpression(*value)) : std::nullopt;
        }
        return function(name, depth);
    }

    std::optional<SizeExpression> function(std::string_view name, int depth)
    {
        struct Function {
            std::string_view name;
            Kind kind;
        };
        constexpr std::array functions = {
            Function { "Add", Kind::Add },           Function { "Mul", Kind::Mul },
            Function { "Pow", Kind::Pow },           Function { "PowByNatural", Kind::Pow },
            Function { "FloorDiv", Kind::FloorDiv }, Function { "CleanDiv", Kind::FloorDiv },
            Function { "Mod", Kind::Mod },           Function { "PythonMod", Kind::Mod },
            Function { "Max", Kind::Max },           Function { "Min", Kind::Min },
            Function { "CeilDiv", Kind::CeilDiv },
        };
        const auto found = std::ranges::find(functions, name, &Function::name);
        if (found == functions.end())
            return std::nullopt;
        SizeExpression result;
        result.m_kind = found->kind;
        do {
            std::optional<SizeExpression> part = expression(depth + 1);
            if (!part)
                return std::nullopt;
            result.m_parts.push_back(std::move(*part));
        } while (take(","));
        return take(")") ? std::optional(std::move(result)) : std::nullopt;
    }
};

std::optional<SizeExpression> SizeExpression::parse(std::string_view text)
{
    return SizeExpressionParser(text).run();
}

SizeExpression SizeExpression::unknown()
{
    SizeExpression result;
    result.m_kind = Kind::Unknown;
    return result;
}

std::optional<std::int64_t> SizeExpression::combine(Kind kind, std::int64_t left, std::int64_t right)
{
    std::int64_t result = 0;
    switch (kind) {
    case Kind::Add:
        return __builtin_add_overflow(left, right, &result) ? std::nullopt : std::optional(result);
    case Kind::Mul:
        return __builtin_mul_overflow(left, right, &result) ? std::nullopt : std::optional(result);
    case Kind::Pow:
        return power(left, right);
    case Kind::FloorDiv:
        return floorDivided(left, right);
    case Kind::CeilDiv: {
        const auto negative = left == INT64_MIN ? std::nullopt : floorDivided(-left, right);
        return negative && *negative != INT64_MIN ? std::optional(-*negative) : std::nullopt;
    }
    case Kind::Mod:
        return flooredRemainder(left, right);
    case Kind::Max:
        return std::max(left, right);
    case Kind::Min:
        return std::min(left, right);
    case Kind::Number:
    case Kind::Symbol:
    case Kind::Unknown:
        break;
    }
    return std::nullopt;
}

std::optional<std::int64_t> SizeExpression::evaluate(const SymbolValues &symbols) const
{
    if (m_kind == Kind::Number)
        return m_value;
    if (m_kind == Kind::Symbol) {
        const auto found = symbols.find(m_name);
        return found == symbols.end() ? std::nullopt : std::optional(found->second);
    }
    std::optional<std::int64_t> result;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const std::optional<std::int64_t> part = m_parts[i].evaluate(symbols);
        if (!part)
            return std::nullopt;
        result = i == 0 ? part : combine(m_kind, *result, *part);
        if (!result)
            return std::nullopt;
    }
    return result;
}

std::optional<std::int64_t> SizeExpression::number() const
{
    return m_kind == Kind::Symbol ? std::nullopt : evaluate({});
}

std::string_view SizeExpression::symbol() const
{
    return m_kind == Kind::Symbol ? std::string_view(m_name) : std::string_view();
}

std::string SizeExpression::text() const
{
    if (m_kind == Kind::Number)
        return std::to_string(m_value);
    if (m_kind == Kind::Symbol)
        return m_name;
    if (m_kind == Kind::Unknown)
        return hint ? std::to_string(*hint) : "?";
    constexpr std::array<std::string_view, 10> signs { "", "", " + ", "*", "**", "//", " % ", "max", "min", "ceildiv" };
    const std::string_view sign = signs.at(static_cast<std::size_t>(m_kind));
    const bool isCall = m_kind >= Kind::Max;
    std::string result = isCall ? std::string(sign) + '(' : "";
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (i > 0)
            result += isCall ? ", " : std::string(sign);
        const bool braced = !isCall && m_kind != Kind::Add && m_parts[i].m_parts.size() > 1;
        result += braced ? '(' + m_parts[i].text() + ')' : m_parts[i].text();
    }
    return isCall ? result + ')' : result;
}

void SizeExpression::collectSymbols(std::vector<std::string> &names) const
{
    if (m_kind == Kind::Symbol && std::ranges::find(names, m_name) == names.end())
        names.push_back(m_name);
    for (const SizeExpression &part : m_parts)
        part.collectSymbols(names);
}

} // namespace rooflight
