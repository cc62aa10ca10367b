// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/blocks_fixture.h"
#include "tests/ui/window_test.h"
#include "ui/charts/roofline/painter/mark_layers.h"
#include "ui/settings/appearance.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/panels/what_if_panel.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/chart_sessions.h"
#include "ui/views/window/session_comparer.h"

#include <QCommandLineParser>
#include <QDockWidget>
#include <QFileInfo>
#include <QSlider>

#include <cstdio>
#include <functional>
#include <vector>

using namespace rooflight;

namespace {

constexpr int settleMs = 120;
constexpr int patienceMs = 3000;
constexpr QSize usualSize(1280, 800);
constexpr QSize smallSize(800, 500);

/// A session, and what is done to the window that shows it.
struct Case {
    QByteArray name;
    QString path;
    std::function<void(MainWindow &)> arrange = [](MainWindow &) {};
};

/// Of the plane's height in the window's.
double shareOf(const MainWindow &window)
{
    return double(window.workbench()->chart()->plane().height()) / window.height();
}

/// The least share of the height; with the table out of the way as well.
double barOf(const QSize &size, bool hasTable)
{
    if (size.height() < usualSize.height())
        return hasTable ? 0.35 : 0.45;
    return hasTable ? 0.45 : 0.6;
}

/// Or there is none.
bool showsTopGain(const MainWindow &window)
{
    const std::vector<RankedItem> &ranking = window.workbench()->session()->judged().summary().ranking;
    if (ranking.empty())
        return true;
    RooflinePlot &plot = fixture::plotOf(window);
    const ItemId item = ranking.front().item;
    const auto own = plot.markOf(item);
    const auto mark = own ? own : plot.markOf(plot.content().callerOf(item));
    return mark && plot.marks().isShown(*mark);
}

Session oneLayer()
{
    Session session = fixture::threeBlocks();
    std::vector<Layer> &layers = session.analysis.edit().layers;
    layers = { layers.front(), layers.back() };
    layers[1].id = 1;
    session.layers.edit().items = { session.layers->items.back() };
    session.layers.edit().items[0].item = fixture::layer(1);
    return session;
}

void compare(MainWindow &window, const QString &path)
{
    window.comparer()->compareWith(path);
    window.chartSessions()->add({ path });
    QTest::qWait(2 * settleMs);
}

void ask(MainWindow &window)
{
    window.workbench()->showWhatIf();
    QSlider *batch = window.workbench()->whatIf()->batchSlider();
    batch->setValue(batch->minimum() + 5);
    QTest::qWait(2 * settleMs);
}

void say(MainWindow &window)
{
    for (const Message::Severity severity :
         { Message::Severity::Information, Message::Severity::Warning, Message::Severity::Error })
        window.messages()->show({ severity, "Something that has to be said in more words than fit into a short line.",
                                  "Why it happened.\nWhat to do.", QString(), "Try Again", [] {} });
}

/// Folded away, the table goes with all that shares its place.
void showTable(const MainWindow &window, bool shown)
{
    Workbench *workbench = window.workbench();
    for (QDockWidget *dock : workbench->findChildren<QDockWidget *>()) {
        const bool isBelow = workbench->dockWidgetArea(dock) == Qt::BottomDockWidgetArea;
        if (isBelow && (!shown || dock->objectName() == QStringLiteral("layersDock")))
            dock->setVisible(shown);
    }
}

/// Prints a row for each size; how many are below their bars.
int check(Settings *settings, const Case &shown, const QList<QSize> &sizes)
{
    MainWindow window(settings);
    window.resize(sizes.constFirst());
    window.show();
    fixture::openAndWait(window, shown.path);
    shown.arrange(window);
    int failures = 0;
    for (const QSize &size : sizes) {
        for (const bool hasTable : { true, false }) {
            showTable(window, hasTable);
            window.resize(size);
            QTest::qWait(settleMs); // what was folded gives its room
            const bool isEnough = QTest::qWaitFor(
                [&] { return window.size() == size && shareOf(window) >= barOf(size, hasTable); }, patienceMs);
            const double share = shareOf(window);
            failures += isEnough ? 0 : 1;
            std::printf("%-28s %4dx%-4d %-13s %5.1f %%%s\n", shown.name.constData(), window.width(), window.height(),
                        hasTable ? "with table" : "table folded", 100 * share, isEnough ? "" : "  TOO LITTLE");
            if (!showsTopGain(window)) {
                ++failures;
                std::printf("%-28s its top gain is not on the picture\n", shown.name.constData());
            }
        }
    }
    return failures;
}

} // namespace

int main(int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; ++i) {
        if (qstrcmp(argv[i], "--scale") == 0)
            qputenv("QT_SCALE_FACTOR", argv[i + 1]); // before the application is there
    }
    const fixture::SettingsFolder folder;
    const QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Prints how much of the window's height the plot has."));
    parser.addHelpOption();
    parser.addPositionalArgument(QStringLiteral("SESSION"), QStringLiteral("saved sessions, beside those made here"),
                                 QStringLiteral("[SESSION...]"));
    parser.addOptions({ { QStringLiteral("all"), QStringLiteral("all sizes, not only two") },
                        { QStringLiteral("scale"), QStringLiteral("of the screen"), QStringLiteral("N") } });
    parser.process(application);
    Settings settings;
    settings.overrideWorkerCommand(fixture::fakeWorker(QStringLiteral("answer")));
    settings.overrideLook(Theme::Light, QStringLiteral("en"));
    const Appearance appearance(&settings);

    const auto saved = [&folder](const char *name, const Session &session) {
        const QString path = folder.file(QLatin1String(name));
        return writeSession(path.toStdString(), session).ok() ? path : QString();
    };
    const QString model = saved("resnet18.ridge", fixture::resnet18());
    const QString blocks = saved("blocks.ridge", fixture::threeBlocks());
    std::vector<Case> cases { { "usual", model },
                              { "one layer", saved("one.ridge", oneLayer()) },
                              { "3,000 layers", saved("large.ridge", fixture::large(3000)) },
                              { "compared", model, [&blocks](MainWindow &window) { compare(window, blocks); } },
                              { "what if", model, ask },
                              { "messages", model, say } };
    for (const QString &path : parser.positionalArguments()) {
        const QByteArray name = QFileInfo(path).completeBaseName().toUtf8();
        cases.push_back({ name, path });
        cases.push_back({ name + ", compared", path, [path](MainWindow &window) { compare(window, path); } });
        cases.push_back({ name + ", what if", path, ask });
        cases.push_back({ name + ", messages", path, say });
    }
    QList<QSize> sizes { smallSize, usualSize };
    if (parser.isSet(QStringLiteral("all")))
        sizes = { smallSize, { 1024, 700 }, usualSize, { 1440, 900 }, { 1920, 1080 }, { 2560, 1440 } };
    int failures = 0;
    for (const Case &shown : cases)
        failures += check(&settings, shown, sizes);
    return failures == 0 ? 0 : 1;
}
