// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/progress_line.h"

#include "core/report/format/names.h"
#include "core/report/format/phrase.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace rooflight {

namespace {

/// "Timing the model".
std::string textOf(std::string_view stage)
{
    Phrase phrase = stagePhrase(stage);
    phrase.isSentence = true;
    return toEnglish(phrase);
}

/// What a stage counts, where it is not runs.
struct StageUnit {
    std::string_view stage;
    std::string_view one; ///< as in "batch 4"
    bool isSeconds = false; ///< then its total is an estimate
};

constexpr std::array<StageUnit, 2> stageUnits { { { "sweep", "batch" }, { "compile", "second", true } } };

StageUnit unitOf(std::string_view stage)
{
    const auto *const found = std::ranges::find(stageUnits, stage, &StageUnit::stage);
    return found == stageUnits.end() ? StageUnit { stage, "run" } : *found;
}

/// How far the stage has come; empty where it has not begun.
std::string positionOf(const Progress &progress)
{
    const StageUnit unit = unitOf(progress.stage);
    if (progress.total > 0)
        return unit.isSeconds ? fmt::format(" {} of about {} s", progress.done, progress.total)
                              : fmt::format(" {} of {}", progress.done, progress.total);
    return progress.done > 0 ? fmt::format(" {} {}", unit.one, progress.done) : std::string();
}

/// What is said of a stage, once: how long it takes, where that is known before most of it has passed.
std::string announcementOf(const Progress &progress)
{
    const bool isEstimated = unitOf(progress.stage).isSeconds && progress.total > 0;
    return isEstimated ? fmt::format("{}: about {} s ...", textOf(progress.stage), progress.total)
                       : fmt::format("{} ...", textOf(progress.stage));
}

} // namespace

ProgressLine::ProgressLine(bool quiet)
    : m_quiet(quiet)
    , m_terminal(isatty(STDERR_FILENO) != 0)
{
}

ProgressLine::~ProgressLine()
{
    clear();
}

void ProgressLine::show(const Progress &progress)
{
    if (m_quiet)
        return;
    if (m_terminal) {
        fmt::print(stderr, "\r\033[K{} ...{}", textOf(progress.stage), positionOf(progress));
    } else if (const std::string announcement = announcementOf(progress); announcement != m_announced) {
        fmt::print(stderr, "{}\n", announcement);
        m_announced = announcement;
    }
    m_shown = m_terminal;
}

void ProgressLine::clear()
{
    if (m_shown)
        fmt::print(stderr, "\r\033[K");
    m_shown = false;
}

} // namespace rooflight
