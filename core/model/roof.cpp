// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/roof.h"

#include "core/base/translation_mark.h"

#include <algorithm>
#include <utility>

namespace rooflight {

void Roof::setName(ComposedText title)
{
    name = std::move(title.text);
    nameParts = std::move(title.parts);
}

void Roof::setName(ComposedText title, ComposedText note)
{
    setName(composedText(QT_TRANSLATE_NOOP("Phrases", "%1 (%2)"), { std::move(title), std::move(note) }));
}

std::string_view Roof::valueUnit() const
{
    return std::visit([](const auto &kind) { return kind.valueUnit; }, limit);
}

bool Roof::hasFlag(std::string_view flag) const
{
    return std::ranges::find(flags, flag) != flags.end();
}

} // namespace rooflight
