// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "tests/core/archive/archive_writer.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <algorithm>

/// The timing commands of the real program: what they keep, and how they end. Never how long anything took.
class TimingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void latencyKeepsEveryCall();
    void compiledCodeIsTimed();
    void executionIsCarried();
    void layersAndRestAreTheWhole();
    void variantsTakeTurns();
    void everyVariantIsLookedAtFirst();
    void remediesAreTimedBesideTheModel();
    void partsOfAModelComputeInLess();
    void operatorsAreExplained();
    void unknownLayerIsNotExplained();
    void otherAllocatorsAreTried();
    void methodsOfACpu();
    void pipelineFeedsAndExplains();
    void stageThatIsNotFedIsNamed();
    void nonsenseIsRefused_data();
    void nonsenseIsRefused();
};

namespace {

QStringList wordsOf(const char *text)
{
    return QString::fromLatin1(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

qint64 count(const QJsonObject &block)
{
    return block["statistics"].toObject()["count"].toInteger();
}

} // namespace

void TimingTest::initTestCase()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
}

void TimingTest::latencyKeepsEveryCall()
{
    QTemporaryDir folder;
    const QString csv = folder.filePath("calls.csv");
    const CliRun run =
        runCli({ "latency", modelPath("resnet18_trace"), "--json", "--warmup", "4", "--runs", "6", "--csv", csv });
    QCOMPARE(run.exitStatus, 0);
    const QJsonObject latency = run.json();
    QCOMPARE(latency["warmup_ns"].toArray().size(), 4);
    QCOMPARE(latency["samples_ns"].toArray().size(), 6);
    QCOMPARE(latency["end"].toString(), "count_limit");
    QCOMPARE(latency["block"].toInteger(), 1);
    QVERIFY(latency["statistics"].toObject()["p99_ns"].isNull()); // six runs do not tell
    QVERIFY(!latency["statistics"].toObject()["mean_interval_ns"].isNull());
    const QJsonObject energy = latency["energy"].toObject();
    // Six runs do not tell, nor does a machine without a counter.
    QVERIFY(energy["joules_per_run"].isNull() && energy["interval"].isNull());
    QVERIFY(!energy["reason"].toString().isEmpty());
    QFile file(csv);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 11);
    QCOMPARE(lines[0].trimmed(), "iteration,phase,calls,latency_ns,joules_per_run");
    QVERIFY(lines[1].startsWith("1,warmup,1,"));
    QVERIFY(lines[10].startsWith("10,sample,1,"));
}

void TimingTest::compiledCodeIsTimed()
{
    using namespace rooflight::test;
    QTemporaryDir folder;
    const QString package = folder.filePath("net.pt2");
    writeArchive(package.toStdString(),
                 { { "net/archive_format", "pt2" },
                   { "net/data/aotinductor/model/net.so", readFile(ROOFLIGHT_COMPILED_MODEL) } });
    const CliRun run = runCli({ "latency", package, "--trust", "--input", "2x3", "--input", "4", "--warmup", "1",
                                "--runs", "5", "--json", "--quiet" });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QCOMPARE(run.json()["samples_ns"].toArray().size(), 5);
}

void TimingTest::executionIsCarried()
{
    const QString threads = QString::number(QThread::idealThreadCount() + 1);
    const CliRun run = runCli(QStringList { "latency", modelPath("nested_sequential"), "--json", "--warmup", "1",
                                            "--runs", "3", "--threads", threads }
                              + wordsOf("--executor frozen --precision bfloat16 --memory-format channels_last "
                                        "--caches cold --tf32 allowed"));
    QCOMPARE(run.exitStatus, 0);
    QVERIFY(run.standardError.contains((threads + " threads take turns on").toUtf8()));
    const QJsonObject latency = run.json();
    QCOMPARE(latency["executor"].toString(), "frozen");
    QCOMPARE(latency["precision"].toString(), "bfloat16");
    QCOMPARE(latency["memory_format"].toString(), "channels_last");
    QCOMPARE(latency["caches"].toString(), "cold");
    QCOMPARE(latency["tf32"].toString(), "allowed");

    const CliRun layers = runCli({ "analyze", modelPath("nested_sequential"), "--json", "--precision", "bfloat16" });
    QCOMPARE(layers.exitStatus, 0);
    for (const auto &op : layers.json()["operators"].toArray())
        QCOMPARE(op.toObject()["dtype"].toString(), "bfloat16");
}

