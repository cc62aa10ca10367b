// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QDir>
#include <QFile>

/// Copies the roofs that tests/data/roofs has measured, if it has, from ROOFLIGHT_TEST_ROOFS into the folder that
/// XDG_CACHE_HOME is to name. False: they could not be written.
[[nodiscard]] inline bool copyMeasuredRoofs(const QString &from, const QString &cache)
{
    const QString kept = QStringLiteral("/rooflight/peaks/");
    const QDir measured(from + kept);
    bool written = QDir().mkpath(cache + kept);
    for (const QString &file : measured.entryList(QDir::Files))
        written = QFile::copy(measured.filePath(file), cache + kept + file) && written;
    return written;
}
