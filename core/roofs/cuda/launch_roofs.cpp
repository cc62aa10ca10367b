// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/roofs.h"

namespace ridgepoint::cuda {

namespace {

/// So many that the events around them do not count, so few that the driver's queue is not full.
constexpr int launchesPerRepeat = 500;

Roof newRoof(LaunchPattern pattern)
{
    Roof roof;
    roof.kind = RoofKind::Launch;
    switch (pattern) {
    case LaunchPattern::BackToBack:
        roof.name = "Launch, back to back";
        roof.pattern = "back_to_back";
        break;
    case LaunchPattern::WithEvents:
        roof.name = "Launch, between events";
        roof.pattern = "events";
        break;
    case LaunchPattern::Graph:
        roof.name = "Launch, in a graph";
        roof.pattern = "graph";
        break;
    }
    roof.instructions = "empty kernel";
    return roof;
}

} // namespace

Result<void> measureLaunch(RoofSession &session, LaunchPattern pattern)
{
    if (const Result<KernelTime> warm = session.gpu().runEmpty(pattern, launchesPerRepeat); !warm.ok())
        return warm.error();
    return session.measure(newRoof(pattern), launchesPerRepeat,
                           [&session, pattern] { return session.gpu().runEmpty(pattern, launchesPerRepeat); });
}

} // namespace ridgepoint::cuda
