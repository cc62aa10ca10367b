// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

struct zip;

namespace rooflight {

/// One file inside the archive.
struct ArchiveRecord {
    std::string name; ///< without the archive's own folder, for example "data/0"
    std::uint64_t index = 0; ///< position in the archive
    std::int64_t bytes = 0; ///< unpacked
};

/// A PyTorch zip archive, opened for reading. All records of interest lie in one folder, named after the model: the
/// folder of the first record, as PyTorch's reader has it; records elsewhere are checked but not offered.
class ZipArchive
{
public:
    /// ErrorCode::Damaged when the structure does not hold: cut short, records that overlap or have one name, sizes
    /// beyond the file or beyond reason, unknown compression. With acceptDamaged, what PyTorch's reader overlooks is
    /// overlooked here too.
    [[nodiscard]] static Result<ZipArchive> open(const std::string &path, std::int64_t fileBytes, bool acceptDamaged);

    /// An archive that is a record of the file \p path. Its checksums are compared as it is read.
    [[nodiscard]] static Result<ZipArchive> openNested(const std::string &path, std::string bytes);

    [[nodiscard]] const std::string &path() const { return m_path; }
    [[nodiscard]] const std::vector<ArchiveRecord> &records() const { return m_records; }

    /// Full name of the first record, folder included; empty for an archive without any.
    [[nodiscard]] const std::string &firstName() const { return m_firstName; }

    /// SHA-256 of the names, sizes and checksums of all records: two archives with the same hold the same. Empty if
    /// the table of contents cannot be read.
    [[nodiscard]] std::string contentsSha256() const;

    /// Whether a record lies outside of every folder, with that name.
    [[nodiscard]] bool holdsAtRoot(const char *name) const;

    /// Null when there is none. ASCII case is ignored, as PyTorch's reader does.
    [[nodiscard]] const ArchiveRecord *find(std::string_view name) const;

    /// Largest size that read() accepts: more than any code or structure takes.
    static constexpr std::int64_t maxTextBytes = std::int64_t { 64 } << 20;

    /// Unpacked content, its checksum not compared. For code and pickles: up to \p limit bytes.
    [[nodiscard]] Result<std::string> read(const ArchiveRecord &record, std::int64_t limit = maxTextBytes) const;

    enum class Verified { All, AllButData };

    /// Reads everything, or everything but the data of tensors, and compares each record with its CRC-32, which
    /// PyTorch's reader does not.
    [[nodiscard]] Result<void> verify(Verified verified = Verified::All) const;

private:
    using Handle = std::unique_ptr<zip, void (*)(zip *)>;

    ZipArchive(std::string path, Handle handle);
    [[nodiscard]] static Result<ZipArchive> checked(ZipArchive archive, std::uint64_t records, std::int64_t bytes);
    [[nodiscard]] Result<void> listRecords(std::int64_t fileBytes);

    std::string m_path;
    std::unique_ptr<const std::string> m_bytes; ///< of a nested archive; outlives the handle
    Handle m_handle;
    std::string m_firstName;
    std::vector<ArchiveRecord> m_records;
    std::unordered_map<std::string, std::size_t> m_byLowerName;
};

/// What the record at the very end of a zip archive says ("end of central directory").
struct ZipEnd {
    std::uint64_t records = 0;
    std::int64_t bytesBehind = 0; ///< comment or anything else after it
};

/// Finds that record where PyTorch's reader (miniz) finds it. ErrorCode::Damaged when it is missing (the file was cut
/// short), claims more records than the file can hold, or when a second one makes it ambiguous what the archive holds:
/// then the program that checks the file and the one that runs it might not see the same records.
[[nodiscard]] Result<ZipEnd> readZipEnd(const std::string &path, std::int64_t fileBytes);

/// The same of an archive in memory; \p path names the file that it is in.
[[nodiscard]] Result<ZipEnd> readZipEnd(const std::string &path, std::istream &file, std::int64_t fileBytes);

} // namespace rooflight
