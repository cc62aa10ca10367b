// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/input_sizes.h"

#include "core/model/error_sentences.h"

#include <ATen/core/Tensor.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <map>

namespace rooflight {

namespace {

ComposedText rangeText(const ExportRange &range)
{
    const std::string least = std::to_string(range.minimum.value_or(0));
    return range.maximum ? phraseWith(phrases::upTo, { least, std::to_string(*range.maximum) })
                         : phraseWith(phrases::orMore, { least });
}

bool isIn(const ExportRange &range, std::int64_t value)
{
    return value >= range.minimum.value_or(0) && value <= range.maximum.value_or(value);
}

Error unknownSize(const std::string &name, const std::string &path, const std::vector<ExportSymbol> &symbols)
{
    std::vector<std::string> names;
    names.reserve(symbols.size());
    for (const ExportSymbol &symbol : symbols)
        names.push_back(symbol.places.empty() ? symbol.name
                                              : fmt::format("{} ({})", symbol.name, symbol.places.front()));
    if (names.empty())
        return errorOf(ErrorSentence::SizesAllFixed, { path, name });
    return errorOf(ErrorSentence::SizeUnknown, { path, name, fmt::format("{}", fmt::join(names, ", ")) });
}

/// \p given: what set each symbol so far, as it was written.
Result<void> setSize(const std::string &text, const std::string &path, const std::vector<ExportSymbol> &symbols,
                     SymbolValues &values, std::map<std::string, std::string> &given)
{
    const std::size_t equals = text.rfind('=');
    const std::string name = text.substr(0, equals);
    std::int64_t value = 0;
    const char *const end = text.data() + text.size();
    const char *const begin = equals == std::string::npos ? end : text.data() + equals + 1;
    const auto [stop, failure] = std::from_chars(begin, end, value);
    if (failure != std::errc() || stop != end || name.empty())
        return errorOf(ErrorSentence::SizeNotWritten, { text });
    const auto symbol = std::ranges::find_if(symbols, [&name](const ExportSymbol &candidate) {
        return candidate.name == name || std::ranges::find(candidate.places, name) != candidate.places.end();
    });
    if (symbol == symbols.end())
        return unknownSize(name, path, symbols);
    if (!isIn(symbol->range, value))
        return errorOf(ErrorSentence::SizeOutOfRange, { path, name, std::to_string(value), rangeText(symbol->range) });
    const auto [first, isNew] = given.emplace(symbol->name, text);
    if (!isNew && values[symbol->name] != value)
        return errorOf(ErrorSentence::SizeSetTwice, { path, first->second, text });
    values[symbol->name] = value;
    return {};
}

void forEachLeaf(const ExportArgument &argument, const c10::IValue &value, const std::string &name,
                 const std::function<void(const ExportArgument &, const c10::IValue &, const std::string &)> &use)
{
    if (argument.kind == TreeSpec::Kind::Leaf) {
        use(argument, value, name);
        return;
    }
    for (std::size_t i = 0; i < argument.parts.size(); ++i) {
        const ExportArgument &part = argument.parts[i];
        const std::string place =
            fmt::format("{}[{}]", name, argument.kind == TreeSpec::Kind::Dict ? part.name : std::to_string(i));
        if (value.isGenericDict()) {
            const auto entry = value.toGenericDict().find(part.name);
            if (entry != value.toGenericDict().end())
                forEachLeaf(part, entry->value(), place, use);
        } else if (value.isList() && i < value.toListRef().size()) {
            forEachLeaf(part, value.toListRef()[i], place, use);
        } else if (value.isTuple() && i < value.toTupleRef().elements().size()) {
            forEachLeaf(part, value.toTupleRef().elements()[i], place, use);
        }
    }
}

ComposedText isSize(const std::string &place, std::int64_t size)
{
    return phraseWith(phrases::isSize, { place, std::to_string(size) });
}

/// Compares sizes one by one, and keeps what symbols turned out to be.
class SizeCheck
{
public:
    explicit SizeCheck(const ExportedProgram &program)
        : m_program(program)
    {
    }

    void check(const std::string &place, const SizeExpression &allowed, std::int64_t size)
    {
        if (!m_misfit.empty())
            return;
        if (const std::string_view symbol = allowed.symbol(); !symbol.empty()) {
            checkSymbol(place, std::string(symbol), size);
            return;
        }
        const std::optional<std::int64_t> wanted = allowed.evaluate(m_symbols);
        if (wanted && *wanted != size)
            m_misfit =
                phraseWith(phrases::allowed,
                           { isSize(place, size),
                             allowed.number() ? allowed.text() : fmt::format("{} = {}", allowed.text(), *wanted) });
    }