void TimingTest::layersAndRestAreTheWhole()
{
    const CliRun run = runCli({ "layers", modelPath("nested_sequential"), "--json", "--warmup", "2", "--runs", "10" });
    QCOMPARE(run.exitStatus, 0);
    const QJsonObject layers = run.json();
    const QJsonArray whole = layers["watched_model"].toObject()["samples_ns"].toArray();
    const QJsonArray rest = layers["unattributed"].toObject()["samples_ns"].toArray();
    QCOMPARE(whole.size(), 10);
    QCOMPARE(rest.size(), 10);
    for (int i = 0; i < whole.size(); ++i) {
        double sum = rest[i].toDouble();
        for (const auto &item : layers["items"].toArray()) {
            if (item.toObject()["kind"].toString() == "operator")
                sum += item.toObject()["samples_ns"].toArray()[i].toDouble();
        }
        QVERIFY(std::abs(sum - whole[i].toDouble()) <= 1e-6 * sum);
    }
}

void TimingTest::variantsTakeTurns()
{
    const QTemporaryDir folder;
    const QString model = modelPath("nested_sequential");
    const QString other = folder.filePath("other.pt");
    QVERIFY(QFile::copy(model, other));
    const CliRun run = runCli({ "latency", model, "--json", "--warmup", "2", "--runs", "8", "--interleave",
                                "executor=frozen,memory_format=channels_last", "--interleave", other });
    QCOMPARE(run.exitStatus, 0);
    const QJsonObject interleaved = run.json();
    QCOMPARE(interleaved["format"].toString(), "rooflight.interleaved");
    const QJsonArray variants = interleaved["variants"].toArray();
    QCOMPARE(variants.size(), 3);
    for (const auto &variant : variants)
        QCOMPARE(variant.toObject()["samples_ns"].toArray().size(), 8);
    QCOMPARE(variants[0].toObject()["verdict"].toString(), "baseline");
    QCOMPARE(variants[0].toObject()["executor"].toString(), "as_loaded");
    QCOMPARE(variants[1].toObject()["model"].toString(), model);
    QCOMPARE(variants[1].toObject()["executor"].toString(), "frozen");
    QCOMPARE(variants[1].toObject()["memory_format"].toString(), "channels_last");
    QCOMPARE(variants[2].toObject()["model"].toString(), other);
    QCOMPARE(variants[2].toObject()["executor"].toString(), "as_loaded");
    for (const auto &variant : { variants[1].toObject(), variants[2].toObject() }) {
        const QJsonArray interval = variant["ratio_interval"].toArray();
        QVERIFY(interval[0].toDouble() <= variant["ratio"].toDouble());
        QVERIFY(interval[1].toDouble() >= variant["ratio"].toDouble());
        QVERIFY(variant["ratio"].toDouble() > 0);
    }
}

/// The second file of a comparison is as little trusted as the first.
void TimingTest::everyVariantIsLookedAtFirst()
{
    const CliRun run =
        runCli({ "latency", modelPath("resnet18_trace"), "--interleave", modelPath("saves_at_load"), "--runs", "3" });
    QCOMPARE(run.exitStatus, refusedStatus);
    QVERIFY(run.messages().last().contains("saves_at_load"));
}

