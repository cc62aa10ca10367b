// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/inspect.h"
#include "tests/core/archive/archive_writer.h"
#include "tests/core/archive/pickle_writer.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace rooflight;
using namespace rooflight::test;

namespace {

/// A GLOBAL of a class of the code, and an object of it without attributes.
std::string objectOf(const char *name)
{
    return object(global("__torch__", name), dict({}));
}

std::string tagged(const std::string &value, const char *type)
{
    return call(global("torch.jit._pickle", "restore_type_tag"), tuple({ value, text(type) }));
}

std::string numbers()
{
    return list({ integer(1), integer(2) });
}

} // namespace

/// LibTorch 2.15 puts whatever data.pkl holds into the attributes of its objects, and ends by a signal when the code
/// reads an attribute beyond those of a smaller class.
class StoredObjectsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void judgesWhatAttributesHold_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("fits");
        const auto row = [](const char *name, const char *type, const std::string &value, bool fits) {
            QTest::newRow(name) << type << QByteArray::fromStdString(value) << fits;
        };
        row("its class", "__torch__.A", objectOf("A"), true);
        row("other class", "__torch__.A", objectOf("B"), false);
        row("list for an object", "__torch__.A", numbers(), false);
        row("object for a number", "int", objectOf("A"), false);
        row("number", "int", integer(3), true);
        row("numbers", "List[int]", numbers(), true);
        row("tagged numbers", "List[int]", tagged(numbers(), "List[int]"), true);
        row("either, there", "Optional[__torch__.A]", objectOf("A"), true);
        row("either, other", "Optional[__torch__.A]", objectOf("B"), false);
        row("union", "Union[int, __torch__.B]", objectOf("B"), true);
        row("union, other", "Union[int, __torch__.B]", objectOf("A"), false);
        row("anything", "Any", objectOf("A"), true);
        row("interface", "__torch__.Does", objectOf("Doer"), true);
        row("interface that lacks a method", "__torch__.Does", objectOf("A"), false);
        row("interface by another signature", "__torch__.Does", objectOf("Undoer"), false);
        row("list of an interface", "List[__torch__.Does]", list({ objectOf("Doer"), objectOf("A") }), false);
        row("list", "List[__torch__.A]", list({ objectOf("A"), objectOf("A") }), true);
        row("list with another", "List[__torch__.A]", list({ objectOf("A"), objectOf("B") }), false);
        row("tag that lies", "List[__torch__.A]", tagged(list({ objectOf("B") }), "List[__torch__.A]"), false);
        row("tag where anything may stand", "Any", tagged(list({ objectOf("B") }), "List[__torch__.A]"), false);
        row("dict", "Dict[str, __torch__.A]", dict({ text("k"), objectOf("A") }), true);
        row("dict with another", "Dict[str, __torch__.A]", dict({ text("k"), objectOf("B") }), false);
        row("tuple", "Tuple[int, __torch__.A]", tuple({ integer(1), objectOf("A") }), true);
        row("tuple turned round", "Tuple[int, __torch__.A]", tuple({ objectOf("A"), integer(1) }), false);
        row("longer tuple", "Tuple[int]", tuple({ integer(1), objectOf("A") }), false);
        row("nested", "Dict[str, List[Optional[__torch__.A]]]", dict({ text("k"), list({ objectOf("B") }) }), false);
    }

    void judgesWhatAttributesHold()
    {
        QFETCH(QString, type);
        QFETCH(QByteArray, value);
        QFETCH(bool, fits);
        Records records = smallModel("  part : " + type.toStdString()
                                     + "\n  def forward(self, x: Tensor) -> Tensor:\n"
                                       "    return x\nclass A(Module):\n  __parameters__ = []\n  n : int\n"
                                       "class B(Module):\n  __parameters__ = []\n"
                                       "class Does(ModuleInterface):\n  def do(self, x: Tensor) -> Tensor:\n    pass\n"
                                       "class Doer(Module):\n  __parameters__ = []\n"
                                       "  def do(self, x: Tensor) -> Tensor:\n    return x\n"
                                       "class Undoer(Module):\n  __parameters__ = []\n"
                                       "  def do(self, x: Tensor, n: int) -> Tensor:\n    return x\n");
        records["net/data.pkl"] =
            pickleOf(object(global("__torch__", "Net"), dict({ text("part"), value.toStdString() })));
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("net.pt")).toStdString();
        writeArchive(path, records);
        const Result<Inspection> inspection = inspectFile(path, false);
        QVERIFY2(inspection.ok(), inspection.ok() ? "" : inspection.error().text.c_str());
        QCOMPARE(inspection.value().needsTrust(), !fits);
        if (!fits) {
            const CodeFinding &finding = inspection.value().findings.front();
            QCOMPARE(finding.record, "data.pkl");
            QCOMPARE(finding.operation, "prim::GetAttr");
            QVERIFY(finding.risk == OperatorRisk::Cast);
        }
    }

    /// Lists that are filled after they were put into others, and types in types: neither overflows the stack, and a
    /// long type for many values does not fill the memory.
    void depthIsBounded_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("readable");
        // Each list is kept in the memo, put into the one before, and filled when that is gone from the stack.
        QByteArray lists("]q\x00", 3);
        for (int i = 0; i < 100'000; ++i)
            lists += QByteArray("]q\x01"
                                "a0h\x01q\x00",
                                9);
        QTest::newRow("lists filled later") << lists << false;
        std::string type = "__torch__.A";
        for (int i = 0; i < 1500; ++i)
            type = "Optional[" + type + "]";
        QTest::newRow("types") << QByteArray::fromStdString(tagged(objectOf("A"), type.c_str())) << true;
        std::string all;
        for (int i = 0; i < 20'000; ++i)
            all += objectOf("A");
        const std::string wide = "List[Union[" + std::string(1 << 20, 'x') + ",__torch__.B]]";
        QTest::newRow("a long type") << QByteArray::fromStdString(tagged(list({ all }), wide.c_str())) << true;
    }

    void depthIsBounded()
    {
        QFETCH(QByteArray, value);
        QFETCH(bool, readable);
        Records records = smallModel("  part : List[Any]\nclass A(Module):\n  __parameters__ = []\n  n : int\n");
        records["net/data.pkl"] =
            pickleOf(object(global("__torch__", "Net"), dict({ text("part"), value.toStdString() })));
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("net.pt")).toStdString();
        writeArchive(path, records);
        const Result<Inspection> inspection = inspectFile(path, false);
        QCOMPARE(inspection.ok(), readable);
        QVERIFY(!readable || inspection.value().needsTrust());
    }

    /// Of many of them a few are reported.
    void findingsAreFew()
    {
        Records records = smallModel("  parts : List[__torch__.Net]\nclass B(Module):\n  part : __torch__.Net\n");
        std::string all;
        for (int i = 0; i < 100; ++i)
            all += object(global("__torch__", "B"), dict({ text("part"), objectOf("B") }));
        records["net/data.pkl"] = pickleOf(object(global("__torch__", "Net"), dict({ text("parts"), list({ all }) })));
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("net.pt")).toStdString();
        writeArchive(path, records);
        const Result<Inspection> inspection = inspectFile(path, false);
        QVERIFY(inspection.ok());
        QCOMPARE(inspection.value().findings.size(), std::size_t { 20 });
    }
};

ROOFLIGHT_TEST(StoredObjectsTest)
#include "stored_objects_test.moc"
