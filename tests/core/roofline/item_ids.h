// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/item_id.h"

namespace ridgepoint {

inline ItemId layerId(std::int64_t id)
{
    return { ItemId::Kind::Layer, id };
}

inline ItemId operatorId(std::int64_t id)
{
    return { ItemId::Kind::Operator, id };
}

} // namespace ridgepoint
