// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/worker/file_kind.h"

#include "core/matrix/table/matrix_file.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace rooflight {

namespace {

constexpr int beginning = 4096; ///< bytes that are looked at

bool hasSuffix(const QString &path, QLatin1String suffix)
{
    return path.endsWith(suffix, Qt::CaseInsensitive);
}

bool isMatrixIndex(const QString &path, const QByteArray &first)
{
    return hasSuffix(path, QLatin1String(".json"))
        && looksLikeMatrixIndex({ first.constData(), std::size_t(first.size()) });
}

/// A trace of a profiler is an object, too; a session says hello at once.
bool isSession(const QString &path, const QByteArray &first)
{
    const bool mayBeTrace = hasSuffix(path, QLatin1String(".json"));
    return hasSuffix(path, QLatin1String(".ridge"))
        || (first.startsWith('{') && (!mayBeTrace || first.contains("\"hello\"")));
}

/// Empty if there is none. A named pipe or a device would keep the window waiting.
QByteArray beginningOf(const QString &path)
{
    QFile file(path);
    return QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly) ? file.read(beginning) : QByteArray();
}

} // namespace

PathKind pathKindOf(const QString &path)
{
    if (QFileInfo(path).isDir()) {
        const QString index =
            QDir(path).filePath(QString::fromUtf8(matrixIndexName.data(), qsizetype(matrixIndexName.size())));
        return isMatrixIndex(index, beginningOf(index)) ? PathKind::Matrix : PathKind::Folder;
    }
    const QByteArray first = beginningOf(path);
    if (isMatrixIndex(path, first))
        return PathKind::Matrix;
    return isSession(path, first) ? PathKind::Session : PathKind::Model;
}

} // namespace rooflight
