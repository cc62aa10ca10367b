// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

namespace rooflight {

/// The newest lines of a text stream. Old lines are dropped, so a chatty worker cannot fill the memory.
class LogBuffer
{
public:
    explicit LogBuffer(qsizetype maximumLines = 5000);

    /// Adds what arrived, which may end in the middle of a line, and returns the lines that became complete.
    QStringList append(const QByteArray &bytes);
    /// Adds whole lines of our own.
    void appendLine(const QString &line);

    /// What comes from now on is of another program.
    void beginPart();

    [[nodiscard]] QString text() const;
    /// At most `count` lines from the end, including one that is not complete.
    [[nodiscard]] QStringList lastLines(qsizetype count) const;
    /// The same, of the program that runs.
    [[nodiscard]] QStringList lastLinesOfPart(qsizetype count) const;

private:
    void drop();

    QStringList m_lines;
    QByteArray m_unfinished;
    qsizetype m_maximumLines;
    qsizetype m_partBegin = 0; ///< first line of the program that runs
};

} // namespace rooflight
