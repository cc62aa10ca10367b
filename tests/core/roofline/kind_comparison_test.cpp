// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/session_comparison.h"

#include "core/base/count.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

namespace {

void addOperator(Session &session, OperatorFamily family, double timeNs)
{
    Operator &op = session.analysis.edit().operators.emplace_back();
    op.id = static_cast<std::int64_t>(session.analysis->operators.size()) - 1;
    op.family = family;
    op.cost = { 0, 1'000, 300, 100 };
    if (timeNs <= 0)
        return;
    ItemLatency &latency = session.layers.edit().items.emplace_back();
    latency.item = { ItemId::Kind::Operator, op.id };
    latency.samples.summary.count = 9;
    latency.samples.summary.medianNs = timeNs;
}

/// Two convolutions of 10 us, each with a normalization of 3 us, and a view.
Session traced()
{
    Session session;
    session.analysis.emplace();
    session.analysis.edit().model.form = ModelForm::Trace;
    session.analysis.edit().layers.resize(2);
    session.analysis.edit().layers[1].path = "conv";
    session.layers.emplace();
    for (int i = 0; i < 2; ++i) {
        addOperator(session, OperatorFamily::Convolution, 10'000);
        addOperator(session, OperatorFamily::Normalization, 3'000);
    }
    addOperator(session, OperatorFamily::View, 100);
    return session;
}

/// The same frozen: two convolutions of 11 us, one layer.
Session frozen()
{
    Session session;
    session.analysis.emplace();
    session.analysis.edit().model.form = ModelForm::Frozen;
    session.analysis.edit().layers.resize(1);
    session.layers.emplace();
    addOperator(session, OperatorFamily::Convolution, 11'000);
    addOperator(session, OperatorFamily::Convolution, 11'000);
    return session;
}

} // namespace

class KindComparisonTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kindsAreAddedUp();
    void onlyFreezingFolds();
    void sumsNeedEveryTime();
    void layersThatDoNotCorrespond();
    void hugeCostsDoNotWrap();
};

void KindComparisonTest::kindsAreAddedUp()
{
    const std::vector<KindChange> kinds = kindChanges(traced(), frozen());
    QCOMPARE(kinds.size(), std::size_t(2));
    // 2 x 3 us are gone, which is more than 2 x 11 us instead of 2 x 10 us.
    QCOMPARE(kinds[0].family, OperatorFamily::Normalization);
    QCOMPARE(kinds[0].callsBefore, std::int64_t(2));
    QCOMPARE(kinds[0].callsAfter, std::int64_t(0));
    QCOMPARE(kinds[0].beforeNs, std::optional(6'000.0));
    QVERIFY(!kinds[0].afterNs);
    QCOMPARE(kinds[0].differenceNs(), std::optional(-6'000.0));
    QCOMPARE(kinds[0].bytesBefore, std::int64_t(800));
    QCOMPARE(kinds[0].bytesAfter, std::int64_t(0));
    QVERIFY(kinds[0].folded);
    QCOMPARE(kinds[1].family, OperatorFamily::Convolution);
    QCOMPARE(kinds[1].differenceNs(), std::optional(2'000.0));
    QCOMPARE(kinds[1].flopsAfter, std::int64_t(2'000));
    QVERIFY(!kinds[1].folded);
}

void KindComparisonTest::onlyFreezingFolds()
{
    Session after = frozen();
    after.analysis.edit().model.form = ModelForm::Script;
    QVERIFY(!kindChanges(traced(), after)[0].folded);
    after = frozen();
    after.analysis.edit().operators.pop_back(); // one convolution less
    const std::vector<KindChange> kinds = kindChanges(traced(), after);
    for (const KindChange &kind : kinds)
        QVERIFY(!kind.folded);
    QVERIFY(!kindChanges(frozen(), traced())[0].folded);
}

void KindComparisonTest::hugeCostsDoNotWrap()
{
    Session before = traced();
    for (Operator &op : before.analysis.edit().operators)
        op.cost = { .macs = 0, .flops = Count::most, .bytesRead = Count::most, .bytesWritten = 0 };
    for (const KindChange &kind : kindChanges(before, before)) {
        QCOMPARE(kind.flopsBefore, Count::most);
        QCOMPARE(kind.bytesAfter, Count::most);
    }
}

void KindComparisonTest::sumsNeedEveryTime()
{
    Session before = traced();
    addOperator(before, OperatorFamily::Convolution, 0);
    const std::vector<KindChange> kinds = kindChanges(before, frozen());
    QCOMPARE(kinds[1].family, OperatorFamily::Convolution);
    QVERIFY(!kinds[1].beforeNs && !kinds[1].differenceNs());
    QCOMPARE(kinds[1].afterNs, std::optional(22'000.0));
    QVERIFY(kindChanges(Session {}, Session {}).empty());
}

void KindComparisonTest::layersThatDoNotCorrespond()
{
    const SessionComparison comparison = compareSessions(traced(), frozen());
    QVERIFY(comparison.layersDiffer());
    QCOMPARE(comparison.kinds, kindChanges(traced(), frozen()));
    QCOMPARE(comparison.bytesBefore(), std::int64_t(1'600)); // without the view
    QCOMPARE(comparison.bytesAfter(), std::int64_t(800));
    QVERIFY(!compareSessions(traced(), traced()).layersDiffer());
    QVERIFY(!compareSessions(frozen(), frozen()).layersDiffer());
}

ROOFLIGHT_TEST(KindComparisonTest)
#include "kind_comparison_test.moc"
