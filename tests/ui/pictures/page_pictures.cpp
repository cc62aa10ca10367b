// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/pictures/page_pictures.h"

#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/models/selection.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/panels/what_if_panel.h"
#include "ui/views/widgets/help_window.h"
#include "ui/views/window/chart_sessions.h"
#include "ui/views/window/main_window.h"
#include "ui/views/window/window_actions.h"
#include "ui/views/window/workbench.h"

#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QSlider>
#include <QTest>
#include <QTimer>

#include <cstdio>

namespace rooflight {

namespace {

constexpr int settleMs = 500;

void save(QWidget *part, const QDir &folder, const QString &page)
{
    QTest::qWait(settleMs);
    const QString file = folder.filePath(page + QStringLiteral(".png"));
    if (!part->grab().save(file))
        std::fprintf(stderr, "cannot write %s\n", qPrintable(file));
}

/// A dialog that an action opens, closed again.
void saveDialog(QAction *action, const QDir &folder, const QString &page)
{
    QTimer::singleShot(settleMs, qApp, [&folder, page] {
        auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget());
        if (!dialog)
            return void(std::fprintf(stderr, "%s: nothing opened\n", qPrintable(page)));
        save(dialog, folder, page);
        dialog->reject();
    });
    action->trigger();
    QTest::qWait(3 * settleMs);
}

} // namespace

void savePagePictures(MainWindow *window, const QDir &folder, const QStringList &sessions)
{
    Workbench *workbench = window->workbench();
    save(window, folder, QStringLiteral("window"));
    save(workbench->chart(), folder, QStringLiteral("roofline_chart"));
    saveDialog(window->actions()->options, folder, QStringLiteral("options"));
    saveDialog(window->actions()->figure, folder, QStringLiteral("export"));
    const auto slowest = workbench->session()->judged().slowest();
    if (!slowest.empty())
        workbench->selection()->select(slowest.front()->item);
    QSlider *batch = workbench->whatIf()->batchSlider();
    batch->setValue(batch->minimum() + 5);
    const auto saveDock = [&](const QString &page) {
        for (QDockWidget *dock : workbench->findChildren<QDockWidget *>(Qt::FindDirectChildrenOnly)) {
            if (HelpWindow::pageFor(dock) != page)
                continue;
            Workbench::goTo(dock);
            save(dock->widget(), folder, page);
        }
    };
    for (const char *page : { "layer_table", "overview", "histogram", "details", "roofs", "what_if", "graph" })
        saveDock(QString::fromLatin1(page));
    if (sessions.size() < 2)
        return;
    window->chartSessions()->add(sessions.mid(1));
    QTest::qWait(4 * settleMs);
    saveDock(QStringLiteral("sessions"));
}

} // namespace rooflight
