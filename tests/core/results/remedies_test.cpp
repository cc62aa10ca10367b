// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/request.h"
#include "core/results/remedies/remedies.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>
#include <map>
#include <optional>

using namespace rooflight;

class RemediesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void verdictFollowsTheInterval_data();
    void verdictFollowsTheInterval();
    void verdictNeedsItsControl();
    void disturbancesAreNamed();
    void bestHasItsSecondTrial();
    void eachChangesOneThing();
    void exclusiveOnesAreKnown();
    void sayHowToGetThem();
    void pathsAreQuotedForTheShell();
    void allocatorsAreLoadedFirst();
    void whatNoOptionSetsHasNoCommand();
    void adviceOnACauseHasItsPython();
};

void RemediesTest::verdictFollowsTheInterval_data()
{
    QTest::addColumn<int>("rounds");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QString>("verdict");
    QTest::newRow("below") << 6 << 0.8 << 0.9 << "faster";
    QTest::newRow("above") << 6 << 1.001 << 1.003 << "slower";
    QTest::newRow("around, narrow") << 30 << 0.985 << 1.015 << "same";
    QTest::newRow("around, wide") << 30 << 0.9 << 1.05 << "unsure";
    QTest::newRow("below, but seldom") << 5 << 0.8 << 0.9 << "unsure";
    QTest::newRow("above, but seldom") << 5 << 1.1 << 1.3 << "unsure";
    QTest::newRow("three times far above") << 3 << 9.0 << 12.0 << "slower";
    QTest::newRow("once far above") << 1 << 9.0 << 9.0 << "unsure";
}

void RemediesTest::verdictFollowsTheInterval()
{
    QFETCH(int, rounds);
    QFETCH(double, low);
    QFETCH(double, high);
    MeasuredChange change;
    change.rounds = rounds;
    change.ratioInterval = { low, high };
    QTEST(QString::fromLatin1(name(verdictOf(change)).data()), "verdict");
}

/// Twice as fast and four times slower, beside controls that speak against both.
void RemediesTest::verdictNeedsItsControl()
{
    MeasuredChange faster;
    faster.rounds = 30;
    faster.ratioInterval = { 0.48, 0.52 };
    MeasuredChange farSlower;
    farSlower.rounds = 3;
    farSlower.ratioInterval = { 3.9, 4.1 };
    faster.control = farSlower.control = TrialControl { 1.02, { 0.98, 1.05 }, 30, false };
    QCOMPARE(verdictOf(faster), RemedyVerdict::Faster);
    QCOMPARE(verdictOf(farSlower), RemedyVerdict::Slower);
    const double noNumber = std::numeric_limits<double>::quiet_NaN();
    for (const TrialControl &control : {
             TrialControl { 1, { 0.98, 1.05 }, 30, true }, // other load
             TrialControl { 0.41, { 0.4, 0.43 }, 30, false }, TrialControl { 1.26, { 1.25, 1.27 }, 30, false },
             TrialControl { 1, { 0.6, 1.1 }, 30, false }, TrialControl { 1, { 0.9, 1.6 }, 30, false },
             TrialControl { noNumber, { noNumber, noNumber }, 30, false }, TrialControl { 1, { 0.98, 1.05 }, 5, false },
             TrialControl {}, // it failed
         }) {
        faster.control = farSlower.control = control;
        QCOMPARE(verdictOf(faster), RemedyVerdict::Unsure);
        QCOMPARE(verdictOf(farSlower), RemedyVerdict::Unsure);
    }
}

