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
    void loadersOwnLibraryIsFound();
};

namespace {

void writeTo(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write");
}

} // namespace

/// As ldconfig writes it: names and paths, each with a zero behind it.
void LoaderCacheTest::libraryIsWhereTheCacheSays()
{
    const QTemporaryDir folder;
    const QByteArray here = folder.path().toUtf8();
    const QString cache = folder.filePath("ld.so.cache");
    writeTo(folder.filePath("libone.so.2"), {});
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
    writeTo(folder.filePath("libone.so.2"), {});
    QVERIFY(QDir(folder.path()).mkdir("libtwo.so.1"));
    const std::string path = "/nowhere::" + folder.path().toStdString();
    QVERIFY(isLibraryFound("libone.so.2", {}, path));
    QVERIFY(!isLibraryFound("libtwo.so.1", {}, path)); // a folder
    QVERIFY(!isLibraryFound("libone.so.2", {}, "/nowhere"));
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
