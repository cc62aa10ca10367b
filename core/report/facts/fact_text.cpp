// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/translation_mark.h"
#include "core/report/facts/item_facts.h"
#include "core/report/format/csv.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rooflight {

namespace {

template<typename... Functions> struct Overloaded : Functions... {
    using Functions::operator()...;
};
template<typename... Functions> Overloaded(Functions...) -> Overloaded<Functions...>;

/// Work of operators that no formula covers is missing in it.
bool isWork(const ItemFact &fact)
{
    return fact.unit == "FLOP" || fact.unit == "MAC";
}

Phrase countPhrase(const ItemRow &row, const ItemFact &fact, std::int64_t count)
{
    if (fact.unit == "1")
        return literalPhrase(formatCount(count));
    const bool isComplete = row.point->known || !isWork(fact);
    if (count == 0 && !isComplete)
        return { QT_TRANSLATE_NOOP("Phrases", "unknown") };
    return literalPhrase(formatWork(count, fact.unit, isComplete));
}

} // namespace

std::string factTitle(FactId id)
{
    return translated(Phrase { factOf(id).title }, "Facts");
}

const char *factTitleOf(const ItemRow &row, FactId id)
{
    const ItemFact &fact = factOf(id);
    return fact.titleOfSeveral && row.point->operators > 1 ? fact.titleOfSeveral : fact.title;
}

Phrase factPhrase(const ItemRow &row, FactId id)
{
    const ItemFact &fact = factOf(id);
    if (fact.phrase)
        return fact.phrase(row);
    return std::visit(
        Overloaded { [](std::monostate) { return Phrase(); },
                     [](bool) { return Phrase(); }, // says nothing to people without a phrase
                     [](const FactNames &names) { return literalPhrase(fmt::format("{}", fmt::join(names, ", "))); },
                     [](const NamedTimes &) { return Phrase(); }, // causesPhrase() says them
                     [](std::string_view text) { return literalPhrase(std::string(text)); },
                     [](const std::vector<Shape> *shapes) { return literalPhrase(formatShapes(*shapes)); },
                     [&](double number) { return literalPhrase(formatNumber(number, fact.unit)); },
                     [&](std::int64_t count) { return countPhrase(row, fact, count); } },
        fact.value(row));
}

std::string factText(const ItemRow &row, FactId id)
{
    return translated(factPhrase(row, id));
}

Phrase exactFactPhrase(const ItemRow &row, FactId id)
{
    constexpr std::int64_t firstRounded = 1000;
    Phrase phrase = factPhrase(row, id);
    const FactValue value = factOf(id).value(row);
    const auto *count = std::get_if<std::int64_t>(&value);
    if (!count || *count < firstRounded || factOf(id).unit == "1")
        return phrase;
    return { QT_TRANSLATE_NOOP("Phrases", "%1 (%2)"), { std::move(phrase), literalPhrase(formatCount(*count)) } };
}

std::string factCsv(const ItemRow &row, FactId id)
{
    return std::visit(Overloaded { [](std::monostate) { return std::string(); },
                                   [](bool value) { return std::string(value ? "true" : "false"); },
                                   [](const FactNames &names) { return fmt::format("{}", fmt::join(names, " ")); },
                                   [](const NamedTimes &) { return std::string(); }, // none is in CSV
                                   [](std::string_view text) { return std::string(text); },
                                   [](const std::vector<Shape> *shapes) { return shapesCell(*shapes); },
                                   [](double number) { return numberCell(number); },
                                   [](std::int64_t number) { return numberCell(number); } },
                      factOf(id).value(row));
}

std::optional<double> factNumber(const ItemRow &row, FactId id)
{
    const ItemFact &fact = factOf(id);
    const FactValue value = fact.value(row);
    if (const auto *number = std::get_if<double>(&value))
        return *number;
    const auto *number = std::get_if<std::int64_t>(&value);
    const bool unknown = number && *number == 0 && isWork(fact) && !row.point->known;
    return number && !unknown ? std::optional(static_cast<double>(*number)) : std::nullopt;
}

} // namespace rooflight
