// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/verdict_options.h"

#include "app/rooflight-cli/option_check.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace rooflight {

namespace {

constexpr double wholePercent = 100;

void addPercent(CLI::App &command, const char *option, double &share, const std::string &help)
{
    command
        .add_option_function<double>(
            option, [&share](double percent) { share = percent / wholePercent; },
            fmt::format("{} [{:g}]", help, share * wholePercent))
        ->check(valueOf(NumberRange { .most = wholePercent }))
        ->type_name("PERCENT");
}

} // namespace

void addVerdictOptions(CLI::App &command, VerdictThresholds &thresholds)
{
    command
        .add_option("--launch-overheads", thresholds.launchOverheads,
                    "Launch-bound below this many launch overheads, if the work takes less than one")
        ->check(valueOf(NumberRange()))
        ->type_name("N")
        ->capture_default_str();
    addPercent(command, "--underutilized-below", thresholds.underutilized,
               "Underutilized below this share of the lower roof");
    addPercent(command, "--balanced-zone", thresholds.balancedZone,
               "Balanced where arithmetic and memory traffic differ by at most this");
}

} // namespace rooflight
