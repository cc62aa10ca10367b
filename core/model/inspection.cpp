// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/inspection.h"

#include <algorithm>

namespace ridgepoint {

std::string placeOf(const CodeFinding &finding)
{
    if (!finding.node.empty())
        return finding.record + ", node " + finding.node;
    return finding.line > 0 ? finding.record + ", line " + std::to_string(finding.line) : finding.record;
}

bool Inspection::needsTrust() const
{
    return std::ranges::any_of(findings, &CodeFinding::asksForTrust);
}

} // namespace ridgepoint
