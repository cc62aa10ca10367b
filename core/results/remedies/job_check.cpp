// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/result_checks.h"

#include <algorithm>
#include <vector>

namespace rooflight {

/// The time that the request holds; what the model's process reports is not trusted.
static double compileSecondsOf(const Remedy &remedy, const Request &request)
{
    const std::optional<RemedyId> id = remedy.id.value();
    const CompiledVariant *const compiled = id ? compiledVariant(request, *id) : nullptr;
    return compiled ? compiled->seconds : 0;
}

/// Of the model as it is and of each change.
template<typename Energy> static std::vector<Energy *> energiesOf(auto &remedies)
{
    std::vector<Energy *> energies;
    const auto add = [&energies](auto &energy) {
        if (energy)
            energies.push_back(&*energy);
    };
    add(remedies.energy);
    add(remedies.best.change.energy);
    for (auto &remedy : remedies.remedies)
        add(remedy.change.energy);
    for (auto &combination : remedies.combinations)
        add(combination.change.energy);
    return energies;
}

std::string_view faultIn(const Remedies &remedies)
{
    const std::vector<const EnergyUse *> energies = energiesOf<const EnergyUse>(remedies);
    const auto possible = [](const EnergyUse *energy) { return isPossible(*energy); };
    return std::ranges::all_of(energies, possible) ? std::string_view() : foreignRecord;
}

bool isOf(const ModelIdentity & /*model*/, const std::string &path, const Remedies &remedies)
{
    return remedies.model == path;
}

bool quoteWords(Remedies &remedies, const Request &request)
{
    bool changed = false;
    for (EnergyUse *energy : energiesOf<EnergyUse>(remedies))
        changed = quoteReason(*energy, request) || changed;
    for (Remedy &remedy : remedies.remedies) {
        changed = quoteFailure(remedy.failure, request) || changed;
        changed = makeAnew(remedy.compileSeconds, compileSecondsOf(remedy, request)) || changed;
    }
    return changed;
}

} // namespace rooflight
