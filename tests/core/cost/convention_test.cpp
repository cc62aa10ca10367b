// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/convention.h"
#include "core/cost/rules/cost_table.h"
#include "tests/core/cost/operator_calls.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;
using namespace rooflight::test;

/// FLOPs as other tools sum them up.
class ConventionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// vision/basic_hooks.py of thop and jit_handles.py of fvcore.
    void peerConventions_data()
    {
        QTest::addColumn<OperatorCall>("call");
        QTest::addColumn<QString>("convention");
        QTest::addColumn<qint64>("flops");
        const OperatorCall bilinear = call("aten::upsample_bilinear2d")
                                          .with("input", tensor({ 8, 3, 32, 32 }))
                                          .giving({ tensor({ 8, 3, 64, 64 }) });
        const OperatorCall softmax = call("aten::softmax")
                                         .with("self", tensor({ 4, 10 }))
                                         .with("dim", std::int64_t { 1 })
                                         .giving({ tensor({ 4, 10 }) });
        OperatorCall average = pool("aten::avg_pool2d", { 1, 2, 9, 9 }, { 3, 3 }, { 1, 1 }, { 1, 1 }, { 1, 2, 9, 9 });
        average.arguments.push_back({ "count_include_pad", false, true });
        const OperatorCall layerNorm = call("aten::layer_norm")
                                           .with("input", tensor({ 4, 10 }))
                                           .with("weight", tensor({ 10 }))
                                           .giving({ tensor({ 4, 10 }) });
        QTest::newRow("thop bilinear") << bilinear << "thop" << qint64(11 * 98'304);
        QTest::newRow("fvcore bilinear") << bilinear << "fvcore" << qint64(4 * 98'304);
        QTest::newRow("torchstat upsample") << bilinear << "torchstat" << qint64(98'304);
        QTest::newRow("thop softmax") << softmax << "thop" << qint64(4 * 29);
        QTest::newRow("fvcore softmax") << softmax << "fvcore" << qint64(0);
        QTest::newRow("thop counts padding") << average << "thop" << qint64(2 * 81 * 9 + 2 * 81);
        QTest::newRow("torchstat average pool") << average << "torchstat" << qint64(2 * 81);
        QTest::newRow("thop layer norm") << layerNorm << "thop" << qint64(160);
        QTest::newRow("fvcore layer norm") << layerNorm << "fvcore" << qint64(200);
        const OperatorCall weightNorm =
            call("aten::_weight_norm_interface").with("v", tensor({ 8, 8 })).giving({ tensor({ 8, 8 }) });
        const OperatorCall boxes = call("torchvision::roi_align")
                                       .with("input", tensor({ 1, 1, 9, 9 }))
                                       .with("sampling_ratio", std::int64_t { 2 })
                                       .giving({ tensor({ 1, 1, 3, 3 }) });
        for (const char *tool : { "thop", "fvcore", "torchstat" }) {
            QTest::addRow("%s knows no weight norm", tool) << weightNorm << tool << qint64(0);
            QTest::addRow("%s knows no boxes", tool) << boxes << tool << qint64(0);
        }
        QTest::newRow("torchstat PReLU") << unary("aten::prelu", { 7 }) << "torchstat" << qint64(7);
        QTest::newRow("torchstat ignores GELU") << unary("aten::gelu", { 7 }) << "torchstat" << qint64(0);
    }

    void peerConventions()
    {
        QFETCH(OperatorCall, call);
        QFETCH(QString, convention);
        const auto work = workOf(call);
        const auto rule = fromName<Convention>(convention.toStdString());
        QVERIFY(work && rule);
        QTEST(qint64(flopsOf(call, *work, *rule)), "flops");
    }

    void conventionNames()
    {
        for (const char *text : { "fma2", "matrix", "mac", "torchstat", "thop", "fvcore" }) {
            const auto convention = fromName<Convention>(text);
            QVERIFY2(convention, text);
            QCOMPARE(QByteArray(name(*convention).data()), QByteArray(text));
        }
        QVERIFY(!fromName<Convention>("FMA2"));
    }
};

ROOFLIGHT_TEST(ConventionTest)
#include "convention_test.moc"
