// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/exported_program.h"
#include "core/archive/export/size_expression.h"
#include "core/archive/export/size_guard.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

/// Sizes, conditions on them and trees of arguments, as torch.export writes them.
class ExportExpressionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void evaluatesSizes_data();
    void evaluatesSizes();
    void refusesOtherExpressions();
    void guards_data();
    void guards();
    void otherConditionsAreNoGuards_data();
    void otherConditionsAreNoGuards();
    void readsTrees();
};

void ExportExpressionsTest::evaluatesSizes_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<qint64>("value");
    QTest::addColumn<QString>("text");
    // As Python has them for a = 7, b = -3: -3 // 7 is -1 and -3 % 7 is 4.
    const QString a = "Symbol('a', positive=True, integer=True)";
    const QString b = "Symbol('b', integer=True)";
    QTest::newRow("number") << "Integer(-12)" << qint64(-12) << "-12";
    QTest::newRow("symbol") << a << qint64(7) << "a";
    QTest::newRow("sum") << "Add(" + a + ", " + b + ", Integer(1))" << qint64(5) << "a + b + 1";
    QTest::newRow("product") << "Mul(Integer(2), Add(" + a + ", Integer(1)))" << qint64(16) << "2*(a + 1)";
    QTest::newRow("power") << "Pow(" + a + ", Integer(3))" << qint64(343) << "a**3";
    QTest::newRow("quotient") << "FloorDiv(" + b + ", " + a + ")" << qint64(-1) << "b//a";
    QTest::newRow("rest") << "Mod(" + b + ", " + a + ")" << qint64(4) << "b % a";
    QTest::newRow("rest of the least") << "Mod(Integer(-9223372036854775808), Integer(3))" << qint64(1)
                                       << "-9223372036854775808 % 3";
    QTest::newRow("rest of -1") << "Mod(Integer(-9223372036854775808), Integer(-1))" << qint64(0)
                                << "-9223372036854775808 % -1";
    QTest::newRow("largest") << "Max(" + a + ", " + b + ")" << qint64(7) << "max(a, b)";
    QTest::newRow("smallest") << "Min(" + a + ", Integer(5))" << qint64(5) << "min(a, 5)";
    QTest::newRow("rounded up") << "CeilDiv(" + a + ", Integer(2))" << qint64(4) << "ceildiv(a, 2)";
}

void ExportExpressionsTest::evaluatesSizes()
{
    QFETCH(QString, expression);
    QFETCH(qint64, value);
    QFETCH(QString, text);
    const std::optional<SizeExpression> parsed = SizeExpression::parse(expression.toStdString());
    QVERIFY(parsed);
    QCOMPARE(parsed->evaluate({ { "a", 7 }, { "b", -3 } }).value(), value);
    QCOMPARE(QString::fromStdString(parsed->text()), text);
}

void ExportExpressionsTest::refusesOtherExpressions()
{
    for (const char *text : { "", "7", "Integer()", "Integer(1", "Integer(1))", "Sin(Integer(1))", "Symbol(a)",
                              "Symbol('')", "Add()", "Add(Integer(1),)", "__import__('os')" })
        QVERIFY2(!SizeExpression::parse(text), text);
    const auto quotient = SizeExpression::parse("FloorDiv(Integer(1), Integer(0))");
    QVERIFY(quotient && !quotient->number());
    const auto product = SizeExpression::parse("Mul(Integer(9000000000), Integer(9000000000))");
    QVERIFY(product && !product->number());
    const auto unknown = SizeExpression::parse("Add(Symbol('n'), Integer(1))");
    QVERIFY(unknown && !unknown->evaluate({}));
}

