// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/facts/item_facts.h"

namespace rooflight {

/// All facts, those of FactId first and in its order. A new one is a row behind them.
[[nodiscard]] std::span<const ItemFact> factTable();

} // namespace rooflight
