// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/condition_facts.h"

#include "core/base/text.h"
#include "core/base/translation_mark.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace rooflight {

namespace {

/// "0-3,8", as the kernel writes it.
std::string listText(const std::vector<int> &cpus)
{
    std::vector<std::string> ranges;
    for (std::size_t i = 0; i < cpus.size();) {
        std::size_t last = i;
        while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1)
            ++last;
        ranges.push_back(last == i ? std::to_string(cpus[i]) : fmt::format("{}-{}", cpus[i], cpus[last]));
        i = last + 1;
    }
    return fmt::format("{}", fmt::join(ranges, ","));
}

std::string pagesText(const Processor &processor)
{
    const std::string pages = formatBytes(processor.pageBytes);
    return processor.hugePages.empty()
        ? pages
        : translated(QT_TRANSLATE_NOOP("Page", "%1, huge ones: %2"), pages, processor.hugePages);
}

template<typename Format> std::string rangeText(const std::optional<ConditionRange> &range, Format format)
{
    if (!range)
        return {};
    const std::string least = format(range->least);
    const std::string greatest = format(range->greatest);
    return least == greatest
        ? least
        : translated(QT_TRANSLATE_NOOP("Page", "%1 to %2, median %3"), least, greatest, format(range->median));
}

} // namespace

std::string instructionsText(const Processor &processor)
{
    std::vector<std::string> parts;
    if (!processor.instructionSet.empty())
        parts.push_back(formatInstructions(processor.instructionSet));
    parts.insert(parts.end(), processor.extensions.begin(), processor.extensions.end());
    if (!processor.libtorchInstructionSet.empty())
        parts.push_back("LibTorch: " + processor.libtorchInstructionSet);
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string groupsText(const std::vector<CpuGroup> &groups)
{
    std::vector<std::string> parts;
    parts.reserve(groups.size());
    for (const CpuGroup &group : groups)
        parts.push_back(translated(QT_TRANSLATE_NOOP("Page", "%1: CPUs %2"), group.name, listText(group.cpus)));
    return groups.size() > 1 ? fmt::format("{}", fmt::join(parts, "; ")) : std::string();
}

void addProcessorFacts(Facts &facts, const std::optional<Processor> &processor)
{
    if (!processor)
        return;
    const auto quota = [](double cpus) {
        return translated(QT_TRANSLATE_NOOP("Page", "%1 CPUs"), formatRounded(cpus));
    };
    for (const auto &[title, text] :
         { std::pair(QT_TRANSLATE_NOOP("Page", "Instructions"), instructionsText(*processor)),
           std::pair(QT_TRANSLATE_NOOP("Page", "Pages of memory"), pagesText(*processor)),
           std::pair(QT_TRANSLATE_NOOP("Page", "Memory nodes"), groupsText(processor->nodes)),
           std::pair(QT_TRANSLATE_NOOP("Page", "Kinds of cores"), groupsText(processor->coreKinds)),
           std::pair(QT_TRANSLATE_NOOP("Page", "CPU quota"), orEmpty(processor->quotaCpus, quota)) }) {
        if (!text.empty())
            facts.emplace_back(title, text);
    }
}

static std::string joules(double value)
{
    return formatQuantity(value, "J");
}

std::string joulesText(const std::optional<EnergyUse> &energy)
{
    return energy ? orEmpty(energy->joulesPerRun, joules) : std::string();
}

Phrase energyPhrase(const EnergyUse &energy, std::int64_t batch, BatchSource source)
{
    if (!energy.joulesPerRun || !energy.interval)
        return { QT_TRANSLATE_NOOP("Phrases", "not available: %1"), { phraseOf(energy.reason) } };
    const auto amount = [](double value) { return literalPhrase(joules(value)); };
    const auto &[low, high] = *energy.interval;
    Phrase perRun { QT_TRANSLATE_NOOP("Phrases", "%1 a run (95 % interval %2 to %3)"),
                    { amount(*energy.joulesPerRun), amount(low), amount(high) } };
    const std::optional<double> item = joulesPerItem(energy, batch, source);
    if (!item || batch == 1)
        return perRun;
    return { QT_TRANSLATE_NOOP("Phrases", "%1, %2 an item"), { std::move(perRun), amount(*item) } };
}

void addEnergyFacts(Facts &facts, const std::optional<EnergyUse> &energy, std::int64_t batch, BatchSource source)
{
    if (!energy)
        return;
    facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Energy"), translated(energyPhrase(*energy, batch, source)));
    if (energy->source)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Energy of"), translatedName(*energy->source));
    if (energy->idleWatts)
        facts.emplace_back(QT_TRANSLATE_NOOP("Page", "Idle power"), formatQuantity(*energy->idleWatts, "W"));
}

std::string heldBackText(const std::optional<Conditions> &conditions)
{
    if (!conditions)
        return {};
    return translated(namesPhrase(conditions->throttleReasons));
}

void addConditionFacts(Facts &facts, const std::optional<Conditions> &conditions)
{
    if (!conditions)
        return;
    const auto add = [&facts](const char *name, std::string text) {
        if (!text.empty())
            facts.emplace_back(name, std::move(text));
    };
    const auto hertz = [](double value) { return formatQuantity(value, "Hz"); };
    const auto watts = [](double value) { return formatQuantity(value, "W"); };
    const auto celsius = [](double value) { return fmt::format("{:.0f} °C", value); };
    add(QT_TRANSLATE_NOOP("Page", "Clock"), rangeText(conditions->clockHz, hertz));
    add(QT_TRANSLATE_NOOP("Page", "Memory clock"), rangeText(conditions->memoryClockHz, hertz));
    add(QT_TRANSLATE_NOOP("Page", "Power"), rangeText(conditions->powerWatts, watts));
    add(QT_TRANSLATE_NOOP("Page", "Temperature"), rangeText(conditions->temperatureCelsius, celsius));
    add(QT_TRANSLATE_NOOP("Page", "Throttled by"), heldBackText(conditions));
    const auto share = [](const std::optional<double> &part) { return orEmpty(part, formatPercent); };
    add(QT_TRANSLATE_NOOP("Page", "Taken by the host"), share(conditions->stolenShare));
    add(QT_TRANSLATE_NOOP("Page", "Throttled by the CPU quota"), share(conditions->throttledShare));
}

} // namespace rooflight
