// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/point.h"
#include "core/roofline/token_figures.h"
#include "tests/support/simple_roofs.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cstdint>
#include <limits>
#include <utility>

using namespace rooflight;

namespace {

/// Two sequences of one new token each, with ten in the cache: keys and values of 4 heads of 8 numbers in one layer.
Session decodeSession()
{
    Session session;
    Analysis analysis;
    analysis.inputs = { { "ids", { { 2, 1 }, DType::Int64 }, InputSource::Traced },
                        { "past[0]", { { 2, 4, 10, 8 }, DType::BFloat16 }, InputSource::Traced },
                        { "past[1]", { { 2, 4, 10, 8 }, DType::BFloat16 }, InputSource::Traced } };
    analysis.totals.cost = { 2000, 4000, 0, 0 };
    Operator product;
    product.reuse = { { 600, 0, true, false }, { 40, 0, false, false }, { 30, 0, true, true } };
    analysis.operators = { product, product };
    session.analysis = analysis;
    return session;
}

Roof readRoofOf(double bytesPerSecond)
{
    Roof roof;
    roof.limit = MemoryLimit { OpenEnum<MemoryLevel>(MemoryLevel::Dram), OpenEnum<MemoryPattern>(MemoryPattern::Read) };
    roof.name = "DRAM read";
    roof.value = bytesPerSecond;
    return roof;
}

} // namespace

class TokenFiguresTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void weightsAndCacheAreReadOnce();
    void memoryBoundsTheStep();
    void weightsInACacheAreReadFromThere();
    void arithmeticBoundsThePrefill();
    void manyTokensBesideAShortCacheAreAPrefill();
    void measuredTimesAreByToken();
    void workloadsHaveTheirNames();
    void onlyModelsOfTokens();
    void partsAddUpToTheWhole();
    void whatOnePartDoesNotKnowTheWholeDoesNot();
    void partsThatCountTooOftenAreRefused();
};

void TokenFiguresTest::weightsAndCacheAreReadOnce()
{
    const TokenFigures figures = tokenFigures(decodeSession()).value();
    QCOMPARE(figures.sequences, 2);
    QCOMPARE(figures.tokens, 1);
    QCOMPARE(figures.context, 10);
    QCOMPARE(figures.weightBytes, 1200); // what is constant and read, of both operators
    QCOMPARE(figures.cacheBytes, 2 * 2 * 4 * 10 * 8 * 2);
    QCOMPARE(figures.cacheBytesPerToken(), 2.0 * 4 * 8 * 2); // keys and values, heads, numbers, bytes of each
    QCOMPARE(figures.flopsPerToken(), 2000.0);
    QCOMPARE(figures.weightBytesPerToken(), 600.0);
    QVERIFY(!figures.memoryBoundNs);
    QVERIFY(!figures.tokensPerSecond());
}

void TokenFiguresTest::memoryBoundsTheStep()
{
    Session session = decodeSession();
    session.peaks = DeviceRoofs();
    session.peaks.edit().roofs = { readRoofOf(1e9) };
    session.peaks.edit().roofs[0].interval = { 0.5e9, 2e9 };
    const TokenFigures figures = tokenFigures(session).value();
    QCOMPARE(figures.memoryBoundNs, std::optional<double>(1200 + 2560)); // at a byte a nanosecond
    QVERIFY((figures.memoryBoundInterval == std::array<double, 2> { 1880, 7520 })); // at two, and at half a one
    QCOMPARE(figures.readRoof, std::string("DRAM read"));
}

