// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <map>

namespace rooflight {

/// Whether a folder has the config.json of a model of Hugging Face's transformers.
[[nodiscard]] bool isModelFolder(const QString &folder);

/// Has the user's own Python make the model of a folder, with random weights, and write the file that is then opened
/// (`python -m rooflight save`). The files live as long as this object.
class FolderExporter : public QObject
{
    Q_OBJECT

public:
    explicit FolderExporter(QObject *parent = nullptr);
    /// Ends the Python that runs.
    ~FolderExporter() override;

    /// Ends what runs, and begins with this folder. Without a chosen Python: userPython().
    void start(const QString &folder, const QString &chosenPython = {});
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    /// The source that a file was made from; the path itself if it is not one of these files.
    [[nodiscard]] QString sourceOf(const QString &path) const;

Q_SIGNALS:
    /// \p notes: sentences of Python's, for example that weights are random.
    void exported(const QString &file, const QStringList &notes);
    /// What is missing, and what to do. A cancelled export ends without a signal.
    void failed(const QString &sentence, const QString &details);

private:
    void end(int status);
    [[nodiscard]] QString reasonIn(const QString &errors) const;

    QProcess m_process;
    QTemporaryDir m_files;
    QString m_folder; ///< empty: none is wanted
    QString m_file;
    std::map<QString, QString> m_folders; ///< by file
};

} // namespace rooflight
