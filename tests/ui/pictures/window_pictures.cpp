// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Opens every view of the window, as large as the screen, and saves a picture of each: for people to look at.

#include "tests/ui/pictures/page_pictures.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/matrix/matrix_window.h"
#include "ui/models/selection.h"
#include "ui/settings/appearance.h"
#include "ui/settings/settings.h"
#include "ui/views/dialogs/folder_dialog.h"
#include "ui/views/dialogs/problem_prompter.h"
#include "ui/views/panels/details_panel.h"
#include "ui/views/panels/graph_panel.h"
#include "ui/views/panels/layer_view.h"
#include "ui/views/panels/note_editor.h"
#include "ui/views/panels/sessions_panel.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/panels/timing_panel.h"
#include "ui/views/panels/what_if_panel.h"
#include "ui/views/window/chart_sessions.h"
#include "ui/views/window/command_palette.h"
#include "ui/views/window/main_window.h"
#include "ui/views/window/session_comparer.h"
#include "ui/views/window/start_page.h"
#include "ui/views/window/window_actions.h"
#include "ui/views/window/workbench.h"

#include <QApplication>
#include <QComboBox>
#include <QCommandLineParser>
#include <QContextMenuEvent>
#include <QDialog>
#include <QDir>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>

#include <cstdio>

using namespace rooflight;

namespace {

constexpr int settleMs = 250;
constexpr int patienceMs = 60000;
constexpr int largeScreen = 2500; // pixels; on such a screen the picture of a dialog is cut out

struct Files {
    QStringList sessions; ///< the first is shown, the second compared with, all are on the chart
    QString model; ///< measured by the worker
    QString matrix;
    bool pages = false; ///< those of the documentation alone
};

/// All that a person would see of a window and what lies above it.
QPixmap pictureOf(QWidget *window, bool cutOut)
{
    QPixmap picture = window->grab();
    QPainter painter(&picture);
    QRect above;
    for (QWidget *other : QApplication::topLevelWidgets()) {
        if (other == window || !other->isVisible() || qobject_cast<QMainWindow *>(other))
            continue;
        const QPoint place = other->pos() - window->pos();
        painter.drawPixmap(place, other->grab());
        above |= QRect(place, other->size());
    }
    painter.end();
    if (!cutOut || above.isEmpty())
        return picture;
    const qreal ratio = picture.devicePixelRatio();
    const QRect around = above.marginsAdded({ 60, 60, 60, 60 }) & window->rect();
    return picture.copy(QRect((QPointF(around.topLeft()) * ratio).toPoint(), (QSizeF(around.size()) * ratio).toSize()));
}

class Tour
{
public:
    Tour(Settings *settings, QDir folder, Files files)
        : m_settings(settings)
        , m_folder(std::move(folder))
        , m_files(std::move(files))
        , m_window(settings)
    {
        m_window.setGeometry(QGuiApplication::primaryScreen()->availableGeometry());
        m_window.show();
        QTest::qWait(settleMs);
    }

    void run()
    {
        if (m_files.pages) {
            open(m_files.sessions.constFirst());
            savePagePictures(&m_window, m_folder, m_files.sessions);
            return;
        }
        startPage();
        open(m_files.sessions.constFirst());
        picture("main");
        m_window.actions()->commands->trigger();
        picture("commands");
        m_window.findChild<CommandPalette *>()->hide(); // a screen without a window manager gives no focus
        menus();
        docks();
        selections();
        chartLooks();
        timing();
        whatIf();
        graph();
        dialogs();
        several();
        messages();
        unsaved();
        if (!m_files.model.isEmpty())
            measuring();
        if (!m_files.matrix.isEmpty())
            matrix();
    }

private:
    [[nodiscard]] Workbench *workbench() const { return m_window.workbench(); }

    void picture(const char *name, QWidget *window = nullptr)
    {
        QTest::qWait(settleMs);
        QWidget *shown = window ? window : &m_window;
        const QString file =
            QStringLiteral("%1_%2.png").arg(++m_number, 2, 10, QLatin1Char('0')).arg(QLatin1String(name));
        const bool isLarge = double(shown->width()) * shown->devicePixelRatio() > largeScreen;
        if (!pictureOf(shown, isLarge).save(m_folder.filePath(file)))
            std::fprintf(stderr, "cannot write %s\n", qPrintable(m_folder.filePath(file)));
    }

