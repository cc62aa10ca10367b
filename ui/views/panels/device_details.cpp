// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/item_details.h"

#include "ui/style/quantities.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

struct DeviceDetailsText {
    Q_DECLARE_TR_FUNCTIONS(DeviceDetails)
};

DetailSection kernelSection(const QString &title, const std::vector<KernelUse> &kernels)
{
    DetailSection section { title, {}, {} };
    for (const KernelUse &kernel : kernels) {
        const QString name = QString::fromStdString(kernel.name);
        section.rows.push_back(
            { durationText(kernel.timeNs),
              kernel.launches > 1 ? DeviceDetailsText::tr("%1 × %2").arg(kernel.launches).arg(name) : name,
              {} });
    }
    return section;
}

template<typename Format> QString rangeText(const ConditionRange &range, Format format)
{
    const QString lowest = format(range.least);
    const QString highest = format(range.greatest);
    return lowest == highest ? lowest
                             : DeviceDetailsText::tr("%1 to %2, median %3").arg(lowest, highest, format(range.median));
}

QString reasonName(const OpenEnum<ThrottleReason> &reason)
{
    if (reason == ThrottleReason::PowerCap)
        return DeviceDetailsText::tr("power cap");
    if (reason == ThrottleReason::Heat)
        return DeviceDetailsText::tr("heat");
    return reason == ThrottleReason::Hardware ? DeviceDetailsText::tr("the hardware")
                                              : QString::fromStdString(std::string(reason.name()));
}

/// Below that the two times count as one.
constexpr double relevantDifference = 0.02;

/// Why the summary gives another time of the model than the first row of the table; without rows where it does not.
DetailSection modelTimesSection(const Session &session)
{
    DetailSection section { DeviceDetailsText::tr("Two measurements of the model"), {}, {} };
    if (!hasTwoModelTimes(session))
        return section;
    section.rows.push_back(
        { DeviceDetailsText::tr("Bare runs"),
          DeviceDetailsText::tr("%1, in the summary").arg(durationText(session.latency->samples.summary.medianNs)),
          {} });
    section.rows.push_back({ DeviceDetailsText::tr("Instrumented runs"),
                             DeviceDetailsText::tr("%1, in the table")
                                 .arg(durationText(session.layers->instrumentedModel.summary.medianNs)),
                             {} });
    if (session.layers->bareMedianNs > 0)
        section.rows.push_back(
            { DeviceDetailsText::tr("Bare runs in between"), durationText(session.layers->bareMedianNs), {} });
    section.note = DeviceDetailsText::tr(
        "Bare runs are timed as a whole. Layers are timed in later, instrumented runs that record every call. "
        "Recording costs time per call and keeps the executor from fusing operators.");
    return section;
}

const ItemLatency *latencyOf(const Session &session, ItemId item)
{
    if (!session.layers)
        return nullptr;
    const auto found = std::find_if(session.layers->items.begin(), session.layers->items.end(),
                                    [item](const ItemLatency &latency) { return latency.item == item; });
    return found == session.layers->items.end() ? nullptr : &*found;
}

std::optional<Conditions> conditionsOf(const Session &session)
{
    if (session.layers && session.layers->conditions)
        return session.layers->conditions;
    return session.latency ? session.latency->conditions : std::nullopt;
}

} // namespace

DetailSection conditionSection(const Conditions &conditions)
{
    DetailSection section { DeviceDetailsText::tr("During timing"), {}, {} };
    const auto add = [&section](const QString &name, const std::optional<ConditionRange> &range, auto format) {
        if (range)
            section.rows.push_back({ name, rangeText(*range, format), {} });
    };
    const auto inUnit = [](std::string_view unit) {
        return [unit](double value) { return quantityText(value, unit); };
    };
    add(DeviceDetailsText::tr("Clock"), conditions.clockHz, inUnit("Hz"));
    add(DeviceDetailsText::tr("Memory clock"), conditions.memoryClockHz, inUnit("Hz"));
    add(DeviceDetailsText::tr("Power"), conditions.powerWatts, inUnit("W"));
    add(DeviceDetailsText::tr("Temperature"), conditions.temperatureCelsius,
        [](double celsius) { return DeviceDetailsText::tr("%1 °C").arg(std::lround(celsius)); });
    QStringList reasons;
    for (const OpenEnum<ThrottleReason> &reason : conditions.throttleReasons)
        reasons.append(reasonName(reason));
    if (!reasons.isEmpty())
        section.rows.push_back(
            { DeviceDetailsText::tr("Throttled by"), reasons.join(DeviceDetailsText::tr(", ")), {} });
    for (const auto &[title, share] :
         { std::pair(DeviceDetailsText::tr("Taken by the host"), conditions.stolenShare),
           std::pair(DeviceDetailsText::tr("Throttled by the CPU quota"), conditions.throttledShare) }) {
        if (share)
            section.rows.push_back({ title, percentText(*share), {} });
    }
    return section;
}

bool hasTwoModelTimes(const Session &session)
{
    const double bareNs = session.latency ? session.latency->samples.summary.medianNs : 0;
    const double instrumentedNs = session.layers ? session.layers->instrumentedModel.summary.medianNs : 0;
    return bareNs > 0 && instrumentedNs > 0 && std::abs(instrumentedNs / bareNs - 1) > relevantDifference;
}

std::vector<DetailSection> deviceSections(const Session &session, ItemId item)
{
    const bool isOperator = item.kind == ItemId::Kind::Operator;
    const bool isModel = !isOperator && item.id == 0;
    std::vector<DetailSection> sections;
    if (const ItemLatency *latency = latencyOf(session, item); latency && !latency->kernels.empty())
        sections.push_back(kernelSection(isOperator ? DeviceDetailsText::tr("Kernels")
                                                    : DeviceDetailsText::tr("Kernels outside any operator"),
                                         latency->kernels));
    else if (isModel && session.layers && !session.layers->noKernels.empty())
        sections.push_back({ DeviceDetailsText::tr("Kernels"), {}, QString::fromStdString(session.layers->noKernels) });
    if (DetailSection times = modelTimesSection(session); isModel && !times.rows.empty())
        sections.push_back(std::move(times));
    if (const std::optional<Conditions> conditions = conditionsOf(session); isModel && conditions)
        sections.push_back(conditionSection(*conditions));
    return sections;
}

} // namespace rooflight
