// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/result.h"
#include "core/cost/call/operator_call.h"
#include "core/cost/formulas/formula_expression.h"
#include "core/results/analysis/analysis.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace rooflight {

/// What a formula gives.
enum class FormulaQuantity {
    Macs,
    BiasAdds,
    Elementwise,
    Transcendental,
    Reduction,
    Comparison,
    BytesRead,
    BytesWritten,
};

/// What the formulas of a user give for one call. Bytes that they do not give follow the rules of the table.
struct CustomFigures {
    OperatorWork work;
    std::optional<std::int64_t> bytesRead;
    std::optional<std::int64_t> bytesWritten;
};

/// One section of a formula file.
class CustomFormula
{
public:
    [[nodiscard]] OperatorFamily family() const { return m_family; }

    /// The error's text is the reason: where in which file, and what in the call does not fit.
    [[nodiscard]] std::variant<CustomFigures, ComposedText> figuresOf(const OperatorCall &call) const;

    /// \p generalBytes says how bytes are counted that the file gives no formula for.
    [[nodiscard]] UsedFormula describe(std::string_view operatorName, std::string_view generalBytes) const;

private:
    friend class FormulaFileReader;

    struct Entry {
        FormulaExpression expression;
        std::int64_t line = 0;
    };

    OperatorFamily m_family = OperatorFamily::Other;
    std::string m_file;
    std::string m_note;
    std::map<FormulaQuantity, Entry> m_entries;
};

/// Formulas of a user's own, by operator.
class CustomFormulas
{
public:
    /// Reads a formula file, as described in docs/reference/formula_file.md. Errors: CommandLine.
    [[nodiscard]] static Result<CustomFormulas> read(const std::string &path);
    /// \p file is its name in messages.
    [[nodiscard]] static Result<CustomFormulas> parse(std::string_view text, const std::string &file);

    /// The formula for an operator, or the one its in-place twin goes by; nullptr when there is none.
    [[nodiscard]] const CustomFormula *find(std::string_view operatorName) const;

private:
    std::map<std::string, CustomFormula, std::less<>> m_formulas;
};

} // namespace rooflight
