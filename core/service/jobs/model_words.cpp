// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/model_words.h"

#include "core/base/foreign_text.h"
#include "core/service/jobs/known_sentences.h"

#include <algorithm>

namespace rooflight {

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
