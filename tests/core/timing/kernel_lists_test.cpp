// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "support/script_model.h"
#include "tests/support/test_program.h"

#include "core/timing/latency/trials.h"

#include <QTest>

#include <algorithm>

using namespace rooflight;

class KernelListsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kernelsBelongToTheOperatorThatLaunchedThem();
    void asManyCallsAsOperatorsAreTheyInOrder();
    void innermostOperatorWins();
    void overlappingThreadsAreToldApart();
    void launchesOfOneNameAddUp();
    void gridOfTheLongestLaunch();
    void blocksAreReadFromKineto_data();
    void blocksAreReadFromKineto();
    void severalRunsGiveTheMedian();
    void nothingIsNothing();
    void operatorsAndTheProfilerShareAClock();
    void listsStandWithTheirItems();
    void cpuListsNone();
};

namespace {

constexpr std::uint64_t here = 7; ///< a thread
constexpr std::uint64_t elsewhere = 8;

NotedOperator op(std::int64_t beginNs, std::int64_t endNs, std::uint64_t thread = here)
{
    return { "aten::op", { beginNs, endNs, thread } };
}

ProfiledWork::Call call(std::uint64_t id, std::int64_t beginNs, std::int64_t endNs, std::uint64_t thread = here,
                        const char *name = "aten::op")
{
    return { id, name, { beginNs, endNs, thread } };
}

/// "op 0: conv 2x 30, op 1: ..., outside: ..."
QString text(const KernelLists &lists)
{
    QStringList parts;
    const auto add = [&parts](const QString &owner, const std::vector<KernelUse> &uses) {
        for (const KernelUse &use : uses)
            parts << QStringLiteral("%1: %2 %3x %4")
                         .arg(owner, QString::fromStdString(use.name))
                         .arg(use.launches)
                         .arg(use.timeNs);
    };
    for (std::size_t i = 0; i < lists.operators.size(); ++i)
        add(QString::number(i), lists.operators[i]);
    add("outside", lists.outside);
    return parts.join(", ");
}

} // namespace

void KernelListsTest::kernelsBelongToTheOperatorThatLaunchedThem()
{
    ProfiledRun run;
    run.operators = { op(1000, 2000), op(3000, 4000), op(5000, 6000) };
    // Calls as the profiler notes them: 1 and 2 are operators, heard of before and by a clock that is a little ahead.
    run.work.calls = { call(1, 200, 2050), call(2, 2100, 4020), call(3, 2200, 2210, here, "aten::part"),
                       call(4, 4200, 4800, here, "aten::other"), call(5, 7000, 8000, here, "aten::other") };
    run.work.kernels = { { "a", 5, 1 },      { "b", 6, 3 },        { "between", 7, 4 },
                         { "behind", 8, 5 }, { "unlinked", 9, 0 }, { "of no call that is known", 10, 99 } };
    QCOMPARE(text(kernelLists({ run })),
             QString("0: a 1x 5, 1: b 1x 6, outside: between 1x 7, outside: behind 1x 8, outside: unlinked 1x 9, "
                     "outside: of no call that is known 1x 10"));
    QCOMPARE(kernelLists({ run }).operators.size(), std::size_t { 3 });
}

/// The profiler's clock is behind by most of a call: the end of operator 1 is nearest to that of call 1.
void KernelListsTest::asManyCallsAsOperatorsAreTheyInOrder()
{
    ProfiledRun run;
    run.operators = { op(100, 110), op(110, 120) };
    run.work.calls = { call(1, 109, 118), call(2, 119, 128) };
    run.work.kernels = { { "first", 1, 1 }, { "second", 1, 2 } };
    QCOMPARE(text(kernelLists({ run })), QString("0: first 1x 1, 1: second 1x 1"));
}

