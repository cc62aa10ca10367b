// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/roofs_file.h"

#include "core/record/record.h"
#include "core/record/session_file.h"
#include "core/results/roofs/fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

namespace rooflight {

namespace {

/// What is printed under --json is the body of the record.
std::optional<DeviceRoofs> roofsOfObject(std::string_view text)
{
    nlohmann::json object = nlohmann::json::parse(text, nullptr, false);
    if (!object.is_object() || object.value("version", nlohmann::json()) != 1)
        return std::nullopt;
    const nlohmann::json format = object.value("format", nlohmann::json());
    if (!format.is_string() || !isFormat(format.get<std::string>(), "peaks"))
        return std::nullopt;
    object["type"] = "peaks";
    object["request"] = 0;
    Result<Record> record = decode(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    if (!record.ok() || !std::holds_alternative<DeviceRoofs>(record.value().body))
        return std::nullopt;
    return std::get<DeviceRoofs>(std::move(record).value().body);
}

} // namespace

bool areSound(const DeviceRoofs &roofs)
{
    return !roofs.roofs.empty() && std::ranges::all_of(roofs.roofs, [](const Roof &roof) { return isSound(roof); })
        && std::ranges::all_of(roofs.curves, [](const BandwidthCurve &curve) { return isSound(curve); });
}

Result<DeviceRoofs> readRoofs(const std::string &path)
{
    const Result<UntrustedFile> file = UntrustedFile::read(path, FileKind::Roofs);
    if (!file.ok())
        return file.error();
    Part<DeviceRoofs> roofs = roofsOfObject(file.value().text());
    if (!roofs) {
        Result<Session> session = parseSession(file.value());
        if (session.ok())
            roofs = std::move(session).value().peaks;
    }
    if (!roofs || !areSound(*roofs))
        return Error { ErrorCode::Damaged, path + " holds no roofs that were measured.",
                       "Write some with rooflight-cli peaks --json, or --save FILE.ridge." };
    return *roofs;
}

} // namespace rooflight