void TimingTest::operatorsAreExplained()
{
    const CliRun run = runCli({ "explain", modelPath("resnet18_trace"), "--json", "--layer", "conv1", "--layer",
                                "maxpool", "--seconds", "1", "--effort", "quick" });
    QCOMPARE(run.exitStatus, 0);
    const QJsonObject explanation = run.json();
    QCOMPARE(explanation["format"].toString(), "rooflight.explanation");
    const QJsonArray layers = explanation["layers"].toArray();
    QCOMPARE(layers.size(), 2);
    QCOMPARE(layers[0]["path"].toString(), "conv1");
    QCOMPARE(layers[1]["path"].toString(), "maxpool");
    QVERIFY(layers[1]["operator"].toString().startsWith("aten::max_pool2d"));
    for (const QJsonValue &layer : layers) {
        QVERIFY(layer["failure"].toString().isEmpty());
        QVERIFY(layer["median_ns"].toDouble() > 0);
        QVERIFY(layer["failed"].toArray().isEmpty());
        QMap<QString, int> rounds;
        for (const QJsonValue &test : layer["tests"].toArray()) {
            const double ratio = test["ratio"].toDouble();
            QVERIFY(ratio > 0 && test["interval"][0].toDouble() <= ratio && ratio <= test["interval"][1].toDouble());
            rounds[test["id"].toString()] = test["rounds"].toInt();
        }
        for (const char *id : { "control", "page_faults", "huge_pages", "denormals", "memory_format" })
            QVERIFY2(rounds.contains(id), id);
        QVERIFY(rounds["control"] >= 6 && layer["doubt"].toString() != "no_control"); // it can decide
        QCOMPARE(rounds.contains("memory_load"), explanation["threads"].toInt() > 1);
    }
}

void TimingTest::unknownLayerIsNotExplained()
{
    const CliRun run = runCli(
        { "explain", modelPath("nested_sequential"), "--layer", "no.such", "--seconds", "0.1", "--effort", "quick" });
    QCOMPARE(run.exitStatus, 2);
    QVERIFY(run.messages().last().contains("The model has no layer \"no.such\"."));
}

/// Half the numbers' size is another result, one thread is none; both are of this machine, and one is for GPUs alone.
void TimingTest::remediesAreTimedBesideTheModel()
{
    const CliRun run = runCli({ "remedies", modelPath("resnet18_trace"), "--json", "--seconds", "4", "--only",
                                "bfloat16,one_thread,threads,keep_memory,tf32,channels_last" });
    QCOMPARE(run.exitStatus, 0);
    const QJsonObject remedies = run.json();
    QCOMPARE(remedies["format"].toString(), "rooflight.remedies");
    QVERIFY(remedies["baseline"]["median_ns"].toDouble() > 0);
    QMap<QString, QJsonObject> byId;
    for (const QJsonValue &remedy : remedies["remedies"].toArray())
        byId[remedy["id"].toString()] = remedy.toObject();
    QCOMPARE(byId.size(), 6);
    QCOMPARE(byId["tf32"]["applies"].toBool(), false);
    QCOMPARE(byId["tf32"]["reason"].toString(), "only on a GPU");
    QVERIFY(byId["tf32"]["ratio"].isNull());
    for (const char *id : { "bfloat16", "keep_memory", "channels_last" }) {
        const QJsonObject remedy = byId[id];
        QVERIFY2(remedy["applies"].toBool(), id);
        const double ratio = remedy["ratio"].toDouble();
        QVERIFY2(ratio > 0 && remedy["interval"][0].toDouble() <= ratio && ratio <= remedy["interval"][1].toDouble(),
                 id);
        const bool decides = remedy["control"]["rounds"].toInt() >= 6; // a slow computer has fewer in that time
        QVERIFY2(decides || (remedy["control"]["rounds"].toInt() > 0 && remedy["verdict"] == "unsure"), id);
        QVERIFY(remedy["peak_bytes"].toDouble() > 40e6); // the weights, in half their size 23 MB, and the libraries
    }
    QVERIFY(byId["bfloat16"]["max_abs_error"].toDouble() > 0);
    QVERIFY(byId["bfloat16"]["max_rel_error"].toDouble() < 0.1);
    QCOMPARE(byId["keep_memory"]["max_abs_error"].toDouble(), 0.0);
    const QJsonObject how = byId["bfloat16"]["how"].toObject();
    QVERIFY(how["python"].toString().contains("model.to(torch.bfloat16)"));
    QVERIFY(how["command_line"].toString().contains("--precision bfloat16"));
}

