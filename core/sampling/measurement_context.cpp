// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sampling/measurement_context.h"

#include <algorithm>

namespace rooflight {

namespace {

constexpr double minimumSeconds = 1;
constexpr double waitPerCost = 20;

} // namespace

Throttle::Throttle(SecondsClock now)
    : m_now(std::move(now))
    , m_last(m_now())
{
}

bool Throttle::runIfDue(const std::function<void()> &action)
{
    const double begin = m_now();
    if (begin - m_last <= std::max(minimumSeconds, waitPerCost * m_cost))
        return false;
    action();
    m_last = m_now();
    m_cost = m_last - begin;
    return true;
}

} // namespace rooflight
