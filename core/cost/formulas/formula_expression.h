// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/count.h"
#include "core/base/result.h"
#include "core/cost/call/operator_call.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// A line of a formula file, and where it stands there.
struct FormulaLine {
    std::string_view file;
    std::int64_t number = 1;
    std::string_view text;

    /// A mistake of the user's at a byte of the line. \p problem is a sentence without its full stop.
    [[nodiscard]] Error mistakeAt(std::size_t offset, std::string_view problem, std::string_view hint) const;
};

/// A formula over the arguments and results of an operator call, in the language of docs/reference/formula_file.md.
/// Integers only, between -2^61 and 2^61: what would go beyond stays at that end.
class FormulaExpression
{
public:
    /// Reads what stands in the bytes [begin, end) of the line. Errors: CommandLine.
    [[nodiscard]] static Result<FormulaExpression> parse(const FormulaLine &line, std::size_t begin, std::size_t end);

    /// As it was written.
    [[nodiscard]] const std::string &text() const { return m_text; }

    /// The value for this call, or what in the call does not fit, or that the value is negative.
    [[nodiscard]] std::variant<Count, ComposedText> evaluate(const OperatorCall &call) const;

private:
    friend class FormulaParser;
    friend class FormulaMachine;

    enum class Operation : std::uint8_t {
        Literal,
        Integer, ///< an argument's value
        Negate,
        Add,
        Subtract,
        Multiply,
        Divide,
        CeilDivide,
        Minimum,
        Maximum,
        Log2,
        Numel,
        Size,
        Rank,
        Bytes,
        ItemSize,
        Defined,
        Elements, ///< of a list
        Jump,
        JumpIfZero,
    };

    /// Step of a stack machine: formulas of any length are neither walked nor freed by recursion.
    struct Step {
        Operation operation = Operation::Literal;
        std::int64_t number = 0; ///< the literal, or the step to jump to
        std::string name; ///< of the argument
        bool indexed = false; ///< the stack holds the index of one element
    };

    std::string m_text;
    std::vector<Step> m_steps;
};

} // namespace rooflight
