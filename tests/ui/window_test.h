// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/record/session_file.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/strict_test.h"
#include "ui/charts/roofline/painter/roofline_plot.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/charts/roofline/view/roofline_view.h"
#include "ui/settings/settings.h"
#include "ui/views/panels/layer_view.h"
#include "ui/views/window/main_window.h"
#include "ui/views/window/workbench.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QMessageBox>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeView>

namespace rooflight::fixture {

inline constexpr int patienceMs = 20000;

/// Settings, caches and unsaved sessions of a test go to a folder of its own: no test sees a person's settings or
/// another test's, and a home that is read only is as good as any.
class SettingsFolder
{
public:
    SettingsFolder()
    {
        for (const char *variable : { "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME" })
            qputenv(variable, QFile::encodeName(m_folder.filePath(QString::fromLatin1(variable))));
        QCoreApplication::setOrganizationName(QStringLiteral("RooflightTest"));
        QCoreApplication::setApplicationName(QStringLiteral("rooflight-test"));
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    }

    [[nodiscard]] QString file(const QString &name) const { return m_folder.filePath(name); }

    /// A saved session of the fixture.
    [[nodiscard]] QString savedSession(const QString &name = QStringLiteral("resnet18.ridge")) const
    {
        const QString path = file(name);
        return writeSession(path.toStdString(), resnet18()).ok() ? path : QString();
    }

    /// A file that is not a session, so that it goes to the worker.
    [[nodiscard]] QString modelFile(const QString &name = QStringLiteral("resnet18.pt")) const
    {
        QFile model(file(name));
        return model.open(QIODevice::WriteOnly) && model.write("PK\x03\x04") > 0 ? model.fileName() : QString();
    }

private:
    QTemporaryDir m_folder;
};

struct OwnSettings {
    explicit OwnSettings(const QString &worker) { settings.overrideWorkerCommand(worker); }

    Settings settings;
};

/// A window that is shown, with settings of its own; by default its worker cannot be started.
class TestWindow : OwnSettings, public MainWindow
{
public:
    explicit TestWindow(const QString &worker = QStringLiteral("/nowhere/worker"))
        : OwnSettings(worker)
        , MainWindow(&settings)
    {
        show();
    }
};

/// Opens a saved session, which is read in the background.
inline void openAndWait(MainWindow &window, const QString &path)
{
    QSignalSpy finished(window.controller(), &SessionController::finished);
    window.open(path);
    QVERIFY(finished.wait(patienceMs));
}

/// Answers the question that comes next.
inline void answerWith(QMessageBox::StandardButton answer)
{
    QTimer::singleShot(0, qApp, [answer] {
        auto *question = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
        QVERIFY(question);
        question->button(answer)->click();
    });
}

/// What \p place gives once it has stayed the same for a while: one layout follows the other, however long each takes.
template<typename Place> [[nodiscard]] auto settled(const Place &place)
{
    constexpr int stepMs = 50;
    auto last = place();
    for (int same = 0, looks = 0; same < 4 && looks < patienceMs / stepMs; ++looks) {
        QTest::qWait(stepMs);
        const auto now = place();
        same = now == last ? same + 1 : 0;
        last = now;
    }
    return last;
}

/// Empty if the file cannot be read.
[[nodiscard]] inline QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

[[nodiscard]] inline QTreeView *tableOf(const MainWindow &window)
{
    return window.workbench()->layers()->findChild<QTreeView *>();
}

[[nodiscard]] inline RooflinePlot &plotOf(const MainWindow &window)
{
    return dynamic_cast<RooflinePlot &>(*window.workbench()->chart()->findChild<RooflineView *>()->chart());
}

[[nodiscard]] inline QString fakeWorker(const QString &mode)
{
    return QStringLiteral("\"" FAKE_WORKER "\" ") + mode;
}

} // namespace rooflight::fixture
