// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/count.h"
#include "core/cost/cost_model.h"
#include "core/cost/formulas/custom_formulas.h"
#include "tests/core/cost/own_formulas.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace rooflight;
using namespace rooflight::test;

/// The file that a user writes formulas in: how it is laid out, and how mistakes in it are answered.
class FormulaFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mistakesAreNamed_data();
    void mistakesAreNamed();
    void layoutOfTheFileIsFree();
    void unreadableFilesAreRefused();
    void lengthAndDepthDoNotCrash_data();
    void lengthAndDepthDoNotCrash();
    void anyTextIsReadOrRefused();
};

void FormulaFileTest::mistakesAreNamed_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    const auto add = [](const char *name, const QByteArray &text, const char *message) {
        QTest::newRow(name) << text << QString(message);
    };
    add("function", "[a::b]\nmacs = numle(x)", "line 2, column 8: there is no function \"numle\"");
    add("quantity", "[a::b]\nmcas = 1", "line 2, column 1: there is no quantity \"mcas\"");
    add("no quantity", "[a::b]\n = 1", "line 2, column 2: there is no quantity \"\"");
    add("family", "[a::b]\nmacs = 1\nfamily = metric", "line 3, column 10: there is no family \"metric\"");
    add("no family", "[a::b]\nmacs = 1\nfamily =", "line 3, column 9: there is no family \"\"");
    add("bracket", "[a::b]\nmacs = (1 + 2", "line 2, column 14: the formula ends where \")\" should follow");
    add("bracket too many", "[a::b]\nmacs = 1)", "line 2, column 9: \")\" stands where an operator should follow");
    add("operand", "[a::b]\nmacs = 1 + # two",
        "line 2, column 11: the formula ends where a number, a name or a bracket should follow");
    add("nothing", "[a::b]\r\nmacs =\r\n",
        "line 2, column 7: the formula ends where a number, a name or a bracket should follow");
    add("operator", "[a::b]\nmacs = 2 x", "line 2, column 10: \"x\" stands where an operator should follow");
    add("power", "[a::b]\nmacs = x ** 2",
        "line 2, column 11: \"*\" stands where a number, a name or a bracket should follow");
    add("strange character", "[a::b]\nmacs = 2 × 3", "line 2, column 10: \"×\" stands where an operator should follow");
    add("zero byte", QByteArray("[a::b]\nmacs = 1 \0", 17), "line 2, column 10: this is not text");
    add("fraction", "[a::b]\nmacs = 1.5 * numel(x)", "line 2, column 8: this is not an integer");
    add("exponent", "[a::b]\nmacs = 1e3", "line 2, column 8: this is not an integer");
    add("large number", "[a::b]\nmacs = 2305843009213693953", "line 2, column 8: this number is too large");
    add("larger number", "[a::b]\nmacs = 99999999999999999999", "line 2, column 8: this number is too large");
    add("arguments", "[a::b]\nmacs = size(x)", "line 2, column 14: \")\" stands where \",\" should follow");
    add("more arguments", "[a::b]\nmacs = numel(x, 1)", "line 2, column 15: \",\" stands where \")\" should follow");
    add("one of two", "[a::b]\nmacs = ceildiv(1)", "line 2, column 17: \")\" stands where \",\" should follow");
    add("one of many", "[a::b]\nmacs = min(1)", "line 2, column 13: \")\" stands where \",\" should follow");
    add("no name", "[a::b]\nmacs = numel(3)",
        "line 2, column 14: \"3\" stands where the name of an argument should follow");
    add("formula for a name", "[a::b]\nmacs = numel((x))",
        "line 2, column 14: \"(\" stands where the name of an argument should follow");
    add("open index", "[a::b]\nmacs = k[0", "line 2, column 11: the formula ends where \"]\" should follow");
    add("count of one", "[a::b]\nmacs = count(x[0])", "line 2, column 15: count() takes a whole list");
    add("section twice", "[a::b]\nmacs = 1\n[c::d]\nmacs = 1\n [a::b]\nmacs = 2",
        "line 5, column 3: there is a section for a::b already");
    add("quantity twice", "[a::b]\nmacs = 1\nmacs = 2", "line 3, column 1: macs is there already in this section");
    add("section without work", "# mine\n[a::b]\nbytes_read = 1\n[c::d]\nmacs = 1",
        "line 2, column 1: this section does not say what work is done");
    add("last section without work", "[a::b]", "line 1, column 1: this section does not say what work is done");
    add("no section", "macs = 1", "line 1, column 1: this formula belongs to no operator");
    add("open section", "[a::b\nmacs = 1", "line 1, column 6: a section ends in \"]\"");
    add("lone bracket", "[", "line 1, column 2: a section ends in \"]\"");
    add("no namespace", "[relu]\nmacs = 1", "line 1, column 2: \"relu\" is not the name of an operator");
    add("overload", "[aten::add.Tensor]\nmacs = 1",
        "line 1, column 2: \"aten::add.Tensor\" is not the name of an operator");
    add("no operator", "[a::]\nmacs = 1", "line 1, column 2: \"a::\" is not the name of an operator");
    add("text", "[a::b]\nhello", "line 2, column 1: this is neither a section nor a formula");
    add("commented away", "[a::b]\nmacs # = 1", "line 2, column 1: this is neither a section nor a formula");
    add("source without quotes", "[a::b]\nmacs = 1\nsource = a book",
        "line 3, column 10: a source stands in double quotes");
    add("open source", "[a::b]\nmacs = 1\nsource = \"a book", "line 3, column 10: a source stands in double quotes");
    add("after the source", "[a::b]\nmacs = 1\nsource = \"a book\" p. 7",
        "line 3, column 19: nothing but a comment may follow the source");
    add("Latin-1", "[a::b]\n# f\xfcr uns\nmacs = 1", "line 2, column 4: this is not UTF-8");
    add("column in characters", "[a::b]\nsource = \"für uns\" macs",
        "line 2, column 20: nothing but a comment may follow "
        "the source");
}

