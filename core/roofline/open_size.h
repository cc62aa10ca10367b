// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/session.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// A size of the inputs that an export left open, and that is not the batch.
struct OpenSize {
    std::string name; ///< in the file, for example "s77"
    std::string place; ///< argument and dimension: "input_ids.1"
    std::int64_t observed = 0; ///< in the run of the session
    std::vector<std::int64_t> values; ///< ascending: the observed one, doubled and halved as the file allows

    bool operator==(const OpenSize &) const = default;
};

/// The first size of an input beyond its first dimension that the file left open and that can be doubled or halved.
/// Without a value if there is none.
[[nodiscard]] std::optional<OpenSize> openSize(const Session &session);

/// All sizes that the file left open as the session has them, but this one: "NAME=VALUE" each, as in
/// Request::dimensions.
[[nodiscard]] std::vector<std::string> dimensionsWith(const Session &session, const OpenSize &size, std::int64_t value);

/// By the SHA-256 of the file if both have one; a prediction, which leaves the weights unread, has none: then by
/// that of the table of contents. If an older session has neither, by the parameters.
[[nodiscard]] bool isSameModel(const ModelIdentity &one, const ModelIdentity &other);

} // namespace rooflight
