// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <bit>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

enum class PickleKind : std::uint8_t {
    None,
    Bool, ///< integer: 0 or 1
    Int, ///< integer
    Float, ///< integer: the bits of the double, see real()
    String, ///< text
    Bytes, ///< text; also integers of more than 64 bits, as they are stored
    Global, ///< text: a class or function by its qualified name, "module.name"
    List, ///< items; also sets
    Tuple, ///< items
    Dict, ///< items: key, value, key, value ...
    Object, ///< items: the class or function, its arguments; state: what BUILD gave it
    Persistent, ///< items: the identifier
};

/// Position of a value in its pickle.
using PickleId = std::uint32_t;

struct PickleNode {
    static constexpr PickleId noState = 0xFFFF'FFFF;

    PickleKind kind = PickleKind::None;
    std::uint16_t depth = 1; ///< of nesting, this value included
    PickleId state = noState;
    std::int64_t integer = 0;
    std::string_view text; ///< into the pickle
    std::vector<PickleId> items;

    /// The value of a Float.
    [[nodiscard]] double real() const { return std::bit_cast<double>(integer); }
};

/// The values that a pickle describes. Nothing is ever executed: calls and objects are kept as the names and
/// arguments they would have had. Values may be shared, and a hostile pickle may hold cycles.
class Pickle
{
public:
    /// Reads protocols 2 to 5. The error (ErrorCode::Damaged) names byte and cause, not the file: cut short, unknown
    /// opcode, values that are not there, nesting deeper than 500, more than 8 million values.
    [[nodiscard]] static Result<Pickle> parse(std::string bytes);

    [[nodiscard]] PickleId root() const { return m_root; }
    [[nodiscard]] const PickleNode &operator[](PickleId id) const { return m_nodes[id]; }
    [[nodiscard]] PickleId size() const { return static_cast<PickleId>(m_nodes.size()); }

    /// Qualified name of the class or function of an object; empty for other values.
    [[nodiscard]] std::string_view className(PickleId id) const;

    /// Arguments of an object; empty for other values.
    [[nodiscard]] const std::vector<PickleId> &arguments(PickleId id) const;

    /// The value of a text key; nullptr when the value is no dictionary or lacks the key.
    [[nodiscard]] const PickleId *valueOf(PickleId dict, std::string_view key) const;

private:
    friend class Unpickler;

    std::deque<std::string> m_texts; ///< what the nodes' texts point into; its elements never move
    std::vector<PickleNode> m_nodes;
    PickleId m_root = 0;
};

} // namespace rooflight
