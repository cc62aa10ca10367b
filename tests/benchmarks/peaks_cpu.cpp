// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// Holds the roofs of the CPU against loops written by hand with intrinsics, one repeat of the one after one repeat of
// the other, so that whatever else the machine does meets both. Prints both rates and their ratio.
//
// Usage: peaks_cpu [THREADS [quick|normal|thorough]]

#include "core/base/clock.h"
#include "core/roofs/cpu/cpu_roofs.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <sched.h>
#include <sys/mman.h>

#ifdef __x86_64__
#include <immintrin.h>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t arrayFloats = std::size_t(32) << 20;
constexpr std::int64_t fmaRounds = 3'000'000;
constexpr int passes = 3;

#define STEP(instruction, vector, chain) instruction " %%" vector "15, %%" vector "14, %%" vector #chain "\n\t"
#define TWELVE_STEPS(instruction, vector)                                                                              \
    STEP(instruction, vector, 0)                                                                                       \
    STEP(instruction, vector, 1)                                                                                       \
    STEP(instruction, vector, 2)                                                                                       \
    STEP(instruction, vector, 3)                                                                                       \
    STEP(instruction, vector, 4)                                                                                       \
    STEP(instruction, vector, 5)                                                                                       \
    STEP(instruction, vector, 6)                                                                                       \
    STEP(instruction, vector, 7)                                                                                       \
    STEP(instruction, vector, 8)                                                                                       \
    STEP(instruction, vector, 9)                                                                                       \
    STEP(instruction, vector, 10)                                                                                      \
    STEP(instruction, vector, 11)

