// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/sampling/measurement_context.h"
#include "core/sampling/stop_criteria.h"

#include <cstddef>
#include <cstdint>

namespace rooflight {

/// Something that is measured: its variants are warmed up one after the other, then sampled in rounds. runTrial() in
/// sampler.h decides how often.
class Trial
{
public:
    virtual ~Trial() = default;

    [[nodiscard]] virtual std::size_t variantCount() const { return 1; }

    /// Asked before a variant's warm-up and after each of its repetitions: false skips the rest of its warm-up.
    [[nodiscard]] virtual bool takesPart(std::size_t) const { return true; }

    virtual void beginWarmup(std::size_t) { }

    /// One repetition; adds its value to \p criterion, which is new for each variant.
    [[nodiscard]] virtual Result<void> warmUpOnce(std::size_t variant, StopCriterion &criterion) = 0;

    /// Not called when the measurement is stopped or fails. None: the variant does not take part any more.
    virtual void endWarmup(std::size_t, StopReason) { }

    virtual void beginSampling() { }

    /// One sample of each variant; adds to \p criterion what it is to be judged by.
    [[nodiscard]] virtual Result<void> sampleRound(StopCriterion &criterion) = 0;

    /// For progress; 0 when the criterion alone knows.
    [[nodiscard]] virtual std::int64_t expectedRounds() const { return 0; }

    /// Called about once a second between two rounds, and between two warm-up repetitions if that is wanted.
    virtual void publishSnapshot() { }
    [[nodiscard]] virtual bool publishesWarmup() const { return false; }

    /// Translates the exception that is being handled; called in a catch block.
    [[nodiscard]] virtual Error currentExceptionError() const = 0;
};

/// A trial whose result can be made at any moment from what was measured so far.
template<typename T> class ResultTrial : public Trial
{
public:
    explicit ResultTrial(SnapshotSink<T> sink)
        : m_sink(std::move(sink))
    {
    }

    [[nodiscard]] virtual bool hasResult() const = 0;

    /// \p end: what ended the sampling; None flags the result as partial.
    [[nodiscard]] virtual T result(StopReason end) const = 0;

    void publishSnapshot() override
    {
        if (m_sink)
            m_sink(result(StopReason::None));
    }

protected:
    [[nodiscard]] bool hasSink() const { return static_cast<bool>(m_sink); }

private:
    SnapshotSink<T> m_sink;
};

} // namespace rooflight
