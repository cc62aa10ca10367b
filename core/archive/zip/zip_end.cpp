// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/zip/zip_end.h"

#include "core/archive/zip/file_error.h"
#include "core/base/opened_file.h"

#include <algorithm>
#include <fstream>
#include <string_view>

namespace rooflight {

using namespace std::string_view_literals;

namespace {

// Layout: APPNOTE.TXT of PKWARE, 4.3.14 to 4.3.16.
constexpr std::string_view endSignature = "PK\x05\x06"sv;
constexpr std::string_view locatorSignature = "PK\x06\x07"sv;
constexpr std::string_view end64Signature = "PK\x06\x06"sv;
constexpr std::size_t endBytes = 22;
constexpr std::size_t locatorBytes = 20;
constexpr std::size_t end64Bytes = 56;
constexpr std::int64_t maxCommentBytes = 0xFFFF;
constexpr std::uint64_t minEntryBytes = 46; ///< bytes of one record in the table of contents
constexpr std::uint64_t maxRecords = 1'000'000;

std::uint64_t littleEndian(std::string_view bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8u | static_cast<unsigned char>(bytes[i]);
    return value;
}

std::string readAt(std::istream &file, std::int64_t offset, std::size_t count)
{
    std::string bytes(count, '\0');
    file.clear();
    file.seekg(offset);
    file.read(bytes.data(), static_cast<std::streamsize>(count));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
}

/// An archive of more than 65,535 records counts them in a second, wider record.
std::uint64_t recordsOf(std::istream &file, std::string_view tail, std::size_t end)
{
    constexpr std::uint64_t seeWiderRecord = 0xFFFF;
    const std::uint64_t records = littleEndian(tail.substr(end + 10, 2));
    if (records != seeWiderRecord || end < locatorBytes)
        return records;
    const std::string_view locator = tail.substr(end - locatorBytes, locatorBytes);
    if (!locator.starts_with(locatorSignature))
        return records;
    const std::uint64_t offset = littleEndian(locator.substr(8, 8));
    const std::string wide = readAt(file, static_cast<std::int64_t>(offset & 0x7FFF'FFFF'FFFF'FFFFu), end64Bytes);
    if (wide.size() < end64Bytes || !wide.starts_with(end64Signature))
        return records;
    return littleEndian(std::string_view(wide).substr(32, 8));
}

/// Another record in front whose comment would reach exactly to the end of the file.
bool hasRival(std::string_view tail, std::size_t end)
{
    for (std::size_t other = tail.find(endSignature); other < end; other = tail.find(endSignature, other + 1)) {
        if (other + endBytes + littleEndian(tail.substr(other + 20, 2)) == tail.size())
            return true;
    }
    return false;
}

} // namespace

Result<ZipEnd> readZipEnd(const std::string &path, std::int64_t fileBytes)
{
    std::ifstream file(pathToRead(path), std::ios::binary);
    return readZipEnd(path, file, fileBytes);
}

Result<ZipEnd> readZipEnd(const std::string &path, std::istream &file, std::int64_t fileBytes)
{
    const std::int64_t tailBytes =
        std::min<std::int64_t>(fileBytes, maxCommentBytes + static_cast<std::int64_t>(endBytes));
    const std::string tail = readAt(file, fileBytes - tailBytes, static_cast<std::size_t>(tailBytes));
    const std::size_t end = tail.rfind(endSignature);
    if (end == std::string::npos || end + endBytes > tail.size())
        return damaged(path, "it is cut short; the table of contents at its end is missing");
    if (hasRival(tail, end))
        return damaged(path, "it has two tables of contents, so that it may hold something else than it shows");

    ZipEnd result;
    result.records = recordsOf(file, tail, end);
    result.bytesBehind = static_cast<std::int64_t>(tail.size() - end - endBytes);
    if (result.records > maxRecords || result.records * minEntryBytes > static_cast<std::uint64_t>(fileBytes))
        return damaged(path, "it claims " + std::to_string(result.records) + " records, more than it can hold");
    return result;
}

} // namespace rooflight
