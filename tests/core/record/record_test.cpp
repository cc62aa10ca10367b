// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/record.h"
#include "core/record/roofs_file.h"
#include "tests/core/record/sample_records.h"
#include "tests/core/record/small_analysis.h"
#include "tests/core/record/small_timing_records.h"
#include "tests/support/german_locale.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <limits>

using namespace rooflight;
using namespace rooflight::test;

namespace {

/// A locale in which 1234.5 is "1.234,5".
QJsonObject object(const std::string &json)
{
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(json), &problem);
    if (!document.isObject())
        qWarning() << problem.errorString();
    return document.object();
}

QStringList sorted(QStringList keys)
{
    keys.sort();
    return keys;
}

bool isOneLine(const std::string &line)
{
    return !line.empty() && line.find('\n') == line.size() - 1 && line.find('\r') == std::string::npos;
}

DeviceRoofs smallPeaks()
{
    Roof roof;
    roof.limit = MemoryLimit { MemoryLevel::Dram, MemoryPattern::Triad };
    roof.name = "DRAM triad";
    roof.value = 1.5e10;
    roof.interval = { 1.25e10, 1.75e10 };
    roof.theoretical = 2e10;
    roof.instructions = "AVX2";
    roof.threads = 2;
    roof.samples = { 1.5e10 };
    return { { "cpu", 0, "A CPU", "", "", 2 },
             { roof },
             "governor performance",
             "2026-01-02T03:04:05Z",
             "0.1.0",
             "quick",
             true };
}

/// The records of golden.jsonl, in its order.
std::vector<Record> goldenRecords()
{
    Inspection inspection;
    inspection.model = { "net.pt", "ab12", ModelForm::Script, 5, 20, 4 };
    inspection.fileBytes = 1234;
    inspection.producer = "3";
    inspection.modules = { { "fc", "Linear", 6, 0 } };
    inspection.arguments = { { "x", "Tensor", { { "", { { 1, 2 }, DType::Float32 } } }, "" }, { "n", "int", {}, "3" } };
    inspection.findings = {
        { "code/net.py", 7, "aten::save", "torch.save(x, \"f\")", true, true, false, {}, OperatorRisk::Files }
    };
    inspection.libraries = { { "torchvision", { "torchvision::nms" }, true } };

    const Hello hello { 1,
                        0,
                        "0.1.0",
                        "2.11.0",
                        "box",
                        "2026-01-02T03:04:05Z",
                        { { "cpu", 0, "A CPU", "", "", 2 } },
                        std::nullopt,
                        "landlock 7",
                        {} };
    std::vector<Record> records = {
        { 0, hello },
        { 3, Progress { "load", 1, 5 } },
        { 3, inspection },
        { 3, smallAnalysis() },
        { 3, smallPeaks() },
        { 3, smallLatency() },
        { 3, smallLayers() },
        { 3, smallInterleaved() },
        { 3, smallMethods() },
        { 3, smallSweep() },
        { 3, smallPipeline() },
        { 3, smallRemedies() },
        { 3, smallExplanation() },
        { 3, Workload { "decode", { "ids.0=4", "cache.2=512" } } },
        { 3, Notice { "cold_cache", "The caches were cold." } },
        { 0, Notes { { { "encoder.0", "slow" } } } },
        { 3, Done { true } },
        { 4, Error { ErrorCode::ModelFailed, "net.pt failed.", "Check its inputs.", 4 } },
        { 5, UnknownRecord { "comparison" } },
    };
    forEachPlainKind([&records](const auto &kind) {
        records.insert(records.end() - recordsBehindResults, { 3, smallPlain(kind) });
    });
    return records;
}

} // namespace

class RecordTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goldenLinesAreWhatIsWrittenAndRead();
    void everyTypeSurvivesARoundTrip();
    void integersAreExact();
    void numbersThatJsonCannotHoldBecomeNull();
    void statisticsOfNothingAreNull();
    void brokenUtf8IsReplaced();
    void jsonHasTheKeysThatScriptsRelyOn();
    void roofsOfBeforeTheNewNameAreRead();
    void everyTimedThingSaysItsThroughput();
    void unknownPeakOfActivationsIsNull();
    void sessionJsonHoldsTheBodies();
    void unknownThingsAreSkipped();
    void unknownNamesOfRoofsAreKept();
    void pointsOfCurvesAreLists();
    void missingKeysGetDefaults();
    void newerMajorVersionIsRefused();
    void localeMakesNoDifference();
};

void RecordTest::goldenLinesAreWhatIsWrittenAndRead()
{
    std::ifstream file(ROOFLIGHT_TEST_FOLDER "/golden.jsonl");
    std::size_t count = 0;
    for (const Record &record : goldenRecords()) {
        std::string line;
        QVERIFY(std::getline(file, line));
        QCOMPARE(QString::fromStdString(encode(record)), QString::fromStdString(line + '\n'));
        const Result<Record> read = decode(line);
        QVERIFY2(read.ok(), line.c_str());
        QCOMPARE(read.value().request, record.request);
        QVERIFY2(read.value().body == record.body, line.c_str());
        ++count;
    }
    QCOMPARE(count, std::variant_size_v<RecordBody>);
    std::string more;
    QVERIFY(!std::getline(file, more));
}

void RecordTest::everyTypeSurvivesARoundTrip()
{
    for (unsigned seed = 0; seed < 200; ++seed) {
        const std::vector<Record> records = SampleRecords(seed).everyType();
        QCOMPARE(records.size(), std::variant_size_v<RecordBody>);
        for (std::size_t type = 0; type < records.size(); ++type) {
            const Record &record = records[type];
            QCOMPARE(record.body.index(), type);
            const std::string line = encode(record);
            QVERIFY2(isOneLine(line), line.c_str());
            const Result<Record> read = decode(line);
            QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
            QCOMPARE(read.value().request, record.request);
            QVERIFY2(read.value().body == record.body, line.c_str());
        }
    }
}

void RecordTest::integersAreExact()
{
    Analysis analysis = smallAnalysis();
    analysis.totals.cost.flops = 9007199254740993; // 2^53 + 1
    analysis.model.parameters = std::numeric_limits<std::int64_t>::max();
    const std::string line = encode({ 1, analysis });
    QVERIFY(line.find("\"flops\":9007199254740993,") != std::string::npos);
    QVERIFY(line.find("\"parameters\":9223372036854775807,") != std::string::npos);
    const Result<Record> read = decode(line);
    QVERIFY(read.ok());
    QVERIFY(read.value().body == RecordBody(analysis));
    QVERIFY(!decode(R"({"type":"done","request":9223372036854775808})").ok());
    QVERIFY(!decode(R"({"type":"done","request":1.0})").ok());
}

void RecordTest::numbersThatJsonCannotHoldBecomeNull()
{
    ModelLatency latency = smallLatency();
    latency.throughputPerSecond = std::numeric_limits<double>::infinity();
    latency.samples.summary.meanNs = std::numeric_limits<double>::quiet_NaN();
    latency.samples.samplesNs = { 1, std::numeric_limits<double>::quiet_NaN(), 3 };
    const std::string line = encode({ 1, latency });
    QVERIFY(line.find("\"samples_ns\":[1.0,null,3.0]") != std::string::npos);
    const QJsonObject statistics = object(line)["statistics"].toObject();
    QVERIFY(statistics["mean_ns"].isNull());
    QVERIFY(statistics["throughput_per_second"].isNull());
    QVERIFY(statistics["fps"].isNull());

    const Result<Record> read = decode(line);
    QVERIFY(read.ok());
    const auto &body = std::get<ModelLatency>(read.value().body);
    QVERIFY(std::isnan(body.samples.summary.meanNs));
    QCOMPARE(body.samples.samplesNs, (std::vector<double> { 1, 3 }));
}

