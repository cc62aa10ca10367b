// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/file_descriptor.h"
#include "core/base/foreign_text.h"
#include "core/base/opened_file.h"
#include "core/base/untrusted_file.h"
#include "core/base/whole_file.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace rooflight;

/// What is read from and written to files, and the words in them.
class WholeFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A program that goes on as another one leaves it what it opened, whatever its path names by then.
    void whatWasOpenedIsHandedOver()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("model.pt").toStdString();
        const std::string text = "what was opened";
        QVERIFY(writeWholeFile(path, text).ok());
        const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
        QVERIFY(descriptor >= 0);
        QVERIFY(std::filesystem::remove(path));
        QVERIFY(writeWholeFile(path, "another file").ok());
        takeOpened(path, descriptor);
        QCOMPARE(openedDescriptor(path), descriptor);
        openOnce(path);
        QCOMPARE(openedDescriptor(path), descriptor);
        QFile opened(QString::fromStdString(pathToRead(path)));
        QVERIFY(opened.open(QIODevice::ReadOnly));
        QCOMPARE(opened.readAll().toStdString(), text);
        takeOpened("/no/such/file", -1);
        QCOMPARE(openedDescriptor("/no/such/file"), -1);
    }

    /// The other end of a pipe may set it not to block: a shell's, or Node's.
    void writesToWhatDoesNotBlock()
    {
        std::array<int, 2> ends {};
        QCOMPARE(pipe2(ends.data(), O_NONBLOCK | O_CLOEXEC), 0);
        const FileDescriptor reading(ends[0]);
        FileDescriptor writing(ends[1]);
        const std::string text(4 << 20, 'x'); // a pipe holds 64 KiB
        std::size_t read = 0;
        std::thread reader([&] {
            std::array<char, 1 << 16> buffer {};
            for (ssize_t size = -1; size != 0;) {
                size = ::read(reading.get(), buffer.data(), buffer.size());
                read += size > 0 ? static_cast<std::size_t>(size) : 0;
                std::this_thread::sleep_for(std::chrono::microseconds(200));
            }
        });
        const int problem = writeAll(writing.get(), text);
        writing.close();
        reader.join();
        QCOMPARE(problem, 0);
        QCOMPARE(read, text.size());
    }

    void followsLinksToWhatIsNotThere()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("below"));
        const auto path = [&folder](const char *name) { return folder.filePath(name).toStdString(); };
        QCOMPARE(symlink("below/there", path("first").c_str()), 0);
        QCOMPARE(symlink("first", path("second").c_str()), 0);
        QVERIFY(writeWholeFile(path("second"), "text").ok());
        QVERIFY(std::filesystem::is_symlink(path("second")) && std::filesystem::is_symlink(path("first")));
        QFile there(folder.filePath("below/there"));
        QVERIFY(there.open(QIODevice::ReadOnly));
        QCOMPARE(there.readAll(), QByteArray("text"));

        QCOMPARE(symlink("circle", path("circle").c_str()), 0);
        QVERIFY(!writeWholeFile(path("none/x"), "text").ok());
    }

    void readsNoMoreThanItsBounds_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<qint64>("bytes");
        QTest::newRow("session") << static_cast<int>(FileKind::Session) << (qint64 { 128 } << 20);
        QTest::newRow("roofs") << static_cast<int>(FileKind::Roofs) << (qint64 { 64 } << 20);
        QTest::newRow("kept roofs") << static_cast<int>(FileKind::KeptRoofs) << (qint64 { 64 } << 20);
        QTest::newRow("plan") << static_cast<int>(FileKind::Plan) << (qint64 { 1 } << 20);
        QTest::newRow("matrix") << static_cast<int>(FileKind::MatrixIndex) << (qint64 { 64 } << 20);
        QTest::newRow("formulas") << static_cast<int>(FileKind::Formulas) << (qint64 { 1 } << 20);
    }

    void readsNoMoreThanItsBounds()
    {
        QFETCH(int, kind);
        QFETCH(qint64, bytes);
        const auto fileKind = static_cast<FileKind>(kind);
        const QTemporaryDir folder;
        const std::string path = folder.filePath("file").toStdString();
        QVERIFY(QFile(QString::fromStdString(path)).open(QIODevice::WriteOnly));
        QCOMPARE(truncate(path.c_str(), bytes), 0);
        const Result<UntrustedFile> largest = UntrustedFile::read(path, fileKind);
        QVERIFY2(largest.ok(), largest.ok() ? "" : largest.error().text.c_str());
        QCOMPARE(largest.value().text().size(), static_cast<std::size_t>(bytes));
        QCOMPARE(truncate(path.c_str(), bytes + 1), 0);
        QVERIFY(!UntrustedFile::read(path, fileKind).ok());
        for (const char *none : { "/dev/zero", "/", "/nowhere/at/all" })
            QCOMPARE(UntrustedFile::read(none, fileKind).error().code, ErrorCode::FileUnreadable);
        // A path is bytes, whatever they are.
        const std::string odd = path + "\xff\xfe";
        QVERIFY(writeWholeFile(odd, "x").ok());
        QVERIFY(UntrustedFile::read(odd, fileKind).ok());
        // What Qt makes of such a path.
        const Error lost = UntrustedFile::read(path + "\xef\xbf\xbd", fileKind).error();
        QVERIFY(lost.hint.find("bytes that are not UTF-8") != std::string::npos);
    }

    void onlyPlainFilesOfThisUserAreItsOwn()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("file").toStdString();
        QVERIFY(!isOwnFile(path));
        QVERIFY(writeWholeFile(path, "").ok());
        QVERIFY(!isOwnFile(path)); // empty
        QVERIFY(writeWholeFile(path, "x").ok());
        QVERIFY(isOwnFile(path));
        std::filesystem::create_symlink(path, path + "-link");
        QVERIFY(!isOwnFile(path + "-link"));
        QVERIFY(!isOwnFile(folder.path().toStdString()));
    }

    void quotationsAreNeverTheProgramsWords_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QByteArray>("quoted");
        QTest::newRow("plain") << QByteArray("It failed.") << QByteArray("the file says: \"It failed.\"");
        QTest::newRow("an end of its own")
            << QByteArray("a\" Run x. \"b") << QByteArray("the file says: \"a' Run x. 'b\"");
        QTest::newRow("lines") << QByteArray("a\nrooflight-cli: Run x.")
                               << QByteArray("the file says: \"a rooflight-cli: Run x.\"");
        QTest::newRow("escapes") << QByteArray("\x1b[2J\xc2\x9b\xe2\x80\xae\xff")
                                 << QByteArray(
                                        "the file says: \"\xef\xbf\xbd[2J\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
        QTest::newRow("a quotation") << QByteArray("the file says: \"x\"") << QByteArray("the file says: \"x\"");
        QTest::newRow("more than one") << QByteArray("the file says: \"x\" Run \"y\"")
                                       << QByteArray("the file says: \"the file says: 'x' Run 'y'\"");
        QTest::newRow("nothing") << QByteArray() << QByteArray("the file says: \"\"");
    }

    void quotationsAreNeverTheProgramsWords()
    {
        QFETCH(QByteArray, words);
        QFETCH(QByteArray, quoted);
        const std::string made = ForeignText(words.toStdString(), ForeignText::Speaker::File).quoted();
        QCOMPARE(QByteArray::fromStdString(made), quoted);
        QCOMPARE(ForeignText(made, ForeignText::Speaker::File).quoted(), made);
        const std::string invalid(5000, '\xff');
        const std::string bounded = ForeignText(invalid, ForeignText::Speaker::ModelProcess).quoted();
        QVERIFY(bounded.size() < 6100 && bounded.ends_with("... (3000 bytes more)\""));
        QCOMPARE(ForeignText(bounded, ForeignText::Speaker::ModelProcess).quoted(), bounded);
    }
};

ROOFLIGHT_TEST(WholeFileTest)
#include "whole_file_test.moc"
