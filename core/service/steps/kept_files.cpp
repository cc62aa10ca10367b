// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/steps/kept_files.h"

#include "core/archive/zip/sha256.h"
#include "core/base/cache_file.h"
#include "core/base/whole_file.h"
#include "core/record/record.h"
#include "core/roofs/cache/roofs_cache.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace rooflight {

namespace {

bool isSameDevice(const Device &a, const Device &b)
{
    return a.kind == b.kind && a.name == b.name && a.uuid == b.uuid && a.threads == b.threads;
}

bool isCutShort(const Roof &roof)
{
    return roof.hasFlag("partial");
}

} // namespace

std::string keptText(const DeviceRoofs &roofs)
{
    const std::string line = encode({ 0, roofs });
    return line + sha256OfText(line) + '\n';
}

std::optional<DeviceRoofs> roofsIn(std::string_view text)
{
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view line = text.substr(0, end + 1);
    if (text.substr(end + 1) != sha256OfText(line) + '\n')
        return std::nullopt;
    Result<Record> record = decode(line);
    if (!record.ok() || !std::holds_alternative<DeviceRoofs>(record.value().body))
        return std::nullopt;
    auto roofs = std::get<DeviceRoofs>(std::move(record).value().body);
    return areSound(roofs) ? std::optional(std::move(roofs)) : std::nullopt;
}

std::optional<DeviceRoofs> keptRoofs(const Device &device, const std::string &clockPolicy)
{
    const std::optional<std::string> text = readPeaksCache(peaksCachePath(device));
    std::optional<DeviceRoofs> roofs = text ? roofsIn(*text) : std::nullopt;
    if (!roofs || !isSameDevice(roofs->device, device) || roofs->clockPolicy != clockPolicy)
        return std::nullopt;
    roofs->cached = true;
    return roofs;
}

void keepRoofs(const DeviceRoofs &roofs)
{
    if (roofs.cached || !areSound(roofs) || std::ranges::any_of(roofs.roofs, isCutShort))
        return;
    if (!writePeaksCache(peaksCachePath(roofs.device), keptText(roofs)).ok())
        return;
}

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
