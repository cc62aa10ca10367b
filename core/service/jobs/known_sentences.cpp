// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/result_checks.h"

#include "core/base/foreign_text.h"
#include "core/model/error_sentences.h"
#include "core/model/result_sentences.h"
#include "core/record/json_reader.h"
#include "core/record/json_writer.h"
#include "core/timing/cuda/torch_cuda_module.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <span>
#include <vector>

namespace rooflight {

namespace {

constexpr std::array onBatch = { sentences::noSeveralItems, sentences::itemsAlong, sentences::itemsDepend,
                                 sentences::doubledFails };
constexpr std::array onBatchAsked = { sentences::noBatchAsked, sentences::batchAsked };
constexpr std::array onMeasuring = { SentencePattern { sentences::processLost, "" },
                                     SentencePattern { sentences::processesLost, "" },
                                     SentencePattern { sentences::processCrashed, "w" },
                                     SentencePattern { sentences::callTooLong, "" } };
constexpr std::array onEnergy = {
    SentencePattern { sentences::noEnergyCounter, "" },   SentencePattern { sentences::noGpuEnergyCounter, "" },
    SentencePattern { sentences::energyForRoot, "" },     SentencePattern { sentences::energyMakesNoSense, "" },
    SentencePattern { sentences::fewEnergyUpdates, "n" }, SentencePattern { sentences::flushingTakesEnergy, "" }
};
constexpr std::array onCounting = { SentencePattern { sentences::formulaDoesNotFit, "" },
                                    SentencePattern { sentences::needsTrust, "" } };
constexpr std::array onGpu = {
    SentencePattern { sentences::cannotHold, "" },    SentencePattern { sentences::holdBreaks, "" },
    SentencePattern { sentences::queueTooLong, "n" }, SentencePattern { sentences::hostSetsPace, "nn" },
    SentencePattern { sentences::noKernelNoted, "" }, SentencePattern { sentences::noGraphWithoutCode, "" },
    SentencePattern { sentences::noGraph, "p" }
};
constexpr std::array hostStages = { SentencePattern { sentences::busyStage, "n" },
                                    SentencePattern { sentences::sleepStage, "n" },
                                    SentencePattern { sentences::copyStage, "" } };

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

bool isOfRequest(const std::string &text, const Request &request)
{
    const auto has = [&text](const std::string &own) { return asInRecords(own).find(text) != std::string::npos; };
    const auto oneHas = [&has](const std::vector<std::string> &texts) { return std::ranges::any_of(texts, has); };
    return !text.empty()
        && (has(request.model) || has(request.formulas) || has(request.device) || has(request.execution.method)
            || oneHas(request.inputs) || oneHas(request.dimensions) || oneHas(request.batchDimensions)
            || has(request.compiled.package) || has(request.compiledFrozen.package) || oneHas(request.libraries)
            || oneHas(request.interleave) || oneHas(request.sweep.axes) || oneHas(request.sweep.measuredAt)
            || oneHas(request.pipeline.models) || oneHas(request.pipeline.hostWork));
}

/// As deep as sentences within sentences go.
constexpr int mostDepth = 4;

bool fits(const ComposedText &text, const SentencePattern &pattern, const Request &request, int depth);

bool isPlainPhrase(std::string_view text)
{
    return std::ranges::any_of(phrasePatterns(), [text](const SentencePattern &phrase) {
        return phrase.places.empty() && text == phrase.text;
    });
}

bool isPart(const ComposedText &text, const Request &request, int depth)
{
    const std::string_view pattern = text.parts.pattern;
    const auto isThis = [pattern](const SentencePattern &known) { return pattern == known.text; };
    if (const auto phrase = std::ranges::find_if(phrasePatterns(), isThis); phrase != phrasePatterns().end())
        return fits(text, *phrase, request, depth);
    return std::ranges::any_of(errorPatterns(), [&](const ErrorPattern &known) {
        return isThis(known.pattern()) && fits(text, known.pattern(), request, depth);
    });
}

bool fits(const ComposedText &argument, char place, const Request &request, int depth)
{
    if (isInMarks(argument.text))
        return argument.parts.pattern.empty();
    switch (place) {
    case 'r':
        return isOfRequest(argument.text, request);
    case 'n':
        return isNumber(argument.text);
    case 'w':
        return areWords(argument.text);
    case 'p':
        return argument.parts.pattern.empty() ? areWords(argument.text) || isPlainPhrase(argument.text)
                                              : isPart(argument, request, depth + 1);
    default:
        return false;
    }
}

bool fits(const ComposedText &text, const SentencePattern &pattern, const Request &request, int depth)
{
    const std::vector<ComposedText> &arguments = text.parts.arguments;
    if (depth > mostDepth || arguments.size() != pattern.places.size() || !isMadeOfItsParts(text))
        return false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (!fits(arguments[i], pattern.places[i], request, depth))
            return false;
    }
    return true;
}

/// Where the text of a place ends: at its second quotation mark, or at what the pattern has behind it.
std::size_t endOfPlace(std::string_view text, std::string_view behind)
{
    if (text.starts_with('"'))
        return std::min(text.find('"', 1), text.size() - 1) + 1;
    const std::size_t next = std::min(behind.find('%'), behind.size());
    return next == behind.size() && text.ends_with(behind) ? text.size() - behind.size()
                                                           : std::min(text.find(behind.substr(0, next)), text.size());
}

/// Of a text that came without its parts.
bool isTextOf(const SentencePattern &pattern, std::string_view text, const Request &request)
{
    for (std::string_view rest = pattern.text; !rest.empty();) {
        const std::optional<std::size_t> place = argumentAt(rest, 0, pattern.places.size());
        const std::string_view said = rest.substr(0, place ? 2 : 1);
        rest.remove_prefix(said.size());
        const std::size_t end = place ? endOfPlace(text, rest) : said.size();
        const bool isSaid = place ? fits(ComposedText(text.substr(0, end)), pattern.places[*place], request, 0)
                                  : text.starts_with(said);
        if (!isSaid)
            return false;
        text.remove_prefix(end);
    }
    return text.empty();
}

bool isTextOfOne(std::span<const SentencePattern> patterns, std::string_view text, const Request &request)
{
    return std::ranges::any_of(patterns, [&](const SentencePattern &known) { return isTextOf(known, text, request); });
}

} // namespace

