// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/model/energy.h"
#include "core/model/request.h"

#include <string>
#include <string_view>
#include <utility>

namespace rooflight {

// Words in results that a model's process sends: each is quoted as the model's own, unless it is one of this program's.
// Of the functions that change something, whether they did.

/// Whether the text has the form of a code.
[[nodiscard]] bool isCodeWord(std::string_view text);

bool quote(std::string &sentence);
bool quoteUnless(bool known, ComposedText &sentence);
/// Why a part of a result failed; in plain text from here on.
bool quoteFailure(ComposedText &failure, const Request &request);

/// Why energy is not known.
bool quoteReason(EnergyUse &energy, const Request &request);

template<typename Value> bool makeAnew(Value &said, Value own)
{
    if (said == own)
        return false;
    said = std::move(own);
    return true;
}

} // namespace rooflight
