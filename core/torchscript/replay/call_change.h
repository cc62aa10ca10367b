// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"

#include <cstdint>

namespace rooflight {

/// What a call of an operator is changed in, to see whether that changes its time.
enum class CallChange {
    None,
    Contiguous, ///< tensors that are not dense in their order are copied so that they are
    ChannelsLast, ///< tensors of four dimensions have their second one innermost
    Merged, ///< mergedCalls calls are one, of so many times the items
    SmallFootprint, ///< large tensors that are only read are views of the same shape on a few kilobytes
};

template<>
inline constexpr auto enumNames<CallChange> = EnumNames<CallChange, 5> { {
    { CallChange::None, "none" },
    { CallChange::Contiguous, "contiguous" },
    { CallChange::ChannelsLast, "channels_last" },
    { CallChange::Merged, "merged" },
    { CallChange::SmallFootprint, "small_footprint" },
} };

inline constexpr std::int64_t mergedCalls = 8;

} // namespace rooflight
