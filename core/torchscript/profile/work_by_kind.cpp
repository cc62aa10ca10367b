// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/profile/work_by_kind.h"

namespace rooflight {

namespace {

/// The key with the most multiply-adds, then bytes; the first of equal ones; \p none when no cost moves a byte.
template<typename Key> Key heaviest(const std::map<Key, Cost> &costs, Key none)
{
    std::pair<std::int64_t, std::int64_t> most;
    for (const auto &[key, cost] : costs) {
        const std::int64_t bytes = cost.bytes();
        if (bytes > 0 && std::pair(cost.macs, bytes) > most) {
            most = { cost.macs, bytes };
            none = key;
        }
    }
    return none;
}

} // namespace

void WorkByKind::add(OperatorFamily family, DType dtype, const Cost &cost)
{
    m_costs[{ family, dtype }] += cost;
}

void WorkByKind::add(const WorkByKind &other)
{
    for (const auto &[kind, cost] : other.m_costs)
        m_costs[kind] += cost;
}

OperatorFamily WorkByKind::family() const
{
    std::map<OperatorFamily, Cost> costs;
    for (const auto &[kind, cost] : m_costs)
        costs[kind.first] += cost;
    return heaviest(costs, OperatorFamily::Other);
}

DType WorkByKind::dtypeOf(OperatorFamily family) const
{
    std::map<DType, Cost> costs;
    for (const auto &[kind, cost] : m_costs) {
        if (kind.first == family)
            costs[kind.second] += cost;
    }
    return heaviest(costs, DType::Unknown);
}

} // namespace rooflight
