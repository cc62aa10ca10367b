// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/cost/cost_model.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/record_function.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace rooflight {

/// How an operator is looked at while a model runs.
enum class OperatorTreatment {
    Counted, ///< the cost table has it: what it calls is part of it
    Transparent, ///< only calls other operators: they are looked at instead
    Opaque, ///< its own kernel, no formula: listed as unknown
};

/// What is known of an operator before it runs.
struct OperatorFacts {
    struct ArgumentFacts {
        std::string name;
        bool written = false; ///< marked as written in the schema
    };

    std::string name; ///< without overload
    std::string overload;
    OperatorTreatment treatment = OperatorTreatment::Opaque;
    std::vector<ArgumentFacts> arguments;
    std::size_t returns = 0;
};

/// Operators that LibTorch has registered, looked up once each.
class OperatorCatalog
{
public:
    /// \p costs must outlive the catalog.
    explicit OperatorCatalog(const CostModel &costs);

    [[nodiscard]] const CostModel &costs() const { return m_costs; }

    /// The operator that a recorded function is. The reference holds as long as the catalog.
    [[nodiscard]] const OperatorFacts &factsOf(const at::RecordFunction &function);

    /// The same of an operator that nothing has called.
    [[nodiscard]] OperatorFacts factsOf(const c10::OperatorHandle &handle) const;

private:
    [[nodiscard]] OperatorFacts makeFacts(const at::RecordFunction &function) const;

    const CostModel &m_costs;
    std::unordered_map<const char *, std::unique_ptr<OperatorFacts>> m_facts; ///< by the address of the name
};

} // namespace rooflight
