// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request_options.h"

namespace CLI {
class Validator;
}

namespace rooflight {

/// Refuses what is no value of the option. CLI11's own checks say of a number that it is "not in range" up to the
/// largest double, digit by digit, and let "nan" pass.
[[nodiscard]] CLI::Validator valueOf(const OptionFacts &option);
[[nodiscard]] CLI::Validator valueOf(const NumberRange &range);

} // namespace rooflight
