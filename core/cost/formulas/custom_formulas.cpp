// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/formulas/custom_formulas.h"

#include "core/base/text.h"
#include "core/base/untrusted_file.h"
#include "core/base/utf8.h"
#include "core/cost/rules/byte_rules.h"
#include "core/model/result_sentences.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

using Quantity = FormulaQuantity;

/// A quantity by the name it has in a file, and the figure that it gives: work or bytes.
struct QuantityRow {
    Quantity quantity;
    std::string_view name;
    std::int64_t OperatorWork::*work = nullptr;
    std::optional<std::int64_t> CustomFigures::*bytes = nullptr;
};

constexpr std::array quantities = {
    QuantityRow { Quantity::Macs, "macs", &OperatorWork::macs },
    QuantityRow { Quantity::BiasAdds, "bias_adds", &OperatorWork::biasAdds },
    QuantityRow { Quantity::Elementwise, "elementwise", &OperatorWork::elementwise },
    QuantityRow { Quantity::Transcendental, "transcendental", &OperatorWork::transcendental },
    QuantityRow { Quantity::Reduction, "reduction", &OperatorWork::reduction },
    QuantityRow { Quantity::Comparison, "comparison", &OperatorWork::comparison },
    QuantityRow { Quantity::BytesRead, "bytes_read", nullptr, &CustomFigures::bytesRead },
    QuantityRow { Quantity::BytesWritten, "bytes_written", nullptr, &CustomFigures::bytesWritten },
};

const QuantityRow &rowOf(Quantity quantity)
{
    return *std::ranges::find(quantities, quantity, &QuantityRow::quantity);
}

constexpr std::string_view keysHint = "A section may hold family, macs, bias_adds, elementwise, transcendental, "
                                      "reduction, comparison, bytes_read, bytes_written and source.";

constexpr std::string_view familiesHint = "Families are convolution, matrix, normalization, activation, pooling, "
                                          "elementwise, reduction, movement, view and other.";

bool isBytes(Quantity quantity)
{
    return rowOf(quantity).bytes != nullptr;
}

/// "namespace::name", as in the list of operators without a formula.
bool isOperatorName(std::string_view name)
{
    const auto isIdentifier = [](std::string_view part) {
        const auto isAllowed = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        };
        return !part.empty() && std::ranges::all_of(part, isAllowed);
    };
    const std::size_t separator = name.find("::");
    return separator != std::string_view::npos && isIdentifier(name.substr(0, separator))
        && isIdentifier(name.substr(separator + 2));
}

} // namespace

/// Reads a formula file line by line.
class FormulaFileReader
{
public:
    FormulaFileReader(std::string_view text, const std::string &file)
        : m_rest(text)
        , m_file(file)
    {
    }

    Result<std::map<std::string, CustomFormula, std::less<>>> read();

private:
    Result<void> readLine();
    Result<void> beginSection();
    Result<void> endSection();
    Result<void> readEntry();
    Result<void> readFamily(std::size_t begin, std::size_t end);
    Result<void> readSource(std::size_t begin);
    Result<void> readFormula(Quantity quantity, std::size_t begin, std::size_t end);

    FormulaLine takeLine();
    [[nodiscard]] std::optional<std::size_t> badByte() const;
    /// Where the text of the line ends: comments and spaces are left out.
    [[nodiscard]] std::size_t endOfContent() const;
    [[nodiscard]] std::size_t offsetOf(std::string_view part) const
    {
        return static_cast<std::size_t>(part.data() - m_line.text.data());
    }

    std::string_view m_rest;
    const std::string &m_file;
    FormulaLine m_line;
    std::map<std::string, CustomFormula, std::less<>> m_formulas;
    CustomFormula *m_section = nullptr;
    FormulaLine m_sectionLine;
    std::vector<std::string_view> m_keys; ///< seen in this section
};

Result<std::map<std::string, CustomFormula, std::less<>>> FormulaFileReader::read()
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (m_rest.starts_with(byteOrderMark))
        m_rest.remove_prefix(byteOrderMark.size());
    m_line = { m_file, 0, {} };
    while (!m_rest.empty()) {
        m_line = takeLine();
        if (Result<void> fine = readLine(); !fine.ok())
            return fine.error();
    }
    if (Result<void> fine = endSection(); !fine.ok())
        return fine.error();
    return std::move(m_formulas);
}

