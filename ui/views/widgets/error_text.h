// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/base/error.h"
#include "core/results/inspection/inspection.h"
#include "core/results/session.h"

#include <QString>

namespace rooflight {

/// A translated sentence on what an error means, naming the file if it is about one. The error's own text and
/// hint, which are not translated, belong beside it as details.
[[nodiscard]] QString errorSentence(const Error &error, const QString &path);

/// The error's own words: text and hint.
[[nodiscard]] QString errorDetails(const Error &error);

/// A notice for people.
struct NoticeText {
    QString sentence;
    QString details; ///< the worker's own words, if the sentence says less; may be empty
};

/// What the worker says in English, translated by its code; notices of an unknown code keep the worker's words.
[[nodiscard]] NoticeText noticeText(const Notice &notice);

} // namespace rooflight
