// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/exported_program.h"
#include "core/archive/zip/zip_archive.h"

namespace rooflight {

/// The memory that a weight takes of its record.
struct WeightPlace {
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> strides;
    std::int64_t offset = 0; ///< in elements
    std::int64_t elements = 0;
    std::int64_t reach = 0; ///< elements of the record that it needs, up to its last one
};

/// `nullopt` when sizes or strides are no numbers, negative, or leave 64 bits.
[[nodiscard]] std::optional<WeightPlace> placeOf(const ExportTensor &tensor);

/// Checks that each parameter, buffer and constant of the signature has data and lies within it. A record without any
/// bytes is a weight that was left out. Errors with the file's name.
[[nodiscard]] Result<void> checkWeights(const ZipArchive &archive, const ExportedProgram &program);

} // namespace rooflight