void RemediesTest::disturbancesAreNamed()
{
    Remedies remedies;
    QVERIFY(disturbancesOf(remedies).empty());
    remedies.flags = { SampleFlag::OtherLoad, SampleFlag::FewSamples };
    remedies.remedies.resize(2); // of an older version
    QCOMPARE(disturbancesOf(remedies), std::vector<std::string> { "other_load" });
    for (Remedy &remedy : remedies.remedies)
        remedy.change.control = TrialControl { 2, { 1.9, 2.1 }, 30, false };
    QCOMPARE(disturbancesOf(remedies), (std::vector<std::string> { "other_load", "control_differs" }));
    QCOMPARE(doubtOf(remedies), TrialDoubt::ControlDiffers);
    remedies.combinations.emplace_back().change.control = TrialControl {}; // of the second trial
    QCOMPARE(disturbancesOf(remedies), (std::vector<std::string> { "other_load", "control_differs", "no_control" }));
    remedies = {};
    remedies.remedies.emplace_back().change.control = TrialControl { 1, { 1, 1 }, 8 };
    QCOMPARE(doubtOf(remedies), TrialDoubt::None);
}

void RemediesTest::bestHasItsSecondTrial()
{
    Remedies remedies;
    Remedy frozen;
    frozen.id = RemedyId::Frozen;
    frozen.change.ratio = 0.76;
    frozen.change.rounds = 20;
    Remedy channelsLast;
    channelsLast.id = RemedyId::ChannelsLast;
    channelsLast.change.ratio = 0.78;
    channelsLast.change.rounds = 20;
    remedies.remedies = { frozen, channelsLast };
    QCOMPARE(latestChange(remedies, remedies.remedies[0]).ratio, 0.76);
    remedies.best.ids = { RemedyId::Frozen };
    QCOMPARE(latestChange(remedies, remedies.remedies[0]).ratio, 0.76); // not timed again
    remedies.best.change.ratio = 0.77;
    remedies.best.change.rounds = 50;
    QCOMPARE(latestChange(remedies, remedies.remedies[0]).ratio, 0.77);
    QCOMPARE(latestChange(remedies, remedies.remedies[1]).ratio, 0.78);
    remedies.best.ids = { RemedyId::Frozen, RemedyId::ChannelsLast };
    QCOMPARE(latestChange(remedies, remedies.remedies[0]).ratio, 0.76);
}

/// Each of them gives another setup, and none changes what another changed.
void RemediesTest::eachChangesOneThing()
{
    RunSetup base;
    base.threads = 8;
    base.batch = 2;
    std::vector<RunSetup> seen { base };
    for (const auto &[id, unused] : enumNames<RemedyId>) {
        const std::int64_t value = id == RemedyId::Threads ? 4 : id == RemedyId::OneThread ? 1 : 64;
        const RunSetup setup = withRemedy(base, id, value);
        QVERIFY2(std::ranges::find(seen, setup) == seen.end(), name(id).data());
        QVERIFY(!remedyName(id, setup).empty());
        seen.push_back(setup);
    }
    const RunSetup both = withRemedy(withRemedy(base, RemedyId::BFloat16), RemedyId::ChannelsLast);
    QCOMPARE(both.execution.precision, ModelPrecision::BFloat16);
    QCOMPARE(both.execution.memoryFormat, MemoryFormat::ChannelsLast);
    QCOMPARE(both.threads, 8);
}

