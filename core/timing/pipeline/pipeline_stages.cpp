// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/pipeline/pipeline_stages.h"

#include "core/base/composed_text.h"
#include "core/base/text.h"
#include "core/model/error_sentences.h"
#include "core/model/result_sentences.h"
#include "core/timing/latency/trials.h"
#include "core/torchscript/inputs/batch_dimension.h"
#include "core/torchscript/inputs/converted_inputs.h"
#include "core/torchscript/load/torch_errors.h"

#include <c10/core/InferenceMode.h>

#include <fmt/format.h>

#include <chrono>
#include <thread>

namespace rooflight {

namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

void keepBusy(double milliseconds)
{
    const auto end = std::chrono::steady_clock::now() + Milliseconds(milliseconds);
    while (std::chrono::steady_clock::now() < end) { }
}

/// What the next model is called with: the elements of a tuple, else the value itself.
std::vector<c10::IValue> argumentsFrom(const c10::IValue &result)
{
    if (!result.isTuple())
        return { result };
    const auto &elements = result.toTupleRef().elements();
    return std::vector<c10::IValue>(elements.begin(), elements.end());
}

/// The value with all its tensors on another device.
c10::IValue movedTo(const c10::IValue &value, c10::Device device)
{
    if (value.isTensor())
        return value.toTensor().to(device);
    if (value.isTuple()) {
        std::vector<c10::IValue> elements;
        for (const c10::IValue &element : value.toTupleRef().elements())
            elements.push_back(movedTo(element, device));
        return c10::ivalue::Tuple::create(std::move(elements));
    }
    if (value.isTensorList()) {
        c10::List<at::Tensor> list;
        for (const at::Tensor &tensor : value.toTensorVector())
            list.push_back(tensor.to(device));
        return list;
    }
    if (value.isList() || value.isGenericDict()) {
        c10::IValue copy = value.deepcopy(device);
        return copy;
    }
    return value;
}

} // namespace

Result<std::unique_ptr<PipelineStages>> PipelineStages::load(const std::vector<PipelineModel> &models,
                                                             const std::vector<HostWork> &hostWork,
                                                             const std::string &deviceName, const Execution &execution,
                                                             std::int64_t batch)
{
    if (hostWork.size() > 1 && hostWork.size() != models.size() - 1)
        return Error { ErrorCode::CommandLine,
                       fmt::format("Kinds of host work: {}. Places between models: {}.", hostWork.size(),
                                   models.size() - 1),
                       "Give one for all places, or one for each of them." };
    const Result<c10::Device> device = openDevice(deviceName);
    if (!device.ok())
        return device.error();
    std::unique_ptr<PipelineStages> pipeline(new PipelineStages(device.value()));
    for (std::size_t i = 0; i < models.size(); ++i) {
        if (i > 0 && !hostWork.empty()) {
            const HostWork &work = hostWork.size() == 1 ? hostWork.front() : hostWork[i - 1];
            if (const Result<void> added = pipeline->addHostWork(work); !added.ok())
                return added.error();
        }
        if (const Result<void> added = pipeline->addModel(models[i], deviceName, execution, batch); !added.ok())
            return added.error();
    }
    return pipeline;
}

/// Errors: those that say nothing of the model, OutOfMemory and DeviceMissing.
Result<bool> PipelineStages::takesResult(LoadedModel &model)
{
    if (m_models.empty())
        return false;
    try {
        model.run(argumentsFrom(movedTo(*m_result, m_device)));
        return true;
    } catch (...) {
        Error error = currentExceptionAsError(model.path(), ModelStage::Running);
        if (error.code == ErrorCode::OutOfMemory || error.code == ErrorCode::DeviceMissing)
            return error;
        m_notFed.push_back(phraseWith(phrases::stageNotFed, { model.path(), wordsWithin(error) }));
        return false;
    }
}

