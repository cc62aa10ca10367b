// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/inspection/inspection.h"

#include "core/base/translation_mark.h"

#include <algorithm>

namespace rooflight {

ComposedText placeOf(const CodeFinding &finding)
{
    if (!finding.node.empty())
        return composedText(QT_TRANSLATE_NOOP("Phrases", "%1, node %2"), { finding.record, finding.node });
    if (finding.line > 0)
        return composedText(QT_TRANSLATE_NOOP("Phrases", "%1, line %2"),
                            { finding.record, std::to_string(finding.line) });
    return { finding.record };
}

bool Inspection::needsTrust() const
{
    return std::ranges::any_of(findings, &CodeFinding::asksForTrust);
}

} // namespace rooflight
