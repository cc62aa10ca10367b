// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/text_layout.h"
#include "core/report/format/utf8.h"
#include "core/report/result_reports.h"
#include "core/report/session_report.h"
#include "core/report/tables/layer_table.h"
#include "core/results/analysis/report.h"
#include "tests/core/record/sample_records.h"
#include "tests/core/report/measured_session.h"
#include "tests/core/report/part_text.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

namespace {

QStringList linesOf(const std::string &text)
{
    return QString::fromStdString(text).split('\n');
}

/// All that a terminal could take for a command, or that could break a line.
bool isHarmless(const std::string &text)
{
    for (const char32_t c : QString::fromStdString(text).toStdU32String()) {
        if (c != '\n' && (c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x202e))
            return false;
    }
    return true;
}

} // namespace

class TextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void widthIsCountedInColumns_data();
    void widthIsCountedInColumns();
    void namesAreMadePrintable_data();
    void namesAreMadePrintable();
    void textIsElided_data();
    void textIsElided();
    void textIsWrapped();
    void tableStandsInColumns();
    void hostileCellsAreBounded();
    void tableEndsSomewhere();
    void tableFitsItsWidth();
    void sentencesThatHaveNoRoomStandBelowTheirRows();
    void factsStandBesideTheirNames();
    void layersAreATree();
    void unknownWorkIsSaid();
    void bytesThatDependOnDataHaveAnInterval();
    void countedBytesStandBesideTheComputed();
    void coverageIsOneSentence();
    void workIsListedByClassAndType();
    void roofsAreListed();
    void latencyIsSummedUp();
    void inspectionNamesWhatDeservesALook();
    void nothingIsWiderThanTheTerminal();
};

void TextTest::widthIsCountedInColumns_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("columns");
    QTest::newRow("ascii") << "conv1" << 5;
    QTest::newRow("empty") << "" << 0;
    QTest::newRow("accents") << "é ñ µ" << 5;
    QTest::newRow("Chinese") << "卷积层" << 6;
    QTest::newRow("Korean and Japanese") << "한カ" << 4;
    QTest::newRow("fullwidth letters") << "ＡＢ" << 4;
    QTest::newRow("halfwidth kana") << "ｶ" << 1;
    QTest::newRow("emoji") << "🚀" << 2;
    QTest::newRow("combining accent") << "e\u0301" << 1;
    QTest::newRow("zero width joiner") << "a\u200Db" << 2;
    QTest::newRow("box drawing and ellipsis") << "─…≥" << 3;
    QTest::newRow("rare ideograph") << QString::fromUcs4(U"\U00020000") << 2;
    // W, F, H, Na, A and N of EastAsianWidth.txt of Unicode 15; marks and format characters have no column.
    QTest::newRow("W: Hangul lead consonant") << QString::fromUcs4(U"\U00001100") << 2;
    QTest::newRow("W: watch") << QString::fromUcs4(U"\U0000231A") << 2;
    QTest::newRow("W: last of CJK extension A") << QString::fromUcs4(U"\U00004DBF") << 2;
    QTest::newRow("W: melting face") << QString::fromUcs4(U"\U0001FAE0") << 2;
    QTest::newRow("F: ideographic space") << QString::fromUcs4(U"\U00003000") << 2;
    QTest::newRow("F: fullwidth won sign") << QString::fromUcs4(U"\U0000FFE6") << 2;
    QTest::newRow("H: halfwidth Hangul") << QString::fromUcs4(U"\U0000FFA1") << 1;
    QTest::newRow("A: degree sign") << QString::fromUcs4(U"\U000000B0") << 1;
    QTest::newRow("N: I Ching hexagram") << QString::fromUcs4(U"\U00004DC0") << 1;
    QTest::newRow("N: Arabic beh") << QString::fromUcs4(U"\U00000628") << 1;
    QTest::newRow("nonspacing: Arabic fatha") << QString::fromUcs4(U"\U0000064E") << 0;
    QTest::newRow("nonspacing: Devanagari virama") << QString::fromUcs4(U"\U0000094D") << 0;
    QTest::newRow("spacing: Devanagari vowel sign AA") << QString::fromUcs4(U"\U0000093E") << 1;
    QTest::newRow("enclosing: circle") << QString::fromUcs4(U"\U000020DD") << 0;
    QTest::newRow("format: word joiner") << QString::fromUcs4(U"\U00002060") << 0;
    QTest::newRow("variation selector") << QString::fromUcs4(U"\U0000FE0F") << 0;
    QTest::newRow("control: escape") << QStringLiteral("\x1b") << 0;
    QTest::newRow("private use") << QString::fromUcs4(U"\U0000E000") << 1;
}

