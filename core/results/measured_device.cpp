// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/measured_device.h"

namespace rooflight {

const Device *measuredDevice(const Session &session)
{
    const Device *device = nullptr;
    const auto takeFirst = [&device](const auto &record) {
        if (!device && record)
            device = &record->device;
    };
    takeFirst(session.layers);
    takeFirst(session.latency);
    takeFirst(session.interleaved);
    takeFirst(session.methods);
    takeFirst(session.sweep);
    takeFirst(session.pipeline);
    return device;
}

bool holdsOnlyTimes(const Session &session)
{
    return !session.analysis && measuredDevice(session);
}

} // namespace rooflight
