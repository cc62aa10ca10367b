// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/zip/zip_archive.h"
#include "core/results/inspection/inspection.h"

#include <string>

namespace rooflight {

/// What AOTInductor compiled: machine code of one model as a shared library, in an archive without a graph.
struct CompiledPackage {
    std::string library; ///< its record
    std::string device; ///< that it was compiled for: "cpu", "cuda"; empty if the archive does not say
};

/// Whether the archive holds compiled code, and no graph beside it.
[[nodiscard]] bool isCompiled(const ZipArchive &archive);

/// Finds the library; none of it runs. Errors: NotTorchScript for a package of several models, of one that was not
/// compiled to the end, or of one whose weights or kernels are apart from its code.
[[nodiscard]] Result<CompiledPackage> readCompiled(const ZipArchive &archive);

/// Says of it what there is to say without running it: that it is machine code. Errors: those of readCompiled().
[[nodiscard]] Result<Inspection> inspectCompiled(const ZipArchive &archive);

} // namespace rooflight
