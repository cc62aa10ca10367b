// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/peaks/cpu_peaks.h"

#include "core/peaks/cpu/clock.h"
#include "core/peaks/cpu/control_group.h"
#include "core/peaks/cpu/kernels.h"
#include "core/peaks/cpu/large_array.h"
#include "core/peaks/cpu/memory_in_reach.h"
#include "core/peaks/cpu/repeats.h"
#include "core/peaks/cpu/topology.h"
#include "core/peaks/cpu/worker_team.h"
#include "core/peaks/cpu_device.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <limits>
#include <set>
#include <system_error>

namespace ridgepoint {

namespace {

constexpr int progressPerRoof = 100;
constexpr int roofCount = 3;
constexpr double warmupSeconds = 0.3;

/// Long against the microsecond that starting takes, short against the time slices of other programs.
constexpr double repeatSeconds = 0.01;

/// A quota is handed out in periods of 0.1 s: a repeat has to last several to feel it.
constexpr double repeatSecondsUnderQuota = 0.3;

/// Passes in turn with either width of vectors, the fastest of each decides.
constexpr int widthTrials = 5;

constexpr std::int64_t cachesPerArray = 4;
constexpr std::int64_t smallestArrayBytes = std::int64_t(64) << 20;

std::string nowUtc()
{
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts {};
    gmtime_r(&now, &parts);
    std::string text(20, '\0');
    std::strftime(text.data(), text.size() + 1, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

/// Equal parts of the three arrays, one a worker.
struct TriadArrays {
    LargeArray a;
    LargeArray b;
    LargeArray c;
    std::size_t part = 0; ///< floats of one worker

    [[nodiscard]] explicit operator bool() const { return a && b && c; }
    [[nodiscard]] double bytes() const { return static_cast<double>(b.size() * sizeof(float)); }
};

class CpuPeaksRun
{
public:
    CpuPeaksRun(const CpuPeaksOptions &options, const PeaksKeepGoing &keepGoing, std::string instructions);

    [[nodiscard]] Result<Peaks> measure();

private:
    /// One way through the arrays by one worker.
    using Pass = std::function<void(int worker, kernels::Width width)>;

    void warmUp();
    [[nodiscard]] bool measureFma();
    bool measureMemory(const std::string &pattern, double bytesPerPass, const Pass &pass);
    [[nodiscard]] TriadArrays makeArrays();
    [[nodiscard]] double shortestOfThree(const WorkerTeam::Work &work);
    [[nodiscard]] std::int64_t roundsPerRepeat();
    void setClock(Roof &roof, const Repeats &repeats, const std::vector<double> &clocksHz) const;
    [[nodiscard]] Repeats repeat(const std::string &roof, const std::function<double()> &once);
    [[nodiscard]] Roof newRoof(RoofKind kind, std::string name) const;
    [[nodiscard]] bool finish(Roof roof, const Repeats &repeats);

    const std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    const CpuPeaksOptions m_options;
    const PeaksKeepGoing &m_keepGoing;
    const std::string m_instructions;
    const CpuTopology m_topology = cpuTopology();
    const int m_threads;
    const bool m_overQuota;
    const double m_repeatSeconds;
    const std::vector<LogicalCpu> m_places;
    WorkerTeam m_team;
    bool m_smallArrays = false; ///< less than four times the caches
    Peaks m_peaks;
};

double secondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

bool exceedsQuota(int threads)
{
    const std::optional<double> quota = controlGroupLimits().cpus;
    return quota && *quota < threads;
}

CpuPeaksRun::CpuPeaksRun(const CpuPeaksOptions &options, const PeaksKeepGoing &keepGoing, std::string instructions)
    : m_options(options)
    , m_keepGoing(keepGoing)
    , m_instructions(std::move(instructions))
    , m_threads(options.threads > 0 ? options.threads : availableCpus())
    , m_overQuota(exceedsQuota(m_threads))
    , m_repeatSeconds(m_overQuota ? repeatSecondsUnderQuota : repeatSeconds)
    , m_places(placeThreads(m_topology, m_threads))
    , m_team(m_threads, m_places)
{
    m_peaks.device = cpuDevice(m_threads);
    m_peaks.measuredAt = nowUtc();
    m_peaks.program = RIDGEPOINT_VERSION;
    m_peaks.effort = name(options.effort);
}

Result<Peaks> CpuPeaksRun::measure()
{
    warmUp();
    if (!measureFma())
        return m_peaks;

    TriadArrays arrays = makeArrays();
    if (!arrays)
        return Error { ErrorCode::OutOfMemory, "There is not enough memory to measure its bandwidth.",
                       "Close other programs, or raise the memory limit of this one." };
    const std::size_t part = arrays.part;
    const auto read = [&arrays, part](int worker, kernels::Width width) {
        volatile float total = kernels::sum(arrays.b.data() + static_cast<std::size_t>(worker) * part, part, width);
        static_cast<void>(total);
    };
    const auto triad = [&arrays, part](int worker, kernels::Width width) {
        const std::size_t first = static_cast<std::size_t>(worker) * part;
        kernels::triad(arrays.a.data() + first, arrays.b.data() + first, arrays.c.data() + first, 1.5F, part, width);
    };
    if (measureMemory("read", arrays.bytes(), read))
        measureMemory("triad", 3 * arrays.bytes(), triad);
    return m_peaks;
}

/// Clocks need a moment under load to settle.
void CpuPeaksRun::warmUp()
{
    const std::int64_t rounds = roundsPerRepeat();
    double seconds = 0;
    while (seconds < warmupSeconds) {
        seconds += m_team.run([rounds](int) {
            volatile float result = kernels::fmaRounds(rounds);
            static_cast<void>(result);
        });
    }
}

/// What to size a repeat by: other programs may have held up one run or two.
double CpuPeaksRun::shortestOfThree(const WorkerTeam::Work &work)
{
    return std::min({ m_team.run(work), m_team.run(work), m_team.run(work) });
}

std::int64_t CpuPeaksRun::roundsPerRepeat()
{
    std::int64_t rounds = 1000;
    for (;;) {
        const double seconds = shortestOfThree([rounds](int) {
            volatile float result = kernels::fmaRounds(rounds);
            static_cast<void>(result);
        });
        if (seconds >= m_repeatSeconds / 4)
            return std::max<std::int64_t>(1, std::llround(static_cast<double>(rounds) * m_repeatSeconds / seconds));
        rounds *= 4;
    }
}

bool CpuPeaksRun::measureFma()
{
    const std::int64_t rounds = roundsPerRepeat();
    const double flops = static_cast<double>(rounds) * static_cast<double>(kernels::flopPerRound()) * m_threads;
    std::vector<std::optional<double>> workerClocks(static_cast<std::size_t>(m_threads));
    std::vector<double> clocksHz;

    Roof roof = newRoof(RoofKind::Compute, "FP32 FMA (vector)");
    roof.precision = "fp32";
    roof.unit = "vector";
    const Repeats repeats = repeat(roof.name, [&] {
        const double seconds = m_team.run(
            [rounds](int) {
                volatile float result = kernels::fmaRounds(rounds);
                static_cast<void>(result);
            },
            [&workerClocks](int worker) { workerClocks[static_cast<std::size_t>(worker)] = heldClockHz(); });
        std::ranges::sort(workerClocks);
        clocksHz.push_back(workerClocks[workerClocks.size() / 2].value_or(0));
        return flops / seconds;
    });
    const bool goesOn = finish(std::move(roof), repeats);
    setClock(m_peaks.roofs.back(), repeats, clocksHz);
    return goesOn;
}

/// The clock while the loop ran at the roof's own rate: the median over the better half of the repeats.
void CpuPeaksRun::setClock(Roof &roof, const Repeats &repeats, const std::vector<double> &clocksHz) const
{
    std::vector<double> sortedValues = repeats.values;
    std::ranges::sort(sortedValues);
    const double middle = sortedValues[sortedValues.size() / 2];
    std::vector<double> clocks;
    for (std::size_t i = 0; i < clocksHz.size(); ++i) {
        if (repeats.values[i] >= middle && clocksHz[i] > 0)
            clocks.push_back(clocksHz[i]);
    }
    if (clocks.empty() || m_places.empty() || m_overQuota)
        return;
    std::ranges::sort(clocks);
    roof.clockHz = clocks[clocks.size() / 2];

    std::set<int> cores;
    for (const LogicalCpu &cpu : m_places)
        cores.insert(cpu.core);
    const auto coreCount = static_cast<double>(cores.size());
    roof.perCycle = roof.value / *roof.clockHz / coreCount;

    const double flopPerVectorFma = 2.0 * static_cast<double>(kernels::vectorFloats());
    const double wholeFmas = std::round(*roof.perCycle / flopPerVectorFma);
    if (wholeFmas >= 1 && std::abs(*roof.perCycle / flopPerVectorFma / wholeFmas - 1) <= 0.05)
        roof.theoretical = wholeFmas * flopPerVectorFma * *roof.clockHz * coreCount;
}

TriadArrays CpuPeaksRun::makeArrays()
{
    const std::int64_t wanted = m_options.arrayBytes > 0
        ? m_options.arrayBytes
        : std::max(smallestArrayBytes, cachesPerArray * m_topology.lastLevelCacheBytes);
    // A quarter of what is left for all three: others need memory while this runs.
    const std::int64_t bytes = std::min(wanted, memoryInReach() / 12);

    const auto threads = static_cast<std::size_t>(m_threads);
    const std::size_t blockBytes = kernels::blockFloats * sizeof(float);
    const std::size_t blocks = static_cast<std::size_t>(bytes) / blockBytes / threads;
    const std::size_t part = std::max<std::size_t>(blocks, 1) * kernels::blockFloats;
    TriadArrays arrays { LargeArray(part * threads), LargeArray(part * threads), LargeArray(part * threads), part };
    m_smallArrays = bytes < cachesPerArray * m_topology.lastLevelCacheBytes;
    if (!arrays)
        return arrays;
    // First touch by the thread that will use it puts every page into that thread's memory.
    static_cast<void>(m_team.run([&arrays, part](int worker) {
        const std::size_t first = static_cast<std::size_t>(worker) * part;
        for (std::size_t i = first; i < first + part; ++i) {
            arrays.a.data()[i] = 0;
            arrays.b.data()[i] = 1.0F + static_cast<float>(i % 1021) / 1024;
            arrays.c.data()[i] = 1.0F + static_cast<float>(i % 1019) / 1024;
        }
    }));
    return arrays;
}

bool CpuPeaksRun::measureMemory(const std::string &pattern, double bytesPerPass, const Pass &pass)
{
    Roof roof = newRoof(RoofKind::Memory, "DRAM " + pattern);
    roof.level = "dram";
    roof.pattern = pattern;
    if (m_smallArrays)
        roof.flags.emplace_back("small_arrays");

    const WorkerTeam::Work full = [&pass](int worker) { pass(worker, kernels::Width::Full); };
    const WorkerTeam::Work narrow = [&pass](int worker) { pass(worker, kernels::Width::AtMost32Bytes); };
    double fullSeconds = m_team.run(full);
    double narrowSeconds = m_team.run(narrow);
    for (int trial = 1; trial < widthTrials; ++trial) {
        fullSeconds = std::min(fullSeconds, m_team.run(full));
        narrowSeconds = std::min(narrowSeconds, m_team.run(narrow));
    }
    const WorkerTeam::Work &faster = narrowSeconds < fullSeconds ? narrow : full;
    const double once = std::max(std::min(fullSeconds, narrowSeconds), 1e-6);
    const int passes = std::max(1, static_cast<int>(std::ceil(m_repeatSeconds / once)));
    const Repeats repeats = repeat(roof.name, [&] {
        const double seconds = m_team.run([&faster, passes](int worker) {
            for (int i = 0; i < passes; ++i)
                faster(worker);
        });
        return passes * bytesPerPass / seconds;
    });
    return finish(std::move(roof), repeats);
}

Repeats CpuPeaksRun::repeat(const std::string &roof, const std::function<double()> &once)
{
    const int before = static_cast<int>(m_peaks.roofs.size()) * progressPerRoof;
    const auto keepGoing = [this, &roof, before](double share) {
        const int done = before + static_cast<int>(share * progressPerRoof);
        return !m_keepGoing || m_keepGoing({ roof, done, roofCount * progressPerRoof });
    };
    RepeatPlan plan = repeatPlan(m_options.effort);
    const double secondsLeft = totalSeconds(m_options.effort) - secondsSince(m_start);
    const int roofsLeft = roofCount - static_cast<int>(m_peaks.roofs.size());
    plan.maximumSeconds = std::min(plan.maximumSeconds, secondsLeft / roofsLeft);
    return repeatUntilSteady(plan, once, keepGoing);
}

Roof CpuPeaksRun::newRoof(RoofKind kind, std::string name) const
{
    Roof roof;
    roof.kind = kind;
    roof.name = std::move(name);
    roof.instructions = m_instructions;
    roof.threads = m_threads;
    if (m_overQuota)
        roof.flags.emplace_back("quota");
    if (m_places.empty())
        roof.flags.emplace_back("oversubscribed");
    return roof;
}

/// Takes the roof; false when the caller ended the measurement.
bool CpuPeaksRun::finish(Roof roof, const Repeats &repeats)
{
    setValue(roof, repeats);
    m_peaks.roofs.push_back(std::move(roof));
    return !repeats.ended;
}

} // namespace

Result<Peaks> measureCpuPeaks(const CpuPeaksOptions &options, const PeaksKeepGoing &keepGoing)
{
    Result<std::string> instructions = cpuInstructionSet();
    if (!instructions.ok())
        return instructions.error();
    try {
        return CpuPeaksRun(options, keepGoing, std::move(instructions).value()).measure();
    } catch (const std::system_error &error) {
        return Error { ErrorCode::OutOfMemory,
                       "The threads to measure the roofs with cannot be started: " + std::string(error.what()) + ".",
                       "Ask for fewer threads, or raise the limit on processes." };
    }
}

Result<std::string> cpuInstructionSet()
{
    return kernels::chooseInstructionSet();
}

} // namespace ridgepoint
