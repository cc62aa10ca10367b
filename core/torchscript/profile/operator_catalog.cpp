// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/profile/operator_catalog.h"

namespace rooflight {

OperatorCatalog::OperatorCatalog(const CostModel &costs)
    : m_costs(costs)
{
}

const OperatorFacts &OperatorCatalog::factsOf(const at::RecordFunction &function)
{
    // The name of an operator stands in its registered schema: its address is another for each overload. The text is
    // compared, too, since the name of a label does not stay where it is.
    std::unique_ptr<OperatorFacts> &facts = m_facts[function.name()];
    if (!facts || facts->name != function.name())
        facts = std::make_unique<OperatorFacts>(makeFacts(function));
    return *facts;
}

OperatorFacts OperatorCatalog::makeFacts(const at::RecordFunction &function) const
{
    OperatorFacts facts;
    facts.name = function.name();
    facts.treatment = OperatorTreatment::Transparent; // a label that somebody put around operators
    const std::optional<c10::OperatorName> name = function.operator_name();
    if (!name)
        return facts;
    const std::optional<c10::OperatorHandle> handle = c10::Dispatcher::singleton().findSchema(*name);
    if (!handle)
        return facts;
    OperatorFacts registered = factsOf(*handle);
    registered.name = std::move(facts.name);
    return registered;
}

OperatorFacts OperatorCatalog::factsOf(const c10::OperatorHandle &handle) const
{
    OperatorFacts facts;
    facts.name = handle.operator_name().name;
    facts.overload = handle.operator_name().overload_name;
    facts.treatment = OperatorTreatment::Transparent;
    if (m_costs.covers(facts.name))
        facts.treatment = OperatorTreatment::Counted;
    else if (!handle.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd))
        facts.treatment = OperatorTreatment::Opaque;
    for (const c10::Argument &argument : handle.schema().arguments()) {
        const bool written = argument.alias_info() && argument.alias_info()->isWrite();
        facts.arguments.push_back({ argument.name(), written });
    }
    facts.returns = handle.schema().returns().size();
    return facts;
}

} // namespace rooflight
