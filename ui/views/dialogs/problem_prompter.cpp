// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/problem_prompter.h"

#include "ui/settings/settings.h"
#include "ui/style/display_names.h"
#include "ui/style/plain_text.h"
#include "ui/views/widgets/error_text.h"
#include "ui/views/widgets/icons.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/worker/file_kind.h"
#include "ui/worker/session_controller.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStandardPaths>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rooflight {

namespace {

const char *const problemKey = "problem";

} // namespace

ProblemPrompter::ProblemPrompter(SessionController *controller, Settings *settings, MessageBar *bar, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_settings(settings)
    , m_bar(bar)
    , m_window(window)
{
}

void ProblemPrompter::show(const Error &error, const QString &path)
{
    Message message { Message::Severity::Error,
                      errorSentence(error, path),
                      errorDetails(error),
                      QString::fromLatin1(problemKey),
                      {},
                      {} };
    if (error.code == ErrorCode::UnsafeFile)
        return showUnsafe(message, error, path);
    addWayOut(message, error, path);
    m_bar->show(message);
}

void ProblemPrompter::showUnsafe(Message message, const Error &error, const QString &path)
{
    message.severity = Message::Severity::Warning;
    if (lacksConfinement()) {
        message.text = tr("“%1” was not run, because this machine cannot protect your files from a model. Run it "
                          "unconfined only if you trust its author.")
                           .arg(QFileInfo(path).fileName());
        message.action = tr("Run Unconfined");
        message.run = [this] { m_controller->resendUnconfined(); };
        m_bar->show(message);
        return;
    }
    if (m_controller->inspection()
        && m_settings->isTrusted(QString::fromStdString(m_controller->inspection()->model.sha256))
        && !m_controller->lastRequest().trust) {
        m_controller->resend(true, false);
        return;
    }
    message.action = tr("Look at the Code…");
    message.run = [this, error, path] { askForTrust(error, path); };
    m_bar->show(message);
    askForTrust(error, path);
}

void ProblemPrompter::addWayOut(Message &message, const Error &error, const QString &path)
{
    switch (error.code) {
    case ErrorCode::NotTorchScript:
        message.showsDetails = true; // they say what it is, and how to make one that can be opened
        break;
    case ErrorCode::Damaged:
        if (pathKindOf(path) != PathKind::Session) {
            message.action = tr("Open Anyway");
            message.run = [this] { m_controller->resend(false, true); };
        }
        break;
    case ErrorCode::FileUnreadable:
        // The model is there, so what cannot be read is what it was to be measured with.
        if (!m_controller->lastRequest().libraries.empty() && QFileInfo(path).isReadable()) {
            blameLibrary(message, tr("A library for “%1” cannot be opened.").arg(QFileInfo(path).fileName()));
        }
        break;
    case ErrorCode::ModelFailed:
        if (lacksLibrary()) {
            blameLibrary(message,
                         tr("“%1” needs operators of a library that is missing.").arg(QFileInfo(path).fileName()));
        }
        break;
    case ErrorCode::InputMismatch:
        message.severity = Message::Severity::Warning;
        offerOptions(message, tr("Set the Inputs…"));
        break;
    case ErrorCode::CommandLine:
        message.showsDetails = true;
        offerOptions(message, tr("How to Measure…"));
        break;
    case ErrorCode::OutOfMemory:
    case ErrorCode::DeviceMissing:
        offerOptions(message, tr("How to Measure…"));
        break;
    case ErrorCode::ModelKilled:
    case ErrorCode::Internal: // also what ended the process that measures the roofs from outside
        message.details = withPlace(message.details);
        message.action = tr("Try Again");
        message.run = [this] { m_controller->resend(false, false); };
        break;
    case ErrorCode::Cancelled:
        message.severity = Message::Severity::Information;
        break;
    default:
        break;
    }
}

QString ProblemPrompter::withPlace(const QString &details) const
{
    const Progress &progress = m_controller->lastProgress();
    if (progress.stage.empty())
        return details;
    const QString place = progress.total > 0
        ? tr("It happened here: %1, %2 of %3.")
              .arg(capitalizedText(stagePhrase(progress.stage)))
              .arg(progress.done)
              .arg(progress.total)
        : tr("It happened here: %1.").arg(capitalizedText(stagePhrase(progress.stage)));
    return details + u'\n' + place;
}

/// There is nothing in its code that would have to be trusted, or it is trusted already: the other reason not to run
/// it.
bool ProblemPrompter::lacksConfinement() const
{
    const Part<Inspection> &inspection = m_controller->inspection();
    return m_controller->lastRequest().trust || (inspection && !inspection->needsTrust());
}

bool ProblemPrompter::lacksLibrary() const
{
    const Part<Inspection> &inspection = m_controller->inspection();
    return inspection
        && std::any_of(inspection->libraries.begin(), inspection->libraries.end(),
                       [](const NeededLibrary &library) { return !library.found; });
}

void ProblemPrompter::blameLibrary(Message &message, const QString &text)
{
    message.text = text;
    message.showsDetails = true;
    offerOptions(message, tr("How to Measure…"));
}

void ProblemPrompter::offerOptions(Message &message, const QString &action)
{
    m_optionsProblem = message.details;
    message.action = action;
    message.run = [this] { Q_EMIT optionsRequested(); };
}

void ProblemPrompter::askForTrust(const Error &error, const QString &path)
{
    auto *dialog = new TrustDialog(path, m_controller->inspection(), errorDetails(error), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] {
        if (m_controller->inspection())
            m_settings->trust(QString::fromStdString(m_controller->inspection()->model.sha256));
        m_controller->resend(true, false);
    });
    dialog->open();
}

