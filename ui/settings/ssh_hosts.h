// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

namespace rooflight {

/// The hosts that an OpenSSH client configuration names, in its order, each once: no patterns, and those of the files
/// that it includes. Empty if there is no such file.
[[nodiscard]] QStringList sshHosts(const QString &configFile);

/// ~/.ssh/config.
[[nodiscard]] QString sshConfigFile();

/// The command of a worker on such a host.
[[nodiscard]] QString sshWorkerCommand(const QString &host);

/// The names of Slurm's partitions in what `sinfo --noheader --format=%R` prints.
[[nodiscard]] QStringList slurmPartitions(const QString &output);

/// The command of a worker on a node of such a partition.
[[nodiscard]] QString slurmWorkerCommand(const QString &partition);

} // namespace rooflight
