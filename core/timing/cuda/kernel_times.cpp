// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/cuda/kernel_times.h"

#include <torch/csrc/autograd/profiler_kineto.h>

#include <algorithm>

namespace ridgepoint {

namespace {

namespace profiler = torch::autograd::profiler;
namespace settings = torch::profiler::impl;

bool isKernel(const profiler::KinetoEvent &event)
{
    const std::string name = event.name();
    return event.deviceType() == c10::DeviceType::CUDA && !name.starts_with("Memcpy") && !name.starts_with("Memset");
}

/// Ends the profiler on every way out.
class ProfiledSpan
{
public:
    ProfiledSpan()
    {
        const settings::ProfilerConfig config(settings::ProfilerState::KINETO);
        const std::set<settings::ActivityType> activities { settings::ActivityType::CUDA };
        profiler::prepareProfiler(config, activities);
        profiler::enableProfiler(config, activities);
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

Result<std::vector<KernelRecord>> kernelsOf(const std::function<void()> &run, const std::function<void()> &synchronize)
{
    ProfiledSpan span;
    run();
    synchronize();
    const std::unique_ptr<profiler::ProfilerResult> result = span.end();
    std::vector<const profiler::KinetoEvent *> events;
    for (const profiler::KinetoEvent &event : result->events()) {
        if (isKernel(event))
            events.push_back(&event);
    }
    if (events.empty())
        return Error { ErrorCode::ModelFailed, "CUPTI noted no kernel: it is missing, or needs more rights.",
                       "Let the driver open its counters to all users." };
    std::ranges::sort(events, {}, [](const profiler::KinetoEvent *event) { return event->startNs(); });
    std::vector<KernelRecord> kernels;
    for (const profiler::KinetoEvent *event : events)
        kernels.push_back({ event->name(), static_cast<double>(event->startNs() - events.front()->startNs()),
                            static_cast<double>(event->durationNs()) });
    return kernels;
}

} // namespace ridgepoint
