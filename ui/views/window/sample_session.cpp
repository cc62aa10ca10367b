// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/sample_session.h"

#include "core/base/whole_file.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace ridgepoint {

Result<QString> sampleSession()
{
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::CacheLocation));
    const QString path = folder.filePath(QStringLiteral("resnet18_sample.ridge"));
    QFile sample(QStringLiteral(":/samples/resnet18_sample.ridge"));
    if (!sample.open(QIODevice::ReadOnly) || !folder.mkpath(QStringLiteral(".")))
        return Error { ErrorCode::OutputFile, "The sample cannot be written to " + folder.path().toStdString() + ".",
                       "Set XDG_CACHE_HOME to a folder that you can write to." };
    // Written anew each time: one of an older version, or that somebody changed, is no sample.
    const Result<void> written = writeWholeFile(QFile::encodeName(path).toStdString(), sample.readAll().toStdString());
    if (!written.ok())
        return written.error();
    return path;
}

} // namespace ridgepoint
