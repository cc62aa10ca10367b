// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>

/// The part of NVIDIA's CUPTI that counts what a GPU does between two moments: cupti_range_profiler.h,
/// cupti_profiler_host.h, cupti_profiler_target.h and cupti_target.h of CUDA 13, in their own layout. Declared here, so
/// that every build has it: LibTorch brings the library. Each function takes a struct that begins with its size up to
/// the last member that the caller knows.
namespace rooflight::cupti {

using Status = int; ///< CUptiResult; 0: success
inline constexpr Status insufficientPrivileges = 35;
inline constexpr Status insufficientPrivilegesOnVirtualDevice = 40;

inline constexpr int rangeProfiler = 0; ///< CUPTI_PROFILER_TYPE_RANGE_PROFILER
inline constexpr int userRange = 2; ///< CUPTI_UserRange: from push to pop, whatever runs between
inline constexpr int userReplay = 3; ///< CUPTI_UserReplay: the caller repeats the work if one pass is not enough

struct Nothing {
    std::size_t size;
    void *reserved;
};
struct ChipName {
    std::size_t size;
    void *reserved;
    std::size_t device;
    const char *name; ///< out
};
struct HostInitialize {
    std::size_t size;
    void *reserved;
    int profiler;
    const char *chip;
    const std::uint8_t *availableCounters; ///< null: all
    void *host; ///< out
};
struct AddMetrics {
    std::size_t size;
    void *reserved;
    void *host;
    const char **names;
    std::size_t count;
};
struct ImageSize { ///< of the configuration
    std::size_t size;
    void *reserved;
    void *host;
    std::size_t bytes; ///< out
};
struct Image { ///< the configuration of a host, or the counters of a profiler
    std::size_t size;
    void *reserved;
    void *owner;
    std::size_t bytes;
    std::uint8_t *image;
};
struct Evaluate {
    std::size_t size;
    void *reserved;
    void *host;
    const std::uint8_t *counters;
    std::size_t counterBytes;
    std::size_t range;
    const char **names;
    std::size_t count;
    double *values;
};
struct Enable {
    std::size_t size;
    void *reserved;
    void *context;
    void *profiler; ///< out
};
struct CounterSize {
    std::size_t size;
    void *reserved;
    void *profiler;
    const char **names;
    std::size_t count;
    std::size_t ranges;
    std::uint32_t rangeNodes;
    std::size_t bytes; ///< out
};
struct Configure {
    std::size_t size;
    void *reserved;
    void *profiler;
    std::size_t configurationBytes;
    const std::uint8_t *configuration;
    std::size_t counterBytes;
    std::uint8_t *counters;
    int range;
    int replay;
    std::size_t rangesPerPass;
    std::uint16_t nestingLevels;
    std::uint16_t firstNestingLevel;
    std::size_t pass;
    std::uint16_t targetNestingLevel;
};
struct PushRange {
    std::size_t size;
    void *reserved;
    void *profiler;
    const char *name;
};
struct OnObject { ///< on a host, or on a profiler
    std::size_t size;
    void *reserved;
    void *object;
};
struct Stop {
    std::size_t size;
    void *reserved;
    void *profiler;
    std::size_t pass; ///< out
    std::size_t targetNestingLevel; ///< out
    std::uint8_t allPassesDone; ///< out
};
struct Decode {
    std::size_t size;
    void *reserved;
    void *profiler;
    std::size_t rangesDropped; ///< out
};

/// Tests put others in their place.
struct Functions {
    Status (*initialize)(Nothing *) = nullptr;
    Status (*deinitialize)(Nothing *) = nullptr;
    Status (*chipName)(ChipName *) = nullptr;
    Status (*statusName)(Status, const char **) = nullptr;
    Status (*hostInitialize)(HostInitialize *) = nullptr;
    Status (*hostDeinitialize)(OnObject *) = nullptr;
    Status (*addMetrics)(AddMetrics *) = nullptr;
    Status (*imageSize)(ImageSize *) = nullptr;
    Status (*image)(Image *) = nullptr;
    Status (*evaluate)(Evaluate *) = nullptr;
    Status (*enable)(Enable *) = nullptr;
    Status (*disable)(OnObject *) = nullptr;
    Status (*counterSize)(CounterSize *) = nullptr;
    Status (*initializeCounters)(Image *) = nullptr;
    Status (*configure)(Configure *) = nullptr;
    Status (*start)(OnObject *) = nullptr;
    Status (*stop)(Stop *) = nullptr;
    Status (*pushRange)(PushRange *) = nullptr;
    Status (*popRange)(OnObject *) = nullptr;
    Status (*decode)(Decode *) = nullptr;

    // Function of the driver; 0 is success here, too.
    int (*currentContext)(void **context) = nullptr;
    int (*currentDevice)(int *device) = nullptr;
};

/// The functions of the CUPTI that LibTorch brought with it; the driver's stay null if there is none. Errors:
/// ModelFailed if there is no CUPTI, or one older than CUDA 12.6.
[[nodiscard]] Result<Functions> loadedFunctions();

/// "CUPTI_ERROR_HARDWARE_BUSY", or the number if CUPTI does not know it.
[[nodiscard]] std::string statusText(const Functions &cupti, Status status);

/// A struct for one of the functions, all of it zero but its size, which ends with \p last.
template<typename Parameters, typename Member> [[nodiscard]] Parameters sized(Member Parameters::*last)
{
    Parameters parameters {};
    const auto *const begin = reinterpret_cast<const char *>(&parameters);
    const auto *const end = reinterpret_cast<const char *>(&(parameters.*last)) + sizeof(Member);
    parameters.size = static_cast<std::size_t>(end - begin);
    return parameters;
}

} // namespace rooflight::cupti
