// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/code/code_index.h"
#include "core/archive/code/tokens.h"
#include "core/archive/inspect.h"
#include "tests/core/archive/archive_writer.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace rooflight;
using namespace rooflight::test;

class CodeScanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void flagsWhatTouchesFiles_data();
    void flagsWhatTouchesFiles();
    void leavesOrdinaryCodeAlone_data();
    void leavesOrdinaryCodeAlone();
    void looksCastsUp_data();
    void looksCastsUp();
    void looksMembersUp_data();
    void looksMembersUp();
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
    QTest::newRow("torch by another name") << "t = torch"
                                           << "torch";
    QTest::newRow("getattr") << "getattr(torch, \"save\")(x, \"p\")"
                             << "getattr";
    QTest::newRow("through autograd") << "torch.autograd.save(x, \"p\")"
                                      << "torch";
    QTest::newRow("operators through autograd") << "ops.mine.autograd.save(x, \"p\")"
                                                << "ops";
    QTest::newRow("alias of the compiler") << "y = ops.inductor._reinterpret_tensor(x, [4096], [1], 0)"
                                           << "inductor::_reinterpret_tensor";
    QTest::newRow("part of a pool") << "y = ops.inductor._alloc_from_pool(x, 0, 6, [4096], [1])"
                                    << "inductor::_alloc_from_pool";
    QTest::newRow("address") << "y = ops.mkldnn.data_ptr(x)"
                             << "mkldnn::data_ptr";
    QTest::newRow("gradient of a pooling")
        << "y = torch.max_pool2d_with_indices_backward(x, x, [2], [2], [0], [1], False, x)"
        << "aten::max_pool2d_with_indices_backward";
    QTest::newRow("gradient of a table") << "y = torch.embedding_dense_backward(x, x, 4, -1, False)"
                                         << "aten::embedding_dense_backward";
    QTest::newRow("converted indices") << "y = torch._convert_indices_from_coo_to_csr(x, 4)"
                                       << "aten::_convert_indices_from_coo_to_csr";
    QTest::newRow("segments") << "y = torch.segment_reduce(x, \"max\", unsafe=True)"
                              << "aten::segment_reduce";
    QTest::newRow("random sequence") << "y = torch._sobol_engine_draw(x, 4, x, 4, 4)"
                                     << "aten::_sobol_engine_draw";
    QTest::newRow("labels") << "y = torch._ctc_loss(x, x, [4], [4])"
                            << "aten::_ctc_loss";
    QTest::newRow("pivots") << "y = torch.linalg_ldl_solve(x, x, x)"
                            << "aten::linalg_ldl_solve";
    QTest::newRow("distances") << "y = torch._pdist_backward(x, x, 2., x)"
                               << "aten::_pdist_backward";
    QTest::newRow("layer of a library")
        << "y = torch.mkldnn_rnn_layer(x, x, x, x, x, x, x, False, [], 0, 4, 1, True, False, False, False)"
        << "aten::mkldnn_rnn_layer";
    QTest::newRow("indices of a sparse tensor") << "y = torch.crow_indices(x)"
                                                << "aten::crow_indices";
    QTest::newRow("indices as a method") << "y = (x).crow_indices()"
                                         << "aten::crow_indices";
    QTest::newRow("sparse of diagonals") << "y = torch._spdiags(x, x, [4, 4])"
                                         << "aten::_spdiags";
    QTest::newRow("unknown") << "y = torch.save_all(x)"
                             << "aten::save_all";
    QTest::newRow("unknown method") << "y = (x).save_all()"
                                    << "aten::save_all";
    QTest::newRow("result given") << "y = torch.add(x, x, out=x)"
                                  << "out=";
    QTest::newRow("results given") << "y = torch.topk(x, 2, values=x, indices=x)"
                                   << "values=";
    QTest::newRow("smallest given") << "y = torch.aminmax(x, min=x, max=x)"
                                    << "min=";
    QTest::newRow("language's own by name") << "y = ops.prim.tolist()"
                                            << "prim::tolist";
    QTest::newRow("member by a text") << "y = getattr(x, \"set_\")(x)"
                                      << "getattr";
    QTest::newRow("member by two texts") << "y = getattr(x, \"0\" \"set_\")(x)"
                                         << "getattr";
    QTest::newRow("getattr by another name") << "g = getattr"
                                             << "getattr";
    QTest::newRow("cast by another name") << "c = unchecked_cast"
                                          << "unchecked_cast";
    QTest::newRow("cast to a class") << "y = unchecked_cast(__torch__.Net, x)"
                                     << "prim::unchecked_cast";
    QTest::newRow("cast to a longer tuple") << "y = unchecked_cast(Tuple[Tensor, Tensor], x)"
                                            << "prim::unchecked_cast";
    QTest::newRow("cast in a list") << "y = unchecked_cast(List[__torch__.Net], x)"
                                    << "prim::unchecked_cast";
    QTest::newRow("class of the compilers") << "y = __torch__.torch.classes.profiling.SourceRef"
                                            << "profiling::SourceRef";
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
    QCOMPARE(inspection.findings[0].operation, operation.toStdString());
    QVERIFY(!inspection.findings[0].runsAtLoad);
    QVERIFY(inspection.findings[0].risk != OperatorRisk::None);
}

