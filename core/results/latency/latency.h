// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/model/batch.h"
#include "core/model/conditions.h"
#include "core/model/device.h"
#include "core/model/energy.h"
#include "core/model/execution.h"
#include "core/model/samples.h"
#include "core/results/result_traits.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rooflight {

/// Latency of the whole model, undisturbed by any observer.
struct ModelLatency {
    Device device;
    std::string method; ///< "steady_clock" on a CPU, "events" on CUDA
    Execution execution;
    std::int64_t batch = 1;
    std::int64_t block = 1; ///< calls behind one sample, which is their mean; above 1 if calls take below 50 us
    std::string warmupEnd; ///< which rule ended the warm-up: "settled", "time_limit", "count_limit", "none"
    std::string end; ///< which rule ended the measurement
    SampleSet samples;
    double throughputPerSecond = 0; ///< batch * runs / wall time: items, or runs if batchSource is Unknown
    std::optional<Conditions> conditions; ///< absent if the device reports nothing
    BatchSource batchSource = BatchSource::Unknown; ///< how `batch` is known
    ComposedText batchReason; ///< one sentence on that
    std::optional<std::int64_t> allocatedBytes; ///< of a GPU: most in use while samples were taken, weights with it
    std::optional<std::int64_t> reservedBytes; ///< of a GPU: most that LibTorch took from it meanwhile
    std::optional<EnergyUse> energy = {}; ///< absent if older versions read none

    bool operator==(const ModelLatency &) const = default;
};

template<> struct ResultTraits<ModelLatency> {
    static constexpr std::string_view record = "latency";
    static constexpr RequestKind request = RequestKind::Latency;
    static constexpr EnumSet<RequestKind> others = { RequestKind::Report };
    static constexpr ResultOf of = ResultOf::Run;
    /// What is sent while a model warms up holds no times yet.
    static bool holdsTimes(const ModelLatency &latency) { return !latency.samples.samplesNs.empty(); }
};

} // namespace rooflight
