// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/session.h"

#include <QString>

namespace rooflight {

/// A notice for people.
struct NoticeText {
    QString sentence;
    QString details; ///< the worker's own words, if the sentence says less; may be empty
};

/// What the worker says in English, translated by its code; notices of an unknown code keep the worker's words.
[[nodiscard]] NoticeText noticeText(const Notice &notice);

} // namespace rooflight
