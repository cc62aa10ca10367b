// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/cpu_device.h"
#include "core/roofs/cache/roofs_cache.h"
#include "core/service/steps/hello.h"
#include "core/service/steps/kept_files.h"
#include "tests/core/service/request_run_fixture.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <limits>

using namespace rooflight;

/// Roofs in a file of the user's: whatever lies there, they are read, or measured again.
class KeptRoofsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void comeBack();
    void helloNamesThem();
    void missingLaunchesAreNamedEachTime();
    void insaneOnesAreRefused_data();
    void insaneOnesAreRefused();
    void insaneCurvesAreRefused_data();
    void insaneCurvesAreRefused();
    void damagedTextIsRefused();
    void oddFilesAreIgnoredAndReplaced_data();
    void oddFilesAreIgnoredAndReplaced();
    void ofAnotherDeviceAreIgnored();
    void oneMeasuresAtATime();

private:
    std::unique_ptr<QTemporaryDir> m_cache;
};

namespace {

DeviceRoofs cpuRoofs()
{
    DeviceRoofs made;
    made.device.kind = "cpu";
    made.device.name = "test";
    made.device.threads = 1;
    made.clockPolicy = "fixed";
    Roof roof;
    roof.limit = MemoryLimit { MemoryLevel::Dram, MemoryPattern::Read };
    roof.name = "DRAM read";
    roof.value = 2e10;
    roof.interval = { 1.9e10, 2.1e10 };
    roof.samples = { 1.9e10, 2e10, 2.1e10 };
    made.roofs = { roof };
    return made;
}

std::string cacheFileOf(const DeviceRoofs &measured)
{
    return peaksCachePath(measured.device).string();
}

} // namespace

void KeptRoofsTest::init()
{
    m_cache = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", m_cache->path().toLocal8Bit());
}

void KeptRoofsTest::comeBack()
{
    QVERIFY(!keptRoofs(cpuRoofs().device, "fixed"));
    keepRoofs(cpuRoofs());
    DeviceRoofs expected = cpuRoofs();
    expected.cached = true;
    QVERIFY(keptRoofs(cpuRoofs().device, "fixed") == expected);
    QVERIFY(!keptRoofs(cpuRoofs().device, "powersave"));
}

void KeptRoofsTest::helloNamesThem()
{
    QVERIFY(makeHello().keptRoofs.empty());
    DeviceRoofs measured = cpuRoofs();
    measured.device = cpuDevice();
    measured.measuredAt = "2026-01-02T03:04:05Z";
    keepRoofs(measured);
    const std::vector<KeptRoofs> expected { { "cpu", "2026-01-02T03:04:05Z" } };
    QVERIFY(makeHello().keptRoofs == expected);
}

/// Not only by the run that could not measure them.
void KeptRoofsTest::missingLaunchesAreNamedEachTime()
{
    const auto missing = [] {
        Request request;
        request.id = 7;
        request.kind = RequestKind::Peaks;
        request.threads = 1;
        const std::vector<RecordBody> records = fixture::recordsOf(request, {});
        std::string codes;
        for (const RecordBody &body : records) {
            if (const auto *notice = std::get_if<Notice>(&body))
                codes += notice->code + ' ';
            else if (const auto *roofs = std::get_if<DeviceRoofs>(&body))
                codes += roofs->cached ? "kept " : "measured ";
        }
        return codes;
    };
    DeviceRoofs measured = cpuRoofs();
    measured.device = cpuDevice(1);
    measured.clockPolicy = cpuSpeedPolicy();
    measured.effort = name(Effort::Normal);
    keepRoofs(measured);
    QCOMPARE(missing(), "no_operator_floor kept ");
    QCOMPARE(missing(), "no_operator_floor kept ");
    Roof launch;
    launch.limit = LaunchLimit { LaunchPattern::Operator };
    launch.name = "Operator (LibTorch)";
    launch.value = 1e-6;
    launch.interval = { 0.9e-6, 1.1e-6 };
    launch.samples = { 0.9e-6, 1e-6, 1.1e-6 };
    measured.roofs.push_back(launch);
    keepRoofs(measured);
    QCOMPARE(missing(), "kept ");
}

