// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"

#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>

QJsonObject CliRun::json() const
{
    return QJsonDocument::fromJson(standardOutput).object();
}

QList<QByteArray> CliRun::messages() const
{
    QList<QByteArray> found;
    for (const QByteArray &line : standardError.split('\n')) {
        if (line.startsWith("ridgepoint-cli: "))
            found.append(line);
    }
    return found;
}

QProcessEnvironment cliEnvironment()
{
    static const QTemporaryDir cache;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CACHE_HOME"), cache.path());
    return environment;
}

CliRun runCli(const QStringList &arguments, const QByteArray &standardInput)
{
    QProcess process;
    process.setProcessEnvironment(cliEnvironment());
    process.start(QStringLiteral(RIDGEPOINT_CLI), arguments);
    process.write(standardInput);
    process.closeWriteChannel();
    CliRun run;
    if (process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit)
        run.exitStatus = process.exitCode();
    run.standardOutput = process.readAllStandardOutput();
    run.standardError = process.readAllStandardError();
    return run;
}

QString modelPath(const QString &name)
{
    return QStringLiteral(RIDGEPOINT_TEST_MODELS "/") + name + QStringLiteral(".pt");
}

bool modelsAreThere()
{
    return QFile::exists(QStringLiteral(RIDGEPOINT_TEST_MODELS "/made"));
}
