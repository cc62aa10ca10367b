// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/session.h"

#include <QByteArray>
#include <QMetaType>
#include <QString>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace rooflight {

/// Which roofs a person switched on or off, by roofKey(); the others are drawn as the chart thinks best.
using RoofVisibility = std::map<std::string, bool>;

/// What a person chose about the roofs of a session. It changes what is shown, never what was measured.
struct RoofChoices {
    std::map<std::string, double> typed; ///< values in the unit of the roof, by roofKey()
    RoofVisibility visibility;
    std::string whatIf; ///< name of a device of the data file; empty: the roofs that were measured

    [[nodiscard]] bool changesRoofs() const { return !typed.empty() || !whatIf.empty(); }
    [[nodiscard]] bool empty() const { return !changesRoofs() && visibility.empty(); }

    bool operator==(const RoofChoices &) const = default;
};

/// The same for the same roof of a later measurement.
[[nodiscard]] std::string roofKey(const Roof &roof);

/// The flag of a roof whose value a person typed in.
inline constexpr std::string_view typedFlag = "typed";
[[nodiscard]] bool isTyped(const Roof &roof);

/// The session under the roofs that were chosen.
[[nodiscard]] Session withChoices(const Session &session, const RoofChoices &choices);

/// For the settings.
[[nodiscard]] QByteArray toText(const RoofChoices &choices);
[[nodiscard]] RoofChoices roofChoicesFromText(const QByteArray &text);

/// "19.5 TFLOP/s", "820 GB/s", "4.2 µs", "19.5 T", "1.95e13"; nothing for another unit, no number, or one that is not
/// above zero. The unit is that of Roof::valueUnit().
[[nodiscard]] std::optional<double> parseQuantity(const QString &text, std::string_view unit);

} // namespace rooflight

Q_DECLARE_METATYPE(rooflight::RoofChoices)
