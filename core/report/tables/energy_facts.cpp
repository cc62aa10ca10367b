// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/energy_facts.h"

#include "core/base/translation_mark.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/names.h"

#include <utility>

namespace rooflight {

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

} // namespace rooflight
