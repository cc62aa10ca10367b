// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/module/bulk_ring.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <utility>
#include <vector>

using namespace rooflight::cuda::kernels;

namespace {

/// Slots of shared memory as a GPU has them: busy from the request to the end of a copy, with a phase that turns over
/// at each end.
class WatchedRing
{
public:
    WatchedRing(int slots, std::vector<int> &requests)
        : m_requests(requests)
        , m_busy(static_cast<std::size_t>(slots), false)
        , m_ends(static_cast<std::size_t>(slots), 0)
    {
    }

    int lastsFor = -1; ///< copies that end; any other one never does
    bool sound = true; ///< no slot was asked while it was busy, awaited while it was not, or with the wrong parity
    int most = 0; ///< slots that were busy at once

    [[nodiscard]] bool isIdle() const { return std::ranges::count(m_busy, true) == 0; }
    [[nodiscard]] int ends() const { return m_ended; }

    void ask(int slot, int piece)
    {
        const auto at = static_cast<std::size_t>(slot);
        sound = sound && !m_busy.at(at);
        m_busy.at(at) = true;
        ++m_requests.at(static_cast<std::size_t>(piece));
        most = std::max(most, static_cast<int>(std::ranges::count(m_busy, true)));
    }

    bool await(int slot, unsigned parity)
    {
        if (m_ended == lastsFor)
            return false;
        const auto at = static_cast<std::size_t>(slot);
        sound = sound && m_busy.at(at) && parity == m_ends.at(at) % 2;
        m_busy.at(at) = false;
        ++m_ends.at(at);
        ++m_ended;
        return true;
    }

private:
    std::vector<int> &m_requests; ///< of each piece
    std::vector<bool> m_busy;
    std::vector<unsigned> m_ends;
    int m_ended = 0;
};

} // namespace

/// The order in which blocks of a GPU read by bulk copies.
class BulkRingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void blocksReadEachPieceOncePerPass_data();
    void blocksReadEachPieceOncePerPass();
    void ownPiecesAreNoOthers();
    void endsWhereACopyDoesNot();
};

void BulkRingTest::blocksReadEachPieceOncePerPass_data()
{
    QTest::addColumn<int>("pieces");
    QTest::addColumn<int>("blocks");
    QTest::addColumn<int>("passes");
    QTest::addColumn<int>("slots");
    QTest::addColumn<bool>("own");
    QTest::newRow("one of all") << 1 << 1 << 1 << 2 << false;
    QTest::newRow("fewer turns than slots") << 12 << 4 << 1 << 8 << false;
    QTest::newRow("as many turns as slots") << 16 << 4 << 1 << 4 << false;
    QTest::newRow("blocks that share unevenly") << 103 << 10 << 1 << 2 << false;
    QTest::newRow("an array of 16 MiB on 132 multiprocessors") << 2'048 << 528 << 1 << 8 << false;
    QTest::newRow("own pieces, again and again") << 120 << 10 << 7 << 4 << true;
    QTest::newRow("fewer own pieces than slots") << 26 << 13 << 5 << 8 << true;
    QTest::newRow("a block a piece") << 13 << 13 << 5 << 8 << true;
    QTest::newRow("8.25 MiB on 132 multiprocessors") << 2'112 << 132 << 3 << 8 << true;
}

void BulkRingTest::blocksReadEachPieceOncePerPass()
{
    QFETCH(int, pieces);
    QFETCH(int, blocks);
    QFETCH(int, passes);
    QFETCH(int, slots);
    QFETCH(bool, own);
    std::vector<int> requests(static_cast<std::size_t>(pieces), 0);
    int fewest = pieces * passes;
    int most = 0;
    for (int block = 0; block < blocks; ++block) {
        WatchedRing ring(slots, requests);
        readThroughRing(own ? ownPieces(block, blocks, pieces) : everyNth(block, blocks, pieces), passes, slots, ring);
        QVERIFY(ring.sound);
        QVERIFY(ring.isIdle());
        QCOMPARE(ring.most, std::min(slots, ring.ends()));
        fewest = std::min(fewest, ring.ends());
        most = std::max(most, ring.ends());
    }
    QVERIFY(std::ranges::all_of(requests, [passes](int times) { return times == passes; }));
    QVERIFY(most - fewest <= (own ? 0 : 1));
}

void BulkRingTest::ownPiecesAreNoOthers()
{
    std::vector<int> owner(12, -1);
    for (int block = 0; block < 4; ++block) {
        const PieceShare share = ownPieces(block, 4, 12);
        QCOMPARE(share.count, 3);
        for (int i = 0; i < share.count; ++i) {
            QCOMPARE(owner.at(static_cast<std::size_t>(share.piece(i))), -1);
            owner.at(static_cast<std::size_t>(share.piece(i))) = block;
        }
    }
    QCOMPARE(owner, (std::vector { 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3 }));
}

void BulkRingTest::endsWhereACopyDoesNot()
{
    std::vector<int> requests(100, 0);
    WatchedRing ring(4, requests);
    ring.lastsFor = 10;
    readThroughRing(everyNth(0, 1, 100), 1, 4, ring);
    QVERIFY(ring.sound);
    QCOMPARE(ring.ends(), 10);
    QCOMPARE(std::ranges::count(requests, 1), 14); // 10 that ended and 4 slots
}

ROOFLIGHT_TEST(BulkRingTest)
#include "bulk_ring_test.moc"
