// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/code/code_index.h"
#include "core/archive/code/forward_arguments.h"
#include "core/archive/code/tokens.h"
#include "core/archive/zip/text.h"
#include "core/base/text.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

/// Source code as tokens, declarations and arguments. What a token is follows the lexical analysis of the Python
/// language reference, chapter 2.
class TokensTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void splitsSource_data();
    void splitsSource();
    void countsLinesAndColumns();
    void readsArguments_data();
    void readsArguments();
    void readsClasses();
    void readsFunctions();
    void joinsTokens();
    void cutsNames();
    void fitsTextIntoMessages_data();
    void fitsTextIntoMessages();
    void lowersOnlyAscii();
};

namespace {

/// "name x", "operator =" and so on, in one line.
QString described(const std::vector<Token> &tokens)
{
    QStringList words;
    for (const Token &token : tokens) {
        const QString text = QString::fromUtf8(token.text.data(), static_cast<qsizetype>(token.text.size()));
        switch (token.kind) {
        case TokenKind::Name:
            words << "name " + text;
            break;
        case TokenKind::Number:
            words << "number " + text;
            break;
        case TokenKind::String:
            words << "string " + text;
            break;
        case TokenKind::Operator:
            words << text;
            break;
        case TokenKind::LineEnd:
            words << "end";
            break;
        }
    }
    return words.join(" | ");
}

} // namespace

void TokensTest::splitsSource_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QString>("tokens");
    QTest::newRow("empty") << QByteArray("") << "end";
    QTest::newRow("assignment") << QByteArray("x = y1") << "name x | = | name y1 | end";
    QTest::newRow("comment") << QByteArray("x # y\nz") << "name x | end | name z | end";
    QTest::newRow("blank lines") << QByteArray("\n\n x\n\n") << "name x | end | end";
    QTest::newRow("inside brackets a line goes on")
        << QByteArray("f(a,\n b)") << "name f | ( | name a | , | name b | ) | end";
    QTest::newRow("a backslash joins lines") << QByteArray("a\\\nb") << "name a | name b | end";
    QTest::newRow("numbers") << QByteArray("0x1F 1.5e-3 .5 2. 7")
                             << "number 0x1F | number 1.5e-3 | number .5 | number 2. | number 7 | end";
    QTest::newRow("an exponent needs digits") << QByteArray("1e") << "number 1 | name e | end";
    QTest::newRow("strings") << QByteArray("'a' \"b\"") << "string 'a' | string \"b\" | end";
    QTest::newRow("escaped quote") << QByteArray(R"('a\'b')") << R"(string 'a\'b' | end)";
    QTest::newRow("string of three quotes") << QByteArray("'''a'b''' c") << "string '''a'b''' | name c | end";
    QTest::newRow("a string ends with its line") << QByteArray("'a\nb") << "string 'a | end | name b | end";
    QTest::newRow("string without an end") << QByteArray("\"\"\"a\n") << "string \"\"\"a\n | end";
    QTest::newRow("hash in a string") << QByteArray("'#' x") << "string '#' | name x | end";
    QTest::newRow("letters beyond ASCII")
        << QByteArray("\xc3\xa9t\xc3\xa9") << QStringLiteral("name \u00e9t\u00e9 | end");
    QTest::newRow("closing brackets alone") << QByteArray(")]}\nx") << ") | ] | } | end | name x | end";
}

void TokensTest::splitsSource()
{
    QFETCH(QByteArray, source);
    QFETCH(QString, tokens);
    const std::string kept = source.toStdString(); // the tokens point into it
    const auto read = tokenize(kept);
    QVERIFY(read.has_value());
    QCOMPARE(described(*read), tokens);
}

void TokensTest::countsLinesAndColumns()
{
    const auto read = tokenize("a\n  b '''\n''' c");
    QVERIFY(read.has_value());
    QCOMPARE(described(*read), QString("name a | end | name b | string '''\n''' | name c | end"));
    QCOMPARE(read->at(2).line, 2u);
    QCOMPARE(read->at(2).column, 2u);
    QCOMPARE(read->at(4).line, 3u);
    QCOMPARE(read->at(4).column, 4u);
}

void TokensTest::readsArguments_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QString>("arguments");
    QTest::newRow("none") << QByteArray("(self: T) -> Tensor:") << "";
    QTest::newRow("no brackets") << QByteArray("self") << "";
    QTest::newRow("one") << QByteArray("(self: T, x: Tensor) -> Tensor:") << "x: Tensor";
    QTest::newRow("default") << QByteArray("(self, n: int=3, s: str='a,b')") << "n: int = 3; s: str = 'a,b'";
    QTest::newRow("types with commas") << QByteArray("(self, d: Dict[str, Tuple[int, int]], x: Tensor)")
                                       << "d: Dict[str, Tuple[int, int]]; x: Tensor";
    QTest::newRow("default with brackets")
        << QByteArray("(self, l: List[int]=[1, 2], x: Tensor)") << "l: List[int] = [1, 2]; x: Tensor";
    QTest::newRow("by name only") << QByteArray("(self, x: Tensor, *, n: int)") << "x: Tensor; n: int";
    QTest::newRow("without type") << QByteArray("(self, x)") << "x: ";
    QTest::newRow("mangled class") << QByteArray("(self, x: __torch__.___torch_mangle_4.A)") << "x: __torch__.A";
    QTest::newRow("no end") << QByteArray("(self, x: Tensor") << "";
}

