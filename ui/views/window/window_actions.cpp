// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/window_actions.h"

#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/views/widgets/icons.h"
#include "ui/views/window/workbench.h"

#include <QHBoxLayout>
#include <QKeyCombination>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QToolBar>
#include <QToolButton>

#include <array>

namespace rooflight {

namespace {

struct BenchmarkAction {
    RequestKind request;
    QKeyCombination key;
    const char *text;
};

constexpr std::array benchmarkActions = {
    BenchmarkAction { RequestKind::Methods, Qt::Key_F7,
                      QT_TRANSLATE_NOOP("rooflight::WindowActions", "Compare &Timing Methods") },
    BenchmarkAction { RequestKind::Latency, Qt::CTRL | Qt::Key_T,
                      QT_TRANSLATE_NOOP("rooflight::WindowActions", "Time &Interleaved…") },
    BenchmarkAction { RequestKind::Sweep, Qt::Key_F8,
                      QT_TRANSLATE_NOOP("rooflight::WindowActions", "&Sweep Batch Sizes") },
    BenchmarkAction { RequestKind::Pipeline, Qt::Key_F9,
                      QT_TRANSLATE_NOOP("rooflight::WindowActions", "Time a &Pipeline…") },
    BenchmarkAction { RequestKind::Remedies, Qt::CTRL | Qt::Key_R,
                      QT_TRANSLATE_NOOP("rooflight::WindowActions", "Try to Make It &Faster") },
};

/// With Alt, in the order of Workbench::dockActions(); a dock behind the last one has no key.
constexpr std::array dockKeys { Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_4, Qt::Key_5, Qt::Key_6,
                                Qt::Key_7, Qt::Key_8, Qt::Key_9, Qt::Key_0, Qt::Key_W, Qt::Key_G };

/// A tool button shows no mnemonic, which in Chinese is a letter in brackets of its own.
QString buttonText(QString menuText)
{
    static const QRegularExpression mnemonic(QStringLiteral("\\(&.\\)|&|…$"));
    return menuText.remove(mnemonic);
}

} // namespace

WindowActions::WindowActions(QMainWindow *window, Workbench *workbench)
    : QObject(window)
    , m_window(window)
    , m_workbench(workbench)
{
    QMenuBar *bar = window->menuBar();
    makeFileMenu(bar);
    makeMeasureMenu(bar);
    makeViewMenu(bar);
    makeHelpMenu(bar);
    makeToolBar();
    retranslate();
    showIcons();
    setState(Content::Nothing, false);
}

QAction *WindowActions::add(QMenu *menu, const QKeySequence &shortcut, Needs needs)
{
    auto *action = new QAction(this);
    action->setShortcut(shortcut);
    if (menu)
        menu->addAction(action);
    else
        m_window->addAction(action);
    m_needs[action] = needs;
    return action;
}

void WindowActions::makeFileMenu(QMenuBar *bar)
{
    m_file = bar->addMenu(QString());
    open = add(m_file, QKeySequence::Open);
    showStart = add(nullptr, Qt::ALT | Qt::Key_Home, Needs::Session); // the first button of the tool bar
    addSessions = add(m_file, Qt::CTRL | Qt::SHIFT | Qt::Key_O, Needs::Model);
    m_file->addSeparator();
    compareWith = add(m_file, Qt::CTRL | Qt::Key_D, Needs::Model);
    saveComparison = add(nullptr, Qt::CTRL | Qt::ALT | Qt::Key_D, Needs::Comparison);
    endComparison = add(nullptr, Qt::CTRL | Qt::SHIFT | Qt::Key_D, Needs::Comparison);
    keepSession = add(nullptr, Qt::CTRL | Qt::SHIFT | Qt::Key_K, Needs::Model);
    pin = add(nullptr, Qt::CTRL | Qt::SHIFT | Qt::Key_B, Needs::Model);
    pin->setCheckable(true);
    m_workbench->addSessionTools({ pin, addSessions });
    m_file->addSeparator();
    exports[ExportFormat::Session] = add(m_file, QKeySequence::Save, Needs::Session);
    exports[ExportFormat::Session]->setShortcuts({ QKeySequence::Save, Qt::CTRL | Qt::SHIFT | Qt::Key_S });
    m_export = m_file->addMenu(QString());
    figure = add(m_export, Qt::CTRL | Qt::Key_E, Needs::Model);
    m_export->addSeparator();
    exports[ExportFormat::Png] = add(nullptr, Qt::CTRL | Qt::ALT | Qt::Key_P, Needs::Model);
    exports[ExportFormat::Svg] = add(m_export, Qt::CTRL | Qt::ALT | Qt::Key_S, Needs::Model);
    exports[ExportFormat::Pdf] = add(m_export, Qt::CTRL | Qt::SHIFT | Qt::Key_P, Needs::Model);
    m_export->addSeparator();
    exports[ExportFormat::Csv] = add(m_export, Qt::CTRL | Qt::SHIFT | Qt::Key_E, Needs::Session);
    exports[ExportFormat::CsvWithProvenance] = add(nullptr, Qt::CTRL | Qt::ALT | Qt::Key_E, Needs::Session);
    exports[ExportFormat::Json] = add(m_export, Qt::CTRL | Qt::SHIFT | Qt::Key_J, Needs::Session);
    exports[ExportFormat::Html] = add(m_export, Qt::CTRL | Qt::SHIFT | Qt::Key_H, Needs::Session);
    m_file->addSeparator();
    newWindow = add(m_file, QKeySequence::New);
    close = add(nullptr, QKeySequence::Close);
    quit = add(m_file, Qt::CTRL | Qt::Key_Q); // QKeySequence::Quit is empty on many desktops
    quit->setMenuRole(QAction::QuitRole);
}

void WindowActions::makeMeasureMenu(QMenuBar *bar)
{
    m_measure = bar->addMenu(QString());
    measure = add(m_measure, Qt::Key_F5, Needs::IdleModel);
    options = add(m_measure, Qt::Key_F6, Needs::Model);
    cancel = add(m_measure, Qt::CTRL | Qt::Key_Period, Needs::Work);
    m_measure->addSeparator();
    workerCommand = add(m_measure, Qt::CTRL | Qt::SHIFT | Qt::Key_W);
    for (const BenchmarkAction &each : benchmarkActions)
        benchmarks[each.request] = add(nullptr, QKeySequence(each.key), Needs::IdleModel);
    findOutWhy = add(nullptr, Qt::CTRL | Qt::Key_Y, Needs::IdleModel);
    restartWorker = add(nullptr, Qt::CTRL | Qt::SHIFT | Qt::Key_R);
}

void WindowActions::makeViewMenu(QMenuBar *bar)
{
    m_view = bar->addMenu(QString());
    find = add(m_view, QKeySequence::Find, Needs::Model);
    m_view->addSeparator();
    const QList<QAction *> panels = m_workbench->dockActions();
    const QList<QAction *> inMenu = m_workbench->mainDockActions();
    for (qsizetype i = 0; i < panels.size(); ++i) {
        if (i < qsizetype(dockKeys.size()))
            panels[i]->setShortcut(QKeySequence(Qt::ALT | dockKeys[std::size_t(i)]));
        m_needs[panels[i]] = Needs::Session;
        if (!inMenu.contains(panels[i]))
            m_window->addAction(panels[i]);
    }
    m_view->addActions(inMenu);
    m_view->addSeparator();
    settings = add(m_view, Qt::CTRL | Qt::Key_Comma); // QKeySequence::Preferences is empty on many desktops
    settings->setMenuRole(QAction::PreferencesRole);
    copyRows = add(nullptr, Qt::CTRL | Qt::SHIFT | Qt::Key_C, Needs::Model);
    resetLayout = add(nullptr, Qt::CTRL | Qt::ALT | Qt::Key_R, Needs::Session);
}

void WindowActions::makeHelpMenu(QMenuBar *bar)
{
    m_help = bar->addMenu(QString());
    help = add(m_help, QKeySequence::HelpContents);
    commands = add(m_help, Qt::CTRL | Qt::Key_K);
    about = add(m_help);
    about->setMenuRole(QAction::AboutRole);
    shortcuts = add(nullptr, Qt::CTRL | Qt::Key_Question);
}

void WindowActions::makeToolBar()
{
    m_toolBar = new QToolBar(m_window);
    m_toolBar->setObjectName(QStringLiteral("toolBar"));
    m_toolBar->setMovable(false);
    m_toolBar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toolBar->setIconSize(QSize(18, 18));
    m_toolBar->setContextMenuPolicy(Qt::PreventContextMenu);
    m_toolBar->addActions({ showStart, open, measure, options });
    m_toolBar->addSeparator();
    auto *exportButton = new QToolButton(m_toolBar);
    exportButton->setDefaultAction(m_export->menuAction());
    auto *ways = new QMenu(exportButton);
    ways->addAction(exports[ExportFormat::Session]);
    ways->addSeparator();
    ways->addActions(m_export->actions());
    exportButton->setMenu(ways);
    exportButton->setPopupMode(QToolButton::InstantPopup);
    exportButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toolBar->addWidget(exportButton);
    m_room = new QWidget(m_toolBar);
    m_room->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_room->setMinimumWidth(1); // buttons come first
    auto *line = new QHBoxLayout(m_room);
    line->setContentsMargins(0, 0, 8, 0);
    m_toolBar->addWidget(m_room);
    m_toolBar->addAction(commands);
    for (QAction *known : { showStart, options, commands }) { // their tool tips say the rest
        if (auto *button = qobject_cast<QToolButton *>(m_toolBar->widgetForAction(known)))
            button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    }
    m_window->addToolBar(m_toolBar);
}

void WindowActions::addToToolBar(QWidget *widget)
{
    m_room->layout()->addWidget(widget);
}

bool WindowActions::isMet(Needs needs) const
{
    switch (needs) {
    case Needs::Session:
        return m_content != Content::Nothing;
    case Needs::Model:
        return m_content == Content::Model;
    case Needs::IdleModel:
        return m_content == Content::Model && !m_isWorking;
    case Needs::Work:
        return m_isWorking;
    case Needs::Comparison:
        return m_isComparing;
    default:
        return true;
    }
}

void WindowActions::enableActions()
{
    for (QAction *action : findChildren<QAction *>(QString(), Qt::FindDirectChildrenOnly))
        action->setEnabled(isMet(m_needs.at(action)));
    for (QAction *action : m_workbench->dockActions())
        action->setEnabled(isMet(Needs::Session));
    for (QAction *action : m_workbench->chart()->viewActions())
        action->setVisible(isMet(Needs::Model));
    m_export->menuAction()->setEnabled(isMet(Needs::Session));
}

QString WindowActions::whyDisabled(const QAction *action) const
{
    const auto found = m_needs.find(action);
    if (found == m_needs.end() || isMet(found->second))
        return {};
    switch (found->second) {
    case Needs::Work:
        return tr("nothing is being measured");
    case Needs::Comparison:
        return tr("nothing is being compared");
    default:
        return isMet(Needs::Model) ? tr("waits until the measurement is done") : tr("needs an open model");
    }
}

void WindowActions::setState(Content content, bool working)
{
    m_content = content;
    m_isWorking = working;
    enableActions();
}

void WindowActions::setComparing(bool comparing)
{
    m_isComparing = comparing;
    enableActions();
}

void WindowActions::retranslate()
{
    retranslateMenus();
    retranslateExports();
    retranslateOthers();
    for (QAction *action : { open, measure, options, commands, m_export->menuAction() })
        action->setIconText(buttonText(action->text()));
}

void WindowActions::retranslateOthers()
{
    open->setText(tr("&Open…"));
    addSessions->setText(tr("A&dd to the Chart…"));
    addSessions->setToolTip(tr("Another session, or another model, which is then measured beside this one (%1)")
                                .arg(addSessions->shortcut().toString(QKeySequence::NativeText)));
    pin->setText(tr("&Pin as the Baseline"));
    pin->setToolTip(tr("Compare whatever is measured or opened from now on with what is shown now (%1)")
                        .arg(pin->shortcut().toString(QKeySequence::NativeText)));
    keepSession->setText(tr("&Keep This One on the Chart"));
    compareWith->setText(tr("&Compare With…"));
    saveComparison->setText(tr("&Save the Comparison…"));
    endComparison->setText(tr("&End the Comparison"));
    newWindow->setText(tr("&New Window"));
    close->setText(tr("Close Window"));
    quit->setText(tr("&Quit"));
    measure->setText(tr("&Measure Again"));
    measure->setToolTip(tr("Measure the model again with the same options (F5)"));
    for (const BenchmarkAction &each : benchmarkActions)
        benchmarks[each.request]->setText(tr(each.text));
    findOutWhy->setText(tr("Find Out Wh&y"));
    findOutWhy->setToolTip(
        tr("Find by experiment what limits the selected layers, or those with the most to gain (Ctrl+Y)"));
    options->setText(tr("&How to Measure…"));
    options->setToolTip(tr("How to measure: inputs, batch, device and threads (F6)"));
    cancel->setText(tr("&Cancel"));
    restartWorker->setText(tr("&Restart the Worker"));
    workerCommand->setText(tr("&Where to Measure…"));
    find->setText(tr("Fin&d Layer…"));
    copyRows->setText(tr("Copy Ro&ws"));
    resetLayout->setText(tr("Reset Layo&ut"));
    showStart->setText(tr("Start &Page"));
    showStart->setToolTip(tr("The start page with the recent files, and back (Alt+Home)"));
    settings->setText(tr("Settin&gs…"));
    commands->setText(tr("&Find a Command…"));
    commands->setToolTip(tr("Find every command, layer, panel and setting by its name (Ctrl+K)"));
    help->setText(tr("&Help"));
    shortcuts->setText(tr("&Keyboard Shortcuts"));
    about->setText(tr("&About Rooflight"));
}

void WindowActions::retranslateMenus()
{
    m_file->setTitle(tr("&File"));
    m_export->setTitle(tr("&Export"));
    m_measure->setTitle(tr("&Measure"));
    m_view->setTitle(tr("&View"));
    m_help->setTitle(tr("&Help"));
    m_toolBar->setWindowTitle(tr("Tool Bar"));
}

void WindowActions::retranslateExports()
{
    exports[ExportFormat::Session]->setText(tr("&Save Session…"));
    exports[ExportFormat::Session]->setToolTip(tr("Save everything, to open it later or elsewhere (Ctrl+S)"));
    figure->setText(tr("&Figure…"));
    figure->setToolTip(tr("The chart as it is on the screen, for a paper or a slide (Ctrl+E)"));
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
    addSessions->setIcon(themedIcon(QStringLiteral("add"), palette));
    pin->setIcon(themedIcon(QStringLiteral("pin"), palette));
    options->setIcon(themedIcon(QStringLiteral("options"), palette));
    cancel->setIcon(themedIcon(QStringLiteral("cancel"), palette));
    showStart->setIcon(themedIcon(QStringLiteral("home"), palette));
    commands->setIcon(themedIcon(QStringLiteral("commands"), palette));
    find->setIcon(themedIcon(QStringLiteral("search"), palette));
    exports[ExportFormat::Session]->setIcon(themedIcon(QStringLiteral("save"), palette));
    m_export->setIcon(themedIcon(QStringLiteral("export"), palette));
}

} // namespace rooflight
