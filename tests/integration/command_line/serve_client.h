// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QJsonObject>
#include <QProcess>

/// The real `rooflight-cli serve`, as the window starts it: requests in, records out, one line each.
class ServeClient
{
public:
    ServeClient();
    ~ServeClient();
    ServeClient(const ServeClient &) = delete;
    ServeClient &operator=(const ServeClient &) = delete;

    void send(const QByteArray &line);

    /// The next record; {} when none comes within a minute.
    [[nodiscard]] QJsonObject next();

    /// The next record of a type; {} when the request ends before.
    [[nodiscard]] QJsonObject nextOfType(const QString &type);

    /// Sends a request under the next number. Returns the record of the type that answers it, or its error.
    [[nodiscard]] QJsonObject answer(QJsonObject request, const QString &type);

    /// Ends the input. Returns the exit status.
    int close();

private:
    QProcess m_process;
    int m_requests = 0;
};
