// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/text.h"
#include "core/timing/pipeline/pipeline_latency.h"

#include <fmt/format.h>

namespace rooflight {

std::string explanationOf(const PipelineLatency &latency, bool asynchronousDevice)
{
    const auto &[low, high] = latency.synchronizationCostIntervalNs;
    if (!asynchronousDevice && (low > 0 || high < 0))
        return "On a CPU a stage returns when its work is done: there is nothing to wait for. That the two ways "
               "differ here shows that the machine was busy.";
    if (!asynchronousDevice)
        return fmt::format("On a CPU a stage returns when its work is done: there is nothing to wait for, and no "
                           "difference between the two ways can be distinguished from noise ({} to {} µs).",
                           plainNumber(low / 1e3), plainNumber(high / 1e3));
    if (low <= 0)
        return "Waiting after each stage costs nothing that can be distinguished from noise: the device has "
               "nothing to do meanwhile, or the work between the models needs their results at once.";
    return fmt::format("Waiting after each stage costs {} µs per run ({} to {}): without it the host continues while "
                       "the device still works.",
                       plainNumber(latency.synchronizationCostNs / 1e3), plainNumber(low / 1e3),
                       plainNumber(high / 1e3));
}

} // namespace rooflight
