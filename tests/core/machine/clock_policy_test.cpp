// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/machine/fake_root.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "core/machine/cpu_device.h"

using namespace rooflight;

class ClockPolicyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatTheSystemTells_data();
    void tellsWhatTheSystemTells();
};

using Files = QList<QPair<QString, QByteArray>>;
Q_DECLARE_METATYPE(Files)

/// Names and values as the kernel's documentation has them (admin-guide/pm: cpufreq, intel_pstate, amd-pstate).
void ClockPolicyTest::tellsWhatTheSystemTells_data()
{
    QTest::addColumn<Files>("files");
    QTest::addColumn<QString>("policy");
    QTest::newRow("nothing") << Files {} << QString();
    QTest::newRow("intel_pstate") << Files { { "cpufreq/policy0/scaling_governor", "powersave\n" },
                                             { "cpufreq/policy0/energy_performance_preference",
                                               "balance_performance\n" },
                                             { "cpufreq/policy0/scaling_max_freq", "4900000\n" },
                                             { "intel_pstate/no_turbo", "0\n" } }
                                  << "governor powersave, preference balance_performance, at most 4.90 GHz, turbo on";
    QTest::newRow("acpi-cpufreq, boost off") << Files { { "cpufreq/policy0/scaling_governor", "performance\n" },
                                                        { "cpufreq/policy0/scaling_max_freq", "2400000\n" },
                                                        { "cpufreq/boost", "0\n" } }
                                             << "governor performance, at most 2.40 GHz, turbo off";
    QTest::newRow("what cannot be read as a number")
        << Files { { "cpufreq/policy0/scaling_max_freq", "<unknown>\n" }, { "cpufreq/boost", "1\n" } } << "turbo on";
}

void ClockPolicyTest::tellsWhatTheSystemTells()
{
    QFETCH(Files, files);
    FakeRoot root;
    for (const auto &[path, text] : files)
        QVERIFY(root.write("sys/devices/system/cpu/" + path, text));
    const QString policy = QString::fromStdString(cpuClockPolicy(root.path()));
    QTEST(policy, "policy");
}

ROOFLIGHT_TEST(ClockPolicyTest)
#include "clock_policy_test.moc"
