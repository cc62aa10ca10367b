// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/cost_table.h"

#include "core/cost/cost_rule.h"
#include "core/cost/memory_region.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace ridgepoint {

namespace {

const std::vector<CostRule> &allRules()
{
    static const std::vector<CostRule> rules = [] {
        std::vector<CostRule> collected;
        for (const auto rulesOfFamily :
             { convolutionRules, matrixRules,        attentionRules,  recurrentRules,     quantizedRules,
               sparseRules,      linearAlgebraRules, fourierRules,    normalizationRules, activationRules,
               poolingRules,     visionRules,        resamplingRules, elementwiseRules,   reductionRules,
               lossRules,        movementRules,      gatherRules,     creationRules,      viewRules }) {
            std::ranges::move(rulesOfFamily(), std::back_inserter(collected));
        }
        return collected;
    }();
    return rules;
}

std::vector<std::string_view> namesOf(const CostRule &rule)
{
    std::vector<std::string_view> names;
    for (std::string_view rest = rule.names; !rest.empty();) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        names.push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return names;
}

const std::unordered_map<std::string_view, const CostRule *> &rulesByName()
{
    static const std::unordered_map<std::string_view, const CostRule *> byName = [] {
        std::unordered_map<std::string_view, const CostRule *> index;
        for (const CostRule &rule : allRules()) {
            for (const std::string_view name : namesOf(rule))
                index.emplace(name, &rule);
        }
        return index;
    }();
    return byName;
}

CostTableEntry toEntry(std::string_view name, const CostRule &rule)
{
    return { std::string(name), rule.family, std::string(rule.formula), std::string(rule.bytes.text),
             std::string(rule.source) };
}

OperatorWork toOperatorWork(const Work &work)
{
    return { .macs = work.macs.value(),
             .biasAdds = work.biasAdds.value(),
             .elementwise = work.elementwise.value(),
             .transcendental = work.transcendental.value(),
             .reduction = work.reduction.value(),
             .comparison = work.comparison.value() };
}

} // namespace

const CostRule *ruleFor(std::string_view operatorName)
{
    const auto &rules = rulesByName();
    if (const auto found = rules.find(operatorName); found != rules.end())
        return found->second;
    if (!operatorName.ends_with('_'))
        return nullptr;
    operatorName.remove_suffix(1);
    const auto twin = rules.find(operatorName);
    return twin == rules.end() ? nullptr : twin->second;
}

bool isKnown(std::string_view operatorName)
{
    return ruleFor(operatorName) != nullptr;
}

OperatorFamily familyOf(const OperatorCall &call)
{
    const CostRule *rule = ruleFor(call.name);
    if (!rule)
        return OperatorFamily::Other;
    const bool movesNothing = rule->bytes.bytes(call) == OperatorBytes {};
    return movesNothing && outputsShareInputs(call) ? OperatorFamily::View : rule->family;
}

std::optional<OperatorWork> workOf(const OperatorCall &call)
{
    const CostRule *rule = ruleFor(call.name);
    const std::optional<Work> work = rule ? rule->work(call) : std::nullopt;
    return work ? std::optional(toOperatorWork(*work)) : std::nullopt;
}

OperatorBytes bytesOf(const OperatorCall &call)
{
    const CostRule *rule = ruleFor(call.name);
    return rule ? rule->bytes.bytes(call) : readAndWritten.bytes(call);
}

std::int64_t workingSetOf(const OperatorCall &call)
{
    DistinctMemory memory;
    forEachArgumentTensor(call, [&memory](const Argument &, const TensorValue &tensor) { memory.add(tensor); });
    for (const TensorValue &output : call.outputs) {
        if (isDefined(output))
            memory.add(output);
    }
    return memory.bytes().value();
}

std::optional<CostTableEntry> entryOf(std::string_view operatorName)
{
    const CostRule *rule = ruleFor(operatorName);
    return rule ? std::optional(toEntry(operatorName, *rule)) : std::nullopt;
}

std::vector<CostTableEntry> costTable()
{
    std::vector<CostTableEntry> entries;
    for (const CostRule &rule : allRules()) {
        for (const std::string_view name : namesOf(rule))
            entries.push_back(toEntry(name, rule));
    }
    std::ranges::stable_sort(entries, {},
                             [](const CostTableEntry &entry) { return std::pair(entry.family, entry.name); });
    return entries;
}

} // namespace ridgepoint
