// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofline/underutilized_causes.h"

#include <vector>

using namespace rooflight;

namespace {

using Causes = std::vector<LikelyCause>;

Device cpu(int threads)
{
    Device device;
    device.kind = "cpu";
    device.threads = threads;
    return device;
}

Operator operatorOf(OperatorFamily family, std::vector<Shape> inputs, Shape output)
{
    Operator op;
    op.family = family;
    op.dtype = DType::Float32;
    op.inputShapes = std::move(inputs);
    op.outputShapes = { std::move(output) };
    return op;
}

} // namespace

class UnderutilizedTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void narrowProducts_data();
    void narrowProducts();
    void threadsNeedElements();
    void depthwiseHasFewMultiplyAdds();
    void convolutionsCopyImages();
    void namesOfKernelsDecide();
    void freshMemoryHasToBeProvided();
    void onlyCpusHaveVectorRegisters();
};

void UnderutilizedTest::narrowProducts_data()
{
    QTest::addColumn<std::vector<Shape>>("inputs");
    QTest::addColumn<Shape>("output");
    QTest::addColumn<bool>("isNarrow");
    // The 128 rows of a linear layer are its steps times its batch, whichever comes first.
    QTest::newRow("linear, steps first") << std::vector<Shape> { { 64, 2, 256 }, { 768, 256 }, { 768 } }
                                         << Shape { 64, 2, 768 } << false;
    QTest::newRow("linear, one row") << std::vector<Shape> { { 1, 512 }, { 1000, 512 }, { 1000 } } << Shape { 1, 1000 }
                                     << true;
    QTest::newRow("linear, few outputs") << std::vector<Shape> { { 8, 64, 256 }, { 4, 256 } } << Shape { 8, 64, 4 }
                                         << true;
    QTest::newRow("packed weights") << std::vector<Shape> { { 8, 4, 256 } } << Shape { 8, 4, 256 } << false;
    QTest::newRow("added to a product") << std::vector<Shape> { { 768 }, { 128, 256 }, { 256, 768 } }
                                        << Shape { 128, 768 } << false;
    QTest::newRow("batch of products") << std::vector<Shape> { { 8, 64, 32 }, { 8, 32, 64 } } << Shape { 8, 64, 64 }
                                       << false;
    QTest::newRow("batch of narrow products")
        << std::vector<Shape> { { 8, 2, 256 }, { 8, 256, 256 } } << Shape { 8, 2, 256 } << true;
    QTest::newRow("nothing") << std::vector<Shape> { { 0, 4, 0 }, { 256, 0 } } << Shape { 0, 4, 256 } << true;
}

void UnderutilizedTest::narrowProducts()
{
    QFETCH(std::vector<Shape>, inputs);
    QFETCH(Shape, output);
    QFETCH(bool, isNarrow);
    QCOMPARE(underutilizedCauses(operatorOf(OperatorFamily::Matrix, inputs, output), cpu(2)),
             Causes { isNarrow ? UnderutilizedCause::NarrowProduct : UnderutilizedCause::Unknown });
}

void UnderutilizedTest::threadsNeedElements()
{
    // at::internal::GRAIN_SIZE is 32,768 elements.
    const Operator small = operatorOf(OperatorFamily::Elementwise, { { 32, 1023 } }, { 32, 1023 });
    const Operator large = operatorOf(OperatorFamily::Elementwise, { { 32, 1024 } }, { 32, 1024 });
    QCOMPARE(underutilizedCauses(small, cpu(2)), Causes { UnderutilizedCause::OneThread });
    QCOMPARE(underutilizedCauses(small, cpu(1)), Causes { UnderutilizedCause::Unknown });
    QCOMPARE(underutilizedCauses(large, cpu(2)), Causes { UnderutilizedCause::Unknown });
}

void UnderutilizedTest::depthwiseHasFewMultiplyAdds()
{
    // MobileNet's 3x3 over 32 channels of 112x112: 9 multiply-adds an output, 288 were it dense.
    const std::int64_t outputs = 32LL * 112 * 112;
    Operator op =
        operatorOf(OperatorFamily::Convolution, { { 1, 32, 112, 112 }, { 32, 1, 3, 3 } }, { 1, 32, 112, 112 });
    op.work.macs = 9 * outputs;
    const RunFacts inChannelsLast { std::nullopt, false, true };
    QCOMPARE(underutilizedCauses(op, cpu(2), inChannelsLast), Causes { UnderutilizedCause::Depthwise });
    op.work.macs = 288 * outputs;
    QCOMPARE(underutilizedCauses(op, cpu(2), inChannelsLast), Causes { UnderutilizedCause::Unknown });
}

