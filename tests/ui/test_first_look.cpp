// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/record/session_file.h"
#include "tests/support/test_program.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/text_recorder.h"
#include "tests/ui/timing_fixture.h"
#include "tests/ui/window_test.h"
#include "ui/charts/roofline/view/hover_card.h"
#include "ui/models/selection.h"
#include "ui/settings/appearance.h"
#include "ui/views/widgets/message_bar.h"
#include "ui/views/window/sample_session.h"
#include "ui/views/window/start_page.h"
#include "ui/views/window/window_actions.h"
#include "ui/views/window/window_geometry.h"
#include "ui/views/window/workbench.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QSignalSpy>
#include <QSlider>
#include <QTabBar>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace rooflight;
using fixture::fakeWorker;
using fixture::patienceMs;
using fixture::tableOf;
using fixture::TestWindow;

namespace {

/// Those of the menus in it as well.
int entriesOf(const QMenu &menu)
{
    int entries = 0;
    for (const QAction *action : menu.actions()) {
        if (action->isSeparator() || !action->isVisible())
            continue;
        entries += 1 + (action->menu() ? entriesOf(*action->menu()) : 0);
    }
    return entries;
}

/// What a person can press, type into or choose from, one by one: menus, buttons, fields, boxes, tabs. The legend, of
/// as many entries as the model has kinds of layers, counts once.
QStringList controlsOf(const QMainWindow &window)
{
    QStringList controls { QStringLiteral("legend") };
    for (const QAction *menu : window.menuBar()->actions())
        controls << menu->text();
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        const bool isControl = qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QLineEdit *>(widget)
            || qobject_cast<const QComboBox *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget)
            || qobject_cast<const QSlider *>(widget);
        const auto *tabs = qobject_cast<const QTabBar *>(widget);
        if (widget->visibleRegion().isEmpty() || widget->width() == 0)
            continue;
        if (isControl && !widget->toolTip().startsWith(QLatin1String("Show or hide: ")))
            controls << widget->toolTip().left(20) + widget->accessibleName().left(20);
        for (int tab = 0; tabs && tab < tabs->count(); ++tab)
            controls << tabs->tabText(tab);
    }
    return controls;
}

/// What is written in a window: words, each with a letter or a digit, and sizes of letters.
struct Written {
    QStringList words;
    std::set<int> sizes;
};

Written writtenIn(QWidget &window)
{
    static const QRegularExpression word(QStringLiteral("\\w"));
    fixture::RecordingDevice device(window.size());
    window.render(&device);
    Written written;
    std::vector<std::pair<QString, QPointF>> read;
    for (const fixture::DrawnText &drawn : device.texts()) {
        if (!QRectF(window.rect()).intersects(drawn.outline().boundingRect()) || !drawn.text.contains(word))
            continue;
        // What is drawn again next to itself, as the halo of a name on a line, is read once.
        constexpr double haloWidth = 6;
        const QPointF place = drawn.outline().boundingRect().center();
        const bool isHalo = std::ranges::any_of(read, [&](const auto &other) {
            return other.first == drawn.text && (other.second - place).manhattanLength() < haloWidth;
        });
        if (isHalo)
            continue;
        read.emplace_back(drawn.text, place);
        written.sizes.insert(drawn.fontSize);
        for (const QString &each : drawn.text.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts)) {
            if (each.contains(word))
                written.words << each;
        }
    }
    return written;
}

/// Of twelve around the circle, those that colour at least one pixel in 5,000.
int huesIn(const QImage &picture)
{
    constexpr int hues = 12;
    constexpr int leastSaturation = 64; // below it a person sees grey
    std::map<int, int> pixels;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            const QColor color = picture.pixelColor(x, y);
            if (color.hsvSaturation() >= leastSaturation && color.value() >= leastSaturation)
                ++pixels[color.hsvHue() * hues / 360];
        }
    }
    return int(std::ranges::count_if(
        pixels, [&](const auto &hue) { return hue.second >= picture.width() * picture.height() / 5000; }));
}

