// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/worker_dialog.h"

#include "core/base/clock.h"
#include "ui/settings/ssh_hosts.h"
#include "ui/style/chart_style.h"
#include "ui/style/display_names.h"
#include "ui/worker/worker_client.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStandardPaths>

#include <chrono>

namespace rooflight {

namespace {

using namespace std::chrono_literals;

constexpr auto answerTimeout = 20s; // a host behind another one, a queue of Slurm
constexpr int workerLettersAcross = 76;

QString machineText(const Hello &hello)
{
    QStringList lines;
    if (!hello.host.empty())
        lines.append(WorkerDialog::tr("%1 answers.").arg(QString::fromStdString(hello.host)));
    for (const Device &device : hello.devices) {
        QString line = displayName(device);
        if (!device.driver.empty())
            line = WorkerDialog::tr("%1, driver %2").arg(line, QString::fromStdString(device.driver));
        lines.append(line);
    }
    for (const KeptRoofs &roofs : hello.keptRoofs)
        lines.append(
            WorkerDialog::tr("Roofs of %1: measured %2")
                .arg(QString::fromStdString(roofs.device), ageName(secondsSince(roofs.measuredAt).value_or(0))));
    if (!hello.libtorch.empty())
        lines.append(WorkerDialog::tr("LibTorch: %1").arg(QString::fromStdString(hello.libtorch)));
    if (hello.program != ROOFLIGHT_VERSION)
        lines.append(WorkerDialog::tr("It runs Rooflight %1; this is %2.")
                         .arg(QString::fromStdString(hello.program), QStringLiteral(ROOFLIGHT_VERSION)));
    if (hello.confinement.starts_with("none"))
        lines.append(WorkerDialog::tr("It cannot stop models from changing files."));
    return lines.join(u'\n');
}

} // namespace

WorkerDialog::WorkerDialog(const QString &command, const QString &configFile, QWidget *parent)
    : QDialog(parent)
    , m_place(new QComboBox(this))
    , m_command(new QLineEdit(command, this))
    , m_test(new QPushButton(tr("&Test"), this))
    , m_result(new QLabel(this))
{
    setWindowTitle(tr("Where to Measure"));
    addPlaces(configFile);
    addPartitions();
    addForm();
    addButtons();
    m_timeout.setSingleShot(true);
    m_timeout.setInterval(answerTimeout);
    connect(&m_timeout, &QTimer::timeout, this, [this] {
        m_client.reset();
        showResult(tr("There was no answer within 20 seconds."), false);
    });
    connect(m_place, &QComboBox::activated, this, &WorkerDialog::choosePlace);
    connect(m_command, &QLineEdit::textEdited, this, &WorkerDialog::followCommand);
    connect(m_test, &QPushButton::clicked, this, &WorkerDialog::test);
    followCommand();
    setMinimumWidth(fontMetrics().averageCharWidth() * workerLettersAcross);
}

WorkerDialog::~WorkerDialog()
{
    if (m_client)
        m_client->disconnect(this);
    for (QProcess *sinfo : findChildren<QProcess *>(Qt::FindDirectChildrenOnly)) {
        sinfo->disconnect(this);
        sinfo->kill();
        sinfo->waitForFinished();
    }
}

QString WorkerDialog::command() const
{
    return m_command->text().trimmed();
}

void WorkerDialog::addPlaces(const QString &configFile)
{
    m_place->addItem(tr("This machine"), QString());
    for (const QString &host : sshHosts(configFile))
        m_place->addItem(host, sshWorkerCommand(host));
    m_place->addItem(tr("By a command"));
}

/// Asks Slurm, where it is installed.
void WorkerDialog::addPartitions()
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("sinfo"));
    if (program.isEmpty())
        return;
    auto *sinfo = new QProcess(this);
    connect(sinfo, &QProcess::finished, this, [this, sinfo] {
        for (const QString &partition : slurmPartitions(QString::fromUtf8(sinfo->readAllStandardOutput())))
            m_place->insertItem(m_place->count() - 1, tr("Slurm: %1").arg(partition), slurmWorkerCommand(partition));
        followCommand();
    });
    sinfo->start(program, { QStringLiteral("--noheader"), QStringLiteral("--format=%R") });
}

void WorkerDialog::addForm()
{
    auto *form = new QFormLayout(this);
    auto *help = new QLabel(tr("A command starts the worker, and its machine needs Rooflight. The hosts are those in "
                               "~/.ssh/config; models are files on the host."),
                            this);
    help->setWordWrap(true);
    help->setForegroundRole(QPalette::PlaceholderText);
    m_command->setPlaceholderText(defaultWorkerCommand(QCoreApplication::applicationDirPath()).join(u' '));
    m_result->setTextFormat(Qt::PlainText);
    m_result->setWordWrap(true);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_result->setObjectName(QStringLiteral("result"));
    m_result->hide();
    m_test->setToolTip(tr("Start the worker there and show what machine it is"));
    m_test->setAutoDefault(false);
    m_test->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    form->addRow(tr("&Measure on:"), m_place);
    form->addRow(tr("&Command:"), m_command);
    form->addRow(QString(), help);
    form->addRow(QString(), m_test);
    form->addRow(m_result);
}

void WorkerDialog::addButtons()
{
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("&Use It"));
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    for (QAbstractButton *button : buttons->buttons())
        button->setIcon({}); // the style's own cannot be seen on dark ground
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    qobject_cast<QFormLayout *>(layout())->addRow(buttons);
}

void WorkerDialog::choosePlace(int index)
{
    const QVariant command = m_place->itemData(index);
    if (command.isValid())
        m_command->setText(command.toString());
    else
        m_command->setFocus();
    m_result->hide();
}

/// The place whose command stands there.
void WorkerDialog::followCommand()
{
    const QSignalBlocker blocker(m_place);
    const int place = m_place->findData(command());
    m_place->setCurrentIndex(place >= 0 ? place : m_place->count() - 1);
}

void WorkerDialog::test()
{
    const QStringList chosen = splitWorkerCommand(command());
    m_client = std::make_unique<WorkerClient>();
    connect(m_client.get(), &WorkerClient::helloReceived, this, &WorkerDialog::showHello, Qt::QueuedConnection);
    connect(m_client.get(), &WorkerClient::workerLost, this, &WorkerDialog::showLost, Qt::QueuedConnection);
    m_client->setCommand(chosen.isEmpty() ? defaultWorkerCommand(QCoreApplication::applicationDirPath()) : chosen);
    m_test->setEnabled(false);
    m_result->setText(tr("Asking…"));
    m_result->show();
    m_timeout.start();
    m_client->start();
}

void WorkerDialog::showHello(const Hello &hello)
{
    showResult(machineText(hello), true);
}

void WorkerDialog::showLost(const Error &error)
{
    showResult(QString::fromStdString(error.text) + u'\n' + QString::fromStdString(error.hint), false);
}

void WorkerDialog::showResult(const QString &text, bool good)
{
    m_timeout.stop();
    if (m_client)
        m_client->disconnect(this);
    m_client.reset();
    m_test->setEnabled(true);
    const ChartStyle style(palette(), font());
    QPalette colors = m_result->palette();
    colors.setColor(QPalette::WindowText, good ? style.better() : style.worse());
    m_result->setPalette(colors);
    m_result->setText(text);
    m_result->show();
    // Text that wraps wants its height for this width, which the layout's size hint does not know of.
    resize(width(), qMax(height(), layout()->totalHeightForWidth(width())));
}

} // namespace rooflight
