// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/machine/worker_team.h"

#include <array>
#include <atomic>

using namespace rooflight;

namespace {

void work(int)
{
    std::atomic<int> sum = 0;
    for (int i = 0; i < 1'000'000; ++i)
        sum += i % 3;
}

} // namespace

class WorkerTeamTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyWorkerWorksOnce();
    void timeIsStretchedToWhatThreadsMayRun();
};

void WorkerTeamTest::everyWorkerWorksOnce()
{
    WorkerTeam team(3, {});
    for (int run = 1; run <= 2; ++run) {
        std::array<std::atomic<int>, 3> works {};
        std::array<std::atomic<int>, 3> afters {};
        team.run([&works](int worker) { ++works[static_cast<std::size_t>(worker)]; },
                 [&afters](int worker) { ++afters[static_cast<std::size_t>(worker)]; });
        for (std::size_t worker = 0; worker < 3; ++worker) {
            QCOMPARE(works[worker].load(), 1);
            QCOMPARE(afters[worker].load(), 1);
        }
    }
}

void WorkerTeamTest::timeIsStretchedToWhatThreadsMayRun()
{
    WorkerTeam free(2, {});
    QVERIFY(free.run(work) > 0);
    QVERIFY(free.longestThreadSeconds() > 0);
    QCOMPARE(free.ownSeconds(), free.longestThreadSeconds());
    WorkerTeam heldBack(2, {}, 0.25);
    const double seconds = heldBack.run(work);
    QCOMPARE(seconds, 4 * heldBack.longestThreadSeconds());
    QCOMPARE(heldBack.ownSeconds(), seconds);
}

ROOFLIGHT_TEST(WorkerTeamTest)
#include "worker_team_test.moc"
