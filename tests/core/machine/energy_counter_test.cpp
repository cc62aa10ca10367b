// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/machine/fake_root.h"
#include "tests/support/test_program.h"

#include <QTest>

#include "core/machine/energy_counter.h"

#include <filesystem>
#include <fstream>
#include <utility>

#include <unistd.h>

using namespace rooflight;

/// The counters of CPU packages, in folders that stand for those of the kernel's power capping framework.
class EnergyCounterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void packagesAreAddedUp();
    void partsAndOtherZonesAreNotAdded();
    void countersBeginAnew();
    void countersThatBeginAnewOftenStayExact();
    void aPackageIsCountedOnce();
    void whatMakesNoSenseIsAbsent_data();
    void whatMakesNoSenseIsAbsent();
    void rangeThatMakesNoSenseIsNone_data();
    void rangeThatMakesNoSenseIsNone();
    void oneBadReadingIsAbsent();
    void linksThatLeadInACircle();
    void filesForRootOnly();
    void machineWithoutCounters();
};

namespace {

namespace fs = std::filesystem;

const QString zones = QStringLiteral("sys/class/powercap/");
constexpr const char *rangeOfIntel = "262143328850";

struct CountedMachine {
    FakeRoot root;

    void write(const QString &path, const QByteArray &text) { QVERIFY(root.write(zones + path, text)); }
    void add(const QString &zone, const QByteArray &name, const QByteArray &microjoules)
    {
        write(zone + "/name", name + '\n');
        write(zone + "/energy_uj", microjoules + '\n');
        write(zone + "/max_energy_range_uj", QByteArray(rangeOfIntel) + '\n');
    }
    void set(const QString &zone, const QByteArray &microjoules) { write(zone + "/energy_uj", microjoules + '\n'); }
    [[nodiscard]] RaplCounter counter() const { return RaplCounter(root.path()); }
    [[nodiscard]] fs::path path(const char *zone) const { return root.path() / "sys/class/powercap" / zone; }
};

} // namespace

void EnergyCounterTest::packagesAreAddedUp()
{
    CountedMachine machine;
    machine.add("intel-rapl:0", "package-0", "1000000");
    machine.add("intel-rapl:1", "package-1", "250000000");
    machine.add("intel-rapl:2", "package-1-die-1", "0");
    RaplCounter counter = machine.counter();
    QVERIFY(counter.gap().empty());
    QCOMPARE(counter.source(), EnergySource::Rapl);
    QCOMPARE(counter.joules().value_or(-1), 0.0);
    machine.set("intel-rapl:0", "3500000"); // 2.5 J
    machine.set("intel-rapl:1", "250125000"); // 0.125 J
    machine.set("intel-rapl:2", "4000000"); // 4 J
    QCOMPARE(counter.joules().value_or(-1), 6.625);
    QCOMPARE(counter.joules().value_or(-1), 6.625);
    machine.set("intel-rapl:0", "3500001");
    QCOMPARE(counter.joules().value_or(-1), 6.625001);
}

/// Linux lists the parts of a package beside it and in it; the board, and a second way to the same package.
void EnergyCounterTest::partsAndOtherZonesAreNotAdded()
{
    CountedMachine machine;
    machine.add("intel-rapl:0", "package-0", "0");
    const QStringList others = { "intel-rapl:0:0",
                                 "intel-rapl:0:1",
                                 "intel-rapl:0/intel-rapl:0:0",
                                 "intel-rapl:1",
                                 "intel-rapl-mmio:0",
                                 "intel-rapl-mmio:0/x:0:0",
                                 "intel-rapl:",
                                 "dtpm:0" };
    const QList<QByteArray> names = { "core",      "uncore",    "core",      "psys",
                                      "package-0", "package-0", "package-9", "package-9" };
    for (qsizetype i = 0; i < others.size(); ++i)
        machine.add(others[i], names[i], "0");
    RaplCounter counter = machine.counter();
    for (const QString &zone : others)
        machine.set(zone, "700000000");
    machine.set("intel-rapl:0", "20000000");
    QCOMPARE(counter.joules().value_or(-1), 20.0);
}

void EnergyCounterTest::countersBeginAnew()
{
    CountedMachine machine;
    machine.add("intel-rapl:0", "package-0", "262143000000");
    RaplCounter counter = machine.counter();
    machine.set("intel-rapl:0", "9671150"); // 328,850 uJ to the end, and these
    QCOMPARE(counter.joules().value_or(-1), 10.0);
}

