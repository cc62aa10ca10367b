// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTest>
#include <QUrl>

#include "core/roofline/footprint_roofs.h"
#include "core/roofline/judging_roofs.h"
#include "core/roofline/point.h"
#include "core/roofs/datasheet/device_sheet.h"

#include <cmath>

using namespace rooflight;

namespace {

QJsonObject dataFile()
{
    QFile file(ROOFLIGHT_DEVICES);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

QByteArray textOf(const std::string &text)
{
    return QByteArray::fromStdString(text);
}

const DeviceSheet &sheet(const char *name)
{
    const auto found = sheetsNamed(name);
    Q_ASSERT(found.size() == 1);
    return *found.front();
}

double rate(const DeviceSheet &sheet, Precision precision, ArithmeticUnit unit)
{
    const SheetRate *found = rateOf(sheet, precision, unit);
    return found ? found->flopPerSecond : 0;
}

/// Values of one multiprocessor in a cycle, from NVIDIA's architecture white papers: lanes, dense fp16 multiply-adds.
struct Chip {
    int computeCapability;
    double fp32Lanes;
    double fp16MultiplyAdds;
};
constexpr Chip chips[] = { { 70, 64, 512 },  { 75, 64, 512 },   { 80, 64, 1024 }, { 86, 128, 512 },
                           { 89, 128, 512 }, { 90, 128, 2048 }, { 100, 128, 0 },  { 120, 128, 512 } };

const Chip *chipOf(const DeviceSheet &sheet)
{
    for (const Chip &chip : chips) {
        if (sheet.computeCapability == chip.computeCapability)
            return &chip;
    }
    return nullptr;
}

} // namespace

/// Holds the data file to its form, its sources and the arithmetic behind its figures.
class DeviceSheetTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fileHasItsForm();
    void everyFigureHasASource();
    void figuresAreDenseAndInSiUnits();
    void figuresFollowFromTheAttributes();
    void processorsFollowFromCoresAndClock();
    void devicesAreFoundByReportedName();
    void devicesAreFoundByAPerson();
    void sheetBecomesRoofs();
    void pointsStandUnderOtherRoofs();
    void publishedMemoryFillsGaps();
    void blackwellIsAsItsDriverSays();
};

void DeviceSheetTest::fileHasItsForm()
{
    const QJsonObject file = dataFile();
    QCOMPARE(file["format"].toString(), "rooflight.devices");
    QCOMPARE(file["version"].toInt(), 1);
    const QSet<QString> keys = { "name", "kind", "reported_names", "attributes", "compute", "memory" };
    const QSet<QString> attributes = { "compute_capability", "multiprocessors", "cores",
                                       "clock_hz",           "tensor_clock_hz", "source" };
    QSet<QString> names;
    QSet<QString> reported;
    for (const QJsonValue &value : file["devices"].toArray()) {
        const QJsonObject device = value.toObject();
        const QString name = device["name"].toString();
        QVERIFY2(!name.isEmpty() && !names.contains(name), qPrintable(name));
        names.insert(name);
        const QStringList own = device.keys();
        QCOMPARE(QSet<QString>(own.begin(), own.end()), keys);
        QVERIFY(QSet<QString>({ "cuda", "cpu", "gpu" }).contains(device["kind"].toString()));
        const QStringList known = device["attributes"].toObject().keys();
        QVERIFY2(attributes.contains(QSet<QString>(known.begin(), known.end())), qPrintable(name));
        for (const QJsonValue &alias : device["reported_names"].toArray()) {
            QVERIFY2(!reported.contains(alias.toString()), qPrintable(alias.toString()));
            reported.insert(alias.toString());
        }
    }
    QVERIFY(names.size() >= 30);
    QCOMPARE(deviceSheets().size(), std::size_t(names.size()));
}

