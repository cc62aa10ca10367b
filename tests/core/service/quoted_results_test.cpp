// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/service/forged_stream_fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

using namespace rooflight;
using namespace rooflight::fixture;

Q_DECLARE_METATYPE(rooflight::ComposedText)

/// What the texts of results become, which stand among the program's own.
class QuotedResultsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_cache = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CACHE_HOME", m_cache->path().toLocal8Bit());
    }

    /// In results that are taken otherwise.
    void sentencesOfResultsAreQuotedOrMadeAnew()
    {
        MethodComparison comparison = comparisonOfClocks();
        comparison.methods.emplace_back().method = TimingMethod::Events;
        comparison.methods.back().unavailable = command;
        comparison.methods.emplace_back().method = TimingMethod::Naive;
        comparison.methods.back().unavailable = command;
        comparison.findings.push_back({ "agree", TimingMethod::Synchronized, command });
        const RecordBody methods = resultOf(RequestKind::Methods, comparison);
        const auto &taken = std::get<MethodComparison>(methods);
        QCOMPARE(taken.methods[1].unavailable,
                 std::string("A CPU has no events: its calls return when their work is done."));
        QVERIFY(taken.methods[2].unavailable.starts_with("the model's process says: \""));
        QVERIFY(
            std::ranges::none_of(taken.findings, [](const MethodFinding &finding) { return finding.text == command; }));

        PipelineLatency pipeline;
        pipeline.explanation = command;
        const RecordBody stages = resultOf(RequestKind::Pipeline, pipeline);
        QVERIFY(std::get<PipelineLatency>(stages).explanation.starts_with("On a CPU a stage returns"));

        LayerLatencies layers;
        layers.noKernels = command;
        layers.noGraphReplay = command;
        layers.notHeld = command;
        const RecordBody times = resultOf(RequestKind::Layers, layers);
        QVERIFY(std::get<LayerLatencies>(times).noKernels.starts_with("the model's process says: \""));

        Remedies remedies;
        remedies.model = "m.pt";
        remedies.remedies.emplace_back().failure = ComposedText(command);
        const RecordBody tried = resultOf(RequestKind::Remedies, remedies);
        for (const RecordBody &result : { methods, stages, times, tried })
            QCOMPARE(unquoted(result), std::string());
    }

    void sentencesOfAGpuAreKnown_data()
    {
        QTest::addColumn<QString>("reason");
        QTest::addColumn<bool>("isOwn");
        const auto row = [](const char *reason, bool isOwn) { QTest::newRow(reason) << QString(reason) << isOwn; };
        row("CUPTI noted no kernel: it is missing, or needs more rights.", true);
        row("The model called different operators while its kernels were recorded.", true);
        row("No CUDA graph can be made: this build has no CUDA code.", true);
        row("No CUDA graph can be made: the memory limit was reached.", true);
        row("No CUDA graph can be made: \"operation not permitted when stream is capturing\".", true);
        row("m.pt failed while running: \"no\".", true);
        row("m.pt ran out of memory while running: the memory limit was reached.", true);
        row("The host sets the pace: a run takes 12.5 us, and its work on the device 3.1 us.", true);
        row("No CUDA graph can be made: run it with --unconfined.", false);
        row("No CUDA graph can be made: \"no\". Run it with --unconfined, as \"that\".", false);
        row("No CUDA graph can be made: \"no", false);
        row("No CUDA graph can be made: ", false);
        row("No CUDA graph can be made: \"", false);
        row("m.pt failed while running: no.", false);
        row("run it with --unconfined failed while running: \"no\".", false);
        row("The host sets the pace: a run takes 12.5 us, and its work on the device x us.", false);
    }

    void sentencesOfAGpuAreKnown()
    {
        QFETCH(QString, reason);
        QFETCH(bool, isOwn);
        const std::string text = reason.toStdString();
        LayerLatencies layers;
        layers.noKernels = layers.noGraphReplay = layers.notHeld = text;
        const RecordBody times = resultOf(RequestKind::Layers, layers);
        const auto &taken = std::get<LayerLatencies>(times);
        for (const std::string &said : { taken.noKernels, taken.noGraphReplay, taken.notHeld }) {
            QCOMPARE(said == text, isOwn);
            QCOMPARE(said.starts_with("the model's process says: \""), !isOwn);
        }
    }

    void sentencesOnTheBatchAreQuoted_data()
    {
        QTest::addColumn<ComposedText>("reason");
        const auto onPlace = [](ComposedText place) {
            return composedText("It is %1, as asked for.", { std::move(place) });
        };
        const ComposedText place = composedText("dimension %1 of %2", { "0", "x" });
        QTest::addRow("words") << ComposedText(command);
        QTest::addRow("words as a pattern") << composedText(command.c_str());
        QTest::addRow("a place that is none") << composedText("With %1 doubled the model does not run.", { command });
        QTest::addRow("an argument with spaces") << composedText(
            "With %1 doubled the model does not run.", { composedText("dimension %1 of %2", { "0", command }) });
        QTest::addRow("as asked for, without") << onPlace(composedText("dimension %1 of %2", { "0", words }));
        QTest::addRow("parts beside words") << ComposedText(command, place.parts);
    }

    void sentencesOnTheBatchAreQuoted()
    {
        QFETCH(ComposedText, reason);
        ModelLatency latency;
        latency.batchReason = reason;
        const RecordBody timed = resultOf(RequestKind::Latency, latency);
        QVERIFY2(std::get<ModelLatency>(timed).batchReason.text.starts_with("the model's process says: \""),
                 std::get<ModelLatency>(timed).batchReason.text.c_str());
        QCOMPARE(unquoted(timed), std::string());

        latency = {};
        latency.energy = { {}, {}, {}, {}, reason };
        const RecordBody withoutEnergy = resultOf(RequestKind::Latency, latency);
        QVERIFY(std::get<ModelLatency>(withoutEnergy).energy->reason.text.starts_with("the model's process says: \""));
        QCOMPARE(unquoted(withoutEnergy), std::string());

        BatchSweep sweep = sweepOf(request(RequestKind::Sweep));
        sweep.batchReason = reason;
        sweep.points.emplace_back().reason = reason;
        const RecordBody swept = resultOf(RequestKind::Sweep, sweep);
        QCOMPARE(unquoted(swept), std::string());
        sweep.points.clear();
        sweep.sizes.emplace_back().reason = reason;
        QCOMPARE(unquoted(resultOf(RequestKind::Sweep, sweep)), std::string());
    }

    /// So that they are shown in the language of the person.
    void sentencesOfThisProgramStay()
    {
        const ComposedText known = composedText("Along %1 the results of an item do not depend on others.",
                                                { composedText("dimension %1 of %2", { "0", "input.1" }) });
        BatchSweep sweep = sweepOf(request(RequestKind::Sweep));
        sweep.batchReason = known;
        sweep.points.emplace_back().reason = composedText("One call takes longer than allowed.");
        const RecordBody swept = resultOf(RequestKind::Sweep, sweep);
        QCOMPARE(std::get<BatchSweep>(swept).batchReason, known);
        QCOMPARE(std::get<BatchSweep>(swept).points[0].reason, sweep.points[0].reason);

        ModelLatency latency;
        latency.energy = { {},
                           {},
                           {},
                           EnergySource::Nvml,
                           composedText("too few updates of its counter: time the model for at least %1 s", { "40" }) };
        QVERIFY(std::get<ModelLatency>(resultOf(RequestKind::Latency, latency)).energy == latency.energy);

        LayerLatencies layers;
        layers.notHeld = "A run queues about 4711 launches and events, more than the driver takes.";
        QCOMPARE(std::get<LayerLatencies>(resultOf(RequestKind::Layers, layers)).notHeld, layers.notHeld);

        // What was quoted once, in a sweep that was kept, is not quoted again.
        sweep.points[0].reason = "the model's process says: \"no\"";
        QCOMPARE(std::get<BatchSweep>(resultOf(RequestKind::Sweep, sweep)).points[0].reason, sweep.points[0].reason);
    }

    /// They are the table's, whatever the model says of them.
    void formulasAreLookedUp()
    {
        Analysis analysis = analysisOf(request(RequestKind::Analyze));
        analysis.formulas = { { "aten::linear", command, command, command }, { command, command, command, command } };
        UnknownOperator unknown;
        unknown.name = "a::b";
        unknown.reason = ComposedText(command);
        analysis.unknown = { unknown };
        const RecordBody analyzed = resultOf(RequestKind::Analyze, analysis);
        const auto &taken = std::get<Analysis>(analyzed);
        QCOMPARE(taken.formulas.size(), std::size_t { 1 });
        QCOMPARE(taken.formulas[0].name, std::string("aten::linear"));
        QVERIFY(!taken.formulas[0].source.empty());
        QCOMPARE(unquoted(analyzed), std::string());
    }

    void stagesAndVariantsAreTheRequests()
    {
        PipelineLatency pipeline;
        pipeline.stages = { { .name = command, .isModel = true, .fed = false },
                            { .name = "m.pt", .isModel = true, .fed = false } };
        const RecordBody stages = resultOf(RequestKind::Pipeline, pipeline);
        QCOMPARE(std::get<PipelineLatency>(stages).stages[1].name, std::string("m.pt"));
        QCOMPARE(unquoted(stages), std::string());

        InterleavedLatency interleaved;
        interleaved.variants.resize(2);
        for (LatencyVariant &variant : interleaved.variants)
            variant.model = command;
        const RecordBody variants = resultOf(RequestKind::Latency, interleaved);
        QCOMPARE(std::get<InterleavedLatency>(variants).variants[0].model, std::string("m.pt"));
        QCOMPARE(unquoted(variants), std::string());
    }

    void devicesAreThoseNamedBefore_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("result");
        const std::size_t results = resultsOnAnotherDevice().size();
        for (std::size_t i = 0; i < results; ++i) {
            const RequestKind kind = resultsOnAnotherDevice()[i].first;
            QTest::addRow("%s %d", std::string(name(kind)).c_str(), int(i)) << int(kind) << int(i);
        }
    }

    void devicesAreThoseNamedBefore()
    {
        QFETCH(int, kind);
        QFETCH(int, result);
        const RecordBody sent = resultsOnAnotherDevice()[static_cast<std::size_t>(result)].second;
        bool found = false;
        for (const RecordBody &record : recordsAfter(request(static_cast<RequestKind>(kind)), body(sent))) {
            QVERIFY(!std::holds_alternative<Hello>(record)); // what names it is not passed on
            QCOMPARE(unquoted(record), std::string());
            const std::string line = encode({ 7, record });
            found = found || (record.index() == sent.index() && line.find(R"("name":"Own CPU")") != std::string::npos);
        }
        QVERIFY(found);
    }

private:
    static std::vector<std::pair<RequestKind, RecordBody>> resultsOnAnotherDevice()
    {
        const auto on = [](auto result) -> RecordBody {
            result.device = { "cpu", 0, command, command, command, 2 };
            return result;
        };
        Remedies remedies;
        remedies.model = "m.pt";
        Explanation explanation;
        explanation.model = "m.pt";
        return { { RequestKind::Analyze, on(analysisOf(request(RequestKind::Analyze))) },
                 { RequestKind::Latency, on(ModelLatency {}) },
                 { RequestKind::Latency, on(InterleavedLatency {}) },
                 { RequestKind::Layers, on(LayerLatencies {}) },
                 { RequestKind::Methods, on(comparisonOfClocks()) },
                 { RequestKind::Sweep, on(sweepOf(request(RequestKind::Sweep))) },
                 { RequestKind::Pipeline, on(PipelineLatency {}) },
                 { RequestKind::Remedies, on(remedies) },
                 { RequestKind::Explain, on(explanation) } };
    }

    std::unique_ptr<QTemporaryDir> m_cache;
};

ROOFLIGHT_TEST(QuotedResultsTest)
#include "quoted_results_test.moc"