void TextTest::widthIsCountedInColumns()
{
    QFETCH(QString, text);
    QTEST(columnWidth(std::string_view(text.toStdString())), "columns");
}

void TextTest::namesAreMadePrintable_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("shown");
    QTest::newRow("plain") << QByteArray("layer1.0") << "layer1.0";
    QTest::newRow("line breaks") << QByteArray("a\nb\r\tc") << "a\\nb\\r\\tc";
    QTest::newRow("escape sequence") << QByteArray("\x1b[31mred") << "\\x1b[31mred";
    QTest::newRow("nul and delete") << QByteArray("\0\x7f", 2) << "\\x00\\x7f";
    QTest::newRow("C1 control") << QByteArray("\xc2\x9b") << "\\x9b";
    QTest::newRow("right to left override") << QByteArray("\xe2\x80\xae") << "\\u202e";
    QTest::newRow("line separator") << QByteArray("\xe2\x80\xa8") << "\\u2028";
    QTest::newRow("emoji") << QByteArray("🚀 层") << "🚀 层";
    QTest::newRow("Latin-1") << QByteArray("caf\xe9") << "caf\ufffd";
    QTest::newRow("overlong slash") << QByteArray("\xc0\xaf") << "\ufffd\ufffd";
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << "\ufffd\ufffd\ufffd";
    QTest::newRow("too large") << QByteArray("\xf4\x90\x80\x80") << "\ufffd\ufffd\ufffd\ufffd";
    QTest::newRow("cut off") << QByteArray("a\xf0\x9f") << "a\ufffd\ufffd";
}

void TextTest::namesAreMadePrintable()
{
    QFETCH(QByteArray, name);
    QTEST(QString::fromStdString(printable(name.toStdString())), "shown");
}

void TextTest::textIsElided_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("columns");
    QTest::addColumn<QString>("shown");
    QTest::newRow("fits") << "conv1" << 5 << "conv1";
    QTest::newRow("too long") << "conv12" << 5 << "conv…";
    QTest::newRow("wide") << "卷积层" << 5 << "卷积…";
    QTest::newRow("wide, no half characters") << "卷积层" << 4 << "卷…";
    QTest::newRow("one") << "conv" << 1 << "…";
    QTest::newRow("none") << "conv" << 0 << "";
}

void TextTest::textIsElided()
{
    QFETCH(QString, text);
    QFETCH(int, columns);
    QTEST(QString::fromStdString(elided(text.toStdString(), columns)), "shown");
}

void TextTest::textIsWrapped()
{
    QCOMPARE(wrapped("the quick brown fox", 10), "the quick\nbrown fox\n");
    QCOMPARE(wrapped("the quick brown fox", 9), "the quick\nbrown fox\n");
    QCOMPARE(wrapped("abcdefgh", 3), "abc\ndef\ngh\n");
    QCOMPARE(wrapped("卷积", 1), "卷\n积\n");
    QCOMPARE(wrapped("a b", 0), "a b\n");
    QCOMPARE(wrapped("", 5), "");
}

