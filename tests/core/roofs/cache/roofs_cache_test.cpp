// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofs/cache/roofs_cache.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <set>

#include <unistd.h>

using namespace rooflight;

namespace {

Device device()
{
    Device device;
    device.kind = "cpu";
    device.name = "A/B processor";
    device.threads = 8;
    return device;
}

} // namespace

class PeaksCacheTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void lies_data();
    void lies();
    void everyDeviceHasItsFile();
    void keepsText();
    void onlyOwnFilesCount();
    void missingFileIsNothing();
    void unwritableFolderIsAnError();

private:
    QByteArray m_cacheHome;
    QByteArray m_home;
};

void PeaksCacheTest::init()
{
    m_cacheHome = qgetenv("XDG_CACHE_HOME");
    m_home = qgetenv("HOME");
}

void PeaksCacheTest::cleanup()
{
    qputenv("XDG_CACHE_HOME", m_cacheHome);
    qputenv("HOME", m_home);
}

void PeaksCacheTest::lies_data()
{
    QTest::addColumn<QByteArray>("cacheHome");
    QTest::addColumn<QByteArray>("home");
    QTest::addColumn<QString>("folder"); // empty: nowhere
    QTest::newRow("cache home") << QByteArray("/c") << QByteArray("/h") << "/c/rooflight/peaks";
    QTest::newRow("home") << QByteArray() << QByteArray("/h") << "/h/.cache/rooflight/peaks";
    QTest::newRow("relative cache home is ignored")
        << QByteArray("c") << QByteArray("/h") << "/h/.cache/rooflight/peaks";
    QTest::newRow("no home") << QByteArray() << QByteArray() << QString();
}

void PeaksCacheTest::lies()
{
    QFETCH(QByteArray, cacheHome);
    QFETCH(QByteArray, home);
    QFETCH(QString, folder);
    qputenv("XDG_CACHE_HOME", cacheHome);
    qputenv("HOME", home);
    QCOMPARE(QString::fromStdString(peaksCachePath(device()).parent_path().string()), folder);
}

void PeaksCacheTest::everyDeviceHasItsFile()
{
    qputenv("XDG_CACHE_HOME", "/c");
    Device threads = device();
    threads.threads = 4;
    Device name = device();
    name.name = "Other";
    Device gpu = device();
    gpu.kind = "cuda";
    Device driver = gpu;
    driver.driver = "580";
    Device second = gpu;
    second.uuid = "GPU-2";
    std::set<std::filesystem::path> paths;
    for (const Device &each : { device(), threads, name, gpu, driver, second })
        paths.insert(peaksCachePath(each));
    QCOMPARE(paths.size(), std::size_t(6));
    QVERIFY(peaksCachePath(device()) == peaksCachePath(device()));
}

void PeaksCacheTest::keepsText()
{
    const QTemporaryDir folder;
    qputenv("XDG_CACHE_HOME", folder.path().toUtf8());
    const std::filesystem::path path = peaksCachePath(device());
    for (const std::string text : { "first\n", "second, longer\n", "" }) {
        QVERIFY(writePeaksCache(path, text).ok());
        QVERIFY(readPeaksCache(path) == text);
    }
    // No unfinished file stays behind.
    const QDir cache(QString::fromStdString(path.parent_path().string()));
    QCOMPARE(cache.entryList(QDir::Files).size(), 1);
}

/// Of another user's file nothing is believed, and a link leads to whatever it likes.
void PeaksCacheTest::onlyOwnFilesCount()
{
    const QTemporaryDir folder;
    const std::string link = folder.filePath("peaks").toStdString();
    const std::string other = folder.filePath("other").toStdString();
    QVERIFY(writePeaksCache(other, "other").ok());
    QVERIFY(symlink(other.c_str(), link.c_str()) == 0);
    QVERIFY(!readPeaksCache(link));
    QVERIFY(writePeaksCache(link, "own").ok());
    QVERIFY(readPeaksCache(link) == "own" && readPeaksCache(other) == "other");
    if (geteuid() == 0) {
        QVERIFY(chown(link.c_str(), 12345, 12345) == 0);
        QVERIFY(!readPeaksCache(link));
    }
}

void PeaksCacheTest::missingFileIsNothing()
{
    QVERIFY(!readPeaksCache("/nowhere/at/all"));
}

void PeaksCacheTest::unwritableFolderIsAnError()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const Result<void> result = writePeaksCache(folder.filePath("file/below/peaks").toStdString(), "text");
    QVERIFY(!result.ok());
    QCOMPARE(result.error().code, ErrorCode::OutputFile);
    QVERIFY(result.error().text.find("file/below/peaks") != std::string::npos);
}

#include "roofs_cache_test.moc"
ROOFLIGHT_TEST(PeaksCacheTest)
