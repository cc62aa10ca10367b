// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/main_window.h"

#include "core/roofline/disturbed.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/settings/settings.h"
#include "ui/views/dialogs/dialog_fields.h"
#include "ui/views/dialogs/measure_commands.h"
#include "ui/views/dialogs/problem_prompter.h"
#include "ui/views/dialogs/settings_dialog.h"
#include "ui/views/panels/histogram_panel.h"
#include "ui/views/panels/layer_view.h"
#include "ui/views/panels/log_view.h"
#include "ui/views/panels/progress_panel.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/panels/timing_panel.h"
#include "ui/views/panels/what_if_panel.h"
#include "ui/views/widgets/error_text.h"
#include "ui/views/widgets/help_window.h"
#include "ui/views/widgets/keyboard_focus.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/widgets/text_labels.h"
#include "ui/views/window/chart_sessions.h"
#include "ui/views/window/command_palette.h"
#include "ui/views/window/coverage_message.h"
#include "ui/views/window/session_comparer.h"
#include "ui/views/window/session_keeper.h"
#include "ui/views/window/start_page.h"
#include "ui/views/window/suggestions.h"
#include "ui/views/window/what_if_chart.h"
#include "ui/views/window/window_actions.h"
#include "ui/views/window/window_geometry.h"
#include "ui/views/window/workbench.h"
#include "ui/worker/file_kind.h"
#include "ui/worker/folder_exporter.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QMessageBox>
#include <QRegularExpression>
#include <QScreen>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <iterator>
#include <utility>

