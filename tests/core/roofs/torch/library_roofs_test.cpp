// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/roofs/torch/library_roofs.h"

#include <algorithm>

using namespace ridgepoint;

namespace {

std::vector<Roof> measured(const std::set<std::string> &precisions, Effort effort,
                           const std::function<bool()> &cancelled)
{
    LibraryRoofs library(precisions, effort, cancelled);
    for (int round = 0; round < visitRounds(effort); ++round)
        library.visit();
    return library.takeRoofs();
}

bool never()
{
    return false;
}

} // namespace

class LibraryRoofsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void quickTellsTheProductOfFp32();
    void nothingWithoutPrecisions();
    void endsWhenCancelled();
};

void LibraryRoofsTest::quickTellsTheProductOfFp32()
{
    const std::vector<Roof> roofs = measured({ "fp32", "bf16" }, Effort::Quick, never);
    QCOMPARE(roofs.size(), std::size_t(1));
    const Roof &roof = roofs[0];
    QCOMPARE(roof.kind, RoofKind::Compute);
    QCOMPARE(roof.name, std::string("FP32 matrix product (LibTorch)"));
    QCOMPARE(roof.precision, std::string("fp32"));
    QCOMPARE(roof.unit, std::string("library"));
    QVERIFY(roof.threads > 0);
    QVERIFY(QString::fromStdString(roof.instructions).contains(QRegularExpression("^LibTorch, (\\d+) x \\1 x \\1$")));
    QVERIFY(!roof.samples.empty());
    QVERIFY(roof.interval[0] <= roof.value && roof.value <= roof.interval[1]);
    QVERIFY(!roof.theoretical);
}

void LibraryRoofsTest::nothingWithoutPrecisions()
{
    QVERIFY(measured({}, Effort::Normal, never).empty());
    QVERIFY(measured({ "int4" }, Effort::Normal, never).empty());
}

void LibraryRoofsTest::endsWhenCancelled()
{
    bool cancelled = false;
    const auto asked = [&cancelled] { return std::exchange(cancelled, true); };
    const std::vector<Roof> roofs = measured({ "fp32", "fp64" }, Effort::Normal, asked);
    QCOMPARE(roofs.size(), std::size_t(1));
    QCOMPARE(roofs[0].samples.size(), std::size_t(1));
    QVERIFY(std::ranges::find(roofs[0].flags, "partial") != roofs[0].flags.end());
    QVERIFY(measured({ "fp32" }, Effort::Normal, [] { return true; }).empty());
}

RIDGEPOINT_TEST(LibraryRoofsTest)
#include "library_roofs_test.moc"
