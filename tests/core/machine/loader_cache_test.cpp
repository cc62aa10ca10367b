// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/machine/loader_cache.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace rooflight;

class LoaderCacheTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void libraryIsWhereTheCacheSays();
    void libraryIsInTheSearchPath();
    void librariesOfOtherMachinesAreNone_data();
    void librariesOfOtherMachinesAreNone();
    void loadersOwnLibraryIsFound();
};

namespace {

void writeTo(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write");
}

/// That of this program, as of a shared library: byte 4 is the class, 5 the byte order, 16 the type, 18 the machine.
QByteArray elfHeader()
{
    QFile program("/proc/self/exe");
    if (!program.open(QIODevice::ReadOnly))
        qFatal("cannot read");
    QByteArray header = program.read(64);
    header[16] = 3;
    return header;
}

} // namespace

/// As ldconfig writes it: names and paths, each with a zero behind it.
void LoaderCacheTest::libraryIsWhereTheCacheSays()
{
    const QTemporaryDir folder;
    const QByteArray here = folder.path().toUtf8();
    const QString cache = folder.filePath("ld.so.cache");
    writeTo(folder.filePath("libone.so.2"), elfHeader());
    const QByteArray end(1, '\0');
    writeTo(cache,
            "glibc-ld.so.cache1.1" + end + "libone.so.2" + end + "/nowhere/libone.so.2" + end + here + "/libone.so.2"
                + end + "libtwo.so.1" + end + here + "/libtwo.so.1" + end);
    const auto isThere = [&cache](const char *name) { return isLibraryFound(name, cache.toStdString(), {}); };
    QVERIFY(isThere("libone.so.2"));
    QVERIFY(!isThere("libtwo.so.1")); // taken away since
    QVERIFY(!isThere("libone.so"));
    QVERIFY(!isThere("one.so.2"));
    QVERIFY(!isLibraryFound("libone.so.2", folder.filePath("no.cache").toStdString(), {}));
}

void LoaderCacheTest::libraryIsInTheSearchPath()
{
    const QTemporaryDir folder;
    writeTo(folder.filePath("libone.so.2"), elfHeader());
    QVERIFY(QDir(folder.path()).mkdir("libtwo.so.1"));
    const std::string path = "/nowhere::" + folder.path().toStdString();
    QVERIFY(isLibraryFound("libone.so.2", {}, path));
    QVERIFY(!isLibraryFound("libtwo.so.1", {}, path)); // a folder
    QVERIFY(!isLibraryFound("libone.so.2", {}, "/nowhere"));
}

void LoaderCacheTest::librariesOfOtherMachinesAreNone_data()
{
    QTest::addColumn<int>("place");
    QTest::addColumn<int>("value");
    const QByteArray own = elfHeader();
    QTest::newRow("class") << 4 << (own[4] == 2 ? 1 : 2); // as libraries of 32 bits beside those of 64
    QTest::newRow("byte order") << 5 << (own[5] == 2 ? 1 : 2);
    QTest::newRow("machine") << 18 << (own[18] == 62 ? 183 : 62); // AArch64, x86-64
    QTest::newRow("no header") << 0 << 0;
}

void LoaderCacheTest::librariesOfOtherMachinesAreNone()
{
    QFETCH(int, place);
    QFETCH(int, value);
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath("other") && QDir(folder.path()).mkpath("own"));
    QByteArray other = elfHeader();
    other[place] = char(value);
    writeTo(folder.filePath("other/libone.so.2"), other);
    const std::string path = folder.filePath("other").toStdString();
    QVERIFY(!isLibraryFound("libone.so.2", {}, path));
    writeTo(folder.filePath("other/libone.so.2"), elfHeader().left(20));
    QVERIFY(!isLibraryFound("libone.so.2", {}, path));
    writeTo(folder.filePath("own/libone.so.2"), elfHeader());
    QVERIFY(isLibraryFound("libone.so.2", {}, path + ':' + folder.filePath("own").toStdString()));
}

/// Of what this program itself was loaded with.
void LoaderCacheTest::loadersOwnLibraryIsFound()
{
    if (!QFile::exists("/etc/ld.so.cache"))
        QSKIP("no cache of the loader");
    QVERIFY(isLibraryFound("libc.so.6"));
    QVERIFY(!isLibraryFound("libnothing-of-this-name.so.7"));
}

ROOFLIGHT_TEST(LoaderCacheTest)
#include "loader_cache_test.moc"
