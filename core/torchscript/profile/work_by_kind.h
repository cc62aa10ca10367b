// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/analysis/analysis.h"

#include <map>
#include <utility>

namespace rooflight {

/// What the operators of a layer cost, by their family and the type in which they compute.
class WorkByKind
{
public:
    void add(OperatorFamily family, DType dtype, const Cost &cost);
    void add(const WorkByKind &other);

    /// The family with the most multiply-adds, then bytes; Other when nothing moves a byte.
    [[nodiscard]] OperatorFamily family() const;
    /// In which most of the work of a family is done; Unknown when it moves no byte.
    [[nodiscard]] DType dtypeOf(OperatorFamily family) const;

private:
    std::map<std::pair<OperatorFamily, DType>, Cost> m_costs;
};

} // namespace rooflight
