// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/zip/zip_archive.h"

#include "core/archive/zip/file_error.h"
#include "core/archive/zip/sha256.h"
#include "core/archive/zip/text.h"
#include "core/base/opened_file.h"

#include <zip.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string_view>
#include <utility>

namespace rooflight {

namespace {

// Code shrinks to a fifth, and weights hardly, but for those that are zeros: what unpacks to more than this is made to
// fill memory or disk.
constexpr std::uint64_t maxUnpackedFactor = 20;
constexpr std::uint64_t maxUnpackedBytesOfSmallFile = std::uint64_t { 256 } << 20;
constexpr std::uint64_t maxUnpackedBytesOfData = std::uint64_t { 4 } << 30;

constexpr std::size_t chunkBytes = std::size_t { 1 } << 20;

using RecordFile = std::unique_ptr<zip_file_t, int (*)(zip_file_t *)>;

std::string zipErrorText(int code)
{
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    std::string text = asciiLower(zip_error_strerror(&error));
    zip_error_fini(&error);
    return text;
}

std::string recordText(std::string_view name)
{
    return "record \"" + messagePart(name) + '"';
}

/// In the folder of tensors, and no list of them.
bool isTensorData(std::string_view record)
{
    return record.find("/data/") != std::string_view::npos && !record.ends_with(".json");
}

/// Sums over all records, against archives whose records share bytes or unpack without end.
class SizeBudget
{
public:
    explicit SizeBudget(std::int64_t fileBytes)
        : m_storedLeft(static_cast<std::uint64_t>(fileBytes))
        , m_unpackedLeft(std::max(m_storedLeft * maxUnpackedFactor, maxUnpackedBytesOfSmallFile))
        , m_dataLeft(std::max(m_storedLeft * maxUnpackedFactor, maxUnpackedBytesOfData))
    {
    }

    [[nodiscard]] bool take(const zip_stat_t &facts)
    {
        std::uint64_t &unpackedLeft = isTensorData(facts.name) ? m_dataLeft : m_unpackedLeft;
        if (facts.comp_size > m_storedLeft || facts.size > unpackedLeft)
            return false;
        m_storedLeft -= facts.comp_size;
        unpackedLeft -= facts.size;
        return true;
    }

private:
    std::uint64_t m_storedLeft;
    std::uint64_t m_unpackedLeft;
    std::uint64_t m_dataLeft; ///< of tensors: read piece by piece for their checksums
};

bool canUnpack(const zip_stat_t &facts)
{
    const bool known = facts.comp_method == ZIP_CM_STORE || facts.comp_method == ZIP_CM_DEFLATE;
    return known && facts.encryption_method == ZIP_EM_NONE;
}

Result<void> checkRecord(const std::string &path, const zip_stat_t &facts)
{
    if (!canUnpack(facts))
        return damaged(path, recordText(facts.name) + " is encrypted or packed in a way that PyTorch cannot read");
    if (facts.comp_method == ZIP_CM_STORE && facts.size != facts.comp_size)
        return damaged(path, recordText(facts.name) + " has two sizes");
    return {};
}

} // namespace

ZipArchive::ZipArchive(std::string path, Handle handle)
    : m_path(std::move(path))
    , m_handle(std::move(handle))
{
}

Result<ZipArchive> ZipArchive::open(const std::string &path, std::int64_t fileBytes, bool acceptDamaged)
{
    const Result<ZipEnd> end = readZipEnd(path, fileBytes);
    if (!end.ok())
        return end.error();
    if (end.value().bytesBehind > 0 && !acceptDamaged) {
        return damagedButOpenable(path,
                                  std::to_string(end.value().bytesBehind) + " bytes follow the end of its archive");
    }
    int code = 0;
    zip *const opened = zip_open(pathToRead(path).c_str(), ZIP_RDONLY | (acceptDamaged ? 0 : ZIP_CHECKCONS), &code);
    if (opened == nullptr) {
        const std::string why = "its table of contents does not hold (" + zipErrorText(code) + ')';
        return acceptDamaged ? damaged(path, why) : damagedButOpenable(path, why);
    }
    return checked(ZipArchive(path, Handle(opened, &zip_discard)), end.value().records, fileBytes);
}

Result<ZipArchive> ZipArchive::openNested(const std::string &path, std::string bytes)
{
    auto content = std::make_unique<const std::string>(std::move(bytes));
    const auto size = static_cast<std::int64_t>(content->size());
    std::istringstream stream(*content);
    const Result<ZipEnd> end = readZipEnd(path, stream, size);
    if (!end.ok())
        return end.error();
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t *const source = zip_source_buffer_create(content->data(), content->size(), 0, &error);
    zip *const opened = source == nullptr ? nullptr : zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error);
    zip_error_fini(&error);
    if (opened == nullptr) {
        zip_source_free(source);
        return damaged(path, "the table of contents of an archive in it does not hold");
    }
    ZipArchive archive(path, Handle(opened, &zip_discard));
    archive.m_bytes = std::move(content);
    return checked(std::move(archive), end.value().records, size);
}

Result<ZipArchive> ZipArchive::checked(ZipArchive archive, std::uint64_t records, std::int64_t bytes)
{
    if (static_cast<std::uint64_t>(zip_get_num_entries(archive.m_handle.get(), 0)) != records)
        return damaged(archive.path(), "its table of contents does not hold as many records as it claims");
    const Result<void> listed = archive.listRecords(bytes);
    if (!listed.ok())
        return listed.error();
    return archive;
}

