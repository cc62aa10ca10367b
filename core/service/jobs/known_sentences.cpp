// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/known_sentences.h"

#include "core/model/result_sentences.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace rooflight {

namespace {

constexpr std::array onBatch = { sentences::noSeveralItems, sentences::itemsAlong, sentences::itemsDepend,
                                 sentences::doubledFails };
constexpr std::array onBatchAsked = { sentences::noBatchAsked, sentences::batchAsked };
constexpr std::array onMeasuring = { sentences::processLost, sentences::processesLost, sentences::callTooLong };
constexpr std::array onCounting = { sentences::formulaDoesNotFit, sentences::needsTrust };
constexpr std::array onQueue = { sentences::cannotHold, sentences::holdBreaks, sentences::queueTooLong,
                                 sentences::hostSetsPace };
constexpr std::array hostStages = { sentences::busyStage, sentences::sleepStage, sentences::copyStage };

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The characters that a number at the front takes: "12.5", "1e+06".
std::size_t numberAtFront(std::string_view text)
{
    const auto end = std::ranges::find_if_not(
        text, [](char c) { return isDigit(c) || c == '.' || c == 'e' || c == '+' || c == '-'; });
    return static_cast<std::size_t>(end - text.begin());
}

bool isNumbersIn(std::string_view pattern, std::string_view text)
{
    constexpr std::size_t everyPlace = 9;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (argumentAt(pattern, i, everyPlace)) {
            const std::size_t digits = numberAtFront(text);
            if (digits == 0)
                return false;
            text.remove_prefix(digits);
            ++i; // the digit of the place
        } else if (text.starts_with(pattern[i])) {
            text.remove_prefix(1);
        } else {
            return false;
        }
    }
    return text.empty();
}

bool isNumbersInOneOf(std::span<const char *const> patterns, std::string_view text)
{
    return std::ranges::any_of(patterns, [text](std::string_view pattern) { return isNumbersIn(pattern, text); });
}

bool isPatternOf(std::span<const char *const> patterns, const ComposedText &text)
{
    return isMadeOfItsParts(text)
        && std::ranges::any_of(patterns, [&text](std::string_view pattern) { return text.parts.pattern == pattern; });
}

/// What arguments of a model are called; no sentence, as it has no spaces.
bool isArgumentName(const ComposedText &text)
{
    constexpr std::size_t longest = 64;
    return text.parts.pattern.empty() && text.text.size() <= longest && std::ranges::all_of(text.text, [](char c) {
               return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '[' || c == ']';
           });
}

bool isPlace(const ComposedText &text)
{
    constexpr std::array places = { sentences::dimensionOf, sentences::lengthOf, sentences::noDimension };
    return isPatternOf(places, text) && std::ranges::all_of(text.parts.arguments, isArgumentName);
}

} // namespace

bool isOnBatch(const ComposedText &sentence, const Request &request)
{
    const std::span<const char *const> patterns = request.batchDimensions.empty()
        ? std::span<const char *const>(onBatch)
        : std::span<const char *const>(onBatchAsked);
    return isPatternOf(patterns, sentence) && std::ranges::all_of(sentence.parts.arguments, isPlace);
}

bool isOnMeasuring(const ComposedText &reason)
{
    return isNumbersInOneOf(onMeasuring, reason.text);
}

bool isOnCounting(const ComposedText &reason)
{
    return isNumbersInOneOf(onCounting, reason.text);
}

bool isOnQueue(std::string_view reason)
{
    return isNumbersInOneOf(onQueue, reason);
}

bool isStageOf(std::string_view name, const Request &request)
{
    const auto names = [name](const std::string &text) { return text.find(name) != std::string::npos; };
    return !name.empty()
        && (names(request.model) || std::ranges::any_of(request.pipeline.models, names)
            || std::ranges::any_of(request.pipeline.hostWork, names) || isNumbersInOneOf(hostStages, name));
}

} // namespace rooflight
