// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/inspect.h"
#include "tests/core/archive/archive_writer.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

using namespace rooflight;
using namespace rooflight::test;
using namespace std::string_literals;

namespace {

const std::string forward = "  def forward(self: __torch__.Net,\n    x: Tensor) -> Tensor:\n    return x\n";

/// A pickled float tensor of three elements whose data is record "0": protocol 2, as PyTorch writes it.
std::string tensorPickle(std::string_view stored, std::string_view offset = "K\0"s,
                         std::string_view device = "X\x03\0\0\0cpu"s)
{
    return "ctorch._utils\n_rebuild_tensor_v2\n((X\x07\0\0\0storagectorch\nFloatStorage\nX\x01\0\0\0"s + "0"s
        + std::string(device) + "K" + std::string(stored) + "tQ" + std::string(offset) + "K\x03\x85K\x01\x85\x89}tR";
}

Records modelWithTensor(const std::string &tensor, std::size_t dataBytes)
{
    Records records = smallModel(forward);
    records["net/data.pkl"] = "\x80\x02"s + "c__torch__\nNet\n)\x81}X\x01\0\0\0wq\0"s + tensor + "sb.";
    if (dataBytes > 0)
        records["net/data/0"] = std::string(dataBytes, 'x');
    return records;
}

} // namespace

class BadFilesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void acceptsTheSmallestModel();
    void acceptsPackedRecords();
    void namesWhatIsNoPlainFile();
    void needsPermission();
    void namesOtherContent_data();
    void namesOtherContent();
    void knowsOnnxByItsName();
    void namesOtherArchives_data();
    void namesOtherArchives();
    void noticesACutAtAnyByte();
    void offersToOpenAWrongChecksum();
    void noticesTwoTablesOfContents();
    void noticesBytesBehindTheEnd();
    void noticesRecordsOfOneName();
    void noticesZipBombs();
    void noticesHiddenCaseVariants();
    void checksTensorsAgainstTheirData_data();
    void checksTensorsAgainstTheirData();
    void namesTensorsWithoutData();
    void keepsMessagesOnOneLine();

private:
    [[nodiscard]] std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }
    [[nodiscard]] std::string written(std::string_view content) const;
    [[nodiscard]] std::string archived(const Records &records) const;

    QTemporaryDir m_folder;
};

std::string BadFilesTest::written(std::string_view content) const
{
    writeFile(path("file.pt"), content);
    return path("file.pt");
}

std::string BadFilesTest::archived(const Records &records) const
{
    writeArchive(path("archive.pt"), records);
    return path("archive.pt");
}

#define VERIFY_ERROR(result, expectedCode, part)                                                                       \
    do {                                                                                                               \
        QVERIFY(!(result).ok());                                                                                       \
        QVERIFY2((result).error().code == (expectedCode), (result).error().text.c_str());                              \
        QVERIFY2((result).error().text.find(part) != std::string::npos, (result).error().text.c_str());                \
        QVERIFY(!(result).error().hint.empty());                                                                       \
    } while (false)

void BadFilesTest::initTestCase()
{
    QVERIFY(m_folder.isValid());
}

void BadFilesTest::acceptsTheSmallestModel()
{
    const Result<Inspection> result = inspectFile(archived(smallModel(forward)), false);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
    QCOMPARE(result.value().modules.size(), std::size_t(1));
    QCOMPARE(result.value().modules[0].type, std::string("Net"));
}

void BadFilesTest::acceptsPackedRecords()
{
    writeArchive(path("packed.pt"), smallModel(forward), true);
    QVERIFY(inspectFile(path("packed.pt"), false).ok());
}

