// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/inspect.h"
#include "tests/core/archive/archive_writer.h"
#include "tests/support/test_program.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace rooflight;

namespace {

Inspection inspected(const std::string &name)
{
    const std::string path = std::string(ROOFLIGHT_TEST_DATA "/torchscript/") + name + ".pt";
    Result<Inspection> result = inspectFile(path, false);
    if (!result.ok())
        throw std::runtime_error(result.error().text);
    return std::move(result).value();
}

std::vector<std::string> paths(const Inspection &inspection)
{
    std::vector<std::string> result;
    for (const StoredModule &module : inspection.modules)
        result.push_back(module.path);
    return result;
}

} // namespace

/// Expected values: PyTorch 2.11 on the same files (make_small_models.py prints them), and arithmetic on the layers.
class InspectTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsWhatPyTorchCounts_data();
    void countsWhatPyTorchCounts();
    void listsModules();
    void listsModulesOfATrace();
    void takesNamesAsData();
    void readsArguments();
    void readsTracedInputs();
    void countsPackedWeights();
    void countsTiedWeightsOnce();
    void knowsTheFile();
    void noFileNamesAFolderOfAMachine();
};

void InspectTest::countsWhatPyTorchCounts_data()
{
    QTest::addColumn<QString>("form");
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<qint64>("parameterBytes");
    QTest::addColumn<qint64>("bufferBytes");
    QTest::newRow("small_script") << "script" << qint64(289) << qint64(1156) << qint64(40);
    QTest::newRow("small_trace") << "trace" << qint64(289) << qint64(1156) << qint64(40);
    // Convolutions 3*4*9+4 and 4*4*9+4, whose second bias the folded normalisation brought, and a linear 4*5+5.
    QTest::newRow("small_frozen") << "frozen" << qint64(285) << qint64(1140) << qint64(0);
    QTest::newRow("tied") << "script" << qint64(40) << qint64(160) << qint64(0);
    QTest::newRow("precision") << "script" << qint64(17) << qint64(88) << qint64(41);
    QTest::newRow("recurrent") << "script" << qint64(144) << qint64(576) << qint64(0);
    // 8-bit weights 16*3 + 16*4, float32 biases 2*16.
    QTest::newRow("recurrent_quantized") << "script" << qint64(112 + 32) << qint64(112 + 32 * 4) << qint64(0);
    QTest::newRow("odd_names") << "script" << qint64(21) << qint64(84) << qint64(0);
    QTest::newRow("empty") << "script" << qint64(0) << qint64(0) << qint64(0);
    QTest::newRow("many_inputs") << "script" << qint64(0) << qint64(0) << qint64(0);
    QTest::newRow("traced_inputs") << "trace" << qint64(0) << qint64(0) << qint64(0);
}

void InspectTest::countsWhatPyTorchCounts()
{
    QFETCH(QString, form);
    QFETCH(qint64, parameters);
    QFETCH(qint64, parameterBytes);
    QFETCH(qint64, bufferBytes);
    const ModelIdentity model = inspected(QTest::currentDataTag()).model;
    QCOMPARE(QString::fromStdString(std::string(name(model.form))), form);
    QCOMPARE(model.parameters, parameters);
    QCOMPARE(model.parameterBytes, parameterBytes);
    QCOMPARE(model.bufferBytes, bufferBytes);
}

void InspectTest::listsModules()
{
    const std::vector<StoredModule> expected = {
        { "", "Small", 0, 0 },           { "stem", "Conv2d", 112, 0 },        { "body", "Sequential", 0, 0 },
        { "body.0", "Block", 0, 0 },     { "body.0.conv", "Conv2d", 144, 0 }, { "body.0.bn", "BatchNorm2d", 8, 9 },
        { "body.0.relu", "ReLU", 0, 0 }, { "head", "Linear", 25, 0 },
    };
    QVERIFY(inspected("small_script").modules == expected);
}

void InspectTest::listsModulesOfATrace()
{
    const Inspection trace = inspected("small_trace");
    QVERIFY(trace.modules == inspected("small_script").modules);
    QCOMPARE(trace.arguments.size(), std::size_t(1));
    QVERIFY(trace.arguments[0].traced == (std::vector<TracedTensor> { { "", { { 2, 3, 8, 8 }, DType::Float32 } } }));
}

void InspectTest::takesNamesAsData()
{
    const std::vector<std::string> expected = { "",    "blocks",    "blocks.0", "blocks.1",
                                                "odd", "odd.größe", "odd.层",   "odd.<b>bold</b>" };
    QVERIFY(paths(inspected("odd_names")) == expected);
}

