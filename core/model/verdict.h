// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"

#include <cstdint>
#include <optional>

namespace rooflight {

/// What limits a layer or an operator, named as in the CSV column `bound`.
enum class Bound {
    None, ///< nothing known (no roofs, or no formula), or nothing done
    Compute,
    Bandwidth,
    Launch, ///< calling it takes about as long as its work
    Balanced, ///< arithmetic and memory traffic take about the same time at their roofs
    Underutilized, ///< far below both roofs, and launching is not the cause: its implementation is
};

template<>
inline constexpr auto enumNames<Bound> = EnumNames<Bound, 6> { {
    { Bound::None, "none" },
    { Bound::Compute, "compute" },
    { Bound::Bandwidth, "bandwidth" },
    { Bound::Launch, "launch" },
    { Bound::Balanced, "balanced" },
    { Bound::Underutilized, "underutilized" },
} };

/// Where one verdict ends and the next begins.
struct VerdictThresholds {
    double launchOverheads = 3; ///< launch-bound below this many overheads, if the work takes less than one
    double underutilized = 0.2; ///< share of the time that the work takes at its roofs, below which no roof limits
    double balancedZone = 0.2; ///< share of the ridge's intensity on either side of it

    bool operator==(const VerdictThresholds &) const = default;
};

/// Why a point may be above its roof.
enum class AboveRoofCause {
    RoofTyped, ///< a person typed the roof in
    RoofMeasuredUnderLoad, ///< other work, a quota or too few CPUs held the roof's measurement back
    RoofAtLowerClock, ///< the clock was lower when the roof was measured
    RoofUncertain, ///< the roof's repetitions were few, unsteady or cut short
    DataInCache, ///< judged by main memory, but its data may have lain in a cache
    Fused, ///< what its operators pass to each other may never have gone through memory
    BytesCountedHigh, ///< it may touch less memory than its formula counts
    MatrixUnits, ///< judged by vector units, but may have run on matrix units
    FastAlgorithm, ///< a convolution by Winograd or FFT does less arithmetic than the direct one that is counted
    WorkCountedHigh, ///< it may do less arithmetic than its formula counts
};

template<>
inline constexpr auto enumNames<AboveRoofCause> = EnumNames<AboveRoofCause, 10> { {
    { AboveRoofCause::RoofTyped, "roof_typed" },
    { AboveRoofCause::RoofMeasuredUnderLoad, "roof_measured_under_load" },
    { AboveRoofCause::RoofAtLowerClock, "roof_at_lower_clock" },
    { AboveRoofCause::RoofUncertain, "roof_uncertain" },
    { AboveRoofCause::DataInCache, "data_in_cache" },
    { AboveRoofCause::Fused, "fused" },
    { AboveRoofCause::BytesCountedHigh, "bytes_counted_high" },
    { AboveRoofCause::MatrixUnits, "matrix_units" },
    { AboveRoofCause::FastAlgorithm, "fast_algorithm" },
    { AboveRoofCause::WorkCountedHigh, "work_counted_high" },
} };

/// Why an operator may be underutilized.
enum class UnderutilizedCause {
    PageFaults, ///< its result is in new memory, which the kernel provides page by page at each call
    ScalarKernel, ///< LibTorch's kernel for it works on one number at a time
    OneThread, ///< too few elements for LibTorch to divide among threads
    NarrowRows, ///< rows shorter than a vector register
    SpecialFunctions, ///< exp, erf and the like count as one FLOP and take dozens of instructions
    MemoryFormat, ///< a convolution of images that are not in channels last: oneDNN copies them
    Depthwise, ///< a convolution of few multiply-adds an output
    NarrowProduct, ///< a matrix product with a dimension too small for its blocks
    StepByStep, ///< a recurrent layer: each step waits for the one before
    ReducedPrecision, ///< converted to single precision and back around each operation
    LayoutConversion, ///< on a GPU, as the next ones: kernels that reorder its tensors before or after its own
    NchwBatchNorm, ///< batch norm by a kernel for NCHW
    NoTensorCores, ///< products on vector units of a GPU that has tensor cores for them
    OlderArchitecture, ///< kernels written for GPUs before this one
    SplitK, ///< the parts of a product are added up by a kernel of their own
    Memset, ///< memory is filled beside its work
    SmallGrid, ///< kernels of fewer blocks than the GPU has multiprocessors
    ManyKernels, ///< many short kernels
    Casts, ///< kernels that convert, copy or fill beside its work
    Unknown, ///< none of these is known to hold
};

template<>
inline constexpr auto enumNames<UnderutilizedCause> = EnumNames<UnderutilizedCause, 20> { {
    { UnderutilizedCause::PageFaults, "page_faults" },
    { UnderutilizedCause::ScalarKernel, "scalar_kernel" },
    { UnderutilizedCause::OneThread, "one_thread" },
    { UnderutilizedCause::NarrowRows, "narrow_rows" },
    { UnderutilizedCause::SpecialFunctions, "special_functions" },
    { UnderutilizedCause::MemoryFormat, "memory_format" },
    { UnderutilizedCause::Depthwise, "depthwise" },
    { UnderutilizedCause::NarrowProduct, "narrow_product" },
    { UnderutilizedCause::StepByStep, "step_by_step" },
    { UnderutilizedCause::ReducedPrecision, "reduced_precision" },
    { UnderutilizedCause::LayoutConversion, "layout_conversion" },
    { UnderutilizedCause::NchwBatchNorm, "nchw_batch_norm" },
    { UnderutilizedCause::NoTensorCores, "no_tensor_cores" },
    { UnderutilizedCause::OlderArchitecture, "older_architecture" },
    { UnderutilizedCause::SplitK, "split_k" },
    { UnderutilizedCause::Memset, "memset" },
    { UnderutilizedCause::SmallGrid, "small_grid" },
    { UnderutilizedCause::ManyKernels, "many_kernels" },
    { UnderutilizedCause::Casts, "casts" },
    { UnderutilizedCause::Unknown, "unknown" },
} };

/// What more is known of a cause than that it holds.
enum class CauseForm {
    Plain, ///< nothing, or not the same of all operators of a layer
    ToChannelsLast, ///< LayoutConversion: from NCHW to NHWC, and maybe back
    AllowedTensorCores, ///< NoTensorCores: type and shape allow them
    Tf32NotAllowed, ///< NoTensorCores: PyTorch may not round float32 to TF32
    Float64, ///< NoTensorCores
    NotDivisibleBy4, ///< NoTensorCores: a dimension, of TF32
    NotDivisibleBy8, ///< NoTensorCores: a dimension, of 16 bits
    OfGeneration, ///< OlderArchitecture: which
    Launches, ///< ManyKernels: how many
    PercentOfGpu, ///< SmallGrid: percent of the multiprocessors that the longest of these kernels has blocks for
    ReducedRows, ///< NarrowRows: of LibTorch's kernel for sums and means on a GPU
};

/// A cause of an operator, or of the operators of a layer.
struct LikelyCause {
    UnderutilizedCause id = UnderutilizedCause::Unknown;
    CauseForm form = CauseForm::Plain;
    /// The number that the form is about: a dimension, launches, the length of a row, percent, a compute capability
    /// without its minor number.
    std::int64_t number = 0;
    std::optional<double> timeNs = {}; ///< on a GPU: own time of the kernels that show it, in one run
    std::optional<double> ofNs = {}; ///< and of all kernels of its operators

    LikelyCause() = default;
    LikelyCause(UnderutilizedCause cause)
        : id(cause)
    {
    }

    bool operator==(const LikelyCause &) const = default;
};

} // namespace rooflight
