// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sampling/measurement_context.h"

/// Stops a measurement after this many repetitions, those of the warm-up included.
class StopAfter : public rooflight::ConditionSampler
{
public:
    explicit StopAfter(int repetitions)
        : m_left(repetitions)
    {
    }

    void sampleIfDue() override
    {
        if (--m_left == 0)
            m_stop.request_stop();
    }

    [[nodiscard]] rooflight::MeasurementContext context()
    {
        rooflight::MeasurementContext context;
        context.stop = m_stop.get_token();
        context.conditions = this;
        return context;
    }

private:
    int m_left;
    std::stop_source m_stop;
};
