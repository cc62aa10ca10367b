// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/roofs_file.h"

#include "core/record/record.h"
#include "core/record/session_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

namespace rooflight {

namespace {

// In the order of RoofKind, in units of the roofs: a thousand times what one machine of 2026 reaches (a GPU: 2e16
// FLOP/s, caches 2e14 B/s), and for launches ten seconds.
constexpr std::array maxValue = { 2e19, 2e17, 10.0 };
constexpr double maxDifference = 2; ///< of a value from its interval and samples, as a factor

bool isSoundRoof(const Roof &roof)
{
    const auto isNear = [&roof](double low, double high) {
        return low > 0 && roof.value >= low / maxDifference && roof.value <= high * maxDifference;
    };
    if (!std::isfinite(roof.value) || roof.value <= 0 || roof.value > maxValue[roof.limit.index()])
        return false;
    const auto &[low, high] = roof.interval;
    if (high != 0 && (!(low <= high) || !isNear(low > 0 ? low : roof.value, high)))
        return false;
    if (roof.samples.empty())
        return true;
    const auto [least, most] = std::ranges::minmax_element(roof.samples);
    return std::isfinite(*most) && isNear(*least, *most);
}

bool isSoundCurve(const BandwidthCurve &curve)
{
    return std::ranges::all_of(curve.points, [](const CurvePoint &point) {
        return isSoundPoint(point) && point.bytesPerSecond <= maxValue[static_cast<std::size_t>(RoofKind::Memory)];
    });
}

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
    return !roofs.roofs.empty() && std::ranges::all_of(roofs.roofs, isSoundRoof)
        && std::ranges::all_of(roofs.curves, isSoundCurve);
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