void BadFilesTest::namesWhatIsNoPlainFile()
{
    VERIFY_ERROR(inspectFile(path("missing.pt"), false), ErrorCode::FileUnreadable, "no such file");
    VERIFY_ERROR(inspectFile("", false), ErrorCode::FileUnreadable, "No file");
    VERIFY_ERROR(inspectFile(m_folder.path().toStdString(), false), ErrorCode::FileUnreadable, "folder");
    VERIFY_ERROR(inspectFile("/dev/zero", false), ErrorCode::FileUnreadable, "device");
    QCOMPARE(::mkfifo(path("pipe.pt").c_str(), 0600), 0);
    VERIFY_ERROR(inspectFile(path("pipe.pt"), false), ErrorCode::FileUnreadable, "named pipe");
    VERIFY_ERROR(sha256OfFile(path("missing.pt")), ErrorCode::FileUnreadable, "missing.pt");
}

void BadFilesTest::needsPermission()
{
    if (::geteuid() == 0)
        QSKIP("root may read everything");
    const std::string file = archived(smallModel(forward));
    QCOMPARE(::chmod(file.c_str(), 0), 0);
    VERIFY_ERROR(inspectFile(file, false), ErrorCode::FileUnreadable, "denied");
}

void BadFilesTest::namesOtherContent_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("part");
    QTest::newRow("empty") << QByteArray() << "empty";
    QTest::newRow("text") << QByteArray("hello, this is not a model\n") << "text file";
    QTest::newRow("web page") << QByteArray("<!DOCTYPE html><html></html>") << "web page";
    QTest::newRow("git lfs") << QByteArray("version https://git-lfs.github.com/spec/v1\noid sha256:00\n") << "Git LFS";
    QTest::newRow("legacy pickle") << QByteArray("\x80\x02\x8a\x0al\xfc\x9c\x46\xf9", 9) << "before PyTorch 1.6";
    QTest::newRow("mobile") << QByteArray("\x28\0\0\0PTMF\0\0\0\0", 12) << "PyTorch Mobile";
    QTest::newRow("ExecuTorch") << QByteArray("\x28\0\0\0ET12\0\0\0\0", 12) << "program of ExecuTorch";
    QTest::newRow("TensorFlow Lite") << QByteArray("\x1c\0\0\0TFL3\0\0\0\0", 12) << "TensorFlow Lite";
    QTest::newRow("safetensors") << QByteArray("\x40\0\0\0\0\0\0\0{\"weight\":", 18) << "safetensors";
    QTest::newRow("gzip") << QByteArray("\x1f\x8b\x08\0\0\0", 6) << "gzip";
    QTest::newRow("program") << QByteArray("\177ELF\2\1\1\0", 8) << "program";
    QTest::newRow("onnx") << QByteArray("\x08\x07\x12\x07pytorch\x1a", 12) << "it is an ONNX model";
    QTest::newRow("onnx without a producer") << QByteArray("\x08\x0a\x3a\x90\x01", 5) << "it is an ONNX model";
    QTest::newRow("onnx with operator sets first") << QByteArray("\x08\x08\x42\x02", 4) << "it is an ONNX model";
    QTest::newRow("noise") << QByteArray("\x01\xfe\x02\xfd\x03", 5) << "zip archive, as .pt and .pt2 files do";
}

void BadFilesTest::namesOtherContent()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, part);
    const std::string file = written(content.toStdString());
    VERIFY_ERROR(inspectFile(file, false), ErrorCode::NotTorchScript, part.toStdString());
    VERIFY_ERROR(inspectFile(file, false), ErrorCode::NotTorchScript, "is not a TorchScript or torch.export model");
}

void BadFilesTest::knowsOnnxByItsName()
{
    std::ofstream(path("odd.onnx"), std::ios::binary) << "\x0a\x03\x01\x02\x03";
    VERIFY_ERROR(inspectFile(path("odd.onnx"), false), ErrorCode::NotTorchScript, "it is an ONNX model");
}

