// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

#include <cstddef>

namespace rooflight {

class JudgedSession;

/// One after the other: Chinese has no space between them.
[[nodiscard]] QString joinedSentences(const QStringList &sentences);

/// What stands in place of layers in a session that holds none, and will not.
[[nodiscard]] QString onlyTimesSentence();

/// Why what is said of a session is not certain; empty if it is.
[[nodiscard]] QString uncertainSentence(const JudgedSession &judged);

/// The same with spaces that no line ends at between numbers and their units, and before counts: "18.2 ms", "conv1 ×2".
[[nodiscard]] QString withUnbrokenUnits(QString text);

/// "1  maxpool" of what the headline names first; a text without a number, 0, stays.
[[nodiscard]] QString numberedText(std::size_t number, const QString &text);

/// One text in several lengths, the longest first: elidedText() of Qt's font metrics gives the first that fits.
[[nodiscard]] QString textOfLengths(const QStringList &texts);

} // namespace rooflight
