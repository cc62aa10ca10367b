// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/cuda/profiled_work.h"

#include "core/timing/cuda/torch_cuda_module.h"

#include <kineto/ActivityType.h>
#include <torch/csrc/autograd/profiler_kineto.h>

#include <algorithm>

namespace rooflight {

namespace {

namespace profiler = torch::autograd::profiler;
namespace settings = torch::profiler::impl;

using libkineto::ActivityType;

ActivityType typeOf(const profiler::KinetoEvent &event)
{
    return static_cast<ActivityType>(event.activityType());
}

/// Work of a GPU, not what the host asked for, nor marks and waits.
bool isOnGpu(const profiler::KinetoEvent &event)
{
    const ActivityType type = typeOf(event);
    return type == ActivityType::CONCURRENT_KERNEL || type == ActivityType::GPU_MEMCPY
        || type == ActivityType::GPU_MEMSET;
}

bool isCopyOrFill(const ProfiledWork::Kernel &kernel)
{
    return kernel.name.starts_with("Memcpy") || kernel.name.starts_with("Memset");
}

std::set<settings::ActivityType> activitiesOf(ProfiledSides sides)
{
    if (sides == ProfiledSides::Gpu)
        return { settings::ActivityType::CUDA };
    return { settings::ActivityType::CPU, settings::ActivityType::CUDA };
}

/// Ends the profiler on every way out.
class ProfiledSpan
{
public:
    explicit ProfiledSpan(ProfiledSides sides)
    {
        const settings::ProfilerConfig config(settings::ProfilerState::KINETO);
        const std::set<settings::ActivityType> activities = activitiesOf(sides);
        profiler::prepareProfiler(config, activities);
        profiler::enableProfiler(config, activities, { at::RecordScope::FUNCTION });
    }
    ~ProfiledSpan()
    {
        if (m_open)
            profiler::disableProfiler();
    }
    ProfiledSpan(const ProfiledSpan &) = delete;
    ProfiledSpan &operator=(const ProfiledSpan &) = delete;

    std::unique_ptr<profiler::ProfilerResult> end()
    {
        m_open = false;
        return profiler::disableProfiler();
    }

private:
    bool m_open = true;
};

} // namespace

ProfiledWork profiledWork(const std::function<void()> &run, const std::function<void()> &synchronize,
                          ProfiledSides sides)
{
    ProfiledSpan span(sides);
    run();
    synchronize();
    const std::unique_ptr<profiler::ProfilerResult> result = span.end();
    ProfiledWork work;
    std::vector<const profiler::KinetoEvent *> onGpu;
    for (const profiler::KinetoEvent &event : result->events()) {
        if (isOnGpu(event)) {
            onGpu.push_back(&event);
            continue;
        }
        // What the CUDA runtime was asked for counts its ids from one, too.
        if (typeOf(event) != ActivityType::CPU_OP)
            continue;
        const HostSpan time { static_cast<std::int64_t>(event.startNs()), static_cast<std::int64_t>(event.endNs()),
                              event.startThreadId() };
        work.calls.push_back({ event.correlationId(), event.name(), time });
    }
    std::ranges::sort(onGpu, {}, [](const profiler::KinetoEvent *event) { return event->startNs(); });
    for (const profiler::KinetoEvent *event : onGpu)
        work.kernels.push_back({ event->name(), static_cast<double>(event->durationNs()), event->linkedCorrelationId(),
                                 blocksPerMultiprocessorIn(event->metadataJson()) });
    return work;
}

Result<double> kernelSumNs(const ProfiledWork &work)
{
    double sumNs = 0;
    bool noted = false;
    for (const ProfiledWork::Kernel &kernel : work.kernels) {
        if (isCopyOrFill(kernel))
            continue;
        noted = true;
        sumNs += kernel.durationNs;
    }
    if (!noted)
        return noKernelsNoted();
    return sumNs;
}

Error noKernelsNoted()
{
    return { ErrorCode::ModelFailed, sentences::noKernelNoted, "Let the driver open its counters to all users." };
}

} // namespace rooflight
