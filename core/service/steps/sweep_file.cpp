// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/sweep_file.h"

#include "core/base/cache_file.h"
#include "core/base/whole_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

/// The sweep without its results.
BatchSweep questionOf(const BatchSweep &sweep)
{
    BatchSweep question;
    question.device = sweep.device;
    question.execution = sweep.execution;
    question.model = sweep.model;
    question.inputs = sweep.inputs;
    question.search = sweep.search;
    question.maximumBatch = sweep.maximumBatch;
    question.memoryLimitBytes = sweep.memoryLimitBytes;
    question.margin = sweep.margin;
    question.step = sweep.step;
    question.longestCallSeconds = sweep.longestCallSeconds;
    question.batchSource = sweep.batchSource;
    question.batchReason = sweep.batchReason;
    question.axes = sweep.axes;
    question.measuredAt = sweep.measuredAt;
    question.predicted = sweep.predicted;
    return question;
}

fs::path fileOf(const BatchSweep &sweep)
{
    return cacheFile("sweeps", sweep.device.kind, encode({ 0, questionOf(sweep) }));
}

} // namespace

BatchSweep newSweep(const Request &request, const Device &device, const std::string &model)
{
    BatchSweep sweep;
    sweep.device = device;
    sweep.execution = request.execution;
    sweep.model = model;
    sweep.inputs = request.inputs;
    sweep.inputs.insert(sweep.inputs.end(), request.dimensions.begin(), request.dimensions.end());
    sweep.search = request.sweep.search;
    sweep.maximumBatch = request.sweep.maximumBatch;
    sweep.memoryLimitBytes = request.memoryLimitBytes;
    sweep.margin = request.sweep.margin;
    sweep.step = sweep.search == BatchSearch::Sequential ? request.sweep.step : 1;
    sweep.longestCallSeconds = request.sweep.longestCallSeconds;
    return sweep;
}

fs::path sweepFolder()
{
    return cacheFile("sweeps", "any", "").parent_path();
}

void resumeFromFile(BatchSweep &sweep)
{
    std::ifstream file(fileOf(sweep), std::ios::binary);
    if (!file)
        return;
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const Result<Record> record = decode(text);
    if (!record.ok())
        return;
    const auto *kept = std::get_if<BatchSweep>(&record.value().body);
    if (kept && questionOf(*kept) == questionOf(sweep)) {
        sweep.points = kept->points;
        sweep.layers = kept->layers;
        sweep.sizes = kept->sizes;
    }
}

void keepSweep(const Record &record)
{
    const auto *sweep = std::get_if<BatchSweep>(&record.body);
    if (!sweep)
        return;
    const fs::path file = fileOf(*sweep);
    if (file.empty())
        return;
    std::error_code ignored;
    if (!sweep->end.empty()) {
        fs::remove(file, ignored);
        return;
    }
    fs::create_directories(file.parent_path(), ignored);
    // Where the cache cannot be written the next sweep begins anew.
    if (!writeWholeFile(file.string(), encode({ 0, *sweep })).ok())
        return;
}

} // namespace rooflight