/// The traced model ends with a linear layer; a pooling alone has none.
void TimingTest::partsOfAModelComputeInLess()
{
    const QString ids = "fpmath_bfloat16,dynamic_int8,affinity,cudnn_benchmark";
    const CliRun run = runCli({ "remedies", modelPath("resnet18_trace"), "--json", "--seconds", "1", "--only", ids });
    QCOMPARE(run.exitStatus, 0);
    QMap<QString, QJsonObject> byId;
    for (const QJsonValue &remedy : run.json()["remedies"].toArray())
        byId[remedy["id"].toString()] = remedy.toObject();
    QCOMPARE(byId["cudnn_benchmark"]["reason"].toString(), "only on a GPU");
    const QJsonObject int8 = byId["dynamic_int8"];
    QVERIFY2(int8["applies"].toBool(), qPrintable(int8["reason"].toString()));
    QVERIFY(int8["ratio"].toDouble() > 0);
    QVERIFY(int8["max_rel_error"].toDouble() > 1e-5 && int8["max_rel_error"].toDouble() < 0.1);
    QVERIFY(int8["setup"]["dynamic_int8"].toBool());
    QVERIFY(int8["how"]["python"].toString().contains("quantize_dynamic"));
    const QJsonObject affinity = byId["affinity"];
    if (affinity["applies"].toBool())
        QCOMPARE(affinity["max_abs_error"].toDouble(), 0.0);
    else
        QCOMPARE(affinity["reason"].toString(), "the process may use only one CPU");
    const QJsonObject fpmath = byId["fpmath_bfloat16"];
    if (fpmath["applies"].toBool())
        QVERIFY(fpmath["max_rel_error"].toDouble() < 0.1);
    else
        QCOMPARE(fpmath["reason"].toString(), "this CPU has no instructions for bfloat16");
    const CliRun halves = runCli({ "remedies", modelPath("resnet18_trace"), "--json", "--seconds", "1", "--only",
                                   "dynamic_int8", "--precision", "bfloat16" });
    QCOMPARE(halves.json()["remedies"][0]["reason"].toString(), "the model is not run in float32");
}

/// Where their libraries are; each is one that the process was started with, which computes the same.
void TimingTest::otherAllocatorsAreTried()
{
    const CliRun run =
        runCli({ "remedies", modelPath("resnet18_trace"), "--json", "--seconds", "1", "--only", "jemalloc,tcmalloc" });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    const QJsonArray remedies = run.json()["remedies"].toArray();
    QCOMPARE(remedies.size(), 2);
    for (const QJsonValue &remedy : remedies) {
        if (!remedy["applies"].toBool()) {
            QCOMPARE(remedy["reason"].toString(), "its library is not installed");
            continue;
        }
        QVERIFY(remedy["ratio"].toDouble() > 0);
        QCOMPARE(remedy["max_abs_error"].toDouble(), 0.0);
        QVERIFY(remedy["setup"][remedy["id"].toString()].toBool());
        QVERIFY(remedy["how"]["command_line"].toString().startsWith("LD_PRELOAD=lib" + remedy["id"].toString()));
    }
}

void TimingTest::methodsOfACpu()
{
    const CliRun run = runCli({ "methods", modelPath("two_inputs"), "--json", "--runs", "20" });
    QCOMPARE(run.exitStatus, 0);
    const QJsonObject comparison = run.json();
    QCOMPARE(comparison["format"].toString(), "rooflight.methods");
    QCOMPARE(comparison["reference"].toString(), "synchronized");
    QCOMPARE(comparison["methods"].toArray().size(), 7);
    for (const auto &entry : comparison["methods"].toArray()) {
        const QJsonObject method = entry.toObject();
        const bool host = QStringList { "naive", "synchronized", "throughput" }.contains(method["method"].toString());
        QCOMPARE(method["unavailable"].toString().isEmpty(), host);
        QCOMPARE(count(method), host ? 20 : 0);
    }
    QVERIFY(!comparison["findings"].toArray().isEmpty());
}

