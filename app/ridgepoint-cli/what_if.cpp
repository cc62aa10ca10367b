// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "app/ridgepoint-cli/what_if.h"

#include "app/ridgepoint-cli/output.h"
#include "core/report/tables/roof_tables.h"
#include "core/roofs/datasheet/sheet_peaks.h"

#include <CLI/CLI.hpp>

namespace ridgepoint {

namespace {

constexpr std::string_view listOfDevices = "list";

/// Ends the parsing as --version does: the list needs no file.
void take(const std::string &name, CommandLine &line)
{
    if (name == listOfDevices)
        throw CLI::CallForVersion(layOut(sheetContent(deviceSheets()), outputWidth(line)), 0);
    line.whatIf = name;
}

} // namespace

void addWhatIfOption(CLI::App &command, CommandLine &line)
{
    command
        .add_option_function<std::string>(
            "--what-if", [&line](const std::string &name) { take(name, line); },
            "Tables under the theoretical roofs of another device; list: name the devices")
        ->type_name("NAME")
        ->trigger_on_parse();
}

Result<void> checkWhatIf(const CommandLine &line)
{
    if (line.whatIf.empty())
        return {};
    const Result<const DeviceSheet *> sheet = whatIfSheet(line.whatIf);
    return sheet.ok() ? Result<void>() : Result<void>(sheet.error());
}

std::optional<Session> underWhatIf(const CommandLine &line, const Session &session)
{
    const std::vector<const DeviceSheet *> sheets = sheetsNamed(line.whatIf);
    return sheets.empty() ? std::nullopt : std::optional(underRoofsOf(*sheets.front(), session));
}

} // namespace ridgepoint
