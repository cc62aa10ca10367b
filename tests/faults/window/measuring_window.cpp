// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/faults/window/measuring_window.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QMessageBox>
#include <QSettings>
#include <QStandardPaths>
#include <QTimer>

namespace rooflight::faults {

OwnFolders::OwnFolders()
{
    QCoreApplication::setOrganizationName(QStringLiteral("RooflightTest"));
    QCoreApplication::setApplicationName(QStringLiteral("measuring-window"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
    qputenv("XDG_CACHE_HOME", m_folder.path().toUtf8());
}

void measureQuickly(Settings &settings, const QString &cli, const QStringList &models)
{
    settings.overrideWorkerCommand(QStringLiteral("\"%1\" serve").arg(cli));
    MeasureOptions options;
    options.effort = Effort::Quick;
    options.limits.warmup = 2;
    options.limits.runs = 20;
    for (const QString &model : models)
        settings.setOptions(model, options);
}

void discardUnsaved(QObject *answering)
{
    auto *timer = new QTimer(answering); // NOLINT(cppcoreguidelines-owning-memory): belongs to its parent
    QObject::connect(timer, &QTimer::timeout, answering, [] {
        if (auto *question = qobject_cast<QMessageBox *>(QApplication::activeModalWidget()))
            question->button(QMessageBox::Discard)->click();
    });
    timer->start(10);
}

QList<pid_t> descendantsOf(pid_t process)
{
    QList<pid_t> found;
    QFile file(QStringLiteral("/proc/%1/task/%1/children").arg(process));
    if (!file.open(QIODevice::ReadOnly))
        return found;
    for (const QByteArray &child : file.readAll().split(' ')) {
        if (const pid_t id = child.toInt(); id > 0)
            found << id << descendantsOf(id);
    }
    return found;
}

} // namespace rooflight::faults
