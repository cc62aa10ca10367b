// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "serve_client.h"

#include "cli_run.h"

#include <QElapsedTimer>
#include <QJsonDocument>

ServeClient::ServeClient()
{
    m_process.setProcessEnvironment(cliEnvironment());
    m_process.start(QStringLiteral(ROOFLIGHT_CLI), { QStringLiteral("serve") });
    m_process.waitForStarted();
}

ServeClient::~ServeClient()
{
    close();
}

void ServeClient::send(const QByteArray &line)
{
    m_process.write(line + '\n');
}

QJsonObject ServeClient::next()
{
    QElapsedTimer timer;
    timer.start();
    while (!m_process.canReadLine() && timer.elapsed() < 60'000)
        m_process.waitForReadyRead(1000);
    return QJsonDocument::fromJson(m_process.readLine()).object();
}

QJsonObject ServeClient::nextOfType(const QString &type)
{
    for (;;) {
        const QJsonObject record = next();
        const QString found = record[QStringLiteral("type")].toString();
        if (record.isEmpty() || found == type)
            return record;
        if (found == QStringLiteral("done") || found == QStringLiteral("error"))
            return {};
    }
}

QJsonObject ServeClient::answer(QJsonObject request, const QString &type)
{
    request[QStringLiteral("request")] = ++m_requests;
    send(QJsonDocument(request).toJson(QJsonDocument::Compact));
    for (;;) {
        const QJsonObject record = next();
        const QString found = record[QStringLiteral("type")].toString();
        const bool answers = found == type || found == QStringLiteral("error");
        if (record.isEmpty() || (answers && record[QStringLiteral("request")].toInt() == m_requests))
            return record;
    }
}

int ServeClient::close()
{
    m_process.closeWriteChannel();
    if (m_process.state() != QProcess::NotRunning)
        m_process.waitForFinished();
    return m_process.exitCode();
}
