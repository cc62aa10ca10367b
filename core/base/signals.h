// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <initializer_list>
#include <stop_token>
#include <string>

namespace rooflight {

/// From now on these signals request a stop of this process's measurements, which the returned token sees. No
/// std::stop_callback may be registered for the token.
[[nodiscard]] std::stop_token stopOnSignals(std::initializer_list<int> signals);

/// "SIGSEGV"; the number of a signal that has no name, as real-time signals.
[[nodiscard]] std::string signalName(int signal);

/// "Segmentation fault", in English; "signal 34" of one that has no description.
[[nodiscard]] std::string signalDescription(int signal);

} // namespace rooflight
