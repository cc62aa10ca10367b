// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/zip/zip_archive.h"
#include "core/results/inspection/inspection.h"

namespace rooflight {

/// What is known of a torch.export file without running any of it; path, hash and size of the file are left to set.
/// Errors with the file's name.
[[nodiscard]] Result<Inspection> inspectExport(const ZipArchive &archive);

} // namespace rooflight
