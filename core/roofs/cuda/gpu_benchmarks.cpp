// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/gpu_roofs.h"

#include "core/roofs/cuda/gpu_roofs.h"
#include "core/roofs/cuda/theoretical.h"

namespace rooflight::cuda {

namespace {

/// Parts of the time. A product also searches for its shape and runs on for its sustained rate.
constexpr double productWeight = 5;
constexpr double otherWeight = 1;

/// Below this share of the time in which a kernel runs a GPU counts as idle.
constexpr double idleShare = 0.05;
constexpr double idleWaitSeconds = 1.5;
constexpr double idleStepSeconds = 0.1;

class GpuBenchmark : public RoofBenchmark
{
public:
    using Measure = std::function<Result<void>(RoofSession &session)>;

    GpuBenchmark(std::shared_ptr<RoofSession> session, std::string name, double weight, Measure measure)
        : m_session(std::move(session))
        , m_name(std::move(name))
        , m_weight(weight)
        , m_measure(std::move(measure))
    {
    }

    [[nodiscard]] std::string_view name() const override { return m_name; }
    [[nodiscard]] double weight(RoundNumber round) const override { return m_weight / round.count; }

    [[nodiscard]] Result<void> runRound(const RoofRound &round) override
    {
        round.report(m_name);
        if (round.stopRequested() && m_session->hasMeasured())
            return {};
        m_session->begin(round, m_name);
        Result<void> done = m_measure(*m_session);
        m_session->gpu().release();
        m_roofs = m_session->takeRoofs();
        return done;
    }

    [[nodiscard]] std::vector<Roof> results() override { return std::move(m_roofs); }

private:
    const std::shared_ptr<RoofSession> m_session;
    const std::string m_name;
    const double m_weight;
    const Measure m_measure;
    std::vector<Roof> m_roofs;
};

/// Lists the benchmarks of a GPU.
class BenchmarkList
{
public:
    explicit BenchmarkList(std::shared_ptr<RoofSession> session)
        : m_session(std::move(session))
    {
    }

    [[nodiscard]] RoofBenchmarks make();

private:
    void add(std::string name, GpuBenchmark::Measure measure, double weight = otherWeight)
    {
        m_list.push_back(std::make_unique<GpuBenchmark>(m_session, std::move(name), weight, std::move(measure)));
    }

    void addVector();
    void addTensor();
    void addMemory();
    void addLaunch();

    const std::shared_ptr<RoofSession> m_session;
    RoofBenchmarks m_list;
};

void BenchmarkList::addVector()
{
    for (const Precision precision : { Precision::Fp64, Precision::Fp32, Precision::Fp16, Precision::Bf16 }) {
        if (hasVector(m_session->properties(), precision))
            add(std::string(name(precision)) + " (vector)",
                [precision](RoofSession &session) { return measureVector(session, precision); });
    }
    add("fp32 exp2 (special functions)", measureSpecial);
}

void BenchmarkList::addTensor()
{
    if (const std::string reason = m_session->gpu().matrixGap(); !reason.empty()) {
        m_session->note("There are no roofs of matrix units: " + reason);
        return;
    }
    for (const Precision precision : { Precision::Fp64, Precision::Tf32, Precision::Fp16, Precision::Bf16,
                                       Precision::Fp8, Precision::Int8, Precision::Mxfp8, Precision::Nvfp4 }) {
        if (hasTensor(m_session->properties(), precision))
            add(
                std::string(name(precision)) + " (tensor)",
                [precision](RoofSession &session) { return measureTensor(session, precision); }, productWeight);
    }
}

void BenchmarkList::addMemory()
{
    for (const MemoryPattern pattern :
         { MemoryPattern::Read, MemoryPattern::Write, MemoryPattern::Copy, MemoryPattern::Triad })
        add("DRAM " + std::string(name(pattern)),
            [pattern](RoofSession &session) { return measureDram(session, pattern); });
    if (m_session->properties().l2Bytes > 0)
        add("L2 read", measureL2);
    add("Shared memory read", measureShared);
    for (const CopyDirection direction : { CopyDirection::ToDevice, CopyDirection::FromDevice })
        add("PCIe", [direction](RoofSession &session) { return measureTransfer(session, direction); });
}

void BenchmarkList::addLaunch()
{
    for (const LaunchPattern pattern : { LaunchPattern::BackToBack, LaunchPattern::WithEvents, LaunchPattern::Graph })
        add("Launch", [pattern](RoofSession &session) { return measureLaunch(session, pattern); });
}

RoofBenchmarks BenchmarkList::make()
{
    addVector();
    addTensor();
    addMemory();
    addLaunch();
    return std::move(m_list);
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

} // namespace

RoofBenchmarks gpuBenchmarks(const std::shared_ptr<RoofSession> &session)
{
    if (const std::string reason = session->gpu().telemetryGap(); !reason.empty())
        session->note("Clocks, power and temperature of the GPU are not known: " + reason);
    lookForOtherLoad(*session);
    return BenchmarkList(session).make();
}

} // namespace rooflight::cuda
