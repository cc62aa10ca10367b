// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/formulas/formula_expression.h"

#include "core/base/text.h"
#include "core/base/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace rooflight {

namespace {

/// Far more than a person writes, far less than the stack holds.
constexpr int maxNesting = 200;

constexpr std::string_view functionsHint = "There are numel(x), size(x, d), rank(x), bytes(x), itemsize(x), "
                                           "defined(x), count(list), min, max, ceildiv, log2 and if.";

bool isNameCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || isDigit(c);
}

} // namespace

Error FormulaLine::mistakeAt(std::size_t offset, std::string_view problem, std::string_view hint) const
{
    std::int64_t column = 1;
    for (std::string_view before = text.substr(0, offset); !before.empty(); ++column)
        static_cast<void>(takeCodePoint(before));
    return { ErrorCode::CommandLine, fmt::format("{}, line {}, column {}: {}.", file, number, column, problem),
             std::string(hint) };
}

/// Recursive descent; every function returns false once there is a mistake.
class FormulaParser
{
public:
    FormulaParser(const FormulaLine &line, std::size_t begin, std::size_t end)
        : m_line(line)
        , m_position(begin)
        , m_end(end)
    {
    }

    Result<FormulaExpression> parse();

private:
    using Operation = FormulaExpression::Operation;

    enum class Takes { Tensor, TensorAndNumber, OneNumber, TwoNumbers, Numbers };
    struct Function {
        std::string_view name;
        Operation operation;
        Takes takes;
    };
    static constexpr std::array functions = {
        Function { "numel", Operation::Numel, Takes::Tensor },
        Function { "size", Operation::Size, Takes::TensorAndNumber },
        Function { "rank", Operation::Rank, Takes::Tensor },
        Function { "bytes", Operation::Bytes, Takes::Tensor },
        Function { "itemsize", Operation::ItemSize, Takes::Tensor },
        Function { "defined", Operation::Defined, Takes::Tensor },
        Function { "count", Operation::Elements, Takes::Tensor },
        Function { "min", Operation::Minimum, Takes::Numbers },
        Function { "max", Operation::Maximum, Takes::Numbers },
        Function { "ceildiv", Operation::CeilDivide, Takes::TwoNumbers },
        Function { "log2", Operation::Log2, Takes::OneNumber },
    };

    struct Sign {
        char character;
        Operation operation;
    };

    bool sum();
    bool product();
    /// Operands between signs of one rank, from left to right.
    bool chain(bool (FormulaParser::*operand)(), Sign first, Sign second);
    bool factor();
    bool operand();
    bool literal();
    bool named();
    bool call(std::string_view functionName, std::size_t nameAt);
    bool arguments(const Function &function);
    bool moreNumbers(const Function &function);
    bool choice();
    bool index(bool &indexed);
    bool descend(bool (FormulaParser::*rule)());

    [[nodiscard]] char next();
    bool accept(char c);
    bool expect(char c);
    std::string_view takeName();
    bool refuse(std::size_t offset, std::string_view problem, std::string_view hint);
    bool refuseNext(std::string_view wanted);
    void emit(Operation operation, std::int64_t number = 0) { m_steps.push_back({ operation, number, {}, false }); }
    /// A jump whose goal is set later; returns its place.
    std::size_t emitJump(Operation operation);
    void landHere(std::size_t jump) { m_steps[jump].number = static_cast<std::int64_t>(m_steps.size()); }

    const FormulaLine &m_line;
    std::size_t m_position;
    std::size_t m_end;
    int m_depth = 0;
    std::vector<FormulaExpression::Step> m_steps;
    std::optional<Error> m_mistake;
};

Result<FormulaExpression> FormulaParser::parse()
{
    const std::size_t begin = m_position;
    if (sum() && next() != '\0')
        refuseNext("an operator");
    if (m_mistake)
        return *m_mistake;
    FormulaExpression expression;
    expression.m_text = m_line.text.substr(begin, m_end - begin);
    expression.m_steps = std::move(m_steps);
    return expression;
}

char FormulaParser::next()
{
    while (m_position < m_end && (m_line.text[m_position] == ' ' || m_line.text[m_position] == '\t'))
        ++m_position;
    return m_position < m_end ? m_line.text[m_position] : '\0';
}

bool FormulaParser::accept(char c)
{
    if (next() != c)
        return false;
    ++m_position;
    return true;
}

bool FormulaParser::expect(char c)
{
    return accept(c) || refuseNext(fmt::format("\"{}\"", c));
}

std::string_view FormulaParser::takeName()
{
    const std::size_t begin = m_position;
    while (m_position < m_end && isNameCharacter(m_line.text[m_position]))
        ++m_position;
    return m_line.text.substr(begin, m_position - begin);
}

bool FormulaParser::refuse(std::size_t offset, std::string_view problem, std::string_view hint)
{
    if (!m_mistake)
        m_mistake = m_line.mistakeAt(offset, problem, hint);
    return false;
}

bool FormulaParser::refuseNext(std::string_view wanted)
{
    if (next() == '\0')
        return refuse(m_position, fmt::format("the formula ends where {} should follow", wanted), "");
    std::string_view rest = m_line.text.substr(m_position, m_end - m_position);
    std::string found;
    appendUtf8(found, takeCodePoint(rest));
    return refuse(m_position, fmt::format("\"{}\" stands where {} should follow", found, wanted), "");
}

