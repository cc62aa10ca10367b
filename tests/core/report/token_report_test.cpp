// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/token_report.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

namespace {

/// 592 TFLOP, and 10 GB of weights at 1 TB/s: by memory alone 4096 tokens in 10 ms.
TokenFigures prefill()
{
    TokenFigures figures;
    figures.name = "prefill";
    figures.sequences = 1;
    figures.tokens = 4096;
    figures.cost.flops = 592'000'000'000'000;
    figures.weightBytes = 10'000'000'000;
    figures.memoryBoundNs = 1e7;
    figures.readBytesPerSecond = 1e12;
    figures.readRoof = "DRAM read";
    figures.readRoofBytes = 1e10;
    figures.arithmeticBoundNs = 592e9;
    return figures;
}

QString text(const TokenFigures &figures)
{
    return QString::fromStdString(tokensText({ figures }, 1000)).simplified();
}

} // namespace

class TokenReportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void arithmeticLimitsThePrefill();
    void memoryLimitsTheDecode();
    void withoutRoofsNothingIsPromised();
    void runsAreNotComparedWithADataSheet();
};

/// 4096 tokens in 592 s are 6.92 a second.
void TokenReportTest::arithmeticLimitsThePrefill()
{
    const QString predicted = text(prefill());
    QVERIFY2(predicted.contains("A step of the prefill does 592 TFLOP: at the roofs of arithmetic it takes at least "
                                "592 s, which is 6.92 tokens/s at most."),
             qPrintable(predicted));
    QVERIFY2(!predicted.contains("decode") && !predicted.contains("reads"), qPrintable(predicted));
    TokenFigures measured = prefill();
    measured.medianNs = 1184e9;
    QVERIFY2(text(measured).contains("of the rate that arithmetic allows"), qPrintable(text(measured)));
    QVERIFY2(!text(measured).contains("Energy"), qPrintable(text(measured)));
    measured.joulesPerRun = 8192;
    QVERIFY2(text(measured).contains("Energy per token"), qPrintable(text(measured)));
    QVERIFY2(text(measured).contains("2.00 J"), qPrintable(text(measured)));
    QVERIFY(QString::fromStdString(tokensToCsv({ measured })).trimmed().endsWith(",2"));
    QVERIFY(tokensToJson({ measured }).find("\"joules_per_token\": 2.0") != std::string::npos);
}

void TokenReportTest::memoryLimitsTheDecode()
{
    TokenFigures decode = prefill();
    decode.name = "decode";
    decode.tokens = 1;
    decode.cost.flops = 1000;
    decode.arithmeticBoundNs = 1;
    QVERIFY2(text(decode).contains(
                 "A step of the decode reads 10.0 GB of weights and 0 B of cache, 10.0 GB of it at 1.00 TB/s (DRAM "
                 "read): it takes at least 10.0 ms, which is 100 tokens/s at most."),
             qPrintable(text(decode)));
    decode.memoryBoundInterval = { 9e6, 11e6 };
    decode.medianNs = 20e6;
    QVERIFY2(text(decode).contains("at most. It took 20.0 ms, 50 % of the rate that memory allows."),
             qPrintable(text(decode)));
    decode.medianNs = 9.5e6;
    QVERIFY2(text(decode).contains("It took 9.50 ms, the limit of its roof, which lies between 9.00 ms and 11.0 ms."),
             qPrintable(text(decode)));
    decode.medianNs = 6e6;
    QVERIFY2(text(decode).contains("It took 6.00 ms, which is less: a roof was measured too low."),
             qPrintable(text(decode)));
    QVERIFY(!text(decode).contains("167 %"));
}

void TokenReportTest::withoutRoofsNothingIsPromised()
{
    TokenFigures unknown = prefill();
    unknown.memoryBoundNs.reset();
    unknown.arithmeticBoundNs.reset();
    QVERIFY2(text(unknown).contains("its time is unknown"), qPrintable(text(unknown)));
    QVERIFY2(!text(unknown).contains("at most"), qPrintable(text(unknown)));
    QVERIFY(tokensToJson({ unknown }).find("\"ceiling_tokens_per_second\": null") != std::string::npos);
}

void TokenReportTest::runsAreNotComparedWithADataSheet()
{
    TokenFigures figures = prefill();
    figures.medianNs = 1184e9;
    figures.ranElsewhere = true;
    QVERIFY2(text(figures).contains("6.92 tokens/s at most."), qPrintable(text(figures)));
    QVERIFY2(!text(figures).contains("It took"), qPrintable(text(figures)));
}

ROOFLIGHT_TEST(TokenReportTest)
#include "token_report_test.moc"
