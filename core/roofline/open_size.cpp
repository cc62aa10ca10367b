// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/open_size.h"

#include "core/base/text.h"

#include <algorithm>

namespace rooflight {

namespace {

constexpr int maxSteps = 12; ///< doublings, and as many halvings

/// A place such as "input_ids.1".
struct Place {
    std::string argument;
    std::size_t dimension = 0;
};

std::optional<Place> placeOf(const std::string &text)
{
    const std::size_t dot = text.rfind('.');
    if (dot == std::string::npos)
        return std::nullopt;
    const auto dimension = parseNumber<std::size_t>(std::string_view(text).substr(dot + 1));
    return dimension ? std::optional(Place { text.substr(0, dot), *dimension }) : std::nullopt;
}

std::optional<std::int64_t> observedAt(const Analysis &analysis, const Place &place)
{
    const auto input = std::ranges::find(analysis.inputs, place.argument, &ModelInput::name);
    if (input == analysis.inputs.end() || place.dimension >= input->tensor.shape.size())
        return std::nullopt;
    return input->tensor.shape[place.dimension];
}

std::vector<std::int64_t> valuesOf(const SizeSymbol &symbol, std::int64_t observed)
{
    std::vector<std::int64_t> values { observed };
    const std::int64_t least = std::max<std::int64_t>(1, symbol.minimum);
    for (int i = 0; i < maxSteps && values.front() % 2 == 0 && values.front() / 2 >= least; ++i)
        values.insert(values.begin(), values.front() / 2);
    for (int i = 0; i < maxSteps && (!symbol.maximum || values.back() <= *symbol.maximum / 2); ++i)
        values.push_back(values.back() * 2);
    return values;
}

} // namespace

std::optional<OpenSize> openSize(const Session &session)
{
    if (!session.analysis || !session.inspection)
        return std::nullopt;
    for (const SizeSymbol &symbol : session.inspection->symbols) {
        for (const std::string &text : symbol.places) {
            const std::optional<Place> place = placeOf(text);
            const auto observed = place ? observedAt(*session.analysis, *place) : std::nullopt;
            if (!observed || *observed < 1 || place->dimension == 0)
                continue;
            OpenSize size { symbol.name, text, *observed, valuesOf(symbol, *observed) };
            if (size.values.size() > 1)
                return size;
        }
    }
    return std::nullopt;
}

std::vector<std::string> dimensionsWith(const Session &session, const OpenSize &size, std::int64_t value)
{
    std::vector<std::string> dimensions;
    for (const SizeSymbol &symbol : session.inspection ? session.inspection->symbols : std::vector<SizeSymbol>()) {
        std::optional<std::int64_t> observed;
        for (const std::string &text : symbol.places) {
            const std::optional<Place> place = placeOf(text);
            if (place && session.analysis && !observed)
                observed = observedAt(*session.analysis, *place);
        }
        if (symbol.name == size.name)
            dimensions.push_back(symbol.name + '=' + std::to_string(value));
        else if (observed)
            dimensions.push_back(symbol.name + '=' + std::to_string(*observed));
    }
    return dimensions;
}

bool isSameModel(const ModelIdentity &one, const ModelIdentity &other)
{
    if (!one.sha256.empty() && !other.sha256.empty())
        return one.sha256 == other.sha256;
    if (!one.contentsSha256.empty() && !other.contentsSha256.empty())
        return one.contentsSha256 == other.contentsSha256;
    return one.parameters == other.parameters && one.parameterBytes == other.parameterBytes;
}

} // namespace rooflight