/// A measurement that was cancelled while it warmed up has a first run and no statistics.
void RecordTest::statisticsOfNothingAreNull()
{
    ModelLatency latency;
    latency.samples.warmupNs = { 5 };
    const std::string line = encode({ 1, latency });
    const QJsonObject statistics = object(line)["statistics"].toObject();
    QCOMPARE(statistics["count"].toInt(), 0);
    for (const char *key : { "mean_ns", "std_ns", "cv", "min_ns", "max_ns", "median_ns", "iqr_ns", "mad_ns",
                             "median_interval_ns", "fps", "throughput_per_second" })
        QVERIFY2(statistics.contains(key) && statistics[key].isNull(), key);
    const Result<Record> read = decode(line);
    QVERIFY(read.ok());
    QVERIFY(read.value().body == RecordBody(latency));
}

void RecordTest::brokenUtf8IsReplaced()
{
    const std::string line = encode({ 1, Notice { "code", "caf\xe9 \xff\xfe \xf0\x9f" } });
    const Result<Record> read = decode(line);
    QVERIFY(read.ok());
    QCOMPARE(QString::fromStdString(std::get<Notice>(read.value().body).text),
             QString::fromUtf8("caf\ufffd \ufffd\ufffd \ufffd"));
    QVERIFY(!toJson(Notice { "\xff", "\xc3" }).empty());
}

void RecordTest::jsonHasTheKeysThatScriptsRelyOn()
{
    const QJsonObject analysis = object(toJson(smallAnalysis()));
    QCOMPARE(analysis["format"].toString(), "rooflight.analysis");
    QCOMPARE(analysis["version"].toInt(), 1);
    QCOMPARE(analysis.keys(),
             sorted({ "format", "version", "model", "device", "inputs", "convention", "totals", "layers", "operators",
                      "coverage", "unknown", "formulas" }));
    QCOMPARE(analysis["model"].toObject().keys(),
             sorted({ "path", "sha256", "form", "parameters", "parameter_bytes", "buffers_bytes" }));
    QCOMPARE(analysis["totals"].toObject().keys(),
             sorted({ "macs", "flops", "bytes_read", "bytes_written", "bytes_lower_bound", "operators",
                      "unknown_operators", "peak_activation_bytes" }));
    QCOMPARE(analysis["inputs"].toArray().at(0).toObject().keys(), sorted({ "name", "shape", "dtype", "source" }));
    QCOMPARE(analysis["layers"].toArray().at(0).toObject().keys(),
             sorted({ "id", "parent", "path", "type", "call", "leaf", "parameters", "macs", "flops", "bytes_read",
                      "bytes_written", "bytes_lower_bound", "operators", "family", "input_shapes", "output_shapes",
                      "dtype" }));
    QCOMPARE(analysis["operators"].toArray().at(0).toObject().keys(),
             sorted({ "id", "layer", "name", "family", "known", "macs", "flops", "bytes_read", "bytes_written", "work",
                      "working_set_bytes", "input_shapes", "output_shapes", "dtype" }));
    QCOMPARE(analysis["coverage"].toObject().keys(), sorted({ "operators", "bytes" }));
    QCOMPARE(analysis["unknown"].toArray().at(0).toObject().keys(),
             sorted({ "name", "count", "layers", "bytes", "reason" }));

    const QJsonObject peaks = object(toJson(smallPeaks()));
    QCOMPARE(peaks["format"].toString(), "rooflight.peaks");
    QCOMPARE(peaks["device"].toObject().keys(), sorted({ "kind", "index", "name", "uuid", "driver", "threads" }));
    QCOMPARE(peaks["roofs"].toArray().at(0).toObject().keys(),
             sorted({ "kind",         "name",      "precision",      "unit",
                      "level",        "pattern",   "capacity_bytes", "value",
                      "value_unit",   "interval",  "theoretical",    "theoretical_source",
                      "clock_hz",     "per_cycle", "power_watts",    "temperature_celsius",
                      "instructions", "data",      "threads",        "sustained",
                      "flags",        "samples" }));
    QCOMPARE(peaks["roofs"].toArray().at(0).toObject()["value_unit"].toString(), "B/s");

    const QJsonObject latency = object(toJson(smallLatency()));
    QCOMPARE(latency["format"].toString(), "rooflight.latency");
    QCOMPARE(latency.keys(),
             sorted({ "format",        "version",      "method",     "device",         "executor", "precision",
                      "memory_format", "tf32",         "caches",     "batch",          "block",    "warmup_end",
                      "end",           "warmup_ns",    "samples_ns", "statistics",     "flags",    "conditions",
                      "batch_source",  "batch_reason", "energy",     "joules_per_item" }));
    const QJsonObject energy = latency["energy"].toObject();
    QCOMPARE(energy.keys(), sorted({ "joules_per_run", "interval", "idle_watts", "source", "reason" }));
    QCOMPARE(energy["source"].toString(), "rapl");
    QCOMPARE(latency["joules_per_item"].toDouble(), 0.25); // two items in half a joule
    const QJsonObject statistics = latency["statistics"].toObject();
    QCOMPARE(
        statistics.keys(),
        sorted({ "count", "mean_ns", "std_ns", "cv", "min_ns", "max_ns", "median_ns", "p1_ns", "p999_ns", "iqr_ns",
                 "mad_ns", "median_interval_ns", "mean_interval_ns", "fps", "throughput_per_second", "outliers" }));
    QVERIFY(statistics["p1_ns"].isNull());
    QCOMPARE(statistics["p999_ns"].toDouble(), 2.5);
    QCOMPARE(statistics["fps"].toDouble(), 1e9); // two items in two nanoseconds
}

