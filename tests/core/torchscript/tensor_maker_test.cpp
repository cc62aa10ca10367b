// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/infer/tensor_maker.h"
#include "core/torchscript/values/tensor_values.h"
#include "tests/support/test_program.h"

#include <ATen/ATen.h>

#include <QTest>

using namespace rooflight;

/// Tensors come out with the shape, type, memory format and values that their spec asks for.
class TensorMakerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyType_data();
    void everyType();
    void fills();
    void memoryFormat();
    void containersFollowTheDeclaredType();
    void valuesTellViewsFromCopies();

private:
    static at::Tensor make(std::string_view spec)
    {
        return makeTensor(std::get<TensorSpec>(parseInputSpec(spec).value().value.content), at::kCPU);
    }
};

void TensorMakerTest::everyType_data()
{
    QTest::addColumn<int>("dtype");
    for (DType dtype : { DType::Bool, DType::UInt8, DType::Int8, DType::Int16, DType::Int32, DType::Int64,
                         DType::Float16, DType::BFloat16, DType::Float32, DType::Float64 })
        QTest::newRow(std::string(name(dtype)).c_str()) << static_cast<int>(dtype);
}

void TensorMakerTest::everyType()
{
    QFETCH(int, dtype);
    const auto wanted = static_cast<DType>(dtype);
    TensorSpec spec;
    spec.shape = { 2, 3 };
    spec.dtype = wanted;
    const at::Tensor tensor = makeTensor(spec, at::kCPU);
    QVERIFY(dtypeOf(tensor.scalar_type()) == wanted);
    QCOMPARE(static_cast<std::int64_t>(tensor.element_size()), itemSize(wanted));
    QVERIFY(tensor.sizes() == (std::vector<std::int64_t> { 2, 3 }));
}

void TensorMakerTest::fills()
{
    const at::Tensor range = make("1000:int64:3..5");
    QCOMPARE(range.min().item<std::int64_t>(), std::int64_t { 3 });
    QCOMPARE(range.max().item<std::int64_t>(), std::int64_t { 5 });
    const at::Tensor real = make("1000:float32:-2..2");
    QVERIFY(real.min().item<float>() >= -2.0f && real.min().item<float>() < -1.0f);
    QVERIFY(real.max().item<float>() <= 2.0f && real.max().item<float>() > 1.0f);
    QVERIFY(make("2x2:ones").eq(1).all().item<bool>());
    QVERIFY(make("2x2:int32:7").eq(7).all().item<bool>());
    QVERIFY(make("2x3:int64:arange").flatten().equal(at::arange(6)));
    QVERIFY(make("3:int32:2...8").equal(at::tensor({ 2, 5, 8 }, at::kInt)));
    QVERIFY(make("1:int32:2...8").equal(at::tensor({ 8 }, at::kInt)));
    QCOMPARE(make("0:int32:2...8").numel(), std::int64_t { 0 });
    QVERIFY(make("5:0...1").equal(at::tensor({ 0.0F, 0.25F, 0.5F, 0.75F, 1.0F })));
    QVERIFY(make("1000:normal").std().item<float>() > 0.8f);
}

void TensorMakerTest::memoryFormat()
{
    const at::Tensor tensor = make("1x3x4x4:channels_last");
    QVERIFY(tensor.is_contiguous(at::MemoryFormat::ChannelsLast));
    QVERIFY(!tensor.is_contiguous());
}

void TensorMakerTest::containersFollowTheDeclaredType()
{
    const InputValue pair = parseInputSpec(R"(["1x8","1x4"])").value().value;
    const auto tuple = c10::TupleType::create({ c10::TensorType::get(), c10::TensorType::get() });
    QVERIFY(makeValue(pair, tuple, at::kCPU).value().isTuple());
    QVERIFY(makeValue(pair, c10::ListType::ofTensors(), at::kCPU).value().isTensorList());
    const InputValue whole { std::int64_t { 2 } };
    QVERIFY(makeValue(whole, c10::FloatType::get(), at::kCPU).value().isDouble());
    QVERIFY(makeValue(whole, c10::IntType::get(), at::kCPU).value().isInt());
}

void TensorMakerTest::valuesTellViewsFromCopies()
{
    const at::Tensor base = at::zeros({ 4, 4 });
    const TensorValue whole = tensorValueOf(base);
    const TensorValue row = tensorValueOf(base.select(0, 2));
    const TensorValue copy = tensorValueOf(base.clone());
    QCOMPARE(row.storage, whole.storage);
    QCOMPARE(row.storageOffset, std::int64_t { 8 });
    QVERIFY(copy.storage != whole.storage);
    QVERIFY(tensorValueOf(base.select(0, 0).expand({ 3, 4 })).strides == (std::vector<std::int64_t> { 0, 1 }));
}

ROOFLIGHT_TEST(TensorMakerTest)
#include "tensor_maker_test.moc"
