// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/settings/ssh_hosts.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>

namespace rooflight {

namespace {

constexpr int deepestInclude = 4;
constexpr qint64 maxBytes = qint64 { 1 } << 20;

/// Files that a pattern of Include names: relative ones are in the folder of the configuration.
QStringList includedFiles(QString pattern, const QDir &folder)
{
    if (pattern.startsWith(QLatin1String("~/")))
        pattern = QDir::homePath() + pattern.sliced(1);
    const QFileInfo file(folder, pattern);
    QStringList files;
    for (const QFileInfo &found : file.dir().entryInfoList({ file.fileName() }, QDir::Files, QDir::Name))
        files.append(found.filePath());
    return files;
}

void collect(const QString &path, int depth, QStringList &hosts)
{
    QFile file(path);
    if (depth > deepestInclude || !QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return;
    static const QRegularExpression keyword(QStringLiteral("^\\s*(\\w+)(?:\\s*=\\s*|\\s+)(.+?)\\s*$"));
    for (const QString &line : QString::fromUtf8(file.read(maxBytes)).split(u'\n')) {
        const QRegularExpressionMatch match = keyword.match(line);
        if (!match.hasMatch())
            continue;
        const QStringList words = QProcess::splitCommand(match.captured(2));
        if (match.captured(1).compare(QLatin1String("Host"), Qt::CaseInsensitive) == 0) {
            for (const QString &host : words) {
                const bool isPattern = host.contains(u'*') || host.contains(u'?') || host.startsWith(u'!');
                if (!isPattern && !host.startsWith(u'-') && !hosts.contains(host))
                    hosts.append(host);
            }
        } else if (match.captured(1).compare(QLatin1String("Include"), Qt::CaseInsensitive) == 0) {
            for (const QString &pattern : words) {
                for (const QString &included : includedFiles(pattern, QFileInfo(path).dir()))
                    collect(included, depth + 1, hosts);
            }
        }
    }
}

} // namespace

QStringList sshHosts(const QString &configFile)
{
    QStringList hosts;
    collect(configFile, 1, hosts);
    return hosts;
}

QString sshConfigFile()
{
    return QDir::home().filePath(QStringLiteral(".ssh/config"));
}

QString sshWorkerCommand(const QString &host)
{
    return QStringLiteral("ssh -T -o BatchMode=yes %1 rooflight-cli serve").arg(host);
}

QStringList slurmPartitions(const QString &output)
{
    QStringList partitions;
    for (const QString &line : output.split(u'\n')) {
        const QString name = line.trimmed();
        if (!name.isEmpty() && !name.contains(u' ') && !partitions.contains(name))
            partitions.append(name);
    }
    return partitions;
}

QString slurmWorkerCommand(const QString &partition)
{
    return QStringLiteral("srun --partition=%1 --ntasks=1 --quiet rooflight-cli serve").arg(partition);
}

} // namespace rooflight
