// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/request_files.h"

#include "core/request/input_spec.h"
#include "core/request/pipeline_request.h"
#include "core/service/steps/interleaved_step.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

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

} // namespace

Result<std::vector<std::string>> modelFiles(const Request &request)
{
    if (request.kind == RequestKind::Pipeline)
        return pipelineFiles(request);
    return variantFiles(request);
}

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

} // namespace rooflight
