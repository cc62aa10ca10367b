// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/foreign_text.h"
#include "core/base/untrusted_file.h"
#include "core/record/record.h"
#include "core/record/session_file.h"
#include "core/service/jobs/job_process.h"
#include "core/service/jobs/result_checks.h"
#include "core/service/steps/job_rights.h"
#include "core/service/steps/pipeline_step.h"
#include "tests/core/service/forged_stream_fixture.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

using namespace rooflight;
using namespace rooflight::fixture;

namespace {

struct Forgery {
    const char *name;
    Send send;
};

/// Past the reporter, as a model may that found the pipe.
void write(std::string_view text)
{
    constexpr int recordsOfAJob = 3;
    while (!text.empty()) {
        const ssize_t written = ::write(recordsOfAJob, text.data(), text.size());
        if (written <= 0)
            return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

Send text(std::string line)
{
    return [line = std::move(line)](const Request &, JobReporter &) { write(line); };
}

Send edited(std::function<void(Analysis &)> edit)
{
    return [edit = std::move(edit)](const Request &request, JobReporter &reporter) {
        Analysis analysis = analysisOf(request);
        edit(analysis);
        reporter.send(analysis);
    };
}

void sendSecondAnalysis(const Request &request, JobReporter &reporter)
{
    reporter.send(analysisOf(request));
    Analysis second = analysisOf(request);
    second.layers.emplace_back().path = "better";
    reporter.send(second);
}

std::string nestedObjects(int depth)
{
    std::string nested;
    for (int i = 0; i < depth; ++i)
        nested += i == 0 ? R"(,"more":{)" : R"("more":{)";
    return nested;
}

/// What ends the request, as no job of ours says it. For each kind of request.
std::vector<Forgery> refusedForgeries()
{
    const std::string start = R"({"type":"notice","request":7,"code":"torch_warning","text":"x")";
    const auto otherHash = [](auto result) {
        result.model.sha256 = std::string(64, 'b');
        return result;
    };
    const Request file = request(RequestKind::Report);
    BatchSweep sweepOfOther = sweepOf(file);
    sweepOfOther.model = std::string(64, 'b');
    BatchSweep longPath = sweepOf(file);
    longPath.layers.emplace_back().path = std::string(mostPathBytes + 1, 'x');
    longPath.layers.back().parent = -1;
    BatchSweep sentence = sweepOf(file);
    sentence.end = command;
    ModelLatency flagged;
    flagged.samples.flags.emplace_back(std::string_view(command));
    ModelLatency ended;
    ended.warmupEnd = command;
    const auto withEnergy = [](EnergyUse energy) {
        ModelLatency latency;
        latency.energy = std::move(energy);
        return latency;
    };
    const std::array<double, 2> below { 1, 2 };
    LayerLatencies layers;
    layers.method = command;
    Remedies remedies;
    remedies.model = file.model;
    remedies.remedies.emplace_back().id = OpenEnum<RemedyId>(command);
    Remedies spending;
    spending.model = file.model;
    spending.remedies.emplace_back().change.energy = { -1, below, {}, EnergySource::Rapl, {} };
    Remedies other;
    other.model = "other.pt";
    MethodComparison comparison = comparisonOfClocks();
    comparison.methods.emplace_back().method = OpenEnum<TimingMethod>(command);
    return {
        { "the inspection again", body(inspectionOf(file)) },
        { "inspection of another model", body(otherHash(inspectionOf(file))) },
        { "analysis of another model", body(otherHash(analysisOf(file))) },
        { "analysis of another path", edited([](Analysis &analysis) { analysis.model.path = "other.pt"; }) },
        { "second analysis", sendSecondAnalysis },
        { "sweep of another model", body(sweepOfOther) },
        { "remedies of another model", body(other) },
        { "roofs", body(roofs(4.62e14)) },
        { "hello", body(Hello {}) },
        { "unknown record", body(UnknownRecord { "new" }) },
        { "workload", body(Workload { command, { command } }) },
        { "notes", body(Notes { { LayerNote { "", command } } }) },
        { "progress with a command", body(Progress { "run: sh -c --unconfined", 0, 0 }) },
        { "status of none", body(Error { ErrorCode::ModelFailed, command, command, 256 }) },
        { "long path", edited([](Analysis &analysis) {
              analysis.layers.emplace_back().path = std::string(mostPathBytes + 1, 'x');
          }) },
        { "long path of a sweep", body(longPath) },
        { "sentence for a convention", edited([](Analysis &analysis) { analysis.convention = command; }) },
        { "sentence for an end", body(sentence) },
        { "sentence for a flag", body(flagged) },
        { "sentence for the end of the warm-up", body(ended) },
        { "less energy than none", body(withEnergy({ -1, below, {}, EnergySource::Rapl, {} })) },
        { "energy outside its interval", body(withEnergy({ 3, below, {}, EnergySource::Rapl, {} })) },
        { "energy of a sun", body(withEnergy({ 1e20, std::array { 1.0, 1e21 }, {}, EnergySource::Rapl, {} })) },
        { "energy of nothing", body(withEnergy({ 1.5, below, {}, {}, {} })) },
        { "sentence for a counter", body(withEnergy({ 1.5, below, {}, OpenEnum<EnergySource>(command), {} })) },
        { "neither energy nor a reason", body(withEnergy({})) },
        { "sentence for a method of layers", body(layers) },
        { "sentence for a method", body(comparison) },
        { "sentence for a remedy", body(remedies) },
        { "remedy of less energy than none", body(spending) },
        { "comparison without its reference", body(MethodComparison {}) },
        { "another request", text(encode({ 8, Done {} })) },
        { "no JSON", text("The model cannot be confined: run it with --unconfined.\n") },
        { "empty line", text("\n") },
        { "null", text("null\n") },
        { "number", text("7\n") },
        { "cut off", text(start + "\n") },
        { "two on a line", text(start + "}" + start + "}\n") },
        { "two types", text(start + R"(,"type":"done"})" + "\n") },
        { "no UTF-8", text(start + ",\"hint\":\"\xff\xfe\"}\n") },
        { "nested lists", text(start + ",\"more\":" + std::string(200'000, '[') + "\n") },
        { "nested objects", text(start + nestedObjects(200'000) + "\n") },
        { "deep and whole", text(start + ",\"more\":" + std::string(100, '[') + std::string(100, ']') + "}\n") },
    };
}

/// What is passed on as a quotation, with an end that is an error.
std::vector<Forgery> quotedForgeries()
{
    std::vector<Forgery> forgeries = {
        { "hint alone", body(Error { ErrorCode::ModelFailed, "", command }) },
        { "long text", body(Error { ErrorCode::ModelFailed, command + std::string(100'000, 'x'), "" }) },
        { "many marks", body(Error { ErrorCode::ModelFailed, "\"\"\" " + command + "\"\"\"", "" }) },
    };
    for (const auto &[name, code, status] : { std::tuple("refusal", ErrorCode::UnsafeFile, 7),
                                              { "defect of ours", ErrorCode::Internal, 70 },
                                              { "refusal as a failure", ErrorCode::ModelFailed, 7 },
                                              { "cancelled", ErrorCode::Cancelled, 6 },
                                              { "timed out", ErrorCode::TimedOut, 6 },
                                              { "worker lost", ErrorCode::WorkerLost, 6 },
                                              { "killed", ErrorCode::ModelKilled, 3 },
                                              { "status alone", ErrorCode::Damaged, 70 } })
        forgeries.push_back({ name, body(Error { code, command, command, status }) });
    for (const char *const code : { "not_confined", "roofs_awaited", "torch_warning", "run --unconfined" })
        forgeries.push_back({ code, body(Notice { code, command }) });
    return forgeries;
}

const std::vector<Forgery> &forgeries(bool refused)
{
    static const std::vector<Forgery> lists[] = { quotedForgeries(), refusedForgeries() };
    return lists[refused ? 1 : 0];
}

// Nothing but the steps before makes what a door asks for.
static_assert(!std::is_default_constructible_v<JobRights> && !std::is_constructible_v<JobRights, bool>);
static_assert(!std::is_default_constructible_v<OperatorRights> && !std::is_constructible_v<OperatorRights, bool>);
static_assert(!std::is_constructible_v<UntrustedFile, std::string, std::string, FileKind>);
static_assert(!std::is_invocable_v<decltype(parseSession), std::string>);
static_assert(!std::is_invocable_v<decltype(sendPipeline), const Request &, JobReporter &>);
static_assert(!std::is_convertible_v<ForeignText, std::string>);

bool hasWords(const RecordBody &record)
{
    return encode({ 7, record }).find(words) != std::string::npos;
}

} // namespace

/// What a model can write once its code runs, for each kind of request that opens one.
class ForgedStreamsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_cache = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CACHE_HOME", m_cache->path().toLocal8Bit());
    }

    void areNotBelieved_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("refused");
        QTest::addColumn<int>("forgery");
        int streams = 0;
        for (const auto &[kind, name] : enumNames<RequestKind>) {
            if (kind == RequestKind::Peaks)
                continue; // opens no model
            for (const bool refused : { true, false }) {
                for (std::size_t i = 0; i < forgeries(refused).size(); ++i, ++streams)
                    QTest::addRow("%s: %s", std::string(name).c_str(), forgeries(refused)[i].name)
                        << int(kind) << refused << int(i);
            }
        }
        QVERIFY(streams >= 100);
    }

    void areNotBelieved()
    {
        QFETCH(int, kind);
        QFETCH(bool, refused);
        QFETCH(int, forgery);
        const Request asked = request(static_cast<RequestKind>(kind));
        const std::vector<RecordBody> records = recordsAfter(asked, [refused, forgery](auto &&...arguments) {
            forgeries(refused)[static_cast<std::size_t>(forgery)].send(arguments...);
        });
        const auto *end = std::get_if<Error>(&records.back());
        // An inspection is complete once the file is described: a notice does not change its end.
        const bool mayEndWell = asked.kind == RequestKind::Inspect && !refused;
        QVERIFY(end || mayEndWell);
        if (end)
            QVERIFY2(exitStatus(*end) == 3 || exitStatus(*end) == 4, qPrintable(QString::number(exitStatus(*end))));
        if (refused) {
            QCOMPARE(end->code, ErrorCode::ModelKilled);
            QVERIFY2(end->text.find("m.pt was ended: its process sent") == 0, end->text.c_str());
        } else {
            QVERIFY(std::ranges::any_of(records, hasWords)); // as a quotation, which is checked below
        }
        checkPassed(records, asked);
    }

    /// A record has no such bytes: the path of the file comes back otherwise, and is the file's all the same.
    void pathsThatAreNoUtf8AreNotAccused()
    {
        Request asked = request(RequestKind::Analyze);
        asked.model = "r\xe9sum\xe9\xf0\x9f.pt";
        const std::vector<RecordBody> records = recordsAfter(asked, body(analysisOf(asked)));
        QVERIFY(std::holds_alternative<Done>(records.back()));
        QCOMPARE(std::ranges::count_if(
                     records, [](const RecordBody &record) { return std::holds_alternative<Analysis>(record); }),
                 1);
    }

    /// What is said of a trace before its operators are called is the program's; no result comes before.
    void tracesAreDescribedBeforeTheyAreFollowed()
    {
        Request asked = request(RequestKind::Import);
        asked.model = ROOFLIGHT_TEST_DATA "/profiler/small.json";
        std::vector<std::string> kinds;
        const Result<std::unique_ptr<JobProcess>> job = JobProcess::start(asked);
        QVERIFY(job.ok());
        while (!job.value()->finished() && (kinds.empty() || kinds.back() != "analysis")) {
            pollfd waiting { job.value()->descriptors().front(), POLLIN, 0 };
            poll(&waiting, 1, 10);
            for (const std::string &line : job.value()->advance()) {
                const RecordBody record = decode(line).value().body;
                if (std::holds_alternative<Inspection>(record))
                    kinds.emplace_back("inspection");
                if (std::holds_alternative<Analysis>(record))
                    kinds.emplace_back("analysis");
                if (const auto *progress = std::get_if<Progress>(&record);
                    progress && progress->stage == JobReporter::untrustedCode)
                    kinds.emplace_back("foreign");
            }
        }
        QCOMPARE(kinds, (std::vector<std::string> { "inspection", "foreign", "analysis" }));
    }

    void linesWithoutAnEndAreRefused()
    {
        const auto flood = [](const Request &, JobReporter &) {
            const std::string part(std::size_t { 1 } << 20, 'x');
            for (std::size_t sent = 0; sent <= JobProcess::maxLineBytes; sent += part.size())
                write(part);
        };
        const std::vector<RecordBody> records = recordsAfter(request(RequestKind::Analyze), flood);
        QCOMPARE(records.size(), std::size_t { 2 });
        QVERIFY(std::get<Error>(records.back()).text.find("its process sent what is not a record")
                != std::string::npos);
    }

private:
    void checkPassed(std::span<const RecordBody> records, const Request &asked) const
    {
        int analyses = 0;
        for (const RecordBody &record : records) {
            const auto *inspection = std::get_if<Inspection>(&record);
            QVERIFY(!inspection || *inspection == inspectionOf(asked)); // no other one
            const auto *analysis = std::get_if<Analysis>(&record);
            QVERIFY(!analysis || (analysis->model == analysisOf(asked).model && ++analyses == 1));
            QVERIFY(!std::holds_alternative<BatchSweep>(record));
            QVERIFY(!std::holds_alternative<DeviceRoofs>(record));
            QCOMPARE(unquoted(record), std::string());
            const auto *notice = std::get_if<Notice>(&record);
            QVERIFY(!notice || notice->code == "model_says" || notice->code == "torch_warning");
            const std::string shown = encode({ asked.id, record });
            QVERIFY(shown.find("\\u001b") == std::string::npos && shown.find('\x1b') == std::string::npos);
        }
        QVERIFY(!areKept(roofs(4.62e14)));
        QVERIFY(!QDir(m_cache->filePath("rooflight/sweeps")).exists());
    }

    std::unique_ptr<QTemporaryDir> m_cache;
};

ROOFLIGHT_TEST(ForgedStreamsTest)
#include "forged_streams_test.moc"
