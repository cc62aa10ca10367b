// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/module_loader.h"

#include "core/base/shared_library.h"
#include "core/machine/module_file.h"

#include <dlfcn.h>

#include <cstring>
#include <system_error>

namespace rooflight::cuda {

namespace {

namespace fs = std::filesystem;

constexpr const char *moduleName = "rooflight_cuda.so";

Error unusable(const fs::path &path, const std::string &reason)
{
    return { ErrorCode::DeviceMissing, "The CUDA code in " + path.string() + " cannot be used: " + reason + ".",
             "Build Rooflight again with -DROOFLIGHT_CUDA=ON." };
}

Result<const GpuModule *> openFile(const fs::path &path)
{
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return unusable(path, loaderError());
    const auto function = reinterpret_cast<GpuModuleFunction>(dlsym(library, gpuModuleFunction));
    const GpuModule *module = function ? function() : nullptr;
    if (!module)
        return unusable(path, "it is something else");
    if (module->interface != gpuModuleInterface || std::strcmp(module->program, ROOFLIGHT_VERSION) != 0)
        return unusable(path, "it belongs to another version of Rooflight");
    return module;
}

} // namespace

std::vector<fs::path> gpuModulePaths()
{
    return moduleFiles(moduleName);
}

Result<const GpuModule *> openGpuModule(const std::vector<fs::path> &paths)
{
    for (const fs::path &path : paths) {
        std::error_code ignored;
        if (fs::exists(path, ignored))
            return openFile(path);
    }
    return Error { ErrorCode::DeviceMissing,
                   "The roofs of CUDA devices cannot be measured: this build has no CUDA code.",
                   "Build Rooflight with -DROOFLIGHT_CUDA=ON, or scripts/run --cuda." };
}

} // namespace rooflight::cuda
