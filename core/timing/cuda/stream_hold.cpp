// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/cuda/stream_hold.h"

#include "core/timing/cuda/runtime_function.h"

#include <c10/core/impl/VirtualGuardImpl.h>

#include <chrono>
#include <thread>

namespace rooflight {

namespace {

constexpr auto longestHold = std::chrono::seconds(2);

/// cudaLaunchHostFunc(): its declaration has been the same since CUDA 10.
using LaunchHostFunction = int (*)(void *stream, void (*function)(void *), void *argument);

} // namespace

StreamHold::StreamHold(c10::Device device)
    : m_device(device)
    , m_state(std::make_shared<State>())
{
}

StreamHold::~StreamHold()
{
    end();
}

void StreamHold::wait(void *argument)
{
    const std::unique_ptr<std::shared_ptr<State>> state(static_cast<std::shared_ptr<State> *>(argument));
    const auto begin = std::chrono::steady_clock::now();
    while (!(*state)->released) {
        if (std::chrono::steady_clock::now() - begin > longestHold) {
            (*state)->timedOut = true;
            return;
        }
        std::this_thread::yield();
    }
}

bool StreamHold::begin()
{
    const auto launch = cudaRuntimeFunction<LaunchHostFunction>("cudaLaunchHostFunc");
    if (!launch)
        return false;
    m_state->released = false;
    m_state->timedOut = false;
    const c10::impl::VirtualGuardImpl guard(m_device.type());
    // The stream's function owns a share of the state: it may end after this object.
    auto argument = std::make_unique<std::shared_ptr<State>>(m_state);
    if (launch(guard.getStream(m_device).native_handle(), &StreamHold::wait, argument.get()) != 0) {
        m_state->released = true;
        return false;
    }
    static_cast<void>(argument.release());
    return true;
}

bool StreamHold::end()
{
    m_state->released = true;
    return !m_state->timedOut;
}

} // namespace rooflight
