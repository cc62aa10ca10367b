// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/sample_session.h"

#include "core/base/whole_file.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QtEndian>

namespace rooflight {

namespace {

/// In the folder of the caches.
Result<QString> placeOf(const QString &name)
{
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::CacheLocation));
    if (!folder.mkpath(QStringLiteral(".")))
        return Error { ErrorCode::OutputFile, "The sample cannot be written to " + folder.path().toStdString() + ".",
                       "Set XDG_CACHE_HOME to a folder that you can write to." };
    return folder.filePath(name);
}

QByteArray contentOf(const char *resource)
{
    QFile file(QString::fromLatin1(resource));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Result<QString> written(const QString &path, const QByteArray &content)
{
    const Result<void> done = writeWholeFile(QFile::encodeName(path).toStdString(), content.toStdString());
    return done.ok() ? Result<QString>(path) : Result<QString>(done.error());
}

} // namespace

Result<QString> sampleModel()
{
    Result<QString> path = placeOf(QStringLiteral("resnet18.pt"));
    if (!path.ok())
        return path;
    const QByteArray packed = contentOf(":/samples/resnet18.pt.zlib");
    // Its length is what qUncompress() reads first. Unpacking takes a tenth of a second: not each time.
    const auto length = packed.size() < 4 ? 0 : qFromBigEndian<quint32>(packed.constData());
    if (QFileInfo(path.value()).size() == qint64(length))
        return path;
    return written(path.value(), qUncompress(packed));
}

Result<QString> sampleSession()
{
    if (const Result<QString> model = sampleModel(); !model.ok())
        return model;
    const Result<QString> path = placeOf(QStringLiteral("resnet18_sample.ridge"));
    // Written anew each time: one of an older version, or that somebody changed, is no sample.
    return path.ok() ? written(path.value(), contentOf(":/samples/resnet18_sample.ridge")) : path;
}

} // namespace rooflight