    void open(const QString &path)
    {
        QSignalSpy finished(m_window.controller(), &SessionController::finished);
        m_window.open(path);
        finished.wait(patienceMs);
    }

    /// Does what opens a dialog or a menu, takes its pictures, one a page, and closes it.
    template<typename Open> void above(const char *name, Open openIt)
    {
        QTimer::singleShot(2 * settleMs, qApp, [this, name] {
            QWidget *top = QApplication::activePopupWidget();
            if (!top)
                top = QApplication::activeModalWidget();
            if (auto *tabs = top ? top->findChild<QTabWidget *>() : nullptr) {
                for (int page = 0; page < tabs->count(); ++page) {
                    tabs->setCurrentIndex(page);
                    picture(name);
                }
            } else {
                picture(name);
            }
            if (!top)
                std::fprintf(stderr, "%s: nothing opened\n", name);
            else if (auto *dialog = qobject_cast<QDialog *>(top))
                dialog->reject();
            else
                top->close();
        });
        openIt();
        QTest::qWait(4 * settleMs);
    }

    void startPage()
    {
        QElapsedTimer waited;
        for (waited.start(); !m_window.worker()->hello() && waited.elapsed() < patienceMs;)
            QTest::qWait(50);
        picture("start");
        for (const QString &path : m_files.sessions)
            m_settings->addRecentFile(path);
        picture("start_recent");
    }

    void menus()
    {
        for (QAction *action : m_window.menuBar()->actions()) {
            QMenu *menu = action->menu();
            if (!menu)
                continue;
            const QPoint place = m_window.menuBar()->actionGeometry(action).bottomLeft();
            above("menu", [&] { menu->popup(m_window.menuBar()->mapToGlobal(place)); });
        }
        auto *table = workbench()->layers()->findChild<QTreeView *>()->viewport();
        above("menu_table", [&] { contextMenu(table, QPoint(80, 40)); });
        auto *header = workbench()->layers()->findChild<QTreeView *>()->header()->viewport();
        above("menu_columns", [&] { contextMenu(header, QPoint(10, 10)); });
        above("menu_chart", [&] { contextMenu(workbench()->chart(), workbench()->chart()->rect().center()); });
    }

    static void contextMenu(QWidget *widget, const QPoint &place)
    {
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, widget->mapToGlobal(place));
        QCoreApplication::sendEvent(widget, &event);
    }

    void docks()
    {
        int number = 0;
        for (void (Workbench::*show)() : { &Workbench::showOverview, &Workbench::showDetails, &Workbench::showHistogram,
                                           &Workbench::showUnknownOperators, &Workbench::showRoofs,
                                           &Workbench::showSessions, &Workbench::showWhatIf, &Workbench::showLog }) {
            (workbench()->*show)();
            picture(qPrintable(QStringLiteral("dock%1").arg(++number)));
        }
        workbench()->resetLayout();
    }

    void selections()
    {
        const auto slowest = workbench()->session()->judged().slowest();
        if (slowest.empty())
            return;
        workbench()->selection()->select(slowest.front()->item);
        workbench()->showDetails();
        picture("selected");
        workbench()->showHistogram();
        picture("selected_histogram");
        workbench()->selection()->clear();
        for (const char *text : { "slowestRuns", "runNote" }) { // of the bare runs, then of the instrumented ones
            auto *label = workbench()->findChild<QLabel *>(QLatin1String(text));
            Q_EMIT label->linkActivated(label->text().section(u'"', 1, 1));
            picture("slow_run");
        }
        workbench()->selection()->select(slowest.front()->item);
        for (std::size_t i = 1; i < std::min<std::size_t>(4, slowest.size()); ++i)
            workbench()->selection()->select(slowest[i]->item, true);
        picture("selected_several");
        workbench()->showDetails();
        picture("fused");
        workbench()->selection()->clear();
        auto *search = workbench()->layers()->findChild<QLineEdit *>();
        for (const char *text : { "conv", "nothing like this" }) {
            search->setText(QLatin1String(text));
            QTest::qWait(2 * settleMs); // while it waits for more to be typed
            picture("filter");
        }
        search->clear();
        QTest::qWait(2 * settleMs);
        workbench()->layers()->setFolded(true);
        picture("folded");
    }

