// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/code/forward_arguments.h"
#include "core/archive/module_tree.h"
#include "core/archive/pickle/stored_tensor.h"
#include "tests/core/archive/pickle_writer.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;
using namespace rooflight::test;

/// What pickles say of tensors, modules and traced inputs. Elements, bytes and reach are worked out by hand: a tensor
/// of sizes n and strides s reaches offset + sum of (n - 1) s + 1 elements.
class StoredValuesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsTensors_data();
    void readsTensors();
    void seesThroughWrappers();
    void takesTheValuesOfSparseTensors();
    void refusesTensors_data();
    void refusesTensors();
    void walksModules();
    void countsTiedWeightsOnce();
    void refusesModulesWithinThemselves();
    void refusesEndlessPaths();
    void countsConstantsAsOftenAsMentioned();
    void namesPlacesOfTracedTensors();
    void decidesOnTheForm_data();
    void decidesOnTheForm();
};

namespace {

const std::string float32 = "FloatStorage";

std::string vector(std::int32_t elements, std::string_view key = "0")
{
    return tensor(float32, key, elements, 0, shape({ elements }), shape({ 1 }));
}

std::string wrapped(std::string_view module, std::string_view function, const std::string &value)
{
    return call(global(module, function), tuple({ value, text("wrapper") }));
}

Pickle parsed(const std::string &value)
{
    Result<Pickle> pickle = Pickle::parse(pickleOf(value));
    if (!pickle.ok())
        throw std::runtime_error(pickle.error().text);
    return std::move(pickle).value();
}

StoredTensor tensorOf(const Pickle &pickle)
{
    const Result<std::optional<StoredTensor>> read = tensorIn(pickle, pickle.root());
    if (!read.ok() || !read.value())
        throw std::runtime_error(read.ok() ? "no tensor" : read.error().text);
    return *read.value();
}

CodeClass moduleClass(std::vector<std::string> parameters, std::vector<std::string> buffers = {})
{
    CodeClass declared;
    declared.isModule = true;
    declared.parameters = std::move(parameters);
    declared.buffers = std::move(buffers);
    return declared;
}

} // namespace

void StoredValuesTest::readsTensors_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<DType>("dtype");
    QTest::addColumn<qint64>("elements");
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<qint64>("reach");
    const auto row = [](const char *name, const std::string &value, DType dtype, qint64 elements, qint64 bytes,
                        qint64 reach) {
        QTest::newRow(name) << QByteArray::fromStdString(value) << dtype << elements << bytes << reach;
    };
    row("2 x 3 floats", tensor(float32, "0", 6, 0, shape({ 2, 3 }), shape({ 3, 1 })), DType::Float32, 6, 24, 6);
    row("with an offset", tensor(float32, "0", 9, 3, shape({ 2, 3 }), shape({ 3, 1 })), DType::Float32, 6, 24, 9);
    row("transposed", tensor("HalfStorage", "0", 6, 0, shape({ 3, 2 }), shape({ 1, 3 })), DType::Float16, 6, 12, 6);
    row("expanded", tensor("LongStorage", "0", 3, 0, shape({ 5, 3 }), shape({ 0, 1 })), DType::Int64, 15, 120, 3);
    row("every second", tensor("DoubleStorage", "0", 7, 0, shape({ 4 }), shape({ 2 })), DType::Float64, 4, 32, 7);
    row("scalar", tensor("BoolStorage", "0", 1, 0, shape({}), shape({})), DType::Bool, 1, 1, 1);
    row("empty", tensor(float32, "0", 0, 0, shape({ 0, 3 }), shape({ 3, 1 })), DType::Float32, 0, 0, 1);
    row("complex", tensor("ComplexFloatStorage", "0", 2, 0, shape({ 2 }), shape({ 1 })), DType::Complex64, 2, 16, 2);
    row("a type of the future", tensor("FancyStorage", "0", 2, 0, shape({ 2 }), shape({ 1 })), DType::Unknown, 2, 0, 2);
}

void StoredValuesTest::readsTensors()
{
    QFETCH(QByteArray, value);
    QFETCH(DType, dtype);
    QFETCH(qint64, elements);
    QFETCH(qint64, bytes);
    QFETCH(qint64, reach);
    const Pickle pickle = parsed(value.toStdString());
    const StoredTensor read = tensorOf(pickle);
    QCOMPARE(read.info.dtype, dtype);
    QCOMPARE(read.place.storage, std::string_view("0"));
    QCOMPARE(qint64(read.place.elements), elements);
    QCOMPARE(qint64(read.bytes()), bytes);
    QCOMPARE(qint64(read.reach), reach);
    QVERIFY(!read.quantized);
}

void StoredValuesTest::seesThroughWrappers()
{
    const std::string inner = wrapped("torch._utils", "_rebuild_parameter", vector(4));
    const Pickle pickle = parsed(wrapped("torch.jit._pickle", "restore_type_tag", inner));
    QCOMPARE(tensorOf(pickle).info, (TensorInfo { { 4 }, DType::Float32 }));
    const Pickle other = parsed(wrapped("os", "system", vector(4)));
    QVERIFY(!tensorIn(other, other.root()).value().has_value());
    QCOMPARE(unwrapped(other, other.root()), other.root());
}

