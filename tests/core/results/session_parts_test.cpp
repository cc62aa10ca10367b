// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QTest>

#include "core/results/result_kinds.h"

#include <set>

using namespace rooflight;

/// The parts of a session, and the kinds of results that they hold.
class SessionPartsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void copiesShareTheirParts();
    void whoHoldsAPartKeepsIt();
    void editedPartsAreOnesOwn();
    void changedKindsAreThoseOfOtherValues();
    void kindsAreASet();
    void everyKindIsAnAnswer_data();
    void everyKindIsAnAnswer();
    void answersOfRequests();
};

void SessionPartsTest::copiesShareTheirParts()
{
    Session session;
    session.analysis.emplace().model.path = "net.pt";
    session.latency.emplace();
    const Session copy = session;
    QCOMPARE(&*copy.analysis, &*session.analysis);
    QVERIFY(copy.latency.isSame(session.latency));
    QVERIFY(copy.layers.isSame(session.layers)); // neither has any
}

void SessionPartsTest::whoHoldsAPartKeepsIt()
{
    Session session;
    session.latency.emplace().samples.samplesNs = { 1, 2, 3 };
    const Part<ModelLatency> held = session.latency;
    const std::vector<double> *samples = &held->samples.samplesNs;
    session.latency = ModelLatency();
    QVERIFY(session.latency->samples.samplesNs.empty());
    QCOMPARE(&held->samples.samplesNs, samples);
    session.latency.reset();
    session = Session();
    QCOMPARE(*samples, (std::vector<double> { 1, 2, 3 }));
}

void SessionPartsTest::editedPartsAreOnesOwn()
{
    Session session;
    session.latency.emplace().block = 1;
    const ModelLatency *own = &*session.latency;
    session.latency.edit().block = 2; // held only here
    QCOMPARE(&*session.latency, own);
    const Session copy = session;
    session.latency.edit().block = 3;
    QCOMPARE(copy.latency->block, std::int64_t { 2 });
    QCOMPARE(session.latency->block, std::int64_t { 3 });
    QVERIFY(!copy.latency.isSame(session.latency));
    QVERIFY(copy.latency != session.latency);
}

void SessionPartsTest::changedKindsAreThoseOfOtherValues()
{
    Session before;
    before.analysis.emplace();
    before.latency.emplace();
    QVERIFY(!changedKinds(before, before).any());
    Session after = before;
    after.latency.reset();
    after.sweep.emplace();
    QVERIFY((changedKinds(before, after) == kindsOf<ModelLatency, BatchSweep>));
    after = before;
    forEachResultKind([&]<typename Body>(const ResultKind<Body> &kind) {
        (before.*kind.part).emplace();
        after = before;
        (after.*kind.part).emplace(); // measured anew, to the same
        QVERIFY(!(before.*kind.part).isSame(after.*kind.part));
        QVERIFY(!changedKinds(before, after).any());
        QVERIFY(heldKinds(after).has(kindsOf<Body>));
        (after.*kind.part).reset();
        QVERIFY(changedKinds(before, after) == kindsOf<Body>);
        QVERIFY(!heldKinds(after).has(kindsOf<Body>));
    });
    after = before;
    after.latency.edit().block = 7;
    after.layers.edit().bareMedianNs = 7;
    QVERIFY((changedKinds(before, after) == kindsOf<ModelLatency, LayerLatencies>));
}

void SessionPartsTest::kindsAreASet()
{
    constexpr ResultKinds two = kindsOf<Analysis, Remedies>;
    static_assert(two.has(kindsOf<Remedies>) && two.has(kindsOf<Remedies, BatchSweep>));
    static_assert(!two.has(kindsOf<BatchSweep>) && !two.has({}));
    static_assert(two - kindsOf<Analysis> == kindsOf<Remedies>);
    static_assert((two | kindsOf<BatchSweep>) == kindsOf<Analysis, BatchSweep, Remedies>);
    static_assert(allKinds - two != allKinds && allKinds.has(two));
    static_assert(kindsOf<Notice> == ResultKinds()); // which is no result
    std::set<std::string_view> names;
    forEachResultKind([&names](const auto &kind) { names.insert(kind.record); });
    QCOMPARE(names.size(), resultKindCount);
}

void SessionPartsTest::everyKindIsAnAnswer_data()
{
    QTest::addColumn<int>("kind");
    int position = 0;
    forEachResultKind([&position](const auto &kind) {
        QTest::newRow(std::string(kind.record).c_str()) << position;
        ++position;
    });
}

/// Else the worker's parent would refuse it.
void SessionPartsTest::everyKindIsAnAnswer()
{
    QFETCH(int, kind);
    int position = 0;
    forEachResultKind([&]<typename Body>(const ResultKind<Body> &each) {
        if (position++ == kind)
            QVERIFY(answersTo(each.request).has(kindsOf<Body>));
    });
}

void SessionPartsTest::answersOfRequests()
{
    static_assert(answersTo(RequestKind::Peaks) == kindsOf<DeviceRoofs>);
    static_assert(answersTo(RequestKind::Pipeline) == kindsOf<PipelineLatency>);
    static_assert(answersTo(RequestKind::Layers) == kindsOf<Inspection, Analysis, LayerLatencies>);
    static_assert(answersTo(RequestKind::Latency) == kindsOf<Inspection, ModelLatency, InterleavedLatency>);
    static_assert(answersTo(RequestKind::Report)
                  == kindsOf<Inspection, Analysis, DeviceRoofs, ModelLatency, LayerLatencies, InterleavedLatency>);
    static_assert(answersTo(RequestKind::Import) == kindsOf<Inspection, Analysis, DeviceRoofs, LayerLatencies>);
    static_assert(resultsOf(RequestKind::Layers) == kindsOf<Analysis, LayerLatencies>);
    static_assert(resultsOf(RequestKind::Inspect) == kindsOf<Inspection>);
    static_assert(brings<Analysis>(RequestKind::Layers) && !brings<Analysis>(RequestKind::Latency));
    // What is sent while a model warms up holds no times yet.
    ModelLatency latency;
    QVERIFY(!holdsTimes(latency));
    latency.samples.samplesNs = { 1 };
    QVERIFY(holdsTimes(latency));
    BatchSweep sweep;
    sweep.points.emplace_back().batch = 1;
    QVERIFY(!holdsTimes(sweep)); // it is being tried
    sweep.points.back().samples.samplesNs = { 1 };
    QVERIFY(holdsTimes(sweep) && !holdsTimes(Analysis()) && !holdsTimes(Notice()));
    Explanation explanation;
    Remedies remedies;
    QVERIFY(!holdsTimes(explanation) && !holdsTimes(remedies));
    explanation.operators.emplace_back();
    remedies.medianNs = 1;
    QVERIFY(holdsTimes(explanation) && holdsTimes(remedies));
    DeviceRoofs roofs;
    QVERIFY(!wasMeasured(roofs) && wasMeasured(latency));
    roofs.roofs.emplace_back();
    QVERIFY(wasMeasured(roofs) && !holdsTimes(roofs));
    roofs.cached = true;
    QVERIFY(!wasMeasured(roofs));
}

ROOFLIGHT_TEST(SessionPartsTest)
#include "session_parts_test.moc"
