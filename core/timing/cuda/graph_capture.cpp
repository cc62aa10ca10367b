// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/cuda/graph_capture.h"

#include "core/timing/cuda/graph_module.h"
#include "core/torchscript/torch_errors.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstring>
#include <filesystem>

namespace ridgepoint {

namespace {

namespace fs = std::filesystem;

Error noGraphs(const std::string &reason)
{
    return { ErrorCode::ModelFailed, fmt::format("No CUDA graph can be made: {}.", reason), "" };
}

fs::path modulePath()
{
    std::error_code ignored;
    const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
    const fs::path installed = folder.parent_path() / "lib" / "ridgepoint" / graphModuleName;
    return fs::exists(installed, ignored) ? installed : folder / graphModuleName;
}

Result<const GraphModule *> openModule()
{
    const fs::path path = modulePath();
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        return noGraphs("this build has no CUDA code");
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return noGraphs(dlerror());
    const auto function = reinterpret_cast<GraphModuleFunction>(dlsym(library, graphModuleFunction));
    const GraphModule *module = function ? function() : nullptr;
    if (!module || std::strcmp(module->program, RIDGEPOINT_VERSION) != 0)
        return noGraphs(path.string() + " belongs to another version of Ridgepoint");
    return module;
}

} // namespace

Result<std::function<void()>> captureCudaGraph(const std::function<void()> &run)
{
    const Result<const GraphModule *> module = openModule();
    if (!module.ok())
        return module.error();
    try {
        return module.value()->capture(run);
    } catch (...) {
        return noGraphs(currentExceptionAsError("The model", ModelStage::Running).text);
    }
}

} // namespace ridgepoint