void KeptRoofsTest::insaneOnesAreRefused_data()
{
    QTest::addColumn<double>("value");
    QTest::newRow("negative") << -2e10;
    QTest::newRow("zero") << 0.0;
    QTest::newRow("endless") << std::numeric_limits<double>::infinity();
    QTest::newRow("none") << std::numeric_limits<double>::quiet_NaN();
    QTest::newRow("a thousand times its samples") << 2e13;
    QTest::newRow("a thousandth of its samples") << 2e7;
}

void KeptRoofsTest::insaneOnesAreRefused()
{
    QFETCH(double, value);
    DeviceRoofs forged = cpuRoofs();
    forged.roofs.front().value = value;
    QVERIFY(!areSound(forged));
    QVERIFY(!roofsIn(keptText(forged)));
    keepRoofs(forged);
    QVERIFY(!QFile::exists(QString::fromStdString(cacheFileOf(forged))));
}

void KeptRoofsTest::insaneCurvesAreRefused_data()
{
    QTest::addColumn<CurvePoint>("point");
    QTest::addColumn<bool>("sound");
    QTest::newRow("sound") << CurvePoint { 4096, 80e9, { 79e9, 81e9 } } << true;
    QTest::newRow("no footprint") << CurvePoint { 0, 80e9, { 79e9, 81e9 } } << false;
    QTest::newRow("negative") << CurvePoint { 4096, -80e9, { -81e9, -79e9 } } << false;
    QTest::newRow("more than any memory") << CurvePoint { 4096, 3e17, { 2e17, 4e17 } } << false;
    QTest::newRow("interval beside it") << CurvePoint { 4096, 80e9, { 10e9, 20e9 } } << false;
}

/// A curve that judges nothing is none to keep.
void KeptRoofsTest::insaneCurvesAreRefused()
{
    QFETCH(CurvePoint, point);
    DeviceRoofs roofs = cpuRoofs();
    roofs.curves = { { CurvePattern::Read, { point } } };
    QTEST(areSound(roofs), "sound");
}

void KeptRoofsTest::damagedTextIsRefused()
{
    const std::string text = keptText(cpuRoofs());
    QVERIFY(roofsIn(text));
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string damaged = text;
        damaged[i] = static_cast<char>(damaged[i] ^ 1);
        QVERIFY(!roofsIn(damaged));
        QVERIFY(!roofsIn(text.substr(0, i)));
    }
}

void KeptRoofsTest::oddFilesAreIgnoredAndReplaced_data()
{
    QTest::addColumn<int>("kind");
    QTest::newRow("folder") << 0;
    QTest::newRow("pipe") << 1;
    QTest::newRow("device") << 2;
    QTest::newRow("text") << 3;
}

void KeptRoofsTest::oddFilesAreIgnoredAndReplaced()
{
    QFETCH(int, kind);
    const QString path = QString::fromStdString(cacheFileOf(cpuRoofs()));
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    if (kind == 0) {
        QVERIFY(QDir().mkpath(path));
    } else if (kind == 1) {
        QCOMPARE(mkfifo(qPrintable(path), 0600), 0);
    } else if (kind == 2) {
        QVERIFY(QFile::link(QStringLiteral("/dev/zero"), path));
    } else {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("hello\n") > 0);
    }
    QVERIFY(!keptRoofs(cpuRoofs().device, "fixed"));
    keepRoofs(cpuRoofs());
    QVERIFY(keptRoofs(cpuRoofs().device, "fixed"));
}

void KeptRoofsTest::ofAnotherDeviceAreIgnored()
{
    keepRoofs(cpuRoofs());
    DeviceRoofs other = cpuRoofs();
    other.device.name = "another";
    QVERIFY(QFile::copy(QString::fromStdString(cacheFileOf(cpuRoofs())), QString::fromStdString(cacheFileOf(other))));
    QVERIFY(!keptRoofs(other.device, "fixed"));
}

void KeptRoofsTest::oneMeasuresAtATime()
{
    const auto path = peaksCachePath(cpuRoofs().device);
    {
        const auto held = RoofsLock::tryLock(path);
        QVERIFY(held);
        QVERIFY(!RoofsLock::tryLock(path)); // an open file of its own, as another process has it
    }
    QVERIFY(RoofsLock::tryLock(path));
}

ROOFLIGHT_TEST(KeptRoofsTest)
#include "kept_roofs_test.moc"
