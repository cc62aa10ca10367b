// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/count.h"
#include "core/cost/cost_model.h"
#include "tests/core/cost/call_builder.h"
#include "tests/core/cost/own_formulas.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;
using namespace rooflight::test;

/// The formulas that a user writes for operators of their own. Expected values are worked out by hand.
class CustomFormulasTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesOfFormulas_data();
    void valuesOfFormulas();
    void whatDoesNotFitIsSaid_data();
    void whatDoesNotFitIsSaid();
    void quantitiesReachTheCost_data();
    void quantitiesReachTheCost();
    void bytesFollowTheRulesUnlessGiven();
    void inPlaceTwinsShareAFormula();
    void builtInFormulasAreReplaced();
    void formulasAreShown();
    void unfitCallsOfTheTableSayWhy();
};

namespace {

OperatorCost costOfFormula(const QString &formula)
{
    return costUnder("[my::op]\nmacs = " + formula.toStdString(), sampleCall());
}

} // namespace

void CustomFormulasTest::valuesOfFormulas_data()
{
    QTest::addColumn<qint64>("value");
    const auto add = [](const char *formula, qint64 value) { QTest::newRow(formula) << value; };
    add("0", 0);
    add("1 + 2 * 3", 7);
    add("(1 + 2) * 3", 9);
    add("10 - 4 - 3", 3);
    add("100 / 7 / 2", 7);
    add("7 / 2", 3);
    add("-(-7 / 2)", 4); // -3.5 is rounded down to -4
    add("2 - 5 + 4", 1);
    add("--3", 3);
    add("2*-3+7", 1);
    add("ceildiv(7, 2)", 4);
    add("ceildiv(8, 2)", 4);
    add("5 + ceildiv(-7, 2)", 2);
    add("min(4, 2, 9)", 2);
    add("max(4, 2, 9)", 9);
    add("log2(0)", 0);
    add("log2(1)", 0);
    add("log2(2)", 1);
    add("log2(3)", 2);
    add("log2(1024)", 10);
    add("log2(1025)", 11);
    add("9007199254740993", 9007199254740993); // no double holds it
    add("9007199254740993 * 3 / 3", 9007199254740993);
    add("numel(value)", 1600);
    add("numel(scalar)", 1);
    add("numel(none)", 0);
    add("numel(parts)", 10);
    add("numel(parts[1])", 4);
    add("numel(parts[-2])", 6);
    add("numel(twice)", 12);
    add("size(value, 0)", 2);
    add("size(value, -2)", 100);
    add("size(value, dim)", 8);
    add("size(parts[0], 1)", 3);
    add("size(value, rank(value) - 1)", 8);
    add("rank(value)", 3);
    add("rank(scalar)", 0);
    add("bytes(value)", 6400);
    add("bytes(half)", 24);
    add("numel(expanded)", 20);
    add("bytes(expanded)", 20);
    add("bytes(parts)", 24 + 32);
    add("bytes(twice)", 24);
    add("itemsize(half)", 2);
    add("itemsize(parts[1])", 8);
    add("defined(value)", 1);
    add("defined(bias)", 0);
    add("defined(mask)", 0);
    add("defined(groups)", 1);
    add("defined(parts[1])", 1);
    add("defined(out[1])", 1);
    add("defined(out[2])", 0);
    add("count(parts)", 2);
    add("count(kernel)", 2);
    add("count(outputs)", 2);
    add("groups * 2", 6);
    add("dim + 5", 4);
    add("flag", 1);
    add("flags[0] + 2 * flags[1]", 2);
    add("kernel[0] * kernel[1]", 35);
    add("kernel[-1]", 7);
    add("kernel[groups - 2]", 7);
    add("numel(out)", 3200);
    add("numel(out[1])", 9);
    add("numel(outputs)", 3209);
    add("size(out, -1)", 16);
    add("bytes(out[1])", 72);
    add("min + 1", 12); // an argument may be called as a function is
    add("min(min, 4)", 4);
    add("if(defined(bias), numel(bias), 5)", 5);
    add("if(defined(value), numel(value), numel(bias))", 1600);
    add("if(groups - 3, 1, if(flag, 2, 3))", 2);
    add("if(0, 1, 2) + if(7, 10, 20)", 12);
    add("huge", mostMacs);
    add("huge * huge", mostMacs);
    add("huge + 1", mostMacs);
    add("7 - -huge", mostMacs);
    add("10 + huge * -2 + huge * 2", 10);
}

