// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/rules/cost_table.h"

#include "core/base/operator_table.h"
#include "core/cost/call/memory_region.h"
#include "core/cost/rules/cost_rule.h"
#include "core/cost/rules/grouped_product.h"

#include <algorithm>
#include <iterator>

namespace rooflight {

namespace {

const std::vector<CostRule> &allRules()
{
    static const std::vector<CostRule> rules = [] {
        std::vector<CostRule> collected;
        for (const auto rulesOfFamily : { convolutionRules, matrixRules, attentionRules, recurrentRules, quantizedRules,
                                          sparseRules, linearAlgebraRules, fourierRules, normalizationRules,
                                          activationRules, poolingRules, visionRules, resamplingRules, elementwiseRules,
                                          reductionRules, lossRules, gradientRules, movementRules, gatherRules }) {
            std::ranges::move(rulesOfFamily(), std::back_inserter(collected));
        }
        return collected;
    }();
    return rules;
}

const OperatorTable<const CostRule *> &rulesByName()
{
    static const OperatorTable<const CostRule *> byName = [] {
        OperatorTable<const CostRule *> table;
        for (const CostRule &rule : allRules())
            table.add(rule.names, &rule);
        return table;
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
             .comparison = work.comparison.value(),
             .avoidableMacs = work.avoidableMacs.value() };
}

} // namespace

const CostRule *ruleFor(std::string_view operatorName)
{
    const CostRule *const *found = rulesByName().find(operatorName);
    if (!found && operatorName.ends_with('_'))
        found = rulesByName().find(operatorName.substr(0, operatorName.size() - 1));
    return found ? *found : nullptr;
}

bool isKnown(std::string_view operatorName)
{
    return ruleFor(operatorName) != nullptr;
}

OperatorFamily familyOf(const OperatorCall &call)
{
    return familyOf(call, bytesOf(call));
}

OperatorFamily familyOf(const OperatorCall &call, const OperatorBytes &bytes)
{
    const CostRule *rule = ruleFor(call.name);
    if (!rule)
        return OperatorFamily::Other;
    const bool movesNothing = bytes == OperatorBytes {};
    return movesNothing && outputsShareInputs(call) ? OperatorFamily::View : rule->family;
}

std::optional<OperatorWork> workOf(const OperatorCall &call)
{
    const CostRule *rule = ruleFor(call.name);
    const std::optional<Work> work = rule ? rule->work(call) : std::nullopt;
    return work ? std::optional(toOperatorWork(*work)) : std::nullopt;
}

MemoryTouches touchesOf(const OperatorCall &call)
{
    const CostRule *rule = ruleFor(call.name);
    return rule ? rule->bytes.touches(call) : readAndWritten.touches(call);
}

OperatorBytes bytesOf(const OperatorCall &call)
{
    return touchesOf(call).sums();
}

std::optional<GroupEstimate> groupEstimateOf(const OperatorCall &call)
{
    const CostRule *rule = ruleFor(call.name);
    return rule && rule->bytes.touches == usedGroups.touches ? estimatedGroups(call) : std::nullopt;
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
        for (const std::string_view name : separatedNames(rule.names))
            entries.push_back(toEntry(name, rule));
    }
    std::ranges::stable_sort(entries, {},
                             [](const CostTableEntry &entry) { return std::pair(entry.family, entry.name); });
    return entries;
}

} // namespace rooflight
