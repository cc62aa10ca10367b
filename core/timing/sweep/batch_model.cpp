// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/sweep/batch_model.h"

#include "core/timing/device/torch_conditions.h"
#include "core/timing/device/torch_device.h"
#include "core/torchscript/inputs/converted_inputs.h"
#include "core/torchscript/load/torch_errors.h"
#include "core/torchscript/profile/allocation_watcher.h"

#include <c10/core/CachingDeviceAllocator.h>

#include <fmt/format.h>
#include <malloc.h>

namespace rooflight {

namespace {

class TorchBatchRun : public BatchRun
{
public:
    TorchBatchRun(const BatchModelParts &parts, ModelInputs inputs)
        : m_parts(parts)
        , m_inputs(std::move(inputs))
    {
    }

    void call() override { m_parts.timed.run(m_inputs.values); }
    bool restore() override
    {
        if (!m_inputs.keeper || !m_inputs.keeper->restore())
            return false;
        if (m_parts.inputs.keeper)
            m_parts.inputs.keeper->learnFrom(*m_inputs.keeper);
        return true;
    }

    MemoryUse memoryUse() override
    {
        const c10::Device device = m_parts.timed.device();
        if (!device.is_cpu())
            return memoryUseOf([this] { call(); }, *c10::getDeviceAllocator(device.type()), device.index());
        const AllocationWatcher allocations;
        call();
        MemoryUse use;
        use.callBytes = allocations.peakBytes();
        return use;
    }

    std::optional<Cost> cost() override { return m_parts.costOf(m_inputs); }

private:
    const BatchModelParts &m_parts;
    ModelInputs m_inputs;
};

class TorchBatchModel : public BatchModel
{
public:
    explicit TorchBatchModel(const BatchModelParts &parts)
        : m_parts(parts)
        , m_device(makeTimedDevice(parts.timed.device()))
        , m_conditions(sampleConditions(parts.timed.device()))
    {
    }

    std::string path() const override { return m_parts.timed.path(); }
    TimedDevice &device() override { return *m_device; }
    DeviceConditionSampler &conditions() override { return *m_conditions; }

    Result<std::unique_ptr<BatchRun>> prepare(std::int64_t batch) override
    {
        // What another batch left in LibTorch's cache is none of this one's.
        if (!m_parts.timed.device().is_cpu())
            releaseMemory();
        try {
            Result<ModelInputs> inputs = m_parts.batch.isKnown()
                ? withBatch(m_parts.plain, m_parts.inputs, m_parts.batch, batch)
                : makeModelInputs(m_parts.plain, m_parts.specs, batch);
            if (!inputs.ok())
                return inputs.error();
            return std::unique_ptr<BatchRun>(std::make_unique<TorchBatchRun>(
                m_parts, convertedInputs(std::move(inputs).value(), m_parts.timed.execution())));
        } catch (...) {
            return currentExceptionAsError(path(), ModelStage::PreparingInputs);
        }
    }

    void releaseMemory() override
    {
        const c10::Device device = m_parts.timed.device();
        if (device.is_cpu()) {
            malloc_trim(0);
            return;
        }
        if (c10::DeviceAllocator *allocator = deviceAllocator(device))
            allocator->emptyCache();
    }

    std::int64_t allocatorRetries() override
    {
        const c10::Device device = m_parts.timed.device();
        c10::DeviceAllocator *allocator = deviceAllocator(device);
        return allocator ? allocator->getDeviceStats(device.index()).num_alloc_retries : 0;
    }

private:
    BatchModelParts m_parts;
    std::unique_ptr<TimedDevice> m_device;
    std::unique_ptr<DeviceConditionSampler> m_conditions;
};

} // namespace

std::unique_ptr<BatchModel> makeBatchModel(const BatchModelParts &parts)
{
    return std::make_unique<TorchBatchModel>(parts);
}

} // namespace rooflight
