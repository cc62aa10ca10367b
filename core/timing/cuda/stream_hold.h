// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <c10/core/Device.h>

#include <atomic>
#include <memory>

namespace rooflight {

/// Keeps a CUDA stream from starting what is queued behind begin(), so that the whole of a model is queued before its
/// first kernel runs: a function that the stream calls on the host waits for end(). It waits for at most some seconds,
/// so that a model that synchronises inside cannot block for ever.
class StreamHold
{
public:
    explicit StreamHold(c10::Device device);
    ~StreamHold();
    StreamHold(const StreamHold &) = delete;
    StreamHold &operator=(const StreamHold &) = delete;

    /// False if the CUDA runtime is not there or refuses.
    bool begin();
    /// False when the hold had ended by itself, because the host waited for the stream.
    bool end();

private:
    struct State {
        std::atomic<bool> released { true };
        std::atomic<bool> timedOut { false };
    };

    static void wait(void *state);

    c10::Device m_device;
    std::shared_ptr<State> m_state;
};

} // namespace rooflight
