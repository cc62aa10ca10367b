// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

// The program's exit statuses.
inline constexpr int commandLineStatus = 2;
inline constexpr int unreadableStatus = 3;
inline constexpr int modelFailedStatus = 4;
inline constexpr int outOfMemoryStatus = 5;
inline constexpr int cancelledStatus = 6;
inline constexpr int refusedStatus = 7;

/// What one call of the real rooflight-cli left behind.
struct CliRun {
    int exitStatus = -1;
    QByteArray standardOutput;
    QByteArray standardError;

    [[nodiscard]] QJsonObject json() const;
    /// The lines of standard error that come from the program itself.
    [[nodiscard]] QList<QByteArray> messages() const;
};

/// Runs rooflight-cli with a cache folder of its own, which holds the roofs that tests/data/roofs measured. A program
/// that does not end in two minutes has status -1.
[[nodiscard]] CliRun runCli(const QStringList &arguments, const QByteArray &standardInput = {});

/// What a started program left, after it has ended.
[[nodiscard]] CliRun resultOf(QProcess &process);

/// rooflight-cli with a terminal for its messages, on which it shows how far it is.
class CliOnTerminal
{
public:
    explicit CliOnTerminal(const QStringList &arguments);
    ~CliOnTerminal();
    CliOnTerminal(const CliOnTerminal &) = delete;
    CliOnTerminal &operator=(const CliOnTerminal &) = delete;

    [[nodiscard]] QProcess &process() { return m_process; }

    /// Everything that it has written to the terminal so far.
    [[nodiscard]] const QByteArray &messages();

private:
    QProcess m_process;
    int m_terminal = -1;
    QByteArray m_messages;
};

/// The environment of runCli(), for a test that starts the program itself.
[[nodiscard]] QProcessEnvironment cliEnvironment();

/// Path of a model of tests/data/models, made by the fixture; without its ending.
[[nodiscard]] QString modelPath(const QString &name);

/// True when the fixture made the models.
[[nodiscard]] bool modelsAreThere();
