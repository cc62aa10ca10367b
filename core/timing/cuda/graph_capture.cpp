// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/cuda/graph_capture.h"

#include "core/timing/cuda/torch_cuda_module.h"
#include "core/torchscript/load/torch_errors.h"

#include <fmt/format.h>

namespace rooflight {

Result<std::function<void()>> captureCudaGraph(const std::function<void()> &run)
{
    constexpr const char *failure = "No CUDA graph can be made";
    const Result<const TorchCudaModule *> module = openTorchCudaModule(failure);
    if (!module.ok())
        return module.error();
    try {
        return module.value()->capture(run);
    } catch (...) {
        const Error reason = currentExceptionAsError("The model", ModelStage::Running);
        return Error { ErrorCode::ModelFailed, fmt::format("{}: {}", failure, reason.text), "" };
    }
}

} // namespace rooflight