void FormulaFileTest::mistakesAreNamed()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    const Result<CustomFormulas> formulas = CustomFormulas::parse(text.toStdString(), "own.txt");
    QVERIFY(!formulas.ok());
    QCOMPARE(QString::fromStdString(formulas.error().text), "own.txt, " + message + ".");
    QCOMPARE(formulas.error().code, ErrorCode::CommandLine);
}

void FormulaFileTest::layoutOfTheFileIsFree()
{
    const std::string text = "\xEF\xBB\xBF# first\r\n\r\n\t[ my::op ]  # mine\r\n"
                             "  macs\t=\t2 *\t3#six\r\n"
                             "source = \"für alle = \xEF\xBF\xBD [x]\" # here";
    const OperatorCost cost = costUnder(text, sampleCall());
    QVERIFY2(cost.known, cost.reason.text.c_str());
    QCOMPARE(cost.work.macs, std::int64_t { 6 });
    QCOMPARE(cost.family, OperatorFamily::Other);
    QVERIFY(!formulasIn("").find("my::op"));
    QVERIFY(!formulasIn("# nothing\n").find("my::op"));
}

void FormulaFileTest::unreadableFilesAreRefused()
{
    const QTemporaryDir folder;
    const auto path = [&folder](const char *name) { return folder.filePath(name).toStdString(); };
    const auto refusal = [](const std::string &file) {
        const Result<CustomFormulas> formulas = CustomFormulas::read(file);
        return formulas.ok() ? std::string("read") : formulas.error().text;
    };
    const auto write = [&folder](const char *name, const QByteArray &content) {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
    };
    QCOMPARE(refusal(path("none")), "Cannot read the formula file " + path("none") + ": there is no such file.");
    QCOMPARE(refusal(folder.path().toStdString()),
             "Cannot read the formula file " + folder.path().toStdString() + ": it is not a regular file.");
    QCOMPARE(refusal("/dev/zero"), std::string("Cannot read the formula file /dev/zero: it is not a regular file."));
    constexpr qsizetype limit = 1 << 20;
    QVERIFY(write("long", QByteArray(limit, '\n')));
    QCOMPARE(refusal(path("long")), std::string("read"));
    QVERIFY(write("longer", QByteArray(limit + 1, '\n')));
    QCOMPARE(refusal(path("longer")), "Cannot read the formula file " + path("longer") + ": it is larger than 1 MiB.");
    QVERIFY(write("wrong", "[a::b]\nmacs = 1 +"));
    QCOMPARE(refusal(path("wrong")),
             path("wrong")
                 + ", line 2, column 11: the formula ends where a number, a name or a bracket should follow.");
}

