// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/worker/folder_exporter.h"

#include "core/base/user_python.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <utility>

namespace rooflight {

namespace {

constexpr int endMs = 2000;
/// Before each sentence that `python -m rooflight` ends with.
constexpr QLatin1String prefix("rooflight: ");

/// A name is looked for in PATH. The program starts in another folder than this one, and by no shell.
QString programAt(QString path)
{
    if (path.startsWith(QLatin1String("~/")))
        path.replace(0, 1, QDir::homePath());
    return path.contains(u'/') ? QFileInfo(path).absoluteFilePath() : path;
}

} // namespace

bool isModelFolder(const QString &folder)
{
    return QFileInfo(folder).isDir() && QFileInfo(QDir(folder).filePath(QStringLiteral("config.json"))).isFile();
}

FolderExporter::FolderExporter(QObject *parent)
    : QObject(parent)
{
    connect(&m_process, &QProcess::finished, this, &FolderExporter::end);
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart && !std::exchange(m_folder, {}).isEmpty())
            Q_EMIT failed(tr("The Python “%1” does not start.").arg(m_process.program()), m_process.errorString());
    });
}

FolderExporter::~FolderExporter()
{
    cancel();
}

void FolderExporter::start(const QString &folder, const QString &chosenPython)
{
    cancel();
    const QString python = chosenPython.isEmpty() ? QFile::decodeName(userPython().c_str()) : programAt(chosenPython);
    if (python.isEmpty()) {
        Q_EMIT failed(tr("Python builds the model of a folder, and no Python was found."),
                      tr("Install Python 3 with torch, transformers and the package rooflight, or name it under "
                         "View > Settings."));
        return;
    }
    m_folder = QDir(folder).absolutePath();
    m_file = m_files.filePath(QStringLiteral("%1/%2.pt2").arg(m_folders.size()).arg(QFileInfo(m_folder).fileName()));
    QDir().mkpath(QFileInfo(m_file).path());
    m_process.setWorkingDirectory(m_files.path()); // Python would import what lies in the model's folder
    m_process.start(python,
                    { QStringLiteral("-m"), QStringLiteral("rooflight"), QStringLiteral("save"), m_folder,
                      QStringLiteral("--output"), m_file });
    m_process.closeWriteChannel();
}

void FolderExporter::cancel()
{
    m_folder.clear();
    if (!isRunning())
        return;
    m_process.kill();
    m_process.waitForFinished(endMs);
}

QString FolderExporter::sourceOf(const QString &path) const
{
    const auto found = m_folders.find(path);
    return found == m_folders.end() ? path : found->second;
}

QString FolderExporter::reasonIn(const QString &errors) const
{
    if (errors.contains(QLatin1String("No module named rooflight")))
        return tr("The Python “%1” has no package rooflight: install it there, or name another Python under "
                  "View > Settings.")
            .arg(m_process.program());
    const QStringList lines = errors.split(u'\n', Qt::SkipEmptyParts);
    for (auto line = lines.crbegin(); line != lines.crend(); ++line) {
        if (line->startsWith(prefix))
            return line->mid(prefix.size());
    }
    return lines.isEmpty() ? tr("Python ended with status %1.").arg(m_process.exitCode()) : lines.constLast();
}

void FolderExporter::end(int status)
{
    const QString folder = std::exchange(m_folder, {});
    if (folder.isEmpty())
        return;
    if (status == 0 && m_process.exitStatus() == QProcess::NormalExit && QFileInfo(m_file).isFile()) {
        m_folders.emplace(m_file, folder);
        const QString notes = QString::fromUtf8(m_process.readAllStandardOutput());
        Q_EMIT exported(m_file, notes.split(u'\n', Qt::SkipEmptyParts));
        return;
    }
    const QString errors = QString::fromUtf8(m_process.readAllStandardError());
    Q_EMIT failed(
        tr("Python could not build the model of “%1”: %2").arg(QFileInfo(folder).fileName(), reasonIn(errors)), errors);
}

} // namespace rooflight
