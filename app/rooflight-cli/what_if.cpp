// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/what_if.h"

#include "app/rooflight-cli/output.h"
#include "core/record/roofs_file.h"
#include "core/report/what_if_report.h"
#include "core/results/roofs/report.h"
#include "core/roofs/datasheet/device_sheet.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

constexpr std::string_view listOfDevices = "list";

/// As --what-if and its list have it: "no-launches".
std::string optionName(AskedChange asked)
{
    std::string text(name(asked));
    std::ranges::replace(text, '_', '-');
    return text;
}

std::string namedChanges()
{
    std::string text = "Changes of the model on its own device:\n";
    for (const auto &[asked, id] : enumNames<AskedChange>)
        text += fmt::format("  {:<13} {}\n", optionName(asked), toEnglish(namePhrase(asked)));
    return text + "  int8          as int8-dynamic\n";
}

/// Ends the parsing as --version does: the list needs no file.
void take(const std::string &name, CommandLine &line)
{
    if (name == listOfDevices)
        throw CLI::CallForVersion(layOut(sheetContent(deviceSheets()), outputWidth(line)) + '\n' + namedChanges(), 0);
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
            "Tables under the theoretical roofs of another device, or of the changed model: int8, no-launches, "
            "compiled; "
            "list: name the devices and changes")
        ->type_name("NAME")
        ->trigger_on_parse();
}

std::optional<AskedChange> askedChange(const CommandLine &line)
{
    std::string id = line.whatIf;
    std::ranges::replace(id, '-', '_');
    return id == "int8" ? AskedChange::Int8Dynamic : fromName<AskedChange>(id);
}

Result<void> checkWhatIf(const CommandLine &line)
{
    if (line.whatIf.empty() || askedChange(line))
        return {};
    const Result<const DeviceSheet *> sheet = whatIfSheet(line.whatIf);
    return sheet.ok() ? Result<void>() : Result<void>(sheet.error());
}

std::optional<Session> underWhatIf(const CommandLine &line, const Session &session)
{
    if (const std::optional<AskedChange> asked = askedChange(line))
        return session.analysis ? std::optional(shownIf(session, *asked)) : std::nullopt;
    const std::vector<const DeviceSheet *> sheets = sheetsNamed(line.whatIf);
    return sheets.empty() ? std::nullopt : std::optional(underRoofsOf(*sheets.front(), session));
}

} // namespace rooflight
