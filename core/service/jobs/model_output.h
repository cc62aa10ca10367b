// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace rooflight {

/// What a model prints, made harmless for a terminal and bounded: its beginning as it comes, of the rest the end, and
/// between them how much was left out.
class ModelOutput
{
public:
    static constexpr std::size_t headBytes = 64 << 10;
    static constexpr std::size_t tailBytes = 16 << 10;

    explicit ModelOutput(std::function<void(std::string_view)> print)
        : m_print(std::move(print))
    {
    }

    void take(std::string_view text);
    /// Prints what was held back. Nothing comes after it.
    void finish();

private:
    void printLines();

    std::function<void(std::string_view)> m_print;
    std::string m_pending; ///< of the head: a line that has no end yet
    std::size_t m_headLeft = headBytes;
    std::string m_tail;
    std::int64_t m_leftOut = 0; ///< bytes
};

} // namespace rooflight
