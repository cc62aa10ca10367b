// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/phrase.h"
#include "core/roofline/size_paths.h"

#include <string>
#include <vector>

namespace rooflight {

/// Path of a layer of a sweep, or its type; " #2" for the second call of a module, and so on.
[[nodiscard]] std::string sweptLayerName(const BatchSweep &sweep, std::int64_t layer);

/// What limits the model over the sizes, then where layers go over a ridge, a sentence each: along the last axis, along
/// the first one for layers that never do so along the last. Alike layers share their sentences.
[[nodiscard]] std::vector<Phrase> ridgeSentences(const BatchSweep &sweep, const std::vector<SizePath> &paths);

} // namespace rooflight
