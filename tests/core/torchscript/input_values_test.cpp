// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/infer/inferred_fill.h"
#include "core/torchscript/infer/input_guess.h"
#include "core/torchscript/inputs/input_batch.h"
#include "core/torchscript/inputs/input_example.h"
#include "tests/support/test_program.h"

#include <ATen/core/jit_type.h>

#include <QTest>

using namespace rooflight;

/// Guesses for arguments turned into values: sizes put in, combined, given another batch and fitting numbers.
class InputValuesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fillsOpenSizes();
    void numbersKeepTheirText();
    void makesContainers();
    void findsPartsOfGuesses();
    void combinesTheLikeliestFirst();
    void sentencesComeBeforeLoneTokens();
    void combinesSidesInOrder();
    void setsTheBatch_data();
    void setsTheBatch();
    void givesNumbersToWholeTensors();
    void writesExamples_data();
    void writesExamples();
};

namespace {

using open_size::batch;
using open_size::length;
using open_size::side;
using Kind = InputGuess::Kind;

InputGuess tensorGuess(std::vector<Shape> shapes, DType dtype = DType::Float32, TensorFill fill = {})
{
    InputGuess guess;
    guess.kind = Kind::Tensor;
    for (Shape &shape : shapes)
        guess.tensors.push_back({ std::move(shape), dtype, fill });
    return guess;
}

InputGuess sequence(std::vector<InputGuess> elements, bool repeats = false)
{
    InputGuess guess;
    guess.kind = Kind::Sequence;
    guess.elements = std::move(elements);
    guess.repeats = repeats;
    return guess;
}

InputGuess dictionary(std::vector<std::string> keys, std::vector<InputGuess> elements)
{
    InputGuess guess;
    guess.kind = Kind::Dict;
    guess.keys = std::move(keys);
    guess.elements = std::move(elements);
    return guess;
}

InputValue value(const char *spec)
{
    return parseInputSpec(spec).value().value;
}

QString text(const InputValue &value)
{
    return QString::fromStdString(specText(value));
}

QStringList shapesOf(const std::vector<std::pair<std::vector<InputGuess>, OpenSizes>> &choices)
{
    QStringList shapes;
    for (const auto &[guesses, sizes] : choices) {
        QStringList values;
        for (const InputGuess &guess : guesses)
            values << text(inputValue(guess, sizes));
        shapes << values.join(" and ");
    }
    return shapes;
}

} // namespace

void InputValuesTest::fillsOpenSizes()
{
    const Shape shape = { open_size::batch,
                          open_size::length,
                          open_size::side,
                          open_size::frames,
                          open_size::clipSide,
                          open_size::samples,
                          7 };
    const TensorSpec spec =
        tensorSpec({ shape, DType::Int64, { TensorFill::Kind::Range, 0, 9 } }, { 1, 2, 3, 4, 5, 6 });
    QCOMPARE(spec.shape, (Shape { 1, 2, 3, 4, 5, 6, 7 }));
    QCOMPARE(spec.dtype, DType::Int64);
    QCOMPARE(spec.fill, (TensorFill { TensorFill::Kind::Range, 0, 9 }));
}

/// JSON has no infinity: it is written as it is typed.
void InputValuesTest::numbersKeepTheirText()
{
    for (const char *number : { "3", "0.25", "inf", "-inf", "nan" })
        QCOMPARE(text(value(number)), QString(number));
}

void InputValuesTest::makesContainers()
{
    const OpenSizes sizes { .batch = 2, .length = 5, .side = 8 };
    const InputGuess image = tensorGuess({ { 3, side, side } });
    QCOMPARE(text(inputValue(sequence({ image }, true), sizes)), QString(R"(["3x8x8","3x8x8"])"));
    const InputGuess images = tensorGuess({ { batch, 3, side, side } });
    QCOMPARE(text(inputValue(sequence({ images }, true), sizes)), QString(R"(["2x3x8x8"])"));
    QCOMPARE(text(inputValue(sequence({ image, images }), sizes)), QString(R"(["3x8x8","2x3x8x8"])"));
    QCOMPARE(text(inputValue(dictionary({ "a" }, { image }), sizes)), QString(R"({"a":"3x8x8"})"));
    QCOMPARE(text(inputValue({}, sizes)), QString("none"));
    QVERIFY(isComplete(image));
    QVERIFY(isComplete(dictionary({ "a" }, { image })));
    QVERIFY(!isComplete(InputGuess {}));
    QVERIFY(!isComplete(sequence({ image, tensorGuess({}) })));
}

