// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/size_expression.h"
#include "core/archive/export/tree_spec.h"
#include "core/archive/inspect.h"
#include "tests/core/archive/pickle_writer.h"
#include "tests/core/archive/small_export.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Files of torch.export, looked into without running them.
class ExportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void showsWhatTheFileHolds();
    void countsTiedWeightsOnce();
    void namesOperatorLibraries();
    void showsCodeOfSampleInputs();
    void asksForTrust();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void saysWhatTheFileIsInstead_data();
    void saysWhatTheFileIsInstead();
    void survivesMutations_data();
    void survivesMutations();
    void survivesDeepNesting();
    void evaluatesSizes_data();
    void evaluatesSizes();
    void refusesOtherExpressions();
    void readsTrees();

private:
    Result<Inspection> inspected(const Records &records) const
    {
        writeArchive(m_path, records);
        return inspectFile(m_path, false);
    }

    QTemporaryDir m_folder;
    std::string m_path;
};

void ExportTest::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_path = m_folder.filePath("net.pt2").toStdString();
}

void ExportTest::showsWhatTheFileHolds()
{
    const Result<Inspection> result = inspected(smallExport());
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
    const Inspection &inspection = result.value();
    QCOMPARE(inspection.model.form, ModelForm::Export);
    QCOMPARE(inspection.model.parameters, 2 * 3 + 2);
    QCOMPARE(inspection.model.parameterBytes, (2 * 3 + 2) * 4);
    const std::vector<StoredModule> modules { { "", "Net", 0, 0 }, { "fc", "Linear", 8, 0 } };
    QVERIFY(inspection.modules == modules);
    const std::vector<StoredArgument> arguments { { "x", "Tensor", { { "", { { 4, 3 }, DType::Float32 } } }, "" } };
    QVERIFY(inspection.arguments == arguments);
    const std::vector<SizeSymbol> symbols { { "s77", 1, 64, 4, { "x.0" } } };
    QVERIFY(inspection.symbols == symbols);
    QVERIFY(!inspection.needsTrust());
}

void ExportTest::countsTiedWeightsOnce()
{
    Records records = smallExport();
    std::string &weights = records.at("net/data/weights/model_weights_config.json");
    // A second name for the memory of fc.weight.
    const std::string entry =
        weights.substr(weights.find("{\"path_name\": \"weight_0\""),
                       weights.find("\"fc.bias\"") - weights.find("{\"path_name\": \"weight_0\""));
    weights.insert(weights.find("\"fc.bias\""), "\"tied.weight\": " + entry);
    const Result<Inspection> result = inspected(records);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
    QCOMPARE(result.value().model.parameters, 8);
    QCOMPARE(result.value().modules.size(), std::size_t { 3 });
}

void ExportTest::namesOperatorLibraries()
{
    const Result<Inspection> result = inspected(
        withProgramText(smallExport(), "torch.ops.aten.relu.default", "torch.ops.torchvision.roi_pool.default"));
    QVERIFY(result.ok());
    QCOMPARE(result.value().libraries.size(), std::size_t { 1 });
    QCOMPARE(result.value().libraries[0].nameSpace, std::string("torchvision"));
    QCOMPARE(result.value().libraries[0].operators, std::vector<std::string> { "torchvision::roi_pool" });
}

void ExportTest::showsCodeOfSampleInputs()
{
    writeArchive(m_path, { { "a/data.pkl", pickleOf(object(global("os", "system"), tuple({ text("true") }))) } });
    Records records = smallExport();
    records["net/data/sample_inputs/model.pt"] = readFile(m_path);
    const Result<Inspection> result = inspected(records);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
    QCOMPARE(result.value().findings.size(), std::size_t { 1 });
    QCOMPARE(result.value().findings[0].operation, std::string("os.system"));
    QVERIFY(!result.value().needsTrust());
}

void ExportTest::asksForTrust()
{
    const Result<Inspection> result =
        inspected(withProgramText(smallExport(), "torch.ops.aten.relu.default", "torch.ops.aten.from_file.default"));
    QVERIFY(result.ok());
    QCOMPARE(result.value().findings.at(0).operation, std::string("aten::from_file"));
    QVERIFY(result.value().needsTrust());
}