    [[nodiscard]] const ComposedText &misfit() const { return m_misfit; }
    [[nodiscard]] const SymbolValues &symbols() const { return m_symbols; }

private:
    void checkSymbol(const std::string &place, const std::string &symbol, std::int64_t size)
    {
        const auto range = m_program.ranges.find(symbol);
        if (range != m_program.ranges.end() && !isIn(range->second, size)) {
            m_misfit = phraseWith(phrases::allowed, { isSize(place, size), rangeText(range->second) });
            return;
        }
        const auto [known, isNew] = m_symbols.emplace(symbol, size);
        if (!isNew && known->second != size)
            m_misfit = phraseWith(phrases::allowedByOther, { isSize(place, size), std::to_string(known->second) });
    }

    const ExportedProgram &m_program;
    SymbolValues m_symbols;
    ComposedText m_misfit;
};

} // namespace

Result<SymbolValues> sizesOf(const LoadedExport &exported, const std::vector<std::string> &given,
                             const std::string &path)
{
    return sizesOf(symbolsOf(*exported.program), given, path);
}

Result<SymbolValues> sizesOf(const std::vector<ExportSymbol> &symbols, const std::vector<std::string> &given,
                             const std::string &path)
{
    SymbolValues values;
    for (const ExportSymbol &symbol : symbols) {
        if (symbol.sample)
            values[symbol.name] = *symbol.sample;
    }
    std::map<std::string, std::string> setBy;
    for (const std::string &text : given) {
        if (const Result<void> set = setSize(text, path, symbols, values, setBy); !set.ok())
            return set.error();
    }
    return values;
}

Result<void> checkGivenSizes(const LoadedExport &exported, const std::vector<std::string> &given,
                             const std::vector<c10::IValue> &values, const std::string &path, std::int64_t batch)
{
    if (given.empty())
        return {};
    const std::vector<ExportSymbol> symbols = symbolsOf(*exported.program);
    const SymbolValues found = symbolsIn(exported, values);
    for (const std::string &text : given) {
        SymbolValues wanted;
        std::map<std::string, std::string> ignored;
        static_cast<void>(setSize(text, path, symbols, wanted, ignored)); // whether it is one was checked before
        for (const auto &[symbol, value] : wanted) {
            const auto actual = found.find(symbol);
            if (actual == found.end() || actual->second == value)
                continue;
            const std::string set = std::to_string(actual->second);
            return batch > 0 ? errorOf(ErrorSentence::SizeSetByBatch, { path, text, std::to_string(batch), set })
                             : errorOf(ErrorSentence::SizeSetByInput, { path, text, set });
        }
    }
    return {};
}

void forEachLeaf(const LoadedExport &exported, const std::vector<c10::IValue> &values,
                 const std::function<void(const ExportArgument &, const c10::IValue &, const std::string &)> &use)
{
    for (std::size_t i = 0; i < std::min(values.size(), exported.arguments.size()); ++i)
        forEachLeaf(exported.arguments[i], values[i], exported.arguments[i].name, use);
}

namespace {

/// Compares all sizes; what does not fit for another reason than a size: the number of dimensions.
ComposedText checkAll(const LoadedExport &exported, const std::vector<c10::IValue> &values, SizeCheck &check)
{
    const ExportedProgram &program = *exported.program;
    ComposedText rank;
    forEachLeaf(exported, values, [&](const ExportArgument &leaf, const c10::IValue &value, const std::string &name) {
        const std::string &input = program.inputs[leaf.input].name;
        const auto tensor = program.graph.tensors.find(input);
        const auto number = program.graph.sizes.find(input);
        if (value.isInt() && number != program.graph.sizes.end())
            check.check(name, number->second, value.toInt());
        if (!value.isTensor() || tensor == program.graph.tensors.end())
            return;
        const auto sizes = value.toTensor().sizes();
        if (sizes.size() != tensor->second.sizes.size() && rank.empty())
            rank = phraseWith(phrases::ranksAllowed,
                              { name, std::to_string(sizes.size()), std::to_string(tensor->second.sizes.size()) });
        for (std::size_t i = 0; i < sizes.size() && rank.empty(); ++i)
            check.check(fmt::format("{}.{}", name, i), tensor->second.sizes[i], sizes[i]);
    });
    return rank;
}

/// Sizes by their places, as guards name them.
SymbolValues placesIn(const LoadedExport &exported, const std::vector<c10::IValue> &values)
{
    SymbolValues places;
    forEachLeaf(exported, values, [&](const ExportArgument &, const c10::IValue &value, const std::string &name) {
        if (value.isInt())
            places[name] = value.toInt();
        const auto sizes = value.isTensor() ? value.toTensor().sizes() : c10::IntArrayRef();
        for (std::size_t i = 0; i < sizes.size(); ++i)
            places[fmt::format("{}.{}", name, i)] = sizes[i];
    });
    return places;
}

/// The symbol that each place has for a size.
std::map<std::string, std::string> symbolsOfPlaces(const LoadedExport &exported, const std::vector<c10::IValue> &values)
{
    const ExportedProgram &program = *exported.program;
    std::map<std::string, std::string> symbols;
    forEachLeaf(exported, values, [&](const ExportArgument &leaf, const c10::IValue &, const std::string &name) {
        const auto tensor = program.graph.tensors.find(program.inputs[leaf.input].name);
        for (std::size_t i = 0; tensor != program.graph.tensors.end() && i < tensor->second.sizes.size(); ++i)
            symbols[fmt::format("{}.{}", name, i)] = tensor->second.sizes[i].symbol();
    });
    return symbols;
}

bool mentions(const SizeGuard &guard, const std::string &place)
{
    std::vector<std::string> names;
    for (const SizeExpression &side : guard.sides)
        side.collectSymbols(names);
    return std::ranges::find(names, place) != names.end();
}

/// The sizes next to that of a place with which its guards and its range hold, within 64.
std::vector<std::int64_t> nearestAllowed(const LoadedExport &exported, const std::vector<c10::IValue> &values,
                                         SymbolValues places, const std::string &place)
{
    constexpr std::int64_t farthest = 64;
    const std::map<std::string, std::string> symbols = symbolsOfPlaces(exported, values);
    const auto own = symbols.find(place);
    const auto range =
        own == symbols.end() ? exported.program->ranges.end() : exported.program->ranges.find(own->second);
    const std::int64_t given = places.at(place);
    const auto isAllowed = [&](std::int64_t size) {
        for (auto &[other, value] : places) {
            const auto symbol = symbols.find(other);
            const bool same = own != symbols.end() && symbol != symbols.end() && !own->second.empty()
                && symbol->second == own->second;
            if (same || other == place)
                value = size;
        }
        return (range == exported.program->ranges.end() || isIn(range->second, size))
            && std::ranges::all_of(exported.program->guards, [&](const SizeGuard &guard) {
                   return !mentions(guard, place) || guard.holds(places).value_or(true);
               });
    };
    std::vector<std::int64_t> nearest;
    for (const std::int64_t step : { -1, 1 }) {
        std::int64_t size = given + step;
        while (std::abs(size - given) <= farthest && size > 0 && !isAllowed(size))
            size += step;
        if (std::abs(size - given) <= farthest && size > 0)
            nearest.push_back(size);
    }
    return nearest;
}

/// "x.0 is 6, and (x.0 % 4) == 0 is what the export allows: 4 and 8 are the nearest"; empty when all conditions hold,
/// or none is known not to.
ComposedText brokenGuard(const LoadedExport &exported, const std::vector<c10::IValue> &values)
{
    const std::vector<SizeGuard> &guards = exported.program->guards;
    if (guards.empty())
        return {};
    const SymbolValues places = placesIn(exported, values);
    const auto broken =
        std::ranges::find_if(guards, [&places](const SizeGuard &guard) { return !guard.holds(places).value_or(true); });
    if (broken == guards.end())
        return {};
    std::vector<std::string> names;
    for (const SizeExpression &side : broken->sides)
        side.collectSymbols(names);
    const std::vector<std::int64_t> nearest =
        names.size() == 1 ? nearestAllowed(exported, values, places, names.front()) : std::vector<std::int64_t>();
    ComposedText sizes;
    for (const std::string &name : names) {
        ComposedText size = isSize(name, places.at(name));
        sizes = sizes.empty() ? std::move(size) : phraseWith(phrases::both, { std::move(sizes), std::move(size) });
    }
    if (nearest.empty())
        return phraseWith(phrases::allowed, { sizes, broken->text });
    if (nearest.size() == 1)
        return phraseWith(phrases::allowedNear, { sizes, broken->text, std::to_string(nearest[0]) });
    return phraseWith(phrases::allowedBetween,
                      { sizes, broken->text, std::to_string(nearest[0]), std::to_string(nearest[1]) });
}

} // namespace

SymbolValues symbolsIn(const LoadedExport &exported, const std::vector<c10::IValue> &values)
{
    SizeCheck check(*exported.program);
    static_cast<void>(checkAll(exported, values, check));
    return check.symbols();
}

ComposedText misfit(const LoadedExport &exported, const std::vector<c10::IValue> &values)
{
    SizeCheck check(*exported.program);
    ComposedText rank = checkAll(exported, values, check);
    if (!rank.empty())
        return rank;
    return check.misfit().empty() ? brokenGuard(exported, values) : check.misfit();
}

} // namespace rooflight