void BadFilesTest::namesOtherArchives_data()
{
    QTest::addColumn<QString>("record");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("part");
    const QByteArray none("N.");
    QTest::newRow("plain") << "notes.txt" << QByteArray("hello") << "first record is \"notes.txt\"";
    QTest::newRow("folder") << "a/b.txt" << QByteArray("hello") << "zip archive without a model";
    QTest::newRow("export") << "m/archive_format" << QByteArray("pt2") << "torch.export";
    QTest::newRow("package") << "m/.data/extern_modules" << QByteArray() << "torch.package";
    QTest::newRow("model.json") << "m/model.json" << QByteArray("{}") << "model.json";
    QTest::newRow("values") << "m/data.pkl" << none << "Python values";
    QTest::newRow("state_dict") << "m/data.pkl"
                                << QByteArray::fromStdString("}X\x01\0\0\0w"s + tensorPickle("\x03") + "s.")
                                << "state_dict";
    QTest::newRow("checkpoint") << "m/data.pkl" << QByteArray("}X\x0a\0\0\0state_dict}s.", 19) << "checkpoint";
    QTest::newRow("eager") << "m/data.pkl" << QByteArray("cmine\nNet\n)\x81.") << "class mine.Net";
    QTest::newRow("module in a checkpoint") << "m/data.pkl" << QByteArray("}X\x05\0\0\0modelcmine\nNet\n)\x81s.", 25)
                                            << "holds a Python object of class mine.Net";
    QTest::newRow("archive in an archive") << "model.pt2" << QByteArray("PK") << "holds \"model.pt2\" as a file";
    QTest::newRow("TorchServe") << "MAR-INF/MANIFEST.json" << QByteArray("{}") << "archive of TorchServe";
    QTest::newRow("broken pickle") << "m/data.pkl" << QByteArray("\xf0") << "holds no code";
}

void BadFilesTest::namesOtherArchives()
{
    QFETCH(QString, record);
    QFETCH(QByteArray, content);
    QFETCH(QString, part);
    const std::string file = archived({ { record.toStdString(), content.toStdString() } });
    VERIFY_ERROR(inspectFile(file, false), ErrorCode::NotTorchScript, part.toStdString());
}

void BadFilesTest::noticesACutAtAnyByte()
{
    const std::string whole = readFile(archived(smallModel(forward)));
    for (std::size_t length = 4; length < whole.size(); ++length) {
        const Result<Inspection> result = inspectFile(written(whole.substr(0, length)), false);
        VERIFY_ERROR(result, ErrorCode::Damaged, "cut short");
    }
}

void BadFilesTest::offersToOpenAWrongChecksum()
{
    std::string content = readFile(archived(modelWithTensor(tensorPickle("\x03"), 12)));
    const std::size_t data = content.find("xxxxxxxxxxxx");
    QVERIFY(data != std::string::npos);
    content[data] = 'y';
    const Result<Inspection> refused = inspectFile(written(content), false);
    VERIFY_ERROR(refused, ErrorCode::Damaged, "checksum of record \"net/data/0\"");
    QVERIFY(refused.error().hint.find("all the same") != std::string::npos);
    QVERIFY(inspectFile(written(content), true).ok());
}

/// Two archives in one file: libzip and PyTorch's reader could each believe another one.
void BadFilesTest::noticesTwoTablesOfContents()
{
    const std::string harmless = readFile(archived(smallModel(forward)));
    const std::string other = readFile(archived(smallModel(forward)));
    std::string both = harmless;
    both[both.size() - 2] = static_cast<char>(other.size() & 0xFFu); // the first archive's comment is the second
    both[both.size() - 1] = static_cast<char>(other.size() >> 8u);
    both += other;
    for (const bool acceptDamaged : { false, true })
        VERIFY_ERROR(inspectFile(written(both), acceptDamaged), ErrorCode::Damaged, "two tables of contents");
}

void BadFilesTest::noticesBytesBehindTheEnd()
{
    const std::string content = readFile(archived(smallModel(forward))) + "more";
    VERIFY_ERROR(inspectFile(written(content), false), ErrorCode::Damaged, "4 bytes follow");
    QVERIFY(inspectFile(written(content), true).ok());
}

