// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/benchmark_process.h"
#include "core/service/experiments/remedy_obstacles.h"
#include "core/timing/device/torch_threads.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

using namespace rooflight;

class RemedyObstaclesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reasons_data();
    void reasons();
    void noMoreThreadsThanCores();
    void machineIsThisOne();
    void eachThreadHasACpuOfItsOwn();
};

namespace {

/// On a CPU with everything that a remedy needs.
RunOfModel willing()
{
    RunOfModel run;
    run.threads = 8;
    run.cpus = 16;
    run.cores = 8;
    run.hasJemalloc = run.hasTcmalloc = true;
    run.hasBFloat16 = run.hasImages = run.hasLinear = run.compiles = true;
    return run;
}

std::string reasonFor(RemedyId id, const RunOfModel &run)
{
    Remedy remedy;
    remedy.id = id;
    remedy.obstacle = obstacleOf(id, run);
    return reasonOf(remedy).text;
}

/// Those that each thread of this process may use, as the kernel writes them: "0-3".
std::multiset<std::string> allowedCpusOfThreads()
{
    std::multiset<std::string> lists;
    for (const auto &task : std::filesystem::directory_iterator("/proc/self/task")) {
        std::ifstream status(task.path() / "status");
        const std::string key = "Cpus_allowed_list:\t";
        for (std::string line; std::getline(status, line);) {
            if (line.starts_with(key))
                lists.insert(line.substr(key.size()));
        }
    }
    return lists;
}

} // namespace

void RemedyObstaclesTest::reasons_data()
{
    QTest::addColumn<QString>("remedy");
    QTest::addColumn<QString>("lacking");
    QTest::addColumn<QString>("reason");
    for (const char *id : { "fpmath_bfloat16", "dynamic_int8", "affinity", "jemalloc", "tcmalloc" }) {
        QTest::addRow("%s", id) << id << ""
                                << "";
        QTest::addRow("%s, gpu", id) << id << "gpu"
                                     << "only on a CPU";
    }
    QTest::newRow("no bfloat16") << "fpmath_bfloat16"
                                 << "bfloat16"
                                 << "this CPU has no instructions for bfloat16";
    for (const char *id : { "jemalloc", "tcmalloc" })
        QTest::addRow("no %s", id) << id << "allocators"
                                   << "its library is not installed";
    QTest::newRow("no layer") << "dynamic_int8"
                              << "linear"
                              << "no linear layer has weights of float32";
    QTest::newRow("one cpu") << "affinity"
                             << "cpus"
                             << "the process may use only one CPU";
    QTest::newRow("fpmath of halves") << "fpmath_bfloat16"
                                      << "float32"
                                      << "the model is not run in float32";
    QTest::newRow("int8 of halves") << "dynamic_int8"
                                    << "float32"
                                    << "the model is not run in float32";
    QTest::newRow("cudnn") << "cudnn_benchmark"
                           << ""
                           << "only on a GPU";
    QTest::newRow("cudnn, gpu") << "cudnn_benchmark"
                                << "gpu"
                                << "";
    QTest::newRow("affinity of halves") << "affinity"
                                        << "float32"
                                        << "";
    QTest::newRow("fpmath, no layer") << "fpmath_bfloat16"
                                      << "linear"
                                      << "";
    QTest::newRow("int8, no bfloat16") << "dynamic_int8"
                                       << "bfloat16"
                                       << "";
}

void RemedyObstaclesTest::reasons()
{
    QFETCH(QString, remedy);
    QFETCH(QString, lacking);
    RunOfModel run = willing();
    run.onGpu = lacking == "gpu";
    run.hasBFloat16 = lacking != "bfloat16";
    run.hasLinear = lacking != "linear";
    run.hasJemalloc = run.hasTcmalloc = lacking != "allocators";
    if (lacking == "cpus")
        run.cpus = run.cores = 1;
    if (lacking == "float32")
        run.execution.precision = ModelPrecision::Float16;
    const auto id = fromName<RemedyId>(remedy.toStdString());
    QVERIFY(id);
    QTEST(QString::fromStdString(reasonFor(*id, run)), "reason");
}

void RemedyObstaclesTest::noMoreThreadsThanCores()
{
    RunOfModel run = willing();
    run.threads = 16;
    QCOMPARE(threadsOf(RemedyId::Affinity, run), 8);
    run.threads = 3;
    QCOMPARE(threadsOf(RemedyId::Affinity, run), 3);
    QCOMPARE(threadsOf(RemedyId::FpmathBFloat16, run), 0);
}

void RemedyObstaclesTest::machineIsThisOne()
{
    const RunOfModel run = onThisMachine({ .execution = {}, .threads = 5, .hasLinear = true });
    QCOMPARE(run.threads, 5);
    QVERIFY(run.hasLinear);
    std::ifstream cpuInfo("/proc/cpuinfo");
    const std::string text((std::istreambuf_iterator<char>(cpuInfo)), {});
    QVERIFY(!run.hasJemalloc && !run.hasTcmalloc); // only the worker can start again with them
    QVERIFY(run.cores >= 1 && run.cores <= run.cpus);
#ifdef __x86_64__
    QCOMPARE(run.hasBFloat16,
             text.find(" avx512_bf16") != std::string::npos || text.find(" amx_bf16") != std::string::npos);
#endif
}

void RemedyObstaclesTest::eachThreadHasACpuOfItsOwn()
{
    const CpuTopology topology = cpuTopology();
    if (topology.cpus.size() < 2)
        QSKIP("one CPU");
    const std::vector<LogicalCpu> places = placeThreads(topology, 2);
    const auto pinned = [&places](BenchmarkSocket socket) {
        static_cast<void>(socket.readRequest());
        const bool done = pinThreads(places);
        const std::multiset<std::string> lists = allowedCpusOfThreads();
        BenchmarkResponse response;
        for (const std::string &list : lists) // LibTorch has threads, too, that compute nothing here
            response.data += list + " ";
        response.hasBatch = done && std::ranges::all_of(places, [&lists](const LogicalCpu &place) {
                                return lists.count(std::to_string(place.number)) == 1;
                            });
        static_cast<void>(socket.write(response));
    };
    Result<std::vector<BenchmarkProcess>> started = BenchmarkProcess::start(1, pinned);
    QVERIFY(started.ok());
    const auto response = started.value().front().ask({ .task = BenchmarkTask::Load }, [] { return false; });
    QVERIFY(response.ok());
    QVERIFY2(response.value().hasBatch, response.value().data.c_str());
}

ROOFLIGHT_TEST(RemedyObstaclesTest)
#include "remedy_obstacles_test.moc"