void DeviceSheetTest::everyFigureHasASource()
{
    const QJsonObject sources = dataFile()["sources"].toObject();
    QSet<QString> used;
    for (const QJsonValue &value : dataFile()["devices"].toArray()) {
        const QString ofAttributes = value["attributes"]["source"].toString();
        QVERIFY2(ofAttributes.isEmpty() || sources.contains(ofAttributes), qPrintable(ofAttributes));
        used.insert(ofAttributes);
        for (const char *part : { "compute", "memory" }) {
            const QJsonArray figures = value[part].toArray();
            QVERIFY2(!figures.isEmpty(), qPrintable(value["name"].toString()));
            for (const QJsonValue &figure : figures) {
                const QString source = figure["source"].toString();
                QVERIFY2(sources.contains(source), qPrintable(value["name"].toString() + ": " + source));
                used.insert(source);
            }
        }
    }
    for (const QString &key : sources.keys()) {
        const QJsonObject source = sources[key].toObject();
        QVERIFY2(used.contains(key), qPrintable(key));
        QVERIFY(!source["title"].toString().isEmpty());
        const QUrl address(source["address"].toString(), QUrl::StrictMode);
        QVERIFY2(address.isValid() && address.scheme() == "https" && !address.host().isEmpty(), qPrintable(key));
    }
}

void DeviceSheetTest::figuresAreDenseAndInSiUnits()
{
    for (const DeviceSheet &sheet : deviceSheets()) {
        QSet<QByteArray> seen;
        for (const SheetRate &rate : sheet.compute) {
            const QByteArray what =
                textOf(sheet.name + ' ' + std::string(rate.precision.name()) + ' ' + std::string(rate.unit.name()));
            QVERIFY2(!seen.contains(what), what);
            seen.insert(what);
            QVERIFY2(rate.precision.value(), what);
            QVERIFY2(rate.unit == ArithmeticUnit::Vector || rate.unit == ArithmeticUnit::Tensor, what);
            QVERIFY2(rate.flopPerSecond > 1e11 && rate.flopPerSecond < 2e16, what);
        }
        bool hasMainMemory = false;
        for (const SheetMemory &memory : sheet.memory) {
            hasMainMemory = hasMainMemory || (memory.level == MemoryLevel::Dram && memory.bytePerSecond);
            QVERIFY(memory.bytePerSecond || memory.capacityBytes > 0);
            QVERIFY(!memory.bytePerSecond || (*memory.bytePerSecond > 1e10 && *memory.bytePerSecond < 1e14));
            QVERIFY(memory.capacityBytes == 0
                    || (memory.capacityBytes >= (1 << 20) && memory.capacityBytes <= std::int64_t(1) << 30));
        }
        QVERIFY2(hasMainMemory, textOf(sheet.name));
        // Sparse figures, the usual mistake, would show as twice the step from one width to the next.
        const double fp16 = rate(sheet, Precision::Fp16, ArithmeticUnit::Tensor);
        const double fp8 = rate(sheet, Precision::Fp8, ArithmeticUnit::Tensor);
        const double tf32 = rate(sheet, Precision::Tf32, ArithmeticUnit::Tensor);
        if (fp16 > 0 && fp8 > 0)
            QVERIFY2(std::abs(fp8 / fp16 - 2) < 0.03, textOf(sheet.name));
        if (fp16 > 0 && tf32 > 0)
            QVERIFY2(std::abs(fp16 / tf32 - 2) < 0.03, textOf(sheet.name));
    }
}

