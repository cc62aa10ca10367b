// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/composed_text.h"
#include "core/base/enum_names.h"
#include "core/model/conditions.h"
#include "core/model/device.h"
#include "core/model/execution.h"
#include "core/model/samples.h"
#include "core/results/result_traits.h"

#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// One step of a pipeline: a model, or work of the host between two models.
struct PipelineStage {
    std::string name;
    bool isModel = true;
    bool fed = false; ///< gets what the model before it returned; else inputs of its own

    bool operator==(const PipelineStage &) const = default;
};

/// When a stage ran in one run of the pipeline, in nanoseconds since the run began. Host: its call; device: its work,
/// which on a CPU is the same.
struct StageSpan {
    double hostBeginNs = 0;
    double hostEndNs = 0;
    double deviceBeginNs = 0;
    double deviceEndNs = 0;

    bool operator==(const StageSpan &) const = default;
};

/// How the stages of a run are separated.
enum class StageSeparation {
    Synchronized, ///< the host waits for the device after each stage
    Events, ///< events between the stages, one wait at the end
};

template<>
inline constexpr auto enumNames<StageSeparation> = EnumNames<StageSeparation, 2> { {
    { StageSeparation::Synchronized, "synchronized" },
    { StageSeparation::Events, "events" },
} };

/// A pipeline run again and again in one mode.
struct PipelineMode {
    OpenEnum<StageSeparation> mode;
    SampleSet endToEnd; ///< host clock, from the first call to the end of all work
    std::vector<SampleSet> stages; ///< times of the stages' own work
    std::vector<StageSpan> medianRun; ///< the run whose end-to-end time is nearest to the median; a span for each stage
    std::vector<StageSpan> p99Run; ///< nearest to the 99th percentile; empty if there are too few runs for one

    bool operator==(const PipelineMode &) const = default;
};

/// Models in a row with host work between, measured in both modes, interleaved.
struct PipelineLatency {
    Device device;
    Execution execution;
    std::int64_t batch = 1;
    std::vector<PipelineStage> stages;
    std::vector<PipelineMode> modes; ///< synchronized, events
    double synchronizationCostNs = 0; ///< median end-to-end time of "synchronized" less that of "events"
    std::array<double, 2> synchronizationCostIntervalNs = { 0, 0 }; ///< 95 %, of the runs' differences
    std::string explanation; ///< explanationOf() in English; empty: nothing was measured
    bool partial = false;
    std::optional<Conditions> conditions;

    bool operator==(const PipelineLatency &) const = default;
};

template<> struct ResultTraits<PipelineLatency> {
    static constexpr std::string_view record = "pipeline";
    static constexpr RequestKind request = RequestKind::Pipeline;
    static constexpr EnumSet<RequestKind> others = {};
    static constexpr ResultOf of = ResultOf::Run;
    static bool holdsTimes(const PipelineLatency & /*result*/) { return true; }
};

/// What the cost of waiting says, in one or two sentences.
[[nodiscard]] ComposedText explanationOf(const PipelineLatency &pipeline, bool asynchronousDevice);

/// The same of a whole result, which names its device. Empty if nothing was measured.
[[nodiscard]] inline ComposedText explanationOf(const PipelineLatency &pipeline)
{
    return pipeline.explanation.empty() ? ComposedText() : explanationOf(pipeline, pipeline.device.kind != "cpu");
}

} // namespace rooflight
