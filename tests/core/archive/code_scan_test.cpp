// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/code/code_index.h"
#include "core/archive/code/tokens.h"
#include "core/archive/inspect.h"
#include "tests/core/archive/archive_writer.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

class CodeScanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void flagsWhatTouchesFiles_data();
    void flagsWhatTouchesFiles();
    void leavesOrdinaryCodeAlone_data();
    void leavesOrdinaryCodeAlone();
    void tellsWhatRunsAtLoad();
    void followsHelpersOfSetState();
    void findsWhatIsHarmless();
    void namesLibraries();
    void survivesDeepBrackets();
    void resolvesEscapes();
    void removesMangling();

private:
    [[nodiscard]] Inspection inspected(const std::string &methods) const;

    QTemporaryDir m_folder;
};

void CodeScanTest::initTestCase()
{
    QVERIFY(m_folder.isValid());
}

Inspection CodeScanTest::inspected(const std::string &methods) const
{
    const std::string path = m_folder.filePath("net.pt").toStdString();
    writeArchive(path, smallModel(methods));
    const Result<Inspection> result = inspectFile(path, false);
    if (!result.ok())
        throw std::runtime_error(result.error().text);
    return result.value();
}

void CodeScanTest::flagsWhatTouchesFiles_data()
{
    QTest::addColumn<QString>("statement");
    QTest::addColumn<QString>("operation");
    QTest::newRow("save") << "torch.save(x, \"p\")"
                          << "aten::save";
    QTest::newRow("from_file") << "y = torch.from_file(\"p\", True, 4)"
                               << "aten::from_file";
    QTest::newRow("alias of any size") << "y = ops.aten._reshape_alias(x, [4096], [1])"
                                       << "aten::_reshape_alias";
    QTest::newRow("alias as a method") << "y = (x)._reshape_alias([4096], [1])"
                                       << "aten::_reshape_alias";
    QTest::newRow("alias by torch") << "y = torch._reshape_alias(x, [4096], [1])"
                                    << "aten::_reshape_alias";
    QTest::newRow("other storage") << "y = x.set_(x, 0, [4096], [1])"
                                   << "aten::set_";
    QTest::newRow("unchecked indices") << "y = torch._sparse_coo_tensor_unsafe(x, x, [4])"
                                       << "aten::_sparse_coo_tensor_unsafe";
    QTest::newRow("ops") << "ops.aten.save(x, \"p\")"
                         << "aten::save";
    QTest::newRow("spaces") << "torch . save (x, \"p\")"
                            << "aten::save";
    QTest::newRow("brackets") << "((torch)).save(x, \"p\")"
                              << "aten::save";
    QTest::newRow("line break") << "torch.\\\nsave(x, \"p\")"
                                << "aten::save";
    QTest::newRow("inside brackets") << "y = [1,\n  torch\n  .save(x, \"p\")]"
                                     << "aten::save";
    QTest::newRow("reference") << "f = torch.save"
                               << "aten::save";
    QTest::newRow("alias") << "t = torch"
                           << "torch";
    QTest::newRow("getattr") << "getattr(torch, \"save\")(x, \"p\")"
                             << "torch";
    QTest::newRow("ops alias") << "o = ops.aten"
                               << "ops";
    QTest::newRow("behind a number") << "y = 0x1e+torch.save(x, \"p\")"
                                     << "aten::save";
    QTest::newRow("behind a string") << "y = \"\\\"\"; torch.save(x, \"p\")"
                                     << "aten::save";
    QTest::newRow("behind a long string") << "y = \"\"\"a\"b\"\"\"; torch.save(x, \"p\")"
                                          << "aten::save";
}

void CodeScanTest::flagsWhatTouchesFiles()
{
    QFETCH(QString, statement);
    QFETCH(QString, operation);
    const Inspection inspection = inspected("  def forward(self: __torch__.Net, x: Tensor) -> Tensor:\n    "
                                            + statement.toStdString() + "\n    return x\n");
    QVERIFY(inspection.needsTrust());
    QCOMPARE(inspection.findings.size(), std::size_t(1));
    QCOMPARE(inspection.findings[0].operation, operation.toStdString());
    QVERIFY(!inspection.findings[0].runsAtLoad);
}

void CodeScanTest::leavesOrdinaryCodeAlone_data()
{
    QTest::addColumn<QString>("statement");
    QTest::newRow("string") << "y = \"torch.save(x)\"";
    QTest::newRow("string of quotes") << "y = 'a\\'torch.save(x)'";
    QTest::newRow("comment") << "y = x # torch.save(x)";
    QTest::newRow("own method") << "y = (self).save(x, )";
    QTest::newRow("own attribute") << "y = self.torch.save";
    QTest::newRow("checked strides") << "y = torch.as_strided(x, [4], [1], 0)";
    QTest::newRow("longer name") << "y = torch.save_all(x)";
    QTest::newRow("other name") << "y = torch_save(x)";
    QTest::newRow("module path") << "y = __torch__.torch.nn.functional.relu(x, False, )";
    QTest::newRow("own operator") << "y = ops.quantized.linear(x, x, 1., 0)";
    QTest::newRow("raise") << "ops.prim.RaiseException(\"no\", \"builtins.RuntimeError\")";
}

