// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/measured_device.h"

#include "core/results/result_kinds.h"

namespace rooflight {

namespace {

/// As a function: GCC warns of a condition that is the address of a lambda.
template<typename Body> constexpr bool canHoldTimes(const ResultKind<Body> &kind)
{
    return kind.holdsTimes != nullptr;
}

} // namespace

const Device *measuredDevice(const Session &session)
{
    if (session.layers)
        return &session.layers->device;
    const Device *device = nullptr;
    forEachResultKind([&]<typename Body>(const ResultKind<Body> &kind) {
        if constexpr (canHoldTimes(resultKind<Body>)) {
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