void InputValuesTest::findsPartsOfGuesses()
{
    InputGuess list = sequence({ tensorGuess({ { 1 } }), tensorGuess({ { 2 } }) });
    QCOMPARE(elementGuess(&list, 1), &list.elements[1]);
    QVERIFY(!elementGuess(&list, 2));
    list.repeats = true;
    QCOMPARE(elementGuess(&list, 9), &list.elements[0]);
    QVERIFY(!elementGuess(nullptr, 0));
    const InputGuess empty = sequence({});
    QVERIFY(!elementGuess(&empty, 0));
    const InputGuess dict = dictionary({ "a", "b" }, { list, list });
    QCOMPARE(keyGuess(&dict, "b"), &dict.elements[1]);
    QVERIFY(!keyGuess(&dict, "c"));
    QVERIFY(!keyGuess(nullptr, "a"));
    int tensors = 0;
    InputGuess nested = dict;
    forEachTensorGuess(nested, [&](InputGuess &) { ++tensors; });
    QCOMPARE(tensors, 4);
}

/// The first choices of both; then one second choice at a time; then both.
void InputValuesTest::combinesTheLikeliestFirst()
{
    const std::vector<InputGuess> guesses { tensorGuess({ { 1, 2 }, { 1, 3 } }), tensorGuess({ { 4, 5 }, { 4, 6 } }) };
    QCOMPARE(shapesOf(combinations(guesses, {}, 10)),
             (QStringList { "1x2 and 4x5", "1x2 and 4x6", "1x3 and 4x5", "1x3 and 4x6" }));
    QCOMPARE(combinations(guesses, {}, 3).size(), std::size_t { 3 });
    QCOMPARE(combinations({}, {}, 5).size(), std::size_t { 1 });
}

/// 224 first, since most models take it; then what position embeddings say; then other usual sides.
/// Features of a caption model may be a row or a grid; a lone token is less likely than either.
void InputValuesTest::sentencesComeBeforeLoneTokens()
{
    const std::vector<InputGuess> guesses = { tensorGuess({ { batch, 7 }, { batch, length, 7 } }),
                                              tensorGuess({ { batch, length }, { batch } }, DType::Int64) };
    const QStringList shapes = shapesOf(combinations(guesses, {}, 40));
    QCOMPARE(shapes.front(), "1x7 and 1x128:int64");
    const qsizetype grid = shapes.indexOf("1x128x7 and 1x128:int64");
    QVERIFY(grid > 0 && grid < shapes.indexOf("1x7 and 1:int64"));
}

void InputValuesTest::combinesSidesInOrder()
{
    const std::vector<InputGuess> image { tensorGuess({ { batch, 3, side, side } }) };
    const QStringList shapes = shapesOf(combinations(image, { 48 }, 3));
    QCOMPARE(shapes.mid(0, 2), (QStringList { "1x3x224x224", "1x3x48x48" }));
    QVERIFY(shapes[2] != shapes[0] && shapes[2] != shapes[1]);
}

void InputValuesTest::setsTheBatch_data()
{
    QTest::addColumn<QString>("spec");
    QTest::addColumn<int>("guess"); // index in the test below
    QTest::addColumn<QString>("changed"); // to a batch of 4
    QTest::newRow("first dimension") << "2x3x8" << 0 << "4x3x8";
    QTest::newRow("where the graph has it") << "7x2x3" << 1 << "7x4x3";
    QTest::newRow("a guess of another shape") << "2x3" << 1 << "4x3";
    QTest::newRow("scalar") << "0d" << 0 << "0d";
    QTest::newRow("list of images") << R"(["3x8x8"])" << 2 << R"(["3x8x8","3x8x8","3x8x8","3x8x8"])";
    QTest::newRow("list of tensors") << R"(["2x3","2x5","7x9"])" << 0 << R"(["4x3","4x5","7x9"])";
    QTest::newRow("dictionary") << R"({"a":"2x3","n":5})" << 0 << R"({"a":"4x3","n":5})";
    QTest::newRow("number") << "5" << 0 << "5";
}

void InputValuesTest::setsTheBatch()
{
    QFETCH(QString, spec);
    QFETCH(int, guess);
    QFETCH(QString, changed);
    const std::vector<InputGuess> guesses { InputGuess {}, tensorGuess({ { length, batch, 3 } }),
                                            sequence({ tensorGuess({ { 3, side, side } }) }, true) };
    InputValue given = value(spec.toUtf8().constData());
    QCOMPARE(setBatch({ { &given, &guesses[static_cast<std::size_t>(guess)] } }, 4), spec != changed);
    QCOMPARE(text(given), changed);
}