void ExportTest::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("part");
    QTest::newRow("schema") << "\"major\": 8"
                            << "\"major\": 9"
                            << "version 9 of the export format (PyTorch 2.11.0)";
    QTest::newRow("no schema") << "schema_version"
                               << "schema"
                               << "which version of the export format";
    QTest::newRow("no JSON") << "{\n\"schema"
                             << "\"schema"
                             << "no JSON";
    QTest::newRow("dangling") << "\"name\": \"linear\"}}, \"kind\""
                              << "\"name\": \"lonely\"}}, \"kind\""
                              << "\"lonely\" is used before it is made";
    QTest::newRow("cycle") << "{\"name\": \"x\"}}, \"kind\""
                           << "{\"name\": \"relu\"}}, \"kind\""
                           << "\"relu\" is used before it is made";
    QTest::newRow("twice") << "\"outputs\": [{\"as_tensor\": {\"name\": \"linear\"}}]"
                           << "\"outputs\": [{\"as_tensor\": {\"name\": \"x\"}}]"
                           << "\"linear\" is used";
    QTest::newRow("kind") << "\"arg\": {\"as_tensor\": {\"name\": \"linear\"}}"
                          << "\"arg\": {\"as_dream\": 1}"
                          << "kind \"as_dream\"";
    QTest::newRow("no argument") << "\"arg\": {\"as_tensor\": {\"name\": \"linear\"}}"
                                 << "\"arg\": []"
                                 << "an argument is none";
    QTest::newRow("size") << "\"as_int\": 3}],\n    \"strides\""
                          << "\"as_float\": 3}],\n    \"strides\""
                          << "neither a number nor an expression";
    QTest::newRow("huge number") << "{\"as_int\": 3}, {\"as_int\": 1}], \"storage_offset\""
                                 << "{\"as_int\": 1e400}, {\"as_int\": 1}], \"storage_offset\""
                                 << "no JSON";
    QTest::newRow("signature") << "{\"user_input\": {\"arg\": {\"as_tensor\": {\"name\": \"x\"}}}}"
                               << ""
                               << "no JSON";
    QTest::newRow("parameter") << "\"parameter_name\": \"fc.bias\""
                               << "\"parameter_name\": \"fc.bios\""
                               << "the data of \"fc.bios\" is missing";
    QTest::newRow("tree") << "\\\"children_spec\\\": []}]}, {"
                          << "\\\"children_spec\\\": []}"
                          << "no JSON";
    QTest::newRow("no call") << "\"signature\": {\n   \"inputs\""
                             << "\"signatur\": {\n   \"inputs\""
                             << "how its forward() is called";
    QTest::newRow("path") << "fc,torch.nn"
                          << "..fc,torch.nn"
                          << "no path of a module";
    QTest::newRow("module and weight") << "fc,fc,torch.nn"
                                       << "fc,fc.weight,torch.nn"
                                       << "both a module and a weight";
}

void ExportTest::saysWhatIsWrong()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, part);
    const Result<Inspection> result = inspected(withProgramText(smallExport(), from.toStdString(), to.toStdString()));
    QVERIFY(!result.ok());
    const QString text = QString::fromStdString(result.error().text);
    QVERIFY2(text.contains(part), qPrintable(text));
    QVERIFY2(text.contains("net.pt2") && !text.contains('\n') && text.endsWith('.'), qPrintable(text));
    QVERIFY(!result.error().hint.empty());
    QCOMPARE(exitStatus(result.error()), 3);
}