void FormulaFileTest::lengthAndDepthDoNotCrash_data()
{
    QTest::addColumn<QString>("formula");
    QTest::addColumn<bool>("read");
    const auto nested = [](int depth, const char *open, const char *close) {
        return QString(open).repeated(depth) + '1' + QString(close).repeated(depth);
    };
    QTest::newRow("100 brackets") << nested(100, "(", ")") << true;
    QTest::newRow("10,000 brackets") << nested(10'000, "(", ")") << false;
    QTest::newRow("10,000 open brackets") << nested(10'000, "(", "") << false;
    QTest::newRow("10,000 signs") << nested(10'000, "-", "") << false;
    QTest::newRow("10,000 functions") << nested(10'000, "log2(", ")") << false;
    QTest::newRow("10,000 choices") << nested(10'000, "if(1,1,", ")") << false;
    QTest::newRow("10,000 indices") << nested(10'000, "kernel[", "]") << false;
    QTest::newRow("200,000 terms") << "0" + QString("+0").repeated(200'000) + "+1" << true;
    QTest::newRow("200,000 factors") << "1" + QString("*1").repeated(200'000) << true;
    QTest::newRow("100,000 arguments") << "min(1" + QString(",1").repeated(100'000) + ")" << true;
}

void FormulaFileTest::lengthAndDepthDoNotCrash()
{
    QFETCH(QString, formula);
    QFETCH(bool, read);
    const Result<CustomFormulas> formulas =
        CustomFormulas::parse("[my::op]\nmacs = " + formula.toStdString(), "own.txt");
    QCOMPARE(formulas.ok(), read);
    if (read)
        QCOMPARE(CostModel(formulas.value()).costOf(sampleCall(), Convention::Fma2).work.macs, std::int64_t { 1 });
    else
        QVERIFY(formulas.error().text.ends_with("the formula is nested more than 200 deep."));
}

void FormulaFileTest::anyTextIsReadOrRefused()
{
    // Sequences of the language's own words get further into the parser than random bytes do.
    const std::vector<std::string> words = {
        "numel(",   "size(",    "bytes(",
        "rank(",    "defined(", "count(",
        "min(",     "if(",      "log2(",
        "ceildiv(", "value",    "parts",
        "kernel",   "bias",     "huge",
        "out",      "outputs",  "dim",
        "[",        "]",        "(",
        ")",        ",",        "+",
        "-",        "*",        "/",
        " ",        "0",        "1",
        "7",        "#",        "=",
        "\n",       "macs = ",  "\xff",
        "\"",       "[a::b]",   "\n[c::d]\nmacs = ",
        ".",
    };
    std::mt19937 random(1);
    int wereRead = 0;
    for (int round = 0; round < 50'000; ++round) {
        std::string text = "[my::op]\nmacs = ";
        for (std::size_t length = random() % 9; length > 0; --length)
            text += words[random() % words.size()];
        const Result<CustomFormulas> formulas = CustomFormulas::parse(text, "own.txt");
        if (!formulas.ok()) {
            QVERIFY(formulas.error().text.starts_with("own.txt, line "));
            continue;
        }
        ++wereRead;
        const OperatorCost cost = CostModel(formulas.value()).costOf(sampleCall(), Convention::Fma2);
        QVERIFY2(cost.known ? cost.work.macs >= 0 && cost.work.macs <= Count::most : !cost.reason.empty(),
                 text.c_str());
    }
    QVERIFY(wereRead > 1'000);
}

ROOFLIGHT_TEST(FormulaFileTest)
#include "formula_file_test.moc"
