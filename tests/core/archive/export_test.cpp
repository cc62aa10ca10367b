// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/export_modules.h"
#include "core/archive/export/size_expression.h"
#include "core/archive/inspect.h"
#include "tests/core/archive/pickle_writer.h"
#include "tests/core/archive/small_export.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace rooflight;
using namespace rooflight::test;

/// Files of torch.export, looked into without running them.
class ExportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void showsWhatTheFileHolds();
    void countsTiedWeightsOnce();
    void namesOperatorLibraries();
    void knowsTypes_data();
    void knowsTypes();
    void readsListsOfLists_data();
    void readsListsOfLists();
    void asksForANewerRooflight();
    void showsCodeOfSampleInputs();
    void asksForTrust_data();
    void asksForTrust();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void saysWhatTheFileIsInstead_data();
    void saysWhatTheFileIsInstead();
    void survivesMutations_data();
    void survivesMutations();
    void survivesDeepNesting();
    void boundsModulesInEachOther();
    void refusesGraphsInGraphs();
    void leavesCompiledCodeAlone();
    void looksIntoCompiledCode();

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

void ExportTest::knowsTypes_data()
{
    QTest::addColumn<int>("number"); // of ScalarType in torch/_export/serde/schema.py of PyTorch 2.15
    QTest::addColumn<QString>("type");
    QTest::newRow("first") << 1 << "uint8";
    QTest::newRow("bfloat16") << 13 << "bfloat16";
    QTest::newRow("uint16") << 28 << "uint16";
    QTest::newRow("float8_e8m0fnu") << 33 << "float8_e8m0fnu";
    QTest::newRow("uint32") << 34 << "uint32";
    QTest::newRow("uint64") << 35 << "uint64";
    QTest::newRow("none yet") << 36 << "unknown";
}

void ExportTest::knowsTypes()
{
    QFETCH(int, number);
    QFETCH(QString, type);
    const Result<Inspection> result = inspected(withProgramText(
        smallExport(), R"("x": {"dtype": 7)", QString(R"("x": {"dtype": %1)").arg(number).toStdString()));
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
    const std::string_view found = name(result.value().arguments.at(0).traced.at(0).tensor.dtype);
    QCOMPARE(QString::fromUtf8(found.data(), static_cast<qsizetype>(found.size())), type);
}

void ExportTest::readsListsOfLists_data()
{
    QTest::addColumn<QString>("list");
    QTest::addColumn<bool>("isRead");
    QTest::newRow("integers") << R"({"as_int_lists": [[1, 2], []]})" << true;
    QTest::newRow("floats") << R"({"as_float_lists": [[0.5, 2], [1e-3], ["Infinity"]]})" << true;
    QTest::newRow("tensors") << R"({"as_nested_tensors": [[{"name": "x"}]]})" << true;
    QTest::newRow("no lists") << R"({"as_float_lists": [0.5, 2]})" << false;
    QTest::newRow("no numbers") << R"({"as_float_lists": [["half"], [{}]]})" << false;
}

void ExportTest::readsListsOfLists()
{
    QFETCH(QString, list);
    QFETCH(bool, isRead);
    const Result<Inspection> result = inspected(withProgramText(
        smallExport(), R"({"name": "linear"}}, "kind": 1})",
        R"({"name": "linear"}}, "kind": 1}, {"name": "more", "arg": )" + list.toStdString() + R"(, "kind": 1})"));
    QCOMPARE(result.ok(), isRead);
}

