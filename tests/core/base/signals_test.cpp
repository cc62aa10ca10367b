// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/signals.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <csignal>
#include <string>

using namespace rooflight;

class SignalsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void signalRequestsAStop();
    void signalsHaveNames();
};

void SignalsTest::signalRequestsAStop()
{
    const std::stop_token stop = stopOnSignals({ SIGUSR1, SIGUSR2 });
    QVERIFY(!stop.stop_requested());
    std::raise(SIGUSR2);
    QVERIFY(stop.stop_requested());
    std::signal(SIGUSR1, SIG_DFL);
    std::signal(SIGUSR2, SIG_DFL);
}

/// A model may raise one that has no name.
void SignalsTest::signalsHaveNames()
{
    QCOMPARE(signalName(SIGSEGV), "SIGSEGV");
    QCOMPARE(signalDescription(SIGSEGV), "Segmentation fault");
    const std::string number = std::to_string(SIGRTMIN);
    QCOMPARE(signalName(SIGRTMIN), number);
    QCOMPARE(signalDescription(SIGRTMIN), "signal " + number);
}

ROOFLIGHT_TEST(SignalsTest)
#include "signals_test.moc"
