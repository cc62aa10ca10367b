// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/measure_roofs.h"

#include "core/roofs/cuda/roofs.h"
#include "core/roofs/cuda/theoretical.h"

#include <algorithm>
#include <numeric>

namespace ridgepoint::cuda {

namespace {

/// Parts of the time. A product also searches for its shape and runs on for its sustained rate.
constexpr int productWeight = 5;
constexpr int otherWeight = 1;

/// Below this share of the time in which a kernel runs a GPU counts as idle.
constexpr double idleShare = 0.05;
constexpr double idleWaitSeconds = 1.5;
constexpr double idleStepSeconds = 0.1;

struct Task {
    std::string name; ///< for progress
    int weight = otherWeight;
    std::function<Result<void>()> run;
};

void addVectorTasks(RoofSession &session, std::vector<Task> &tasks)
{
    for (const Precision precision : { Precision::Fp64, Precision::Fp32, Precision::Fp16, Precision::Bf16 }) {
        if (hasVector(session.properties(), precision))
            tasks.push_back({ std::string(name(precision)) + " (vector)", otherWeight,
                              [&session, precision] { return measureVector(session, precision); } });
    }
}

void addTensorTasks(RoofSession &session, std::vector<Task> &tasks)
{
    if (const std::string gap = session.gpu().matrixGap(); !gap.empty()) {
        session.note("There are no roofs of matrix units: " + gap);
        return;
    }
    for (const Precision precision :
         { Precision::Fp64, Precision::Tf32, Precision::Fp16, Precision::Bf16, Precision::Fp8, Precision::Int8 }) {
        if (hasTensor(session.properties(), precision))
            tasks.push_back({ std::string(name(precision)) + " (tensor)", productWeight,
                              [&session, precision] { return measureTensor(session, precision); } });
    }
}

/// All that needs the arrays.
void addArrayTasks(RoofSession &session, std::vector<Task> &tasks)
{
    for (const MemoryPattern pattern :
         { MemoryPattern::Read, MemoryPattern::Write, MemoryPattern::Copy, MemoryPattern::Triad }) {
        tasks.push_back({ "DRAM " + std::string(name(pattern)), otherWeight, [&session, pattern]() -> Result<void> {
                             const Result<std::int64_t> bytes = reserveDramArrays(session);
                             return bytes.ok() ? measureDram(session, pattern, bytes.value()) : bytes.error();
                         } });
    }
    if (session.properties().l2Bytes <= 0)
        return;
    tasks.push_back({ "L2 read", otherWeight, [&session]() -> Result<void> {
                         const Result<std::int64_t> bytes = reserveDramArrays(session);
                         return bytes.ok() ? measureL2(session, bytes.value()) : bytes.error();
                     } });
}

void addOtherTasks(RoofSession &session, std::vector<Task> &tasks)
{
    tasks.push_back({ "Shared memory read", otherWeight, [&session] { return measureShared(session); } });
    for (const CopyDirection direction : { CopyDirection::ToDevice, CopyDirection::FromDevice })
        tasks.push_back({ "PCIe", otherWeight, [&session, direction] { return measureTransfer(session, direction); } });
    for (const LaunchPattern pattern : { LaunchPattern::BackToBack, LaunchPattern::WithEvents, LaunchPattern::Graph })
        tasks.push_back({ "Launch", otherWeight, [&session, pattern] { return measureLaunch(session, pattern); } });
}

/// A share that lags behind the work of this very process goes down in about a second; that of others does not.
void lookForOtherLoad(RoofSession &session)
{
    const double start = session.now();
    Telemetry telemetry = session.gpu().telemetry();
    while (telemetry.busyShare.value_or(0) > idleShare && session.now() - start < idleWaitSeconds) {
        session.sleep(idleStepSeconds);
        telemetry = session.gpu().telemetry();
    }
    if (telemetry.busyShare.value_or(0) <= idleShare)
        return;
    session.setOtherLoad();
    session.note("Something else keeps the GPU busy: its roofs come out too low. Measure again when it is idle.");
}

/// The error of a GPU that is gone; nothing where the other roofs can still be measured.
Result<void> afterFailure(RoofSession &session, const std::string &task, const Error &error)
{
    if (error.code != ErrorCode::OutOfMemory)
        return error;
    session.note("There is no roof \"" + task + "\": " + error.text);
    return {};
}

Result<void> runTasks(RoofSession &session, const std::vector<Task> &tasks)
{
    int weightLeft =
        std::accumulate(tasks.begin(), tasks.end(), 0, [](int sum, const Task &task) { return sum + task.weight; });
    const int count = static_cast<int>(tasks.size());
    for (int i = 0; i < count; ++i) {
        const Task &task = tasks[static_cast<std::size_t>(i)];
        session.beginTask(task.name, i, count, task.weight, weightLeft);
        if (session.ended() && !session.roofs().empty())
            break;
        const Result<void> done = task.run();
        session.gpu().release();
        if (!done.ok()) {
            if (const Result<void> survived = afterFailure(session, task.name, done.error()); !survived.ok())
                return survived;
        }
        weightLeft -= task.weight;
        if (session.ended())
            break;
    }
    return {};
}

} // namespace

Result<GpuRoofs> measureRoofs(Gpu &gpu, Effort effort, const PeaksKeepGoing &keepGoing, HostClock clock)
{
    RoofSession session(gpu, effort, keepGoing, std::move(clock));
    if (const std::string gap = gpu.telemetryGap(); !gap.empty())
        session.note("Clocks, power and temperature of the GPU are not known: " + gap);
    lookForOtherLoad(session);

    std::vector<Task> tasks;
    addVectorTasks(session, tasks);
    addTensorTasks(session, tasks);
    addArrayTasks(session, tasks);
    addOtherTasks(session, tasks);
    if (const Result<void> done = runTasks(session, tasks); !done.ok())
        return done.error();
    if (std::string sentence = session.telemetry().sentence(); !sentence.empty())
        session.note(std::move(sentence));
    return GpuRoofs { session.roofs(), session.notes() };
}

} // namespace ridgepoint::cuda