void BadFilesTest::noticesRecordsOfOneName()
{
    Records records = smallModel(forward);
    records["net/code/__TORCH__.py"] = records["net/code/__torch__.py"];
    for (const bool acceptDamaged : { false, true })
        VERIFY_ERROR(inspectFile(archived(records), acceptDamaged), ErrorCode::Damaged, "is there twice");
}

void BadFilesTest::noticesZipBombs()
{
    Records records = smallModel(forward);
    records["net/extra/zeros"] = std::string(std::size_t { 300 } << 20, '\0');
    writeArchive(path("bomb.pt"), records, true);
    VERIFY_ERROR(inspectFile(path("bomb.pt"), false), ErrorCode::Damaged,
                 "larger than what is unpacked of a file of this size");
}

/// PyTorch's reader ignores the case of names, so code must be found under any.
void BadFilesTest::noticesHiddenCaseVariants()
{
    Records records = smallModel(forward);
    auto code = records.extract("net/code/__torch__.py");
    code.mapped() += "  def evil(self: __torch__.Net) -> NoneType:\n    torch.save(1, \"x\")\n";
    code.key() = "net/CODE/__torch__.PY";
    records.insert(std::move(code));
    const Result<Inspection> result = inspectFile(archived(records), false);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
    QVERIFY(result.value().needsTrust());
}

void BadFilesTest::checksTensorsAgainstTheirData_data()
{
    QTest::addColumn<QByteArray>("tensor");
    QTest::addColumn<int>("dataBytes");
    QTest::addColumn<QString>("part");
    const auto bytes = [](const std::string &text) { return QByteArray::fromStdString(text); };
    QTest::newRow("fits") << bytes(tensorPickle("\x03")) << 12 << "";
    QTest::newRow("short record") << bytes(tensorPickle("\x03")) << 11 << "needs more data";
    QTest::newRow("no record") << bytes(tensorPickle("\x03")) << 0 << "is missing";
    QTest::newRow("small storage") << bytes(tensorPickle("\x02")) << 12 << "beyond the end";
    QTest::newRow("offset") << bytes(tensorPickle("\x03", "K\x01")) << 12 << "beyond the end";
    QTest::newRow("huge offset") << bytes(tensorPickle("\x03", "\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f")) << 12
                                 << "is malformed";
    QTest::newRow("negative offset") << bytes(tensorPickle("\x03", "J\xff\xff\xff\xff")) << 12 << "is malformed";
}

void BadFilesTest::checksTensorsAgainstTheirData()
{
    QFETCH(QByteArray, tensor);
    QFETCH(int, dataBytes);
    QFETCH(QString, part);
    const std::string file = archived(modelWithTensor(tensor.toStdString(), static_cast<std::size_t>(dataBytes)));
    const Result<Inspection> result = inspectFile(file, false);
    if (part.isEmpty())
        QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
    else
        VERIFY_ERROR(result, ErrorCode::Damaged, part.toStdString());
}

/// torch.jit.save() of a module with a buffer on the device "meta" writes an empty record.
void BadFilesTest::namesTensorsWithoutData()
{
    const std::string tensor = tensorPickle("\x03", "K\0"s, "X\x04\0\0\0meta"s);
    const Result<Inspection> result = inspectFile(archived(modelWithTensor(tensor, 0)), false);
    VERIFY_ERROR(result, ErrorCode::NotTorchScript, "the tensor \"w\" was on the device \"meta\"");
}

void BadFilesTest::keepsMessagesOnOneLine()
{
    const Result<Inspection> result = inspectFile(archived({ { "odd\nname\x1b[31m\xff", "hello" } }), false);
    VERIFY_ERROR(result, ErrorCode::NotTorchScript, "odd?name?[31m\xEF\xBF\xBD");
    QVERIFY(inspectFile("no\nsuch.pt", false).error().text.find('\n') == std::string::npos);
}

ROOFLIGHT_TEST(BadFilesTest)
#include "bad_files_test.moc"