/// A range of 1 J, of which 0.75 J pass at a time.
void EnergyCounterTest::countersThatBeginAnewOftenStayExact()
{
    CountedMachine machine;
    machine.add("intel-rapl:0", "package-0", "0");
    machine.write("intel-rapl:0/max_energy_range_uj", "1000000");
    RaplCounter counter = machine.counter();
    for (int i = 1; i <= 100; ++i) {
        machine.set("intel-rapl:0", QByteArray::number(i * 750'000 % 1'000'000));
        QCOMPARE(counter.joules().value_or(-1), 0.75 * i);
    }
}

void EnergyCounterTest::aPackageIsCountedOnce()
{
    CountedMachine machine;
    machine.add("intel-rapl:0", "package-0", "0");
    fs::create_directory_symlink("intel-rapl:0", machine.path("intel-rapl:1"));
    RaplCounter counter = machine.counter();
    machine.set("intel-rapl:0", "5000000");
    QCOMPARE(counter.joules().value_or(-1), 5.0);
}

void EnergyCounterTest::whatMakesNoSenseIsAbsent_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("negative") << QByteArray("-1");
    QTest::newRow("beyond 64 bits") << QByteArray("18446744073709551616");
    QTest::newRow("beyond 63 bits") << QByteArray("9223372036854775808");
    QTest::newRow("above its range") << QByteArray("262143328851");
    QTest::newRow("words") << QByteArray("many");
    QTest::newRow("a number and words") << QByteArray("12 J");
    QTest::newRow("a fraction") << QByteArray("1.5");
    QTest::newRow("an exponent") << QByteArray("1e3");
    QTest::newRow("no number") << QByteArray("nan");
    QTest::newRow("two numbers") << QByteArray("1\n2");
    QTest::newRow("a byte of zero") << QByteArray("12\0", 3);
    QTest::newRow("megabytes of digits") << QByteArray(4'000'000, '7');
}

void EnergyCounterTest::whatMakesNoSenseIsAbsent()
{
    QFETCH(QByteArray, text);
    CountedMachine machine;
    machine.add("intel-rapl:0", "package-0", "5");
    machine.write("intel-rapl:0/energy_uj", text);
    const FoundEnergyCounter found = cpuEnergyCounter(machine.root.path());
    QVERIFY(!found.counter);
    QCOMPARE(found.reason.text, std::string("its counter gives no number that makes sense"));
    QVERIFY(!machine.counter().joules());
}

void EnergyCounterTest::rangeThatMakesNoSenseIsNone_data()
{
    QTest::addColumn<QByteArray>("range");
    QTest::newRow("none") << QByteArray();
    QTest::newRow("negative") << QByteArray("-5");
    QTest::newRow("zero") << QByteArray("0");
    QTest::newRow("the largest number") << QByteArray("9223372036854775807");
    QTest::newRow("words") << QByteArray("endless");
}

/// The counter counts, but where it begins anew is not known.
void EnergyCounterTest::rangeThatMakesNoSenseIsNone()
{
    QFETCH(QByteArray, range);
    CountedMachine machine;
    machine.add("intel-rapl:0", "package-0", "1000000");
    machine.write("intel-rapl:0/max_energy_range_uj", range);
    RaplCounter counter = machine.counter();
    machine.set("intel-rapl:0", "2000000");
    QCOMPARE(counter.joules().value_or(-1), 1.0);
    machine.set("intel-rapl:0", "1500000");
    QVERIFY(!counter.joules());
}

void EnergyCounterTest::oneBadReadingIsAbsent()
{
    CountedMachine machine;
    machine.add("intel-rapl:0", "package-0", "1000000");
    machine.add("intel-rapl:1", "package-1", "1000000");
    RaplCounter counter = machine.counter();
    machine.set("intel-rapl:1", "-7");
    QVERIFY(!counter.joules());
    QVERIFY(fs::remove(machine.path("intel-rapl:0") / "energy_uj"));
    QVERIFY(!counter.joules());
}

void EnergyCounterTest::linksThatLeadInACircle()
{
    CountedMachine machine;
    machine.add("intel-rapl:0", "package-0", "0");
    fs::create_directory_symlink("intel-rapl:8", machine.path("intel-rapl:7"));
    fs::create_directory_symlink("intel-rapl:7", machine.path("intel-rapl:8"));
    fs::create_directory_symlink("..", machine.path("intel-rapl:6"));
    machine.write("intel-rapl:3/energy_uj", "1");
    fs::create_symlink("name", machine.path("intel-rapl:3") / "name");
    RaplCounter counter = machine.counter();
    machine.set("intel-rapl:0", "3000000");
    QCOMPARE(counter.joules().value_or(-1), 3.0);
    // Nor is a link read in the place of a number.
    fs::rename(machine.path("intel-rapl:0") / "energy_uj", machine.path("intel-rapl:0") / "other");
    fs::create_symlink("other", machine.path("intel-rapl:0") / "energy_uj");
    QVERIFY(!counter.joules());
}

/// As Linux has it since CVE-2020-8694.
void EnergyCounterTest::filesForRootOnly()
{
    CountedMachine machine;
    machine.add("intel-rapl:0", "package-0", "5");
    const fs::path file = machine.path("intel-rapl:0") / "energy_uj";
    fs::permissions(machine.root.path(), fs::perms::all);
    for (const fs::directory_entry &entry : fs::recursive_directory_iterator(machine.root.path()))
        fs::permissions(entry, fs::perms::all); // whatever the umask
    fs::permissions(file, fs::perms::owner_read);
    const bool isRoot = geteuid() == 0;
    constexpr uid_t other = 65534;
    if (isRoot)
        QCOMPARE(seteuid(other), 0);
    else
        fs::permissions(file, fs::perms::none);
    if (!isRoot && std::ifstream(file).good())
        QSKIP("root may read everything"); // and so may this process, which has root's rights to read
    const FoundEnergyCounter found = cpuEnergyCounter(machine.root.path());
    if (isRoot)
        QCOMPARE(seteuid(0), 0);
    QVERIFY(!found.counter);
    QCOMPARE(found.reason.text, std::string("its counter can be read by root only"));
}

void EnergyCounterTest::machineWithoutCounters()
{
    CountedMachine machine;
    QCOMPARE(cpuEnergyCounter(machine.root.path()).reason.text, std::string("this machine has no counter"));
    machine.add("intel-rapl:0", "psys", "5");
    const FoundEnergyCounter found = cpuEnergyCounter(machine.root.path());
    QVERIFY(!found.counter);
    QCOMPARE(found.reason.text, std::string("this machine has no counter"));
}

ROOFLIGHT_TEST(EnergyCounterTest)
#include "energy_counter_test.moc"