void RemediesTest::exclusiveOnesAreKnown()
{
    QVERIFY(excludeEachOther(RemedyId::BFloat16, RemedyId::Float16));
    QVERIFY(excludeEachOther(RemedyId::Frozen, RemedyId::OptimizedForInference));
    QVERIFY(excludeEachOther(RemedyId::KeepMemory, RemedyId::HugePages));
    QVERIFY(excludeEachOther(RemedyId::Jemalloc, RemedyId::Tcmalloc));
    QVERIFY(excludeEachOther(RemedyId::KeepMemory, RemedyId::Tcmalloc)); // of the C library's malloc alone
    QVERIFY(!excludeEachOther(RemedyId::Jemalloc, RemedyId::CompiledFrozen));
    QVERIFY(excludeEachOther(RemedyId::Threads, RemedyId::OneThread));
    QVERIFY(excludeEachOther(RemedyId::Compiled, RemedyId::CompiledFrozen));
    for (const RemedyId fixed : { RemedyId::Frozen, RemedyId::ChannelsLast, RemedyId::Float16, RemedyId::OneThread }) {
        QVERIFY(excludeEachOther(RemedyId::CompiledFrozen, fixed));
        QVERIFY(excludeEachOther(fixed, RemedyId::CompiledFrozen));
    }
    QVERIFY(excludeEachOther(RemedyId::DynamicInt8, RemedyId::BFloat16));
    QVERIFY(excludeEachOther(RemedyId::DynamicInt8, RemedyId::Compiled)); // which has the weights of the file
    for (const RemedyId moot : { RemedyId::BFloat16, RemedyId::Float16, RemedyId::DynamicInt8 }) {
        QVERIFY(excludeEachOther(RemedyId::FpmathBFloat16, moot));
        QVERIFY(excludeEachOther(moot, RemedyId::FpmathBFloat16));
    }
    QVERIFY(excludeEachOther(RemedyId::Affinity, RemedyId::Threads));
    QVERIFY(excludeEachOther(RemedyId::OneThread, RemedyId::Affinity));
    QVERIFY(!excludeEachOther(RemedyId::Affinity, RemedyId::CompiledFrozen));
    QVERIFY(!excludeEachOther(RemedyId::FpmathBFloat16, RemedyId::Compiled));
    QVERIFY(!excludeEachOther(RemedyId::DynamicInt8, RemedyId::OptimizedForInference));
    QVERIFY(!excludeEachOther(RemedyId::CudnnBenchmark, RemedyId::CudaGraph));
    QVERIFY(!excludeEachOther(RemedyId::Compiled, RemedyId::KeepMemory));
    QVERIFY(!excludeEachOther(RemedyId::BFloat16, RemedyId::ChannelsLast));
    QVERIFY(!excludeEachOther(RemedyId::Frozen, RemedyId::KeepMemory));
}

void RemediesTest::sayHowToGetThem()
{
    const RunSetup base;
    const RunSetup setup = withRemedy(withRemedy(base, RemedyId::BFloat16), RemedyId::OptimizedForInference);
    const HowTo how = howTo(setup, base, "model.pt");
    QCOMPARE(how.python,
             std::string("model = model.to(torch.bfloat16); x = x.to(torch.bfloat16)\n"
                         "model = torch.jit.optimize_for_inference(model.eval())"));
    QCOMPARE(how.commandLine,
             std::string("rooflight-cli latency model.pt --executor optimized_for_inference --precision bfloat16"));
    const HowTo compiled = howTo(withRemedy(base, RemedyId::CompiledFrozen), base, "nets/my net.pt2");
    QCOMPARE(compiled.python,
             std::string("exported = torch.export.export(model.eval(), (x,))\n"
                         "model = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package("
                         "exported, inductor_configs={\"freezing\": True}))"));
    QCOMPARE(compiled.commandLine,
             std::string("rooflight-cli remedies 'nets/my net.pt2' --only compiled_frozen --compile --save-compiled "
                         "'my net-compiled.pt2'"));
    const RunSetup together = withRemedy(withRemedy(base, RemedyId::Compiled), RemedyId::KeepMemory);
    QVERIFY(howTo(together, base, "m.pt2").commandLine.empty());
    Request request;
    request.compiled.seconds = 1;
    request.compiledFrozen.seconds = 2;
    QCOMPARE(compiledVariant(request, RemedyId::Compiled)->seconds, 1.0);
    QCOMPARE(compiledVariant(request, RemedyId::CompiledFrozen)->seconds, 2.0);
    QVERIFY(!compiledVariant(request, RemedyId::Frozen));
    QCOMPARE(compiledBy(together), std::optional(RemedyId::Compiled));
    QCOMPARE(compiledBy(withRemedy(base, RemedyId::CompiledFrozen)), std::optional(RemedyId::CompiledFrozen));
    QVERIFY(!compiledBy(base));
    QVERIFY(howTo(together, base, "m.pt2").python.find("mallopt") != std::string::npos);
    const HowTo kept = howTo(withRemedy(base, RemedyId::KeepMemory), base, "model.pt");
    QVERIFY(kept.commandLine.starts_with("GLIBC_TUNABLES="));
    QVERIFY(kept.python.find("mallopt(-4, 0)") != std::string::npos); // M_MMAP_MAX of malloc.h
    const HowTo pinned = howTo(withRemedy(base, RemedyId::Affinity, 6), base, "model.pt");
    QCOMPARE(pinned.commandLine,
             std::string("OMP_PLACES=cores OMP_PROC_BIND=spread rooflight-cli latency model.pt --threads 6"));
    QVERIFY(pinned.python.starts_with("import os; os.environ.update(OMP_PLACES=\"cores\", OMP_PROC_BIND=\"spread\")"));
    QVERIFY(pinned.python.ends_with("torch.set_num_threads(6)"));
}

