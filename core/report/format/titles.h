// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <string_view>

namespace ridgepoint {

/// A heading, a title of a column or the name of a fact in the language of the report (core/report/format/language.h).
/// What is data, such as the name of an axis, or the same in every language, is itself.
[[nodiscard]] std::string translatedTitle(std::string_view title);

} // namespace ridgepoint
