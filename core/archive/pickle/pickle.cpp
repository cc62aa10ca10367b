// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/pickle/pickle.h"

namespace rooflight {

std::string_view Pickle::className(PickleId id) const
{
    const PickleNode &node = m_nodes[id];
    if (node.kind != PickleKind::Object)
        return {};
    const PickleNode &callable = m_nodes[node.items[0]];
    return callable.kind == PickleKind::Global ? callable.text : std::string_view();
}

const std::vector<PickleId> &Pickle::arguments(PickleId id) const
{
    static const std::vector<PickleId> none;
    const PickleNode &node = m_nodes[id];
    if (node.kind != PickleKind::Object)
        return none;
    const PickleNode &given = m_nodes[node.items[1]];
    return given.kind == PickleKind::Tuple ? given.items : none;
}

const PickleId *Pickle::valueOf(PickleId dict, std::string_view key) const
{
    const PickleNode &node = m_nodes[dict];
    if (node.kind != PickleKind::Dict)
        return nullptr;
    for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
        const PickleNode &candidate = m_nodes[node.items[i]];
        if (candidate.kind == PickleKind::String && candidate.text == key)
            return &node.items[i + 1];
    }
    return nullptr;
}

} // namespace rooflight
