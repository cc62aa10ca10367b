// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/stop_on_signal.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <csignal>

using namespace rooflight;

class StopOnSignalTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void signalRequestsAStop();
};

void StopOnSignalTest::signalRequestsAStop()
{
    const std::stop_token stop = stopOnSignals({ SIGUSR1, SIGUSR2 });
    QVERIFY(!stop.stop_requested());
    std::raise(SIGUSR2);
    QVERIFY(stop.stop_requested());
    std::signal(SIGUSR1, SIG_DFL);
    std::signal(SIGUSR2, SIG_DFL);
}

ROOFLIGHT_TEST(StopOnSignalTest)
#include "stop_on_signal_test.moc"
