// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/cost/convention.h"
#include "core/model/verdicts.h"
#include "core/record/record.h"
#include "core/report/estimate_report.h"
#include "core/report/token_report.h"
#include "core/results/explanation/report.h"
#include "core/roofline/session_comparison.h"
#include "core/sampling/stop_criteria.h"
#include "tests/core/record/sample_records.h"
#include "tests/core/record/small_analysis.h"

#include <nlohmann/json.hpp>

#include <cstdio>

// What the schemas are held against: one JSON object with the names of all enumerations, as the program has them, and
// lists of random records, requests and --json objects.

using namespace rooflight;

namespace {

constexpr unsigned seeds = 8;

using Names = std::vector<std::string_view>;

template<NamedEnum Enum> Names tableOf()
{
    Names names;
    for (const auto &[value, name] : enumNames<Enum>)
        names.push_back(name);
    return names;
}

/// Of an enumeration without a table, up to its last value.
template<typename Enum> Names namesUpTo(Enum last)
{
    Names names;
    for (int value = 0; value <= static_cast<int>(last); ++value)
        names.push_back(name(static_cast<Enum>(value)));
    return names;
}

/// By their keys in names.schema.json.
nlohmann::json enumerations()
{
    return {
        { "model_form", tableOf<ModelForm>() },
        { "input_source", tableOf<InputSource>() },
        { "operator_family", tableOf<OperatorFamily>() },
        { "dtype", namesUpTo(DType::Int7) },
        { "convention", tableOf<Convention>() },
        { "executor", tableOf<Executor>() },
        { "model_precision", tableOf<ModelPrecision>() },
        { "memory_format", tableOf<MemoryFormat>() },
        { "tf32", tableOf<Tf32>() },
        { "caches", tableOf<Caches>() },
        { "throttle_reason", tableOf<ThrottleReason>() },
        { "roof_kind", tableOf<RoofKind>() },
        { "precision", tableOf<Precision>() },
        { "arithmetic_unit", tableOf<ArithmeticUnit>() },
        { "memory_level", tableOf<MemoryLevel>() },
        { "memory_pattern", tableOf<MemoryPattern>() },
        { "curve_pattern", tableOf<CurvePattern>() },
        { "launch_pattern", tableOf<LaunchPattern>() },
        { "sample_flag", tableOf<SampleFlag>() },
        { "stop_reason", tableOf<StopReason>() },
        { "batch_source", tableOf<BatchSource>() },
        { "item_kind", tableOf<ItemId::Kind>() },
        { "variant_verdict", tableOf<VariantVerdict>() },
        { "remedy", tableOf<RemedyId>() },
        { "remedy_verdict", tableOf<RemedyVerdict>() },
        { "remedy_obstacle", tableOf<RemedyObstacle>() },
        { "experiment", tableOf<Experiment>() },
        { "argument_kind", tableOf<ArgumentKind>() },
        { "proven_cause", tableOf<ProvenCause>() },
        { "trial_doubt", tableOf<TrialDoubt>() },
        { "timing_method", tableOf<TimingMethod>() },
        { "batch_search", tableOf<BatchSearch>() },
        { "batch_outcome", tableOf<BatchOutcome>() },
        { "stage_separation", tableOf<StageSeparation>() },
        { "effort", tableOf<Effort>() },
        { "request_kind", tableOf<RequestKind>() },
        { "error_code", namesUpTo(ErrorCode::Internal) },
        { "bound", tableOf<Bound>() },
        { "above_roof_cause", tableOf<AboveRoofCause>() },
        { "underutilized_cause", tableOf<UnderutilizedCause>() },
        { "operator_risk", tableOf<OperatorRisk>() },
        { "change", tableOf<Change>() },
    };
}

/// Two workloads, of which the first has nothing that is measured.
std::vector<TokenFigures> workloads(SampleRecords &samples)
{
    const auto count = [&samples] { return 1 + (samples.integer() & 0xffff); };
    TokenFigures prefill;
    prefill.sequences = count();
    prefill.tokens = count();
    prefill.weightBytes = count();
    prefill.name = samples.text();
    TokenFigures decode = prefill;
    decode.context = count();
    decode.cacheBytes = count();
    decode.medianNs = 7.5;
    decode.memoryBoundNs = 2.5;
    decode.readBytesPerSecond = 1e9;
    return { prefill, decode };
}

/// Of the first operator, which waits for memory.
std::string explanationOf(SampleRecords &samples)
{
    Session session;
    session.analysis = test::smallAnalysis();
    session.explanation = samples.explanation();
    ExplainedOperator &first = session.explanation.edit().operators.front();
    first.id = 0;
    first.pageFaults = 9;
    first.otherLoad = false;
    first.experiments = { { Experiment::Control, 1, { 0.98, 1.02 }, 8 },
                          { Experiment::PageFaults, 0.25, { 0.2, 0.3 }, 8 } };
    return explanationToJson(JudgedSession(session));
}

std::string estimateOf(SampleRecords &samples)
{
    Session there;
    there.analysis = test::smallAnalysis();
    Estimate estimate;
    estimate.method = EstimateMethod::Replayed;
    estimate.hereNs = static_cast<double>(samples.integer());
    estimate.medianNs = static_cast<double>(samples.integer());
    estimate.layers = { { samples.integer(), samples.text(), static_cast<double>(samples.integer()), std::nullopt,
                          static_cast<double>(samples.integer()) } };
    return estimateToJson(estimate, there);
}

/// `name` and the values, which are JSON already, as a member of an object.
std::string member(const std::string &name, const std::vector<std::string> &values)
{
    std::string text = ",\n\"" + name + "\": [";
    for (std::size_t i = 0; i < values.size(); ++i)
        text += (i == 0 ? "\n" : ",\n") + values[i];
    return text + "]";
}

template<typename... Bodies> bool isOneOf(const RecordBody &body)
{
    return (std::holds_alternative<Bodies>(body) || ...);
}

/// What a command prints under --json.
bool isPrinted(const RecordBody &body)
{
    return !isOneOf<Hello, Progress, Workload, Notice, Notes, Done, Error, UnknownRecord>(body);
}

} // namespace

int main()
{
    std::vector<std::string> records;
    std::vector<std::string> requests;
    std::vector<std::string> objects;
    for (unsigned seed = 0; seed < seeds; ++seed) {
        SampleRecords samples(seed);
        for (const Record &record : samples.everyType()) {
            records.push_back(encode(record));
            if (isPrinted(record.body))
                objects.push_back(toJson(record.body));
        }
        for (const auto &[kind, name] : enumNames<RequestKind>) {
            Request request = samples.request();
            request.kind = kind;
            requests.push_back(encodeMessage(request));
        }
        requests.push_back(encodeMessage(CancelRequest { samples.integer() }));
        Verdicts verdicts;
        verdicts.coverage = {
            .operators = 2, .knownOperators = 1, .bytes = 20, .knownBytes = 10, .timeNs = 3e3, .knownTimeNs = 2e3
        };
        objects.push_back(sessionToJson(samples.session(), &verdicts));
        objects.push_back(tokensToJson(workloads(samples)));
        objects.push_back(explanationOf(samples));
        objects.push_back(estimateOf(samples));
    }
    const std::string text = "{\"names\": " + enumerations().dump() + member("records", records)
        + member("requests", requests) + member("objects", objects) + "}\n";
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}