std::size_t FormulaParser::emitJump(Operation operation)
{
    emit(operation);
    return m_steps.size() - 1;
}

bool FormulaParser::descend(bool (FormulaParser::*rule)())
{
    if (m_depth == maxNesting)
        return refuse(m_position, fmt::format("the formula is nested more than {} deep", maxNesting),
                      "Take out brackets that are not needed.");
    ++m_depth;
    const bool fine = (this->*rule)();
    --m_depth;
    return fine;
}

bool FormulaParser::sum()
{
    return chain(&FormulaParser::product, { '+', Operation::Add }, { '-', Operation::Subtract });
}

bool FormulaParser::product()
{
    return chain(&FormulaParser::factor, { '*', Operation::Multiply }, { '/', Operation::Divide });
}

bool FormulaParser::chain(bool (FormulaParser::*operand)(), Sign first, Sign second)
{
    if (!(this->*operand)())
        return false;
    for (char sign = next(); sign == first.character || sign == second.character; sign = next()) {
        ++m_position;
        if (!(this->*operand)())
            return false;
        emit(sign == first.character ? first.operation : second.operation);
    }
    return true;
}

bool FormulaParser::factor()
{
    if (!accept('-'))
        return operand();
    if (!descend(&FormulaParser::factor))
        return false;
    emit(Operation::Negate);
    return true;
}

bool FormulaParser::operand()
{
    const char c = next();
    if (isDigit(c))
        return literal();
    if (isNameCharacter(c))
        return named();
    if (accept('('))
        return descend(&FormulaParser::sum) && expect(')');
    return refuseNext("a number, a name or a bracket");
}

bool FormulaParser::literal()
{
    const std::size_t begin = m_position;
    const std::string_view digits = takeName();
    std::int64_t number = 0;
    const auto [stopped, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool fraction = m_position < m_end && m_line.text[m_position] == '.';
    if (fraction || stopped != digits.data() + digits.size())
        return refuse(begin, "this is not an integer", "Write 1.5 * x as 3 * x / 2.");
    if (problem != std::errc() || number > Count::most)
        return refuse(begin, "this number is too large", fmt::format("The largest is {}.", Count::most));
    emit(Operation::Literal, number);
    return true;
}

bool FormulaParser::named()
{
    const std::size_t begin = m_position;
    const std::string_view name = takeName();
    if (accept('('))
        return call(name, begin);
    FormulaExpression::Step step { Operation::Integer, 0, std::string(name), false };
    if (!index(step.indexed))
        return false;
    m_steps.push_back(std::move(step));
    return true;
}

bool FormulaParser::index(bool &indexed)
{
    indexed = accept('[');
    return !indexed || (descend(&FormulaParser::sum) && expect(']'));
}

bool FormulaParser::call(std::string_view functionName, std::size_t nameAt)
{
    if (functionName == "if")
        return choice() && expect(')');
    const auto function = std::ranges::find(functions, functionName, &Function::name);
    if (function == functions.end())
        return refuse(nameAt, fmt::format("there is no function \"{}\"", functionName), functionsHint);
    return arguments(*function) && expect(')');
}

bool FormulaParser::arguments(const Function &function)
{
    if (function.takes != Takes::Tensor && function.takes != Takes::TensorAndNumber)
        return descend(&FormulaParser::sum) && moreNumbers(function);
    if (!isNameCharacter(next()) || isDigit(next()))
        return refuseNext("the name of an argument");
    FormulaExpression::Step step { function.operation, 0, std::string(takeName()), false };
    const std::size_t afterName = m_position;
    if (!index(step.indexed))
        return false;
    if (step.indexed && function.operation == Operation::Elements)
        return refuse(afterName, "count() takes a whole list", "");
    if (function.takes == Takes::TensorAndNumber && !(expect(',') && descend(&FormulaParser::sum)))
        return false;
    m_steps.push_back(std::move(step));
    return true;
}

bool FormulaParser::moreNumbers(const Function &function)
{
    if (function.takes == Takes::OneNumber) {
        emit(function.operation);
        return true;
    }
    do {
        if (!expect(',') || !descend(&FormulaParser::sum))
            return false;
        emit(function.operation);
    } while (function.takes == Takes::Numbers && next() == ',');
    return true;
}

/// if(condition, value, otherwise): only what is chosen is worked out.
bool FormulaParser::choice()
{
    if (!descend(&FormulaParser::sum) || !expect(','))
        return false;
    const std::size_t toOtherwise = emitJump(Operation::JumpIfZero);
    if (!descend(&FormulaParser::sum) || !expect(','))
        return false;
    const std::size_t toEnd = emitJump(Operation::Jump);
    landHere(toOtherwise);
    if (!descend(&FormulaParser::sum))
        return false;
    landHere(toEnd);
    return true;
}

Result<FormulaExpression> FormulaExpression::parse(const FormulaLine &line, std::size_t begin, std::size_t end)
{
    return FormulaParser(line, begin, end).parse();
}

} // namespace rooflight