void ExportTest::asksForANewerRooflight()
{
    const auto errorOf = [this](const char *major) {
        return inspected(withProgramText(smallExport(), "\"major\": 8", major)).error();
    };
    const Error newer = errorOf("\"major\": 9");
    QVERIFY2(newer.text.find("newer than version 8") != std::string::npos, newer.text.c_str());
    QCOMPARE(newer.hint, std::string("Update Rooflight."));
    QVERIFY(errorOf("\"major\": 7").hint.find("PyTorch 2.9 or newer") != std::string::npos);
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

void ExportTest::asksForTrust_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<OperatorRisk>("risk");
    const auto row = [](const char *target, OperatorRisk risk) {
        QTest::newRow(target) << QStringLiteral("torch.ops.") + QLatin1String(target) << risk;
    };
    row("aten.from_file.default", OperatorRisk::Files);
    row("aten._reshape_alias.default", OperatorRisk::Storage);
    row("inductor._reinterpret_tensor.default", OperatorRisk::Storage);
    row("mkldnn.data_ptr.default", OperatorRisk::Internals);
    row("aten.max_pool2d_with_indices_backward.default", OperatorRisk::Training);
    row("aten.relu.out", OperatorRisk::Result);
    row("aten.max.dim_max", OperatorRisk::Result);
    row("aten.no_such_operator.default", OperatorRisk::Unlisted);
}

