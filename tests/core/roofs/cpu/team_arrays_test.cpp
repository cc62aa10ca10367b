// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofs/cpu/team_arrays.h"

using namespace rooflight;

namespace {

constexpr std::size_t smallFloats = 64 * kernels::blockFloats;
constexpr std::size_t largeFloats = (std::size_t(20) << 20) / sizeof(float);

} // namespace

class TeamArraysTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void arraysOfAThreadLieApart();
    void smallArraysAreNew();
    void largeArraysAreKept();
    void whatIsReservedIsMadeOnce();
    void roomForLoopsOfOneArray();
};

void TeamArraysTest::arraysOfAThreadLieApart()
{
    WorkerTeam team(2, {});
    const TeamArrays arrays(team, smallFloats);
    const LoopArrays first = arrays.of(0, smallFloats);
    const LoopArrays second = arrays.of(1, smallFloats);
    QVERIFY(first.a + smallFloats <= first.b && first.b + smallFloats <= first.c);
    QVERIFY(first.c + smallFloats <= second.a);
}

void TeamArraysTest::smallArraysAreNew()
{
    WorkerTeam team(1, {});
    ArraySupply supply(team);
    const auto one = supply.get(smallFloats);
    const auto other = supply.get(smallFloats);
    QVERIFY(one && other);
    QVERIFY(one->of(0, smallFloats).a != other->of(0, smallFloats).a);
}

void TeamArraysTest::largeArraysAreKept()
{
    WorkerTeam team(1, {});
    ArraySupply supply(team);
    const auto one = supply.get(largeFloats);
    QVERIFY(one);
    QVERIFY(supply.get(largeFloats - kernels::blockFloats) == one);
    const float *before = one->of(0, largeFloats).c;
    QVERIFY(before[largeFloats - 1] >= 1);
}

void TeamArraysTest::whatIsReservedIsMadeOnce()
{
    WorkerTeam team(1, {});
    ArraySupply supply(team);
    supply.reserve(largeFloats);
    supply.reserve(smallFloats);
    supply.reserve(2 * largeFloats);
    const auto one = supply.get(largeFloats);
    QVERIFY(one);
    QVERIFY(supply.get(2 * largeFloats) == one);
}

void TeamArraysTest::roomForLoopsOfOneArray()
{
    WorkerTeam team(2, {});
    const std::size_t all = wholeBlocks(1 << 20);
    const TeamArrays arrays(team, floatsOfArrays(static_cast<double>(1 << 20) / arraysOfThread));
    QVERIFY(arrays.of(0, all).a + all <= arrays.of(1, all).a);
}

ROOFLIGHT_TEST(TeamArraysTest)
#include "team_arrays_test.moc"
