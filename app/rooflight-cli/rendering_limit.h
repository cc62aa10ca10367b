// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace rooflight {

/// Ends this process with the sentence and the status of ErrorCode::TimedOut when laying out what a request brought
/// takes \p seconds of processor time, as long as the request itself might take: an untrusted file may bring much. Who
/// reads slowly is waited for. Files are made whole or not at all.
class RenderingLimit
{
public:
    /// 0 seconds: no limit.
    RenderingLimit(double seconds, std::string model);
    ~RenderingLimit();
    RenderingLimit(const RenderingLimit &) = delete;
    RenderingLimit &operator=(const RenderingLimit &) = delete;

private:
    void endLate();

    double m_seconds;
    std::string m_model;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_written = false;
    std::thread m_clock;
};

} // namespace rooflight