void CodeScanTest::leavesOrdinaryCodeAlone_data()
{
    QTest::addColumn<QString>("statement");
    QTest::newRow("string") << "y = \"torch.save(x)\"";
    QTest::newRow("string of quotes") << "y = 'a\\'torch.save(x)'";
    QTest::newRow("comment") << "y = x # torch.save(x)";
    QTest::newRow("own method") << "y = (self).save(x, )";
    QTest::newRow("attribute by number") << "y = getattr(self, \"0\")";
    QTest::newRow("result of a division") << "y = torch.div(x, x, out=x)";
    QTest::newRow("comparison") << "y = torch.add(x == x, x)";
    QTest::newRow("library's own argument") << "y = ops.torchvision.nms(x, x, 0.5)";
    QTest::newRow("plain cast") << "y = unchecked_cast(List[int], x)";
    QTest::newRow("values of a dict") << "y = torch.values(annotate(Dict[str, Tensor], {}))";
    QTest::newRow("properties") << "y = [x.shape, x.is_cuda, x.dtype, x.T]";
    QTest::newRow("checked strides") << "y = torch.as_strided(x, [4], [1], 0)";
    QTest::newRow("checked indices") << "y = torch.sparse_coo_tensor(x, x, [4], dtype=None, layout=None, device=None, "
                                        "pin_memory=None, is_coalesced=None)";
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
    QVERIFY2(!inspection.needsTrust(), inspection.findings.empty() ? "" : inspection.findings[0].excerpt.c_str());
    QCOMPARE(inspection.arguments.size(), std::size_t(1));
}

void CodeScanTest::looksCastsUp_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<bool>("needsTrust");
    QTest::newRow("optional argument") << "y = unchecked_cast(Tuple[int, int], pair)" << false;
    QTest::newRow("optional attribute") << "o = self.other\n    y = unchecked_cast(__torch__.Other, o)" << false;
    QTest::newRow("attribute of an attribute") << "y = unchecked_cast(__torch__.Net, (self.sure).parent)" << false;
    QTest::newRow("result of a method") << "r = (self).give(x, )\n    y = unchecked_cast(__torch__.Other, r)" << false;
    QTest::newRow("result of a function")
        << "_0 = __torch__.make\n    r = _0(x, )\n    y = unchecked_cast(__torch__.Other, r)" << false;
    QTest::newRow("one of several") << "y = unchecked_cast(__torch__.Other, self.either)" << false;
    QTest::newRow("after a cast") << "o = unchecked_cast(__torch__.Other, self.other)\n"
                                     "    y = unchecked_cast(__torch__.Net, o.parent)"
                                  << false;
    QTest::newRow("another class") << "y = unchecked_cast(__torch__.Net, self.other)" << true;
    QTest::newRow("sure class") << "y = unchecked_cast(__torch__.Net, self.sure)" << true;
    QTest::newRow("longer tuple") << "y = unchecked_cast(Tuple[int, int, int], pair)" << true;
    QTest::newRow("anything") << "y = unchecked_cast(__torch__.Other, anything)" << true;
    QTest::newRow("two values") << "o = self.other\n    if True:\n      o = self.sure2\n    else:\n      pass\n"
                                   "    y = unchecked_cast(__torch__.Other, o)"
                                << true;
    QTest::newRow("later value") << "o = self.other\n    y = unchecked_cast(__torch__.Other, o)\n    o = self.sure2"
                                 << true;
    QTest::newRow("declared twice") << "y = unchecked_cast(__torch__.Other, self.twice)" << true;
}

