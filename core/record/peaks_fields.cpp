// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/peaks_fields.h"

namespace ridgepoint {

StoredRoof stored(const Roof &roof)
{
    return { std::string(name(roof.kind)), roof };
}

std::optional<Roof> restored(StoredRoof stored)
{
    stored.roof.kind = roofKindFromName(stored.kind);
    if (name(stored.roof.kind) != stored.kind)
        return std::nullopt;
    return std::move(stored.roof);
}

} // namespace ridgepoint