/// One long cell makes no row of others long, and no depth or value makes a text of any length.
void TextTest::hostileCellsAreBounded()
{
    TableContent table;
    table.columns = { { "Name" }, { "Note" } };
    table.rows.assign(1000, { "a", "b" });
    table.rows[7] = { std::string(1'000'000, 'x'), std::string(1'000'000, 'y') };
    table.depths.assign(1000, 0);
    table.depths[8] = 1'000'000;
    const std::string shown = layOut(table, 0);
    QVERIFY2(shown.size() < 1'000'000, qPrintable(QString::number(shown.size())));
    QVERIFY(layOut(Facts { { "File", std::string(1'000'000, 'x') } }, 0).size() < 10'000);
}

/// What is left out of a table of any length is counted.
void TextTest::tableEndsSomewhere()
{
    TableContent table;
    table.columns = { { "Name" } };
    table.rows.assign(200'000, { std::string(100, 'x') });
    const std::string shown = layOut(table, 0);
    QVERIFY2(shown.size() < std::size_t { 17 } << 20, qPrintable(QString::number(shown.size())));
    QVERIFY(shown.ends_with(" rows more\n"));
}

void TextTest::tableStandsInColumns()
{
    TableContent table;
    table.columns = { { "Name" }, { .title = "N", .number = true }, { "Note" } };
    table.rows = { { "a", "1", "x" }, { "卷积", "200", "" }, { "tree", "3" } };
    table.depths = { 0, 0, 1 };
    QCOMPARE(QString::fromStdString(layOut(table, 0)),
             QString("Name      N  Note\n"
                     "─────────────────\n"
                     "a         1  x\n"
                     "卷积    200\n"
                     "  tree    3\n"));
}

void TextTest::tableFitsItsWidth()
{
    TableContent table;
    table.columns = { { "Name" },
                      { .title = "Keep", .number = true },
                      { .title = "First to go", .rank = 9 },
                      { .title = "Then", .rank = 1 } };
    table.rows = { { "a very long name of a layer", "1", "x", "y" } };
    QVERIFY(linesOf(layOut(table, 200))[0].contains("First to go"));
    const QStringList narrow = linesOf(layOut(table, 30));
    QVERIFY(!narrow[0].contains("First to go"));
    QVERIFY(narrow[0].contains("Then"));
    QCOMPARE(narrow[2], "a very long name …     1  y");
    const QStringList narrower = linesOf(layOut(table, 24));
    QVERIFY(!narrower[0].contains("Then"));
    QCOMPARE(narrower[2], "a very long name …     1");
    for (int width = 1; width < 60; ++width) {
        for (const QString &line : linesOf(layOut(table, width)))
            QVERIFY(columnWidth(std::string_view(line.toStdString())) <= width);
    }
}

void TextTest::sentencesThatHaveNoRoomStandBelowTheirRows()
{
    TableContent table;
    table.columns = { { "Layer" },
                      { .title = "Time", .number = true, .rank = 1 },
                      { .title = "Reasons", .rank = 9, .sentences = true } };
    table.rows = { { "conv1", "329 µs", "layout conversion around it" }, { "fc", "7 µs", "" } };
    QCOMPARE(linesOf(layOut(table, 60))[2], "conv1  329 µs  layout conversion around it");
    const QStringList narrow = linesOf(layOut(table, 24));
    QCOMPARE(narrow.mid(0, 1) + narrow.mid(2),
             QStringList({ "Layer    Time", "conv1  329 µs", "  Reasons: layout", "  conversion around it",
                           "fc       7 µs", "" }));
    for (int width = 1; width < 60; ++width) {
        for (const QString &line : linesOf(layOut(table, width)))
            QVERIFY(columnWidth(std::string_view(line.toStdString())) <= width);
    }
}

void TextTest::factsStandBesideTheirNames()
{
    const Facts facts = { { "File", "net.pt" }, { "Parameters", "one two three four five six" }, { "Absent", "" } };
    QCOMPARE(layOut(facts, 0), "File        net.pt\nParameters  one two three four five six\n");
    QCOMPARE(layOut(facts, 30), "File        net.pt\nParameters  one two three four\n            five six\n");
    QCOMPARE(layOut(facts, 12), "File\n  net.pt\nParameters\n  one two\n  three four\n  five six\n");
}

void TextTest::layersAreATree()
{
    const QStringList lines = linesOf(layOut(layerContent(JudgedSession(measuredSession())), 0));
    QCOMPARE(lines.size(), 6);
    QVERIFY(lines[2].startsWith("Net "));
    QVERIFY(lines[3].startsWith("  block "));
    QVERIFY(lines[4].startsWith("    fc "));
    for (const char *cell : { "Linear", "1x1000", "1,000", "2.00 GFLOP", "100 MB", "20.0 FLOP/B", "1.00 ms", "50 %",
                              "2.00 TFLOP/s", "balanced" })
        QVERIFY2(lines[4].contains(cell), cell);
    QVERIFY(!linesOf(layOut(layerContent(JudgedSession(measuredSession())), 60))[0].contains("Output"));

    Session repeated = measuredSession();
    repeated.analysis.edit().layers[2].call = 1;
    QVERIFY(linesOf(layOut(layerContent(JudgedSession(repeated)), 0))[4].startsWith("    fc (call 2) "));

    Session bare;
    bare.analysis = repeated.analysis;
    QVERIFY(!QString::fromStdString(layOut(layerContent(JudgedSession(bare)), 0)).contains("Median"));
    QCOMPARE(linesOf(layOut(layerContent(JudgedSession(Session {})), 0)).size(), 3);
}

void TextTest::unknownWorkIsSaid()
{
    Session session = measuredSession();
    session.analysis.edit().operators[0].known = false;
    session.analysis.edit().unknown = { { "my::op", 2, { "block.fc", "a\nb", "" }, 64000, "" } };
    QVERIFY(linesOf(layOut(layerContent(JudgedSession(session)), 0))[4].contains("≥ 2.00 GFLOP"));
    const QString table = QString::fromStdString(layOut(unknownOperatorContent(*session.analysis), 0));
    const std::string layers = "block.fc, a\\nb, " + session.analysis->layers.front().type; // as in its row
    for (const char *cell : { "my::op", "2", "64.0 kB", layers.c_str() })
        QVERIFY2(table.contains(cell), cell);
    QVERIFY(!table.contains("own.txt"));
    session.analysis.edit().unknown.front().reason = "macs in own.txt, line 2: it divides by zero";
    QVERIFY(QString::fromStdString(sessionToText(JudgedSession(session), false, 0))
                .contains("\n\nWhy  my::op: macs in own.txt, line 2: it divides by zero\n"));
    QVERIFY(unknownOperatorContent(*measuredSession().analysis).rows.empty());
}

/// Without data the bytes of a grouped product lie between those of one expert and of all that tokens can reach.
void TextTest::bytesThatDependOnDataHaveAnInterval()
{
    Session session = measuredSession();
    session.analysis.edit().totals.cost.bytesRead = 60'000'000;
    Operator &product = session.analysis.edit().operators.front();
    product.cost.bytesRead = 20'000'000;
    product.groupEstimate = GroupEstimate { 8, 8, 7.5, 5'000'000, 21'000'000 };
    const std::string text = sessionToText(JudgedSession(session), false, 0);
    QVERIFY2(text.find("45.0 MB to 61.0 MB read, depending on the data: 7.5 of 8 experts or groups expected")
                 != std::string::npos,
             text.c_str());
}

/// 60 MB and 40 MB are computed.
void TextTest::countedBytesStandBesideTheComputed()
{
    Session session = measuredSession();
    const auto line = [&session] {
        for (const auto &[title, text] : analysisFacts(session)) {
            if (title == "Counted bytes")
                return text;
        }
        return std::string();
    };
    QCOMPARE(line(), std::string());
    session.analysis.edit().counted = CountedBytes { 45000000, 30000000 };
    QCOMPARE(
        line(),
        std::string("45.0 MB read, 30.0 MB written in the GPU's memory, 75 % of the computed bytes: more than 20 % "
                    "apart"));
    QVERIFY(QByteArray::fromStdString(toJson(*session.analysis)).contains("\"counted_differs\": true"));
    session.analysis.edit().counted = CountedBytes { 55000000, 30000000 };
    QCOMPARE(line(), std::string("55.0 MB read, 30.0 MB written in the GPU's memory, 85 % of the computed bytes"));
    QVERIFY(QByteArray::fromStdString(toJson(*session.analysis)).contains("\"counted_differs\": false"));
    session.analysis.edit().counted = CountedBytes { 85000000, 40000000 };
    QVERIFY(QString::fromStdString(line()).endsWith("125 % of the computed bytes: more than 20 % apart"));
    session.analysis.edit().counted = CountedBytes { 45000000, 30000000 };
    session.analysis.edit().totals.cost = {};
    QCOMPARE(line(), std::string("45.0 MB read, 30.0 MB written in the GPU's memory"));
    QVERIFY(QString::fromStdString(sessionToText(JudgedSession(session), false, 0)).contains("Counted bytes"));
}

void TextTest::coverageIsOneSentence()
{
    Session session = measuredSession();
    QCOMPARE(coverageText(session), "Formulas cover every operator (1).");
    // One of 1,430 operators moves 1 of 100,000,001 bytes and takes 1 of 40 ns.
    Operator small = session.analysis->operators.front();
    small.cost = { 0, 0, 0, 0 };
    session.analysis.edit().operators.resize(1429, small);
    small.cost = { 0, 0, 1, 0 };
    small.known = false;
    session.analysis.edit().operators.push_back(small);
    QCOMPARE(coverageText(session), "Formulas cover 1,429 of 1,430 operators and 99.9 % of the bytes.");
    for (const auto &[id, medianNs] : { std::pair { 0, 39.0 }, std::pair { 1429, 1.0 } }) {
        ItemLatency latency = session.layers->items.front();
        latency.item = { ItemId::Kind::Operator, id };
        latency.samples.summary.medianNs = latency.samples.summary.meanNs = medianNs; // shares are of the mean
        session.layers.edit().items.push_back(latency);
    }
    QCOMPARE(coverageText(session),
             "Formulas cover 1,429 of 1,430 operators, 99.9 % of the bytes and 97.5 % of the time.");
    QVERIFY(QString::fromStdString(layOut(analysisFacts(session), 0)).contains("97.5 % of the time"));
    QCOMPARE(coverageText({}), "");
}

void TextTest::workIsListedByClassAndType()
{
    Session session = measuredSession();
    Operator half = session.analysis->operators.front();
    session.analysis.edit().operators.front().work = { 1500, 0, 0, 0, 0, 77 };
    half.dtype = DType::Float16;
    half.work = { 0, 0, 600, 400, 0, 0 };
    session.analysis.edit().operators.push_back(half);
    session.analysis.edit().operators.push_back(half);
    // 2 * 1500 + 2 * (600 + 400) = 5000 FLOPs.
    QCOMPARE(QString::fromStdString(layOut(workContent(*session.analysis), 0)),
             QString("Work                 Type     Operations       FLOPs  Share\n"
                     "───────────────────────────────────────────────────────────\n"
                     "multiply-add         float32       1,500  3.00 kFLOP   60 %\n"
                     "elementwise          float16       1,200  1.20 kFLOP   24 %\n"
                     "transcendental       float16         800    800 FLOP   16 %\n"
                     "comparison, integer  float32          77\n"));
    session.analysis.edit().operators.clear();
    QVERIFY(workContent(*session.analysis).rows.empty());
}

void TextTest::roofsAreListed()
{
    const QString text = QString::fromStdString(textOf(&Session::peaks, *measuredSession().peaks));
    for (const char *part : { "A CPU (cpu, 4 threads)", "2026-01-02T03:04:05Z", "FP32 vector", "4.00 TFLOP/s",
                              "3.96 TFLOP/s to 4.04 TFLOP/s", "5.00 TFLOP/s", "80 %", "DRAM triad", "200 GB/s" })
        QVERIFY2(text.contains(part), qPrintable(text));
    Roof launch;
    launch.limit = LaunchLimit {};
    launch.value = 2.5e-6;
    QVERIFY(
        QString::fromStdString(textOf(&Session::peaks, { {}, { launch }, "", "", "", "", false })).contains("2.50 µs"));
}

void TextTest::latencyIsSummedUp()
{
    const QString text = QString::fromStdString(textOf(&Session::latency, *measuredSession().latency));
    for (const char *part :
         { "50 measured (steady) after a warm-up of 1", "First run   9.00 ms", "2.00 ms (95 % interval",
           "1.00 ms to 4.00 ms", "p10         1.50 ms", "p90         3.00 ms", "FPS         500 items/s, from the mean",
           "480 items/s, from the wall time" })
        QVERIFY2(text.contains(part), qPrintable(text));
    QVERIFY(!text.contains("p99"));
}

void TextTest::inspectionNamesWhatDeservesALook()
{
    Inspection inspection;
    inspection.model = { "/models/net.pt", "ab", ModelForm::Trace, 11689512, 46758048, 38400 };
    inspection.fileBytes = 46831000;
    inspection.modules = { { "", "Net", 0, 0 }, { "fc", "Linear", 513000, 0 } };
    inspection.arguments = { { "x", "Tensor", { { "", { { 1, 3, 224, 224 }, DType::Float32 } } }, "" } };
    inspection.findings = { { "code/net.py", 12, "aten::save", "torch.save(x, \"\x1b]0;owned\")", true, true } };
    const QString text = QString::fromStdString(textOf(&Session::inspection, inspection));
    for (const char *part : { "trace", "11,689,512 (46.8 MB)", "46.8 MB", "1x3x224x224 float32", "aten::save",
                              "code/net.py, line 12", "while loading", "accesses files", "\\x1b]0;owned", "513,000" })
        QVERIFY2(text.contains(part), qPrintable(text));
    QVERIFY(isHarmless(textOf(&Session::inspection, inspection)));
}

void TextTest::nothingIsWiderThanTheTerminal()
{
    for (unsigned seed = 0; seed < 30; ++seed) {
        const Session session = SampleRecords(seed).session();
        for (const int width : { 20, 40, 80, 200 }) {
            const std::vector<std::string> texts = { layOut(layerContent(JudgedSession(session)), width),
                                                     sessionToText(JudgedSession(session), true, width),
                                                     layOut(factsOf(*session.latency), width),
                                                     layOut(analysisFacts(session), width),
                                                     layOut(unknownOperatorContent(*session.analysis), width) };
            for (const std::string &text : texts) {
                QVERIFY(!text.empty() && text.back() == '\n');
                QVERIFY2(isHarmless(text), text.c_str());
                for (const QString &line : linesOf(text))
                    QVERIFY2(columnWidth(std::string_view(line.toStdString())) <= width, qPrintable(line));
            }
        }
    }
}

ROOFLIGHT_TEST(TextTest)
#include "text_test.moc"