void InspectTest::readsArguments()
{
    const std::vector<StoredArgument> expected = {
        { "image", "Tensor", {}, "" },
        { "boxes", "List[Tensor]", {}, "" },
        { "named", "Dict[str, Tensor]", {}, "" },
        { "pair", "Tuple[Tensor, int]", {}, "" },
        { "mask", "Optional[Tensor]", {}, "None" },
        { "scale", "float", {}, "0.5" },
        { "mode", "str", {}, R"("a, (b) = \'c\'")" },
        { "size", "Tuple[int, int]", {}, "(2, 3)" },
    };
    const Inspection inspection = inspected("many_inputs");
    QVERIFY(inspection.arguments == expected);
    QVERIFY(inspection.findings.empty());
}

void InspectTest::readsTracedInputs()
{
    const std::vector<StoredArgument> expected = {
        { "image", "Tensor", { { "", { { 2, 3 }, DType::Float16 } } }, "" },
        { "pair",
          "Tuple[Tensor, Tuple[Tensor]]",
          { { "[0]", { { 2, 3 }, DType::Float32 } }, { "[1][0]", { { 2, 3 }, DType::Float32 } } },
          "" },
        { "named", "Dict[str, Tensor]", { { "[a]", { { 2, 3 }, DType::Float32 } } }, "" },
        { "count", "Tensor", { { "", { {}, DType::Int64 } } }, "" },
    };
    QVERIFY(inspected("traced_inputs").arguments == expected);
}

/// A quantized convolution 4x3x3x3 and linear 5x4: int8 weights, float32 biases; scale and zero point are buffers.
void InspectTest::countsPackedWeights()
{
    const Inspection inspection = inspected("quantized");
    QCOMPARE(inspection.model.parameters, 108 + 4 + 20 + 5);
    QCOMPARE(inspection.model.parameterBytes, 108 + 4 * 4 + 20 + 5 * 4);
    QCOMPARE(inspection.model.bufferBytes, 4 + 8);
    const auto packed = std::ranges::find(inspection.modules, "fc._packed_params", &StoredModule::path);
    QVERIFY(packed != inspection.modules.end());
    QCOMPARE(packed->parameters, 25);
}

void InspectTest::countsTiedWeightsOnce()
{
    const Inspection inspection = inspected("tied");
    QCOMPARE(inspection.model.parameters, 40);
    QCOMPARE(inspection.modules.at(1).parameters, 40);
    QCOMPARE(inspection.modules.at(2).parameters, 40);
}

void InspectTest::knowsTheFile()
{
    const Inspection inspection = inspected("small_script");
    QCOMPARE(inspection.fileBytes, 19900);
    QCOMPARE(inspection.producer, std::string("3"));
    // sha256sum of coreutils
    QCOMPARE(inspection.model.sha256, std::string("40434f1329b1403540f90747010dc1f88208b10b420ae7b57db91aeba0ad9dfb"));
    QCOMPARE(inspection.model.path, std::string(ROOFLIGHT_TEST_DATA "/torchscript/small_script.pt"));
    QVERIFY(inspection.findings.empty());
    QVERIFY(inspection.libraries.empty());
    QVERIFY(!inspection.needsTrust());
}

/// PyTorch writes the paths of a model's sources into it. The fuzzer's inputs began as such files.
void InspectTest::noFileNamesAFolderOfAMachine()
{
    static const QRegularExpression folder(QStringLiteral("/[\\w.+-]*\\w[\\w.+-]*/+(?:site-packages|tests/data)/"));
    QVERIFY(folder.match(QStringLiteral("X\\x01/home/me/tests/data/torchscript/make.py")).hasMatch());
    QStringList named;
    const auto look = [&named](const QString &file, const std::string &content) {
        const auto match = folder.match(QString::fromLatin1(content.data(), qsizetype(content.size())));
        if (match.hasMatch())
            named << file + u' ' + match.captured();
    };
    QDirIterator models(QStringLiteral(ROOFLIGHT_TEST_DATA "/torchscript"), { QStringLiteral("*.pt") });
    while (models.hasNext()) {
        const QString file = models.next();
        for (const auto &[name, content] : test::readArchive(file.toStdString()))
            look(file, content);
    }
    QDirIterator inputs(QStringLiteral(ROOFLIGHT_TEST_DATA "/../fuzz/corpus"), QDir::Files,
                        QDirIterator::Subdirectories);
    while (inputs.hasNext()) {
        const QString file = inputs.next();
        look(file, test::readFile(file.toStdString()));
    }
    QVERIFY2(named.isEmpty(), qPrintable(named.join(u'\n')));
}

ROOFLIGHT_TEST(InspectTest)
#include "inspect_test.moc"
