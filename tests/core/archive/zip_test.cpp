// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/archive_kind.h"
#include "core/archive/code/code_reader.h"
#include "core/archive/zip/zip_archive.h"
#include "tests/core/archive/archive_writer.h"
#include "tests/core/archive/pickle_writer.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace rooflight;
using namespace rooflight::test;
using namespace std::string_literals;

/// Zip archives, byte by byte as PKWARE's APPNOTE.TXT lays out their end, or written by libzip.
class ZipTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void readsTheEnd_data();
    void readsTheEnd();
    void refusesAnEnd_data();
    void refusesAnEnd();
    void readsTheWideEnd();
    void listsRecordsOfTheFirstFolder();
    void readsAndVerifies();
    void sizesThatLieAreNoticed_data();
    void sizesThatLieAreNoticed();
    void saysWhatTheArchiveIs_data();
    void saysWhatTheArchiveIs();
    void collectsCode();
    void knowsCodeRecords();
    void contentsHaveAnIdentity();

private:
    [[nodiscard]] std::string pathOf(const std::string &content) const;
    [[nodiscard]] ZipArchive archiveOf(const Records &records) const;

    QTemporaryDir m_folder;
};

namespace {

std::string bytes(std::uint64_t value, unsigned count)
{
    std::string result;
    for (unsigned i = 0; i < count; ++i)
        result += static_cast<char>(value >> (8 * i));
    return result;
}

/// 4.3.16, end of central directory: signature, disk, disk of the directory, records on this disk, records, bytes of
/// the directory, its offset, bytes of the comment.
std::string endRecord(std::uint16_t records, std::string_view comment = {})
{
    return "PK\x05\x06" + bytes(0, 2) + bytes(0, 2) + bytes(records, 2) + bytes(records, 2) + bytes(0, 4) + bytes(0, 4)
        + bytes(comment.size(), 2) + std::string(comment);
}

} // namespace

void ZipTest::initTestCase()
{
    QVERIFY(m_folder.isValid());
}

std::string ZipTest::pathOf(const std::string &content) const
{
    std::string path = m_folder.filePath("file").toStdString();
    writeFile(path, content);
    return path;
}

ZipArchive ZipTest::archiveOf(const Records &records) const
{
    const std::string path = m_folder.filePath("archive").toStdString();
    writeArchive(path, records);
    Result<ZipArchive> archive =
        ZipArchive::open(path, static_cast<std::int64_t>(std::filesystem::file_size(path)), false);
    if (!archive.ok())
        throw std::runtime_error(archive.error().text);
    return std::move(archive).value();
}

void ZipTest::readsTheEnd_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<qint64>("records");
    QTest::addColumn<qint64>("bytesBehind");
    const auto row = [](const char *name, const std::string &content, qint64 records, qint64 behind) {
        QTest::newRow(name) << QByteArray::fromStdString(content) << records << behind;
    };
    const std::string directory(3 * 46, 'x'); // 4.3.12: an entry has at least 46 bytes
    row("alone", endRecord(0), 0, 0);
    row("three records", directory + endRecord(3), 3, 0);
    row("a comment", directory + endRecord(3, "hello"), 3, 5);
    row("bytes behind it", directory + endRecord(3) + "12345678", 3, 8);
    row("a false start in front", "PK\x05\x06" + directory + endRecord(2), 2, 0);
}

void ZipTest::readsTheEnd()
{
    QFETCH(QByteArray, content);
    QFETCH(qint64, records);
    QFETCH(qint64, bytesBehind);
    const Result<ZipEnd> end = readZipEnd(pathOf(content.toStdString()), content.size());
    QVERIFY2(end.ok(), end.ok() ? "" : end.error().text.c_str());
    QCOMPARE(qint64(end.value().records), records);
    QCOMPARE(qint64(end.value().bytesBehind), bytesBehind);
}

void ZipTest::refusesAnEnd_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("why");
    const auto row = [](const char *name, const std::string &content, const char *why) {
        QTest::newRow(name) << QByteArray::fromStdString(content) << why;
    };
    row("nothing", "", "cut short");
    row("no signature", std::string(100, 'x'), "cut short");
    row("half of it", endRecord(1).substr(0, 21), "cut short");
    row("more records than bytes", endRecord(1), "claims 1 records");
    // The comment of the first is the second, whole: either may be the end.
    row("two that both reach the end", endRecord(0, endRecord(0)), "two tables");
    row("farther from the end than a comment", endRecord(0) + std::string(70'000, 'x'), "cut short");
}

void ZipTest::refusesAnEnd()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, why);
    const Result<ZipEnd> end = readZipEnd(pathOf(content.toStdString()), content.size());
    QVERIFY(!end.ok());
    QCOMPARE(end.error().code, ErrorCode::Damaged);
    QVERIFY2(QString::fromStdString(end.error().text).contains(why), end.error().text.c_str());
}

