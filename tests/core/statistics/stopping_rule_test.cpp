// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/statistics/stopping_rule.h"
#include "tests/support/test_program.h"

#include "tests/core/statistics/reference_sets.h"

using namespace ridgepoint;

namespace {

/// Adds samples from `next` until the rule ends the run; 0 when it never does.
template<typename Rule, typename Next> int addUntilDone(Rule &rule, Next next)
{
    for (int i = 0; i < 1'000'000; ++i) {
        rule.add(next(i));
        if (rule.done())
            return i + 1;
    }
    return 0;
}

double steady(int)
{
    return 1e6;
}

/// Half of the samples are three times as long as the others: the median's interval stays wide.
double torn(int i)
{
    return i % 2 == 0 ? 1e6 : 3e6;
}

} // namespace

class StoppingRuleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatEndsARun_data();
    void whatEndsARun();
    void whatEndsAWarmup_data();
    void whatEndsAWarmup();
    void settlesWhereTheIntervalIsNarrowEnough();
    void warmupMayBeSkipped();
};

using Next = double (*)(int);
Q_DECLARE_METATYPE(StoppingLimits)
Q_DECLARE_METATYPE(WarmupLimits)
Q_DECLARE_METATYPE(StopReason)
Q_DECLARE_METATYPE(Next)

void StoppingRuleTest::whatEndsARun_data()
{
    QTest::addColumn<StoppingLimits>("limits");
    QTest::addColumn<Next>("next");
    QTest::addColumn<int>("count");
    QTest::addColumn<StopReason>("reason");
    QTest::newRow("least number") << StoppingLimits { 30, 0, 0.01, 10, 1000 } << Next(steady) << 30
                                  << StopReason::Settled;
    QTest::newRow("least time") << StoppingLimits { 30, 0.5, 0.01, 10, 1000 } << Next(steady) << 500
                                << StopReason::Settled;
    QTest::newRow("never settles, time") << StoppingLimits { 30, 0.5, 0.01, 1, 1'000'000 } << Next(torn) << 500
                                         << StopReason::TimeLimit;
    QTest::newRow("never settles, number")
        << StoppingLimits { 30, 0.5, 0.01, 10, 77 } << Next(torn) << 77 << StopReason::CountLimit;
    QTest::newRow("fixed number") << StoppingLimits { 20, 0, 0.01, 10, 20 } << Next(steady) << 20
                                  << StopReason::CountLimit;
    QTest::newRow("fixed time") << StoppingLimits { 1, 0, 0, 0.25, 1'000'000 } << Next(steady) << 250
                                << StopReason::TimeLimit;
    QTest::newRow("one slow run") << StoppingLimits { 30, 0.5, 0.01, 10, 1000 } << Next([](int) { return 2e10; }) << 1
                                  << StopReason::TimeLimit;
}

void StoppingRuleTest::whatEndsARun()
{
    QFETCH(StoppingLimits, limits);
    QFETCH(Next, next);
    QFETCH(int, count);
    QFETCH(StopReason, reason);
    StoppingRule rule(limits);
    QCOMPARE(name(rule.reason()), std::string_view("none"));
    QCOMPARE(addUntilDone(rule, next), count);
    QCOMPARE(rule.reason(), reason);
}

void StoppingRuleTest::whatEndsAWarmup_data()
{
    QTest::addColumn<WarmupLimits>("limits");
    QTest::addColumn<Next>("next");
    QTest::addColumn<int>("count");
    QTest::addColumn<StopReason>("reason");
    QTest::newRow("steady at once") << WarmupLimits() << Next(steady) << 5 << StopReason::Settled;
    QTest::newRow("two slow calls first")
        << WarmupLimits() << Next([](int i) { return i < 2 ? 1.5e8 : 1e6; }) << 7 << StopReason::Settled;
    QTest::newRow("within 5 %") << WarmupLimits() << Next([](int i) { return i % 2 == 0 ? 1e6 : 1.04e6; }) << 5
                                << StopReason::Settled;
    QTest::newRow("never steady, number")
        << WarmupLimits { 3, 5, 0.05, 10, 40 } << Next(torn) << 40 << StopReason::CountLimit;
    QTest::newRow("never steady, time") << WarmupLimits { 3, 5, 0.05, 0.1, 1000 } << Next(torn) << 50
                                        << StopReason::TimeLimit;
    QTest::newRow("slow calls, three all the same")
        << WarmupLimits() << Next([](int) { return 5e9; }) << 3 << StopReason::TimeLimit;
}

void StoppingRuleTest::whatEndsAWarmup()
{
    QFETCH(WarmupLimits, limits);
    QFETCH(Next, next);
    QFETCH(int, count);
    QFETCH(StopReason, reason);
    WarmupRule rule(limits);
    QCOMPARE(addUntilDone(rule, next), count);
    QCOMPARE(rule.reason(), reason);
}

void StoppingRuleTest::settlesWhereTheIntervalIsNarrowEnough()
{
    // Uniform over 1..2 ms: the half-width of the median's interval is near 0.98 / sqrt(n) of the width.
    const auto samples = reference::samples("uniform", 100'000);
    StoppingRule rule({ 30, 0, 0.01, 1e6, 1'000'000 });
    const int count =
        addUntilDone(rule, [&samples](int i) { return samples[static_cast<std::size_t>(i) % samples.size()]; });
    QCOMPARE(rule.reason(), StopReason::Settled);
    QVERIFY2(count > 1500 && count < 10'000, QByteArray::number(count).constData());
}

void StoppingRuleTest::warmupMayBeSkipped()
{
    WarmupLimits limits;
    limits.maximumCount = 0;
    QVERIFY(WarmupRule(limits).done());
    QVERIFY(!WarmupRule().done());
}

RIDGEPOINT_TEST(StoppingRuleTest)
#include "stopping_rule_test.moc"
