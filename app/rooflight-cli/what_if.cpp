// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/what_if.h"

#include "app/rooflight-cli/output.h"
#include "core/record/roofs_file.h"
#include "core/report/what_if_report.h"
#include "core/results/roofs/report.h"
#include "core/roofs/datasheet/device_sheet.h"

#include <CLI/CLI.hpp>

#include <utility>

namespace rooflight {

namespace {

constexpr std::string_view listOfNames = "list";

/// Ends the parsing as --version does: the list needs no file.
void take(const std::string &name, CommandLine &line)
{
    if (name == listOfNames)
        throw CLI::CallForVersion(whatIfNames(outputWidth(line)), 0);
    line.whatIf = name;
}

} // namespace

void addRoofsOption(CLI::App &command, CommandLine &line)
{
    command
        .add_option("--roofs", line.roofsFile,
                    "Judge by the roofs in this file, written by peaks --json or --save on any machine")
        ->type_name("FILE");
}

Result<void> takeRoofs(const CommandLine &line, Session &session)
{
    if (line.roofsFile.empty())
        return {};
    Result<DeviceRoofs> roofs = readRoofs(line.roofsFile);
    if (!roofs.ok())
        return roofs.error();
    session.peaks = std::move(roofs).value();
    const std::string &there = session.peaks->device.name;
    if (session.latency && session.latency->device.name != there)
        session.notices.push_back(
            { "roofs_of_another_device",
              "The roofs are of " + there + ", the times of " + session.latency->device.name + "." });
    return {};
}

void addWhatIfOption(CLI::App &command, CommandLine &line)
{
    command
        .add_option_function<std::string>(
            "--what-if", [&line](const std::string &name) { take(name, line); },
            "Tables under the theoretical roofs of another device, or of the changed model: int8, int8-weights, "
            "no-launches, compiled; list: name the devices and changes")
        ->type_name("NAME")
        ->trigger_on_parse();
}

} // namespace rooflight
