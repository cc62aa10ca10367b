// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/request_check.h"

#include "core/roofs/cuda/cuda_roofs.h"
#include "core/service/steps/latency_variants.h"
#include "core/service/steps/pipeline_step.h"
#include "core/service/steps/size_axes.h"
#include "core/torchscript/infer/input_spec.h"

#include <fmt/format.h>

namespace ridgepoint {

namespace {

Result<void> checkDevice(const std::string &device)
{
    if (device == "cpu" || device == "cpu:0" || cudaIndex(device))
        return {};
    return Error { ErrorCode::CommandLine, fmt::format("\"{}\" is no device.", device), "Use cpu or cuda:0." };
}

Result<void> checkInputs(const std::vector<std::string> &inputs)
{
    for (const std::string &text : inputs) {
        if (const Result<InputSpec> spec = parseInputSpec(text); !spec.ok())
            return spec.error();
    }
    return {};
}

} // namespace

Result<void> checkRequest(const Request &request)
{
    if (Result<void> device = checkDevice(request.device); !device.ok())
        return device;
    if (const Result<SizeGrid> grid = sizeGridOf(request); !grid.ok())
        return grid.error();
    if (request.kind == RequestKind::Pipeline)
        return checkPipeline(request);
    if (Result<void> inputs = checkInputs(request.inputs); !inputs.ok())
        return inputs;
    const Result<std::vector<VariantChoice>> variants = variantsOf(request);
    return variants.ok() ? Result<void>() : variants.error();
}

} // namespace ridgepoint
