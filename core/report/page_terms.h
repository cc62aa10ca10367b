// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofline/judged_session.h"

#include <string>

namespace rooflight {

/// What the words of the chart and the titles of the tables of a page mean, in the current language: a part of it that
/// is closed at first.
[[nodiscard]] std::string termsHtml(const JudgedSession &judged);

} // namespace rooflight
