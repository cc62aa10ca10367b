// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/machine/fake_root.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "core/machine/cpu_sensors.h"

using namespace rooflight;

class CpuSensorsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void clockIsThatOfTheFastest();
    void temperatureIsTheHighestOfTheCpus_data();
    void temperatureIsTheHighestOfTheCpus();
    void powerIsEnergyOverTime();
    void energyCountersWrap();
    void energyThatIsKeptSecretIsAbsent();
    void slowdownIsToldOnce();
    void machineThatTellsNothing();
};

namespace {

const QString cpu0 = QStringLiteral("sys/devices/system/cpu/cpu0/");
const QString cpu1 = QStringLiteral("sys/devices/system/cpu/cpu1/");
const QString package0 = QStringLiteral("sys/class/powercap/intel-rapl:0/");
const QString package1 = QStringLiteral("sys/class/powercap/intel-rapl:1/");

/// A machine with sensors, and its clock.
struct Machine {
    FakeRoot root;
    double seconds = 100;

    void write(const QString &path, const QByteArray &text) { QVERIFY(root.write(path, text + '\n')); }

    CpuSensors sensors()
    {
        return CpuSensors(root.path(), [this] { return seconds; });
    }

    void addPackage(const QString &folder, const QByteArray &name, const QByteArray &microjoule)
    {
        write(folder + "name", name);
        write(folder + "energy_uj", microjoule);
        write(folder + "max_energy_range_uj", "262143328850");
    }
};

} // namespace

void CpuSensorsTest::clockIsThatOfTheFastest()
{
    Machine machine;
    machine.write(cpu0 + "cpufreq/scaling_cur_freq", "1200000");
    machine.write(cpu1 + "cpufreq/scaling_cur_freq", "3700250");
    machine.write("sys/devices/system/cpu/cpufreq/boost", "1");
    CpuSensors sensors = machine.sensors();
    QCOMPARE(sensors.read().clockHz.value_or(0), 3.70025e9);
    machine.write(cpu1 + "cpufreq/scaling_cur_freq", "<unknown>");
    QCOMPARE(sensors.read().clockHz.value_or(0), 1.2e9);
}

void CpuSensorsTest::temperatureIsTheHighestOfTheCpus_data()
{
    QTest::addColumn<QStringList>("sensors"); // name=millidegrees
    QTest::addColumn<double>("expected"); // 0: none
    QTest::newRow("Intel") << QStringList { "coretemp=64000" } << 64.0;
    QTest::newRow("AMD") << QStringList { "k10temp=71375" } << 71.375;
    QTest::newRow("two packages") << QStringList { "coretemp=64000", "coretemp=66000" } << 66.0;
    QTest::newRow("disks are none") << QStringList { "nvme=85000", "k10temp=50000" } << 50.0;
    QTest::newRow("broken") << QStringList { "coretemp=-40000", "coretemp=255000" } << 0.0;
    QTest::newRow("none") << QStringList { "acpitz=20000" } << 0.0;
}

void CpuSensorsTest::temperatureIsTheHighestOfTheCpus()
{
    QFETCH(QStringList, sensors);
    QFETCH(double, expected);
    Machine machine;
    for (qsizetype i = 0; i < sensors.size(); ++i) {
        const QStringList parts = sensors[i].split('=');
        const QString folder = QStringLiteral("sys/class/hwmon/hwmon%1/").arg(i);
        machine.write(folder + "name", parts[0].toUtf8());
        machine.write(folder + "temp1_input", parts[1].toUtf8());
        machine.write(folder + "temp1_max", "99000");
    }
    QCOMPARE(machine.sensors().read().temperatureCelsius.value_or(0), expected);
    machine.write("sys/class/thermal/thermal_zone0/type", "x86_pkg_temp");
    machine.write("sys/class/thermal/thermal_zone0/temp", "90000");
    QCOMPARE(machine.sensors().read().temperatureCelsius.value_or(0), 90.0);
}

void CpuSensorsTest::powerIsEnergyOverTime()
{
    Machine machine;
    machine.addPackage(package0, "package-0", "5000000");
    machine.addPackage(package1, "package-1", "70000000");
    machine.addPackage(QStringLiteral("sys/class/powercap/intel-rapl:0:0/"), "core", "1");
    machine.addPackage(QStringLiteral("sys/class/powercap/intel-rapl:2/"), "psys", "1");
    CpuSensors sensors = machine.sensors();
    machine.seconds += 2;
    machine.write(package0 + "energy_uj", "105000000"); // 100 J
    machine.write(package1 + "energy_uj", "120000000"); // 50 J
    machine.write("sys/class/powercap/intel-rapl:0:0/energy_uj", "80000000");
    machine.write("sys/class/powercap/intel-rapl:2/energy_uj", "300000000");
    QCOMPARE(sensors.read().powerWatts.value_or(0), 75.0);
    machine.seconds += 1;
    QCOMPARE(sensors.read().powerWatts.value_or(-1), 0.0);
    QVERIFY(!sensors.read().powerWatts); // no time has passed
}

void CpuSensorsTest::energyCountersWrap()
{
    Machine machine;
    machine.addPackage(package0, "package-0", "262143000000");
    CpuSensors sensors = machine.sensors();
    machine.seconds += 1;
    machine.write(package0 + "energy_uj", "9671150"); // 328,850 uJ to the end, and these
    QCOMPARE(sensors.read().powerWatts.value_or(0), 10.0);
}

void CpuSensorsTest::energyThatIsKeptSecretIsAbsent()
{
    Machine machine;
    machine.write(package0 + "name", "package-0");
    CpuSensors sensors = machine.sensors();
    machine.seconds += 1;
    QVERIFY(!sensors.read().powerWatts);
}

void CpuSensorsTest::slowdownIsToldOnce()
{
    Machine machine;
    machine.write(cpu0 + "thermal_throttle/core_throttle_count", "3");
    machine.write(cpu1 + "thermal_throttle/package_throttle_count", "5");
    CpuSensors sensors = machine.sensors();
    QVERIFY(!sensors.read().thermalSlowdown);
    machine.write(cpu1 + "thermal_throttle/package_throttle_count", "6");
    QVERIFY(sensors.read().thermalSlowdown);
    QVERIFY(!sensors.read().thermalSlowdown);
}

void CpuSensorsTest::machineThatTellsNothing()
{
    Machine machine;
    QVERIFY(machine.sensors().read() == Telemetry {});
}

ROOFLIGHT_TEST(CpuSensorsTest)
#include "cpu_sensors_test.moc"