/// 4.3.14 and 4.3.15: more than 65,535 records are counted in a record of 64 bits, to which a locator points.
void ZipTest::readsTheWideEnd()
{
    constexpr std::uint64_t records = 70'000;
    const std::string directory(records * 46, 'x');
    const std::string wide = "PK\x06\x06" + bytes(44, 8) + bytes(45, 2) + bytes(45, 2) + bytes(0, 4) + bytes(0, 4)
        + bytes(records, 8) + bytes(records, 8) + bytes(directory.size(), 8) + bytes(0, 8);
    const std::string locator = "PK\x06\x07" + bytes(0, 4) + bytes(directory.size(), 8) + bytes(1, 4);
    const std::string content = directory + wide + locator + endRecord(0xFFFF);
    const Result<ZipEnd> end = readZipEnd(pathOf(content), std::ssize(content));
    QVERIFY2(end.ok(), end.ok() ? "" : end.error().text.c_str());
    QCOMPARE(end.value().records, records);
}

void ZipTest::listsRecordsOfTheFirstFolder()
{
    const ZipArchive archive = archiveOf({ { "net/data.pkl", "abc" }, { "net/data/0", "12345" }, { "other/x", "y" } });
    QCOMPARE(archive.firstName(), std::string("net/data.pkl"));
    QCOMPARE(archive.records().size(), std::size_t { 2 });
    QVERIFY(archive.find("DATA/0"));
    QCOMPARE(archive.find("data/0")->bytes, std::int64_t { 5 });
    QVERIFY(!archive.find("x"));
    QVERIFY(!archive.find("net/data/0"));
}

void ZipTest::readsAndVerifies()
{
    const ZipArchive archive = archiveOf({ { "net/data.pkl", "abc" }, { "net/empty", "" } });
    QCOMPARE(archive.read(*archive.find("data.pkl")).value(), std::string("abc"));
    QCOMPARE(archive.read(*archive.find("empty")).value(), std::string());
    QVERIFY(archive.verify().ok());
    std::string content = readFile(archive.path());
    content[content.find("abc")] = 'X';
    const std::string path = pathOf(content);
    const Result<ZipArchive> changed = ZipArchive::open(path, std::ssize(content), false);
    QVERIFY(changed.ok());
    const Result<void> verified = changed.value().verify();
    QVERIFY(!verified.ok());
    QVERIFY(QString::fromStdString(verified.error().text).contains("net/data.pkl"));
}

/// Of packed content the size stands in its headers: a reader that believes it takes a part for the whole.
void ZipTest::sizesThatLieAreNoticed_data()
{
    QTest::addColumn<int>("claimed");
    QTest::newRow("smaller") << 900;
    QTest::newRow("larger") << 1100;
}

void ZipTest::sizesThatLieAreNoticed()
{
    QFETCH(int, claimed);
    const std::string packed = m_folder.filePath("packed").toStdString();
    writeArchive(packed, { { "net/data.pkl", std::string(1000, 'a') } }, true);
    std::string content = readFile(packed);
    int places = 0;
    for (std::size_t at = 0; (at = content.find(bytes(1000, 4), at)) != std::string::npos; ++places)
        content.replace(at, 4, bytes(static_cast<std::uint64_t>(claimed), 4));
    QCOMPARE(places, 2); // the header before it and the table of contents
    const std::string path = pathOf(content);
    const Result<ZipArchive> archive = ZipArchive::open(path, std::ssize(content), false);
    QVERIFY(archive.ok());
    QVERIFY(!archive.value().verify().ok());
    QVERIFY(!archive.value().read(*archive.value().find("data.pkl")).ok());
}