    void chartLooks()
    {
        for (QAction *action : workbench()->chart()->viewActions()) {
            if (!action->isCheckable() || action->isChecked() || !action->isEnabled())
                continue;
            action->trigger();
            picture("chart");
            action->trigger();
        }
        workbench()->resetLayout();
    }

    void timing()
    {
        for (const RequestKind kind :
             { RequestKind::Methods, RequestKind::Latency, RequestKind::Sweep, RequestKind::Pipeline }) {
            workbench()->showTiming(kind);
            picture("timing");
        }
        auto *tabs = workbench()->timing()->findChild<QTabWidget *>();
        tabs->setCurrentIndex(tabs->count() - 1);
        picture("sizes");
    }

    void whatIf()
    {
        WhatIfPanel *panel = workbench()->whatIf();
        workbench()->showWhatIf();
        const auto slowest = workbench()->session()->judged().slowest();
        if (!slowest.empty())
            workbench()->selection()->select(slowest.front()->item);
        panel->batchSlider()->setValue(panel->batchSlider()->minimum() + 5);
        picture("what_if_batch");
        panel->devices()->setCurrentIndex(panel->devices()->findText(QStringLiteral("H100 SXM"), Qt::MatchContains));
        panel->precisions()->setCurrentIndex(panel->precisions()->count() - 1);
        QTest::qWait(4 * settleMs);
        picture("what_if_device");
        for (auto *button : panel->findChildren<QPushButton *>())
            button->click(); // starts over
        workbench()->selection()->clear();
        workbench()->resetLayout();
    }

    void graph()
    {
        workbench()->showGraph();
        picture("graph");
        QComboBox *colorings = workbench()->graph()->colorings();
        colorings->setCurrentIndex(2);
        for (auto *button : workbench()->graph()->findChildren<QToolButton *>()) {
            button->click();
            picture("graph_buttons");
        }
        colorings->setCurrentIndex(0);
        workbench()->resetLayout();
    }

    void dialogs()
    {
        WindowActions *actions = m_window.actions();
        above("options", [&] { actions->options->trigger(); });
        above("settings", [&] { actions->settings->trigger(); });
        above("where", [&] { actions->workerCommand->trigger(); });
        above("interleave", [&] { actions->benchmarks.at(RequestKind::Latency)->trigger(); });
        above("pipeline", [&] { actions->benchmarks.at(RequestKind::Pipeline)->trigger(); });
        above("open_other", [&] { actions->compareWith->trigger(); });
        above("export", [&] { actions->exports.at(ExportFormat::Png)->trigger(); });
        above("figure", [&] { actions->figure->trigger(); });
        above("about", [&] { actions->about->trigger(); });
        const QString folder = QFileInfo(m_files.sessions.constFirst()).path();
        FolderDialog models(folder, QDir(folder).entryInfoList(QDir::Files), &m_window);
        above("folder", [&] { models.open(); });
        trust();
        actions->shortcuts->trigger();
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            auto *help = widget->isVisible() && widget != &m_window ? widget->findChild<QListWidget *>() : nullptr;
            for (int page = 0; help && page < help->count(); page += 6) {
                help->setCurrentRow(page);
                picture("help");
            }
            if (help)
                widget->close();
        }
    }

    void trust()
    {
        const QString path = m_files.sessions.constFirst();
        TrustDialog packaged(path, {}, QStringLiteral("torch.package data"), &m_window);
        above("trust", [&] { packaged.open(); });
        Inspection inspection;
        inspection.findings = { { "code/__torch__/model.py", 12, "aten::from_file",
                                  "x = torch.from_file(\"/etc/passwd\", False, 1024)", true },
                                { "code/__torch__/layers/attention.py", 148, "aten::save",
                                  "  torch.save(weights, path)", false } };
        TrustDialog reviewed(path, inspection, {}, &m_window);
        above("trust", [&] { reviewed.open(); });
    }

    void several()
    {
        if (m_files.sessions.size() < 2)
            return;
        m_window.comparer()->compareWith(m_files.sessions.at(1));
        QTest::qWait(4 * settleMs);
        workbench()->showComparison();
        picture("comparison");
        m_window.comparer()->end();
        workbench()->resetLayout();
        m_window.chartSessions()->add(m_files.sessions.mid(1));
        QTest::qWait(4 * settleMs);
        workbench()->showSessions();
        picture("sessions");
        workbench()->sessionsPanel()->setRelative(true);
        Q_EMIT workbench()->sessionsPanel()->relativeChanged(true);
        picture("sessions_relative");
        Q_EMIT workbench()->sessionsPanel()->relativeChanged(false);
        workbench()->resetLayout();
    }

    void messages()
    {
        const QString text = m_folder.filePath(QStringLiteral("text.pt"));
        QFile file(text);
        if (file.open(QIODevice::WriteOnly))
            file.write("import torch\n");
        file.close();
        m_window.open(text);
        QTest::qWait(8 * settleMs);
        picture("message");
        m_window.open(m_folder.filePath(QStringLiteral("missing.pt")));
        QTest::qWait(8 * settleMs);
        picture("messages");
        file.remove();
        m_window.actions()->showStart->trigger();
        picture("start_again");
        m_window.actions()->showStart->trigger();
    }

    void unsaved()
    {
        if (!m_window.showsSession())
            m_window.actions()->showStart->trigger();
        workbench()->showDetails();
        workbench()->details()->notes()->setFocus();
        QTest::keyClicks(workbench()->details()->notes(), "look here first");
        picture("note");
        above("unsaved", [&] { m_window.close(); });
    }

    void measuring()
    {
        MainWindow window(m_settings);
        window.setGeometry(m_window.geometry());
        window.show();
        window.open(m_files.model);
        for (int i = 0; i < 4; ++i) {
            QTest::qWait(3000);
            picture("measuring", &window);
        }
        window.actions()->cancel->trigger();
        QTest::qWait(4 * settleMs);
        picture("cancelled", &window);
        QTimer::singleShot(settleMs, qApp, [] {
            if (auto *question = qobject_cast<QMessageBox *>(QApplication::activeModalWidget()))
                question->button(QMessageBox::Discard)->click();
        });
        window.close();
    }

    void matrix()
    {
        MatrixWindow window(m_settings);
        window.setGeometry(m_window.geometry());
        if (!window.open(m_files.matrix).ok())
            return;
        window.show();
        picture("matrix", &window);
    }

    Settings *m_settings;
    QDir m_folder;
    Files m_files;
    MainWindow m_window;
    int m_number = 0;
};

} // namespace