/// (layout, shape, requires gradient, indices, values): of 2 x 5 x 3 with two values.
void StoredValuesTest::takesTheValuesOfSparseTensors()
{
    const std::string indices = tensor("LongStorage", "1", 4, 0, shape({ 2, 2 }), shape({ 2, 1 }));
    const Pickle pickle = parsed(call(global("torch._utils", "_rebuild_sparse_tensor"),
                                      tuple({ "N", shape({ 2, 5, 3 }), "\x89", indices, vector(2, "2") })));
    const StoredTensor read = tensorOf(pickle);
    QCOMPARE(read.info, (TensorInfo { { 2, 5, 3 }, DType::Float32 }));
    QCOMPARE(read.place.storage, std::string_view("2"));
    QCOMPARE(read.place.elements, std::int64_t { 2 });
}

void StoredValuesTest::refusesTensors_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("why");
    const auto row = [](const char *name, const std::string &value, const char *why) {
        QTest::newRow(name) << QByteArray::fromStdString(value) << why;
    };
    const std::string rebuild = global("torch._utils", "_rebuild_tensor_v2");
    row("no arguments", call(rebuild, tuple({})), "lacks its shape");
    row("beyond its data", tensor(float32, "0", 5, 0, shape({ 2, 3 }), shape({ 3, 1 })), "beyond the end");
    row("negative size", tensor(float32, "0", 6, 0, shape({ -2, 3 }), shape({ 3, 1 })), "is malformed");
    row("negative offset", tensor(float32, "0", 6, -1, shape({ 3 }), shape({ 1 })), "is malformed");
    row("fewer strides", tensor(float32, "0", 6, 0, shape({ 2, 3 }), shape({ 1 })), "is malformed");
    row("more than 64 bits",
        tensor(float32, "0", 6, 0, shape({ 2147483647, 2147483647, 2147483647 }), shape({ 0, 0, 0 })), "is malformed");
    row("no storage", call(rebuild, tuple({ "N", integer(0), shape({ 1 }), shape({ 1 }) })), "is malformed");
    row("sparse without values", call(global("torch._utils", "_rebuild_sparse_tensor"), tuple({ "N", shape({ 2 }) })),
        "lacks its values");
}

void StoredValuesTest::refusesTensors()
{
    QFETCH(QByteArray, value);
    QFETCH(QString, why);
    const Pickle pickle = parsed(value.toStdString());
    const Result<std::optional<StoredTensor>> read = tensorIn(pickle, pickle.root());
    QVERIFY(!read.ok());
    QCOMPARE(read.error().code, ErrorCode::Damaged);
    QVERIFY2(QString::fromStdString(read.error().text).contains(why), read.error().text.c_str());
}

void StoredValuesTest::walksModules()
{
    ArchiveCode code;
    code.classes["__torch__.Net"] = moduleClass({}, { "mean" });
    code.classes["__torch__.___torch_mangle_2.Layer"] = moduleClass({ "weight" });
    const std::string layer = object(global("__torch__.___torch_mangle_2", "Layer"),
                                     dict({ text("weight"), vector(8, "1"), text("note"), vector(3, "2") }));
    const Pickle data = parsed(object(global("__torch__", "Net"),
                                      dict({ text("mean"), vector(4), text("one"), layer, text("n"), integer(3) })));
    const Result<ModuleTree> tree = readModuleTree(data, code);
    QVERIFY2(tree.ok(), tree.ok() ? "" : tree.error().text.c_str());
    const std::vector<StoredModule> expected = { { "", "Net", 0, 4 }, { "one", "Layer", 8, 0 } };
    QVERIFY(tree.value().modules == expected);
    QCOMPARE(tree.value().parameters.elements(), std::int64_t { 8 });
    QCOMPARE(tree.value().parameters.bytes(), std::int64_t { 32 });
    QCOMPARE(tree.value().buffers.bytes(), std::int64_t { 16 });
}

/// The same place of the same storage under two names; another place of it is another weight.
void StoredValuesTest::countsTiedWeightsOnce()
{
    ArchiveCode code;
    code.classes["__torch__.Net"] = moduleClass({ "a", "b", "c" });
    const std::string first = tensor(float32, "0", 8, 0, shape({ 4 }), shape({ 1 }));
    const std::string second = tensor(float32, "0", 8, 4, shape({ 4 }), shape({ 1 }));
    const Pickle data =
        parsed(object(global("__torch__", "Net"), dict({ text("a"), first, text("b"), first, text("c"), second })));
    const Result<ModuleTree> tree = readModuleTree(data, code);
    QVERIFY(tree.ok());
    QCOMPARE(tree.value().parameters.elements(), std::int64_t { 8 });
}