Result<void> PipelineStages::addModel(const PipelineModel &what, const std::string &deviceName,
                                      const Execution &execution, std::int64_t batch)
{
    Result<LoadedModel> loaded = LoadedModel::load(what.path, deviceName, execution);
    if (!loaded.ok())
        return loaded.error();
    auto model = std::make_unique<LoadedModel>(std::move(loaded).value());
    if (!model->movedDevices().empty())
        m_movedDevices.push_back(model->movedDevices());
    const Result<bool> takes = what.inputs.empty() ? takesResult(*model) : Result<bool>(false);
    if (!takes.ok())
        return takes.error();
    PipelineStep step;
    step.about.name = fileNameOf(what.path);
    step.about.fed = takes.value();
    LoadedModel *running = model.get();
    if (step.about.fed) {
        step.call = [running, result = m_result, device = m_device] {
            *result = running->run(argumentsFrom(movedTo(*result, device)));
        };
    } else {
        Execution unoptimized;
        unoptimized.executor = Executor::Unoptimized;
        unoptimized.method = execution.method;
        Result<LoadedModel> plain = LoadedModel::load(what.path, deviceName, unoptimized);
        if (!plain.ok())
            return plain.error();
        Result<ModelInputs> inputs = makeModelInputs(plain.value(), what.inputs, batch);
        if (!inputs.ok())
            return inputs.error();
        if (m_models.empty()) {
            const Result<BatchDimension> found = findBatch(plain.value(), inputs.value());
            if (!found.ok())
                return found.error();
            m_batch = found.value().info.items;
        }
        const ModelInputs converted = convertedInputs(std::move(inputs).value(), execution);
        step.call = [running, result = m_result, values = converted.values] { *result = running->run(values); };
        if (converted.keeper)
            step.restore = [keeper = converted.keeper] { keeper->restore(); };
    }
    try {
        step.call();
        if (step.restore)
            step.restore();
    } catch (...) {
        return currentExceptionAsError(what.path, ModelStage::Running);
    }
    m_models.push_back(std::move(model));
    m_steps.push_back(std::move(step));
    return {};
}

Result<void> PipelineStages::addHostWork(const HostWork &work)
{
    PipelineStep step;
    step.about.isModel = false;
    switch (work.kind) {
    case HostWork::Kind::Busy:
        step.about.name = composedText(sentences::busyStage, { plainNumber(work.milliseconds) }).text;
        step.call = [milliseconds = work.milliseconds] { keepBusy(milliseconds); };
        break;
    case HostWork::Kind::Sleep:
        step.about.name = composedText(sentences::sleepStage, { plainNumber(work.milliseconds) }).text;
        step.call = [milliseconds = work.milliseconds] { std::this_thread::sleep_for(Milliseconds(milliseconds)); };
        break;
    case HostWork::Kind::Copy:
        step.about.name = sentences::copyStage;
        step.about.fed = true;
        step.call = [result = m_result] {
            const c10::InferenceMode inference;
            const c10::IValue copy = result->deepcopy(c10::Device(c10::kCPU));
            *result = copy;
        };
        break;
    case HostWork::Kind::Script:
        return addScript(work.file);
    }
    m_steps.push_back(std::move(step));
    return {};
}

Result<void> PipelineStages::addScript(const std::string &file)
{
    Result<LoadedModel> loaded = LoadedModel::load(file, "cpu", Executor::AsLoaded);
    if (!loaded.ok())
        return loaded.error();
    auto script = std::make_unique<LoadedModel>(std::move(loaded).value());
    PipelineStep step;
    step.about = { fileNameOf(file), /*isModel=*/false, /*fed=*/true };
    step.call = [running = script.get(), result = m_result] {
        *result = running->run(argumentsFrom(movedTo(*result, c10::Device(c10::kCPU))));
    };
    try {
        step.call();
    } catch (...) {
        return currentExceptionAsError(file, ModelStage::Running);
    }
    m_models.push_back(std::move(script));
    m_steps.push_back(std::move(step));
    return {};
}

} // namespace rooflight