void KernelListsTest::innermostOperatorWins()
{
    ProfiledRun run;
    run.operators = { op(0, 1000), op(100, 400), op(150, 250), op(500, 600) };
    run.work.calls = { call(11, 0, 1000), call(12, 100, 400), call(13, 150, 250), call(14, 500, 600) };
    const auto addPart = [&run](std::uint64_t id, std::int64_t beginNs) {
        run.work.calls.push_back(call(id, beginNs, beginNs + 10, here, "aten::part"));
    };
    addPart(1, 10);
    addPart(2, 110);
    addPart(3, 160);
    addPart(4, 300);
    addPart(5, 700);
    run.work.kernels = { { "k1", 1, 1 }, { "k2", 1, 2 }, { "k3", 1, 3 }, { "k4", 1, 4 }, { "k5", 1, 5 } };
    QCOMPARE(text(kernelLists({ run })), QString("0: k1 1x 1, 0: k5 1x 1, 1: k2 1x 1, 1: k4 1x 1, 2: k3 1x 1"));
}

/// What torch.jit.fork runs overlaps what the model's own thread runs.
void KernelListsTest::overlappingThreadsAreToldApart()
{
    ProfiledRun run;
    run.operators = { op(100, 300, here), op(150, 350, elsewhere) };
    run.work.calls = { call(1, 200, 210, here, "aten::part"), call(2, 200, 210, elsewhere, "aten::part"),
                       call(3, 200, 210, 9, "aten::part") };
    run.work.kernels = { { "mine", 1, 1 }, { "theirs", 2, 2 }, { "unowned", 3, 3 } };
    QCOMPARE(text(kernelLists({ run })), QString("0: mine 1x 1, 1: theirs 1x 2, outside: unowned 1x 3"));
}

void KernelListsTest::launchesOfOneNameAddUp()
{
    ProfiledRun run;
    run.operators = { op(100, 200) };
    run.work.calls = { call(1, 110, 190) };
    run.work.kernels = { { "gemm", 5, 1 }, { "Memset", 1, 1 }, { "gemm", 7, 1 } };
    QCOMPARE(text(kernelLists({ run })), QString("0: gemm 2x 12, 0: Memset 1x 1"));
}

void KernelListsTest::gridOfTheLongestLaunch()
{
    ProfiledRun run;
    run.operators = { op(100, 200) };
    run.work.calls = { call(1, 110, 190) };
    run.work.kernels = { { "gemm", 5, 1, 2.0 }, { "gemm", 7, 1, 0.25 }, { "gemm", 6, 1, 3.0 }, { "Memset", 1, 1 } };
    const std::vector<KernelUse> uses = kernelLists({ run }).operators.front();
    QCOMPARE(uses, (std::vector<KernelUse> { { "gemm", 3, 18, 0.25 }, { "Memset", 1, 1, 0 } }));
}

void KernelListsTest::blocksAreReadFromKineto_data()
{
    QTest::addColumn<QByteArray>("details");
    QTest::addColumn<double>("blocks");
    // libkineto/src/CuptiActivity.cpp of PyTorch 2.11 writes these members.
    QTest::newRow("of a kernel") << QByteArray("\n      \"registers per thread\": 32, \"shared memory\": 0,\n"
                                               "      \"blocks per SM\": 0.606061,\n      \"warps per SM\": 4.84848,\n"
                                               "      \"grid\": [80, 1, 1]")
                                 << 0.606061;
    QTest::newRow("of a copy") << QByteArray("\"bytes\": 4096, \"memory bandwidth (GB/s)\": 1.5") << 0.0;
    QTest::newRow("nothing") << QByteArray() << 0.0;
    QTest::newRow("cut off") << QByteArray("\"blocks per SM\":  ") << 0.0;
    QTest::newRow("no number") << QByteArray("\"blocks per SM\": inf, ") << 0.0;
    QTest::newRow("negative") << QByteArray("\"blocks per SM\": -1, ") << 0.0;
}

void KernelListsTest::blocksAreReadFromKineto()
{
    QFETCH(const QByteArray, details);
    QTEST(blocksPerMultiprocessorIn(details.toStdString()), "blocks");
}

