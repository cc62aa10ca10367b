// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/archive/pickle_writer.h"

#include <cstdint>

namespace rooflight::test {

using namespace std::string_literals;

namespace {

std::string littleEndian(std::uint32_t value)
{
    std::string bytes;
    for (unsigned i = 0; i < 4; ++i)
        bytes += static_cast<char>(value >> (8 * i));
    return bytes;
}

std::string joined(std::initializer_list<std::string> items)
{
    std::string all;
    for (const std::string &item : items)
        all += item;
    return all;
}

} // namespace

std::string pickleOf(std::string_view value)
{
    return "\x80\x02"s + std::string(value) + '.';
}

std::string integer(std::int32_t value)
{
    return 'J' + littleEndian(static_cast<std::uint32_t>(value));
}

std::string text(std::string_view value)
{
    return 'X' + littleEndian(static_cast<std::uint32_t>(value.size())) + std::string(value);
}

std::string global(std::string_view module, std::string_view name)
{
    return 'c' + std::string(module) + '\n' + std::string(name) + '\n';
}

std::string tuple(std::initializer_list<std::string> items)
{
    return '(' + joined(items) + 't';
}

std::string list(std::initializer_list<std::string> items)
{
    return "](" + joined(items) + 'e';
}

std::string dict(std::initializer_list<std::string> keysAndValues)
{
    return "}(" + joined(keysAndValues) + 'u';
}

std::string call(std::string_view function, std::string_view arguments)
{
    return std::string(function) + std::string(arguments) + 'R';
}

std::string object(std::string_view type, std::string_view state)
{
    return std::string(type) + ")\x81" + std::string(state) + 'b';
}

std::string shape(std::initializer_list<std::int32_t> sizes)
{
    std::string all;
    for (const std::int32_t size : sizes)
        all += integer(size);
    return '(' + all + 't';
}

std::string tensor(std::string_view storageType, std::string_view key, std::int32_t elements, std::int32_t offset,
                   std::string_view sizes, std::string_view strides)
{
    const std::string storage =
        tuple({ text("storage"), global("torch", storageType), text(key), text("cpu"), integer(elements) }) + 'Q';
    return call(global("torch._utils", "_rebuild_tensor_v2"),
                tuple({ storage, integer(offset), std::string(sizes), std::string(strides), "\x89", "}" }));
}

} // namespace rooflight::test
