// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

/// Pickles written opcode by opcode, as CPython's pickletools documents protocol 2. Each function gives the opcodes
/// that leave one value on the stack.
namespace rooflight::test {

/// A whole pickle: PROTO 2, the value, STOP.
[[nodiscard]] std::string pickleOf(std::string_view value);

[[nodiscard]] std::string integer(std::int32_t value); ///< BININT
[[nodiscard]] std::string text(std::string_view value); ///< BINUNICODE
[[nodiscard]] std::string global(std::string_view module, std::string_view name); ///< GLOBAL
[[nodiscard]] std::string tuple(std::initializer_list<std::string> items); ///< MARK ... TUPLE
[[nodiscard]] std::string list(std::initializer_list<std::string> items); ///< EMPTY_LIST MARK ... APPENDS
[[nodiscard]] std::string dict(std::initializer_list<std::string> keysAndValues); ///< EMPTY_DICT MARK ... SETITEMS
[[nodiscard]] std::string call(std::string_view function, std::string_view arguments); ///< REDUCE
[[nodiscard]] std::string object(std::string_view type, std::string_view state); ///< EMPTY_TUPLE NEWOBJ ... BUILD
[[nodiscard]] std::string shape(std::initializer_list<std::int32_t> sizes);

/// A tensor as torch.save writes it: torch._utils._rebuild_tensor_v2((storage type, key, device, elements), offset,
/// sizes, strides, requires_grad, hooks).
[[nodiscard]] std::string tensor(std::string_view storageType, std::string_view key, std::int32_t elements,
                                 std::int32_t offset, std::string_view sizes, std::string_view strides);

} // namespace rooflight::test
