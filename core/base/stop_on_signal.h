// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <initializer_list>
#include <stop_token>

namespace rooflight {

/// From now on these signals request a stop of this process's measurements, which the returned token sees. No
/// std::stop_callback may be registered for the token.
[[nodiscard]] std::stop_token stopOnSignals(std::initializer_list<int> signals);

} // namespace rooflight