/// oneDNN blocks the channels of images that are not in channels last, and copies them for that.
void UnderutilizedTest::convolutionsCopyImages()
{
    Operator op = operatorOf(OperatorFamily::Convolution, { { 1, 72, 56, 56 }, { 24, 72, 1, 1 } }, { 1, 24, 56, 56 });
    op.work.macs = 72LL * 24 * 56 * 56;
    QCOMPARE(underutilizedCauses(op, cpu(2)), Causes { UnderutilizedCause::MemoryFormat });
    QCOMPARE(underutilizedCauses(op, cpu(2), { std::nullopt, false, true }), Causes { UnderutilizedCause::Unknown });
    Device gpu;
    gpu.kind = "cuda";
    QCOMPARE(underutilizedCauses(op, gpu), Causes { UnderutilizedCause::Unknown });
    op.inputShapes.front() = { 1, 72, 3136 }; // has no channels last
    QCOMPARE(underutilizedCauses(op, cpu(2)), Causes { UnderutilizedCause::Unknown });
}

void UnderutilizedTest::namesOfKernelsDecide()
{
    Operator op = operatorOf(OperatorFamily::Pooling, { { 1, 64, 112, 112 } }, { 1, 64, 56, 56 });
    op.name = "aten::max_pool2d";
    QCOMPARE(underutilizedCauses(op, cpu(2)), Causes { UnderutilizedCause::ScalarKernel });
    RunFacts channelsLast;
    channelsLast.inChannelsLast = true;
    QCOMPARE(underutilizedCauses(op, cpu(2), channelsLast), Causes { UnderutilizedCause::Unknown });
    Device gpu;
    gpu.kind = "cuda";
    QCOMPARE(underutilizedCauses(op, gpu), Causes { UnderutilizedCause::Unknown });
    op = operatorOf(OperatorFamily::Matrix, { { 64, 2, 256 } }, { 64, 2, 256 });
    op.name = "aten::lstm";
    QCOMPARE(underutilizedCauses(op, cpu(2)), Causes { UnderutilizedCause::StepByStep });
}

/// A ReLU over 256 MB takes a quarter of its time where malloc keeps the memory of its result.
void UnderutilizedTest::freshMemoryHasToBeProvided()
{
    Operator relu = operatorOf(OperatorFamily::Elementwise, { { 64'000'000 } }, { 64'000'000 });
    relu.name = "aten::relu";
    relu.cost.bytesWritten = 256'000'000;
    const auto firstCause = [](const Operator &op, const Device &device, const RunFacts &run) {
        return underutilizedCauses(op, device, run).front().id;
    };
    const RunFacts run { 91e6, false };
    QCOMPARE(firstCause(relu, cpu(2), run), UnderutilizedCause::PageFaults);
    relu.name = "aten::relu_"; // takes none
    QCOMPARE(firstCause(relu, cpu(2), run), UnderutilizedCause::Unknown);
    relu.name = "aten::relu";
    QCOMPARE(firstCause(relu, cpu(2), { 10e9, false }), UnderutilizedCause::Unknown); // something else takes so long
    Device gpu;
    gpu.kind = "cuda";
    QCOMPARE(firstCause(relu, gpu, run), UnderutilizedCause::Unknown);
    relu.cost.bytesWritten = 8'000'000; // glibc may keep this
    QCOMPARE(firstCause(relu, cpu(2), { 1e6, false }), UnderutilizedCause::Unknown);
    QCOMPARE(firstCause(relu, cpu(2), { 1e6, true }), UnderutilizedCause::PageFaults);
}

void UnderutilizedTest::onlyCpusHaveVectorRegisters()
{
    const Operator rows = operatorOf(OperatorFamily::Normalization, { { 32, 1024, 14, 14 } }, { 32, 1024, 14, 14 });
    QCOMPARE(underutilizedCauses(rows, cpu(2)), Causes { UnderutilizedCause::NarrowRows });
    Device gpu;
    gpu.kind = "cuda";
    QCOMPARE(underutilizedCauses(rows, gpu), Causes { UnderutilizedCause::Unknown });
}

ROOFLIGHT_TEST(UnderutilizedTest)
#include "underutilized_test.moc"
