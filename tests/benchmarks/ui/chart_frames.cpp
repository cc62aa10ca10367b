// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Prints how long the frames of a roofline of many points take while it is moved: the wheel zooms in and out, then a
// drag goes across. A frame is the handling of one event and the paint event that follows. Percentiles of wall time,
// and of the processor's time of this thread, which other programs do not disturb. The bar is 16.7 ms, 60 frames a
// second, for the 95th percentile. Usage: chart_frames [POINTS] [WIDTHxHEIGHT] [FRAMES]

#include "core/base/clock.h"
#include "tests/ui/session_fixture.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/charts/roofline/view/roofline_view.h"
#include "ui/models/selection.h"

#include <QApplication>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace rooflight;

namespace {

constexpr double bar = 1000.0 / 60;

struct Frames {
    std::vector<double> wallMs;
    std::vector<double> threadMs;

    template<typename Move> void time(QWidget *viewport, Move move)
    {
        const double wall = secondsOfClock(CLOCK_MONOTONIC);
        const double thread = secondsOfClock(CLOCK_THREAD_CPUTIME_ID);
        move();
        viewport->repaint();
        wallMs.push_back((secondsOfClock(CLOCK_MONOTONIC) - wall) * 1e3);
        threadMs.push_back((secondsOfClock(CLOCK_THREAD_CPUTIME_ID) - thread) * 1e3);
        QCoreApplication::processEvents();
    }
};

double percentile(std::vector<double> values, double percent)
{
    std::ranges::sort(values);
    return values[std::min(values.size() - 1, std::size_t(percent / 100 * double(values.size())))];
}

void print(const char *name, const std::vector<double> &values)
{
    std::printf("%-24s p50 %6.1f ms   p95 %6.1f ms   p99 %6.1f ms\n", name, percentile(values, 50),
                percentile(values, 95), percentile(values, 99));
}

void wheel(QWidget *viewport, int notches)
{
    const QPointF middle = QRectF(viewport->rect()).center();
    QWheelEvent event(middle, viewport->mapToGlobal(middle), {}, { 0, 120 * notches }, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(viewport, &event);
}

void mouse(QWidget *viewport, QEvent::Type type, QPointF place)
{
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, place, viewport->mapToGlobal(place), Qt::LeftButton, held, Qt::NoModifier);
    QCoreApplication::sendEvent(viewport, &event);
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", qgetenv("QT_QPA_PLATFORM").isEmpty() ? "offscreen" : qgetenv("QT_QPA_PLATFORM"));
    QApplication application(argc, argv);
    const int points = argc > 1 ? QString::fromLocal8Bit(argv[1]).toInt() : 100'000;
    const QStringList size = QString::fromLocal8Bit(argc > 2 ? argv[2] : "1200x700").split(u'x');
    const int frames = argc > 3 ? QString::fromLocal8Bit(argv[3]).toInt() : 120;

    Selection selection;
    RooflineChart chart(&selection);
    chart.resize(size.value(0).toInt(), size.value(1).toInt());
    chart.setSession(JudgedSession(fixture::large(points)));
    chart.show();
    QWidget *viewport = chart.findChild<RooflineView *>()->viewport();
    QCoreApplication::processEvents();

    Frames zooming;
    for (int frame = 0; frame < frames; ++frame)
        zooming.time(viewport, [&] { wheel(viewport, frame / 10 % 2 == 0 ? 1 : -1); });
    Frames dragging;
    const QPointF start(viewport->width() * 0.6, viewport->height() * 0.5);
    mouse(viewport, QEvent::MouseButtonPress, start);
    for (int frame = 0; frame < frames; ++frame)
        dragging.time(viewport,
                      [&] { mouse(viewport, QEvent::MouseMove, start - QPointF(frame % 60 * 4, frame % 30)); });
    mouse(viewport, QEvent::MouseButtonRelease, start);

    std::printf("%d points, %d frames each\n", points, frames);
    print("zooming", zooming.wallMs);
    print("  time of the thread", zooming.threadMs);
    print("dragging", dragging.wallMs);
    print("  time of the thread", dragging.threadMs);
    const double worst = std::max(percentile(zooming.threadMs, 95), percentile(dragging.threadMs, 95));
    std::printf("bar %.1f ms: %s\n", bar, worst <= bar ? "held" : "missed");
    return worst <= bar ? 0 : 1;
}
