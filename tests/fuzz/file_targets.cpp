// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// Files that the program parses itself, in a process that is not confined.

#include "core/base/foreign_text.h"
#include "core/matrix/table/matrix_file.h"
#include "core/record/roofs_file.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/targets.h"

#ifdef ROOFLIGHT_FUZZES_PLANS
#include "core/matrix/plan.h"
#endif

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rooflight::fuzz {

void readRoofsFile(std::string_view input)
{
    static MemoryFile file;
    file.fill(input);
    const Result<DeviceRoofs> roofs = readRoofs(file.path());
    if (roofs.ok())
        require(areSound(roofs.value()), "roofs of a file are sound");
    else
        require(exitStatus(roofs.error()) == 3 && !roofs.error().text.empty(), "roofs are refused with status 3");
}

void readMatrix(std::string_view input)
{
    static MemoryFile file;
    file.fill(input);
    const Result<MatrixIndex> index = readMatrixIndex(file.path());
    if (!index.ok()) {
        require(exitStatus(index.error()) == 3 && !index.error().text.empty(), "a matrix is refused with status 3");
        return;
    }
    static_cast<void>(matrixToCsv(index.value().rows));
    const std::string written = matrixToJson(index.value().rows, index.value().planSha256);
    require(nlohmann::json::accept(written), "a matrix's JSON is JSON");
    file.fill(written);
    const Result<MatrixIndex> again = readMatrixIndex(file.path());
    require(again.ok() && matrixToJson(again.value().rows, again.value().planSha256) == written,
            "a matrix that is written is read as the same");
}

#ifdef ROOFLIGHT_FUZZES_PLANS
void readPlanFile(std::string_view input)
{
    const Result<UntrustedFile> file = UntrustedFile::ofText("plan.toml", std::string(input), FileKind::Plan);
    if (!file.ok()) {
        require(exitStatus(file.error()) == 3, "a plan beyond its bounds is refused with status 3");
        return;
    }
    constexpr std::string_view folder = "/plans";
    const Result<MatrixPlan> plan = parsePlan(file.value(), std::string(folder));
    if (!plan.ok()) {
        require(exitStatus(plan.error()) == 2 && !plan.error().text.empty(), "a plan is refused with status 2");
        return;
    }
    const bool isTrusted = plan.value().danger.empty();
    for (const PlanModel &model : plan.value().models) {
        require(harmlessText(model.file) == model.file, "a path has no control characters");
        require(!isTrusted || model.file.starts_with(std::string(folder) + '/'), "a file lies in the plan's folder");
        require(!isTrusted || std::ranges::find(model.arguments, "--trust") == model.arguments.end(),
                "trust is not taken without a word");
    }
}
#endif

} // namespace rooflight::fuzz
