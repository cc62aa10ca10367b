// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "arguments.h"
#include "core/report/what_if_report.h"
#include "export_run.h"
#include "ui/settings/appearance.h"
#include "windows.h"

#include <QApplication>
#include <QFile>
#include <QIcon>
#include <QTemporaryDir>
#include <QTextStream>

#include <cstdlib>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

using namespace rooflight;

namespace {

constexpr int listWidth = 100;

void nameProgram()
{
    QCoreApplication::setOrganizationName(QStringLiteral("Rooflight"));
    QCoreApplication::setApplicationName(QStringLiteral("rooflight"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ROOFLIGHT_VERSION));
}

/// Variables that name a display, which may be gone.
bool namesDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY")
        || qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

/// What Qt says while it opens the display. It would end the program with a signal where it cannot.
struct DisplayStart {
    QtMessageHandler usual = nullptr;
    QList<std::pair<QtMsgType, QString>> messages;
    /// Qt complains on stderr where the variable is not set, as in a container. The folder lives as long as the
    /// program.
    std::optional<QTemporaryDir> runtimeFolder;
};

DisplayStart &displayStart()
{
    static DisplayStart start;
    return start;
}

Error noDisplay(const QString &reason)
{
    const QString text = reason.isEmpty() ? QStringLiteral("There is no display to open a window on.")
                                          : QStringLiteral("There is no display to open a window on: %1.").arg(reason);
    return { ErrorCode::DeviceMissing, text.toStdString(), "Use --export, or rooflight-cli." };
}

int printText(const QString &text)
{
    QTextStream(stdout) << text << '\n';
    return 0;
}

int refuse(const Error &error)
{
    QTextStream(stderr) << "rooflight: " << QString::fromStdString(wholeText(error)) << '\n';
    return exitStatus(error);
}

/// While Qt opens the display: a failure is said in one sentence, as all others are.
void keepDisplayMessage(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    DisplayStart &start = displayStart();
    if (type != QtFatalMsg) {
        if (qstrncmp(context.category, "qt.qpa.", 7) == 0)
            start.messages.append({ type, message.trimmed() });
        else
            start.usual(type, context, message);
        return;
    }
    start.runtimeFolder.reset();
    // Its last words are on plugins in general; the warnings before name the display.
    QStringList reasons;
    for (const auto &[kind, text] : std::as_const(start.messages)) {
        if (kind == QtWarningMsg)
            reasons.append(text);
    }
    QString reason = reasons.isEmpty() ? message.section(u'\n', 0, 0) : reasons.join(QStringLiteral("; "));
    reason.remove(QStringLiteral(" in \"\""));
    while (reason.endsWith(u'.'))
        reason.chop(1);
    std::_Exit(refuse(noDisplay(reason.simplified())));
}

std::unique_ptr<QApplication> openDisplay(int &argc, char **argv)
{
    DisplayStart &start = displayStart();
    start.usual = qInstallMessageHandler(keepDisplayMessage);
    auto application = std::make_unique<QApplication>(argc, argv);
    qInstallMessageHandler(start.usual);
    for (const auto &[kind, text] : std::as_const(start.messages))
        start.usual(kind, QMessageLogContext(), text);
    return application;
}

/// Bytes that are not UTF-8 are lost in Qt's texts: another file than the one that was named would be written.
Result<QStringList> decoded(int argc, char **argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i) {
        const QString argument = QFile::decodeName(argv[i]);
        if (i > 0 && QFile::encodeName(argument) != argv[i])
            return Error { ErrorCode::CommandLine,
                           "The window cannot use the name " + argument.toStdString() + ": it is not UTF-8.",
                           "Rename the file, or use rooflight-cli, which takes any name." };
        arguments.append(argument);
    }
    return arguments;
}

int runWindows(QApplication &application, const Arguments &arguments, Settings &settings)
{
    QApplication::setApplicationDisplayName(QStringLiteral("Rooflight"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/org.rooflight.Rooflight.svg")));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.rooflight.Rooflight"));
    Windows windows(&settings);
    if (arguments.diff.isEmpty())
        windows.open(arguments.files);
    else
        windows.openCompared(arguments.files.constFirst(), arguments.diff);
    return application.exec();
}

int run(int argc, char **argv)
{
    nameProgram();
    const Result<QStringList> given = decoded(argc, argv);
    if (!given.ok())
        return refuse(given.error());
    const Result<Arguments> parsed = parseArguments(given.value());
    if (!parsed.ok())
        return refuse(parsed.error());
    const Arguments &arguments = parsed.value();
    if (arguments.listWhatIfs)
        return printText(QString::fromStdString(whatIfNames(listWidth)));
    if (arguments.help || arguments.version) {
        const QCoreApplication application(argc, argv); // the usage line names the program
        return printText(arguments.help ? helpText() : QStringLiteral("rooflight " ROOFLIGHT_VERSION));
    }
    if (arguments.exportTo)
        qputenv("QT_QPA_PLATFORM", "offscreen"); // also if there is a display: it may be one that is gone
    else if (!namesDisplay())
        return refuse(noDisplay({}));
    if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR"))
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(displayStart().runtimeFolder.emplace().path()));

    const std::unique_ptr<QApplication> application = openDisplay(argc, argv);
    Settings settings;
    settings.overrideWorkerCommand(arguments.worker);
    settings.overrideLook(arguments.theme, arguments.language);
    const Appearance appearance(&settings);
    return arguments.exportTo ? runExport(arguments, settings) : runWindows(*application, arguments, settings);
}

} // namespace

int main(int argc, char **argv)
{
    try {
        return run(argc, argv);
    } catch (const std::exception &error) {
        return refuse(
            { ErrorCode::Internal, std::string("Rooflight ended: ") + error.what() + '.', "Report this as a defect." });
    }
}
