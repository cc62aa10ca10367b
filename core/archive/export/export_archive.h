// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/exported_program.h"
#include "core/archive/zip/zip_archive.h"

#include <string_view>

namespace rooflight {

/// Records of what AOTInductor compiled.
inline constexpr std::string_view compiledFolder = "data/aotinductor/";

[[nodiscard]] bool holdsCompiledCode(const ZipArchive &archive);

/// Whether there is a graph in any layout of torch.export.save().
[[nodiscard]] bool holdsProgram(const ZipArchive &archive);

/// Whether torch.export.save(), in any of its layouts, or AOTInductor wrote the archive.
[[nodiscard]] bool isExport(const ZipArchive &archive);

/// What torch.export.save() of PyTorch 2.9 to 2.15 wrote. Nothing of it is run, and no data of weights is read. Errors
/// with the file's name: NotTorchScript for an older layout, an unknown schema, several models, and what only Python
/// can restore; UnsafeFile for compiled code (AOTInductor); Damaged for what makes no sense: names that are not there,
/// weights beyond their data.
[[nodiscard]] Result<ExportedProgram> readExport(const ZipArchive &archive);

} // namespace rooflight