void TokensTest::readsArguments()
{
    QFETCH(QByteArray, source);
    QFETCH(QString, arguments);
    const std::string kept = source.toStdString();
    const auto tokens = tokenize(kept);
    QStringList found;
    for (const StoredArgument &argument : readArguments(*tokens)) {
        const std::string standard = argument.defaultValue.empty() ? "" : " = " + argument.defaultValue;
        found << QString::fromStdString(argument.name + ": " + argument.type + standard);
    }
    QCOMPARE(found.join("; "), arguments);
}

/// Attributes in the two forms in which PyTorch's serializer writes them.
void TokensTest::readsClasses()
{
    const auto tokens = tokenize(R"(class Linear(Module):
  __parameters__ = ["weight", "bias", ]
  __buffers__ = ["mean", ]
  weight : Tensor
  training : bool
  child : __torch__.Child
  __annotations__["my name"] = int
  def forward(self: __torch__.Linear,
    x: Tensor) -> Tensor:
    n : int = 3
    return x
class Plain(NamedTuple):
  size : int
)");
    const CodeDeclarations read = readDeclarations(*tokens);
    QCOMPARE(read.classes.size(), std::size_t { 2 });
    const CodeClass &linear = read.classes.at("Linear");
    QVERIFY(linear.isModule);
    QCOMPARE(linear.parameters, (std::vector<std::string> { "weight", "bias" }));
    QCOMPARE(linear.buffers, (std::vector<std::string> { "mean" }));
    QCOMPARE(linear.plainAttributes, (std::vector<std::string> { "training", "my name" }));
    QCOMPARE(linear.forward.size(), std::size_t { 1 });
    QCOMPARE(linear.forward.front().name, std::string("x"));
    QVERIFY(!read.classes.at("Plain").isModule);
    QVERIFY(!read.branches);
}

void TokensTest::readsFunctions()
{
    const auto tokens = tokenize(R"(def first(x: Tensor) -> Tensor:
  if x:
    y = CONSTANTS.c0 + CONSTANTS.c1
  return helper(CONSTANTS.c0)
def second(x: Tensor) -> Tensor:
  return x
)");
    const CodeDeclarations read = readDeclarations(*tokens);
    QCOMPARE(read.functions.size(), std::size_t { 2 });
    QCOMPARE(read.functions[0].name, std::string("first"));
    QVERIFY(read.functions[0].mentions.contains("helper"));
    QVERIFY(!read.functions[1].mentions.contains("helper"));
    QVERIFY(read.functions[0].endToken <= read.functions[1].firstToken);
    QCOMPARE(read.constantUses, (std::map<std::string, int> { { "c0", 2 }, { "c1", 1 } }));
    QVERIFY(read.branches);
}

void TokensTest::joinsTokens()
{
    const auto tokens = tokenize("Dict[ str ,__torch__.___torch_mangle_9.A ]");
    QCOMPARE(joined(std::span(*tokens).first(tokens->size() - 1)), std::string("Dict[str, __torch__.A]"));
}

void TokensTest::cutsNames()
{
    QCOMPARE(lastComponent("__torch__.a.B", '.'), std::string_view("B"));
    QCOMPARE(lastComponent("B", '.'), std::string_view("B"));
    QCOMPARE(withoutMangling("___torch_mangle_"), std::string());
}

void TokensTest::fitsTextIntoMessages_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    QTest::newRow("plain") << QByteArray("a b") << QByteArray("a b");
    QTest::newRow("control characters") << QByteArray("a\nb\x7f\x1b[1m") << QByteArray("a?b??[1m");
    QTest::newRow("UTF-8") << QByteArray("\xe4\xb8\xad") << QByteArray("\xe4\xb8\xad");
    QTest::newRow("not UTF-8") << QByteArray("a\xff") << QByteArray("a\xef\xbf\xbd");
    QTest::newRow("long") << QByteArray(201, 'x') << QByteArray(200, 'x') + "...";
    QTest::newRow("as long as allowed") << QByteArray(200, 'x') << QByteArray(200, 'x');
    // 199 bytes and a character of two: it is left out whole.
    QTest::newRow("cut between characters") << QByteArray(199, 'x') + "\xc3\xa9" << QByteArray(199, 'x') + "...";
}

void TokensTest::fitsTextIntoMessages()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    QCOMPARE(QByteArray::fromStdString(messagePart(text.toStdString())), shown);
}

void TokensTest::lowersOnlyAscii()
{
    QCOMPARE(asciiLower("Data.PKL/\xc3\x89[Z"), std::string("data.pkl/\xc3\x89[z"));
}

ROOFLIGHT_TEST(TokensTest)
#include "tokens_test.moc"