void KernelListsTest::severalRunsGiveTheMedian()
{
    const auto runOf = [](std::vector<ProfiledWork::Kernel> kernels) {
        ProfiledRun run;
        run.operators = { op(100, 200) };
        run.work.calls = { call(1, 110, 190) };
        run.work.kernels = std::move(kernels);
        return run;
    };
    const std::vector<ProfiledRun> runs { runOf({ { "k", 5, 1 }, { "search", 50, 1 } }), runOf({ { "k", 9, 1 } }),
                                          runOf({ { "k", 6, 1 } }) };
    QCOMPARE(text(kernelLists(runs)), QString("0: k 1x 6"));
}

void KernelListsTest::nothingIsNothing()
{
    QVERIFY(kernelLists({}).operators.empty());
    QCOMPARE(text(kernelLists({ ProfiledRun {} })), QString());
}

/// Without a GPU the calls of LibTorch stand for the kernels that they would launch.
void KernelListsTest::operatorsAndTheProfilerShareAClock()
{
    const ScriptModel script(R"(
def forward(self, x):
    y = torch.conv2d(x, torch.ones([4, 3, 3, 3]))
    for i in range(50):
        y = torch.relu(y)
        y = torch.sigmoid(y)
    return torch.matmul(y, y.transpose(2, 3))
)");
    LoadedModel model = script.load(Executor::Unoptimized);
    const ModelInputs inputs = script.inputs(model, { "1x3x16x16" });
    const Analysis analysis = script.analyze({ "1x3x16x16" });
    const CostModel costs;
    OperatorCatalog operators { costs };
    ProfiledRun run = profiledRun(model, inputs, operators);
    QCOMPARE(run.operators.size(), analysis.operators.size());
    for (const ProfiledWork::Call &call : run.work.calls)
        run.work.kernels.push_back({ call.name, 1, call.id });
    const KernelLists lists = kernelLists({ run });
    for (std::size_t i = 0; i < analysis.operators.size(); ++i) {
        const std::string &name = analysis.operators[i].name;
        const auto own = std::ranges::find(lists.operators[i], name, &KernelUse::name);
        QVERIFY2(own != lists.operators[i].end(), name.c_str());
        QCOMPARE(own->launches, std::int64_t { 1 });
    }
}

void KernelListsTest::listsStandWithTheirItems()
{
    LayerLatencies latencies;
    for (const std::int64_t id : { 0, 1 })
        latencies.items.push_back({ { ItemId::Kind::Layer, id }, 0, 0, {}, {} });
    for (const std::int64_t id : { 0, 1 })
        latencies.items.push_back({ { ItemId::Kind::Operator, id }, 0, 0, {}, {} });
    addKernels(latencies, { { { { "a", 1, 5 } }, { { "b", 2, 6 } } }, { { "c", 3, 7 } } });
    QVERIFY(latencies.items[0].kernels == (std::vector<KernelUse> { { "c", 3, 7 } }));
    QVERIFY(latencies.items[1].kernels.empty());
    QVERIFY(latencies.items[2].kernels == (std::vector<KernelUse> { { "a", 1, 5 } }));
    QVERIFY(latencies.items[3].kernels == (std::vector<KernelUse> { { "b", 2, 6 } }));
}

void KernelListsTest::cpuListsNone()
{
    const ScriptModel script("def forward(self, x):\n    return torch.relu(x)\n");
    LoadedModel model = script.load(Executor::Unoptimized);
    const ModelInputs inputs = script.inputs(model, { "4" });
    const CostModel costs;
    OperatorCatalog operators { costs };
    LayerLatencies latencies;
    listKernels(model, inputs, operators, {}, latencies);
    QVERIFY(latencies == LayerLatencies {});
}

ROOFLIGHT_TEST(KernelListsTest)
#include "kernel_lists_test.moc"