namespace rooflight {

namespace {

constexpr QSize firstSize(1280, 800);
constexpr QSize leastPage(320, 240);

QString windowLayout()
{
    return QStringLiteral("window");
}

/// Of the notice that another program measures the device: its code.
QString awaitedRoofs()
{
    return QString::fromUtf8(roofsAwaited.data(), qsizetype(roofsAwaited.size()));
}

/// What a model that failed at once leaves behind.
bool isEmpty(const Session &session)
{
    return !session.analysis && !session.latency && !session.peaks && !TimingPanel::onlyBenchmark(session);
}

/// A roof that this machine lacks may be one that no layer of the model needs; where one does, its details say so.
Message::Severity severityOf(const Notice &notice)
{
    const bool isOfRoofs = notice.code == "cpu_roofs" || notice.code == "cuda_roofs";
    return isOfRoofs ? Message::Severity::Information : Message::Severity::Warning;
}

/// What a person has stopped is no failure, when the session is opened again either.
Message::Severity severityOf(const Error &error)
{
    return error.code == ErrorCode::Cancelled ? Message::Severity::Information : Message::Severity::Error;
}

} // namespace

MainWindow::MainWindow(Settings *settings, WorkerLimits limits, QWidget *parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_worker(limits)
    , m_controller(&m_worker)
    , m_exporter(new FolderExporter(this))
    , m_pages(new QStackedWidget(this))
    , m_start(new StartPage(settings, this))
    , m_workbench(new Workbench(settings, this))
    , m_opening(new OpeningPage(this))
    , m_pageBefore(m_start)
    , m_messages(new MessageBar(this))
    , m_coverage(new CoverageMessage(m_messages, this))
    , m_note(new PassingNote(this))
    , m_progress(new ProgressPanel(this))
    , m_actions(new WindowActions(this, m_workbench))
    , m_problems(new ProblemPrompter(&m_controller, settings, m_messages, this))
    , m_measure(new MeasureCommands(&m_worker, &m_controller, settings, m_problems, this))
    , m_comparer(new SessionComparer(&m_controller, m_workbench, settings, m_messages, this))
    , m_keeper(new SessionKeeper(&m_controller, m_workbench, this))
    , m_sessions(new ChartSessions(&m_controller, m_workbench, m_comparer, settings, m_messages, this))
    , m_suggestions(new Suggestions(&m_controller, m_workbench, settings, this))
{
    pressWithEnter(this);
    FocusRing::install();
    layOut();
    connectWorker();
    connectController();
    connectFileActions();
    connectExporter();
    connectComparison();
    connectOtherActions();
    updateTitle();
    m_worker.setCommand(settings->workerProgram());
    // After the first paint: the worker is wanted soon, the window at once.
    QMetaObject::invokeMethod(&m_worker, &WorkerClient::start, Qt::QueuedConnection);
}

MainWindow::~MainWindow()
{
    // The worker ends with this object; no receiver is left then.
    m_worker.disconnect();
}

void MainWindow::layOut()
{
    m_pages->addWidget(m_start);
    m_start->setMinimumSize(leastPage); // its own wishes would keep the window from being as small as it may be
    m_pages->addWidget(m_workbench);
    m_pages->addWidget(m_opening);
    auto *content = new QWidget(this);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_messages);
    setCentralWidget(content);
    m_actions->addToToolBar(m_note);
    m_actions->addToToolBar(m_progress);
    HelpWindow::setPage(m_start, QStringLiteral("start_page"));
    setAcceptDrops(true);
    m_start->setFocus();
    const QByteArray geometry = m_settings->layout(windowLayout());
    if (geometry.isEmpty() || !restoreGeometry(geometry))
        resize(screen() ? firstSize.boundedTo(screen()->availableSize()) : firstSize);
    new FirstPlace(this);
}

void MainWindow::connectWorker()
{
    connect(&m_worker, &WorkerClient::helloReceived, m_start, &StartPage::setHello);
    connect(&m_worker, &WorkerClient::logAppended, m_workbench->log(), &LogView::append);
    connect(&m_worker, &WorkerClient::logNoted, m_workbench->log(),
            [this](const QString &sentence) { m_workbench->log()->append({ sentence }); });
    connect(&m_worker, &WorkerClient::workingChanged, this, [this](bool working) {
        if (working)
            m_progress->start(QFileInfo(m_controller.requestedPath()).fileName());
        else if (!m_exporter->isRunning())
            m_progress->stop();
        m_messages->dismiss(awaitedRoofs()); // of the last request, and not said of this one yet
        updateState();
    });
    connect(&m_worker, &WorkerClient::recordReceived, this, [this](const Record &record) {
        if (const auto *roofs = std::get_if<DeviceRoofs>(&record.body))
            showRoofsKnown(*roofs);
    });
    connect(&m_worker, &WorkerClient::workerLost, this, [this](const Error &error, bool duringRequest) {
        if (!m_controller.isReading()) // a session needs no worker
            leaveOpening();
        if (!m_worker.hello())
            m_start->setWorkerMissing();
        // A worker that is missing is no news to somebody who only looks at saved sessions. That one on another machine
        // cannot be reached is: it was asked for by name.
        if (duringRequest || error.code == ErrorCode::FormatVersion)
            m_problems->showLost(error);
        else if (m_settings->hasOwnWorker())
            m_problems->showUnreachable(error);
    });
    connect(m_progress, &ProgressPanel::cancelled, m_actions->cancel, &QAction::trigger);
}

void MainWindow::connectController()
{
    m_workbench->session()->follow(&m_controller);
    const auto setThresholds = [this] { m_controller.setThresholds(m_settings->verdictThresholds()); };
    connect(m_settings, &Settings::verdictThresholdsChanged, this, setThresholds);
    setThresholds();
    m_workbench->session()->onChange(kindsOf<Analysis>, this, [this] { updateState(); });
    m_workbench->session()->showIn(m_coverage);
    connect(m_coverage, &CoverageMessage::unknownOperatorsRequested, m_workbench, &Workbench::showUnknownOperators);
    connect(&m_controller, &SessionController::changed, this, [this](ResultKinds kinds) {
        if (kinds.has(kindsOf<DeviceRoofs>))
            m_messages->dismiss(awaitedRoofs());
    });
    connect(&m_controller, &SessionController::sessionReplaced, this, &MainWindow::showSession);
    connect(&m_controller, &SessionController::measuredKept, this, &MainWindow::rememberResult);
    connect(&m_controller, &SessionController::progressed, m_progress, &ProgressPanel::setProgress);
    connect(&m_controller, &SessionController::failed, this, [this](const Error &error) {
        leaveOpening();
        m_problems->show(error, m_controller.requestedPath());
    });
    connect(&m_controller, &SessionController::noticed, this, [this](const Notice &notice) {
        if (!matters(notice, m_controller.session()))
            return;
        const NoticeText text = noticeText(notice);
        if (notice.code == "torch_warning") { // what LibTorch warns of is for those who wrote the model
            m_workbench->log()->append({ text.details.isEmpty() ? text.sentence : text.details });
            return;
        }
        m_messages->show(
            { severityOf(notice), text.sentence, text.details, QString::fromStdString(notice.code), {}, {} });
    });
    connect(&m_controller, &SessionController::finished, this, [this](bool partial) {
        leaveOpening();
        rememberResult(m_controller.path());
        if (partial) {
            m_messages->show({ Message::Severity::Information,
                               tr("The measurement was stopped early. The results so far are kept."),
                               {},
                               QStringLiteral("partial"),
                               {},
                               {} });
        }
    });
    connect(m_problems, &ProblemPrompter::optionsRequested, m_measure, [this] { m_measure->chooseOptions(); });
    connect(m_problems, &ProblemPrompter::workerChoiceRequested, m_measure, &MeasureCommands::chooseWorkerCommand);
    connect(m_problems, &ProblemPrompter::restartRequested, m_measure, &MeasureCommands::restartWorker);
    connect(m_measure, &MeasureCommands::measuringMore, m_workbench, &Workbench::showTiming);
    connect(m_start, &StartPage::openRequested, this, &MainWindow::chooseFiles);
    connect(m_start, &StartPage::fileChosen, this, &MainWindow::open);
    connect(m_start, &StartPage::clearRequested, this, &MainWindow::clearRecentFiles);
    connect(m_start, &StartPage::sampleRequested, this, &MainWindow::openSample);
    connect(m_start, &StartPage::sampleMeasurementRequested, this, &MainWindow::measureSample);
    connect(m_start, &StartPage::backRequested, this, [this] { m_pages->setCurrentWidget(m_workbench); });
}

void MainWindow::connectFileActions()
{
    connect(m_actions->open, &QAction::triggered, this, &MainWindow::chooseFiles);
    connect(m_actions->newWindow, &QAction::triggered, this, [this] { Q_EMIT windowRequested(QString()); });
    connect(m_actions->close, &QAction::triggered, this, &QWidget::close);
    connect(m_actions->quit, &QAction::triggered, qApp, &QApplication::closeAllWindows);
    connect(m_keeper, &SessionKeeper::saveRequested, this, [this] {
        // What an earlier window left behind goes when it is saved, what was merely kept goes when newer ones need its
        // room: they need a place of their own.
        const QString &path = m_controller.path();
        if (pathKindOf(path) == PathKind::Session && !UnsavedSession::isUnsaved(path)
            && !UnsavedSession::isMeasured(path))
            exportTo(path, ExportFormat::Session);
        else
            chooseExport(ExportFormat::Session);
    });
    connect(m_actions->figure, &QAction::triggered, this, &MainWindow::showFigure);
    connect(m_workbench->chart(), &RooflineChart::copyRequested, this, &MainWindow::copyChart);
    for (const auto &[format, action] : m_actions->exports)
        connect(action, &QAction::triggered, this, [this, format = format] { chooseExport(format); });
}

void MainWindow::connectComparison()
{
    connect(m_actions->compareWith, &QAction::triggered, m_comparer, &SessionComparer::choose);
    connect(m_actions->saveComparison, &QAction::triggered, m_comparer, &SessionComparer::save);
    connect(m_actions->endComparison, &QAction::triggered, m_comparer, &SessionComparer::end);
    connect(m_workbench, &Workbench::comparisonRequested, m_comparer, &SessionComparer::choose);
    connect(m_workbench, &Workbench::saveComparisonRequested, m_comparer, &SessionComparer::save);
    connect(m_workbench, &Workbench::endComparisonRequested, m_comparer, &SessionComparer::end);
    connect(m_comparer, &SessionComparer::modelChosen, m_sessions, [this](const QString &path) {
        m_sessions->setPinned(true); // what is measured next is compared with it
        m_sessions->add({ path });
    });
    connect(m_comparer, &SessionComparer::comparingChanged, m_actions, &WindowActions::setComparing);
    connect(m_comparer, &SessionComparer::saved, this, &MainWindow::showSaved);
    connect(m_comparer, &SessionComparer::failed, this, &MainWindow::showNotSaved);
    connect(m_actions->addSessions, &QAction::triggered, m_sessions, &ChartSessions::choose);
    connect(m_actions->keepSession, &QAction::triggered, m_sessions, &ChartSessions::keep);
    connect(m_actions->pin, &QAction::triggered, m_sessions, &ChartSessions::setPinned);
    connect(m_sessions, &ChartSessions::pinnedChanged, m_actions->pin, &QAction::setChecked);
    connect(m_sessions, &ChartSessions::openRequested, this, [this](const QString &path) {
        if (m_keeper->mayLeave())
            read(path);
        else
            m_sessions->stay();
    });
}

void MainWindow::connectOtherActions()
{
    connect(m_actions->measure, &QAction::triggered, m_measure, &MeasureCommands::measureAgain);
    for (const auto &[request, action] : m_actions->benchmarks)
        connect(action, &QAction::triggered, m_measure, [this, kind = request] { m_measure->measureMore(kind); });
    connect(m_actions->findOutWhy, &QAction::triggered, m_measure, [this] {
        m_workbench->showDetails();
        m_measure->explain(m_workbench->operatorsInQuestion());
    });
    connect(m_comparer, &SessionComparer::comparingChanged, m_suggestions, &Suggestions::update);
    connect(m_suggestions, &Suggestions::chosen, this, &MainWindow::follow);
    WhatIfPanel *whatIf = m_workbench->whatIf();
    m_workbench->prediction()->setRequestHere([this] { return m_measure->requestHere(); });
    connect(whatIf, &WhatIfPanel::estimateRequested, this,
            [this] { m_workbench->prediction()->estimate(m_measure->requestHere()); });
    connect(whatIf, &WhatIfPanel::measureRequested, this, [this] {
        const Request request = m_workbench->prediction()->requestThere(m_measure->requestHere());
        m_sessions->keepAs(tr("%1, before").arg(QFileInfo(m_controller.path()).completeBaseName()));
        m_workbench->whatIf()->reset(); // what is measured now is no question any more
        m_measure->measureBy(request);
    });
    connect(m_workbench->histogram(), &HistogramPanel::measureLongerRequested, m_measure,
            &MeasureCommands::measureLonger);
    connect(m_workbench->timing(), &TimingPanel::measureRequested, m_measure, &MeasureCommands::measureMore);
    m_workbench->timing()->setCompiles(m_settings->compilesRemedies());
    connect(m_workbench->timing(), &TimingPanel::compilesChosen, this,
            [this](bool compiles) { m_settings->setCompilesRemedies(compiles); });
    connect(m_actions->options, &QAction::triggered, m_measure, [this] { m_measure->chooseOptions(); });
    connect(m_actions->cancel, &QAction::triggered, this, [this] {
        m_progress->setCancelling();
        m_controller.cancel();
    });
    connect(m_actions->restartWorker, &QAction::triggered, m_measure, &MeasureCommands::restartWorker);
    connect(m_actions->workerCommand, &QAction::triggered, m_measure, &MeasureCommands::chooseWorkerCommand);
    connect(m_actions->find, &QAction::triggered, this, [this] {
        m_workbench->showLayers();
        m_workbench->layers()->focusSearch();
    });
    connect(m_actions->copyRows, &QAction::triggered, m_workbench->layers(), &LayerView::copySelection);
    connect(m_actions->resetLayout, &QAction::triggered, m_workbench, &Workbench::resetLayout);
    connect(m_actions->showStart, &QAction::triggered, this,
            [this] { m_pages->setCurrentWidget(showsSession() ? static_cast<QWidget *>(m_start) : m_workbench); });
    connect(m_workbench, &Workbench::measureRoofsRequested, m_measure, &MeasureCommands::measureRoofs);
    connect(m_actions->settings, &QAction::triggered, this, [this] { showSettings(); });
    connect(m_actions->commands, &QAction::triggered, this, &MainWindow::showCommands);
    connect(m_actions->help, &QAction::triggered, this,
            [this] { showHelp(HelpWindow::pageFor(QApplication::focusWidget())); });
    connect(m_actions->shortcuts, &QAction::triggered, this, [this] { showHelp(QStringLiteral("keyboard")); });
    connect(m_actions->about, &QAction::triggered, this, &MainWindow::showAbout);
}

bool MainWindow::showsSession() const
{
    return m_pages->currentWidget() == m_workbench;
}

void MainWindow::showSession()
{
    // A file that could not be opened is none that a person wants to find again.
    if (!UnsavedSession::isUnsaved(m_controller.path()))
        m_settings->addRecentFile(m_exporter->sourceOf(m_controller.path()));
    m_messages->endEarlierSubjects();
    const bool wasElsewhere = !showsSession();
    if (const std::optional<Error> &error = m_controller.session().error)
        m_messages->show({ severityOf(*error),
                           errorSentence(*error, m_controller.modelPath()),
                           errorDetails(*error),
                           QStringLiteral("ended"),
                           {},
                           {} });
    if (isEmpty(m_controller.session())) {
        m_pages->setCurrentWidget(m_start); // there is nothing else to see
        updateTitle();
        return;
    }
    m_pages->setCurrentWidget(m_workbench);
    if (wasElsewhere)
        m_workbench->layers()->setFocus(); // what had it is hidden now
    if (const std::optional<RequestKind> kind = TimingPanel::onlyBenchmark(m_controller.session()))
        m_workbench->showTiming(*kind);
    else if (!m_controller.session().analysis && m_controller.session().latency)
        m_workbench->showHistogram();
    updateTitle();
    m_workbench->restoreView(m_controller.path());
}

void MainWindow::showSettings(const QString &field)
{
    auto *dialog = new SettingsDialog(m_settings, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (!field.isEmpty())
        focusField(*dialog, field);
    dialog->open();
}

void MainWindow::showCommands()
{
    std::vector<PaletteEntry> entries = actionEntries(*this, *m_actions);
    const auto add = [&entries](std::vector<PaletteEntry> more) {
        entries.insert(entries.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    };
    add(fieldEntries(m_actions->settings->text(), fieldsOf(SettingsDialog(m_settings)),
                     [this](const QString &field) { showSettings(field); }));
    if (m_actions->options->isEnabled())
        add(fieldEntries(m_actions->options->text(), m_measure->optionFields(),
                         [this](const QString &field) { m_measure->chooseOptions(field); }));
    add(layerEntries(*m_workbench));
    const QStringList recent = m_settings->recentFiles() + UnsavedSession::keptFiles();
    add(fileEntries(m_actions->open->text(), recent, [this](const QString &path) { open(path); }));
    if (m_actions->compareWith->isEnabled())
        add(fileEntries(m_actions->compareWith->text(), recent.filter(QRegularExpression(QStringLiteral("\\.ridge$"))),
                        [this](const QString &path) { m_comparer->compareWith(path); }));
    if (!m_palette)
        m_palette = new CommandPalette(this);
    m_palette->open(std::move(entries));
}

void MainWindow::showHelp(const QString &page)
{
    if (!m_help)
        m_help = new HelpWindow(this);
    m_help->showPage(page);
    m_help->show();
    m_help->raise();
    m_help->activateWindow();
}

void MainWindow::showAbout()
{
    QMessageBox::about(this, tr("About Rooflight"),
                       tr("Rooflight %1\n\nWhat limits each layer of a network on this machine, and how far it is from "
                          "that limit.\n\nFree software under the GNU General Public License, version 3 or later.")
                           .arg(QStringLiteral(ROOFLIGHT_VERSION)));
}

void MainWindow::updateState()
{
    const bool hasModel = m_controller.session().analysis.has_value();
    const WindowActions::Content content = hasModel ? WindowActions::Content::Model
        : isEmpty(m_controller.session())           ? WindowActions::Content::Nothing
                                                    : WindowActions::Content::Results;
    m_actions->setState(content, m_controller.isWorking() || m_exporter->isRunning());
    m_workbench->timing()->setState(hasModel, m_controller.isWorking());
    m_workbench->whatIf()->setMeasurable(hasModel && !m_controller.isWorking());
    if (m_controller.isWorking())
        m_workbench->prediction()->cancelEstimate(); // each would disturb the other
    m_workbench->histogram()->setMeasurable(hasModel && !m_controller.isWorking());
    m_workbench->setBeingTimed(m_controller.isTiming());
    m_suggestions->update();
}

void MainWindow::updateTitle()
{
    const bool isOpening = m_pages->currentWidget() == m_opening;
    const QString path = isOpening ? m_controller.requestedPath() : m_controller.path();
    m_start->setOpenSession(isEmpty(m_controller.session()) ? QString() : QFileInfo(m_controller.path()).fileName());
    setWindowTitle(path.isEmpty() ? QStringLiteral("Rooflight[*]")
                                  : QFileInfo(path).fileName() + QStringLiteral("[*] — Rooflight"));
    setWindowFilePath(path);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_keeper->mayLeave()) {
        event->ignore();
        return;
    }
    m_controller.keepMeasured();
    m_settings->setLayout(windowLayout(), saveGeometry());
    m_workbench->saveLayout();
    m_workbench->saveView(m_controller.path());
    hide(); // ending the worker may take a moment
    QMainWindow::closeEvent(event);
}

bool MainWindow::focusNextPrevChild(bool next)
{
    const QList<QWidget *> order = inReadingOrder(*this);
    if (order.isEmpty())
        return QMainWindow::focusNextPrevChild(next);
    const qsizetype now = order.indexOf(focusWidget());
    if (now < 0 && focusWidget()) // it was hidden or disabled: what lies near it is next
        return QMainWindow::focusNextPrevChild(next);
    const qsizetype wanted = now < 0 ? (next ? 0 : order.size() - 1) : now + (next ? 1 : -1);
    order[(wanted + order.size()) % order.size()]->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        m_actions->retranslate();
    else if (event->type() == QEvent::PaletteChange)
        m_actions->showIcons();
}

} // namespace rooflight
