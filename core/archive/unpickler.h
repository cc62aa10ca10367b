// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/pickle.h"

#include <optional>
#include <unordered_map>

namespace ridgepoint {

/// The stack machine behind Pickle::parse; used once.
class Unpickler
{
public:
    explicit Unpickler(std::string bytes);

    [[nodiscard]] Result<Pickle> run();

private:
    struct Failure {
        std::string why;
    };
    using Step = std::optional<Failure>; ///< nothing: it went well

    Step execute(unsigned char opcode);
    std::optional<Step> executeScalar(unsigned char opcode);
    std::optional<Step> executeText(unsigned char opcode);
    std::optional<Step> executeContainer(unsigned char opcode);
    std::optional<Step> executeMemo(unsigned char opcode);
    std::optional<Step> executeObject(unsigned char opcode);
    std::optional<Step> executeStack(unsigned char opcode);

    [[nodiscard]] std::optional<std::string_view> take(std::uint64_t count);
    [[nodiscard]] std::optional<std::uint64_t> takeUnsigned(std::size_t bytes);
    [[nodiscard]] std::optional<std::string_view> takeLine();

    Step push(PickleNode node);
    Step pushInteger(PickleKind kind, std::int64_t value);
    Step pushSigned(std::size_t bytes);
    Step pushLong(std::size_t lengthBytes);
    Step pushText(PickleKind kind, std::size_t lengthBytes);
    Step pushTupleOf(std::size_t count);
    Step pushGlobal(std::string_view module, std::string_view name);
    Step pushObject();
    Step pushMarked(PickleKind kind);
    Step extend(std::vector<PickleId> items);
    Step build();
    Step popInto(PickleId &id);
    Step popMarked(std::vector<PickleId> &items);
    Step memoize(std::uint64_t slot);
    Step recall(std::optional<std::uint64_t> slot);
    Step raiseDepth(PickleNode &node, const std::vector<PickleId> &items) const;

    Pickle m_pickle;
    std::string_view m_bytes;
    std::size_t m_position = 0;
    std::vector<PickleId> m_stack;
    std::vector<std::size_t> m_marks; ///< heights of the stack
    std::unordered_map<std::uint64_t, PickleId> m_memo;
};

} // namespace ridgepoint
