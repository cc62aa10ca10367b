// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace rooflight {

namespace {

constexpr std::array stageTexts = {
    std::pair<std::string_view, std::string_view> { "inspect", "Inspecting the file" },
    std::pair<std::string_view, std::string_view> { "load", "Loading the model" },
    std::pair<std::string_view, std::string_view> { "analyze", "Counting the work of each layer" },
    std::pair<std::string_view, std::string_view> { "peaks", "Measuring the roofs of this machine" },
    std::pair<std::string_view, std::string_view> { "latency", "Timing the model" },
    std::pair<std::string_view, std::string_view> { "layers", "Timing each layer" },
    std::pair<std::string_view, std::string_view> { "methods", "Timing the model in several ways" },
    std::pair<std::string_view, std::string_view> { "sweep", "Trying batch" },
    std::pair<std::string_view, std::string_view> { "compile",
                                                    "Compiling the model, which takes about a minute, once" },
    std::pair<std::string_view, std::string_view> { "remedies", "Trying remedies" },
    std::pair<std::string_view, std::string_view> { "explain", "Finding out what limits operators" },
    std::pair<std::string_view, std::string_view> { "pipeline", "Timing the pipeline" },
};

std::string_view textOf(std::string_view stage)
{
    for (const auto &[identifier, text] : stageTexts) {
        if (identifier == stage)
            return text;
    }
    return "Working";
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
    if (progress.stage == "compile" && progress.total > 0) {
        // Whoever waits knows how long before most of it has passed.
        if (m_terminal)
            fmt::print(stderr, "\r\033[KCompiling the model, once ... {} of about {} s", progress.done, progress.total);
        else if (!std::exchange(m_hasSaidHowLong, true))
            fmt::print(stderr, "Compiling takes about {} s ...\n", progress.total);
    } else if (!m_terminal) {
        if (progress.stage != m_stage)
            fmt::print(stderr, "{} ...\n", textOf(progress.stage));
    } else if (progress.total > 0) {
        fmt::print(stderr, "\r\033[K{} ... {} of {}", textOf(progress.stage), progress.done, progress.total);
    } else if (progress.stage == "sweep" && progress.done > 0) {
        fmt::print(stderr, "\r\033[K{} {} ...", textOf(progress.stage), progress.done);
    } else if (progress.done > 0) {
        fmt::print(stderr, "\r\033[K{} ... run {}", textOf(progress.stage), progress.done);
    } else {
        fmt::print(stderr, "\r\033[K{} ...", textOf(progress.stage));
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