void ExportTest::saysWhatTheFileIsInstead_data()
{
    QTest::addColumn<QString>("record");
    QTest::addColumn<QByteArray>("content"); // null: the record is left out
    QTest::addColumn<QString>("part");
    QTest::addColumn<int>("status");
    const QByteArray some("x");
    QTest::newRow("2.6") << "net/serialized_exported_program.json" << some << "the layout of PyTorch 2.1 to 2.6" << 3;
    QTest::newRow("2.8") << "net/data/weights/model.pt" << some << "the layout of PyTorch 2.7 and 2.8" << 3;
    QTest::newRow("two models") << "net/models/other.json" << some << "holds 2 models" << 3;
    QTest::newRow("no model") << "net/models/model.json" << QByteArray() << "holds no model" << 3;
    QTest::newRow("no weights") << "net/data/weights/weight_0" << QByteArray() << "the data of the weight" << 3;
    QTest::newRow("short weights") << "net/data/weights/weight_0" << QByteArray(23, 'x')
                                   << "\"fc.weight\" reaches beyond the end of its data" << 3;
    QTest::newRow("no list of weights") << "net/data/weights/model_weights_config.json" << QByteArray("[]")
                                        << "no list of weights" << 3;
    QTest::newRow("sample inputs") << "net/data/sample_inputs/model.pt" << some << "cut short" << 3;
}

void ExportTest::saysWhatTheFileIsInstead()
{
    QFETCH(QString, record);
    QFETCH(QByteArray, content);
    QFETCH(QString, part);
    QFETCH(int, status);
    Records records = smallExport();
    records.erase(record.toStdString());
    if (!content.isNull())
        records[record.toStdString()] = content.toStdString();
    const Result<Inspection> result = inspected(records);
    QVERIFY(!result.ok());
    const QString text = QString::fromStdString(result.error().text);
    QVERIFY2(text.contains(part), qPrintable(text));
    QVERIFY(!result.error().hint.empty());
    QCOMPARE(exitStatus(result.error()), status);

    Records compiled = smallExport();
    compiled.erase("net/models/model.json");
    compiled["net/data/aotinductor/model/a.so"] = "\x7f"
                                                  "ELF";
    const Result<Inspection> native = inspected(compiled);
    QVERIFY(!native.ok());
    QCOMPARE(exitStatus(native.error()), 7);
    QVERIFY(native.error().text.find("AOTInductor") != std::string::npos);
}

void ExportTest::survivesMutations_data()
{
    QTest::addColumn<QString>("record");
    for (const char *record : { "models/model.json", "data/weights/model_weights_config.json" })
        QTest::newRow(record) << QString("net/") + record;
}

/// Whatever a byte becomes: a result, or an error with a text, a hint and a status.
void ExportTest::survivesMutations()
{
    QFETCH(QString, record);
    std::mt19937 random(3);
    int opened = 0;
    for (int i = 0; i < 1500; ++i) {
        Records mutant = smallExport();
        std::string &content = mutant[record.toStdString()];
        for (int flips = 1 + i % 3; flips > 0; --flips) {
            if (i % 2 == 0)
                content[random() % content.size()] = static_cast<char>(random() % 128);
            else
                content.erase(random() % content.size(), 1);
        }
        const Result<Inspection> result = inspected(mutant);
        opened += result.ok() ? 1 : 0;
        QVERIFY(result.ok() || (!result.error().text.empty() && !result.error().hint.empty()));
        QVERIFY(result.ok() || exitStatus(result.error()) == 3);
    }
    QVERIFY(opened > 0);
    QVERIFY(opened < 1500);
}