/// Of the window's height.
double plotShareOf(const MainWindow &window)
{
    return double(window.workbench()->chart()->plane().height()) / window.height();
}

/// Whether two widgets beside each other ever lie on one another when one of them is painted.
class OverlapWatch : public QObject
{
public:
    OverlapWatch(QWidget *first, QWidget *second)
        : m_first(first)
        , m_second(second)
    {
        first->installEventFilter(this);
        second->installEventFilter(this);
    }

    [[nodiscard]] int paints() const { return m_paints; }
    [[nodiscard]] bool sawOverlap() const { return m_sawOverlap; }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint) {
            ++m_paints;
            m_sawOverlap = m_sawOverlap
                || (m_first->isVisible() && m_second->isVisible()
                    && m_first->geometry().intersects(m_second->geometry()));
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QWidget *m_first;
    QWidget *m_second;
    int m_paints = 0;
    bool m_sawOverlap = false;
};

} // namespace

/// What a person meets first: little, and where everything else is.
class TestFirstLook : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void keysOfAPanelGoThereAndNeverHideIt()
    {
        TestWindow window;
        fixture::openAndWait(window, m_folder.savedSession());
        QVERIFY(QTest::qWaitForWindowActive(&window));
        for (const auto &[key, name] : { std::pair(Qt::Key_9, "overviewDock"), std::pair(Qt::Key_1, "layersDock"),
                                         std::pair(Qt::Key_6, "roofsDock"), std::pair(Qt::Key_3, "logDock") }) {
            const auto *dock = window.workbench()->findChild<QDockWidget *>(name);
            for (int time = 0; time < 2; ++time) {
                QTest::keyClick(QApplication::focusWidget(), key, Qt::AltModifier);
                QVERIFY2(dock->isAncestorOf(QApplication::focusWidget()), name);
                QVERIFY2(!dock->isHidden(), name);
            }
        }
    }

    void menusAreShort()
    {
        TestWindow window;
        fixture::openAndWait(window, m_folder.savedSession());
        int entries = 0;
        for (const QAction *menu : window.menuBar()->actions())
            entries += entriesOf(*menu->menu());
        QVERIFY2(entries <= 30, qPrintable(QString::number(entries)));
    }

    void littleIsShownAtFirst()
    {
        Settings settings;
        settings.overrideWorkerCommand(fakeWorker("answer")); // what can be measured can be suggested
        settings.setLayout("docks", {});
        Session session = fixture::resnet18();
        session.latency.edit().samples.samplesNs.resize(36); // p99 needs more
        const QString path = m_folder.file("short.ridge");
        QVERIFY(writeSession(path.toStdString(), session).ok());
        MainWindow window(&settings);
        window.resize(1280, 800);
        window.show();
        fixture::openAndWait(window, path);
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto suggestions = [&window] { return window.findChildren<QAbstractButton *>("suggestion").size(); };
        QTRY_COMPARE(suggestions(), 3);
        QStringList panels;
        for (const QDockWidget *dock : window.workbench()->findChildren<QDockWidget *>()) {
            if (!dock->isHidden())
                panels << dock->objectName();
        }
        panels.sort();
        QCOMPARE(panels, (QStringList { "detailsDock", "histogramDock", "layersDock", "overviewDock", "whatIfDock" }));
        // Docks lose their titles where tabs say them.
        QTRY_VERIFY2(controlsOf(window).size() <= 25, qPrintable(controlsOf(window).join(u'\n')));
    }

    /// The sample on a usual screen, right after one click: less than can be counted is more than can be read.
    void theSampleIsTakenInAtAGlance()
    {
        Settings settings;
        settings.overrideWorkerCommand("/nowhere/worker");
        settings.overrideLook(Theme::Light, "en");
        settings.setLayout("docks", {});
        const Appearance appearance(&settings);
        MainWindow window(&settings);
        window.resize(1280, 800);
        window.show();
        fixture::openAndWait(window, sampleSession().value());
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        // Docks get their sizes, and lose their titles where tabs say them.
        QTRY_VERIFY2(plotShareOf(window) >= 0.46, qPrintable(QString::number(plotShareOf(window))));
        QTRY_VERIFY2(controlsOf(window).size() <= 25, qPrintable(controlsOf(window).join(u'\n')));
        const QStringList controls = controlsOf(window);
        const Written written = writtenIn(window);
        const int hues = huesIn(window.grab().toImage());
        const QString all = QStringLiteral("%1 controls, %2 words, %3 sizes of letters, %4 hues, plot %5 %")
                                .arg(controls.size())
                                .arg(written.words.size())
                                .arg(written.sizes.size())
                                .arg(hues)
                                .arg(100 * plotShareOf(window), 0, 'f', 1);
        qInfo("%s", qPrintable(all));
        QVERIFY2(written.words.size() <= 250, qPrintable(all + u'\n' + written.words.join(u' ')));
        QVERIFY2(written.sizes.size() <= 4, qPrintable(all));
        QVERIFY2(hues <= 6, qPrintable(all));
    }

    /// A headline of two lines has its height before it is painted.
    void theHeadlineNeverLiesOverTheFacts()
    {
        TestWindow window;
        window.resize(900, 800);
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const OverlapWatch watch(window.workbench()->findChild<QWidget *>("headline"),
                                 window.workbench()->findChild<QWidget *>("facts"));
        fixture::openAndWait(window, sampleSession().value());
        QTRY_VERIFY(watch.paints() > 0);
        window.resize(700, 800); // three lines, in smaller letters
        fixture::openAndWait(window, m_folder.savedSession());
        QTRY_VERIFY(window.workbench()->updatesEnabled());
        QVERIFY(!watch.sawOverlap());
    }

    void cardsLeaveThePlotFree()
    {
        TestWindow window;
        window.resize(1280, 800);
        fixture::openAndWait(window, m_folder.savedSession());
        const RooflinePlot &plot = fixture::plotOf(window);
        const RooflineChart *chart = window.workbench()->chart();
        const auto *view = chart->findChild<RooflineView *>();
        double largest = 0;
        for (std::size_t mark = 0; mark < plot.content().marks.size(); ++mark) {
            QTest::mouseMove(view->viewport(), view->centreOf(mark).toPoint());
            const auto *card = window.findChild<HoverCard *>();
            if (card && card->isVisible())
                largest = std::max(largest, double(card->width()) * card->height());
        }
        QVERIFY(largest > 0);
        const double part = largest / (double(chart->plane().width()) * chart->plane().height());
        QVERIFY2(part < 0.25, qPrintable(QString::number(part)));
    }

    void panelsComeWithWhatIsInThem()
    {
        Settings settings;
        settings.overrideWorkerCommand("/nowhere/worker");
        settings.setLayout("docks", {});
        Session session = fixture::resnet18();
        session.methods = fixture::methods();
        const QString path = m_folder.file("methods.ridge");
        QVERIFY(writeSession(path.toStdString(), session).ok());
        MainWindow window(&settings);
        window.show();
        const auto *benchmarks = window.workbench()->findChild<QDockWidget *>("timingDock");
        fixture::openAndWait(window, m_folder.savedSession());
        QVERIFY(benchmarks->isHidden());
        fixture::openAndWait(window, path);
        QTRY_VERIFY(!benchmarks->isHidden());
        QVERIFY(!tableOf(window)->visibleRegion().isEmpty()); // the table is still in front
        fixture::openAndWait(window, m_folder.savedSession());
        QTRY_VERIFY(benchmarks->isHidden());
    }

    /// Its only result is below the chart, in which there is nothing.
    void aSessionOfOneBenchmarkShowsIt()
    {
        Settings settings;
        settings.overrideWorkerCommand("/nowhere/worker");
        settings.setLayout("docks", {});
        Session session;
        session.sweep = fixture::allTimings().sweep;
        const QString path = m_folder.file("batches.ridge");
        QVERIFY(writeSession(path.toStdString(), session).ok());
        MainWindow window(&settings);
        window.resize(1280, 800);
        window.show();
        const auto *benchmarks = window.workbench()->findChild<QDockWidget *>("timingDock");
        const RooflineChart *chart = window.workbench()->chart();
        fixture::openAndWait(window, path);
        QTRY_VERIFY2(benchmarks->height() > chart->height(), qPrintable(QString::number(benchmarks->height())));
        fixture::openAndWait(window, m_folder.savedSession());
        QTRY_VERIFY2(plotShareOf(window) >= 0.4, qPrintable(QString::number(plotShareOf(window))));
        fixture::openAndWait(window, path);
        QTRY_VERIFY2(benchmarks->height() > chart->height(), qPrintable(QString::number(benchmarks->height())));
    }

    /// Details of a layer of another model are no answer, and what was in front is not what is wanted first.
    void aNewFileOpensWithNothingOfTheLastOne()
    {
        Settings settings;
        settings.overrideWorkerCommand("/nowhere/worker");
        const QString blocks = m_folder.file("blocks.ridge");
        QVERIFY(writeSession(blocks.toStdString(), fixture::threeBlocks()).ok());
        Session timed = fixture::resnet18();
        timed.methods = fixture::methods();
        const QString path = m_folder.file("with_methods.ridge");
        QVERIFY(writeSession(path.toStdString(), timed).ok());
        {
            MainWindow window(&settings);
            window.show();
            fixture::openAndWait(window, path);
            window.workbench()->showTiming(RequestKind::Methods);
            window.workbench()->selection()->select({ ItemId::Kind::Layer, 5 });
            fixture::openAndWait(window, blocks);
            QVERIFY(window.workbench()->selection()->selected().empty());
            QCOMPARE(tableOf(window)->currentIndex().row(), 0); // the model itself, which the details are about
            QVERIFY(!tableOf(window)->currentIndex().parent().isValid());
            fixture::openAndWait(window, path);
            window.workbench()->showTiming(RequestKind::Methods);
            window.close();
        }
        MainWindow window(&settings);
        window.show();
        fixture::openAndWait(window, path);
        QTRY_VERIFY(!tableOf(window)->visibleRegion().isEmpty()); // and no other panel in front of it
    }

    void theFirstWindowFitsItsScreen()
    {
        TestWindow first;
        QVERIFY(QTest::qWaitForWindowExposed(&first));
        const QRect room = first.screen()->availableGeometry();
        QTRY_VERIFY2(room.contains(first.frameGeometry()), qPrintable(QString::number(first.width())));
        TestWindow second; // not right on top of it
        QVERIFY(QTest::qWaitForWindowExposed(&second));
        second.resize(first.size() / 2);
        first.resize(first.size() / 2);
        first.move(room.topLeft());
        second.move(room.topLeft());
        fitIntoScreen(second, {});
        QVERIFY(first.pos() != second.pos());
    }

    /// As window managers do it: they add the frame after the window was shown.
    void aFrameThatComesLaterIsOnTheScreenToo()
    {
        QMainWindow window;
        const QRect room = window.screen()->availableGeometry();
        window.setWindowFlag(Qt::FramelessWindowHint);
        window.resize(room.size());
        new FirstPlace(&window);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QCOMPARE(window.size(), room.size());
        window.setWindowFlag(Qt::FramelessWindowHint, false);
        window.show();
        window.move(room.topLeft() + QPoint(3, 3)); // with this, the platform of the tests adds the frame
        QTRY_VERIFY(window.frameGeometry().size() != window.size());
        QTRY_VERIFY2(room.contains(window.frameGeometry()), qPrintable(QString::number(window.height())));
        window.resize(room.size()); // what somebody does later stands
        QTest::qWait(0);
        QCOMPARE(window.size(), room.size());
    }

    void anotherFileSaysWhatItStopped()
    {
        TestWindow window(fakeWorker("hang"));
        QTRY_VERIFY_WITH_TIMEOUT(window.worker()->hello().has_value(), patienceMs);
        window.open(m_folder.modelFile("slow.pt"));
        QTRY_VERIFY_WITH_TIMEOUT(window.controller()->isWorking(), patienceMs);
        QSignalSpy finished(window.controller(), &SessionController::finished);
        window.open(m_folder.savedSession());
        QTRY_VERIFY_WITH_TIMEOUT(window.showsSession(), patienceMs);
        // Whether the worker has stopped before the session was read, or after, is no news.
        QTRY_VERIFY_WITH_TIMEOUT(!window.controller()->isWorking(), patienceMs);
        QCOMPARE(finished.count(), 1);
        QCOMPARE(finished.front().front().toBool(), false);
        QCOMPARE(window.messages()->count(), 1);
        QVERIFY2(window.messages()->shownText().startsWith("The measurement of slow.pt was stopped"),
                 qPrintable(window.messages()->shownText()));
    }

    /// What stops first, the worker or the reading of the session, is not the same on every machine.
    void aSessionOpensWhateverTheWorkerDoes()
    {
        TestWindow window(fakeWorker("hang"));
        QTRY_VERIFY_WITH_TIMEOUT(window.worker()->hello().has_value(), patienceMs);
        window.open(m_folder.modelFile("slow.pt"));
        window.open(m_folder.savedSession());
        Q_EMIT window.worker()->finished(true); // earlier than any file can be read
        QVERIFY(window.messages()->shownText().startsWith("The measurement of slow.pt was stopped"));
        QCOMPARE(window.messages()->count(), 1);
        Q_EMIT window.worker()->workerLost({ ErrorCode::WorkerUnreachable, "It is gone.", {} }, false);
        QVERIFY2(window.windowTitle().startsWith("resnet18.ridge"), qPrintable(window.windowTitle())); // still opening
        QTRY_VERIFY_WITH_TIMEOUT(window.showsSession(), patienceMs);
    }

    void aNewFileIsNamedAtOnce()
    {
        TestWindow window(fakeWorker("hang"));
        fixture::openAndWait(window, m_folder.savedSession());
        const QString missing = m_folder.file("missing.ridge");
        QSignalSpy failed(window.controller(), &SessionController::failed);
        window.open(missing);
        QVERIFY(!window.showsSession());
        QVERIFY(window.windowTitle().startsWith("missing.ridge"));
        QVERIFY(failed.wait(patienceMs));
        QTRY_VERIFY(window.showsSession()); // what was shown before
        QVERIFY(window.windowTitle().startsWith("resnet18.ridge"));
    }

    void aSessionOfAFailedModelSaysWhy()
    {
        Session session;
        session.error = Error { ErrorCode::ModelFailed, "The layer \"fc\" got a wrong shape.", "Choose other inputs." };
        const QString path = m_folder.file("failed.ridge");
        QVERIFY(writeSession(path.toStdString(), session).ok());
        TestWindow window;
        fixture::openAndWait(window, path);
        QCOMPARE(window.messages()->count(), 1);
        QVERIFY(window.messages()->shownText().contains("raised an error"));
        QVERIFY(window.startPage()->isVisible()); // there is nothing else to see
    }

    void theStartPageLeadsBack()
    {
        TestWindow window;
        fixture::openAndWait(window, m_folder.savedSession());
        window.actions()->showStart->trigger();
        QVERIFY(window.startPage()->isVisible());
        const auto *recent = window.startPage()->findChild<QListWidget *>();
        QVERIFY2(recent->item(0)->text().contains(" ms"), qPrintable(recent->item(0)->text())); // what it came to
        const QList<QPushButton *> buttons = window.startPage()->findChildren<QPushButton *>();
        const auto back = std::ranges::find(buttons, QStringLiteral("← Back to resnet18.ridge"), &QPushButton::text);
        QVERIFY(back != buttons.end() && (*back)->isVisible());
        (*back)->click();
        QVERIFY(window.showsSession());
    }

private:
    fixture::SettingsFolder m_folder;
};

ROOFLIGHT_TEST(TestFirstLook)
#include "test_first_look.moc"