void CustomFormulasTest::valuesOfFormulas()
{
    const OperatorCost cost = costOfFormula(QTest::currentDataTag());
    QVERIFY2(cost.known, cost.reason.text.c_str());
    QCOMPARE(cost.reason.text, std::string());
    QTEST(qint64 { cost.work.macs }, "value");
    QCOMPARE(cost.cost.macs, cost.work.macs);
}

void CustomFormulasTest::whatDoesNotFitIsSaid_data()
{
    QTest::addColumn<QString>("reason");
    const auto add = [](const char *formula, const QByteArray &reason) { QTest::newRow(formula) << QString(reason); };
    const QByteArray names = ", only value, half, expanded, scalar, none, parts, twice, bias, mask, groups, dim, huge, "
                             "flag, kernel, flags, scale, mode, min";
    add("numel(valeu)", "the operator has no argument \"valeu\"" + names);
    add("missing * 2", "the operator has no argument \"missing\"" + names);
    add("defined(missing)", "the operator has no argument \"missing\"" + names);
    add("numel(groups)", "\"groups\" is not a tensor");
    add("numel(bias)", "\"bias\" was not given");
    add("bytes(mask)", "\"mask\" was not given");
    add("size(value, 3)", "\"value\" has 3 dimensions, so dimension 3 does not exist");
    add("size(value, -4)", "\"value\" has 3 dimensions, so dimension -4 does not exist");
    add("size(scalar, 0)", "\"scalar\" has 0 dimensions, so dimension 0 does not exist");
    add("size(parts, 0)", "\"parts\" stands for 2 tensors, not for one");
    add("numel(value[0])", "\"value\" is not a list of tensors");
    add("numel(parts[2])", "parts[2] does not exist: the length of the list is 2");
    add("numel(out[2])", "out[2] does not exist: the length of the list is 2");
    add("kernel", "\"kernel\" is not an integer");
    add("kernel[2]", "kernel[2] does not exist: the length of the list is 2");
    add("kernel[-huge]", "kernel[-2305843009213693952] does not exist: the length of the list is 2");
    add("groups[0]", "\"groups\" is not a list of integers");
    add("value + 1", "\"value\" is not an integer");
    add("bias + 1", "\"bias\" was not given");
    add("scale", "\"scale\" is not an integer");
    add("mode", "\"mode\" is not an integer");
    add("out", "\"out\" is not an integer");
    add("count(value)", "\"value\" is not a list");
    add("1 / (groups - 3)", "it divides by zero");
    add("ceildiv(1, 0)", "it divides by zero");
    add("log2(dim)", "it takes the logarithm of a negative number");
    add("2 - 5", "it gives -3, which is negative");
    add("0 * numel(bias)", "\"bias\" was not given");
}

void CustomFormulasTest::whatDoesNotFitIsSaid()
{
    QFETCH(QString, reason);
    const OperatorCost cost = costOfFormula(QTest::currentDataTag());
    QVERIFY(!cost.known);
    QCOMPARE(QString::fromStdString(cost.reason.text), "macs in own.txt, line 2: " + reason);
    QCOMPARE(cost.work, OperatorWork {});
    QVERIFY(cost.cost.bytesRead > 0); // what moved is known all the same
}

void CustomFormulasTest::quantitiesReachTheCost_data()
{
    // 2 * 1000 + 200 + 30 + 4 + 500 FLOPs by default; comparisons are none, other tools see the multiply-adds alone.
    QTest::addColumn<qint64>("flops");
    QTest::newRow("fma2") << qint64 { 2734 };
    QTest::newRow("matrix") << qint64 { 2000 };
    for (const char *convention : { "mac", "torchstat", "thop", "fvcore" })
        QTest::newRow(convention) << qint64 { 1000 };
}

void CustomFormulasTest::quantitiesReachTheCost()
{
    const OperatorCost cost =
        costUnder("[my::op]\nfamily = convolution\nmacs = 1000\nbias_adds = 200\nelementwise = 30\ntranscendental = 4\n"
                  "reduction = 500\ncomparison = 6\nbytes_read = 70\nbytes_written = 8\n",
                  sampleCall(), *fromName<Convention>(QTest::currentDataTag()));
    QVERIFY(cost.known);
    QCOMPARE(cost.family, OperatorFamily::Convolution);
    QCOMPARE(cost.work, (OperatorWork { 1000, 200, 30, 4, 500, 6 }));
    QTEST(qint64 { cost.cost.flops }, "flops");
    QCOMPARE(cost.cost.macs, std::int64_t { 1000 });
    QCOMPARE(cost.cost.bytesRead, std::int64_t { 70 });
    QCOMPARE(cost.cost.bytesWritten, std::int64_t { 8 });
}