void ProblemPrompter::showUnreachable(const Error &error)
{
    // A program that is not there at all: the start page says so.
    if (QStandardPaths::findExecutable(m_settings->workerProgram().constFirst()).isEmpty())
        return;
    Message message {
        Message::Severity::Error, tr("The worker “%1” does not answer.").arg(m_settings->workerProgram().join(u' ')),
        errorDetails(error),      QString::fromLatin1(problemKey),
        tr("Where to Measure…"),  [this] { Q_EMIT workerChoiceRequested(); }
    };
    message.showsDetails = true;
    m_bar->show(message);
}

void ProblemPrompter::showLost(const Error &error)
{
    m_bar->show({ Message::Severity::Error, errorSentence(error, m_controller->requestedPath()),
                  withPlace(errorDetails(error)), QString::fromLatin1(problemKey), tr("Restart"),
                  [this] { Q_EMIT restartRequested(); } });
}

void ProblemPrompter::forget()
{
    m_optionsProblem.clear();
    m_bar->dismiss(QString::fromLatin1(problemKey));
}

namespace {

constexpr int iconSize = 40;

QTreeWidget *makeFindings(const Inspection &inspection, QWidget *parent)
{
    auto *list = new QTreeWidget(parent);
    list->setRootIsDecorated(false);
    list->setHeaderLabels(
        { TrustDialog::tr("Where"), TrustDialog::tr("Operation"), TrustDialog::tr("When"), TrustDialog::tr("Code") });
    list->setAccessibleName(TrustDialog::tr("Code to review"));
    for (const CodeFinding &finding : inspection.findings) {
        auto *item = new QTreeWidgetItem(list);
        item->setText(0, displayText(placeOf(finding)));
        item->setText(1, QString::fromStdString(finding.operation));
        item->setText(2, finding.runsAtLoad ? TrustDialog::tr("On opening") : TrustDialog::tr("On running"));
        item->setText(3, QString::fromStdString(finding.excerpt).trimmed());
        item->setToolTip(3, shownAsPlainText(item->text(3)));
    }
    for (int column = 0; column < 3; ++column)
        list->resizeColumnToContents(column);
    return list;
}

} // namespace

TrustDialog::TrustDialog(const QString &path, const Part<Inspection> &inspection, const QString &details,
                         QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Run This File?"));
    auto *icon = new QLabel(this);
    icon->setPixmap(themedIcon(QStringLiteral("warning"), palette()).pixmap(iconSize));
    auto *text = new QLabel(tr("“%1” makes calls that are not known to be safe when it is opened or run. Run it only "
                               "if you trust its author. You are asked once for each file.")
                                .arg(QFileInfo(path).fileName()),
                            this);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    auto *head = new QHBoxLayout;
    head->setSpacing(14);
    head->addWidget(icon, 0, Qt::AlignTop);
    head->addWidget(text, 1, Qt::AlignVCenter);

    const bool hasFindings = inspection && !inspection->findings.empty();
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(head);
    if (hasFindings) {
        layout->addWidget(makeFindings(*inspection, this), 1);
    } else {
        auto *words = new QLabel(details, this);
        words->setTextFormat(Qt::PlainText);
        words->setWordWrap(true);
        words->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        layout->addWidget(words, 1);
    }

    auto *buttons = new QDialogButtonBox(this);
    QPushButton *run = buttons->addButton(tr("&Run It"), QDialogButtonBox::AcceptRole);
    QPushButton *refuse = buttons->addButton(tr("&Do Not Run"), QDialogButtonBox::RejectRole);
    run->setAutoDefault(false);
    refuse->setDefault(true);
    refuse->setFocus();
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    resize(hasFindings ? QSize(720, 360) : QSize(520, 0));
}

} // namespace rooflight
