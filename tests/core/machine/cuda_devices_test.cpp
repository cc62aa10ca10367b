// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/cuda_devices.h"
#include "core/machine/gpu_uuid.h"
#include "tests/core/machine/fake_cuda_driver.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

/// Two GPUs whose UUIDs differ, behind a library that stands for NVIDIA's driver.
class CudaDevicesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv("CUDA_VISIBLE_DEVICES"); }
    void listsInCudasOrder_data();
    void listsInCudasOrder();
    void startsCudaInAnotherProcess();
    void writesUuidsAsNvidia();
    void readsDeviceNames_data();
    void readsDeviceNames();
};

namespace {

constexpr const char *first = "GPU-00010203-0405-0607-0809-0a0b0c0d0e0f";
constexpr const char *second = "GPU-10111213-1415-1617-1819-1a1b1c1d1e1f";

} // namespace

void CudaDevicesTest::listsInCudasOrder_data()
{
    QTest::addColumn<QByteArray>("visible");
    QTest::addColumn<QStringList>("uuids");
    QTest::newRow("both") << QByteArray("0,1") << QStringList { first, second };
    QTest::newRow("the other way round") << QByteArray("1,0") << QStringList { second, first };
    QTest::newRow("one") << QByteArray("1") << QStringList { second };
    QTest::newRow("none") << QByteArray("") << QStringList();
}

void CudaDevicesTest::listsInCudasOrder()
{
    QFETCH(QByteArray, visible);
    QFETCH(QStringList, uuids);
    qputenv("CUDA_VISIBLE_DEVICES", visible);
    CudaDeviceQuery query;
    for (const std::vector<Device> &devices : { query.answer(), cudaDevices(), cudaDevicesOfThisProcess() }) {
        QCOMPARE(devices.size(), static_cast<std::size_t>(uuids.size()));
        for (std::size_t i = 0; i < devices.size(); ++i) {
            QCOMPARE(devices[i].kind, std::string("cuda"));
            QCOMPARE(devices[i].index, static_cast<int>(i));
            QCOMPARE(QString::fromStdString(devices[i].uuid), uuids[static_cast<qsizetype>(i)]);
            const bool isFirst = devices[i].uuid == first;
            QCOMPARE(devices[i].name, std::string(isFirst ? "NVIDIA H100 80GB HBM3" : "NVIDIA L4"));
        }
    }
}

/// A process in which CUDA was started cannot fork another that uses it.
void CudaDevicesTest::startsCudaInAnotherProcess()
{
    const int before = fakeCudaStarts();
    QCOMPARE(cudaDevices().size(), std::size_t { 2 });
    QCOMPARE(fakeCudaStarts(), before);
    QCOMPARE(cudaDevicesOfThisProcess().size(), std::size_t { 2 });
    QCOMPARE(fakeCudaStarts(), before + 1);
}

/// The example of nvidia-smi's manual page.
void CudaDevicesTest::writesUuidsAsNvidia()
{
    QCOMPARE(
        gpuUuidText({ 0xb2, 0xf5, 0xf1, 0xb7, 0x45, 0xe3, 0xd2, 0x3d, 0x65, 0x62, 0x9d, 0x26, 0xab, 0x7c, 0x40, 0x09 }),
        std::string("GPU-b2f5f1b7-45e3-d23d-6562-9d26ab7c4009"));
}

void CudaDevicesTest::readsDeviceNames_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("index"); // -1: none
    QTest::newRow("first") << QByteArray("cuda") << 0;
    QTest::newRow("numbered") << QByteArray("cuda:12") << 12;
    QTest::newRow("cpu") << QByteArray("cpu") << -1;
    QTest::newRow("nothing behind the colon") << QByteArray("cuda:") << -1;
    QTest::newRow("sign") << QByteArray("cuda:-1") << -1;
    QTest::newRow("letters") << QByteArray("cuda:0x") << -1;
    QTest::newRow("too large") << QByteArray("cuda:99999999999") << -1;
    QTest::newRow("other name") << QByteArray("cudas") << -1;
}

void CudaDevicesTest::readsDeviceNames()
{
    QFETCH(QByteArray, text);
    QFETCH(int, index);
    QCOMPARE(cudaIndex(text.toStdString()).value_or(-1), index);
}

ROOFLIGHT_TEST(CudaDevicesTest)
#include "cuda_devices_test.moc"
