// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/cost_tables.h"

#include "core/model/count.h"
#include "core/model/coverage.h"
#include "core/report/format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace ridgepoint {

namespace {

/// Rounded down: only what is covered wholly is 100 %.
std::string coveredPercent(double share)
{
    return fmt::format("{:.1f} %", std::floor(share * 1000) / 10);
}

struct WorkClass {
    std::string_view title;
    std::int64_t OperatorWork::*amount;
    int flops; ///< of one
};

constexpr std::array workClasses = {
    WorkClass { "multiply-add", &OperatorWork::macs, 2 },
    WorkClass { "bias", &OperatorWork::biasAdds, 1 },
    WorkClass { "elementwise", &OperatorWork::elementwise, 1 },
    WorkClass { "transcendental", &OperatorWork::transcendental, 1 },
    WorkClass { "reduction", &OperatorWork::reduction, 1 },
    WorkClass { "comparison, integer", &OperatorWork::comparison, 0 },
};

/// Sum of one class over the operators, by element type.
std::map<DType, Count> sumsByType(const Analysis &analysis, const WorkClass &workClass)
{
    std::map<DType, Count> sums;
    for (const Operator &op : analysis.operators) {
        if (const std::int64_t amount = op.work.*workClass.amount; amount > 0)
            sums[op.dtype] += amount;
    }
    return sums;
}

} // namespace

std::string coverageText(const Session &session)
{
    if (!session.analysis)
        return {};
    const Coverage coverage = coverageOf(*session.analysis, session.layers ? &*session.layers : nullptr);
    const std::string operators = formatCount(coverage.operators);
    if (coverage.knownOperators == coverage.operators)
        return fmt::format("Formulas cover every operator ({}).", operators);
    const std::string counted =
        fmt::format("Formulas cover {} of {} operators", formatCount(coverage.knownOperators), operators);
    const std::string bytes = coveredPercent(coverage.shareOfBytes()) + " of the bytes";
    const std::optional<double> time = coverage.shareOfTime();
    return time ? fmt::format("{}, {} and {} of the time.", counted, bytes, coveredPercent(*time))
                : fmt::format("{} and {}.", counted, bytes);
}

TableContent workContent(const Analysis &analysis)
{
    TableContent table;
    table.columns = { { "Work" },
                      { .title = "Type" },
                      { .title = "Operations", .number = true, .rank = 1 },
                      { .title = "FLOPs", .number = true },
                      { .title = "Share", .number = true, .rank = 2 } };
    Count allFlops;
    for (const Operator &op : analysis.operators) {
        for (const WorkClass &workClass : workClasses)
            allFlops += Count(op.work.*workClass.amount) * workClass.flops;
    }
    for (const WorkClass &workClass : workClasses) {
        for (const auto &[dtype, amount] : sumsByType(analysis, workClass)) {
            const auto flops = static_cast<double>((amount * workClass.flops).value());
            std::vector<std::string> cells = { std::string(workClass.title), std::string(name(dtype)),
                                               formatCount(amount.value()) };
            if (flops > 0) {
                cells.push_back(formatQuantity(flops, "FLOP"));
                cells.push_back(formatPercent(flops / static_cast<double>(allFlops.value())));
            }
            table.rows.push_back(std::move(cells));
        }
    }
    return table;
}

TableContent unknownOperatorContent(const Analysis &analysis)
{
    TableContent table;
    table.columns = { { "Operator of unknown work" },
                      { .title = "Calls", .number = true },
                      { .title = "Bytes", .number = true },
                      { .title = "Layers", .rank = 1 } };
    for (const UnknownOperator &unknown : analysis.unknown) {
        std::vector<std::string> layers = unknown.layers;
        std::ranges::replace(layers, std::string(), std::string("(the model)"));
        table.rows.push_back({ unknown.name, formatCount(unknown.count), formatBytes(unknown.bytes),
                               fmt::format("{}", fmt::join(layers, ", ")) });
    }
    return table;
}

Facts unfitFormulaFacts(const Analysis &analysis)
{
    Facts facts;
    for (const UnknownOperator &unknown : analysis.unknown) {
        if (!unknown.reason.empty())
            facts.emplace_back("Why", unknown.name + ": " + unknown.reason);
    }
    return facts;
}

} // namespace ridgepoint