void ExportExpressionsTest::guards_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("holds"); // 1: yes, 0: no, -1: not known
    // As Python has them for x of 6 x 10, d["a"][0] of 3, n = -2.
    QTest::newRow("remainder") << "(L['x'].size()[0] % 4) == 0"
                               << "(x.0 % 4) == 0" << 0;
    QTest::newRow("quotient") << "(L['x'].size()[1] // 4) != 1"
                              << "(x.1 // 4) != 1" << 1;
    QTest::newRow("product") << "2*L['x'].size()[1] > 19"
                             << "2*x.1 > 19" << 1;
    QTest::newRow("precedence") << "1 + 2*L['x'].size()[0]**2 == 73"
                                << "1 + 2*x.0**2 == 73" << 1;
    QTest::newRow("difference") << "L['x'].size()[1] - L['x'].size()[0] - 1 <= 3"
                                << "x.1 - x.0 - 1 <= 3" << 1;
    QTest::newRow("nested") << "L['d']['a'][0].size()[0] >= L['x'].size()[0]"
                            << "d[a][0].0 >= x.0" << 0;
    QTest::newRow("number") << "-L['n'] < 2"
                            << "-n < 2" << 0;
    QTest::newRow("floor of a negative") << "L['n'] // 3 == -1"
                                         << "n // 3 == -1" << 1;
    QTest::newRow("chain") << "2 <= L['x'].size()[0] <= 5"
                           << "2 <= x.0 <= 5" << 0;
    QTest::newRow("both of a chain") << "7 <= L['x'].size()[0] <= 9"
                                     << "7 <= x.0 <= 9" << 0;
    QTest::newRow("least") << "min(4, L['x'].size()[1], 12) == 4"
                           << "min(4, x.1, 12) == 4" << 1;
    QTest::newRow("no such input") << "L['y'].size()[0] == 1"
                                   << "y.0 == 1" << -1;
    QTest::newRow("by nothing") << "L['x'].size()[0] // (L['x'].size()[1] - 10) == 1"
                                << "x.0 // (x.1 - 10) == 1" << -1;
    QTest::newRow("too large") << "L['x'].size()[0]**64 > 1"
                               << "x.0**64 > 1" << -1;
}

void ExportExpressionsTest::guards()
{
    QFETCH(QString, code);
    QFETCH(QString, text);
    QFETCH(int, holds);
    const std::optional<SizeGuard> guard = SizeGuard::parse(code.toStdString());
    QVERIFY(guard);
    QCOMPARE(QString::fromStdString(guard->text), text);
    const std::optional<bool> result = guard->holds({ { "x.0", 6 }, { "x.1", 10 }, { "d[a][0].0", 3 }, { "n", -2 } });
    QCOMPARE(result ? static_cast<int>(*result) : -1, holds);
}

void ExportExpressionsTest::otherConditionsAreNoGuards_data()
{
    QTest::addColumn<QString>("code");
    for (const char *code : { "",
                              "L['x']",
                              "L['x'].size()[0]",
                              "== 1",
                              "L['x'].size()[0] ==",
                              "L['x'].dtype == torch.float32",
                              "L['s'] == 'abc'",
                              "L['x'].size()[-1] == 1",
                              "L['x'].stride()[0] == 1",
                              "L[''] == 1",
                              "L['x == 1",
                              "L['x'].size()[0] / 2 == 1",
                              "1.5 == 1",
                              "99999999999999999999 == 1",
                              "f(1) == 1",
                              "(1 == 1",
                              "1 == 1)",
                              "1 == 1 and 2 == 2",
                              "not 1 == 1",
                              "__import__('os') == 1" })
        QTest::newRow(code) << QString(code);
    QTest::newRow("deep") << QString(100'000, '(') + "1" + QString(100'000, ')') + " == 1";
    QTest::newRow("many signs") << QString(100'000, '-') + "1 == 1";
    QTest::newRow("long") << QString("1 % ").repeated(100'000) + "1 == 1";
}

void ExportExpressionsTest::otherConditionsAreNoGuards()
{
    QFETCH(QString, code);
    QVERIFY(!SizeGuard::parse(code.toStdString()));
}

void ExportExpressionsTest::readsTrees()
{
    // What pytree writes for ({"a": tensor, "b": [tensor, tensor]},)
    const Result<TreeSpec> tree = TreeSpec::parse(
        R"([1, {"type": "builtins.tuple", "context": "null", "children_spec": [{"type": "builtins.dict", "context":
        "[\"a\", \"b\"]", "children_spec": [{"type": null, "context": null, "children_spec": []},
        {"type": "builtins.list", "context": "null", "children_spec": [
        {"type": null, "context": null, "children_spec": []}, {"type": null, "context": null, "children_spec": []}]}]}]}])");
    QVERIFY2(tree.ok(), tree.ok() ? "" : tree.error().text.c_str());
    QCOMPARE(tree.value().leaves(), std::size_t { 3 });
    const TreeSpec &dict = tree.value().children.at(0);
    QCOMPARE(dict.kind, TreeSpec::Kind::Dict);
    QCOMPARE(dict.keys, (std::vector<std::string> { "a", "b" }));
    QVERIFY(dict.children.at(1).isList);
    QVERIFY(!TreeSpec::parse("[2, {}]").ok());
    QVERIFY(!TreeSpec::parse("[1, 7]").ok());
}

ROOFLIGHT_TEST(ExportExpressionsTest)
#include "export_expressions_test.moc"
