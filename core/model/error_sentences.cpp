// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/error_sentences.h"

#include "core/base/foreign_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <cassert>
#include <cctype>

namespace rooflight {

namespace {

constexpr std::string_view kept = "What was measured so far is kept.";

/// A space between two names would begin a sentence; beside a sign of an expression or a list it does not.
bool isBesideSign(std::string_view text, std::size_t space)
{
    constexpr std::string_view before = ",;+-*/%<>=!:";
    constexpr std::string_view after = "+-*/%<>=!(0123456789";
    return space > 0 && space + 1 < text.size()
        && (before.find(text[space - 1]) != std::string_view::npos
            || after.find(text[space + 1]) != std::string_view::npos);
}

void putInMarks(ComposedText &text)
{
    if (!isInMarks(text.text))
        text.text = inMarks(text.text);
    text.parts = {};
}

void fit(ComposedText &argument, char place)
{
    const bool fits = place == 'r' || (place == 'n' && isNumber(argument.text))
        || (place == 'w' && areWords(argument.text))
        || (place == 'p' && (!argument.parts.pattern.empty() || areWords(argument.text)));
    if (!fits)
        putInMarks(argument);
}

} // namespace

bool isNumber(std::string_view text)
{
    return !text.empty() && text.size() <= 32 && std::ranges::all_of(text, [](char c) {
        return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '+' || c == 'e';
    });
}

bool areWords(std::string_view text)
{
    constexpr std::size_t longest = 1000;
    constexpr std::string_view signs = "_.,:;[]{}()'\"-+*/%<>=!@";
    // Neither an address nor an option.
    if (text.empty() || text.size() > longest || text.find("//") != std::string_view::npos
        || text.find("--") != std::string_view::npos)
        return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isPlain = std::isalnum(static_cast<unsigned char>(text[i])) != 0
            || signs.find(text[i]) != std::string_view::npos || (text[i] == ' ' && isBesideSign(text, i));
        if (!isPlain)
            return false;
    }
    return true;
}

ComposedText sentenceOf(const SentencePattern &pattern, std::vector<ComposedText> arguments)
{
    for (std::size_t i = 0; i < arguments.size() && i < pattern.places.size(); ++i)
        fit(arguments[i], pattern.places[i]);
    return composedText(pattern.text, std::move(arguments));
}

Error errorOf(ErrorSentence sentence, std::vector<ComposedText> arguments)
{
    const ErrorPattern &pattern = errorPatterns()[static_cast<std::size_t>(sentence)];
    ComposedText text = sentenceOf(pattern.pattern(), std::move(arguments));
    ComposedText hint = composedText(pattern.hint, text.parts.arguments);
    return { pattern.code, std::move(text.text), std::move(hint.text), pattern.status, std::move(text.parts) };
}

ComposedText phraseWith(const char *phrase, std::vector<ComposedText> arguments)
{
    const auto found = std::ranges::find(phrasePatterns(), std::string_view(phrase), &SentencePattern::text);
    assert(found != phrasePatterns().end());
    return sentenceOf(*found, std::move(arguments));
}

ComposedText wordsWithin(const ComposedText &sentence)
{
    return sentence.parts.arguments.size() > 1 ? sentence.parts.arguments[1] : sentence;
}

ComposedText wordsWithin(const Error &error)
{
    return wordsWithin(sentenceOf(error));
}

ComposedText sentenceOf(const Error &error)
{
    return { error.text, error.parts };
}

void sayKept(Error &error)
{
    if (error.code != ErrorCode::Cancelled && error.code != ErrorCode::TimedOut)
        return;
    takeBackKept(error);
    error.hint += error.hint.empty() ? kept : ' ' + std::string(kept);
}

void takeBackKept(Error &error)
{
    if (error.hint.ends_with(kept))
        error.hint = trimmed(error.hint.substr(0, error.hint.size() - kept.size()));
}

} // namespace rooflight
