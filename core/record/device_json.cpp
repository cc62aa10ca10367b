// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_bodies.h"

namespace ridgepoint {

void to_json(OutJson &json, const Device &device)
{
    json = {
        { "kind", device.kind }, { "index", device.index },   { "name", device.name },
        { "uuid", device.uuid }, { "driver", device.driver }, { "threads", device.threads },
    };
}

void from_json(const InJson &json, Device &device)
{
    read(json, "kind", device.kind);
    read(json, "index", device.index);
    read(json, "name", device.name);
    read(json, "uuid", device.uuid);
    read(json, "driver", device.driver);
    read(json, "threads", device.threads);
}

} // namespace ridgepoint