int main(int argc, char **argv)
{
    QTemporaryDir folder;
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("RooflightPictures"));
    QCoreApplication::setApplicationName(QStringLiteral("window-pictures"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    const QApplication application(argc, argv);

    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Saves a picture of every view, as large as the screen."));
    parser.addHelpOption();
    parser.addPositionalArgument(QStringLiteral("OUT"), QStringLiteral("folder of the pictures"));
    parser.addPositionalArgument(QStringLiteral("SESSION"), QStringLiteral("saved sessions"),
                                 QStringLiteral("SESSION..."));
    parser.addOptions(
        { { QStringLiteral("theme"), QStringLiteral("light or dark"), QStringLiteral("NAME"), QStringLiteral("light") },
          { QStringLiteral("language"), QStringLiteral("en or zh_CN"), QStringLiteral("NAME"), QStringLiteral("en") },
          { QStringLiteral("worker"), QStringLiteral("command of the worker"), QStringLiteral("COMMAND") },
          { QStringLiteral("model"), QStringLiteral("to be measured"), QStringLiteral("FILE.pt") },
          { QStringLiteral("matrix"), QStringLiteral("to be shown"), QStringLiteral("index.json") },
          { QStringLiteral("pages"), QStringLiteral("the pictures of docs/window alone") } });
    parser.process(application);
    const QStringList places = parser.positionalArguments();
    if (places.size() < 2)
        parser.showHelp(1);
    Settings settings;
    settings.overrideLook(parser.value(QStringLiteral("theme")) == QLatin1String("dark") ? Theme::Dark : Theme::Light,
                          parser.value(QStringLiteral("language")));
    settings.overrideWorkerCommand(parser.value(QStringLiteral("worker")));
    const Appearance appearance(&settings);
    if (!QDir().mkpath(places.constFirst()))
        return 1;
    Tour(&settings, QDir(places.constFirst()),
         { places.mid(1), parser.value(QStringLiteral("model")), parser.value(QStringLiteral("matrix")),
           parser.isSet(QStringLiteral("pages")) })
        .run();
    return 0;
}
