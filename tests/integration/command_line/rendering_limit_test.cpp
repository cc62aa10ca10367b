// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/run_command.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <thread>

using namespace rooflight;

namespace {

constexpr double limitSeconds = 0.1;

/// Of a process that works under the limit and ends well.
int statusOf(double seconds, const std::function<void()> &work)
{
    const pid_t process = fork();
    if (process == 0) {
        {
            const RenderingLimit limit(seconds, "m.pt");
            work();
        }
        _exit(0);
    }
    int status = 0;
    waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void compute(std::chrono::milliseconds time)
{
    const std::clock_t end = std::clock() + time.count() * (CLOCKS_PER_SEC / 1000);
    while (std::clock() < end)
        ;
}

} // namespace

/// The time limit of a request holds for laying out what it brought.
class RenderingLimitTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void endsWhatComputesTooLong()
    {
        QCOMPARE(statusOf(limitSeconds, [] { compute(std::chrono::seconds(20)); }), 6);
    }

    void waitsForSlowReaders()
    {
        QCOMPARE(statusOf(limitSeconds, [] { std::this_thread::sleep_for(std::chrono::milliseconds(400)); }), 0);
    }

    void leavesOthersAlone()
    {
        QCOMPARE(statusOf(limitSeconds, [] {}), 0);
        QCOMPARE(statusOf(0, [] { compute(std::chrono::milliseconds(300)); }), 0);
    }
};

ROOFLIGHT_TEST(RenderingLimitTest)
#include "rendering_limit_test.moc"
