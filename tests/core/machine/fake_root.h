// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <QTemporaryDir>

#include <filesystem>

namespace rooflight {

/// A folder that stands for "/" of another machine.
class FakeRoot
{
public:
    bool write(const QString &path, const QByteArray &text)
    {
        const QString target = m_folder.filePath(path);
        QFile file(target);
        return QDir().mkpath(QFileInfo(target).path()) && file.open(QIODevice::WriteOnly)
            && file.write(text) == text.size();
    }

    [[nodiscard]] std::filesystem::path path() const { return m_folder.path().toStdString(); }

private:
    QTemporaryDir m_folder;
};

} // namespace rooflight
