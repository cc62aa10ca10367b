// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/code/code_index.h"
#include "core/archive/code/declared_types.h"
#include "core/archive/zip/zip_archive.h"

#include <map>
#include <string>
#include <vector>

namespace rooflight {

/// All code of an archive, read but not run.
struct ArchiveCode {
    std::map<std::string, CodeClass, std::less<>> classes; ///< by qualified name, "__torch__.module.Name"
    DeclaredTypes types;
    std::vector<CodeFinding> findings; ///< what asks for trust first
    std::vector<NeededLibrary> libraries;
    std::map<std::string, int> constantUses; ///< mentions of each constant, "c0" for the first
    bool branches = false;
    bool trains = false; ///< calls operators as in training, whatever mode the modules are in
};

[[nodiscard]] bool isCodeRecord(std::string_view name);

/// ErrorCode::Damaged when a record cannot be read or its code is nested beyond what PyTorch's parser survives.
[[nodiscard]] Result<ArchiveCode> readCode(const ZipArchive &archive);

} // namespace rooflight