/// 60 kB of weights in a run that touches 70 kB, which a cache of 100 kB keeps: at ten times the bandwidth of memory.
/// `show` takes the same. With 160 kB between two uses at least half of them come from beyond (1 - 80 / 160).
void TokenFiguresTest::weightsInACacheAreReadFromThere()
{
    Session session = decodeSession();
    session.analysis.edit().inputs.resize(1);
    session.analysis.edit().layers.resize(1);
    session.analysis.edit().operators.resize(1);
    Operator &product = session.analysis.edit().operators.front();
    product.known = true;
    product.family = OperatorFamily::Matrix;
    product.dtype = DType::Float32;
    product.reuse = { { 60'000, 70'000, true, false } };
    product.cost = { 0, 0, 60'000, 0 };
    session.peaks = DeviceRoofs();
    session.peaks.edit().roofs = { readRoofOf(1e9), readRoofOf(1e10) };
    session.peaks.edit().roofs[1].limit = MemoryLimit { MemoryLevel::L2, MemoryPattern::Read, 100'000, 1 };
    session.peaks.edit().roofs[1].name = "L2 read";
    TokenFigures figures = tokenFigures(session).value();
    QCOMPARE(figures.memoryBoundNs, std::optional(6'000.0));
    QCOMPARE(figures.readRoof, std::string("L2 read"));
    QCOMPARE(figures.readRoofBytes, 60'000.0);
    QCOMPARE(figures.readBytesPerSecond, std::optional(1e10));
    QCOMPARE(SessionPoints(session).layers().front().timeAtRoofNs, figures.memoryBoundNs);

    session.analysis.edit().operators.front().reuse.front().distanceBytes = 160'000;
    figures = tokenFigures(session).value();
    QCOMPARE(figures.memoryBoundNs, std::optional(30'000.0));
    QCOMPARE(figures.readRoof, std::string("DRAM read"));
    QCOMPARE(figures.readRoofBytes, 30'000.0);
    QCOMPARE(SessionPoints(session).layers().front().timeAtRoofNs, figures.memoryBoundNs);
}

/// 10 GFLOP at 1 TFLOP/s take 10 ms, weights of 4 MB at 100 GB/s 40 us.
void TokenFiguresTest::arithmeticBoundsThePrefill()
{
    Session session = decodeSession();
    session.analysis.edit().inputs = { { "ids", { { 1, 500 }, DType::Int64 }, InputSource::Given } };
    session.analysis.edit().operators.clear();
    OperatorWork work;
    work.macs = 5'000'000'000;
    test::addOperator(session.analysis.edit(), OperatorFamily::Matrix, work, { { 4'000'000, 0, true, false } },
                      { 1, 500 });
    QVERIFY(!tokenFigures(session).value().arithmeticBoundNs);
    session.peaks.emplace().roofs = test::simpleRoofs();
    const TokenFigures figures = tokenFigures(session).value();
    QCOMPARE(figures.arithmeticBoundNs, std::optional<double>(1e7));
    QVERIFY((figures.arithmeticBoundInterval == std::array<double, 2> { 1e7, 1e7 })); // roofs that name none
    QCOMPARE(figures.memoryBoundNs, std::optional<double>(4e4));
    QVERIFY(figures.isArithmeticBound());
}

void TokenFiguresTest::manyTokensBesideAShortCacheAreAPrefill()
{
    Session session = decodeSession();
    session.analysis.edit().inputs[0].tensor.shape = { 2, 11 };
    QCOMPARE(tokenFigures(session).value().name, std::string("prefill"));
    session.analysis.edit().inputs[0].tensor.shape = { 2, 10 };
    QCOMPARE(tokenFigures(session).value().name, std::string("decode"));
}

void TokenFiguresTest::measuredTimesAreByToken()
{
    Session session = decodeSession();
    session.analysis.edit().inputs = { { "ids", { { 2, 50 }, DType::Int32 }, InputSource::Given } };
    session.latency = ModelLatency();
    session.latency.edit().samples.summary.count = 3;
    session.latency.edit().samples.summary.medianNs = 1e6;
    QVERIFY(!tokenFigures(session).value().joulesPerToken());
    session.latency.edit().energy = { 5, std::array { 4.0, 6.0 }, {}, EnergySource::Rapl, {} };
    QCOMPARE(tokenFigures(session).value().joulesPerToken(), std::optional<double>(0.05)); // of two times 50
    const TokenFigures figures = tokenFigures(session).value();
    QCOMPARE(figures.context, 0);
    QCOMPARE(figures.nsPerToken(), std::optional<double>(1e6 / 50));
    QCOMPARE(figures.tokensPerSecond(), std::optional<double>(100 / 1e-3));
    QCOMPARE(figures.cacheBytesPerToken(), 0.0);
}

void TokenFiguresTest::workloadsHaveTheirNames()
{
    Session session = decodeSession();
    QCOMPARE(workloadFigures(session).value().size(), std::size_t { 1 });
    QCOMPARE(workloadFigures(session).value()[0].name, std::string("decode")); // it is given a cache
    Analysis prefill = *session.analysis;
    prefill.inputs = { { "ids", { { 2, 50 }, DType::Int64 }, InputSource::Traced } };
    session.workloads = { { { "prefill", {} }, {}, prefill, {}, {} },
                          { { "decode", {} }, {}, session.analysis, {}, {} } };
    session.peaks = DeviceRoofs();
    session.peaks.edit().roofs = { readRoofOf(1e9) };
    const std::vector<TokenFigures> figures = workloadFigures(session).value();
    QCOMPARE(figures.size(), std::size_t { 2 });
    QCOMPARE(figures[0].name, std::string("prefill"));
    QCOMPARE(figures[0].tokens, 50);
    QCOMPARE(figures[0].memoryBoundNs, std::optional<double>(1200));
    QCOMPARE(figures[1].name, std::string("decode"));
    QCOMPARE(figures[1].memoryBoundNs, std::optional<double>(1200 + 2560));
    session.workloads[0].analysis.reset();
    QVERIFY(!workloadFigures(session).ok());
}

void TokenFiguresTest::onlyModelsOfTokens()
{
    QVERIFY(!tokenFigures(Session()).ok());
    Session session = decodeSession();
    session.analysis.edit().inputs[0].tensor.dtype = DType::Float32;
    QVERIFY(!tokenFigures(session).ok());
    session = decodeSession();
    session.analysis.edit().inputs[0].tensor.shape = { 0, 1 };
    QVERIFY(!tokenFigures(session).ok());
}

namespace {

TokenFigures fewBlocks()
{
    TokenFigures figures;
    figures.sequences = 2;
    figures.tokens = 1;
    figures.cost.macs = 100;
    figures.cost.flops = 210;
    figures.weightBytes = 60;
    figures.cacheBytes = 20; // of 40 that it keeps
    figures.memoryBoundNs = 8;
    figures.memoryBoundInterval = { 6, 12 };
    return figures;
}

TokenFigures moreBlocks()
{
    TokenFigures figures = fewBlocks();
    figures.cost.macs = (std::int64_t { 1 } << 53) + 1;
    figures.cost.flops = 270;
    figures.weightBytes = 80;
    figures.cacheBytes = 80;
    figures.memoryBoundNs = 16;
    figures.memoryBoundInterval = { 14, 20 };
    return figures;
}

} // namespace

void TokenFiguresTest::partsAddUpToTheWhole()
{
    // By hand: 9/4 of the second, less 5/4 of the first, whose 60 + 20 bytes are 50 + 40 as stored.
    const TokenFigures whole = sumOf({ { fewBlocks(), -5, 4, 10, 40, 10 }, { moreBlocks(), 9, 4, 10, 80, 0 } }).value();
    QCOMPARE(whole.cost.macs, (9 * ((std::int64_t { 1 } << 53) + 1) - 500) / 4);
    QCOMPARE(whole.cost.flops, 345); // 607.5 - 262.5
    QCOMPARE(whole.weightBytes, 117); // 180 - 62.5, to the whole byte
    QCOMPARE(whole.cacheBytes, 130);
    QCOMPARE(whole.context, 10);
    QCOMPARE(*whole.memoryBoundNs, 24.75); // 36 - 5/4 * 8 * 90/80
    QCOMPARE((*whole.memoryBoundInterval)[0], 23.0625); // 31.5 - 5/4 * 6 * 90/80
    QCOMPARE((*whole.memoryBoundInterval)[1], 28.125);
    QCOMPARE((*whole.ceilingTokensPerSecond())[0], 2e9 / 28.125);
    QCOMPARE((*whole.ceilingTokensPerSecond())[1], 2e9 / 23.0625);
    QCOMPARE(whole.flopsPerToken(), 172.5);
}

void TokenFiguresTest::whatOnePartDoesNotKnowTheWholeDoesNot()
{
    TokenFigures known = fewBlocks();
    known.arithmeticBoundNs = 100;
    known.arithmeticBoundInterval = { 5, 200 };
    QCOMPARE(*sumOf({ { known, 1, 1, 10, 20, 0 } }).value().arithmeticBoundNs, 100.0);
    const TokenFigures alone = sumOf({ { known, 2, 1, 10, 20, 0 } }).value();
    QCOMPARE((*alone.ceilingTokensPerSecond())[0], 2e9 / 400); // arithmetic at the slow end, memory at the fast one
    QCOMPARE((*alone.ceilingTokensPerSecond())[1], 2e9 / 12);
    const TokenFigures whole = sumOf({ { known, 1, 1, 10, 20, 0 }, { fewBlocks(), 1, 1, 10, 20, 0 } }).value();
    QVERIFY(!whole.arithmeticBoundNs && !whole.arithmeticBoundInterval);
    TokenFigures nothing = fewBlocks();
    nothing.memoryBoundInterval.reset();
    QVERIFY(!nothing.ceilingTokensPerSecond());
}

void TokenFiguresTest::partsThatCountTooOftenAreRefused()
{
    QVERIFY(!sumOf({}).ok());
    for (const auto &[times, of] : { std::pair<std::int64_t, std::int64_t> { 1'000'001, 1 },
                                     { std::numeric_limits<std::int64_t>::min(), 1 },
                                     { 1, 0 },
                                     { 1, 1'000'001 } })
        QVERIFY(!sumOf({ { fewBlocks(), times, of, 0, 0, 0 } }).ok());
    QVERIFY(!sumOf({ { fewBlocks(), 1, 999'983, 0, 0, 0 }, { fewBlocks(), 1, 999'979, 0, 0, 0 } }).ok());
    TokenFigures large = fewBlocks();
    large.cost.flops = std::int64_t { 1 } << 60;
    QCOMPARE(sumOf({ { large, 1'000'000, 1, 0, 0, 0 } }).value().cost.flops, std::int64_t { 1 } << 61);
}

ROOFLIGHT_TEST(TokenFiguresTest)
#include "token_figures_test.moc"
