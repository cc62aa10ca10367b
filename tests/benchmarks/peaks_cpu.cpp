// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

// Holds the roofs of the CPU against loops written by hand with intrinsics, one repeat of the one after one repeat of
// the other, so that whatever else the machine does meets both. Prints both rates and their ratio.
//
// Usage: peaks_cpu [THREADS [quick|normal|thorough]]

#include "core/peaks/cpu_peaks.h"

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

#define FMA(type, vector, chain) "vfmadd213" type " %%" vector "15, %%" vector "14, %%" vector #chain "\n\t"
#define TWELVE_FMAS(type, vector)                                                                                      \
    FMA(type, vector, 0)                                                                                               \
    FMA(type, vector, 1)                                                                                               \
    FMA(type, vector, 2)                                                                                               \
    FMA(type, vector, 3)                                                                                               \
    FMA(type, vector, 4)                                                                                               \
    FMA(type, vector, 5)                                                                                               \
    FMA(type, vector, 6)                                                                                               \
    FMA(type, vector, 7)                                                                                               \
    FMA(type, vector, 8)                                                                                               \
    FMA(type, vector, 9)                                                                                               \
    FMA(type, vector, 10)                                                                                              \
    FMA(type, vector, 11)

/// x = 0.999 x + 0.001 in twelve registers; they start as they are, which the recurrence soon forgets.
#define FMA_LOOP(scalar, type, broadcast, vector, rounds)                                                              \
    const scalar factor = scalar(0.999);                                                                               \
    const scalar addend = scalar(0.001);                                                                               \
    asm volatile(broadcast " %1, %%" vector "14\n\t" broadcast " %2, %%" vector "15\n"                                 \
                           "1:\n\t" TWELVE_FMAS(type, vector) "dec %0\n\t"                                             \
                                                              "jnz 1b"                                                 \
                 : "+r"(rounds)                                                                                        \
                 : "m"(factor), "m"(addend)                                                                            \
                 : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",   \
                   "xmm14", "xmm15", "cc")

__attribute__((target("avx512f"))) void fmaAvx512(bool isDouble, std::int64_t rounds)
{
    if (isDouble) {
        FMA_LOOP(double, "pd", "vbroadcastsd", "zmm", rounds);
    } else {
        FMA_LOOP(float, "ps", "vbroadcastss", "zmm", rounds);
    }
}

__attribute__((target("avx2,fma"))) void fmaAvx2(bool isDouble, std::int64_t rounds)
{
    if (isDouble) {
        FMA_LOOP(double, "pd", "vbroadcastsd", "ymm", rounds);
    } else {
        FMA_LOOP(float, "ps", "vbroadcastss", "ymm", rounds);
    }
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

/// Seconds from the first start to the last end of `work` on threads pinned to the first CPUs of the affinity mask.
double timeOnThreads(int threads, const std::function<void(int)> &work)
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
            starts[index] = Clock::now();
            work(i);
            ends[index] = Clock::now();
        });
    }
    for (std::thread &thread : team)
        thread.join();
    return std::chrono::duration<double>(*std::ranges::max_element(ends) - *std::ranges::min_element(starts)).count();
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

    double fma(bool isDouble) const
    {
        const bool wide = __builtin_cpu_supports("avx512f");
        const double lanes = (wide ? 64.0 : 32.0) / (isDouble ? sizeof(double) : sizeof(float));
        const double flops = 12 * lanes * 2 * fmaRounds * m_threads;
        return flops
            / timeOnThreads(m_threads, [wide, isDouble](int) { (wide ? fmaAvx512 : fmaAvx2)(isDouble, fmaRounds); });
    }

    double read() const
    {
        return bytes() / timeOnThreads(m_threads, [this](int worker) {
                   for (int pass = 0; pass < passes; ++pass) {
                       volatile float result = readByHand(m_b + first(worker), m_part);
                       static_cast<void>(result);
                   }
               });
    }

    double triad(bool pastCaches) const
    {
        return 3 * bytes() / timeOnThreads(m_threads, [this, pastCaches](int worker) {
                   const std::size_t start = first(worker);
                   for (int pass = 0; pass < passes; ++pass)
                       (pastCaches ? triadPastCaches : triadThroughCaches)(m_a + start, m_b + start, m_c + start,
                                                                           m_part);
               });
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
    using namespace ridgepoint;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
        std::puts("The loops by hand need AVX2 and FMA.");
        return 0;
    }
    CpuPeaksOptions options;
    options.threads = argc > 1 ? std::atoi(argv[1]) : static_cast<int>(std::thread::hardware_concurrency());
    options.effort = effortFromName(argc > 2 ? argv[2] : "normal").value_or(Effort::Normal);

    const HandWritten byHand(options.threads);
    std::map<std::string, std::vector<double>> rates;
    const Result<Peaks> peaks = measureCpuPeaks(options, [&](const PeaksProgress &progress) {
        if (progress.roof == "FP32 FMA (vector)" || progress.roof == "FP64 FMA (vector)")
            rates[progress.roof].push_back(byHand.fma(progress.roof.starts_with("FP64")));
        else if (progress.roof == "DRAM read")
            rates[progress.roof].push_back(byHand.read());
        else if (progress.roof == "DRAM triad" && rates[progress.roof].size() <= rates["through caches"].size())
            rates[progress.roof].push_back(byHand.triad(true));
        else if (progress.roof == "DRAM triad")
            rates["through caches"].push_back(byHand.triad(false));
        return true;
    });
    if (!peaks.ok()) {
        std::puts(peaks.error().text.c_str());
        return 1;
    }
    std::printf("%-18s %12s %12s %7s %8s\n", "roof", "product", "by hand", "ratio", "repeats");
    for (const Roof &roof : peaks.value().roofs) {
        if (rates[roof.name].empty())
            continue; // no loop by hand
        const double hand = plateau(rates[roof.name]);
        std::printf("%-18s %12.4g %12.4g %7.3f %8zu\n", roof.name.c_str(), roof.value, hand, roof.value / hand,
                    roof.samples.size());
    }
    std::printf("%-18s %12s %12.4g\n", "DRAM triad, plain", "", plateau(rates["through caches"]));
    return 0;
}

#else

int main()
{
    std::puts("The loops by hand are written for x86-64.");
    return 0;
}

#endif
