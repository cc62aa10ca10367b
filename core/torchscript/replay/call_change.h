// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"

#include <cstdint>

namespace rooflight {

/// What a call of an operator is changed in, to see whether that changes its time. Those from Tf32 on are for GPUs.
enum class CallChange {
    None,
    Contiguous, ///< tensors that are not dense in their order are copied so that they are
    ChannelsLast, ///< tensors of four dimensions have their second one innermost
    Merged, ///< mergedCalls calls become one, with that many times the items and the results
    SmallFootprint, ///< large tensors that are only read are views of the same shape on a few kilobytes
    Tf32, ///< products of float32 may use it, if they may not
    NoTf32, ///< they may not, if they may
    CudnnBenchmark, ///< a convolution asks cuDNN to time its algorithms, if its arguments say otherwise
    Float16, ///< tensors of float32 are of that type
    BFloat16,
    LargerBatch, ///< as Merged, whatever all items share
    Padded, ///< channels and features have zeros behind them, up to a multiple of 8
    CopiedBytes, ///< a copy that reads and writes as many bytes takes its place
};

template<>
inline constexpr auto enumNames<CallChange> = EnumNames<CallChange, 13> { {
    { CallChange::None, "none" },
    { CallChange::Contiguous, "contiguous" },
    { CallChange::ChannelsLast, "channels_last" },
    { CallChange::Merged, "merged" },
    { CallChange::SmallFootprint, "small_footprint" },
    { CallChange::Tf32, "tf32" },
    { CallChange::NoTf32, "no_tf32" },
    { CallChange::CudnnBenchmark, "cudnn_benchmark" },
    { CallChange::Float16, "float16" },
    { CallChange::BFloat16, "bfloat16" },
    { CallChange::LargerBatch, "larger_batch" },
    { CallChange::Padded, "padded" },
    { CallChange::CopiedBytes, "copied_bytes" },
} };

inline constexpr std::int64_t mergedCalls = 8;

} // namespace rooflight
