// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/word_match.h"

#include <algorithm>

namespace rooflight {

namespace {

// What a match of one word counts, from the best to the weakest.
constexpr int wholeText = 120;
constexpr int beginsText = 100;
constexpr int beginsWord = 80;
constexpr int withinWord = 50;
constexpr int lettersInOrder = 30;
constexpr qsizetype fewestLetters = 2; ///< that may be spread over a text

bool beginsWordAt(const QString &text, qsizetype place)
{
    return place == 0 || !text[place - 1].isLetterOrNumber();
}

/// Of the letters from a place on, how many more characters they are spread over; -1 where they are not there.
qsizetype gapsFrom(const QString &text, qsizetype place, const QString &word)
{
    const qsizetype first = place;
    for (const QChar letter : word) {
        place = text.indexOf(letter, place);
        if (place < 0)
            return -1;
        ++place;
    }
    return place - first - word.size();
}

int lettersMatch(const QString &text, const QString &word)
{
    if (word.size() < fewestLetters)
        return 0;
    int best = 0;
    for (qsizetype place = text.indexOf(word[0]); place >= 0; place = text.indexOf(word[0], place + 1)) {
        if (!beginsWordAt(text, place))
            continue;
        const qsizetype gaps = gapsFrom(text, place, word);
        if (gaps < 0)
            break;
        best = std::max(best, lettersInOrder - int(std::min<qsizetype>(gaps, lettersInOrder - 1)));
    }
    return best;
}

int wordMatch(const QString &text, const QString &word)
{
    if (text == word)
        return wholeText;
    int best = 0;
    for (qsizetype place = text.indexOf(word); place >= 0; place = text.indexOf(word, place + 1)) {
        if (place == 0)
            return beginsText;
        best = std::max(best, beginsWordAt(text, place) ? beginsWord : withinWord);
    }
    return best > 0 ? best : lettersMatch(text, word);
}

} // namespace

int matchOf(const QString &text, const QStringList &words)
{
    int sum = 0;
    for (const QString &word : words) {
        const int match = wordMatch(text, word);
        if (match == 0)
            return 0;
        sum += match;
    }
    return sum;
}

} // namespace rooflight
