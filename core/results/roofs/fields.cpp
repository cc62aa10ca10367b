// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/roofs/fields.h"

#include <algorithm>

namespace rooflight {

StoredRoof stored(const Roof &roof)
{
    StoredRoof stored;
    stored.kind = name(roof.kind());
    stored.roof = roof;
    if (const ComputeLimit *compute = roof.compute()) {
        stored.precision = compute->precision.name();
        stored.unit = compute->unit.name();
        stored.sustained = compute->sustained;
    } else if (const MemoryLimit *memory = roof.memory()) {
        stored.level = memory->level.name();
        stored.pattern = memory->pattern.name();
        stored.capacityBytes = memory->capacityBytes;
        stored.instances = memory->instances > 1 ? memory->instances : 0;
    } else if (const LaunchLimit *launch = roof.launch()) {
        stored.pattern = launch->pattern.name();
    }
    return stored;
}

std::optional<Roof> restored(StoredRoof stored)
{
    const std::optional<RoofKind> kind = fromName<RoofKind>(stored.kind);
    if (!kind)
        return std::nullopt;
    Roof roof = std::move(stored.roof);
    switch (*kind) {
    case RoofKind::Compute:
        roof.limit = ComputeLimit { OpenEnum<Precision>(stored.precision), OpenEnum<ArithmeticUnit>(stored.unit),
                                    stored.sustained };
        break;
    case RoofKind::Memory:
        roof.limit = MemoryLimit { OpenEnum<MemoryLevel>(stored.level), OpenEnum<MemoryPattern>(stored.pattern),
                                   stored.capacityBytes,
                                   static_cast<int>(std::clamp<std::int64_t>(stored.instances, 1, 1 << 20)) };
        break;
    case RoofKind::Launch:
        roof.limit = LaunchLimit { OpenEnum<LaunchPattern>(stored.pattern) };
        break;
    }
    return roof;
}

} // namespace rooflight
