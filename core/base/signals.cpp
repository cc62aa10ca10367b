// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/signals.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>

namespace rooflight {

namespace {

std::stop_source &source()
{
    static std::stop_source source;
    return source;
}

/// C++ allows little in a signal handler. Without a std::stop_callback a request sets a lock-free flag and nothing
/// else. A thread that waits for the signal instead would slow down the allocations of a model that runs in one thread.
void requestStop(int)
{
    source().request_stop();
}

} // namespace

std::stop_token stopOnSignals(std::initializer_list<int> signals)
{
    std::stop_token token = source().get_token(); // makes the source before a signal can come
    for (const int signal : signals)
        std::signal(signal, requestStop);
    return token;
}

std::string signalName(int signal)
{
    const char *abbreviation = sigabbrev_np(signal);
    return abbreviation ? fmt::format("SIG{}", abbreviation) : std::to_string(signal);
}

std::string signalDescription(int signal)
{
    const char *description = sigdescr_np(signal);
    return description ? description : fmt::format("signal {}", signal);
}

} // namespace rooflight
