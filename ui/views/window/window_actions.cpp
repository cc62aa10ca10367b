// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/window_actions.h"

#include "ui/charts/roofline/chart_actions.h"
#include "ui/charts/roofline/roofline_chart.h"
#include "ui/settings/settings.h"
#include "ui/views/widgets/icons.h"
#include "ui/views/window/workbench.h"

#include <QActionGroup>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QToolBar>
#include <QToolButton>

#include <array>

namespace ridgepoint {

namespace {

/// With Alt, in the order of Workbench::dockActions().
constexpr std::array dockKeys { Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_4, Qt::Key_5, Qt::Key_6,
                                Qt::Key_7, Qt::Key_8, Qt::Key_9, Qt::Key_0, Qt::Key_W, Qt::Key_G };

/// A tool button shows no mnemonic, which in Chinese is a letter in brackets of its own.
QString buttonText(QString menuText)
{
    static const QRegularExpression mnemonic(QStringLiteral("\\(&.\\)|&|…$"));
    return menuText.remove(mnemonic);
}

} // namespace

WindowActions::WindowActions(QMainWindow *window, Workbench *workbench, Settings *settings)
    : QObject(window)
    , m_window(window)
    , m_workbench(workbench)
    , m_settings(settings)
{
    QMenuBar *bar = window->menuBar();
    makeFileMenu(bar);
    makeMeasureMenu(bar);
    makeViewMenu(bar);
    makeHelpMenu(bar);
    makeToolBar();
    retranslate();
    showIcons();
    setState(false, false);
}

QAction *WindowActions::add(QMenu *menu, const QKeySequence &shortcut)
{
    auto *action = new QAction(this);
    action->setShortcut(shortcut);
    menu->addAction(action);
    return action;
}

void WindowActions::makeFileMenu(QMenuBar *bar)
{
    m_file = bar->addMenu(QString());
    open = add(m_file, QKeySequence::Open);
    m_recent = m_file->addMenu(QString());
    connect(m_recent, &QMenu::aboutToShow, this, &WindowActions::fillRecentMenu);
    addSessions = add(m_file, Qt::CTRL | Qt::SHIFT | Qt::Key_O);
    keepSession = add(m_file, Qt::CTRL | Qt::Key_K);
    makeComparisonMenu();
    newWindow = add(m_file, QKeySequence::New);
    m_file->addSeparator();
    exports[ExportFormat::Session] = add(m_file, QKeySequence::Save);
    m_export = m_file->addMenu(QString());
    exports[ExportFormat::Png] = add(m_export, Qt::CTRL | Qt::Key_E);
    exports[ExportFormat::Svg] = add(m_export, Qt::CTRL | Qt::SHIFT | Qt::Key_S);
    exports[ExportFormat::Pdf] = add(m_export, Qt::CTRL | Qt::SHIFT | Qt::Key_P);
    m_export->addSeparator();
    exports[ExportFormat::Csv] = add(m_export, Qt::CTRL | Qt::SHIFT | Qt::Key_E);
    exports[ExportFormat::CsvWithProvenance] = add(m_export, Qt::CTRL | Qt::ALT | Qt::Key_E);
    exports[ExportFormat::Json] = add(m_export, Qt::CTRL | Qt::SHIFT | Qt::Key_J);
    exports[ExportFormat::Html] = add(m_export, Qt::CTRL | Qt::SHIFT | Qt::Key_H);
    m_file->addSeparator();
    close = add(m_file, QKeySequence::Close);
    quit = add(m_file, Qt::CTRL | Qt::Key_Q); // QKeySequence::Quit is empty on many desktops
    quit->setMenuRole(QAction::QuitRole);
}

void WindowActions::makeComparisonMenu()
{
    m_comparison = m_file->addMenu(QString());
    compareWith = add(m_comparison, Qt::CTRL | Qt::Key_D);
    saveComparison = add(m_comparison, Qt::CTRL | Qt::ALT | Qt::Key_D);
    endComparison = add(m_comparison, Qt::CTRL | Qt::SHIFT | Qt::Key_D);
    m_comparison->addSeparator();
    connect(m_comparison, &QMenu::aboutToShow, this, &WindowActions::fillComparisonMenu);
    setComparing(false);
}

void WindowActions::makeMeasureMenu(QMenuBar *bar)
{
    m_measure = bar->addMenu(QString());
    measure = add(m_measure, Qt::Key_F5);
    options = add(m_measure, Qt::Key_F6);
    cancel = add(m_measure, Qt::CTRL | Qt::Key_Period);
    m_measure->addSeparator();
    compareMethods = add(m_measure, Qt::Key_F7);
    timeInterleaved = add(m_measure, Qt::CTRL | Qt::Key_T);
    sweepBatches = add(m_measure, Qt::Key_F8);
    timePipeline = add(m_measure, Qt::Key_F9);
    tryRemedies = add(m_measure, Qt::CTRL | Qt::Key_R);
    m_measure->addSeparator();
    restartWorker = add(m_measure, Qt::CTRL | Qt::SHIFT | Qt::Key_R);
    workerCommand = add(m_measure, Qt::CTRL | Qt::SHIFT | Qt::Key_W);
}

void WindowActions::makeViewMenu(QMenuBar *bar)
{
    m_view = bar->addMenu(QString());
    find = add(m_view, QKeySequence::Find);
    copyRows = add(m_view, Qt::CTRL | Qt::SHIFT | Qt::Key_C);
    m_view->addSeparator();
    m_chart = m_view->addMenu(QString()); // all in one menu would not fit on a low screen
    m_chart->addActions(m_workbench->chart()->viewActions());
    m_chart->addMenu(m_workbench->chart()->actions()->colorMenu());
    m_view->addSeparator();
    const QList<QAction *> docks = m_workbench->dockActions();
    for (qsizetype i = 0; i < docks.size(); ++i)
        docks[i]->setShortcut(QKeySequence(Qt::ALT | dockKeys[std::size_t(i)]));
    m_view->addActions(docks);
    resetLayout = add(m_view, Qt::CTRL | Qt::ALT | Qt::Key_R);
    showStart = add(m_view, Qt::ALT | Qt::Key_Home);
    m_view->addSeparator();
    settings = add(m_view, Qt::CTRL | Qt::Key_Comma); // QKeySequence::Preferences is empty on many desktops
    settings->setMenuRole(QAction::PreferencesRole);
    makeThemeMenu();
    makeLanguageMenu();
}

void WindowActions::makeThemeMenu()
{
    m_theme = m_view->addMenu(QString());
    auto *group = new QActionGroup(this);
    for (const Theme theme : { Theme::System, Theme::Light, Theme::Dark }) {
        QAction *action = add(m_theme);
        action->setCheckable(true);
        group->addAction(action);
        m_themes.append(action);
        connect(action, &QAction::triggered, m_settings, [this, theme] { m_settings->setTheme(theme); });
    }
    const auto check = [this] { m_themes[qsizetype(m_settings->theme())]->setChecked(true); };
    connect(m_settings, &Settings::themeChanged, this, check);
    check();
}

void WindowActions::makeLanguageMenu()
{
    m_language = m_view->addMenu(QString());
    auto *group = new QActionGroup(this);
    // Languages are called by their own names: whoever looks for one may not read the present one.
    const QList<QPair<QString, QString>> languages = {
        { QString(), QString() },
        { QStringLiteral("en"), QStringLiteral("English") },
        { QStringLiteral("zh_CN"), QStringLiteral("简体中文") },
    };
    for (const auto &[code, ownName] : languages) {
        QAction *action = add(m_language);
        action->setText(ownName);
        action->setCheckable(true);
        action->setData(code);
        group->addAction(action);
        connect(action, &QAction::triggered, m_settings, [this, code = code] { m_settings->setLanguage(code); });
    }
    m_systemLanguage = m_language->actions().constFirst();
    const auto check = [this] {
        for (QAction *action : m_language->actions())
            action->setChecked(action->data().toString() == m_settings->language());
    };
    connect(m_settings, &Settings::languageChanged, this, check);
    check();
}

void WindowActions::makeHelpMenu(QMenuBar *bar)
{
    m_help = bar->addMenu(QString());
    help = add(m_help, QKeySequence::HelpContents);
    shortcuts = add(m_help, Qt::CTRL | Qt::Key_Question);
    m_help->addSeparator();
    about = add(m_help);
    about->setMenuRole(QAction::AboutRole);
}

void WindowActions::makeToolBar()
{
    m_toolBar = new QToolBar(m_window);
    m_toolBar->setObjectName(QStringLiteral("toolBar"));
    m_toolBar->setMovable(false);
    m_toolBar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toolBar->setIconSize(QSize(18, 18));
    m_toolBar->setContextMenuPolicy(Qt::PreventContextMenu);
    m_toolBar->addActions({ open, measure, options });
    m_toolBar->addSeparator();
    m_toolBar->addAction(exports[ExportFormat::Session]);
    auto *exportButton = new QToolButton(m_toolBar);
    exportButton->setDefaultAction(m_export->menuAction());
    exportButton->setPopupMode(QToolButton::InstantPopup);
    exportButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toolBar->addWidget(exportButton);
    m_window->addToolBar(m_toolBar);
}

void WindowActions::addFiles(QMenu *menu, const QStringList &paths, void (WindowActions::*chosen)(const QString &))
{
    int number = 0;
    for (const QString &path : paths) {
        ++number;
        QString label = QDir::toNativeSeparators(path);
        label.replace(u'&', QLatin1String("&&"));
        QAction *action =
            menu->addAction(number < 10 ? QStringLiteral("&%1  %2").arg(QString::number(number), label) : label);
        action->setEnabled(QFileInfo::exists(path));
        connect(action, &QAction::triggered, this, [this, chosen, path] { Q_EMIT(this->*chosen)(path); });
    }
}

void WindowActions::fillRecentMenu()
{
    m_recent->clear();
    const QStringList paths = m_settings->recentFiles();
    addFiles(m_recent, paths, &WindowActions::recentChosen);
    if (paths.isEmpty())
        m_recent->addAction(tr("No Recent Files"))->setEnabled(false);
    m_recent->addSeparator();
    QAction *clear = m_recent->addAction(tr("&Clear"));
    clear->setEnabled(!paths.isEmpty());
    connect(clear, &QAction::triggered, m_settings, &Settings::clearRecentFiles);
}

void WindowActions::fillComparisonMenu()
{
    constexpr qsizetype fixed = 4; // the actions that are always there, and the line below them
    for (QAction *old : m_comparison->actions().mid(fixed))
        delete old;
    addFiles(m_comparison, m_settings->recentFiles().filter(QRegularExpression(QStringLiteral("\\.ridge$"))),
             &WindowActions::comparisonChosen);
}

void WindowActions::setState(bool hasSession, bool working)
{
    for (const auto &[format, action] : exports)
        action->setEnabled(hasSession);
    m_export->menuAction()->setEnabled(hasSession);
    m_comparison->menuAction()->setEnabled(hasSession);
    for (QAction *action : { compareWith, addSessions, keepSession })
        action->setEnabled(hasSession);
    measure->setEnabled(hasSession && !working);
    for (QAction *action : { compareMethods, timeInterleaved, sweepBatches, timePipeline, tryRemedies })
        action->setEnabled(hasSession && !working);
    options->setEnabled(hasSession);
    cancel->setEnabled(working);
    find->setEnabled(hasSession);
    copyRows->setEnabled(hasSession);
    showStart->setEnabled(hasSession);
    resetLayout->setEnabled(hasSession);
    for (QAction *action : m_workbench->dockActions())
        action->setEnabled(hasSession);
    m_chart->menuAction()->setVisible(hasSession);
    for (QAction *action : m_workbench->chart()->viewActions())
        action->setVisible(hasSession);
}

void WindowActions::setComparing(bool comparing)
{
    saveComparison->setEnabled(comparing);
    endComparison->setEnabled(comparing);
}

void WindowActions::retranslate()
{
    retranslateMenus();
    retranslateExports();
    retranslateOthers();
    for (QAction *action : { open, measure, options, exports[ExportFormat::Session], m_export->menuAction() })
        action->setIconText(buttonText(action->text()));
}

void WindowActions::retranslateOthers()
{
    open->setText(tr("&Open…"));
    addSessions->setText(tr("A&dd Sessions to the Chart…"));
    keepSession->setText(tr("&Keep This One on the Chart"));
    compareWith->setText(tr("&Choose a Session…"));
    saveComparison->setText(tr("&Save the Comparison…"));
    endComparison->setText(tr("&End the Comparison"));
    newWindow->setText(tr("&New Window"));
    close->setText(tr("&Close Window"));
    quit->setText(tr("&Quit"));
    measure->setText(tr("&Measure Again"));
    measure->setToolTip(tr("Measure the model again with the same options (F5)"));
    compareMethods->setText(tr("Compare &Timing Methods"));
    timeInterleaved->setText(tr("Time &Interleaved…"));
    sweepBatches->setText(tr("&Sweep Batch Sizes"));
    timePipeline->setText(tr("Time a &Pipeline…"));
    tryRemedies->setText(tr("Try to Make It &Faster"));
    options->setText(tr("&How to Measure…"));
    options->setToolTip(tr("Choose inputs, batch, device and threads (F6)"));
    cancel->setText(tr("&Cancel"));
    restartWorker->setText(tr("&Restart the Worker"));
    workerCommand->setText(tr("&Where to Measure…"));
    find->setText(tr("Fin&d Layer…"));
    copyRows->setText(tr("Copy Ro&ws"));
    resetLayout->setText(tr("Reset Layo&ut"));
    showStart->setText(tr("Start &Page"));
    settings->setText(tr("Settin&gs…"));
    help->setText(tr("&Help"));
    shortcuts->setText(tr("&Keyboard Shortcuts"));
    about->setText(tr("&About Ridgepoint"));
}

void WindowActions::retranslateMenus()
{
    m_file->setTitle(tr("&File"));
    m_recent->setTitle(tr("Open &Recent"));
    m_comparison->setTitle(tr("Compare &With"));
    m_export->setTitle(tr("&Export"));
    m_measure->setTitle(tr("&Measure"));
    m_view->setTitle(tr("&View"));
    m_chart->setTitle(tr("&Chart"));
    m_help->setTitle(tr("&Help"));
    m_theme->setTitle(tr("&Theme"));
    m_language->setTitle(tr("L&anguage"));
    m_themes[qsizetype(Theme::System)]->setText(tr("As the &System"));
    m_themes[qsizetype(Theme::Light)]->setText(tr("&Light"));
    m_themes[qsizetype(Theme::Dark)]->setText(tr("&Dark"));
    m_systemLanguage->setText(tr("As the &System"));
    m_toolBar->setWindowTitle(tr("Tool Bar"));
}

void WindowActions::retranslateExports()
{
    exports[ExportFormat::Session]->setText(tr("&Save Session…"));
    exports[ExportFormat::Session]->setToolTip(tr("Save everything, to open it later or elsewhere (Ctrl+S)"));
    exports[ExportFormat::Png]->setText(tr("&Picture (PNG)…"));
    exports[ExportFormat::Svg]->setText(tr("&Vector Picture (SVG)…"));
    exports[ExportFormat::Pdf]->setText(tr("Page (P&DF)…"));
    exports[ExportFormat::Csv]->setText(tr("&Table (CSV)…"));
    exports[ExportFormat::CsvWithProvenance]->setText(tr("Table &with Provenance (CSV)…"));
    exports[ExportFormat::CsvWithProvenance]->setToolTip(
        tr("Above the table, in lines that begin with #: model, machine, settings and roofs"));
    exports[ExportFormat::Json]->setText(tr("&All Numbers (JSON)…"));
    exports[ExportFormat::Html]->setText(tr("&Report (HTML)…"));
}

void WindowActions::showIcons()
{
    const QPalette palette = m_window->palette();
    open->setIcon(themedIcon(QStringLiteral("open"), palette));
    measure->setIcon(themedIcon(QStringLiteral("measure"), palette));
    options->setIcon(themedIcon(QStringLiteral("options"), palette));
    cancel->setIcon(themedIcon(QStringLiteral("cancel"), palette));
    find->setIcon(themedIcon(QStringLiteral("search"), palette));
    exports[ExportFormat::Session]->setIcon(themedIcon(QStringLiteral("save"), palette));
    m_export->setIcon(themedIcon(QStringLiteral("export"), palette));
}

} // namespace ridgepoint