void InputValuesTest::givesNumbersToWholeTensors()
{
    const TensorFill belowTen { TensorFill::Kind::Range, 0, 9 };
    const InputGuess indices = tensorGuess({ { batch } }, DType::Int64, belowTen);
    const auto filled = [](const char *spec, const InputGuess *guess) {
        InputValue changed = value(spec);
        const bool applied = applyInferredFill(changed, guess, 12);
        return (applied ? "" : "as it was: ") + text(changed);
    };
    QCOMPARE(filled("1x4:int64", &indices), QString("1x4:int64:0..9"));
    QCOMPARE(filled("1x4:int64:3", &indices), QString("as it was: 1x4:int64:3"));
    QCOMPARE(filled("1x4", &indices), QString("as it was: 1x4"));
    QCOMPARE(filled("1x4:int64", nullptr), QString("as it was: 1x4:int64"));
    const InputGuess list = sequence({ indices }, true);
    QCOMPARE(filled(R"(["1x4:int64","1x5:int32"])", &list), QString(R"(["1x4:int64:0..9","1x5:int32:0..9"])"));
    const InputGuess dict = dictionary({ "a" }, { indices });
    QCOMPARE(filled(R"({"a":"2:int64","b":"2:int64"})", &dict), QString(R"({"a":"2:int64:0..9","b":"2:int64"})"));
    QVERIFY(hasOpenNumbers(value(R"({"a":["1x2","3:int64"]})")));
    QVERIFY(!hasOpenNumbers(value(R"({"a":["1x2","3:int64:ones"]})")));
    QVERIFY(hasOpenNumbers(value("3:bool")));
    QCOMPARE(filled("1x4:bool", &indices), QString("as it was: 1x4:bool"));

    InputGuess hidden = tensorGuess({});
    hidden.needed = TensorFill { TensorFill::Kind::Constant, 0, 0 };
    QCOMPARE(filled("1x4:bool", &hidden), QString("1x4:bool:0"));
    QVERIFY(!needsSize(hidden));
    InputGuess lengths = tensorGuess({});
    lengths.needed = TensorFill { TensorFill::Kind::Constant, double(length), double(length) };
    QCOMPARE(filled("4:int64", &lengths), QString("4:int64:12"));
    QVERIFY(needsSize(sequence({ lengths })));
    InputGuess ends = tensorGuess({});
    ends.needed = TensorFill { TensorFill::Kind::Ascending, 0, double(length) };
    QCOMPARE(filled("4:int32", &ends), QString("4:int32:3...12"));
}

void InputValuesTest::writesExamples_data()
{
    QTest::addColumn<QString>("type"); // TorchScript's
    QTest::addColumn<QString>("option");
    QTest::newRow("tensor") << "Tensor"
                            << "x:1x3x224x224";
    QTest::newRow("number") << "int"
                            << "x:1";
    QTest::newRow("optional") << "float?"
                              << "x:0.5";
    QTest::newRow("list") << "Tensor[]"
                          << R"('x:["1x3x224x224"]')";
    QTest::newRow("tuple") << "(Tensor, bool)"
                           << R"('x:["1x3x224x224",true]')";
    QTest::newRow("dictionary by number") << "Dict(int, int)"
                                          << R"('x:{"0":1}')";
    QTest::newRow("dictionary of devices") << "Dict(str, Device)"
                                           << "";
    QTest::newRow("device") << "Device"
                            << "";
}

void InputValuesTest::writesExamples()
{
    QFETCH(QString, type);
    QFETCH(QString, option);
    const std::map<QString, c10::TypePtr> types = {
        { "Tensor", c10::TensorType::get() },
        { "int", c10::IntType::get() },
        { "float?", c10::OptionalType::create(c10::FloatType::get()) },
        { "Tensor[]", c10::ListType::ofTensors() },
        { "(Tensor, bool)", c10::TupleType::create({ c10::TensorType::get(), c10::BoolType::get() }) },
        { "Dict(int, int)", c10::DictType::create(c10::IntType::get(), c10::IntType::get()) },
        { "Dict(str, Device)", c10::DictType::create(c10::StringType::get(), c10::DeviceObjType::get()) },
        { "Device", c10::DeviceObjType::get() },
    };
    QCOMPARE(QString::fromStdString(exampleInput(c10::Argument("x", types.at(type)), {})), option);
}

ROOFLIGHT_TEST(InputValuesTest)
#include "input_values_test.moc"
