// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QTest>

#include "core/machine/module_file.h"

using namespace rooflight;

class ModuleFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void besideTheProgramAndInItsLibraryFolder();
};

void ModuleFileTest::besideTheProgramAndInItsLibraryFolder()
{
    QDir folder(QCoreApplication::applicationDirPath());
    const QString beside = folder.filePath("module.so");
    QVERIFY(folder.cdUp());
    const std::vector<std::filesystem::path> files = moduleFiles("module.so");
    QCOMPARE(files.size(), std::size_t(2));
    QCOMPARE(QString::fromStdString(files[0].string()), beside);
    QCOMPARE(QString::fromStdString(files[1].string()), folder.filePath("lib/rooflight/module.so"));
}

ROOFLIGHT_TEST(ModuleFileTest)
#include "module_file_test.moc"
