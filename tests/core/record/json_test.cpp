// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_reader.h"
#include "core/record/json_writer.h"
#include "core/record/record.h"
#include "tests/core/record/sample_records.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <bit>
#include <cmath>

using namespace rooflight;

namespace {

// What nlohmann-json makes of the same text is what is expected here.
using Tree = nlohmann::ordered_json;

bool isAccepted(std::string_view text)
{
    try {
        JsonReader reader(text);
        reader.skip();
        reader.expectEnd();
        return true;
    } catch (const FormatError &) {
        return false;
    }
}

/// With characters that a terminal obeys as escapes, which is all that differs from the library.
std::string escaped(const std::string &json)
{
    QString text;
    for (const QChar unit : QString::fromStdString(json)) {
        const ushort code = unit.unicode();
        const bool isTag =
            code == 0xdb40 || (code >= 0xdc00 && code < 0xdc80 && text.endsWith(QStringLiteral("\\udb40")));
        const bool isMark = code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e)
            || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
        if (isTag || isMark || (code >= 0x7f && code <= 0x9f))
            text += QStringLiteral("\\u%1").arg(code, 4, 16, QLatin1Char('0'));
        else
            text += unit;
    }
    return text.toStdString();
}

template<typename T> std::string written(const T &value)
{
    std::string text;
    JsonWriter(text, JsonLayout::OneLine).write(value);
    return text;
}

/// The same objects with their keys in the opposite order.
Tree withKeysReversed(const Tree &tree)
{
    if (tree.is_array()) {
        Tree list = Tree::array();
        for (const Tree &element : tree)
            list.push_back(withKeysReversed(element));
        return list;
    }
    if (!tree.is_object())
        return tree;
    std::vector<std::string> keys;
    for (const auto &member : tree.items())
        keys.insert(keys.begin(), member.key());
    Tree object = Tree::object();
    for (const std::string &key : keys)
        object[key] = withKeysReversed(tree[key]);
    return object;
}

std::string mutated(std::string text, SampleRecords &random)
{
    constexpr std::string_view structure = "{}[]\",:\\u0123456789.eE+-nulltrue \n\xff\xc3\xa9";
    for (int change = random.below(4); change > 0 && !text.empty(); --change) {
        const auto position = static_cast<std::size_t>(random.below(static_cast<int>(text.size())));
        const char c = structure[static_cast<std::size_t>(random.below(static_cast<int>(structure.size())))];
        switch (random.below(3)) {
        case 0:
            text[position] = c;
            break;
        case 1:
            text.erase(position, 1 + static_cast<std::size_t>(random.below(3)));
            break;
        default:
            text.insert(position, 1, c);
        }
    }
    return text;
}

} // namespace

class JsonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void orderOfKeysMakesNoDifference();
    void typeIsFoundWhereverItStands();
    void layoutIsThatOfTheLibrary();
    void numbersAreWrittenAsByTheLibrary();
    void textsAreWrittenAsByTheLibrary();
    void valuesAreReadAsByTheLibrary_data();
    void valuesAreReadAsByTheLibrary();
    void charactersThatATerminalObeysAreEscaped();
    void jsonIsWhatTheLibraryTakesForIt();
    void everyTypeCutShortIsRefused();
    void depthIsLimited_data();
    void depthIsLimited();
    void lastOfEqualKeysCounts();
    void longListsAndTextsAreRead();
};

void JsonTest::orderOfKeysMakesNoDifference()
{
    for (unsigned seed = 0; seed < 20; ++seed) {
        SampleRecords random(seed);
        for (const Record &record : random.everyType()) {
            const std::string line = withKeysReversed(Tree::parse(encode(record))).dump();
            const Result<Record> read = decode(line);
            QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
            QCOMPARE(read.value().request, record.request);
            QVERIFY2(read.value().body == record.body, line.c_str());
            QCOMPARE(emptyBodyFor(line).index(), record.body.index());
        }
        const Request request = random.request();
        const Result<ClientMessage> message =
            decodeMessage(withKeysReversed(Tree::parse(encodeMessage(request))).dump());
        QVERIFY(message.ok());
        QVERIFY(message.value() == ClientMessage(request));
    }
    const Result<Record> newer = decode(R"({"program":{"new":true},"minor_version":3,"version":2,"type":"hello"})");
    QVERIFY(!newer.ok());
    QCOMPARE(newer.error().code, ErrorCode::FormatVersion);
}

