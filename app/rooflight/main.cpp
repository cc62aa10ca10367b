// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "arguments.h"
#include "core/report/tables/roof_tables.h"
#include "core/roofs/datasheet/device_sheet.h"
#include "export_run.h"
#include "ui/settings/appearance.h"
#include "windows.h"

#include <QApplication>
#include <QFile>
#include <QIcon>
#include <QTemporaryDir>
#include <QTextStream>

#include <exception>
#include <optional>

using namespace rooflight;

namespace {

constexpr int listWidth = 100;

void nameProgram()
{
    QCoreApplication::setOrganizationName(QStringLiteral("Rooflight"));
    QCoreApplication::setApplicationName(QStringLiteral("rooflight"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ROOFLIGHT_VERSION));
}

bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY")
        || qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
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

QStringList decoded(int argc, char **argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
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
    const Result<Arguments> parsed = parseArguments(decoded(argc, argv));
    if (!parsed.ok())
        return refuse(parsed.error());
    const Arguments &arguments = parsed.value();
    if (arguments.listDevices)
        return printText(QString::fromStdString(layOut(sheetContent(deviceSheets()), listWidth)));
    if (arguments.help || arguments.version) {
        const QCoreApplication application(argc, argv); // the usage line names the program
        return printText(arguments.help ? helpText() : QStringLiteral("rooflight " ROOFLIGHT_VERSION));
    }
    if (arguments.exportTo)
        qputenv("QT_QPA_PLATFORM", "offscreen"); // also where there is a display: it may be one that is gone
    else if (!hasDisplay())
        return refuse(
            { ErrorCode::CommandLine, "There is no display to open a window on.", "Use --export, or rooflight-cli." });
    // Qt complains on stderr where nobody has logged in, as in a container; the folder lives as long as the program.
    std::optional<QTemporaryDir> runtimeFolder;
    if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR"))
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(runtimeFolder.emplace().path()));

    QApplication application(argc, argv);
    Settings settings;
    settings.overrideWorkerCommand(arguments.worker);
    settings.overrideLook(arguments.theme, arguments.language);
    const Appearance appearance(&settings);
    return arguments.exportTo ? runExport(arguments, settings) : runWindows(application, arguments, settings);
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
