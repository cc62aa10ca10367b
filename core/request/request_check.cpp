// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/request/request_check.h"

#include "core/machine/cuda_devices.h"
#include "core/request/input_spec.h"
#include "core/request/latency_variants.h"
#include "core/request/pipeline_request.h"
#include "core/request/size_axes.h"

#include <fmt/format.h>

namespace rooflight {

namespace {

Result<void> checkDevice(const std::string &device)
{
    if (device == "cpu" || device == "cpu:0" || cudaIndex(device))
        return {};
    return Error { ErrorCode::CommandLine, fmt::format("\"{}\" is not a device.", device), "Use cpu or cuda:0." };
}

Result<void> checkByteCount(const Request &request)
{
    const bool analyzes = request.kind == RequestKind::Analyze || request.kind == RequestKind::Report;
    if (!request.countBytes || !analyzes || (!request.predict && cudaIndex(request.device)))
        return {};
    return Error { ErrorCode::CommandLine, "--count-bytes is for a model that a GPU runs.",
                   "Give --device cuda:0, without --predict, or leave it out." };
}

Result<void> checkInputs(const std::vector<std::string> &inputs)
{
    for (const std::string &text : inputs) {
        if (const Result<InputSpec> spec = parseInputSpec(text); !spec.ok())
            return spec.error();
    }
    return {};
}

Result<void> checkPipeline(const Request &request)
{
    if (const Result<std::vector<PipelineModel>> models = pipelineModels(request); !models.ok())
        return models.error();
    const Result<std::vector<HostWork>> hostWork = hostWorkOf(request);
    return hostWork.ok() ? Result<void>() : hostWork.error();
}

} // namespace

Result<void> checkRequest(const Request &request)
{
    if (Result<void> device = checkDevice(request.device); !device.ok())
        return device;
    if (Result<void> counted = checkByteCount(request); !counted.ok())
        return counted;
    if (const Result<SizeGrid> grid = sizeGridOf(request); !grid.ok())
        return grid.error();
    if (request.kind == RequestKind::Pipeline)
        return checkPipeline(request);
    if (Result<void> inputs = checkInputs(request.inputs); !inputs.ok())
        return inputs;
    const Result<std::vector<VariantChoice>> variants = variantsOf(request);
    return variants.ok() ? Result<void>() : variants.error();
}

} // namespace rooflight