/// EMPTY_DICT, MEMOIZE by BINPUT, and the module itself once more behind BINGET.
void StoredValuesTest::refusesModulesWithinThemselves()
{
    ArchiveCode code;
    code.classes["__torch__.Net"] = moduleClass({});
    const Pickle data =
        parsed(global("__torch__", "Net") + ")\x81q" + '\0' + dict({ text("self"), std::string("h") + '\0' }) + 'b');
    const Result<ModuleTree> tree = readModuleTree(data, code);
    QVERIFY(!tree.ok());
    QVERIFY(QString::fromStdString(tree.error().text).contains("contain each other"));
    code.classes.clear();
    QVERIFY(!readModuleTree(data, code).ok());
}

/// One name of 1 MB that is the name of a hundred modules, each in the one before: their paths take 5 GB.
void StoredValuesTest::refusesEndlessPaths()
{
    ArchiveCode code;
    code.classes["__torch__.Net"] = moduleClass({});
    const std::string type = global("__torch__", "Net");
    std::string modules = object(type, "}");
    const std::string again = std::string("h") + '\0';
    for (int i = 1; i < 99; ++i)
        modules = object(type, dict({ again, modules }));
    const std::string name = text(std::string(1'000'000, 'n')) + 'q' + '\0';
    const Result<ModuleTree> tree = readModuleTree(parsed(object(type, dict({ name, modules }))), code);
    QVERIFY(!tree.ok());
    QVERIFY2(tree.error().text.find("names of its modules") != std::string::npos, tree.error().text.c_str());
}

/// A vector that the code mentions three times stands for three equal ones, a matrix is tied.
void StoredValuesTest::countsConstantsAsOftenAsMentioned()
{
    ArchiveCode code;
    code.constantUses = { { "c0", 3 }, { "c1", 2 } };
    const std::string matrix = tensor(float32, "1", 6, 0, shape({ 2, 3 }), shape({ 3, 1 }));
    const std::string indices = tensor("LongStorage", "2", 5, 0, shape({ 5 }), shape({ 1 }));
    const Pickle constants = parsed(tuple({ vector(4), matrix, indices }));
    const Result<TensorTally> weights = weightsIn(constants, code);
    QVERIFY(weights.ok());
    QCOMPARE(weights.value().elements(), std::int64_t { 3 * 4 + 6 });
}

void StoredValuesTest::namesPlacesOfTracedTensors()
{
    std::vector<StoredArgument> arguments(2);
    const std::string images = dict({ text("image"), vector(2), integer(7), vector(3) });
    const Pickle traced =
        parsed(dict({ text("forward"), list({ list({ vector(4), tuple({ vector(5) }) }), images }) }));
    QVERIFY(addTracedInputs(traced, arguments).ok());
    const auto tensorOfSize = [](std::int64_t size) { return TensorInfo { { size }, DType::Float32 }; };
    const std::vector<TracedTensor> first = { { "[0]", tensorOfSize(4) }, { "[1][0]", tensorOfSize(5) } };
    const std::vector<TracedTensor> second = { { "[image]", tensorOfSize(2) }, { "[7]", tensorOfSize(3) } };
    QVERIFY(arguments[0].traced == first);
    QVERIFY(arguments[1].traced == second);
    std::vector<StoredArgument> none(1);
    QVERIFY(addTracedInputs(parsed(dict({ text("other"), list({ vector(4) }) })), none).ok());
    QVERIFY(none[0].traced.empty());
}

void StoredValuesTest::decidesOnTheForm_data()
{
    QTest::addColumn<bool>("tracedInputs");
    QTest::addColumn<bool>("parameters");
    QTest::addColumn<bool>("constants");
    QTest::addColumn<bool>("settings"); // of its library modules
    QTest::addColumn<bool>("branches");
    QTest::addColumn<ModelForm>("form");
    QTest::newRow("stored inputs") << true << true << false << true << true << ModelForm::Trace;
    QTest::newRow("only constants") << false << false << true << false << false << ModelForm::Frozen;
    QTest::newRow("parameters and constants") << false << true << true << true << false << ModelForm::Script;
    QTest::newRow("library modules without settings") << false << true << false << false << false << ModelForm::Trace;
    QTest::newRow("branches") << false << true << false << false << true << ModelForm::Script;
}

void StoredValuesTest::decidesOnTheForm()
{
    QFETCH(bool, tracedInputs);
    QFETCH(bool, parameters);
    QFETCH(bool, constants);
    QFETCH(bool, settings);
    QFETCH(bool, branches);
    QFETCH(ModelForm, form);
    const Pickle pickle = parsed(vector(4));
    ModuleTree tree;
    TensorTally weights;
    if (parameters)
        tree.parameters.add(tensorOf(pickle));
    if (constants)
        weights.add(tensorOf(pickle));
    ArchiveCode code;
    code.branches = branches;
    CodeClass &linear = code.classes["__torch__.torch.nn.modules.linear.Linear"] = moduleClass({ "weight" });
    linear.plainAttributes = { "training" };
    if (settings)
        linear.plainAttributes.push_back("in_features");
    QCOMPARE(formOf(code, tree, tracedInputs, weights), form);
}

ROOFLIGHT_TEST(StoredValuesTest)
#include "stored_values_test.moc"
