// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/known_phrases.h"

#include "core/base/translation_mark.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

namespace {

/// Of core/roofs and its data sheets. An earlier one is preferred.
constexpr const char *roofTemplates[] = {
    QT_TRANSLATE_NOOP("Phrases", "%1, sustained"),
    QT_TRANSLATE_NOOP("Phrases", "%1 (%2)"),
    QT_TRANSLATE_NOOP("Phrases", "%1, one core"),
    QT_TRANSLATE_NOOP("Phrases", "vector"),
    QT_TRANSLATE_NOOP("Phrases", "scalar"),
    QT_TRANSLATE_NOOP("Phrases", "tensor"),
    QT_TRANSLATE_NOOP("Phrases", "tiles"),
    QT_TRANSLATE_NOOP("Phrases", "one core"),
    QT_TRANSLATE_NOOP("Phrases", "special functions"),
    QT_TRANSLATE_NOOP("Phrases", "%1 dot product"),
    QT_TRANSLATE_NOOP("Phrases", "%1 matrix product"),
    QT_TRANSLATE_NOOP("Phrases", "%1 multiply, add"),
    QT_TRANSLATE_NOOP("Phrases", "%1 convolution"),
    QT_TRANSLATE_NOOP("Phrases", "%1 read"),
    QT_TRANSLATE_NOOP("Phrases", "%1 write"),
    QT_TRANSLATE_NOOP("Phrases", "%1 copy"),
    QT_TRANSLATE_NOOP("Phrases", "%1 update"),
    QT_TRANSLATE_NOOP("Phrases", "%1 triad"),
    QT_TRANSLATE_NOOP("Phrases", "Shared memory"),
    QT_TRANSLATE_NOOP("Phrases", "PCIe to device"),
    QT_TRANSLATE_NOOP("Phrases", "PCIe from device"),
    QT_TRANSLATE_NOOP("Phrases", "Operator"),
    QT_TRANSLATE_NOOP("Phrases", "Launch, between events"),
    QT_TRANSLATE_NOOP("Phrases", "Launch, in a graph"),
    QT_TRANSLATE_NOOP("Phrases", "Launch, back to back"),
    QT_TRANSLATE_NOOP("Phrases", "normal random numbers"),
    QT_TRANSLATE_NOOP("Phrases", "random numbers"),
};

/// Of core/torchscript/inputs, core/cost and the sweeps.
constexpr const char *reasonTemplates[] = {
    QT_TRANSLATE_NOOP("Phrases", "The model takes no tensor that could hold several items."),
    QT_TRANSLATE_NOOP("Phrases", "With %1 doubled the results of an item change: it depends on others, or on chance."),
    QT_TRANSLATE_NOOP("Phrases", "With %1 doubled the model does not run."),
    QT_TRANSLATE_NOOP("Phrases", "Along %1 the results of an item do not depend on others."),
    QT_TRANSLATE_NOOP("Phrases", "There is none, as asked for."),
    QT_TRANSLATE_NOOP("Phrases", "It is %1, as asked for."),
    QT_TRANSLATE_NOOP("Phrases", "dimension %1 of %2"),
    QT_TRANSLATE_NOOP("Phrases", "the length of %1"),
    QT_TRANSLATE_NOOP("Phrases", "no dimension"),
    QT_TRANSLATE_NOOP("Phrases", "One call takes longer than allowed."),
    QT_TRANSLATE_NOOP("Phrases", "The process that tried it was lost."),
    QT_TRANSLATE_NOOP("Phrases", "Two processes that tried it were lost."),
    QT_TRANSLATE_NOOP("Phrases", "the formula of the table does not fit these arguments"),
    QT_TRANSLATE_NOOP("Phrases", "%1 in %2, line %3: %4"),
    QT_TRANSLATE_NOOP("Phrases", "it gives %1, which is negative"),
    QT_TRANSLATE_NOOP("Phrases", "it takes the logarithm of a negative number"),
    QT_TRANSLATE_NOOP("Phrases", "it divides by zero"),
    QT_TRANSLATE_NOOP("Phrases", "%1 was not given"),
    QT_TRANSLATE_NOOP("Phrases", "%1 is no tensor"),
    QT_TRANSLATE_NOOP("Phrases", "%1 is no list of tensors"),
    QT_TRANSLATE_NOOP("Phrases", "%1 is no integer"),
    QT_TRANSLATE_NOOP("Phrases", "%1 is no list of integers"),
    QT_TRANSLATE_NOOP("Phrases", "%1 is no list"),
    QT_TRANSLATE_NOOP("Phrases", "%1 stands for %2 tensors, not for one"),
    QT_TRANSLATE_NOOP("Phrases", "the element type of %1 is not known"),
    QT_TRANSLATE_NOOP("Phrases", "%1 has %2 dimensions, so there is none that is called %3"),
    QT_TRANSLATE_NOOP("Phrases", "the operator has no argument %1, only %2"),
    QT_TRANSLATE_NOOP("Phrases", "%1 is not there: the list holds %2"),
};

constexpr std::size_t placeLength = 2; // "%1"
constexpr std::size_t longestText = 500; // of a stranger's session; each place is looked into in turn

/// What stands in the places of a template, which are in order; `nullopt` if the text is not made by it.
std::optional<std::vector<std::string_view>> placesIn(std::string_view text, std::string_view pattern)
{
    std::vector<std::string_view> places;
    std::size_t place = pattern.find('%');
    if (!text.starts_with(pattern.substr(0, place)))
        return std::nullopt;
    text.remove_prefix(std::min(place, pattern.size()));
    while (place != std::string_view::npos) {
        pattern.remove_prefix(place + placeLength);
        place = pattern.find('%');
        const std::string_view behind = pattern.substr(0, place);
        const bool isLast = place == std::string_view::npos;
        if (isLast && !text.ends_with(behind))
            return std::nullopt;
        const std::size_t end = isLast ? text.size() - behind.size() : text.find(behind);
        if (end == std::string_view::npos || end == 0)
            return std::nullopt;
        places.push_back(text.substr(0, end));
        text.remove_prefix(end + behind.size());
        if (isLast)
            return places;
    }
    return text.empty() ? std::optional(places) : std::nullopt;
}

Phrase phraseOf(std::string_view text, std::span<const char *const> templates)
{
    if (text.size() > longestText)
        return literalPhrase(std::string(text));
    for (const char *pattern : templates) {
        const auto places = placesIn(text, pattern);
        if (!places)
            continue;
        Phrase phrase { pattern };
        for (const std::string_view place : *places)
            phrase.arguments.push_back(phraseOf(place, templates));
        return phrase;
    }
    return literalPhrase(std::string(text));
}

} // namespace

Phrase roofPhrase(std::string_view name)
{
    return phraseOf(name, roofTemplates);
}

Phrase reasonPhrase(std::string_view text)
{
    return phraseOf(text, reasonTemplates);
}

} // namespace ridgepoint