void ZipTest::saysWhatTheArchiveIs_data()
{
    QTest::addColumn<QString>("records"); // separated by spaces
    QTest::addColumn<QByteArray>("data"); // content of data.pkl
    QTest::addColumn<QString>("what"); // empty: TorchScript
    const auto row = [](const char *name, const char *records, const std::string &data, const char *what) {
        QTest::newRow(name) << records << QByteArray::fromStdString(data) << what;
    };
    const std::string weight = tensor("FloatStorage", "0", 4, 0, shape({ 4 }), shape({ 1 }));
    row("TorchScript", "m/code/__torch__.py m/data.pkl", pickleOf("}"), "");
    row("first format", "m/model.json", "", "model.json");
    row("package", "m/.data/extern_modules", "", "torch.package");
    row("something else", "m/readme.txt", "", "first record is \"m/readme.txt\"");
    row("weights", "m/data.pkl", pickleOf(dict({ text("a"), weight })), "only weights");
    row("checkpoint", "m/data.pkl", pickleOf(dict({ text("model"), dict({ text("a"), weight }) })), "checkpoint");
    row("tensor", "m/data.pkl", pickleOf(weight), "single tensor");
    row("object", "m/data.pkl", pickleOf(object(global("a.b", "Net"), "}")), "class a.b.Net");
    row("values", "m/data.pkl", pickleOf(integer(7)), "Python values");
    row("no pickle", "m/data.pkl", "x", "holds no code");
    row("TorchScript without its folder", "code/__torch__.py data.pkl", pickleOf("}"), "no folder of their own");
    row("export without its folder", "data/sample_inputs/model.pt models/model.json", "", "no folder of their own");
    row("the same with another record first", "models/model.json version", "", "no folder of their own");
    row("a model as a file", "m/data/model.pt", "", "holds \"data/model.pt\" as a file");
}

void ZipTest::saysWhatTheArchiveIs()
{
    QFETCH(QString, records);
    QFETCH(QByteArray, data);
    QFETCH(QString, what);
    Records content;
    for (const QString &name : records.split(' '))
        content[name.toStdString()] = name.endsWith("data.pkl") ? data.toStdString() : "x"s;
    const Result<void> kind = checkKind(archiveOf(content));
    QCOMPARE(kind.ok(), what.isEmpty());
    if (kind.ok())
        return;
    QCOMPARE(kind.error().code, ErrorCode::NotTorchScript);
    QVERIFY2(QString::fromStdString(kind.error().text).contains(what), kind.error().text.c_str());
}

/// By hand: of each record its name, a zero, its size, its CRC-32 and a line feed, hashed by Python.
void ZipTest::contentsHaveAnIdentity()
{
    const Records content { { "m/code/__torch__.py", "x" }, { "m/data.pkl", "content" } };
    const std::string known = archiveOf(content).contentsSha256();
    QCOMPARE(known, std::string("ed12c7c06edec1ead424eaa5497dc2e2acdeaf60eb99724f482178562ec1d167"));
    Records other = content;
    other["m/data.pkl"] = "Content";
    QVERIFY(archiveOf(other).contentsSha256() != known);
    other = content;
    other["m/data/0"] = "";
    QVERIFY(archiveOf(other).contentsSha256() != known);
}

void ZipTest::collectsCode()
{
    const ZipArchive archive = archiveOf({
        { "m/code/__torch__.py",
          "class Net(Module):\n  def forward(self, x: Tensor) -> Tensor:\n    return CONSTANTS.c0\n" },
        { "m/code/__torch__/a/b.py", "def f(x):\n  if x:\n    return ops.mine.thing(CONSTANTS.c0)\n" },
        { "m/code/notes.txt", "class No(Module):\n" },
    });
    const Result<ArchiveCode> code = readCode(archive);
    QVERIFY2(code.ok(), code.ok() ? "" : code.error().text.c_str());
    QCOMPARE(code.value().classes.size(), std::size_t { 1 });
    QVERIFY(code.value().classes.contains("__torch__.Net"));
    QCOMPARE(code.value().constantUses, (std::map<std::string, int> { { "c0", 2 } }));
    QVERIFY(code.value().branches);
    QCOMPARE(code.value().libraries.size(), std::size_t { 1 });
    QCOMPARE(code.value().libraries.front().operators, (std::vector<std::string> { "mine::thing" }));
    const Result<ArchiveCode> deep = readCode(archiveOf({ { "m/code/a.py", std::string(2000, '(') } }));
    QVERIFY(!deep.ok());
    QCOMPARE(deep.error().code, ErrorCode::Damaged);
}

void ZipTest::knowsCodeRecords()
{
    QVERIFY(isCodeRecord("code/__torch__.py"));
    QVERIFY(isCodeRecord("CODE/a/b.PY"));
    QVERIFY(!isCodeRecord("code/__torch__.py.debug_pkl"));
    QVERIFY(!isCodeRecord("data/code/a.py"));
}

ROOFLIGHT_TEST(ZipTest)
#include "zip_test.moc"
