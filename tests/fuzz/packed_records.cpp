// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fuzz/packed_records.h"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace rooflight::fuzz {

namespace {

constexpr std::array<std::string_view, 2> separators = { "\x1e\x1e\n", "\x1d\x1d\n" };

bool isNested(std::string_view name, int level)
{
    return level == 0 && name.ends_with(".pt");
}

void append(std::string &bytes, std::size_t value, int size)
{
    for (int i = 0; i < size; ++i)
        bytes += static_cast<char>(i < 8 ? value >> (8 * i) : 0);
}

NamedRecords recordsIn(std::string_view text, int level)
{
    const std::string_view separator = separators[static_cast<std::size_t>(level)];
    NamedRecords records;
    for (bool more = true; more;) {
        const std::size_t end = text.find(separator);
        const std::string_view record = text.substr(0, end);
        const std::size_t nameEnd = std::min(record.find('\n'), record.size());
        records.emplace_back(record.substr(0, nameEnd), record.substr(std::min(nameEnd + 1, record.size())));
        more = end != std::string_view::npos;
        if (more)
            text.remove_prefix(end + separator.size());
    }
    return records;
}

/// What a record's header and its entry of the directory have in common.
std::string factsOf(const std::string &name, const std::string &content)
{
    std::string facts;
    append(facts, 20, 2); // version that can unpack it
    append(facts, 0, 8); // flags, stored, time, date
    append(facts, crc32(0, reinterpret_cast<const Bytef *>(content.data()), static_cast<uInt>(content.size())), 4);
    append(facts, content.size(), 4);
    append(facts, content.size(), 4);
    append(facts, name.size(), 2);
    append(facts, 0, 2); // extra field
    return facts;
}

} // namespace

std::string textOfRecords(const NamedRecords &records, int level)
{
    std::string text;
    for (const auto &[name, content] : records) {
        if (!text.empty())
            text += separators[static_cast<std::size_t>(level)];
        text += name;
        text += '\n';
        text += content;
    }
    return text;
}

std::string zipOfText(std::string_view text, int level)
{
    std::string zip;
    std::string directory;
    NamedRecords records = recordsIn(text, level);
    for (auto &[longName, packed] : records) {
        const std::string name = longName.substr(0, 0xffff);
        const std::string content = isNested(name, level) && !packed.empty() ? zipOfText(packed, level + 1) : packed;
        const std::string facts = factsOf(name, content);
        directory += "PK\x01\x02";
        append(directory, 20, 2); // version that packed it
        directory += facts;
        append(directory, 0, 10); // comment, disk, attributes
        append(directory, zip.size(), 4);
        directory += name;
        zip += "PK\x03\x04";
        zip += facts;
        zip += name;
        zip += content;
    }
    const std::size_t start = zip.size();
    zip += directory + "PK\x05\x06";
    append(zip, 0, 4);
    append(zip, records.size(), 2);
    append(zip, records.size(), 2);
    append(zip, directory.size(), 4);
    append(zip, start, 4);
    append(zip, 0, 2); // comment
    return zip;
}

} // namespace rooflight::fuzz
