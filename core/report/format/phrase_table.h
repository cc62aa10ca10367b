// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/report/format/phrase.h"

#include <string>
#include <string_view>

namespace rooflight {

/// The phrase from a table of templates, which end with a null character.
template<typename Key, std::size_t N> Phrase phraseIn(const EnumNames<Key, N> &texts, Key key)
{
    return { nameIn(texts, key).data() };
}

/// An identifier that the table lacks stands for itself.
template<std::size_t N> Phrase phraseIn(const EnumNames<std::string_view, N> &texts, std::string_view identifier)
{
    const std::string_view text = nameIn(texts, identifier);
    return text.empty() ? literalPhrase(std::string(identifier)) : Phrase { text.data() };
}

} // namespace rooflight
