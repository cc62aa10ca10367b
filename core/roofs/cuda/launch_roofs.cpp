// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/gpu_roofs.h"

#include "core/base/translation_mark.h"

namespace rooflight::cuda {

namespace {

/// So many that the events around them do not count, so few that the driver's queue is not full.
constexpr int launchesPerRepetition = 500;

ComposedText nameOf(LaunchPattern pattern)
{
    switch (pattern) {
    case LaunchPattern::WithEvents:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "Launch, between events"));
    case LaunchPattern::Graph:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "Launch, in a graph"));
    default:
        return composedText(QT_TRANSLATE_NOOP("Phrases", "Launch, back to back"));
    }
}

} // namespace

Result<void> measureLaunch(RoofSession &session, LaunchPattern pattern)
{
    if (const Result<KernelTime> warm = session.gpu().runEmpty(pattern, launchesPerRepetition); !warm.ok())
        return warm.error();
    Roof roof;
    roof.limit = LaunchLimit { pattern };
    roof.setName(nameOf(pattern));
    roof.instructions = "empty kernel";
    return session.measure(std::move(roof), launchesPerRepetition,
                           [&session, pattern] { return session.gpu().runEmpty(pattern, launchesPerRepetition); });
}

} // namespace rooflight::cuda
