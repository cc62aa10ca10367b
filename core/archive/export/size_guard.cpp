// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/size_guard.h"

#include "core/archive/export/size_scanner.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace rooflight {

namespace {

constexpr int maxGuardDepth = 64;
constexpr int maxParts = 500;

} // namespace

/// Reads comparisons of Python as PyTorch's printer writes them.
class SizeGuardParser : private SizeScanner
{
public:
    explicit SizeGuardParser(std::string_view code)
        : SizeScanner(code)
        , m_code(code)
    {
    }

    std::optional<SizeGuard> run()
    {
        SizeGuard guard;
        do {
            std::optional<SizeExpression> side = sum(0);
            if (!side)
                return std::nullopt;
            guard.sides.push_back(std::move(*side));
        } while (takeRelation(guard.relations));
        skipSpace();
        if (!m_rest.empty() || guard.relations.empty())
            return std::nullopt;
        m_text += m_code.substr(m_written);
        guard.text = std::move(m_text);
        return guard;
    }

private:
    using Kind = SizeExpression::Kind;
    using Part = std::optional<SizeExpression>;

    bool takeRelation(std::vector<SizeGuard::Relation> &relations)
    {
        using Relation = SizeGuard::Relation;
        constexpr std::array signs = { // the longer of two that begin alike comes first
                                       std::pair { std::string_view("=="), Relation::Equal },
                                       std::pair { std::string_view("!="), Relation::Unequal },
                                       std::pair { std::string_view("<="), Relation::LessOrEqual },
                                       std::pair { std::string_view(">="), Relation::GreaterOrEqual },
                                       std::pair { std::string_view("<"), Relation::Less },
                                       std::pair { std::string_view(">"), Relation::Greater }
        };
        const auto found = std::ranges::find_if(signs, [this](const auto &sign) { return take(sign.first); });
        if (found == signs.end())
            return false;
        relations.push_back(found->second);
        return true;
    }

    /// A chain of one kind stays flat: it does not nest deeper with each part.
    Part joined(Kind kind, SizeExpression left, Part right)
    {
        if (!right || ++m_parts > maxParts)
            return std::nullopt;
        const bool goesOn = left.m_kind == kind && (kind == Kind::Add || kind == Kind::Mul) && left.m_parts.size() > 1;
        if (goesOn) {
            left.m_parts.push_back(std::move(*right));
            return left;
        }
        SizeExpression result;
        result.m_kind = kind;
        result.m_parts.push_back(std::move(left));
        result.m_parts.push_back(std::move(*right));
        return result;
    }

    Part negated(Part part) { return part ? joined(Kind::Mul, SizeExpression(-1), std::move(part)) : std::nullopt; }

    Part sum(int depth)
    {
        Part result = product(depth);
        while (result) {
            if (take("+"))
                result = joined(Kind::Add, std::move(*result), product(depth));
            else if (take("-"))
                result = joined(Kind::Add, std::move(*result), negated(product(depth)));
            else
                break;
        }
        return result;
    }

    Part product(int depth)
    {
        Part result = signedPart(depth);
        while (result) {
            if (take("//"))
                result = joined(Kind::FloorDiv, std::move(*result), signedPart(depth));
            else if (take("%"))
                result = joined(Kind::Mod, std::move(*result), signedPart(depth));
            else if (take("*"))
                result = joined(Kind::Mul, std::move(*result), signedPart(depth));
            else
                break;
        }
        return result;
    }

    Part signedPart(int depth)
    {
        if (depth > maxGuardDepth)
            return std::nullopt;
        if (take("-"))
            return negated(signedPart(depth + 1));
        Part base = atom(depth);
        return base && take("**") ? joined(Kind::Pow, std::move(*base), signedPart(depth + 1)) : base;
    }