std::string asInRecords(const std::string &text)
{
    std::string json;
    JsonWriter(json, JsonLayout::OneLine).write(text);
    std::string read;
    readJson(json, read);
    return read;
}

bool isOwnSentence(const ComposedText &sentence, const Request &request)
{
    return !sentence.parts.pattern.empty() && isPart(sentence, request, 0);
}

bool isOwnError(const Error &error, const Request &request)
{
    return std::ranges::any_of(errorPatterns(), [&](const ErrorPattern &known) {
        return error.parts.pattern == known.text && error.code == known.code && error.status == known.status
            && error.hint == composedText(known.hint, error.parts.arguments).text
            && fits({ error.text, error.parts }, known.pattern(), request, 0);
    });
}

bool isOnBatch(const ComposedText &sentence, const Request &request)
{
    const std::span<const char *const> patterns = request.batchDimensions.empty()
        ? std::span<const char *const>(onBatch)
        : std::span<const char *const>(onBatchAsked);
    return isPatternOf(patterns, sentence) && std::ranges::all_of(sentence.parts.arguments, isPlace);
}

bool isOnMeasuring(const ComposedText &reason, const Request &request)
{
    return isTextOfOne(onMeasuring, reason.text, request) || isOwnSentence(reason, request);
}

bool isOnEnergy(const ComposedText &reason, const Request &request)
{
    return isTextOfOne(onEnergy, reason.text, request) && (reason.parts == TextParts() || isMadeOfItsParts(reason));
}

bool isOnCounting(const ComposedText &reason, const Request &request)
{
    return isTextOfOne(onCounting, reason.text, request) || isOwnSentence(reason, request);
}

bool isOnGpu(std::string_view reason, const Request &request)
{
    return isTextOfOne(onGpu, reason, request) || std::ranges::any_of(errorPatterns(), [&](const ErrorPattern &known) {
               return isTextOf({ known.text, known.places }, reason, request);
           });
}

bool isStageOf(std::string_view name, const Request &request)
{
    const auto names = [name](const std::string &text) { return text.find(name) != std::string::npos; };
    return !name.empty()
        && (names(request.model) || std::ranges::any_of(request.pipeline.models, names)
            || std::ranges::any_of(request.pipeline.hostWork, names) || isTextOfOne(hostStages, name, request));
}

bool isCodeWord(std::string_view text)
{
    constexpr std::size_t longest = 32;
    return text.size() <= longest && std::ranges::all_of(text, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
           });
}

bool quote(std::string &sentence)
{
    const ForeignText text(sentence, ForeignText::Speaker::ModelProcess);
    if (sentence.empty() || text.isQuoted())
        return false;
    sentence = text.quoted();
    return true;
}

bool quoteUnless(bool known, ComposedText &sentence)
{
    if (known || !quote(sentence.text))
        return false;
    sentence.parts = {};
    return true;
}

bool quoteReason(EnergyUse &energy, const Request &request)
{
    return !energy.reason.empty() && quoteUnless(isOnEnergy(energy.reason, request), energy.reason);
}

bool quoteFailure(ComposedText &failure, const Request &request)
{
    const bool changed = quoteUnless(isOwnSentence(failure, request), failure);
    return std::exchange(failure.parts, {}) != TextParts() || changed;
}

} // namespace rooflight
