// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace rooflight {

/// For a tool tip, or another place where Qt guesses whether a text is HTML: one that shows \p text as it is, though it
/// may hold names of an untrusted file that look like tags.
[[nodiscard]] QString shownAsPlainText(const QString &text);

} // namespace rooflight
