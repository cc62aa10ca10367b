// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/model_rights.h"

#include "core/base/opened_file.h"
#include "core/service/steps/request_files.h"
#include "core/service/steps/sweep_file.h"
#include "core/torchscript/load/operator_library.h"

#include <fmt/format.h>

#include <filesystem>

namespace rooflight {

Result<void> requireTrust(const Request &request, const Inspection &inspection)
{
    if (request.trust)
        return {};
    for (const CodeFinding &finding : inspection.findings) {
        if (finding.asksForTrust())
            return Error { ErrorCode::UnsafeFile,
                           fmt::format("{} calls {}, which {} ({}){}.", inspection.model.path, finding.operation,
                                       reasonOf(finding.risk.value().value_or(OperatorRisk::Unlisted)),
                                       placeOf(finding).text,
                                       finding.runsAtLoad ? ", and it would run while the file is loaded" : ""),
                           "If you know where the file comes from, run it with --trust." };
    }
    return {};
}

ConfinementPlan confinementPlan(const Request &request, const std::vector<std::string> &models)
{
    ConfinementPlan plan;
    plan.gpu = request.isOnCuda();
    for (const std::string &model : models)
        plan.descriptors.push_back(openedDescriptor(model));
    std::erase(plan.descriptors, -1);
    std::error_code ignored;
    for (const std::string &library : request.libraries)
        plan.libraries.push_back(std::filesystem::canonical(library, ignored));
    plan.readable = operatorLibraryFolders();
    for (const std::string &file : inputFiles(request))
        plan.readable.emplace_back(file);
    if (request.kind == RequestKind::Sweep)
        plan.readable.push_back(sweepFolder());
    if (request.trust) // the code of a compiled model is copied there
        plan.memoryFileBytes = largestFile(models);
    return plan;
}

} // namespace rooflight
