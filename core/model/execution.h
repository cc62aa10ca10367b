// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ridgepoint {

/// How forward() is executed.
enum class Executor {
    AsLoaded, ///< LibTorch's default: profiles, then optimises and fuses
    Unoptimized, ///< call by call, as the file says: needed to see modules and every operator
    Frozen, ///< torch::jit::freeze(): weights are constants, batch normalisation folded
    OptimizedForInference, ///< frozen, then torch::jit::optimize_for_inference(): packed weights, fused activations
};

/// Element type of floating-point weights and inputs.
enum class ModelPrecision { AsLoaded, Float32, Float16, BFloat16 };

/// Order of the dimensions of weights and inputs in memory.
enum class MemoryFormat { AsLoaded, ChannelsLast };

/// Whether fp32 products and convolutions may run in TF32 on CUDA.
enum class Tf32 {
    Default, ///< LibTorch's own choice: convolutions may, products may not
    Allowed,
    Forbidden,
};

/// What the caches hold when a run begins.
enum class Caches {
    Warm, ///< what the run before left
    Cold, ///< flushed before each run
};

/// Stable identifiers: "as_loaded", "unoptimized", "frozen", "optimized_for_inference"; "as_loaded", "float32",
/// "float16", "bfloat16"; "as_loaded", "channels_last"; "default", "allowed", "forbidden"; "warm", "cold".
[[nodiscard]] std::string_view name(Executor executor);
[[nodiscard]] std::string_view name(ModelPrecision precision);
[[nodiscard]] std::string_view name(MemoryFormat format);
[[nodiscard]] std::string_view name(Tf32 tf32);
[[nodiscard]] std::string_view name(Caches caches);
[[nodiscard]] std::optional<Executor> executorFromName(std::string_view text);
[[nodiscard]] std::optional<ModelPrecision> precisionFromName(std::string_view text);
[[nodiscard]] std::optional<MemoryFormat> memoryFormatFromName(std::string_view text);
[[nodiscard]] std::optional<Tf32> tf32FromName(std::string_view text);
[[nodiscard]] std::optional<Caches> cachesFromName(std::string_view text);

/// The choices under which a model is timed; every report carries them.
struct Execution {
    Executor executor = Executor::AsLoaded;
    ModelPrecision precision = ModelPrecision::AsLoaded;
    MemoryFormat memoryFormat = MemoryFormat::AsLoaded;
    Tf32 tf32 = Tf32::Default;
    Caches caches = Caches::Warm;

    bool operator==(const Execution &) const = default;
};

/// For people: "frozen, float16, cold caches"; what is as by default goes unsaid, "as loaded" when all is.
[[nodiscard]] std::string executionText(const Execution &execution);

} // namespace ridgepoint
