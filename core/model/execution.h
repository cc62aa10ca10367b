// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/dtype.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// How forward() is executed.
enum class Executor {
    AsLoaded, ///< LibTorch's default: profiles, then optimises and fuses
    Unoptimized, ///< call by call, as the file says: needed to see modules and every operator
    Frozen, ///< torch::jit::freeze(): weights are constants, batch normalisation folded
    OptimizedForInference, ///< frozen, then torch::jit::optimize_for_inference(): packed weights, fused activations
};

template<>
inline constexpr auto enumNames<Executor> = EnumNames<Executor, 4> { {
    { Executor::AsLoaded, "as_loaded" },
    { Executor::Unoptimized, "unoptimized" },
    { Executor::Frozen, "frozen" },
    { Executor::OptimizedForInference, "optimized_for_inference" },
} };

/// Element type of floating-point weights and inputs.
enum class ModelPrecision { AsLoaded, Float32, Float16, BFloat16 };

template<>
inline constexpr auto enumNames<ModelPrecision> = EnumNames<ModelPrecision, 4> { {
    { ModelPrecision::AsLoaded, "as_loaded" },
    { ModelPrecision::Float32, "float32" },
    { ModelPrecision::Float16, "float16" },
    { ModelPrecision::BFloat16, "bfloat16" },
} };

/// Order of the dimensions of weights and inputs in memory.
enum class MemoryFormat { AsLoaded, ChannelsLast };

template<>
inline constexpr auto enumNames<MemoryFormat> = EnumNames<MemoryFormat, 2> { {
    { MemoryFormat::AsLoaded, "as_loaded" },
    { MemoryFormat::ChannelsLast, "channels_last" },
} };

/// Whether fp32 products and convolutions may run in TF32 on CUDA.
enum class Tf32 {
    Default, ///< LibTorch's own choice: convolutions may, products may not
    Allowed,
    Forbidden,
};

template<>
inline constexpr auto enumNames<Tf32> = EnumNames<Tf32, 3> { {
    { Tf32::Default, "default" },
    { Tf32::Allowed, "allowed" },
    { Tf32::Forbidden, "forbidden" },
} };

/// What the caches hold when a run begins.
enum class Caches {
    Warm, ///< what the run before left
    Cold, ///< flushed before each run
};

template<>
inline constexpr auto enumNames<Caches> = EnumNames<Caches, 2> { {
    { Caches::Warm, "warm" },
    { Caches::Cold, "cold" },
} };

/// The choices under which a model is timed; every report carries them.
struct Execution {
    Executor executor = Executor::AsLoaded;
    ModelPrecision precision = ModelPrecision::AsLoaded;
    MemoryFormat memoryFormat = MemoryFormat::AsLoaded;
    Tf32 tf32 = Tf32::Default;
    Caches caches = Caches::Warm;
    std::string method = {}; ///< of TorchScript, that is run instead of forward(); empty: forward()

    bool operator==(const Execution &) const = default;
};

/// `nullopt`: the types that the file has.
[[nodiscard]] std::optional<DType> dtypeOf(ModelPrecision precision);

/// For people: "frozen, float16, cold caches"; what is as by default goes unsaid, "as loaded" when all is.
[[nodiscard]] std::string executionText(const Execution &execution);

/// Under what a model runs in a process of its own: how it is executed, and what holds for the whole process.
struct RunSetup {
    Execution execution;
    int threads = 0; ///< 0: as the request says
    std::vector<int> cpus; ///< that its threads may run on; empty: all that the process may use
    std::int64_t batch = 0; ///< items of a run; 0: as the request says
    bool keepsMemory = false; ///< malloc gives nothing back to the kernel
    bool jemalloc = false; ///< allocates instead of the C library's malloc, loaded before the program
    bool tcmalloc = false; ///< the same
    bool hugePages = false; ///< LibTorch asks the kernel for pages of 2 MiB for its tensors
    bool flushesDenormals = false; ///< numbers too small for a full mantissa count as 0
    bool fpmathBFloat16 = false; ///< oneDNN may compute float32 in bfloat16
    bool dynamicInt8 = false; ///< linear layers have weights of int8, and round their input to int8 at each run
    bool pinsThreads = false; ///< each thread has a core of its own, which it does not leave
    bool benchmarksCudnn = false; ///< cuDNN times its algorithms for each new size and takes the fastest
    bool replaysGraph = false; ///< the work of a run is recorded as one CUDA graph and launched whole
    bool compiled = false; ///< by AOTInductor
    bool compiledFrozen = false; ///< the same with constants folded

    bool operator==(const RunSetup &) const = default;
};

} // namespace rooflight