FormulaLine FormulaFileReader::takeLine()
{
    const std::size_t end = std::min(m_rest.find('\n'), m_rest.size());
    const FormulaLine line { m_file, m_line.number + 1, m_rest.substr(0, end) };
    m_rest.remove_prefix(std::min(end + 1, m_rest.size()));
    return line;
}

std::optional<std::size_t> FormulaFileReader::badByte() const
{
    constexpr char32_t replacement = 0xFFFD;
    for (std::string_view rest = m_line.text; !rest.empty();) {
        const std::size_t offset = offsetOf(rest);
        const std::size_t before = rest.size();
        // The character U+FFFD itself is three bytes long.
        if (takeCodePoint(rest) == replacement && before - rest.size() == 1)
            return offset;
    }
    return std::nullopt;
}

std::size_t FormulaFileReader::endOfContent() const
{
    const std::string_view content = trimmed(m_line.text.substr(0, m_line.text.find('#')));
    return content.empty() ? 0 : offsetOf(content) + content.size();
}

Result<void> FormulaFileReader::readLine()
{
    if (const std::optional<std::size_t> bad = badByte())
        return m_line.mistakeAt(*bad, "this is not UTF-8", "Save the file as UTF-8 text.");
    if (const std::size_t zero = m_line.text.find('\0'); zero != std::string_view::npos)
        return m_line.mistakeAt(zero, "this is not text", "Save the file as UTF-8 text.");
    const std::string_view content = trimmed(m_line.text);
    if (content.empty() || content.front() == '#')
        return {};
    return content.front() == '[' ? beginSection() : readEntry();
}

Result<void> FormulaFileReader::beginSection()
{
    if (Result<void> fine = endSection(); !fine.ok())
        return fine;
    const std::size_t begin = m_line.text.find('[') + 1;
    const std::size_t end = endOfContent();
    if (m_line.text[end - 1] != ']')
        return m_line.mistakeAt(end, "a section ends in \"]\"", "Write [namespace::operator].");
    const std::string_view name = trimmed(m_line.text.substr(begin, end - 1 - begin));
    if (!isOperatorName(name))
        return m_line.mistakeAt(begin, fmt::format("\"{}\" is not the name of an operator", name),
                                "Write [namespace::operator], without an overload.");
    const auto [section, isNew] = m_formulas.try_emplace(std::string(name));
    if (!isNew)
        return m_line.mistakeAt(begin, fmt::format("there is a section for {} already", name),
                                "Leave one section for each operator.");
    m_section = &section->second;
    m_section->m_file = m_file;
    m_sectionLine = m_line;
    m_keys.clear();
    return {};
}

Result<void> FormulaFileReader::endSection()
{
    if (!m_section)
        return {};
    const bool givesWork =
        std::ranges::any_of(m_section->m_entries, [](const auto &entry) { return !isBytes(entry.first); });
    m_section = nullptr;
    if (!givesWork)
        return m_sectionLine.mistakeAt(m_sectionLine.text.find('['), "this section does not say what work is done",
                                       "Write macs = 0 for an operator without any.");
    return {};
}

Result<void> FormulaFileReader::readEntry()
{
    const std::size_t equals = m_line.text.find('=');
    const std::string_view key = trimmed(m_line.text.substr(0, equals));
    const std::size_t keyAt = m_line.text.find_first_not_of(" \t");
    if (equals == std::string_view::npos || equals > m_line.text.find('#'))
        return m_line.mistakeAt(keyAt, "this is neither a section nor a formula",
                                "Write [namespace::operator], or name = formula.");
    if (!m_section)
        return m_line.mistakeAt(keyAt, "this formula belongs to no operator", "Write [namespace::operator] before it.");
    if (std::ranges::find(m_keys, key) != m_keys.end())
        return m_line.mistakeAt(keyAt, fmt::format("{} is there already in this section", key),
                                "Leave one of the two.");
    m_keys.push_back(key);

    const std::string_view rest = m_line.text.substr(equals + 1);
    const std::size_t begin = equals + 1 + std::min(rest.find_first_not_of(" \t"), rest.size());
    if (key == "source")
        return readSource(begin);
    const std::size_t end = std::max(begin, endOfContent());
    if (key == "family")
        return readFamily(begin, end);
    if (const auto row = std::ranges::find(quantities, key, &QuantityRow::name); row != quantities.end())
        return readFormula(row->quantity, begin, end);
    return m_line.mistakeAt(keyAt, fmt::format("there is no quantity \"{}\"", key), keysHint);
}

