// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/cuda/torch_cuda_module.h"

#include "core/base/foreign_text.h"
#include "core/base/shared_library.h"
#include "core/machine/module_file.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

Error because(const std::string &failure, const std::string &reason)
{
    return { ErrorCode::DeviceMissing, failure + ": " + reason + ".",
             "Build Rooflight with -DROOFLIGHT_CUDA=ON, or scripts/run --cuda." };
}

bool isPresent(const fs::path &file)
{
    std::error_code ignored;
    return fs::exists(file, ignored);
}

} // namespace

Result<const TorchCudaModule *> openTorchCudaModule(const std::string &failure)
{
    const std::vector<fs::path> files = moduleFiles(torchCudaModuleName);
    const auto file = std::ranges::find_if(files, isPresent);
    if (file == files.end())
        return because(failure, "this build has no CUDA code");
    void *library = dlopen(file->c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return because(failure, inMarks(loaderError()));
    const auto function = reinterpret_cast<TorchCudaModuleFunction>(dlsym(library, torchCudaModuleFunction));
    const TorchCudaModule *module = function ? function() : nullptr;
    if (!module || std::strcmp(module->program, ROOFLIGHT_VERSION) != 0)
        return because(failure, inMarks(file->string() + " belongs to another version of Rooflight"));
    return module;
}

} // namespace rooflight
