// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/cells.h"

#include "core/archive/zip/sha256.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace rooflight {

namespace {

bool includes(const std::vector<std::string> &names, const std::string &name)
{
    return names.empty() || std::ranges::find(names, name) != names.end();
}

/// What no SPEC, path or number holds.
constexpr char separator = '\n';

std::string checksumOf(const MatrixCell &cell, const std::string &modelChecksum)
{
    std::string text = modelChecksum;
    for (const auto *words : { &cell.arguments, &cell.worker }) {
        for (const std::string &word : *words)
            text += separator + word;
    }
    return sha256OfText(text);
}

MatrixCell cellOf(const MatrixPlan &plan, const PlanModel &model, const PlanInput &input,
                  const PlanExecution &execution, std::size_t target)
{
    MatrixCell cell;
    cell.model = model.name;
    cell.input = input.name;
    cell.execution = execution.name;
    cell.target = plan.targets[target].name;
    cell.worker = plan.targets[target].worker;
    cell.targetIndex = target;
    cell.name = fmt::format("{}__{}__{}__{}", cell.model, cell.input, cell.execution, cell.target);
    cell.arguments = { plan.command, model.file };
    for (const PlanArguments *part :
         { &plan.arguments, &model.arguments, &input.arguments, &execution.arguments, &plan.targets[target].arguments })
        cell.arguments.insert(cell.arguments.end(), part->begin(), part->end());
    return cell;
}

} // namespace

Result<std::vector<MatrixCell>> cellsOf(const MatrixPlan &plan)
{
    std::map<std::string, std::string> checksums;
    for (const PlanModel &model : plan.models) {
        const Result<std::string> checksum = sha256OfFile(model.file);
        checksums[model.name] = checksum.ok() ? checksum.value() : std::string();
    }
    std::vector<MatrixCell> cells;
    std::set<std::string> names;
    for (std::size_t target = 0; target < plan.targets.size(); ++target) {
        const PlanTarget &where = plan.targets[target];
        for (const PlanModel &model : plan.models) {
            for (const PlanInput &input : plan.inputs) {
                for (const PlanExecution &execution : plan.executions) {
                    if (!includes(where.models, model.name) || !includes(input.models, model.name)
                        || !includes(where.executions, execution.name))
                        continue;
                    MatrixCell cell = cellOf(plan, model, input, execution, target);
                    cell.sha256 = checksumOf(cell, checksums[model.name]);
                    if (!names.insert(cell.name).second)
                        return Error { ErrorCode::CommandLine,
                                       fmt::format("Two cells of the plan are named {}.", cell.name),
                                       "Name the models, inputs, executions and targets differently." };
                    cells.push_back(std::move(cell));
                }
            }
        }
    }
    if (cells.empty())
        return Error { ErrorCode::CommandLine, "The plan has no cell: its inputs and targets leave out every model.",
                       "Check the lists of models and executions." };
    return cells;
}

} // namespace rooflight
