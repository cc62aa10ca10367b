// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/result_kinds.h"

#include <QByteArray>
#include <QFile>
#include <QString>

#include <vector>

namespace rooflight {

/// A file of records that grows line by line, and is written anew without the lines that later ones replace when these
/// are most of it. At any moment the file on disk holds the newest line of each kind that was appended. What is in the
/// file already stays, without a last line that is cut off.
class RecordFile
{
public:
    explicit RecordFile(const QString &path);

    /// A line with its line feed. False with errorString() when it could not be written whole; what was written before
    /// it stays.
    [[nodiscard]] bool append(const QByteArray &line, ResultKinds kind);
    /// Takes the content of another file as it is, at the beginning.
    [[nodiscard]] bool copyFrom(const QString &path);
    [[nodiscard]] QString errorString() const { return m_error; }

private:
    struct Piece {
        ResultKinds kind;
        qint64 offset = 0;
        qint64 size = 0;
    };

    [[nodiscard]] bool open();
    [[nodiscard]] bool write(const QByteArray &bytes, ResultKinds kind);
    [[nodiscard]] bool compact();
    /// False, with the reason kept.
    [[nodiscard]] bool failed(const QFileDevice &file);

    QFile m_file;
    QString m_error;
    std::vector<Piece> m_pieces; ///< what is not replaced, in the order of the file
    qint64 m_kept = 0; ///< bytes of m_pieces
};

} // namespace rooflight
