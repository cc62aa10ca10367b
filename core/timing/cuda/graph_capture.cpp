// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/cuda/graph_capture.h"

#include "core/model/error_sentences.h"
#include "core/timing/cuda/torch_cuda_module.h"
#include "core/torchscript/load/torch_errors.h"

namespace rooflight {

Result<std::function<void()>> captureCudaGraph(const std::function<void()> &run)
{
    const Result<const TorchCudaModule *> module = openTorchCudaModule("No CUDA graph can be made");
    if (!module.ok())
        return module.error();
    try {
        return module.value()->capture(run);
    } catch (...) {
        const Error reason = currentExceptionAsError("The model", ModelStage::Running);
        return Error { ErrorCode::ModelFailed, sentenceOf({ sentences::noGraph, "p" }, { wordsWithin(reason) }).text,
                       "" };
    }
}

} // namespace rooflight