void RecordTest::roofsOfBeforeTheNewNameAreRead()
{
    QVERIFY(isFormat("rooflight.peaks", "peaks") && isFormat("ridgepoint.peaks", "peaks"));
    for (const char *other : { "ridgepoint.matrix", "another.peaks", "peaks" })
        QVERIFY(!isFormat(other, "peaks"));
    const QTemporaryDir folder;
    const std::string path = folder.filePath("roofs.json").toStdString();
    for (const char *prefix : { "rooflight", "ridgepoint", "another" }) {
        std::string text = toJson(smallPeaks());
        text.replace(text.find("rooflight"), 9, prefix);
        std::ofstream(path) << text;
        QCOMPARE(readRoofs(path).ok(), std::string_view(prefix) != "another");
    }
}

/// Four items in runs of two nanoseconds each, on the mean; no clock ran beside the samples.
void RecordTest::everyTimedThingSaysItsThroughput()
{
    const auto expectRate = [](const QJsonValue &timed) {
        const QJsonObject statistics = timed.toObject()["statistics"].toObject();
        QCOMPARE(statistics["fps"].toDouble(), 2e9);
        QCOMPARE(statistics["throughput_per_second"].toDouble(), 2e9);
    };
    SampleSet samples;
    samples.summary.count = 2;
    samples.summary.meanNs = 2;
    LayerLatencies layers;
    layers.batch = 4;
    layers.instrumentedModel = samples;
    layers.items.emplace_back().samples = samples;
    const QJsonObject timedLayers = object(toJson(layers));
    QCOMPARE(timedLayers["batch"].toInt(), 4);
    expectRate(timedLayers["watched_model"]);
    expectRate(timedLayers["items"].toArray().at(0));

    MethodComparison methods;
    methods.batch = 4;
    methods.methods.emplace_back().samples = samples;
    expectRate(object(toJson(methods))["methods"].toArray().at(0));

    InterleavedLatency interleaved;
    interleaved.batch = 4;
    interleaved.variants.emplace_back().samples = samples;
    expectRate(object(toJson(interleaved))["variants"].toArray().at(0));

    PipelineLatency pipeline = smallPipeline();
    pipeline.batch = 4;
    pipeline.modes[0].endToEnd = samples;
    pipeline.modes[0].stages[0] = samples;
    const QJsonObject mode = object(toJson(pipeline))["modes"].toArray().at(0).toObject();
    expectRate(mode["end_to_end"]);
    expectRate(mode["stages"].toArray().at(0));

    BatchSweep sweep = smallSweep();
    sweep.points[0].batch = 4;
    sweep.points[0].samples = samples;
    const QJsonObject batch = object(toJson(sweep))["batches"].toArray().at(0).toObject();
    QCOMPARE(batch["statistics"].toObject()["fps"].toDouble(), 2e9);
}