void DeviceSheetTest::figuresFollowFromTheAttributes()
{
    int compared = 0;
    for (const DeviceSheet &sheet : deviceSheets()) {
        const Chip *chip = chipOf(sheet);
        if (!chip || !sheet.clockHz || !sheet.multiprocessors)
            continue;
        const double flopPerCycle = 2.0 * *sheet.multiprocessors;
        const double fp32 = flopPerCycle * chip->fp32Lanes * *sheet.clockHz;
        QVERIFY2(std::abs(rate(sheet, Precision::Fp32, ArithmeticUnit::Vector) / fp32 - 1) < 0.012, textOf(sheet.name));
        const double published = rate(sheet, Precision::Fp16, ArithmeticUnit::Tensor);
        // GeForce boards and the L40 run at half the rate of their chip.
        const bool isHalved = sheet.name.find("GeForce") != std::string::npos || sheet.name == "NVIDIA L40";
        const double fp16 =
            flopPerCycle * chip->fp16MultiplyAdds * sheet.tensorClockHz.value_or(*sheet.clockHz) / (isHalved ? 2 : 1);
        const bool hasKnownClock = sheet.computeCapability != 90 || sheet.tensorClockHz;
        if (published > 0 && chip->fp16MultiplyAdds > 0 && hasKnownClock)
            QVERIFY2(std::abs(published / fp16 - 1) < 0.012, textOf(sheet.name));
        ++compared;
    }
    QVERIFY(compared >= 15);
}

/// 7680 bits at 3996 MHz, two transfers a cycle, are 7.672 TB/s. A GB200 has four multiprocessors more than a B200: its
/// published arithmetic needs no more than the clock of 2.062 GHz that its driver reports.
void DeviceSheetTest::blackwellIsAsItsDriverSays()
{
    const DeviceSheet &b200 = sheet("NVIDIA B200");
    QVERIFY(std::abs(memoryOf(b200, MemoryLevel::Dram)->bytePerSecond.value_or(0) / (7680 / 8 * 2 * 3996e6) - 1)
            < 1e-4);
    const DeviceSheet &gb200 = *sheetOfDevice("NVIDIA GB200");
    QCOMPARE(gb200.multiprocessors.value_or(0), 152);
    QVERIFY(rate(gb200, Precision::Fp32, ArithmeticUnit::Vector) <= 152 * 2.0 * 128 * 2.062e9);
    const DeviceSheet *gb300 = sheetOfDevice("NVIDIA GB300");
    QVERIFY(gb300);
    QCOMPARE(rate(*gb300, Precision::Nvfp4, ArithmeticUnit::Tensor),
             3 * rate(*gb300, Precision::Fp8, ArithmeticUnit::Tensor));
}

void DeviceSheetTest::processorsFollowFromCoresAndClock()
{
    // Two 256-bit units a core: 32 single- or 16 double-precision FLOP a cycle; twelve channels of DDR5-4800.
    const DeviceSheet &genoa = sheet("AMD EPYC 9654");
    QCOMPARE(rate(genoa, Precision::Fp32, ArithmeticUnit::Vector), 96 * 3.7e9 * 32);
    QCOMPARE(rate(genoa, Precision::Fp64, ArithmeticUnit::Vector), 96 * 3.7e9 * 16);
    QCOMPARE(memoryOf(genoa, MemoryLevel::Dram)->bytePerSecond.value_or(0), 12 * 4800e6 * 8);
    QCOMPARE(memoryOf(genoa, MemoryLevel::L3)->capacityBytes, std::int64_t(384) << 20);
}

void DeviceSheetTest::devicesAreFoundByReportedName()
{
    QVERIFY(sheetOfDevice("NVIDIA H100 80GB HBM3"));
    QCOMPARE(textOf(sheetOfDevice("NVIDIA H100 80GB HBM3")->name), "NVIDIA H100 SXM");
    QCOMPARE(textOf(sheetOfDevice("nvidia  h100 pcie ")->name), "NVIDIA H100 PCIe");
    QCOMPARE(textOf(sheetOfDevice("AMD(R) EPYC(TM) 9654 96-Core Processor")->name), "AMD EPYC 9654");
    // A slice, another board, nothing.
    QVERIFY(!sheetOfDevice("NVIDIA H100 80GB HBM3 MIG 1g.10gb"));
    QVERIFY(!sheetOfDevice("NVIDIA H100"));
    QVERIFY(!sheetOfDevice(""));
}

void DeviceSheetTest::devicesAreFoundByAPerson()
{
    QCOMPARE(sheetsNamed("h100 sxm").size(), 1U);
    QCOMPARE(sheetsNamed("NVIDIA A100 SXM 80GB").size(), 1U);
    QCOMPARE(sheetsNamed("NVIDIA L40").size(), 1U); // not the L40S, too
    QVERIFY(sheetsNamed("A100").size() > 1);
    QVERIFY(sheetsNamed("abacus").empty());
    QVERIFY(sheetsNamed(" ").empty());
}

