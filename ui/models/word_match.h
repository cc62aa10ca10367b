// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

namespace rooflight {

/// How well a text answers a search: every word must be in it, or its letters in their order, the first of them where a
/// word begins. 0 if one is not. Both in lower case.
[[nodiscard]] int matchOf(const QString &text, const QStringList &words);

} // namespace rooflight
