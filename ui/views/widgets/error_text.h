// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "core/results/inspection/inspection.h"

#include <QString>

namespace rooflight {

/// A translated sentence on what an error means, naming the file if it is about one. The error's own text and
/// hint, which are not translated, belong beside it as details.
[[nodiscard]] QString errorSentence(const Error &error, const QString &path);

/// The error's own words: text and hint.
[[nodiscard]] QString errorDetails(const Error &error);

} // namespace rooflight