/// Of multiply-adds x = 0.999 x + 0.001 in twelve registers; they start as they are, which the recurrence soon forgets.
/// Products add up what the same bits mean to them.
#define LOOP(name, features, scalar, instruction, broadcast, vector)                                                   \
    __attribute__((target(features))) void name(std::int64_t rounds)                                                   \
    {                                                                                                                  \
        const scalar factor = scalar(0.999);                                                                           \
        const scalar addend = scalar(0.001);                                                                           \
        asm volatile(broadcast " %1, %%" vector "14\n\t" broadcast " %2, %%" vector "15\n"                             \
                               "1:\n\t" TWELVE_STEPS(instruction, vector) "dec %0\n\t"                                 \
                                                                          "jnz 1b"                                     \
                     : "+r"(rounds)                                                                                    \
                     : "m"(factor), "m"(addend)                                                                        \
                     : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",        \
                       "xmm11", "xmm14", "xmm15", "cc");                                                               \
    }

LOOP(fmaFloat512, "avx512f", float, "vfmadd213ps", "vbroadcastss", "zmm")
LOOP(fmaDouble512, "avx512f", double, "vfmadd213pd", "vbroadcastsd", "zmm")
LOOP(fmaFloat256, "avx2,fma", float, "vfmadd213ps", "vbroadcastss", "ymm")
LOOP(fmaDouble256, "avx2,fma", double, "vfmadd213pd", "vbroadcastsd", "ymm")
LOOP(fmaFloatScalar, "avx2,fma", float, "vfmadd213ss", "vbroadcastss", "xmm")
LOOP(fmaDoubleScalar, "avx2,fma", double, "vfmadd213sd", "vmovddup", "xmm")
LOOP(dotBf16, "avx512f", float, "vdpbf16ps", "vbroadcastss", "zmm")
LOOP(dotInt8, "avx512f", float, "vpdpbusd", "vbroadcastss", "zmm")

/// What a loop by hand is held against.
struct HandLoop {
    void (*run)(std::int64_t rounds);
    double flopPerStep;
};

/// By the names of the roofs, without "one core".
std::map<std::string, HandLoop> handLoops()
{
    const bool wide = __builtin_cpu_supports("avx512f");
    std::map<std::string, HandLoop> loops {
        { "FP32 FMA (vector", wide ? HandLoop { fmaFloat512, 32 } : HandLoop { fmaFloat256, 16 } },
        { "FP64 FMA (vector", wide ? HandLoop { fmaDouble512, 16 } : HandLoop { fmaDouble256, 8 } },
        { "FP32 FMA (scalar", { fmaFloatScalar, 2 } },
        { "FP64 FMA (scalar", { fmaDoubleScalar, 2 } },
    };
    if (__builtin_cpu_supports("avx512bf16"))
        loops["BF16 dot product (vector"] = { dotBf16, 64 };
    if (__builtin_cpu_supports("avx512vnni"))
        loops["INT8 dot product (vector"] = { dotInt8, 128 };
    return loops;
}

__attribute__((target("avx"))) float readByHand(const float *values, std::size_t count)
{
    __m256 sum0 = _mm256_setzero_ps();
    __m256 sum1 = sum0;
    __m256 sum2 = sum0;
    __m256 sum3 = sum0;
    for (std::size_t i = 0; i < count; i += 32) {
        sum0 = _mm256_add_ps(sum0, _mm256_load_ps(values + i));
        sum1 = _mm256_add_ps(sum1, _mm256_load_ps(values + i + 8));
        sum2 = _mm256_add_ps(sum2, _mm256_load_ps(values + i + 16));
        sum3 = _mm256_add_ps(sum3, _mm256_load_ps(values + i + 24));
    }
    return _mm256_add_ps(_mm256_add_ps(sum0, sum1), _mm256_add_ps(sum2, sum3))[0];
}

__attribute__((target("avx2,fma"))) void triadPastCaches(float *a, const float *b, const float *c, std::size_t count)
{
    const __m256 scale = _mm256_set1_ps(3);
    for (std::size_t i = 0; i < count; i += 8)
        _mm256_stream_ps(a + i, _mm256_fmadd_ps(scale, _mm256_load_ps(c + i), _mm256_load_ps(b + i)));
    _mm_sfence();
}

__attribute__((target("avx2,fma"))) void triadThroughCaches(float *a, const float *b, const float *c, std::size_t count)
{
    const __m256 scale = _mm256_set1_ps(3);
    for (std::size_t i = 0; i < count; i += 8)
        _mm256_store_ps(a + i, _mm256_fmadd_ps(scale, _mm256_load_ps(c + i), _mm256_load_ps(b + i)));
}

struct TeamTime {
    double wall = 0; ///< seconds from the first start to the last end
    double slowestThread = 0; ///< seconds that the slowest thread itself ran
};

double threadSeconds()
{
    return rooflight::secondsOfClock(CLOCK_THREAD_CPUTIME_ID);
}

/// `work` on threads pinned to the first CPUs of the affinity mask.
TeamTime timeOnThreads(int threads, const std::function<void(int)> &work)
{
    cpu_set_t allowed;
    sched_getaffinity(0, sizeof allowed, &allowed);
    std::vector<int> cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, &allowed))
            cpus.push_back(cpu);
    }
    std::atomic<int> waiting = threads;
    std::vector<Clock::time_point> starts(static_cast<std::size_t>(threads));
    std::vector<Clock::time_point> ends(static_cast<std::size_t>(threads));
    std::vector<double> ran(static_cast<std::size_t>(threads));
    std::vector<std::thread> team;
    for (int i = 0; i < threads; ++i) {
        team.emplace_back([&, i] {
            const auto index = static_cast<std::size_t>(i);
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(cpus[index % cpus.size()], &one);
            sched_setaffinity(0, sizeof one, &one);
            for (--waiting; waiting > 0;)
                std::this_thread::yield();
            const double start = threadSeconds();
            starts[index] = Clock::now();
            work(i);
            ends[index] = Clock::now();
            ran[index] = threadSeconds() - start;
        });
    }
    for (std::thread &thread : team)
        thread.join();
    const std::chrono::duration<double> wall = *std::ranges::max_element(ends) - *std::ranges::min_element(starts);
    return { wall.count(), *std::ranges::max_element(ran) };
}

float *largePages(std::size_t floats)
{
    auto *memory = static_cast<float *>(std::aligned_alloc(std::size_t(2) << 20, floats * sizeof(float)));
    if (!memory)
        std::exit(1);
    madvise(memory, floats * sizeof(float), MADV_HUGEPAGE);
    return memory;
}

