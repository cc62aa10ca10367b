// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <istream>
#include <string>

namespace rooflight {

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
