// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/session.h"

#include "core/results/result_kinds.h"

namespace rooflight {

const Device *measuredDevice(const Session &session)
{
    if (session.layers)
        return &session.layers->device;
    const Device *device = nullptr;
    forEachResultKind([&]<typename Body>(const ResultKind<Body> &kind) {
        if constexpr (resultKind<Body>.of == ResultOf::Run) {
            const auto &part = session.*kind.part;
            if (!device && part)
                device = &part->device;
        }
    });
    return device;
}

bool holdsOnlyTimes(const Session &session)
{
    return !session.analysis && measuredDevice(session);
}

} // namespace rooflight
