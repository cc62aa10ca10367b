// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/settings/settings.h"

#include <QList>
#include <QStringList>
#include <QTemporaryDir>

#include <sys/types.h>

/// What programs share that drive a window with a real worker.
namespace rooflight::faults {

inline constexpr int patienceMs = 120'000;

/// Settings, data and cache of the process lie in a folder of its own from here on.
class OwnFolders
{
public:
    OwnFolders();

private:
    QTemporaryDir m_folder;
};

/// Quick roofs, 2 runs of warm-up and 20 that count.
void measureQuickly(Settings &settings, const QString &cli, const QStringList &models);

/// Answers each question about an unsaved session with Discard, as long as the answering object lives.
void discardUnsaved(QObject *answering);

/// Children of a process, and their children.
[[nodiscard]] QList<pid_t> descendantsOf(pid_t process);

} // namespace rooflight::faults
