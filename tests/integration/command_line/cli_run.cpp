// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/support/measured_roofs.h"

#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

QJsonObject CliRun::json() const
{
    return QJsonDocument::fromJson(standardOutput).object();
}

QList<QByteArray> CliRun::messages() const
{
    QList<QByteArray> found;
    for (const QByteArray &line : standardError.split('\n')) {
        if (line.startsWith("rooflight-cli: "))
            found.append(line);
    }
    return found;
}

QProcessEnvironment cliEnvironment()
{
    static const QTemporaryDir cache;
    static const bool written = copyMeasuredRoofs(QStringLiteral(ROOFLIGHT_TEST_ROOFS), cache.path());
    if (!written)
        qFatal("the measured roofs could not be copied");
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CACHE_HOME"), cache.path());
    return environment;
}

CliRun resultOf(QProcess &process)
{
    CliRun run;
    if (process.waitForFinished(120'000) && process.exitStatus() == QProcess::NormalExit)
        run.exitStatus = process.exitCode();
    run.standardOutput = process.readAllStandardOutput();
    run.standardError = process.readAllStandardError();
    return run;
}

CliRun runCli(const QStringList &arguments, const QByteArray &standardInput)
{
    QProcess process;
    process.setProcessEnvironment(cliEnvironment());
    process.start(QStringLiteral(ROOFLIGHT_CLI), arguments);
    process.write(standardInput);
    process.closeWriteChannel();
    return resultOf(process);
}

CliOnTerminal::CliOnTerminal(const QStringList &arguments)
    : m_terminal(posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK))
{
    if (m_terminal < 0 || grantpt(m_terminal) != 0 || unlockpt(m_terminal) != 0)
        qFatal("no terminal could be made");
    const QByteArray name = ptsname(m_terminal);
    m_process.setProcessEnvironment(cliEnvironment());
    m_process.setChildProcessModifier([name] { dup2(open(name.constData(), O_RDWR | O_NOCTTY), STDERR_FILENO); });
    m_process.start(QStringLiteral(ROOFLIGHT_CLI), arguments);
}

CliOnTerminal::~CliOnTerminal()
{
    close(m_terminal);
}

const QByteArray &CliOnTerminal::messages()
{
    char text[4096];
    for (ssize_t size = 0; (size = read(m_terminal, text, sizeof text)) > 0;)
        m_messages.append(text, size);
    return m_messages;
}

QString modelPath(const QString &name)
{
    return QStringLiteral(ROOFLIGHT_TEST_MODELS "/") + name + QStringLiteral(".pt");
}

bool modelsAreThere()
{
    return QFile::exists(QStringLiteral(ROOFLIGHT_TEST_MODELS "/made"));
}
