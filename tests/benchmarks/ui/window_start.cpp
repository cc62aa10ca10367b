// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Prints the milliseconds from the start of the process to the first painted window: with the dynamic linker, the
// application object, settings, translations and the window itself. The promise is 300. Given a model and a worker's
// program it opens the model then, and prints the milliseconds from there to its points on the chart: 1500 for
// ResNet-18.

#include "ui/settings/appearance.h"
#include "ui/settings/settings.h"
#include "ui/views/window/main_window.h"

#include <QApplication>
#include <QPaintEvent>
#include <QStandardPaths>

#include <cstdio>
#include <fstream>
#include <string>
#include <time.h>
#include <unistd.h>

using namespace rooflight;

namespace {

/// Seconds since the machine started, at which this process did: field 22 of /proc/self/stat, counted after the
/// program's name, which may hold spaces.
double processStart()
{
    std::ifstream stat("/proc/self/stat");
    std::string text((std::istreambuf_iterator<char>(stat)), {});
    std::size_t position = text.rfind(')') + 2;
    constexpr int fieldsAfterName = 19;
    for (int i = 0; i < fieldsAfterName; ++i)
        position = text.find(' ', position) + 1;
    return std::stod(text.substr(position)) / double(sysconf(_SC_CLK_TCK));
}

double now()
{
    timespec time {};
    clock_gettime(CLOCK_BOOTTIME, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

class PaintWatch : public QObject
{
public:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint)
            QMetaObject::invokeMethod(qApp, &QCoreApplication::quit, Qt::QueuedConnection);
        return false;
    }
};

/// Milliseconds from opening a model to the chart that shows its layers.
double openingTime(MainWindow &window, const QString &model)
{
    const double begin = now();
    QObject::connect(window.controller(), &SessionController::sessionReplaced, &window, [&window] {
        window.repaint();
        qApp->quit();
    });
    QObject::connect(window.controller(), &SessionController::failed, qApp, [] { qFatal("the model did not open"); });
    window.open(model);
    QApplication::exec();
    return (now() - begin) * 1e3;
}

} // namespace

int main(int argc, char **argv)
{
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    Settings settings;
    const QStringList arguments = QApplication::arguments();
    const bool opens = arguments.size() == 3;
    settings.overrideWorkerCommand(opens ? u'"' + arguments[2] + QStringLiteral("\" serve")
                                         : QStringLiteral("/bin/cat"));
    const Appearance appearance(&settings);
    MainWindow window(&settings);
    PaintWatch watch;
    window.installEventFilter(&watch);
    window.show();
    application.exec();
    std::printf("first paint: %.0f ms\n", (now() - processStart()) * 1e3);
    if (opens)
        std::printf("points of %s: %.0f ms\n", qPrintable(arguments[1]), openingTime(window, arguments[1]));
    return 0;
}