Result<void> ZipArchive::listRecords(std::int64_t fileBytes)
{
    SizeBudget budget(fileBytes);
    std::string folder;
    const auto count = static_cast<std::uint64_t>(zip_get_num_entries(m_handle.get(), 0));
    for (std::uint64_t index = 0; index < count; ++index) {
        zip_stat_t facts;
        // Names as they are: a conversion could make one name of two.
        if (zip_stat_index(m_handle.get(), index, ZIP_FL_ENC_RAW, &facts) != 0 || facts.name == nullptr)
            return damaged(m_path, "its table of contents cannot be read");
        const std::string name = facts.name;
        if (index == 0) {
            m_firstName = name;
            folder = asciiLower(name.substr(0, name.find('/') + 1));
        }
        const Result<void> checked = checkRecord(m_path, facts);
        if (!checked.ok())
            return checked.error();
        if (!budget.take(facts)) {
            return notRead(m_path,
                           recordText(name) + " makes its content larger than what is unpacked of a file of this size",
                           "Pack it again without compression, as PyTorch does: zip -0.");
        }
        const std::string lowerName = asciiLower(name);
        if (!lowerName.starts_with(folder))
            continue;
        if (!m_byLowerName.emplace(lowerName.substr(folder.size()), m_records.size()).second)
            return damaged(m_path, recordText(name) + " is there twice");
        m_records.push_back({ name.substr(folder.size()), index, static_cast<std::int64_t>(facts.size) });
    }
    return {};
}

bool ZipArchive::holdsAtRoot(const char *name) const
{
    return zip_name_locate(m_handle.get(), name, ZIP_FL_ENC_RAW) >= 0;
}

std::string ZipArchive::contentsSha256() const
{
    std::string table;
    const auto count = static_cast<std::uint64_t>(zip_get_num_entries(m_handle.get(), 0));
    for (std::uint64_t index = 0; index < count; ++index) {
        zip_stat_t facts;
        if (zip_stat_index(m_handle.get(), index, ZIP_FL_ENC_RAW, &facts) != 0 || facts.name == nullptr)
            return {};
        // A zero ends each name, which none holds.
        table += std::string(facts.name) + '\0' + std::to_string(facts.size) + ' ' + std::to_string(facts.crc) + '\n';
    }
    return sha256OfText(table);
}

const ArchiveRecord *ZipArchive::find(std::string_view name) const
{
    const auto found = m_byLowerName.find(asciiLower(name));
    return found == m_byLowerName.end() ? nullptr : &m_records[found->second];
}

Result<std::string> ZipArchive::read(const ArchiveRecord &record, std::int64_t limit) const
{
    if (record.bytes > limit) {
        return damaged(m_path,
                       recordText(record.name) + " is larger than any code or structure (" + std::to_string(limit >> 20)
                           + " MiB)");
    }
    const RecordFile file(zip_fopen_index(m_handle.get(), record.index, 0), &zip_fclose);
    if (!file)
        return damaged(m_path, recordText(record.name) + " cannot be read");
    std::string content(static_cast<std::size_t>(record.bytes), '\0');
    std::size_t filled = 0;
    while (filled < content.size()) {
        const zip_int64_t count = zip_fread(file.get(), content.data() + filled, content.size() - filled);
        if (count <= 0)
            return damaged(m_path, recordText(record.name) + " cannot be unpacked");
        filled += static_cast<std::size_t>(count);
    }
    char more = 0;
    if (zip_fread(file.get(), &more, 1) > 0)
        return damaged(m_path, recordText(record.name) + " is larger than it says");
    return content;
}

Result<void> ZipArchive::verify(Verified verified) const
{
    std::vector<char> chunk(chunkBytes);
    const auto count = static_cast<std::uint64_t>(zip_get_num_entries(m_handle.get(), 0));
    for (std::uint64_t index = 0; index < count; ++index) {
        const char *const stored = zip_get_name(m_handle.get(), index, ZIP_FL_ENC_RAW);
        if (verified == Verified::AllButData && isTensorData(stored == nullptr ? "" : stored))
            continue;
        const RecordFile file(zip_fopen_index(m_handle.get(), index, 0), &zip_fclose);
        zip_stat_t facts;
        if (zip_stat_index(m_handle.get(), index, ZIP_FL_ENC_RAW, &facts) != 0)
            return damaged(m_path, "its table of contents cannot be read");
        std::uint64_t size = 0;
        zip_int64_t got = file ? 1 : -1;
        while (got > 0 && size <= facts.size) {
            got = zip_fread(file.get(), chunk.data(), chunk.size());
            size += static_cast<std::uint64_t>(std::max<zip_int64_t>(got, 0));
        }
        if (got >= 0 && size != facts.size)
            return damagedButOpenable(
                m_path, recordText(stored == nullptr ? "" : stored) + " has a different size than it states");
        if (got < 0) {
            const char *name = zip_get_name(m_handle.get(), index, ZIP_FL_ENC_RAW);
            return damagedButOpenable(
                m_path, "the checksum of " + recordText(name == nullptr ? "" : name) + " does not match its content");
        }
    }
    return {};
}

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
