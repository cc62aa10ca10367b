// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/format/phrase.h"

#include <string_view>

namespace ridgepoint {

// What a worker wrote in English, as phrases that can be translated: templates with what stood in their places. A text
// of another version, or a person's own, is a literal.

/// The name of a roof, "FP32 FMA (vector, one core)", or of the data that it was measured on.
[[nodiscard]] Phrase roofPhrase(std::string_view name);

/// Why something is not known: the work of an operator, the batch dimension, the time of a size.
[[nodiscard]] Phrase reasonPhrase(std::string_view text);

} // namespace ridgepoint
