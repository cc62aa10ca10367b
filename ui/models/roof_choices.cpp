// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/roof_choices.h"

#include "core/roofs/datasheet/device_sheet.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace rooflight {

namespace {

/// The micro sign and the Greek letter mu both stand for 1e-6.
std::optional<double> prefixFactor(QChar prefix)
{
    constexpr std::array factors {
        std::pair { u'n', 1e-9 },      std::pair { u'u', 1e-6 }, std::pair { u'\u00b5', 1e-6 },
        std::pair { u'\u03bc', 1e-6 }, std::pair { u'm', 1e-3 }, std::pair { u'k', 1e3 },
        std::pair { u'M', 1e6 },       std::pair { u'G', 1e9 },  std::pair { u'T', 1e12 },
        std::pair { u'P', 1e15 },
    };
    const auto found = std::ranges::find(factors, prefix.unicode(), [](const auto &entry) { return entry.first; });
    return found == factors.end() ? std::nullopt : std::optional(found->second);
}

/// Factor of a suffix: a prefix, the unit, both or neither.
std::optional<double> factorOf(const QString &suffix, const QString &unit)
{
    QString prefix = suffix;
    if (prefix.endsWith(unit, Qt::CaseInsensitive))
        prefix.chop(unit.size());
    if (prefix.isEmpty())
        return 1.0;
    return prefix.size() == 1 ? prefixFactor(prefix.front()) : std::nullopt;
}

} // namespace

std::string roofKey(const Roof &roof)
{
    return std::string(name(roof.kind())) + '/' + roof.name + '/' + std::to_string(roof.threads);
}

bool isTyped(const Roof &roof)
{
    return roof.hasFlag(typedFlag);
}

Session withChoices(const Session &session, const RoofChoices &choices)
{
    if (!choices.whatIf.empty()) {
        const auto sheets = sheetsNamed(choices.whatIf);
        if (sheets.size() == 1)
            return underRoofsOf(*sheets.front(), session);
    }
    Session shown = session;
    if (!shown.peaks || choices.typed.empty())
        return shown;
    DeviceRoofs &peaks = shown.peaks.edit();
    for (Roof &roof : peaks.roofs) {
        const auto typed = choices.typed.find(roofKey(roof));
        if (typed == choices.typed.end())
            continue;
        roof.value = typed->second;
        roof.interval = { typed->second, typed->second };
        roof.perCycle.reset();
        roof.flags.emplace_back(typedFlag);
        if (roof.memory())
            peaks.curves.clear(); // what is typed judges
    }
    return shown;
}

QByteArray toText(const RoofChoices &choices)
{
    QJsonObject typed;
    for (const auto &[key, value] : choices.typed)
        typed[QString::fromStdString(key)] = value;
    QJsonObject visibility;
    for (const auto &[key, visible] : choices.visibility)
        visibility[QString::fromStdString(key)] = visible;
    const QJsonObject all { { QStringLiteral("typed"), typed },
                            { QStringLiteral("visibility"), visibility },
                            { QStringLiteral("whatIf"), QString::fromStdString(choices.whatIf) } };
    return QJsonDocument(all).toJson(QJsonDocument::Compact);
}

RoofChoices roofChoicesFromText(const QByteArray &text)
{
    const QJsonObject all = QJsonDocument::fromJson(text).object();
    RoofChoices choices;
    choices.whatIf = all[QStringLiteral("whatIf")].toString().toStdString();
    const QJsonObject typed = all[QStringLiteral("typed")].toObject();
    for (auto entry = typed.begin(); entry != typed.end(); ++entry) {
        if (entry->toDouble() > 0)
            choices.typed[entry.key().toStdString()] = entry->toDouble();
    }
    const QJsonObject visibility = all[QStringLiteral("visibility")].toObject();
    for (auto entry = visibility.begin(); entry != visibility.end(); ++entry)
        choices.visibility[entry.key().toStdString()] = entry->toBool();
    return choices;
}

std::optional<double> parseQuantity(const QString &text, std::string_view unit)
{
    static const QRegularExpression form(QStringLiteral("^\\s*([0-9]*\\.?[0-9]+(?:[eE][+-]?[0-9]+)?)\\s*(\\S*)\\s*$"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const double number = match.captured(1).toDouble();
    const auto factor =
        factorOf(match.captured(2), QString::fromUtf8(unit.data(), static_cast<qsizetype>(unit.size())));
    const double value = factor ? number * *factor : 0;
    return std::isfinite(value) && value > 0 ? std::optional(value) : std::nullopt;
}

} // namespace rooflight
