// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/request/pipeline_request.h"
#include "core/timing/pipeline/pipeline_latency.h"
#include "core/torchscript/inputs/model_inputs.h"
#include "core/torchscript/load/loaded_model.h"

#include <memory>
#include <string>
#include <vector>

namespace rooflight {

/// Models in a row, loaded and ready. What a stage returns goes to the next one if that takes it.
class PipelineStages
{
public:
    /// \p hostWork holds one for all places between models, one for each of them, or none. Each model is run once.
    /// Errors: those of loading and running a model, InputMismatch.
    [[nodiscard]] static Result<std::unique_ptr<PipelineStages>> load(const std::vector<PipelineModel> &models,
                                                                      const std::vector<HostWork> &hostWork,
                                                                      const std::string &device,
                                                                      const Execution &execution, std::int64_t batch);

    [[nodiscard]] const std::vector<PipelineStep> &steps() const { return m_steps; }
    [[nodiscard]] c10::Device device() const { return m_device; }
    [[nodiscard]] std::int64_t batch() const { return m_batch; }

    /// LoadedModel::movedDevices() of those models that have any.
    [[nodiscard]] const std::vector<ComposedText> &movedDevices() const { return m_movedDevices; }

    /// A sentence on each model that does not take what comes before it, with the reason, and has inputs of its own.
    [[nodiscard]] const std::vector<ComposedText> &notFed() const { return m_notFed; }

private:
    explicit PipelineStages(c10::Device device)
        : m_device(device)
    {
    }

    [[nodiscard]] Result<void> addModel(const PipelineModel &model, const std::string &deviceName,
                                        const Execution &execution, std::int64_t batch);
    [[nodiscard]] Result<void> addHostWork(const HostWork &work);
    [[nodiscard]] Result<void> addScript(const std::string &file);
    [[nodiscard]] Result<bool> takesResult(LoadedModel &model);

    c10::Device m_device;
    std::int64_t m_batch = 1;
    std::vector<ComposedText> m_movedDevices;
    std::vector<ComposedText> m_notFed;
    std::vector<std::unique_ptr<LoadedModel>> m_models;
    std::shared_ptr<c10::IValue> m_result = std::make_shared<c10::IValue>(); ///< of the stage that ran last
    std::vector<PipelineStep> m_steps;
};

} // namespace rooflight