void CustomFormulasTest::bytesFollowTheRulesUnlessGiven()
{
    const OperatorCall doubled = call("my::op").with("x", tensor({ 10 })).giving({ tensor({ 20 }) });
    const OperatorCost general = costUnder("[my::op]\nmacs = 0", doubled);
    QCOMPARE(general.cost.bytesRead, std::int64_t { 40 });
    QCOMPARE(general.cost.bytesWritten, std::int64_t { 80 });
    QCOMPARE(general.workingSetBytes, std::int64_t { 120 });
    const OperatorCost half = costUnder("[my::op]\nmacs = 0\nbytes_read = bytes(x) / 2", doubled);
    QCOMPARE(half.cost.bytesRead, std::int64_t { 20 });
    QCOMPARE(half.cost.bytesWritten, std::int64_t { 80 });
}

void CustomFormulasTest::inPlaceTwinsShareAFormula()
{
    const CostModel costs(formulasIn("[my::op]\nelementwise = numel(x)\n[my::other_]\nelementwise = 3\n"));
    QVERIFY(costs.covers("my::op"));
    QVERIFY(costs.covers("my::op_"));
    QVERIFY(!costs.covers("my::other"));
    QVERIFY(!costs.covers("my::"));
    const TensorValue x = tensor({ 10 });
    const OperatorCost cost = costs.costOf(call("my::op_").writing("x", x).giving({ x }), Convention::Fma2);
    QCOMPARE(cost.cost.flops, std::int64_t { 10 });
    QCOMPARE(cost.cost.bytesRead, std::int64_t { 40 });
    QCOMPARE(cost.cost.bytesWritten, std::int64_t { 40 });
    QCOMPARE(costs.formulaOf("my::op_")->name, std::string("my::op_"));
}

void CustomFormulasTest::builtInFormulasAreReplaced()
{
    const OperatorCall relu = call("aten::relu").with("self", tensor({ 10 })).giving({ tensor({ 10 }) });
    const OperatorCall tanh = call("aten::tanh").with("self", tensor({ 10 })).giving({ tensor({ 10 }) });
    const std::string own = "[aten::relu]\nelementwise = 7 * numel(self)\n";
    QCOMPARE(costUnder(own, relu).cost.flops, std::int64_t { 70 });
    QCOMPARE(costUnder(own, tanh), costUnder("", tanh));

    // A gather still reads no more of its table than it picks.
    const OperatorCall embedding = call("aten::embedding")
                                       .with("weight", tensor({ 1000, 4 }))
                                       .with("indices", tensor({ 2 }, DType::Int64))
                                       .giving({ tensor({ 2, 4 }) });
    QCOMPARE(costUnder("[aten::embedding]\nelementwise = 0", embedding).cost.bytesRead,
             std::int64_t { 2 * 4 * 4 + 2 * 8 });
}

void CustomFormulasTest::formulasAreShown()
{
    const CostModel costs(formulasIn("[my::op]\nmacs=  numel(x)*2  # twice\nelementwise = 1\nsource = \"a book # 7\"\n"
                                     "[my::full]\nmacs = 1\nbytes_read = 2\nbytes_written = 3\n"
                                     "[my::half]\nmacs = 1\nbytes_written = 3\n"));
    QCOMPARE(*costs.formulaOf("my::op"),
             (UsedFormula { "my::op", "macs = numel(x)*2, elementwise = 1", "inputs read, outputs written",
                            "own.txt: a book # 7" }));
    QCOMPARE(*costs.formulaOf("my::full"),
             (UsedFormula { "my::full", "macs = 1", "bytes_read = 2, bytes_written = 3", "own.txt" }));
    QCOMPARE(costs.formulaOf("my::half")->bytes, std::string("bytes_written = 3, else inputs read, outputs written"));
    QVERIFY(!costs.formulaOf("my::none"));
    QCOMPARE(*costs.formulaOf("aten::relu"), *CostModel().formulaOf("aten::relu"));
}

void CustomFormulasTest::unfitCallsOfTheTableSayWhy()
{
    const OperatorCost unfit = CostModel().costOf(call("aten::conv2d").giving({}), Convention::Fma2);
    QVERIFY(!unfit.known);
    QCOMPARE(unfit.reason.text, std::string("the formula of the table does not fit these arguments"));
    const OperatorCost unheardOf = CostModel().costOf(call("my::op").giving({}), Convention::Fma2);
    QVERIFY(!unheardOf.known);
    QCOMPARE(unheardOf.reason.text, std::string());
}

ROOFLIGHT_TEST(CustomFormulasTest)
#include "custom_formulas_test.moc"
