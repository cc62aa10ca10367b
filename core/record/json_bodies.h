// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/coverage.h"
#include "core/record/json_reading.h"
#include "core/record/object_text.h"
#include "core/record/record.h"

namespace ridgepoint {

// Found by nlohmann-json and by readValue() through their arguments' namespace.

void to_json(OutJson &json, const Device &device);
void from_json(const InJson &json, Device &device);
void from_json(const InJson &json, TensorInfo &tensor);
void to_json(OutJson &json, const ModelIdentity &model);
void from_json(const InJson &json, ModelIdentity &model);

void to_json(OutJson &json, const Summary &summary);
void from_json(const InJson &json, Summary &summary);
void to_json(OutJson &json, const SampleSet &samples);
void from_json(const InJson &json, SampleSet &samples);
/// Its keys beside those of the object that it describes.
void append(OutJson &json, const SampleSet &samples);
void append(OutJson &json, const Execution &execution);
void to_json(OutJson &json, const Conditions &conditions);
void from_json(const InJson &json, Conditions &conditions);
void from_json(const InJson &json, Execution &execution);

/// The elements of long lists, read one by one while a line is parsed.
struct LongLists {
    std::vector<Layer> layers;
    std::vector<Operator> operators;
    std::vector<ItemLatency> items;
    std::optional<FormatError> problem; ///< with an element; of no matter for a record that has no such list

    /// Reads an element; false when no list has this key.
    bool add(const std::string &key, const InJson &element);
};

// Of its long lists to_json() of a body writes the keys only: longListsOf() makes the elements. takeLists() puts what
// was read into a body, and throws FormatError where that does not fit.

void from_json(const InJson &json, Layer &layer);
void from_json(const InJson &json, Operator &op);
void from_json(const InJson &json, ItemLatency &latency);
void to_json(OutJson &json, const Analysis &analysis);
void from_json(const InJson &json, Analysis &analysis);
[[nodiscard]] std::vector<LongList> longListsOf(const Analysis &analysis);
void takeLists(Analysis &analysis, LongLists &lists);
/// Shares only; figured out anew wherever they are wanted, so never read.
void to_json(OutJson &json, const Coverage &coverage);

void to_json(OutJson &json, const Inspection &inspection);
void from_json(const InJson &json, Inspection &inspection);

void to_json(OutJson &json, const Peaks &peaks);
void from_json(const InJson &json, Peaks &peaks);

void to_json(OutJson &json, const ModelLatency &latency);
void from_json(const InJson &json, ModelLatency &latency);
void to_json(OutJson &json, const LayerLatencies &latencies);
void from_json(const InJson &json, LayerLatencies &latencies);
[[nodiscard]] std::vector<LongList> longListsOf(const LayerLatencies &latencies);
void takeLists(LayerLatencies &latencies, LongLists &lists);

void to_json(OutJson &json, const MethodComparison &comparison);
void from_json(const InJson &json, MethodComparison &comparison);
void to_json(OutJson &json, const InterleavedLatency &interleaved);
void from_json(const InJson &json, InterleavedLatency &interleaved);
void to_json(OutJson &json, const BatchSweep &sweep);
void from_json(const InJson &json, BatchSweep &sweep);
void to_json(OutJson &json, const PipelineLatency &pipeline);
void from_json(const InJson &json, PipelineLatency &pipeline);

void to_json(OutJson &json, const Hello &hello);
void from_json(const InJson &json, Hello &hello);
void to_json(OutJson &json, const Progress &progress);
void from_json(const InJson &json, Progress &progress);
void to_json(OutJson &json, const Notice &notice);
void from_json(const InJson &json, Notice &notice);
void to_json(OutJson &json, const Done &done);
void from_json(const InJson &json, Done &done);
void to_json(OutJson &json, const Error &error);
void from_json(const InJson &json, Error &error);
void to_json(OutJson &json, const UnknownRecord &record);

/// The first characters of a line, quoted, in printable ASCII.
[[nodiscard]] std::string excerpt(std::string_view line);

/// Parses one line; long lists are left empty in it. Throws FormatError for what is no JSON object, or one nested
/// deeper than any record is.
[[nodiscard]] InJson parseLine(std::string_view line, LongLists &lists);

} // namespace ridgepoint
