// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/count.h"
#include "core/cost/convention.h"
#include "core/cost/rules/cost_table.h"
#include "tests/core/cost/operator_calls.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>

using namespace rooflight;
using namespace rooflight::test;

/// Calls that no sane model makes, and calls whose arguments are not as expected.
class OddCallsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A file may claim any shape: no work, or all that an integer holds, but never a crash or a negative number.
    void absurdShapes_data()
    {
        constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
        QTest::addColumn<OperatorCall>("call");
        QTest::addColumn<qint64>("macs");
        TensorValue wide;
        wide.info = { { huge, huge }, DType::Float32 };
        const OperatorCall wideProduct = call("aten::mm").with("self", wide).with("mat2", wide).giving({ wide });
        QTest::newRow("overflow") << wideProduct << qint64(Count::most);
        QTest::newRow("empty batch") << convolution("aten::conv2d", { 0, 3, 8, 8 }, { 4, 3, 3, 3 }, { 0, 4, 8, 8 },
                                                    false)
                                     << qint64(0);
        QTest::newRow("negative") << product("aten::mm", { -5, 6 }, { 6, 7 }, { -5, 7 }) << qint64(0);
        QTest::newRow("no features") << linear({ 4, 0 }, 5, false) << qint64(0);
        QTest::newRow("no keys") << attention({ 1, 1, 4, 0 }, 0) << qint64(0);
        TensorValue strip;
        strip.info = { { 1, 1, huge }, DType::Float32 };
        QTest::newRow("endless pool") << call("aten::avg_pool1d")
                                             .with("self", strip)
                                             .with("kernel_size", Ints { huge })
                                             .with("stride", Ints { 0 })
                                             .with("padding", Ints { huge })
                                             .giving({ strip })
                                      << qint64(0);
        QTest::newRow("endless adaptive pool")
            << call("aten::adaptive_avg_pool1d").with("self", strip).giving({ strip }) << qint64(0);
        QTest::newRow("no step") << pool("aten::max_pool2d", { 1, 1, 0, 0 }, { 0, 0 }, { 0, 0 }, { -1, -1 },
                                         { 1, 1, 0, 0 })
                                 << qint64(0);
    }

    void absurdShapes()
    {
        QFETCH(OperatorCall, call);
        const auto work = workOf(call);
        QVERIFY(work);
        QTEST(qint64(work->macs), "macs");
        for (const char *text : { "fma2", "matrix", "mac", "torchstat", "thop", "fvcore" })
            QVERIFY(flopsOf(call, *work, *fromName<Convention>(text)) >= 0);
        const OperatorBytes bytes = bytesOf(call);
        QVERIFY(bytes.read >= 0 && bytes.written >= 0);
    }

    /// Arguments that do not fit are unknown work, not zero work.
    void unusableArguments_data()
    {
        QTest::addColumn<OperatorCall>("call");
        QTest::newRow("no output") << call("aten::conv2d").with("input", tensor({ 1 })).giving({});
        QTest::newRow("packed weight of unknown shape")
            << call("quantized::conv2d").with("qx", tensor({ 1, 3, 8, 8 })).giving({ tensor({ 1, 4, 8, 8 }) });
        QTest::newRow("blocked weight") << convolution("aten::conv2d", { 1, 8, 4, 4 }, { 2, 4, 4, 1, 1 },
                                                       { 1, 8, 4, 4, 1 }, false);
        TensorValue nested;
        nested.info.dtype = DType::Float32;
        QTest::newRow("nested tensor") << call("aten::_native_multi_head_attention")
                                              .with("query", nested)
                                              .with("key", nested)
                                              .with("num_head", std::int64_t { 4 })
                                              .giving({ nested });
        QTest::newRow("no kernel")
            << call("aten::max_pool2d").with("self", tensor({ 4, 4 })).giving({ tensor({ 2, 2 }) });
        QTest::newRow("unknown operator") << call("torchvision::nms").with("dets", tensor({ 4, 4 })).giving({});
        QTest::newRow("nameless") << call("").giving({});
        QTest::newRow("underscore") << call("_").giving({});
    }

    void unusableArguments()
    {
        QFETCH(OperatorCall, call);
        QVERIFY(!workOf(call));
    }
};

ROOFLIGHT_TEST(OddCallsTest)
#include "odd_calls_test.moc"
