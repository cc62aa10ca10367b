// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/zip/zip_archive.h"

namespace rooflight {

/// Success for a TorchScript archive; else ErrorCode::NotTorchScript that says what the archive is instead.
[[nodiscard]] Result<void> checkKind(const ZipArchive &archive);

} // namespace rooflight
