// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/roofs/cuda/cuda_roofs.h"
#include "core/roofs/cuda/module_loader.h"

using namespace rooflight;
using namespace rooflight::cuda;

class CudaModuleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void missingModuleIsOneSentence();
    void looksBesideTheProgram();
    void whatIsNoLibraryIsRefused();
    void otherLibraryIsRefused();
    void otherVersionIsRefused_data();
    void otherVersionIsRefused();
    void opensItsOwn();
    void realModuleOpensOrSaysWhy();
};

void CudaModuleTest::missingModuleIsOneSentence()
{
    const Result<const GpuModule *> module = openGpuModule({ "/nowhere/at/all.so" });
    QVERIFY(!module.ok());
    QCOMPARE(module.error().code, ErrorCode::DeviceMissing);
    QVERIFY(module.error().text.find("this build has no CUDA code") != std::string::npos);
    QVERIFY(!module.error().hint.empty());
    // None lies beside this test.
    QCOMPARE(openCudaGpu(0).error().code, ErrorCode::DeviceMissing);
}

void CudaModuleTest::looksBesideTheProgram()
{
    QVERIFY(!gpuModulePaths().empty());
    QCOMPARE(QString::fromStdString(gpuModulePaths().front().parent_path().string()),
             QCoreApplication::applicationDirPath());
}

void CudaModuleTest::whatIsNoLibraryIsRefused()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("rooflight_cuda.so"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("text");
    file.close();
    const Result<const GpuModule *> module = openGpuModule({ file.fileName().toStdString() });
    QVERIFY(!module.ok());
    QVERIFY(module.error().text.find(file.fileName().toStdString()) != std::string::npos);
}

void CudaModuleTest::otherLibraryIsRefused()
{
    const Result<const GpuModule *> module = openGpuModule({ ROOFLIGHT_NO_MODULE });
    QVERIFY(!module.ok());
    QVERIFY(module.error().text.find("something else") != std::string::npos);
}

void CudaModuleTest::otherVersionIsRefused_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("interface") << QByteArray(ROOFLIGHT_OTHER_INTERFACE);
    QTest::newRow("program") << QByteArray(ROOFLIGHT_OTHER_PROGRAM);
}

void CudaModuleTest::otherVersionIsRefused()
{
    QFETCH(QByteArray, path);
    const Result<const GpuModule *> module = openGpuModule({ path.toStdString() });
    QVERIFY(!module.ok());
    QVERIFY(module.error().text.find("another version") != std::string::npos);
}

void CudaModuleTest::opensItsOwn()
{
    const Result<const GpuModule *> module = openGpuModule({ "/nowhere/at/all.so", ROOFLIGHT_SAME_VERSION });
    QVERIFY(module.ok());
    const Result<std::unique_ptr<Gpu>> gpu = module.value()->open(0);
    QVERIFY(!gpu.ok());
    QCOMPARE(gpu.error().text, std::string("No GPU here."));
}

void CudaModuleTest::realModuleOpensOrSaysWhy()
{
#ifdef ROOFLIGHT_REAL_MODULE
    const Result<const GpuModule *> module = openGpuModule({ ROOFLIGHT_REAL_MODULE });
    QVERIFY2(module.ok(), module.ok() ? "" : module.error().text.c_str());
    const Result<std::unique_ptr<Gpu>> none = module.value()->open(4096);
    QVERIFY(!none.ok());
    QCOMPARE(none.error().code, ErrorCode::DeviceMissing);
    QVERIFY(none.error().text.ends_with('.') && !none.error().hint.empty());

    const Result<std::unique_ptr<Gpu>> first = module.value()->open(0);
    if (!first.ok()) {
        QCOMPARE(first.error().code, ErrorCode::DeviceMissing);
        QVERIFY(first.error().text.ends_with('.') && !first.error().hint.empty());
        QSKIP(first.error().text.c_str());
    }
    const GpuProperties &properties = first.value()->properties();
    QVERIFY(properties.multiprocessors > 0 && properties.computeCapability >= 75);
    QVERIFY(properties.clockHz > 1e8);
    QCOMPARE(properties.uuid.size(), std::size_t(40));
#else
    QSKIP("this build has no CUDA code");
#endif
}

#include "cuda_roofs_module_test.moc"
ROOFLIGHT_TEST(CudaModuleTest)