/// One repeat of a loop by hand gives a rate in FLOP/s or B/s.
class HandWritten
{
public:
    explicit HandWritten(int threads)
        : m_threads(threads)
        , m_part(arrayFloats / static_cast<std::size_t>(threads) / 64 * 64)
    {
        timeOnThreads(threads, [this](int worker) {
            for (std::size_t i = first(worker); i < first(worker) + m_part; ++i) {
                m_a[i] = 0;
                m_b[i] = 1;
                m_c[i] = 2;
            }
        });
    }

    /// On one thread, or on all.
    double arithmetic(const HandLoop &loop, bool oneCore) const
    {
        const int threads = oneCore ? 1 : m_threads;
        return 12 * loop.flopPerStep * fmaRounds * threads
            / timeOnThreads(threads, [&loop](int) { loop.run(fmaRounds); }).slowestThread;
    }

    double read() const
    {
        return bytes() / timeOnThreads(m_threads, [this](int worker) {
                             for (int pass = 0; pass < passes; ++pass) {
                                 volatile float result = readByHand(m_b + first(worker), m_part);
                                 static_cast<void>(result);
                             }
                         }).wall;
    }

    double triad(bool pastCaches) const
    {
        return 3 * bytes() / timeOnThreads(m_threads, [this, pastCaches](int worker) {
                                 const std::size_t start = first(worker);
                                 for (int pass = 0; pass < passes; ++pass)
                                     (pastCaches ? triadPastCaches : triadThroughCaches)(m_a + start, m_b + start,
                                                                                         m_c + start, m_part);
                             }).wall;
    }

private:
    std::size_t first(int worker) const { return static_cast<std::size_t>(worker) * m_part; }
    double bytes() const { return static_cast<double>(m_part * sizeof(float)) * m_threads * passes; }

    int m_threads;
    std::size_t m_part;
    float *m_a = largePages(arrayFloats);
    float *m_b = largePages(arrayFloats);
    float *m_c = largePages(arrayFloats);
};

/// The estimate that the product uses: middle of the best quarter.
double plateau(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::ranges::sort(values);
    return values[(values.size() - 1) * 7 / 8];
}

} // namespace

int main(int argc, char **argv)
{
    using namespace rooflight;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
        std::puts("The loops by hand need AVX2 and FMA.");
        return 0;
    }
    const int threads = argc > 1 ? std::atoi(argv[1]) : static_cast<int>(std::thread::hardware_concurrency());
    const Effort effort = fromName<Effort>(argc > 2 ? argv[2] : "normal").value_or(Effort::Normal);

    const HandWritten byHand(threads);
    const std::map<std::string, HandLoop> loops = handLoops();
    std::map<std::string, std::vector<double>> rates;
    RoofRun run(effort, {}, [&](std::string_view name) {
        const std::string roof(name);
        const auto loop = loops.find(roof.substr(0, roof.find_first_of(",)")));
        const bool sustained = roof.ends_with("sustained");
        if (loop != loops.end() && !sustained)
            rates[roof].push_back(byHand.arithmetic(loop->second, roof.ends_with("one core)")));
        else if (roof == "DRAM read")
            rates[roof].push_back(byHand.read());
        else if (roof == "DRAM triad" && rates[roof].size() <= rates["through caches"].size())
            rates[roof].push_back(byHand.triad(true));
        else if (roof == "DRAM triad")
            rates["through caches"].push_back(byHand.triad(false));
    });
    const Result<DeviceRoofs> peaks = measureCpuRoofs(run, { threads });
    if (!peaks.ok()) {
        std::puts(peaks.error().text.c_str());
        return 1;
    }
    std::printf("%-36s %12s %12s %7s %8s\n", "roof", "product", "by hand", "ratio", "repeats");
    for (const Roof &roof : peaks.value().roofs) {
        if (rates[roof.name].empty())
            continue; // no loop by hand
        const double hand = plateau(rates[roof.name]);
        std::printf("%-36s %12.4g %12.4g %7.3f %8zu\n", roof.name.c_str(), roof.value, hand, roof.value / hand,
                    roof.samples.size());
    }
    std::printf("%-36s %12s %12.4g\n", "DRAM triad, plain", "", plateau(rates["through caches"]));
    return 0;
}

#else

int main()
{
    std::puts("The loops by hand are written for x86-64.");
    return 0;
}

#endif