void RecordTest::unknownPeakOfActivationsIsNull()
{
    Analysis analysis = smallAnalysis();
    analysis.totals.peakActivationBytes.reset();
    QVERIFY(object(toJson(analysis))["totals"].toObject()["peak_activation_bytes"].isNull());
    const Result<Record> read = decode(encode({ 1, analysis }));
    QVERIFY(read.ok());
    QVERIFY(!std::get<Analysis>(read.value().body).totals.peakActivationBytes);
}

void RecordTest::sessionJsonHoldsTheBodies()
{
    Session session;
    session.hello.program = "0.1.0";
    session.analysis = smallAnalysis();
    session.notices = { { "a", "b" } };
    const QJsonObject json = object(sessionToJson(session));
    QCOMPARE(json["format"].toString(), "rooflight.session");
    QCOMPARE(json["analysis"].toObject(), object(toJson(smallAnalysis())));
    QCOMPARE(json["coverage"].toObject(), json["analysis"].toObject()["coverage"].toObject());
    QCOMPARE(json["hello"].toObject()["program"].toString(), "0.1.0");
    QCOMPARE(json["notices"].toArray().size(), 1);
    std::vector<std::string> absent = { "error" };
    forEachResultKind([&](const auto &kind) {
        if (!(session.*kind.part))
            absent.emplace_back(kind.record);
    });
    for (const std::string &key : absent)
        QVERIFY2(json.contains(key.c_str()) && json[key.c_str()].isNull(), key.c_str());
}

void RecordTest::unknownThingsAreSkipped()
{
    const Result<Record> unknown = decode(R"({"type":"energy","request":2,"joule":[[1]]})");
    QVERIFY(unknown.ok());
    QVERIFY(unknown.value().body == RecordBody(UnknownRecord { "energy" }));
    QCOMPARE(unknown.value().request, 2);

    const Result<Record> extra = decode(R"({"type":"done","request":2,"partial":true,"later":{"x":null}})");
    QVERIFY(extra.ok());
    QVERIFY(extra.value().body == RecordBody(Done { true }));

    const Result<Record> minor = decode(R"({"type":"hello","version":1,"minor_version":9,"program":"1.9"})");
    QVERIFY(minor.ok());
    QCOMPARE(std::get<Hello>(minor.value().body).formatMinor, 9);

    const Result<Record> roofs =
        decode(R"({"type":"peaks","roofs":[{"kind":"network","value":1.0},{"kind":"launch","value":2e-6}]})");
    QVERIFY(roofs.ok());
    const auto &peaks = std::get<DeviceRoofs>(roofs.value().body);
    QCOMPARE(peaks.roofs.size(), 1U);
    QCOMPARE(peaks.roofs[0].value, 2e-6);
}

