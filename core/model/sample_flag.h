// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/base/open_enum.h"

#include <string_view>
#include <vector>

namespace rooflight {

/// What makes a set of samples doubtful. The last seven are set by the measurement, the others follow from the samples.
enum class SampleFlag {
    FewSamples, ///< fewer than 30
    Noisy, ///< CV above 2.5 %, or interquartile range above 10 % of the median
    VeryNoisy, ///< interquartile range above 25 % of the median
    Drift, ///< the medians of first and second half differ by more than 2 % and their 95 % intervals do not overlap
    Bimodal, ///< two modes (core/statistics/modality.h): often two clocks of the device
    OtherLoad, ///< other programs used more than a twentieth of the CPUs
    Throttled, ///< a quota, heat or the hardware held the run back
    PageFaults, ///< the kernel provided new memory for each call
    Hot, ///< heat held the clock down
    PowerCapped, ///< the limit of its power held the device back
    AllocatorRetries, ///< LibTorch gave its unused memory back to the GPU to make room, which stops the GPU
    Partial, ///< ended before it was done
};

template<>
inline constexpr auto enumNames<SampleFlag> = EnumNames<SampleFlag, 12> { {
    { SampleFlag::FewSamples, "few_samples" },
    { SampleFlag::Noisy, "noisy" },
    { SampleFlag::VeryNoisy, "very_noisy" },
    { SampleFlag::Drift, "drift" },
    { SampleFlag::Bimodal, "bimodal" },
    { SampleFlag::OtherLoad, "other_load" },
    { SampleFlag::Throttled, "throttled" },
    { SampleFlag::PageFaults, "page_faults" },
    { SampleFlag::Hot, "hot" },
    { SampleFlag::PowerCapped, "power_capped" },
    { SampleFlag::AllocatorRetries, "allocator_retries" },
    { SampleFlag::Partial, "partial" },
} };

/// The names of flags for people: "noisy" goes unsaid beside "very_noisy".
[[nodiscard]] std::vector<std::string_view> statedNames(const std::vector<OpenEnum<SampleFlag>> &flags);

} // namespace rooflight
