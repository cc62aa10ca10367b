// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/roof.h"

#include <algorithm>

namespace ridgepoint {

std::string_view Roof::valueUnit() const
{
    return std::visit([](const auto &kind) { return kind.valueUnit; }, limit);
}

bool Roof::hasFlag(std::string_view flag) const
{
    return std::ranges::find(flags, flag) != flags.end();
}

} // namespace ridgepoint