void CodeScanTest::leavesOrdinaryCodeAlone()
{
    QFETCH(QString, statement);
    const Inspection inspection = inspected("  def forward(self: __torch__.Net, x: Tensor) -> Tensor:\n    "
                                            + statement.toStdString() + "\n    return x\n");
    QVERIFY2(inspection.findings.empty(), inspection.findings.empty() ? "" : inspection.findings[0].excerpt.c_str());
    QCOMPARE(inspection.arguments.size(), std::size_t(1));
}

/// A file of PyTorch itself whose __setstate__ calls a method that saves.
void CodeScanTest::tellsWhatRunsAtLoad()
{
    const Result<Inspection> result = inspectFile(RIDGEPOINT_TEST_DATA "/torchscript/saves_on_load.pt", false);
    QVERIFY(result.ok());
    const std::vector<CodeFinding> expected = { { "code/__torch__.py", 24, "aten::save",
                                                  "torch.save(torch.zeros([1]), path)", true, true, false } };
    QVERIFY(result.value().findings == expected);
    QVERIFY(result.value().needsTrust());
}

void CodeScanTest::followsHelpersOfSetState()
{
    const Inspection inspection = inspected(R"(  def __setstate__(self: __torch__.Net, state: int) -> NoneType:
    _0 = (self).first(state, )
    return None
  def first(self: __torch__.Net, n: int) -> NoneType:
    return (self).second(n, )
  def second(self: __torch__.Net, n: int) -> NoneType:
    torch.save(n, "at load")
    return None
  def forward(self: __torch__.Net, x: Tensor) -> Tensor:
    torch.save(x, "at run")
    return x
)");
    QCOMPARE(inspection.findings.size(), std::size_t(2));
    QCOMPARE(inspection.findings[0].line, 10);
    QVERIFY(inspection.findings[0].runsAtLoad);
    QCOMPARE(inspection.findings[1].line, 13);
    QVERIFY(!inspection.findings[1].runsAtLoad);
}

void CodeScanTest::findsWhatIsHarmless()
{
    const Result<Inspection> result = inspectFile(RIDGEPOINT_TEST_DATA "/torchscript/reads_file.pt", false);
    QVERIFY(result.ok());
    const std::vector<CodeFinding> &findings = result.value().findings;
    QCOMPARE(findings.size(), std::size_t(3));
    QCOMPARE(findings[0].operation, std::string("aten::from_file"));
    QVERIFY(findings[0].touchesFiles);
    QCOMPARE(findings[1].operation, std::string("prim::Print"));
    QVERIFY(!findings[1].touchesFiles);
    QCOMPARE(findings[2].operation, std::string("torch.device"));
    QVERIFY(!findings[2].touchesFiles);
}

void CodeScanTest::namesLibraries()
{
    const Inspection inspection = inspected(
        "  packed : __torch__.torch.classes.mine.Thing\n  def forward(self: __torch__.Net, x: Tensor) -> Tensor:\n"
        "    return ops.torchvision.nms(x, x, 0.5)\n");
    const std::vector<NeededLibrary> expected = { { "mine", { "mine::Thing" }, false },
                                                  { "torchvision", { "torchvision::nms" }, false } };
    QVERIFY(inspection.libraries == expected);
    QCOMPARE(inspection.findings.size(), std::size_t(2));
    QCOMPARE(inspection.findings[1].operation, std::string("torchvision::nms"));
    QVERIFY(!inspection.needsTrust());
}

void CodeScanTest::survivesDeepBrackets()
{
    QVERIFY(tokenize(std::string(1000, '(')).has_value());
    QVERIFY(!tokenize(std::string(1001, '[')).has_value());
    QVERIFY(tokenize("\"" + std::string(5000, '(') + "\"").has_value());
}

void CodeScanTest::resolvesEscapes()
{
    const std::string token = "\"a\\\"b\\\\\\n\\x41\\102\\q\"";
    QCOMPARE(stringContent(token), std::string("a\"b\\\nABq"));
    QCOMPARE(stringContent("'''x'y'''"), std::string("x'y"));
    QCOMPARE(stringContent("\""), std::string());
}

void CodeScanTest::removesMangling()
{
    QCOMPARE(withoutMangling("__torch__.a.___torch_mangle_12.B"), std::string("__torch__.a.B"));
    QCOMPARE(withoutMangling("List[__torch__.___torch_mangle_1.A]"), std::string("List[__torch__.A]"));
    QCOMPARE(withoutMangling("__torch__.A"), std::string("__torch__.A"));
}

RIDGEPOINT_TEST(CodeScanTest)
#include "code_scan_test.moc"
