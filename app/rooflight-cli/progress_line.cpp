// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/progress_line.h"

#include "core/report/format/names.h"
#include "core/report/format/phrase.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

namespace rooflight {

namespace {

/// "Timing the model".
std::string textOf(std::string_view stage)
{
    Phrase phrase = stagePhrase(stage);
    phrase.isSentence = true;
    return toEnglish(phrase);
}

/// How far the stage has come; empty where it has not begun.
std::string positionOf(const Progress &progress)
{
    if (progress.stage == "compile" && progress.total > 0)
        return fmt::format(" {} of about {} s", progress.done, progress.total);
    if (progress.total > 0)
        return fmt::format(" {} of {}", progress.done, progress.total);
    if (progress.done > 0)
        return fmt::format(" {} {}", progress.stage == "sweep" ? "batch" : "run", progress.done);
    return {};
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
    } else if (progress.stage == "compile" && progress.total > 0) {
        // Whoever waits knows how long before most of it has passed.
        if (!std::exchange(m_hasSaidHowLong, true))
            fmt::print(stderr, "Compiling takes about {} s ...\n", progress.total);
    } else if (progress.stage != m_stage) {
        fmt::print(stderr, "{} ...\n", textOf(progress.stage));
    }
    m_stage = progress.stage;
    m_shown = m_terminal;
}

void ProgressLine::clear()
{
    if (m_shown)
        fmt::print(stderr, "\r\033[K");
    m_shown = false;
}

} // namespace rooflight