void CodeScanTest::looksCastsUp()
{
    QFETCH(QString, body);
    QFETCH(bool, needsTrust);
    const Inspection inspection =
        inspected("  other : Optional[__torch__.Other]\n  sure : __torch__.Other\n"
                  "  sure2 : Optional[__torch__.Net]\n"
                  "  either : Union[int, __torch__.Other, NoneType]\n"
                  "  twice : Optional[__torch__.Other]\n  twice : Optional[__torch__.Net]\n"
                  "  def forward(self: __torch__.Net, x: Tensor, pair: "
                  "Optional[Tuple[int, int]]=None, anything: Any=None) -> Tensor:\n    "
                  + body.toStdString()
                  + "\n    return x\n"
                    "  def give(self: __torch__.Net, x: Tensor) -> Optional[__torch__.Other]:\n"
                    "    return None\n"
                    "class Other:\n  parent : Optional[__torch__.Net]\n"
                    "def make(x: Tensor) -> Optional[__torch__.Other]:\n  return None\n");
    QCOMPARE(inspection.needsTrust(), needsTrust);
    if (needsTrust) {
        QCOMPARE(inspection.findings[0].operation, std::string("prim::unchecked_cast"));
        QVERIFY(inspection.findings[0].risk == OperatorRisk::Cast);
    }
}

/// A member that a class declares hides an operator of its name; on anything else it is the operator.
void CodeScanTest::looksMembersUp_data()
{
    QTest::addColumn<QString>("statement");
    QTest::addColumn<bool>("needsTrust");
    QTest::newRow("attribute") << "y = self.indices" << false;
    QTest::newRow("attribute in brackets") << "y = torch.add((self).indices, x)" << false;
    QTest::newRow("returned") << "return (self).indices" << false;
    QTest::newRow("own method") << "y = (self).set_(x, )" << false;
    QTest::newRow("of an attribute") << "y = (self.part).indices" << false;
    QTest::newRow("of a value") << "p = self.part\n    y = (p).indices" << false;
    QTest::newRow("of a tensor") << "y = x.indices()" << true;
    QTest::newRow("method of a tensor") << "y = (x).set_(x, )" << true;
    QTest::newRow("of a result") << "y = torch.relu(x).indices()" << true;
    QTest::newRow("of a tensor attribute") << "y = (self.indices).indices()" << true;
    QTest::newRow("not declared") << "y = (self.part).set_(x, )" << true;
}

void CodeScanTest::looksMembersUp()
{
    QFETCH(QString, statement);
    QFETCH(bool, needsTrust);
    const Inspection inspection =
        inspected("  indices : Tensor\n  part : __torch__.Part\n"
                  "  def forward(self: __torch__.Net, x: Tensor) -> Tensor:\n    "
                  + statement.toStdString()
                  + "\n    return x\n  def set_(self: __torch__.Net, x: Tensor) -> Tensor:\n    return x\n"
                    "class Part(Module):\n  indices : Tensor\n");
    QCOMPARE(inspection.needsTrust(), needsTrust);
}

/// A file of PyTorch itself whose __setstate__ calls a method that saves.
void CodeScanTest::tellsWhatRunsAtLoad()
{
    const Result<Inspection> result = inspectFile(ROOFLIGHT_TEST_DATA "/torchscript/saves_on_load.pt", false);
    QVERIFY(result.ok());
    const std::vector<CodeFinding> expected = { { "code/__torch__.py",
                                                  24,
                                                  "aten::save",
                                                  "torch.save(torch.zeros([1]), path)",
                                                  true,
                                                  true,
                                                  false,
                                                  {},
                                                  OperatorRisk::Files } };
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
    const Result<Inspection> result = inspectFile(ROOFLIGHT_TEST_DATA "/torchscript/reads_file.pt", false);
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

ROOFLIGHT_TEST(CodeScanTest)
#include "code_scan_test.moc"