Result<void> FormulaFileReader::readFamily(std::size_t begin, std::size_t end)
{
    const std::string_view text = m_line.text.substr(begin, end - begin);
    m_section->m_family = fromName<OperatorFamily>(text);
    if (name(m_section->m_family) != text)
        return m_line.mistakeAt(begin, fmt::format("there is no family \"{}\"", text), familiesHint);
    return {};
}

Result<void> FormulaFileReader::readSource(std::size_t begin)
{
    const std::string_view text = m_line.text.substr(begin);
    const std::size_t end = text.find('"', 1);
    if (!text.starts_with('"') || end == std::string_view::npos)
        return m_line.mistakeAt(begin, "a source stands in double quotes", "Write source = \"paper or note\".");
    const std::string_view after = trimmed(text.substr(end + 1));
    if (!after.empty() && after.front() != '#')
        return m_line.mistakeAt(offsetOf(after), "nothing but a comment may follow the source", "");
    m_section->m_note = text.substr(1, end - 1);
    return {};
}

Result<void> FormulaFileReader::readFormula(Quantity quantity, std::size_t begin, std::size_t end)
{
    Result<FormulaExpression> expression = FormulaExpression::parse(m_line, begin, end);
    if (!expression.ok())
        return expression.error();
    m_section->m_entries.emplace(quantity, CustomFormula::Entry { std::move(expression).value(), m_line.number });
    return {};
}

std::variant<CustomFigures, ComposedText> CustomFormula::figuresOf(const OperatorCall &call) const
{
    CustomFigures figures;
    for (const auto &[quantity, entry] : m_entries) {
        std::variant<Count, ComposedText> evaluated = entry.expression.evaluate(call);
        if (auto *reason = std::get_if<ComposedText>(&evaluated))
            return composedText(sentences::formulaLine,
                                { rowOf(quantity).name, m_file, std::to_string(entry.line), std::move(*reason) });
        const std::int64_t value = std::get<Count>(evaluated).value();
        if (const QuantityRow &row = rowOf(quantity); row.work)
            figures.work.*row.work = value;
        else
            figures.*row.bytes = value;
    }
    return figures;
}

UsedFormula CustomFormula::describe(std::string_view operatorName, std::string_view generalBytes) const
{
    std::vector<std::string> work;
    std::vector<std::string> bytes;
    for (const auto &[quantity, entry] : m_entries)
        (isBytes(quantity) ? bytes : work)
            .push_back(fmt::format("{} = {}", rowOf(quantity).name, entry.expression.text()));
    if (bytes.empty())
        bytes.emplace_back(generalBytes);
    else if (bytes.size() == 1)
        bytes.push_back(fmt::format("else {}", generalBytes));
    return { std::string(operatorName), fmt::format("{}", fmt::join(work, ", ")),
             fmt::format("{}", fmt::join(bytes, ", ")), m_note.empty() ? m_file : m_file + ": " + m_note };
}

Result<CustomFormulas> CustomFormulas::read(const std::string &path)
{
    const Result<UntrustedFile> file = UntrustedFile::read(path, FileKind::Formulas);
    if (!file.ok())
        return Error { ErrorCode::CommandLine, file.error().text, file.error().hint };
    return parse(file.value().text(), path);
}

Result<CustomFormulas> CustomFormulas::parse(std::string_view text, const std::string &file)
{
    auto formulas = FormulaFileReader(text, file).read();
    if (!formulas.ok())
        return formulas.error();
    CustomFormulas result;
    result.m_formulas = std::move(formulas).value();
    return result;
}

const CustomFormula *CustomFormulas::find(std::string_view operatorName) const
{
    if (const auto found = m_formulas.find(operatorName); found != m_formulas.end())
        return &found->second;
    if (!operatorName.ends_with('_'))
        return nullptr;
    const auto twin = m_formulas.find(operatorName.substr(0, operatorName.size() - 1));
    return twin == m_formulas.end() ? nullptr : &twin->second;
}

} // namespace rooflight
