// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

enum class TokenKind : std::uint8_t {
    Name,
    Number,
    String, ///< text includes the quotes
    Operator, ///< one character
    LineEnd, ///< end of a statement's line; none inside brackets
};

struct Token {
    TokenKind kind = TokenKind::LineEnd;
    std::uint32_t line = 1;
    std::uint32_t column = 0; ///< of its first character
    std::string_view text; ///< into the source

    [[nodiscard]] bool is(std::string_view expected) const { return kind != TokenKind::String && text == expected; }
};

/// 1 for a bracket that opens, -1 for one that closes, else 0.
[[nodiscard]] int bracketStep(const Token &token);

/// Splits TorchScript source, which is a part of Python, without comments. Never fails: what is no token is an
/// operator. `nullopt` if brackets are nested more than 1000 deep, where PyTorch's parser overflows its stack.
[[nodiscard]] std::optional<std::vector<Token>> tokenize(std::string_view source);

/// The content of a string token: quotes off, escapes resolved.
[[nodiscard]] std::string stringContent(std::string_view token);

} // namespace rooflight
