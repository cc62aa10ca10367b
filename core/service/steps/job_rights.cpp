// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/job_rights.h"

#include "core/base/opened_file.h"
#include "core/base/result.h"
#include "core/model/request.h"
#include "core/request/input_spec.h"
#include "core/request/pipeline_request.h"
#include "core/service/steps/kept_files.h"
#include "core/service/steps/steps.h"
#include "core/timing/cuda/torch_cuda_module.h"
#include "core/torchscript/load/loaded_model.h"
#include "core/torchscript/load/operator_library.h"

#include <ATen/Parallel.h>

#include <fmt/format.h>

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <future>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace rooflight {

namespace {

void addFiles(const InputValue &value, std::vector<std::string> &files)
{
    if (const auto *tensor = std::get_if<TensorSpec>(&value.content)) {
        if (!tensor->file.empty())
            files.push_back(tensor->file);
    } else if (const auto *list = std::get_if<InputValue::List>(&value.content)) {
        for (const InputValue &element : *list)
            addFiles(element, files);
    } else if (const auto *dict = std::get_if<InputValue::Dict>(&value.content)) {
        for (const auto &[key, element] : *dict)
            addFiles(element, files);
    }
}

/// All TorchScript files that a request runs. Errors: CommandLine.
Result<std::vector<std::string>> modelFiles(const Request &request)
{
    if (request.kind == RequestKind::Pipeline)
        return pipelineFiles(request);
    return variantFiles(request);
}

/// The tensor files that its inputs name.
std::vector<std::string> inputFiles(const Request &request)
{
    std::vector<std::string> files;
    for (const std::string &text : request.inputs) {
        const Result<InputSpec> spec = parseInputSpec(pipelineSpec(text));
        if (spec.ok())
            addFiles(spec.value().value, files);
    }
    return files;
}

/// Bytes of the largest one; files that cannot be read count 0.
std::int64_t largestFile(const std::vector<std::string> &files)
{
    std::int64_t largest = 0;
    for (const std::string &file : files) {
        std::error_code missing;
        const auto bytes = std::filesystem::file_size(file, missing);
        largest = missing ? largest : std::max(largest, static_cast<std::int64_t>(bytes));
    }
    return largest;
}

/// Where LibTorch cannot start its threads it ends the process, which would be blamed on the file. A limit of many is
/// not tried.
Result<void> canStartThreads(int count)
{
    rlimit limits {};
    constexpr rlim_t few = 1024;
    if (getrlimit(RLIMIT_NPROC, &limits) != 0 || limits.rlim_cur > few)
        return {};
    std::promise<void> end;
    const std::shared_future<void> ended = end.get_future().share();
    std::vector<std::thread> threads;
    Result<void> result;
    try {
        for (int thread = 1; thread < count; ++thread)
            threads.emplace_back([ended] { ended.wait(); });
    } catch (const std::system_error &) {
        result = Error { ErrorCode::OutOfMemory,
                         fmt::format("Of {} threads {} could be started: the limit of this user's processes is {}.",
                                     count, threads.size() + 1, limits.rlim_cur),
                         "Use fewer with --threads, or raise the limit (ulimit -u)." };
    }
    end.set_value();
    for (std::thread &thread : threads)
        thread.join();
    return result;
}

} // namespace

Result<void> JobStart::openModels()
{
    const Result<std::vector<std::string>> models = modelFiles(m_request);
    if (!models.ok())
        return models.error();
    for (const std::string &model : models.value())
        openOnce(model);
    m_models = models.value();
    return {};
}

Result<void> JobStart::confine()
{
    if (const Result<void> threads = canStartThreads(at::get_num_threads()); !threads.ok())
        return threads;
    if (const Result<void> opened = openModels(); !opened.ok())
        return opened;
    if (m_request.unconfined) {
        m_reporter.send(Notice { "not_confined", "The model runs unconfined, as requested." });
        return {};
    }
    // While all folders that they name can be read. If one does not open, who needs it says why.
    if (m_request.isOnCuda() && openCudaHalf())
        static_cast<void>(openTorchCudaModule(""));
    return rooflight::confine(plan());
}

Result<void> JobStart::requireTrust(const Inspection &inspection) const
{
    if (m_request.trust)
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

/// A GPU's driver makes pipes later, and the code of a compiled model is opened as a file in memory.
Result<JobRights> JobStart::end()
{
    if (!m_request.unconfined && !opensCode() && !m_request.isOnCuda()) {
        if (const Result<void> confined = confineAfterStart(); !confined.ok())
            return confined.error();
    }
    JobRights rights(m_request.trust);
    m_reporter.announceUntrustedCode();
    return rights;
}

/// What the request names, and where libraries are; nothing else of a home folder.
ConfinementPlan JobStart::plan() const
{
    ConfinementPlan plan;
    plan.gpu = m_request.isOnCuda();
    for (const std::string &model : m_models)
        plan.descriptors.push_back(openedDescriptor(model));
    std::erase(plan.descriptors, -1);
    std::error_code ignored;
    for (const std::string &library : m_request.libraries)
        plan.libraries.push_back(std::filesystem::canonical(library, ignored));
    plan.readable = operatorLibraryFolders();
    for (const std::string &file : inputFiles(m_request))
        plan.readable.emplace_back(file);
    if (m_request.kind == RequestKind::Sweep)
        plan.readable.push_back(sweepFolder());
    if (opensCode()) // the code of a compiled model is copied there
        plan.memoryFileBytes = largestFile(m_models);
    return plan;
}

} // namespace rooflight
