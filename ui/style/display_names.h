// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/format/names.h"
#include "core/report/format/phrase.h"
#include "core/roofline/point.h"
#include "core/roofline/session_comparison.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

// Names of core/report/format/names.h and other phrases in the language of the window.

[[nodiscard]] QString displayText(const Phrase &phrase); ///< with its arguments in place
[[nodiscard]] QString displayText(const std::vector<Phrase> &sentences); ///< one after the other
/// The same in rich text, the first sentence bold, links to what the phrases are about.
[[nodiscard]] QString displayMarkup(std::span<const Phrase> sentences);
/// The text with a capital letter in front, as it stands by itself; names and numbers in front stay as they are.
[[nodiscard]] QString capitalizedText(Phrase phrase);

/// "Compute-bound", "Frozen, channels last".
template<typename Named> [[nodiscard]] QString displayName(const Named &value)
{
    return capitalizedText(namePhrase(value));
}
/// The same within a sentence: "compute-bound".
template<typename Named> [[nodiscard]] QString inlineName(const Named &value)
{
    return displayText(namePhrase(value));
}

[[nodiscard]] QString displayName(Change change); ///< with a sign before it: "▼ Faster"
[[nodiscard]] QString aboveRoofSentence(const RooflinePoint &point);
[[nodiscard]] QString roofName(const Roof &roof);
[[nodiscard]] QString displayText(const ComposedText &text); ///< that the worker sent
/// What the table of formulas says of an operator's work, bytes or source; a person's own as it is.
[[nodiscard]] QString formulaText(const std::string &text);
[[nodiscard]] QString ageName(std::int64_t seconds); ///< "3 d ago"
[[nodiscard]] QStringList flagNames(const std::vector<OpenEnum<SampleFlag>> &flags); ///< within a sentence

} // namespace rooflight
