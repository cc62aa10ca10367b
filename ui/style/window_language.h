// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/format/language.h"

namespace rooflight {

/// The language of the window, for what core/report says: without words of its own for errors and notices.
[[nodiscard]] ReportLanguage windowLanguage();

} // namespace rooflight
