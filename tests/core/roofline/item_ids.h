// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/item_id.h"

namespace rooflight {

inline ItemId layerId(std::int64_t id)
{
    return { ItemId::Kind::Layer, id };
}

inline ItemId operatorId(std::int64_t id)
{
    return { ItemId::Kind::Operator, id };
}

} // namespace rooflight
