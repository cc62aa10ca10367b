// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/item_details.h"

#include "core/base/clock.h"
#include "core/report/format/format.h"
#include "core/roofs/datasheet/device_sheet.h"
#include "ui/charts/roofline/content/chart_text.h"
#include "ui/models/roof_choices.h"
#include "ui/style/display_names.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QStringList>

namespace rooflight {

namespace {

struct RoofDetailsText {
    Q_DECLARE_TR_FUNCTIONS(RoofDetails)
};

QString fromText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

void add(DetailSection &section, const QString &name, const QString &value)
{
    if (!value.isEmpty())
        section.rows.push_back({ name, value, {} });
}

QString whatText(const Roof &roof)
{
    if (const ComputeLimit *limit = roof.compute())
        return RoofDetailsText::tr("%1 on %2 units").arg(fromText(limit->precision.name()), inlineName(limit->unit));
    if (const MemoryLimit *limit = roof.memory())
        return RoofDetailsText::tr("%1, level: %2").arg(displayName(limit->pattern), inlineName(limit->level));
    return displayName(roof.launch()->pattern);
}

/// On the clock of this place, as in lists of files; \p timestamp itself where it is no time.
QString momentText(const std::string &timestamp)
{
    const QDateTime moment = QDateTime::fromString(QString::fromStdString(timestamp), Qt::ISODate);
    return moment.isValid() ? moment.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm")) : fromText(timestamp);
}

QString flagsText(const Roof &roof)
{
    QStringList flags;
    for (const std::string &flag : roof.flags)
        flags.append(displayText(flagPhrase(flag)));
    return flags.join(RoofDetailsText::tr(", "));
}

DetailSection valueSection(const Roof &measured, const Roof &shown, bool theoretical)
{
    DetailSection section { RoofDetailsText::tr("Value"), {}, {} };
    if (isTyped(shown))
        add(section, RoofDetailsText::tr("Entered manually"), roofValueText(shown));
    if (!theoretical)
        add(section, RoofDetailsText::tr("Measured"), roofValueText(measured));
    const auto &[low, high] = measured.interval;
    if (high > low && !theoretical)
        add(section, RoofDetailsText::tr("95 % interval"),
            RoofDetailsText::tr("%1 to %2").arg(quantityText(low, measured), quantityText(high, measured)));
    if (shown.theoretical)
        add(section, RoofDetailsText::tr("Theoretical"), quantityText(*shown.theoretical, shown));
    if (shown.theoretical && !theoretical && *shown.theoretical > 0)
        add(section, RoofDetailsText::tr("Share of theoretical"),
            fromText(formatPercent(measured.value / *shown.theoretical)));
    add(section, RoofDetailsText::tr("Theoretical from"), fromText(shown.theoreticalSource));
    return section;
}

DetailSection measurementSection(const Roof &roof)
{
    DetailSection section { RoofDetailsText::tr("How it was measured"), {}, {} };
    add(section, RoofDetailsText::tr("What"), whatText(roof));
    add(section, RoofDetailsText::tr("Kernel"), fromText(formatInstructions(roof.instructions)));
    add(section, RoofDetailsText::tr("Data"), displayText(Phrase { roof.data }));
    if (roof.threads > 0)
        add(section, RoofDetailsText::tr("Threads"), QString::number(roof.threads));
    add(section, RoofDetailsText::tr("Duration"),
        roof.isSustained() ? RoofDetailsText::tr("sustained") : RoofDetailsText::tr("burst"));
    if (roof.clockHz)
        add(section, RoofDetailsText::tr("Clock"), fromText(formatQuantity(*roof.clockHz, "Hz")));
    if (roof.perCycle)
        add(section, RoofDetailsText::tr("Per core and cycle"),
            fromText(formatQuantity(*roof.perCycle, roof.memory() ? "B" : "FLOP")));
    if (roof.powerWatts)
        add(section, RoofDetailsText::tr("Power, at most"), fromText(formatQuantity(*roof.powerWatts, "W")));
    if (roof.temperatureCelsius)
        add(section, RoofDetailsText::tr("Temperature, at most"),
            QStringLiteral("%1 °C").arg(qRound(*roof.temperatureCelsius)));
    if (roof.memory() && roof.memory()->capacityBytes > 0)
        add(section, RoofDetailsText::tr("Capacity"), fromText(formatBytes(roof.memory()->capacityBytes)));
    add(section, RoofDetailsText::tr("Samples"),
        roof.samples.empty() ? QString() : QString::number(roof.samples.size()));
    add(section, RoofDetailsText::tr("Remarks"), flagsText(roof));
    return section;
}

DetailSection originSection(const DeviceRoofs &peaks)
{
    DetailSection section { RoofDetailsText::tr("Origin"), {}, {} };
    add(section, RoofDetailsText::tr("Device"), displayName(peaks.device));
    add(section, QStringLiteral("UUID"), fromText(peaks.device.uuid));
    add(section, RoofDetailsText::tr("Driver"), fromText(peaks.device.driver));
    add(section, RoofDetailsText::tr("Clock policy"), fromText(peaks.clockPolicy));
    add(section, RoofDetailsText::tr("Date"), momentText(peaks.measuredAt));
    add(section, RoofDetailsText::tr("Program"), QStringLiteral("Rooflight %1").arg(fromText(peaks.program)));
    return section;
}

} // namespace

ItemDetails roofDetails(const DeviceRoofs &measured, const DeviceRoofs &shown, std::size_t index)
{
    const Roof &roof = shown.roofs[index];
    ItemDetails details { roofName(roof), {} };
    if (shown.theoretical) {
        details.sections.push_back(valueSection(roof, roof, true));
        details.sections.back().note = RoofDetailsText::tr("From a data sheet: nothing was measured on this device.");
        return details;
    }
    details.sections = { valueSection(measured.roofs[index], roof, false), measurementSection(measured.roofs[index]),
                         originSection(measured) };
    if (!roof.theoretical && !sheetOfDevice(measured.device.name)) {
        details.sections.front().note =
            RoofDetailsText::tr("Rooflight has no data sheet for this device, only measurements.");
    }
    return details;
}

QString peaksHeadline(const DeviceRoofs &peaks)
{
    if (peaks.theoretical)
        return RoofDetailsText::tr("Theoretical, from data sheets. Each point is at the limit that these roofs set; "
                                   "nothing was measured on this device.");
    const std::optional<std::int64_t> age = secondsSince(peaks.measuredAt);
    const QString when = age && *age >= 0 ? ageName(*age) : fromText(peaks.measuredAt);
    const Effort effort = fromName<Effort>(peaks.effort).value_or(Effort::Normal);
    return RoofDetailsText::tr("Measured %1, effort: %2").arg(when, displayName(effort));
}

} // namespace rooflight
