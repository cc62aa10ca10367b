// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/request/input_spec.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

/// The grammar of --input, row by row from docs/reference/inputs.md.
class InputSpecTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tensors_data();
    void tensors();
    void otherValues();
    void nested();
    void mistakes_data();
    void mistakes();
};

Q_DECLARE_METATYPE(rooflight::TensorSpec)

void InputSpecTest::tensors_data()
{
    using Kind = TensorFill::Kind;
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("argument");
    QTest::addColumn<TensorSpec>("expected");

    const auto row = [](const char *text, const char *argument, const TensorSpec &expected) {
        QTest::newRow(text) << std::string(text) << std::string(argument) << expected;
    };
    row("1x3x224x224", "", { { 1, 3, 224, 224 }, DType::Float32, {}, false, {} });
    row("1x3x224x224:float16", "", { { 1, 3, 224, 224 }, DType::Float16, {}, false, {}, true });
    row("ids:1x128:int64:0..30521", "ids", { { 1, 128 }, DType::Int64, { Kind::Range, 0, 30521 }, false, {}, true });
    row("mask:1x128:int64:1", "mask", { { 1, 128 }, DType::Int64, { Kind::Constant, 1, 1 }, false, {}, true });
    row("x:0d", "x", { {}, DType::Float32, {}, false, {} });
    row("16:float32", "", { { 16 }, DType::Float32, {}, false, {}, true });
    row("2x0x4:uniform", "", { { 2, 0, 4 }, DType::Float32, { Kind::Uniform }, false, {} });
    row("1x3x8x8:bfloat16:zeros:channels_last", "",
        { { 1, 3, 8, 8 }, DType::BFloat16, { Kind::Constant, 0, 0 }, true, {}, true });
    row("4x4:ones", "", { { 4, 4 }, DType::Float32, { Kind::Constant, 1, 1 }, false, {} });
    row("4x4:-1.5..2.5", "", { { 4, 4 }, DType::Float32, { Kind::Range, -1.5, 2.5 }, false, {} });
    row("3:int32:2...8", "", { { 3 }, DType::Int32, { Kind::Ascending, 2, 8 }, false, {}, true });
    row("2x3:int32:arange", "", { { 2, 3 }, DType::Int32, { Kind::Arange }, false, {}, true });
    row("x:@some/tensor.pt", "x", { {}, DType::Float32, {}, false, "some/tensor.pt" });
}

void InputSpecTest::tensors()
{
    QFETCH(std::string, text);
    QFETCH(std::string, argument);
    QFETCH(TensorSpec, expected);
    const Result<InputSpec> spec = parseInputSpec(text);
    QVERIFY(spec.ok());
    QCOMPARE(spec.value().argument, argument);
    QVERIFY(std::holds_alternative<TensorSpec>(spec.value().value.content));
    QVERIFY(std::get<TensorSpec>(spec.value().value.content) == expected);
    QCOMPARE(std::get<TensorSpec>(spec.value().value.content).dtypeGiven, expected.dtypeGiven);
}

void InputSpecTest::otherValues()
{
    const auto valueOf = [](std::string_view text) { return parseInputSpec(text).value().value; };
    QVERIFY(valueOf("flag:true") == InputValue { true });
    QVERIFY(valueOf("none") == InputValue {});
    QVERIFY(valueOf("steps:12") == InputValue { std::int64_t { 12 } });
    QVERIFY(valueOf("scale:0.5") == InputValue { 0.5 });
    QVERIFY(valueOf("mode:\"bilinear\"") == InputValue { std::string("bilinear") });
}

void InputSpecTest::nested()
{
    const InputValue list = parseInputSpec(R"(["1x3x32x32","1x3x64x64"])").value().value;
    const auto *elements = std::get_if<InputValue::List>(&list.content);
    QVERIFY(elements);
    QCOMPARE(elements->size(), std::size_t { 2 });
    QVERIFY(std::get<TensorSpec>((*elements)[1].content).shape == (Shape { 1, 3, 64, 64 }));

    const InputValue dict =
        parseInputSpec(R"(batch:{"image":"1x3x64x64:float16","scale":2,"name":"none"})").value().value;
    const auto *entries = std::get_if<InputValue::Dict>(&dict.content);
    QVERIFY(entries);
    QCOMPARE(entries->size(), std::size_t { 3 });
    QCOMPARE((*entries)[0].key, std::string("image"));
    QVERIFY(std::get<TensorSpec>((*entries)[0].value.content).dtype == DType::Float16);
    QVERIFY((*entries)[1].value == InputValue { std::int64_t { 2 } });
    QVERIFY((*entries)[2].value == InputValue {});
}

void InputSpecTest::mistakes_data()
{
    QTest::addColumn<std::string>("text");
    for (const char *text : { "", "1x3xq", "1x-3", "x", "1x3:float31", "1x3:5..2", "1x3:channels_last", "@", "[\"1x3\"",
                              "{\"a\":}", "1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1" })
        QTest::newRow(text) << std::string(text);
}

void InputSpecTest::mistakes()
{
    QFETCH(std::string, text);
    const Result<InputSpec> spec = parseInputSpec(text);
    QVERIFY(!spec.ok());
    QCOMPARE(spec.error().code, ErrorCode::CommandLine);
    QVERIFY(!spec.error().text.empty());
    QVERIFY(!spec.error().hint.empty());
}

ROOFLIGHT_TEST(InputSpecTest)
#include "input_spec_test.moc"