void TimingTest::pipelineFeedsAndExplains()
{
    const CliRun run =
        runCli({ "pipeline", modelPath("timing_splits"), modelPath("timing_joins"), modelPath("embedding"), "--input",
                 "4x3", "--input", "3/1x12:int64:0..99", "--host-work", "busy:0.2", "--runs", "12", "--json" });
    QCOMPARE(run.exitStatus, 0);
    const QJsonObject pipeline = run.json();
    const QJsonArray stages = pipeline["stages"].toArray();
    QCOMPARE(stages.size(), 5);
    QCOMPARE(stages[0].toObject()["name"].toString(), "timing_splits.pt");
    QCOMPARE(stages[1].toObject()["kind"].toString(), "host");
    QVERIFY(stages[2].toObject()["fed"].toBool());
    QVERIFY(!stages[4].toObject()["fed"].toBool());
    QCOMPARE(pipeline["modes"].toArray().size(), 2);
    for (const auto &entry : pipeline["modes"].toArray()) {
        const QJsonObject mode = entry.toObject();
        QCOMPARE(count(mode["end_to_end"].toObject()), 12);
        QCOMPARE(mode["stages"].toArray().size(), 5);
        QCOMPARE(mode["median_run"].toArray().size(), 5);
        QVERIFY(mode["p99_run"].toArray().isEmpty());
        QVERIFY(mode["stages"].toArray()[1].toObject()["statistics"].toObject()["min_ns"].toDouble() >= 0.2e6);
    }
    QVERIFY(pipeline["explanation"].toString().startsWith("On a CPU"));
}

/// A trace of one input, behind a model that returns two values.
void TimingTest::stageThatIsNotFedIsNamed()
{
    const CliRun run = runCli({ "pipeline", modelPath("timing_splits"), modelPath("fixed_batch"), "--input", "4x3",
                                "--runs", "12", "--json" });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QVERIFY(!run.json()["stages"].toArray()[1].toObject()["fed"].toBool());
    const QList<QByteArray> messages = run.messages();
    QVERIFY2(std::ranges::any_of(messages,
                                 [](const QByteArray &message) {
                                     return message.contains("fixed_batch.pt does not take what the stage before")
                                         && !message.contains("process says");
                                 }),
             run.standardError);
}

void TimingTest::nonsenseIsRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    const QString model = modelPath("two_inputs");
    for (const char *options :
         { "latency --runs 0", "latency --runs -3", "latency --warmup -1", "latency --seconds 0",
           "latency --executor fast", "latency --precision int8", "latency --interleave executor=fast",
           "sweep --max-batch 0", "sweep --margin 100", "sweep --search guess", "sweep --step 0",
           "sweep --batch-dim none", "latency --batch-dim 9", "latency --batch-dim z=0", "methods --caches cold",
           "analyze --executor frozen" }) {
        QStringList arguments = wordsOf(options);
        arguments.insert(1, model);
        QTest::newRow(options) << arguments << commandLineStatus;
    }
    QTest::newRow("pipeline of one") << QStringList { "pipeline", model } << commandLineStatus;
    QTest::newRow("host work") << QStringList { "pipeline", model, model, "--host-work", "nap:1" } << commandLineStatus;
    QTest::newRow("host work for more places")
        << QStringList { "pipeline", model, model, "--host-work", "busy:1", "--host-work", "busy:1" }
        << commandLineStatus;
    QTest::newRow("input of a stage that is not there")
        << QStringList { "pipeline", model, model, "--input", "7/1x3" } << commandLineStatus;
    QTest::newRow("input that does not fit") << QStringList { "latency", model, "--input", "1x3" } << modelFailedStatus;
    QTest::newRow("half of constants") << QStringList {
        "latency", modelPath("timing_splits"), "--input", "1x3", "--precision", "float16"
    } << modelFailedStatus;
    QTest::newRow("no GPU") << QStringList { "methods", model, "--device", "cuda:77" } << outOfMemoryStatus;
}

void TimingTest::nonsenseIsRefused()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    const CliRun run = runCli(arguments);
    QVERIFY2(run.exitStatus == status, run.standardError.constData());
    QCOMPARE(run.messages().size(), 1);
    QVERIFY(run.standardOutput.trimmed().isEmpty() || status != commandLineStatus);
}

ROOFLIGHT_TEST(TimingTest)
#include "timing_test.moc"
