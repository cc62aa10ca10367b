// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/language_guards.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <ATen/ATen.h>
#include <torch/csrc/jit/api/compilation_unit.h>
#include <torch/csrc/jit/runtime/operator.h>
#include <torch/jit.h>

#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

using namespace rooflight;

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

c10::IValue result(const std::string &expression, const std::string &arguments, torch::jit::Stack values)
{
    const auto unit = torch::jit::compile("def f(" + arguments + "):\n    return " + expression + "\n");
    return unit->get_function("f")(std::move(values));
}

c10::IValue ofIntegers(const std::string &expression, std::int64_t a, std::int64_t b)
{
    return result(expression, "a: int, b: int", { a, b });
}

/// In the order in which they are tried.
std::vector<std::string> registeredOverloads()
{
    std::set<std::string> names;
    for (const auto &operation : torch::jit::getAllOperators())
        names.insert(operation->schema().name());
    std::vector<std::string> overloads;
    for (const std::string &name : names) {
        for (const auto &overload : torch::jit::getAllOperatorsFor(c10::Symbol::fromQualString(name)))
            overloads.push_back(toString(overload->schema()) + (overload->isC10Op() ? " of the dispatcher" : ""));
    }
    return overloads;
}

QString reasonOf(const std::string &expression, std::int64_t a, std::int64_t b)
{
    try {
        static_cast<void>(ofIntegers(expression, a, b));
    } catch (const std::exception &error) {
        return QString::fromUtf8(error.what());
    }
    return QStringLiteral("it ran");
}

} // namespace

/// Without the guards each refused call ends the process.
class LanguageGuardsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const std::vector<std::string> before = registeredOverloads();
        guardLanguage();
        guardLanguage();
        QVERIFY(before.size() > 3000);
        QCOMPARE(registeredOverloads(), before);
    }

    void refusesWhatTheProcessorTraps_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<bool>("refusesZero");
        QTest::newRow("remainder") << "a % b" << true;
        QTest::newRow("remainder by name") << "torch.remainder(a, b)" << true;
        QTest::newRow("floor") << "a // b" << true;
        QTest::newRow("both") << "divmod(a, b)" << true;
        QTest::newRow("toward zero") << "torch.__round_to_zero_floordiv(a, b)" << true;
        QTest::newRow("common divisor") << "torch.gcd(a, b)" << false;
    }

    void refusesWhatTheProcessorTraps()
    {
        QFETCH(QString, expression);
        QFETCH(bool, refusesZero);
        const std::string text = expression.toStdString();
        const QString reason = reasonOf(text, least, -1);
        QVERIFY2(reason.contains("the quotient is not an integer of 64 bits")
                     || reason.contains("a greatest common divisor is of larger integers"),
                 qPrintable(reason));
        if (refusesZero)
            QVERIFY(reasonOf(text, 5, 0).contains("integer division by zero"));
        else
            QCOMPARE(ofIntegers(text, 5, 0).toInt(), 5);
    }

    void refusesCopiesToNothing()
    {
        for (const char *const expression :
             { "torch.to(x, None, None, False, True)", "torch.to(x, None, False, True)" }) {
            QVERIFY_THROWS_EXCEPTION(std::exception, result(expression, "x: Tensor", { at::ones({ 2 }) }));
            const std::string same = std::string(expression).replace(std::string(expression).rfind("True"), 4, "False");
            QVERIFY(result(same, "x: Tensor", { at::ones({ 2 }) }).toTensor().equal(at::ones({ 2 })));
        }
        QVERIFY(result("torch.to(x, None, 6, False, True)", "x: Tensor", { at::ones({ 2 }, at::kInt) })
                    .toTensor()
                    .equal(at::ones({ 2 })));
    }

    void refusesNumbersOfNoType_data()
    {
        QTest::addColumn<QString>("expression");
        for (const char *const expression :
             { "x.to(%1)", "torch.to(x, None, %1)", "torch.to(x, %1, False, True)", "torch.zeros([2], dtype=%1)",
               "torch.arange(4, dtype=%1)", "torch.sum(x, dtype=%1)", "torch.softmax(x, 0, %1)",
               "torch.empty_like(x, dtype=%1)", "torch.tensor([1.0], dtype=%1)", "torch.as_tensor(1.0, dtype=%1)",
               "torch.zeros([2], layout=%1)", "torch.empty([1, 1, 1, 1], memory_format=%1)",
               "torch.quantize_per_tensor(x, 0.1, 0, %1)", "torch.can_cast(%1, 6)" })
            QTest::newRow(expression) << QString::fromUtf8(expression);
    }

    /// LibTorch takes the negative ones for places far beyond a table of types.
    void refusesNumbersOfNoType()
    {
        QFETCH(QString, expression);
        for (const char *const number : { "-7", "100", "-128", "65529", "4611686018427387904" }) {
            try {
                static_cast<void>(
                    result(expression.arg(QLatin1String(number)).toStdString(), "x: Tensor", { at::ones({ 2 }) }));
                QFAIL(number);
            } catch (const std::exception &error) {
                const QString reason = QString::fromUtf8(error.what());
                QVERIFY2(reason.contains(QStringLiteral("the number %1 is no").arg(number)), qPrintable(reason));
            }
        }
    }

    /// The overload that is taken, and with it the type of the result, stays.
    void changesNothingElse()
    {
        QCOMPARE(ofIntegers("[1, 2, 3][a % b]", 7, 3).toInt(), 2);
        QCOMPARE(ofIntegers("[1, 2, 3][a // b]", 7, 3).toInt(), 3);
        QCOMPARE(ofIntegers("[1, 2, 3][torch.gcd(a, b) - 1]", 4, 6).toInt(), 2);
        QCOMPARE(ofIntegers("a // b", -7, 2).toInt(), -4);
        QCOMPARE(ofIntegers("torch.__round_to_zero_floordiv(a, b)", -7, 2).toInt(), -3);
        QCOMPARE(ofIntegers("divmod(a, b)", -7, 2).toTuple()->elements()[1].toInt(), 1);
        QCOMPARE(ofIntegers("float(a) % b", 7, 2).toDouble(), 1.0);
        QCOMPARE(result("a % b", "a: float, b: float", { 7.5, 2.0 }).toDouble(), 1.5);
        QVERIFY(result("x.to(3)", "x: Tensor", { at::ones({ 2 }) }).toTensor().equal(at::ones({ 2 }, at::kInt)));
        QVERIFY(result("torch.sum(x, dtype=7)", "x: Tensor", { at::ones({ 2 }) }).toTensor().dtype() == at::kDouble);
        QVERIFY(result("torch.zeros([2])", "x: Tensor", { at::ones({ 2 }) }).toTensor().equal(at::zeros({ 2 })));
        QVERIFY(result("x % 2", "x: Tensor", { at::tensor({ 3, 4 }) }).toTensor().equal(at::tensor({ 1, 0 })));
    }
};

ROOFLIGHT_TEST(LanguageGuardsTest)
#include "language_guards_test.moc"