void ExportTest::asksForTrust()
{
    QFETCH(QString, target);
    QFETCH(OperatorRisk, risk);
    const Result<Inspection> result =
        inspected(withProgramText(smallExport(), "torch.ops.aten.relu.default", target.toStdString()));
    QVERIFY(result.ok());
    QVERIFY(result.value().needsTrust());
    const CodeFinding &finding = result.value().findings.at(0);
    QVERIFY(finding.risk == risk);
    QCOMPARE(placeOf(finding).text, std::string("models/model.json, node relu"));
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
                             << "not JSON";
    QTest::newRow("dangling") << "\"name\": \"linear\"}}, \"kind\""
                              << "\"name\": \"lonely\"}}, \"kind\""
                              << "\"lonely\" is used before it is computed";
    QTest::newRow("cycle") << "{\"name\": \"x\"}}, \"kind\""
                           << "{\"name\": \"relu\"}}, \"kind\""
                           << "\"relu\" is used before it is computed";
    QTest::newRow("twice") << "\"outputs\": [{\"as_tensor\": {\"name\": \"linear\"}}]"
                           << "\"outputs\": [{\"as_tensor\": {\"name\": \"x\"}}]"
                           << "\"linear\" is used";
    QTest::newRow("kind") << "\"arg\": {\"as_tensor\": {\"name\": \"linear\"}}"
                          << "\"arg\": {\"as_dream\": 1}"
                          << "kind \"as_dream\"";
    QTest::newRow("no argument") << "\"arg\": {\"as_tensor\": {\"name\": \"linear\"}}"
                                 << "\"arg\": []"
                                 << "an argument is malformed";
    QTest::newRow("size") << "\"as_int\": 3}],\n    \"strides\""
                          << "\"as_float\": 3}],\n    \"strides\""
                          << "neither a number nor an expression";
    QTest::newRow("two of one name") << "\"signature\": {\n   \"inputs\""
                                     << "\"signature\": 1, \"signature\": {\n   \"inputs\""
                                     << "a value has two of one name";
    QTest::newRow("huge number") << "{\"as_int\": 3}, {\"as_int\": 1}], \"storage_offset\""
                                 << "{\"as_int\": 1e400}, {\"as_int\": 1}], \"storage_offset\""
                                 << "not JSON";
    QTest::newRow("signature") << "{\"user_input\": {\"arg\": {\"as_tensor\": {\"name\": \"x\"}}}}"
                               << ""
                               << "not JSON";
    QTest::newRow("parameter") << "\"parameter_name\": \"fc.bias\""
                               << "\"parameter_name\": \"fc.bios\""
                               << "the data of \"fc.bios\" is missing";
    QTest::newRow("tree") << "\\\"children_spec\\\": []}]}, {"
                          << "\\\"children_spec\\\": []}"
                          << "not JSON";
    QTest::newRow("no call") << "\"signature\": {\n   \"inputs\""
                             << "\"signatur\": {\n   \"inputs\""
                             << "how its forward() is called";
    QTest::newRow("path") << "fc,torch.nn"
                          << "..fc,torch.nn"
                          << "not the path of a module";
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

/// A branch in a branch in a branch.
/// As deep as LibTorch can go, and no deeper.
void ExportTest::boundsModulesInEachOther()
{
    const auto modulesIn = [](std::size_t depth) {
        ExportedProgram program;
        ExportWeight weight;
        for (std::size_t i = 0; i < depth; ++i)
            weight.name += "m.";
        weight.name += "weight";
        program.weights.push_back(std::move(weight));
        return modulesOf(program);
    };
    const Result<std::vector<ExportModule>> deep = modulesIn(401);
    QVERIFY(deep.ok());
    QCOMPARE(deep.value().size(), std::size_t { 402 }); // with the model itself
    const Result<std::vector<ExportModule>> deeper = modulesIn(402);
    QVERIFY(!deeper.ok());
    QCOMPARE(deeper.error().text, std::string("its modules lie more than 400 deep in each other"));
    QVERIFY(!deeper.error().hint.empty());
}

void ExportTest::refusesGraphsInGraphs()
{
    const std::string begin = R"({"inputs": [], "outputs": [], "tensor_values": {}, "sym_int_values": {},
        "sym_bool_values": {}, "nodes": [)";
    std::string graph = begin + "]}";
    for (int depth = 0; depth < 40; ++depth)
        graph = begin + R"({"target": "torch.ops.higher_order.cond", "outputs": [], "metadata": {}, "inputs":
            [{"name": "", "kind": 1, "arg": {"as_graph": {"name": "g", "graph": )"
            + graph + "}}}]}]}";
    const Result<Inspection> result =
        inspected(withProgramText(smallExport(), "{\"as_tensor\": {\"name\": \"linear\"}}, \"kind\": 1}],",
                                  R"({"as_graph": {"name": "g", "graph": )" + graph + "}}, \"kind\": 1}],"));
    QVERIFY(!result.ok());
    QVERIFY2(result.error().text.find("nest too deep") != std::string::npos, result.error().text.c_str());
    QCOMPARE(exitStatus(result.error()), 3);
}

/// A package may hold a graph and what was compiled of it: only the graph is of interest.
void ExportTest::leavesCompiledCodeAlone()
{
    Records both = smallExport();
    both["net/data/aotinductor/model/a.wrapper.so"] = "\x7f"
                                                      "ELF";
    const Result<Inspection> result = inspected(both);
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
    QCOMPARE(result.value().model.form, ModelForm::Export);
    QVERIFY(!result.value().needsTrust());
}

void ExportTest::looksIntoCompiledCode()
{
    const std::string folder = "net/data/aotinductor/model/";
    Records package { { "net/archive_format", "pt2" },
                      { folder + "a.wrapper.so", "code" },
                      { folder + "a.wrapper_metadata.json", R"({"AOTI_DEVICE_KEY": "cpu"})" } };
    const auto accepted = [this, &package] {
        writeArchive(m_path, package);
        return inspectFile(m_path, false, InspectionDepth::Whole, CompiledCode::Accepted);
    };
    const Result<Inspection> result = accepted();
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text.c_str());
    QCOMPARE(result.value().model.form, ModelForm::Compiled);
    QVERIFY(result.value().needsTrust());
    QCOMPARE(result.value().findings.at(0).record, std::string("data/aotinductor/model/a.wrapper.so"));

    package["net/data/aotinductor/other/b.wrapper.so"] = "code";
    QVERIFY(accepted().error().text.find("holds 2 libraries") != std::string::npos);
    package.erase("net/data/aotinductor/other/b.wrapper.so");
    package[folder + "weights_config.json"] = "{}";
    QVERIFY(accepted().error().text.find("weights separate from its code") != std::string::npos);
    package.erase(folder + "weights_config.json");
    package[folder + "triton_0.cubin"] = "kernel";
    QVERIFY(accepted().error().text.find("kernels separate from its code") != std::string::npos);
    package.erase(folder + "a.wrapper.so");
    QVERIFY(accepted().error().text.find("no compiled library") != std::string::npos);
    QCOMPARE(exitStatus(accepted().error()), 3);
}

ROOFLIGHT_TEST(ExportTest)
#include "export_test.moc"
