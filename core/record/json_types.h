// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"

#include <array>
#include <cstddef>
#include <optional>
#include <tuple>
#include <vector>

namespace rooflight {

template<typename T> inline constexpr bool isVector = false;
template<typename T> inline constexpr bool isVector<std::vector<T>> = true;
template<typename T> inline constexpr bool isArray = false;
template<typename T, std::size_t size> inline constexpr bool isArray<std::array<T, size>> = true;
template<typename T> inline constexpr bool isTuple = false;
template<typename... T> inline constexpr bool isTuple<std::tuple<T...>> = true;
template<typename T> inline constexpr bool isOptional = false;
template<typename T> inline constexpr bool isOptional<std::optional<T>> = true;
template<typename T> inline constexpr bool isOpenEnum = false;
template<typename T> inline constexpr bool isOpenEnum<OpenEnum<T>> = true;

} // namespace rooflight
