// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/worker/worker_command.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

namespace rooflight {

QStringList splitWorkerCommand(const QString &command)
{
    return QProcess::splitCommand(command);
}

QStringList defaultWorkerCommand(const QString &programFolder)
{
    const QString name = QStringLiteral("rooflight-cli");
    const QDir folder(programFolder);
    for (const QString &place : { name, QStringLiteral("../rooflight-cli/") + name }) {
        const QFileInfo file(folder.filePath(place));
        if (file.isFile() && file.isExecutable())
            return { QDir::cleanPath(file.absoluteFilePath()), QStringLiteral("serve") };
    }
    const QString found = QStandardPaths::findExecutable(name);
    return { found.isEmpty() ? name : found, QStringLiteral("serve") };
}

} // namespace rooflight
