// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/format/language.h"

#include <QString>

namespace rooflight {

/// The language of the window, for pages; errors in it name \p model. In English the worker's words stay: they are it,
/// and say more.
[[nodiscard]] ReportLanguage pageLanguage(const QString &model = {});

} // namespace rooflight