void DeviceSheetTest::sheetBecomesRoofs()
{
    const DeviceRoofs peaks = sheetPeaks(sheet("AMD Instinct MI300X"));
    QVERIFY(peaks.theoretical);
    const auto bf16 = computeRoof(peaks, DType::BFloat16, OperatorFamily::Matrix);
    QVERIFY(bf16);
    QCOMPARE(peaks.roofs[*bf16].value, 1307.4e12);
    QVERIFY(peaks.roofs[*bf16].theoreticalSource.find("https://www.amd.com/") != std::string::npos);
    const auto memory = slopeOf(peaks, MemoryLevel::Dram);
    QVERIFY(memory);
    QCOMPARE(peaks.roofs[*memory].value, 5.3e12);
    const std::vector<MemoryLevelRoof> levels = memoryLevels(peaks);
    QCOMPARE(levels.size(), std::size_t(2));
    QCOMPARE(peaks.roofs[levels.front().roof].value, 17e12);
}

void DeviceSheetTest::pointsStandUnderOtherRoofs()
{
    // 2 x 1024^3 FLOP on 12 MiB: 170.7 FLOP/byte, right of the 20.0 of an H100 SXM in fp32.
    Session session;
    session.analysis.emplace();
    session.analysis.edit().device.kind = "cpu";
    Layer layer;
    layer.leaf = true;
    layer.family = OperatorFamily::Matrix;
    layer.dtype = DType::Float32;
    layer.cost = { 1 << 30, std::int64_t(2) << 30, 8 << 20, 4 << 20 };
    session.analysis.edit().layers = { layer };
    session.layers.emplace();
    session.layers.edit().device.kind = "cpu";
    session.layers.edit().instrumentedModel.summary.count = 1;
    session.layers.edit().instrumentedModel.summary.medianNs = 1e7;

    const Session other = underRoofsOf(sheet("NVIDIA H100 SXM"), session);
    const RooflinePoint point = SessionPoints(other).at({ ItemId::Kind::Layer, 0 });
    QCOMPARE(point.verdict.bound, Bound::Compute);
    QCOMPARE(point.verdict.attainableFlopPerSecond.value_or(0), 66.9e12);
    QVERIFY(!point.achievedFlopPerSecond && !point.verdict.roofFraction && !point.timeToGainNs);
    QCOMPARE(point.timeNs.value_or(0), 1e7); // measured here
    QVERIFY(std::abs(point.timeAtRoofNs.value_or(0) - std::pow(2.0, 31) / 66.9e12 * 1e9) < 1e-6);
}

void DeviceSheetTest::publishedMemoryFillsGaps()
{
    DeviceRoofs peaks;
    peaks.device.name = "AMD EPYC 9654 96-Core Processor";
    Roof dram;
    dram.limit = MemoryLimit { MemoryLevel::Dram, MemoryPattern::Read };
    Roof cache = dram;
    cache.limit = MemoryLimit { MemoryLevel::L3, MemoryPattern::Read };
    Roof known = dram;
    known.theoretical = 1e9;
    peaks.roofs = { dram, cache, known };
    addPublishedMemory(peaks);
    QCOMPARE(peaks.roofs[0].theoretical.value_or(0), 460.8e9);
    QVERIFY(!peaks.roofs[0].theoreticalSource.empty());
    QVERIFY(!peaks.roofs[1].theoretical);
    QCOMPARE(peaks.roofs[2].theoretical.value_or(0), 1e9);
    peaks.device.name = "A CPU of one's own";
    peaks.roofs = { dram };
    addPublishedMemory(peaks);
    QVERIFY(!peaks.roofs[0].theoretical);
}

ROOFLIGHT_TEST(DeviceSheetTest)
#include "device_sheet_test.moc"
