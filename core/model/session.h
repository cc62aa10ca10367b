// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/model/analysis.h"
#include "core/model/batch_sweep.h"
#include "core/model/explanation.h"
#include "core/model/inspection.h"
#include "core/model/interleaved_latency.h"
#include "core/model/latency.h"
#include "core/model/method_comparison.h"
#include "core/model/pipeline.h"
#include "core/model/processor.h"
#include "core/model/remedies.h"
#include "core/model/roof.h"
#include "core/model/verdict.h"

#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// Roofs of a device that were measured before.
struct KeptRoofs {
    std::string device; ///< "cpu", "cuda:0"
    std::string measuredAt; ///< UTC, ISO 8601

    bool operator==(const KeptRoofs &) const = default;
};

/// First record of a stream: who wrote it, on what.
struct Hello {
    int formatMajor = 1;
    int formatMinor = 0;
    std::string program; ///< version of Rooflight
    std::string libtorch; ///< version; empty when it has none
    std::string host;
    std::string created; ///< UTC, ISO 8601
    std::vector<Device> devices;
    std::optional<Processor> processor; ///< absent in sessions of earlier versions
    std::string confinement; ///< for example "landlock 7" or "none: the kernel has no Landlock"
    std::vector<KeptRoofs> keptRoofs; ///< of those devices that need not be measured again

    bool operator==(const Hello &) const = default;
};

/// Something a person should know that is no error.
struct Notice {
    std::string code; ///< stable snake_case identifier
    std::string text;
    TextParts parts = {}; ///< of a sentence of core/model/error_sentences.h

    bool operator==(const Notice &) const = default;
};

/// What a person wrote about a layer.
struct LayerNote {
    std::string layer; ///< path; empty for the model itself
    std::string text;

    bool operator==(const LayerNote &) const = default;
};

/// All notes of a session.
struct Notes {
    std::vector<LayerNote> notes;

    bool operator==(const Notes &) const = default;
};

/// One run of several that a session holds: what a language model does at other sizes, or in another file.
struct Workload {
    std::string name; ///< "prefill", "decode"
    std::vector<std::string> dimensions; ///< sizes as they were given, "NAME=VALUE"

    bool operator==(const Workload &) const = default;
};

struct WorkloadResults {
    Workload workload;
    std::optional<Inspection> inspection;
    std::optional<Analysis> analysis;
    std::optional<ModelLatency> latency;
    std::optional<LayerLatencies> layers;
};

/// Everything known about one model on one device: what the window shows and a .ridge file holds.
struct Session {
    Hello hello;
    std::optional<Inspection> inspection;
    std::optional<Analysis> analysis;
    std::optional<DeviceRoofs> peaks;
    std::optional<ModelLatency> latency;
    std::optional<LayerLatencies> layers;
    std::optional<InterleavedLatency> interleaved;
    std::optional<MethodComparison> methods;
    std::optional<BatchSweep> sweep;
    std::optional<PipelineLatency> pipeline;
    std::optional<Remedies> remedies = {};
    std::optional<Explanation> explanation = {};
    std::vector<Notice> notices;
    std::optional<Error> error; ///< what ended the last request early
    VerdictThresholds thresholds = {}; ///< of whoever looks at it; never in a record
    std::vector<WorkloadResults> workloads = {}; ///< where there are several; the parts above are those of the last
    std::vector<LayerNote> notes = {}; ///< one a layer
};

} // namespace rooflight
