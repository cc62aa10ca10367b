// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string_view>

namespace rooflight {

/// What an observer of the calling thread has seen so far.
struct ObservedCalls {
    bool observing = false;
    int open = 0; ///< operators that are running and count as a whole
    std::string_view hidden; ///< an operator that does not count, for another one is called in its place
};

[[nodiscard]] inline ObservedCalls &observedCalls()
{
    thread_local ObservedCalls calls;
    return calls;
}

} // namespace rooflight
