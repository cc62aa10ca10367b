// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/pickle/pickle.h"
#include "core/archive/zip/zip_archive.h"
#include "core/model/tensor_info.h"

#include <compare>
#include <optional>
#include <string_view>

namespace rooflight {

/// A tensor as a pickle describes it; the views point into the pickle.
struct StoredTensor {
    /// The memory it occupies. Tied weights are equal here, views of one flattened buffer are not.
    struct Place {
        std::string_view storage; ///< name of its record in the data folder
        std::int64_t offset = 0; ///< elements
        std::int64_t elements = 0;

        // clang-tidy 14 takes the 0 of the generated comparison for a null pointer.
        auto operator<=>(const Place &) const = default; // NOLINT(modernize-use-nullptr)
    };

    TensorInfo info; ///< of a sparse tensor: shape of the whole, type of the values
    Place place;
    Shape strides; ///< in elements
    std::int64_t reach = 0; ///< elements of the storage that it needs, up to its last one
    bool quantized = false;

    [[nodiscard]] bool isWeight() const { return quantized || isFloatingPoint(info.dtype); }
    [[nodiscard]] std::int64_t bytes() const { return place.elements * itemSize(info.dtype); }
};

/// The value without the wrappers that only say what type it has (restore_type_tag, _rebuild_parameter).
[[nodiscard]] PickleId unwrapped(const Pickle &pickle, PickleId id);

/// `nullopt` if the value is not a tensor. An error without a file name (ErrorCode::Damaged) when it is one that cannot
/// be: negative or overflowing sizes, missing parts.
[[nodiscard]] Result<std::optional<StoredTensor>> tensorIn(const Pickle &pickle, PickleId id);

/// Checks that each tensor lies within its storage and each storage within its record FOLDER/KEY: PyTorch takes the
/// file's word for it and dies of a signal later.
[[nodiscard]] Result<void> checkTensors(const Pickle &pickle, const ZipArchive &archive, std::string_view folder);

} // namespace rooflight