void ExportTest::survivesDeepNesting()
{
    const std::string deep(1'000'000, '[');
    Records records = smallExport();
    records["net/models/model.json"] = deep;
    const Result<Inspection> result = inspected(records);
    QVERIFY(!result.ok());
    QVERIFY(result.error().text.find("nest too deep") != std::string::npos);
    std::string expression;
    for (int i = 0; i < 100'000; ++i)
        expression += "Add(";
    QVERIFY(!SizeExpression::parse(expression));
}

void ExportTest::evaluatesSizes_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<qint64>("value");
    QTest::addColumn<QString>("text");
    // As Python has them for a = 7, b = -3: -3 // 7 is -1 and -3 % 7 is 4.
    const QString a = "Symbol('a', positive=True, integer=True)";
    const QString b = "Symbol('b', integer=True)";
    QTest::newRow("number") << "Integer(-12)" << qint64(-12) << "-12";
    QTest::newRow("symbol") << a << qint64(7) << "a";
    QTest::newRow("sum") << "Add(" + a + ", " + b + ", Integer(1))" << qint64(5) << "a + b + 1";
    QTest::newRow("product") << "Mul(Integer(2), Add(" + a + ", Integer(1)))" << qint64(16) << "2*(a + 1)";
    QTest::newRow("power") << "Pow(" + a + ", Integer(3))" << qint64(343) << "a**3";
    QTest::newRow("quotient") << "FloorDiv(" + b + ", " + a + ")" << qint64(-1) << "b//a";
    QTest::newRow("rest") << "Mod(" + b + ", " + a + ")" << qint64(4) << "b % a";
    QTest::newRow("rest of the least") << "Mod(Integer(-9223372036854775808), Integer(3))" << qint64(1)
                                       << "-9223372036854775808 % 3";
    QTest::newRow("rest of -1") << "Mod(Integer(-9223372036854775808), Integer(-1))" << qint64(0)
                                << "-9223372036854775808 % -1";
    QTest::newRow("largest") << "Max(" + a + ", " + b + ")" << qint64(7) << "max(a, b)";
    QTest::newRow("smallest") << "Min(" + a + ", Integer(5))" << qint64(5) << "min(a, 5)";
    QTest::newRow("rounded up") << "CeilDiv(" + a + ", Integer(2))" << qint64(4) << "ceildiv(a, 2)";
}

void ExportTest::evaluatesSizes()
{
    QFETCH(QString, expression);
    QFETCH(qint64, value);
    QFETCH(QString, text);
    const std::optional<SizeExpression> parsed = SizeExpression::parse(expression.toStdString());
    QVERIFY(parsed);
    QCOMPARE(parsed->evaluate({ { "a", 7 }, { "b", -3 } }).value(), value);
    QCOMPARE(QString::fromStdString(parsed->text()), text);
}

void ExportTest::refusesOtherExpressions()
{
    for (const char *text : { "", "7", "Integer()", "Integer(1", "Integer(1))", "Sin(Integer(1))", "Symbol(a)",
                              "Symbol('')", "Add()", "Add(Integer(1),)", "__import__('os')" })
        QVERIFY2(!SizeExpression::parse(text), text);
    const auto quotient = SizeExpression::parse("FloorDiv(Integer(1), Integer(0))");
    QVERIFY(quotient && !quotient->number());
    const auto product = SizeExpression::parse("Mul(Integer(9000000000), Integer(9000000000))");
    QVERIFY(product && !product->number());
    const auto unknown = SizeExpression::parse("Add(Symbol('n'), Integer(1))");
    QVERIFY(unknown && !unknown->evaluate({}));
}

void ExportTest::readsTrees()
{
    // What pytree writes for ({"a": tensor, "b": [tensor, tensor]},)
    const Result<TreeSpec> tree = TreeSpec::parse(
        R"([1, {"type": "builtins.tuple", "context": "null", "children_spec": [{"type": "builtins.dict", "context":
        "[\"a\", \"b\"]", "children_spec": [{"type": null, "context": null, "children_spec": []},
        {"type": "builtins.list", "context": "null", "children_spec": [
        {"type": null, "context": null, "children_spec": []}, {"type": null, "context": null, "children_spec": []}]}]}]}])");
    QVERIFY2(tree.ok(), tree.ok() ? "" : tree.error().text.c_str());
    QCOMPARE(tree.value().leaves(), std::size_t { 3 });
    const TreeSpec &dict = tree.value().children.at(0);
    QCOMPARE(dict.kind, TreeSpec::Kind::Dict);
    QCOMPARE(dict.keys, (std::vector<std::string> { "a", "b" }));
    QVERIFY(dict.children.at(1).isList);
    QVERIFY(!TreeSpec::parse("[2, {}]").ok());
    QVERIFY(!TreeSpec::parse("[1, 7]").ok());
}

RIDGEPOINT_TEST(ExportTest)
#include "export_test.moc"