void RemediesTest::pathsAreQuotedForTheShell()
{
    const RunSetup base;
    const RunSetup setup = withRemedy(base, RemedyId::BFloat16);
    QCOMPARE(howTo(setup, base, "it's $(mine).pt").commandLine,
             std::string("rooflight-cli latency 'it'\\''s $(mine).pt' --precision bfloat16"));
}

void RemediesTest::allocatorsAreLoadedFirst()
{
    const RunSetup base;
    const HowTo how = howTo(withRemedy(base, RemedyId::Jemalloc), base, "m.pt");
    QCOMPARE(how.python, std::string("# start Python with LD_PRELOAD=libjemalloc.so.2"));
    QCOMPARE(how.commandLine, std::string("LD_PRELOAD=libjemalloc.so.2 rooflight-cli latency m.pt"));
    const RunSetup both = withRemedy(withRemedy(base, RemedyId::Tcmalloc), RemedyId::BFloat16);
    QCOMPARE(howTo(both, base, "m.pt").commandLine,
             std::string("LD_PRELOAD=libtcmalloc_minimal.so.4 rooflight-cli latency m.pt --precision bfloat16"));
    QVERIFY(!allocatorLibrary(base));
}

void RemediesTest::whatNoOptionSetsHasNoCommand()
{
    const RunSetup base;
    QVERIFY(howTo(withRemedy(base, RemedyId::FlushDenormals), base, "m.pt").commandLine.empty());
    QVERIFY(!howTo(withRemedy(base, RemedyId::FlushDenormals), base, "m.pt").python.empty());
    QVERIFY(howTo(withRemedy(base, RemedyId::CudaGraph), base, "m.pt").commandLine.empty());
    const auto pythonOf = [&base](RemedyId id) {
        const HowTo how = howTo(withRemedy(base, id), base, "m.pt");
        return how.commandLine.empty() ? how.python : std::string();
    };
    QCOMPARE(pythonOf(RemedyId::FpmathBFloat16), std::string("torch.backends.mkldnn.fp32_precision = \"bf16\""));
    QCOMPARE(pythonOf(RemedyId::DynamicInt8),
             std::string("model = torch.ao.quantization.quantize_dynamic(model.eval(), {torch.nn.Linear}, "
                         "dtype=torch.qint8)"));
    QCOMPARE(pythonOf(RemedyId::CudnnBenchmark), std::string("torch.backends.cudnn.benchmark = True"));
}

void RemediesTest::adviceOnACauseHasItsPython()
{
    RunSetup base;
    base.threads = 4;
    std::map<ProvenCause, RemedyId> found;
    for (const auto &[cause, name] : enumNames<ProvenCause>) {
        if (const std::optional<RemedyId> remedy = remedyFor(cause)) {
            QVERIFY2(!howTo(withRemedy(base, *remedy, 2), base, "m.pt").python.empty(), name.data());
            found[cause] = *remedy;
        }
    }
    QCOMPARE(found.size(), std::size_t { 10 });
    QCOMPARE(found[ProvenCause::MemoryFormat], RemedyId::ChannelsLast);
    QVERIFY(!remedyFor(ProvenCause::Steal)); // the host's affair
}

ROOFLIGHT_TEST(RemediesTest)
#include "remedies_test.moc"