void JsonTest::typeIsFoundWhereverItStands()
{
    const auto holdsPeaks = [](std::string_view line) {
        return std::holds_alternative<DeviceRoofs>(emptyBodyFor(line));
    };
    QVERIFY(holdsPeaks(R"({"type":"peaks","request":1})"));
    QVERIFY(holdsPeaks(R"({"request":1,"roofs":[{"type":"done"}], "\u0074ype" : "peaks"})"));
    QVERIFY(!holdsPeaks(R"({"request":1,"code":"{\"type\":\"peaks\""})"));
    QVERIFY(!holdsPeaks(R"({"body":{"type":"peaks"}})"));
    for (const char *line : { "", "peaks", "[1]", "{", R"({"type":1})", R"({"type":"other"})" })
        QVERIFY2(std::holds_alternative<UnknownRecord>(emptyBodyFor(line)), line);
}

void JsonTest::layoutIsThatOfTheLibrary()
{
    for (unsigned seed = 0; seed < 20; ++seed) {
        SampleRecords random(seed);
        for (const Record &record : random.everyType()) {
            const std::string line = encode(record);
            QCOMPARE(line, escaped(Tree::parse(line).dump()) + '\n');
            if (std::holds_alternative<Hello>(record.body))
                continue; // has the version of the document and its own
            const std::string document = toJson(record.body);
            QCOMPARE(document, escaped(Tree::parse(document).dump(2)) + '\n');
        }
    }
}

void JsonTest::numbersAreWrittenAsByTheLibrary()
{
    std::vector<double> numbers = { 0.0,  -0.0,   1.0,    1e15, 1e16, 1e17, 123456789012345680.0,
                                    1e-4, 1.5e-5, 5e-324, 1e22, 1e23, 0.1,  1.7976931348623157e308 };
    std::mt19937_64 random(1);
    while (numbers.size() < 20000)
        numbers.push_back(std::bit_cast<double>(random()));
    for (const double number : numbers)
        QCOMPARE(written(number), Tree(number).dump());
    QCOMPARE(written(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
}

void JsonTest::textsAreWrittenAsByTheLibrary()
{
    std::mt19937 random(2);
    for (int i = 0; i < 20000; ++i) {
        std::string text(random() % 12, ' ');
        for (char &c : text)
            c = static_cast<char>(random() % 3 == 0 ? 0xc0 + random() % 64 : random() % 256);
        QCOMPARE(written(text), escaped(Tree(text).dump(-1, ' ', false, Tree::error_handler_t::replace)));
    }
}

void JsonTest::valuesAreReadAsByTheLibrary_data()
{
    QTest::addColumn<QByteArray>("json");
    for (const char *json : { "0",
                              "-0",
                              "7",
                              "-9223372036854775808",
                              "9223372036854775807",
                              "1.0",
                              "-0.0",
                              "1e2",
                              "1E+2",
                              "12e-1",
                              "1.7976931348623157e308",
                              "5e-324",
                              "1e-400",
                              "0.1000000000000000055511151231257827",
                              "18446744073709551616",
                              R"("")",
                              R"("plain")",
                              R"("\"\\\/\b\f\n\r\t")",
                              R"("\u00e9 é \ud83d\ude80 🚀")",
                              R"("nul \u0000 inside")",
                              "\"\x7f\"" })
        QTest::newRow(json) << QByteArray(json);
}

/// As RFC 8259 writes any character: in halves of UTF-16 where there are two.
void JsonTest::charactersThatATerminalObeysAreEscaped()
{
    std::string written;
    JsonWriter(written, JsonLayout::OneLine).write(std::string("a\u009b1m\u202e\x7f\U000e0041\x1b\u00e9"));
    QCOMPARE(written, std::string("\"a\\u009b1m\\u202e\\u007f\\udb40\\udc41\\u001b\u00e9\""));
    QVERIFY(Tree::parse(written).get<std::string>() == "a\u009b1m\u202e\x7f\U000e0041\x1b\u00e9");
}

void JsonTest::valuesAreReadAsByTheLibrary()
{
    QFETCH(QByteArray, json);
    const Tree tree = Tree::parse(json.toStdString());
    if (tree.is_string()) {
        std::string text;
        readJson(json.toStdString(), text);
        QCOMPARE(text, tree.get<std::string>());
        return;
    }
    double number = -1;
    readJson(json.toStdString(), number);
    QCOMPARE(number, tree.get<double>());
    std::int64_t integer = -1;
    try {
        readJson(json.toStdString(), integer);
        QVERIFY(tree.is_number_integer());
        QCOMPARE(integer, tree.get<std::int64_t>());
    } catch (const FormatError &) {
        QVERIFY(tree.is_number_float());
    }
}

void JsonTest::jsonIsWhatTheLibraryTakesForIt()
{
    for (const std::string_view text : { "",
                                         " ",
                                         "{}",
                                         "[ ]",
                                         "[1,]",
                                         "[,1]",
                                         "{,}",
                                         R"({"a":1,})",
                                         R"({"a" 1})",
                                         R"({1:2})",
                                         "01",
                                         "-",
                                         "1.",
                                         ".5",
                                         "+1",
                                         "1e",
                                         "1e+",
                                         "0x1",
                                         "1e999",
                                         "-1e999",
                                         "nul",
                                         "nulll",
                                         "true",
                                         "True",
                                         "NaN",
                                         "[1 2]",
                                         "[1]]",
                                         "{}{}",
                                         "\"a",
                                         "\"\\",
                                         "\"\\x\"",
                                         "\"\\u12\"",
                                         "\"\\ud800\"",
                                         "\"\n\"",
                                         "\"\xff\"",
                                         "\"\xc3\xa9\"",
                                         "\"\xc3\"",
                                         "\xef\xbb\xbf[1]",
                                         "\xef\xbb[1]",
                                         "// no\n1",
                                         "\v1",
                                         "'a'" })
        QVERIFY2(isAccepted(text) == Tree::accept(text), std::string(text).c_str());
    QVERIFY(!isAccepted(std::string_view("\0", 1)) && !isAccepted(std::string_view("[1\0]", 4)));

    SampleRecords random(3);
    int refused = 0;
    for (int i = 0; i < 300; ++i) {
        for (const Record &record : random.everyType()) {
            const std::string text = mutated(encode(record), random);
            refused += Tree::accept(text) ? 0 : 1;
            QVERIFY2(isAccepted(text) == Tree::accept(text), text.c_str());
        }
    }
    QVERIFY(refused > 500);
}

void JsonTest::everyTypeCutShortIsRefused()
{
    for (const Record &record : SampleRecords(4).everyType()) {
        const std::string line = encode(record);
        const std::size_t step = 1 + line.size() / 500;
        for (std::size_t length = 0; length + 2 < line.size(); length += step) {
            const Result<Record> read = decode(std::string_view(line).substr(0, length));
            QVERIFY2(!read.ok(), line.substr(0, length).c_str());
            QCOMPARE(read.error().code, ErrorCode::WorkerLost);
        }
    }
}

void JsonTest::depthIsLimited_data()
{
    QTest::addColumn<int>("levels");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("as deep as records go") << 6 << true;
    QTest::newRow("the deepest") << 31 << true; // and the object around it
    QTest::newRow("one more") << 32 << false;
    QTest::newRow("a million") << 1000000 << false;
}

void JsonTest::depthIsLimited()
{
    QFETCH(int, levels);
    QFETCH(bool, accepted);
    const auto count = static_cast<std::size_t>(levels);
    const std::string lists = std::string(count, '[') + std::string(count, ']');
    const std::string behindTheType = R"({"type":"future","a":)" + lists + "}";
    const std::string beforeTheType = R"({"a":)" + lists + R"(,"type":"done"})";
    QCOMPARE(decode(behindTheType).ok(), accepted);
    QCOMPARE(decode(beforeTheType).ok(), accepted);
    const Result<Record> layers = decode(R"({"type":"analysis","layers":)" + lists + "}");
    QVERIFY(!layers.ok());
    QVERIFY(layers.error().text.size() < 600);
}

void JsonTest::lastOfEqualKeysCounts()
{
    const Result<Record> record = decode(
        R"({"type":"analysis","request":1,"convention":"a","layers":[{"id":5}],"convention":"b","layers":[],"request":2})");
    QVERIFY(record.ok());
    QCOMPARE(record.value().request, 2);
    const auto &analysis = std::get<Analysis>(record.value().body);
    QCOMPARE(analysis.convention, "b");
    QVERIFY(analysis.layers.empty());
    const Result<Record> contradiction = decode(R"({"type":"done","type":"peaks"})");
    QVERIFY(!contradiction.ok());
    QVERIFY(contradiction.error().text.find("'type' is there twice") != std::string::npos);
}

void JsonTest::longListsAndTextsAreRead()
{
    ModelLatency latency;
    latency.samples.samplesNs.assign(300000, 0.1);
    latency.method = std::string(5000000, '"');
    const Result<Record> read = decode(encode({ 1, latency }));
    QVERIFY(read.ok());
    QVERIFY(read.value().body == RecordBody(latency));
    QVERIFY(!decode(std::string(5000000, '"')).ok());
    const std::string escapes(5000000, '\\');
    const std::string beginning = R"({"type":"notice","text":")";
    QVERIFY(!decode(beginning + escapes).ok());
}

ROOFLIGHT_TEST(JsonTest)
#include "json_test.moc"