    Part atom(int depth)
    {
        skipSpace();
        if (take("(")) {
            Part inner = sum(depth + 1);
            return take(")") ? inner : std::nullopt;
        }
        if (m_rest.starts_with("L["))
            return place();
        if (!m_rest.empty() && std::isdigit(static_cast<unsigned char>(m_rest.front())) != 0)
            return number();
        return function(depth);
    }

    Part number()
    {
        const std::optional<std::int64_t> value = integer();
        const bool goesOn = !m_rest.empty() && (isPartOfWord(m_rest.front()) || m_rest.front() == '.');
        return value && !goesOn ? Part(SizeExpression(*value)) : std::nullopt;
    }

    Part function(int depth)
    {
        constexpr std::array functions = {
            std::pair { std::string_view("max("), Kind::Max },
            std::pair { std::string_view("min("), Kind::Min },
            std::pair { std::string_view("Max("), Kind::Max },
            std::pair { std::string_view("Min("), Kind::Min },
            std::pair { std::string_view("Mod("), Kind::Mod },
            std::pair { std::string_view("PythonMod("), Kind::Mod },
            std::pair { std::string_view("FloorDiv("), Kind::FloorDiv },
        };
        const auto found = std::ranges::find_if(functions, [this](const auto &name) { return take(name.first); });
        if (found == functions.end())
            return std::nullopt;
        Part result = sum(depth + 1);
        while (result && take(","))
            result = joined(found->second, std::move(*result), sum(depth + 1));
        return take(")") ? result : std::nullopt;
    }

    /// "L['x']['a'][0].size()[1]" as "x[a][0].1", and "L['n']" as "n".
    Part place()
    {
        m_text += m_code.substr(m_written, m_code.size() - m_rest.size() - m_written);
        m_rest.remove_prefix(1);
        std::optional<std::string> name = key();
        while (name && m_rest.starts_with('[')) {
            const std::optional<std::string> inner = key();
            name = inner ? std::optional(*name + '[' + *inner + ']') : std::nullopt;
        }
        if (name && take(".size()")) {
            const std::optional<std::string> dimension = key();
            name = dimension ? std::optional(*name + '.' + *dimension) : std::nullopt;
        }
        if (!name || m_rest.starts_with('.'))
            return std::nullopt;
        m_written = m_code.size() - m_rest.size();
        m_text += *name;
        SizeExpression result;
        result.m_kind = Kind::Symbol;
        result.m_name = std::move(*name);
        return result;
    }

    /// "['a']" or "[0]".
    std::optional<std::string> key()
    {
        if (!take("["))
            return std::nullopt;
        std::string result;
        if (take("'")) {
            const std::size_t end = m_rest.find('\'');
            if (end == std::string_view::npos || end == 0)
                return std::nullopt;
            result = m_rest.substr(0, end);
            m_rest.remove_prefix(end + 1);
        } else if (const std::optional<std::int64_t> index = integer(); index && *index >= 0) {
            result = std::to_string(*index);
        }
        return !result.empty() && take("]") ? std::optional(result) : std::nullopt;
    }

    std::string_view m_code;
    std::string m_text;
    std::size_t m_written = 0; ///< how much of the code stands in the text
    int m_parts = 0;
};

std::optional<SizeGuard> SizeGuard::parse(std::string_view code)
{
    return SizeGuardParser(code).run();
}

std::optional<bool> SizeGuard::holds(const SymbolValues &places) const
{
    std::optional<std::int64_t> left = sides.front().evaluate(places);
    bool result = true;
    for (std::size_t i = 0; i < relations.size(); ++i) {
        const std::optional<std::int64_t> right = sides[i + 1].evaluate(places);
        if (!left || !right)
            return std::nullopt;
        const std::array<bool, 6> outcomes { *left == *right, *left != *right,
                                             *left<*right, *left <= *right, *left> * right, *left >= *right };
        result = result && outcomes.at(static_cast<std::size_t>(relations[i]));
        left = right;
    }
    return result;
}

} // namespace rooflight
