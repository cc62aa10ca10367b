// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QProcessEnvironment>
#include <QStringList>

/// What one call of the real ridgepoint-cli left behind.
struct CliRun {
    int exitStatus = -1;
    QByteArray standardOutput;
    QByteArray standardError;

    [[nodiscard]] QJsonObject json() const;
    /// The lines of standard error that come from the program itself.
    [[nodiscard]] QList<QByteArray> messages() const;
};

/// Runs ridgepoint-cli with an own, empty cache folder. A program that does not end in two minutes has status -1.
[[nodiscard]] CliRun runCli(const QStringList &arguments, const QByteArray &standardInput = {});

/// The environment of runCli(), for a test that starts the program itself.
[[nodiscard]] QProcessEnvironment cliEnvironment();

/// Path of a model of tests/data/models, made by the fixture; without its ending.
[[nodiscard]] QString modelPath(const QString &name);

/// True when the fixture made the models.
[[nodiscard]] bool modelsAreThere();
