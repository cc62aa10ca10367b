// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/inspection.h"

#include <algorithm>

namespace ridgepoint {

bool Inspection::needsTrust() const
{
    return std::ranges::any_of(findings, &CodeFinding::asksForTrust);
}

} // namespace ridgepoint