/// Names of a newer version are kept, and are none of those that this one knows.
void RecordTest::unknownNamesOfRoofsAreKept()
{
    const QByteArray line =
        R"({"type":"peaks","roofs":[{"kind":"compute","precision":"fp4","unit":"quantum","value":1e12},)"
        R"({"kind":"memory","level":"l9","pattern":"gather","value":1e10},)"
        R"({"kind":"launch","pattern":"stream","value":2e-6}]})";
    const Result<Record> read = decode(line.toStdString());
    QVERIFY(read.ok());
    const auto &roofs = std::get<DeviceRoofs>(read.value().body).roofs;
    QCOMPARE(roofs.size(), 3U);
    QVERIFY(!roofs[0].compute()->precision.value() && !roofs[0].compute()->unit.value());
    const QJsonArray written = object(toJson(read.value().body))["roofs"].toArray();
    QCOMPARE(written[0].toObject()["precision"].toString(), "fp4");
    QCOMPARE(written[0].toObject()["unit"].toString(), "quantum");
    QCOMPARE(written[0].toObject()["level"].toString(), "");
    QCOMPARE(written[1].toObject()["level"].toString(), "l9");
    QCOMPARE(written[1].toObject()["pattern"].toString(), "gather");
    QCOMPARE(written[2].toObject()["pattern"].toString(), "stream");
}

/// A point is a list, its bytes a whole number; roofs without curves are written as before there were any.
void RecordTest::pointsOfCurvesAreLists()
{
    const QByteArray line = R"({"type":"peaks","curves":[{"pattern":"update","points":[[9007199254740993,2.5,1,4]]}]})";
    const Result<Record> read = decode(line.toStdString());
    QVERIFY(read.ok());
    const BandwidthCurve expected { CurvePattern::Update, { { 9'007'199'254'740'993, 2.5, { 1, 4 } } } };
    QVERIFY(std::get<DeviceRoofs>(read.value().body).curves == std::vector { expected });
    const std::string written = toJson(read.value().body);
    QVERIFY(written.find("9007199254740993,") != std::string::npos);
    QVERIFY(!object(toJson(RecordBody(DeviceRoofs {}))).contains("curves"));
    for (const char *points : { "[[1,2,3]]", "[[1,2,3,4,5]]", "[[1.5,2,3,4]]", "[1]" }) {
        const auto text = R"({"type":"peaks","curves":[{"points":)" + std::string(points) + "}]}";
        QVERIFY2(!decode(text).ok(), points);
    }
}

void RecordTest::missingKeysGetDefaults()
{
    const auto bodyOf = [](const char *line) { return decode(line).value().body; };
    QVERIFY(bodyOf(R"({"type":"analysis"})") == RecordBody(Analysis {}));
    QVERIFY(bodyOf(R"({"type":"peaks"})") == RecordBody(DeviceRoofs {}));
    QVERIFY(bodyOf(R"({"type":"latency"})") == RecordBody(ModelLatency {}));
    QVERIFY(bodyOf(R"({"type":"layers"})") == RecordBody(LayerLatencies {}));
    QVERIFY(bodyOf(R"({"type":"inspection"})") == RecordBody(Inspection {}));
    QVERIFY(bodyOf(R"({"type":"error"})") == RecordBody(Error {}));
}

void RecordTest::newerMajorVersionIsRefused()
{
    const Result<Record> record = decode(R"({"type":"hello","version":2,"minor_version":3,"program":{"new":true}})");
    QVERIFY(!record.ok());
    QCOMPARE(record.error().code, ErrorCode::FormatVersion);
    const QString text = QString::fromStdString(record.error().text);
    QVERIFY2(text.contains("2.3") && text.contains("version 1"), qPrintable(text));
    QVERIFY(!record.error().hint.empty());
    QCOMPARE(decode(R"({"type":"hello"})").error().code, ErrorCode::WorkerLost);
}

void RecordTest::localeMakesNoDifference()
{
    std::vector<std::string> expected;
    for (const Record &record : goldenRecords())
        expected.push_back(encode(record));
    std::vector<std::string> written;
    bool allRead = true;
    {
        const GermanLocale german;
        for (const Record &record : goldenRecords()) {
            written.push_back(encode(record));
            const Result<Record> read = decode(written.back());
            allRead = allRead && read.ok() && read.value().body == record.body;
        }
    }
    QCOMPARE(written, expected);
    QVERIFY(allRead);
}

ROOFLIGHT_TEST(RecordTest)
#include "record_test.moc"
