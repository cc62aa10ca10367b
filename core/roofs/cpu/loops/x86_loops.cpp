// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cpu/loops/extension_loops.h"

#if defined(__x86_64__)
#include <cstdint>
#include <cstring>

#include <immintrin.h>
#endif

namespace rooflight::kernels {

#if defined(__x86_64__)

namespace {

/// As the float loops: enough chains to hide the latency, and few enough for the registers.
constexpr int chains512 = 24;
constexpr int chains256 = 12;
constexpr int chainsOfTiles = 6;
constexpr std::int64_t stepsPerRound = 4;

constexpr std::int64_t lanes256 = 8; ///< of 32 bits
constexpr std::int64_t lanes512 = 16;

/// One row a cycle, on every processor that has tiles.
constexpr std::int64_t rowsPerTile = 16;
constexpr std::int64_t columnsPerTile = 16;
constexpr std::int64_t bytesPerRow = 64;

/// Bits that no compiler knows.
std::int32_t hidden(std::int32_t bits)
{
    volatile std::int32_t value = bits;
    return value;
}

/// Lanes taken for numbers of this type.
template<typename Number, class Vector> double sumOfLanes(const Vector &vector)
{
    Number numbers[sizeof(Vector) / sizeof(Number)];
    std::memcpy(numbers, &vector, sizeof numbers);
    double sum = 0;
    for (const Number number : numbers)
        sum += static_cast<double>(number);
    return sum;
}

constexpr std::int32_t twoFp16 = 0x3c503a10; ///< 1.078125 and 0.7578125
constexpr std::int32_t twoOtherFp16 = 0x3538b828; ///< 0.326171875 and -0.51953125
constexpr std::int32_t twoBf16 = 0x3f8a3f21; ///< 1.078125 and 0.62890625
constexpr std::int32_t twoOtherBf16 = 0x3ea7bf05; ///< 0.326171875 and -0.51953125
constexpr std::int32_t fourInt8 = 0x5b236147; ///< 91, 35, 97, 71
constexpr std::int32_t fourOtherInt8 = 0x279d4bc3; ///< 39, -99, 75, -61

#define ROOFLIGHT_UNROLL _Pragma("GCC unroll 24")

/// chain = chain + left * right in every chain. Of the intrinsics compilers make loops that go through memory.
#define ROOFLIGHT_STEP(instruction, right)                                                                             \
    ROOFLIGHT_UNROLL for (auto &chain : chains) asm(instruction " %2, %1, %0" : "+v"(chain) : "v"(left), "v"(right))

/// `rounds` times four steps in every chain, and the sum of all their lanes. One operand changes from step to step, as
/// it would in a product.
#define ROOFLIGHT_LOOP(Vector, filled, count, instruction, Number, bits, otherBits)                                    \
    const Vector left = filled(hidden(bits));                                                                          \
    const Vector even = filled(hidden(otherBits));                                                                     \
    const Vector odd = filled(hidden(bits));                                                                           \
    Vector chains[count];                                                                                              \
    ROOFLIGHT_UNROLL for (auto &chain : chains) chain = filled(hidden(0));                                             \
    for (std::int64_t round = 0; round < rounds; ++round) {                                                            \
        ROOFLIGHT_STEP(instruction, even);                                                                             \
        ROOFLIGHT_STEP(instruction, odd);                                                                              \
        ROOFLIGHT_STEP(instruction, even);                                                                             \
        ROOFLIGHT_STEP(instruction, odd);                                                                              \
    }                                                                                                                  \
    double sum = 0;                                                                                                    \
    ROOFLIGHT_UNROLL for (const auto &chain : chains) sum += sumOfLanes<Number>(chain);                                \
    return sum

__attribute__((target("avx512f"))) double fmaFp16Avx512(std::int64_t rounds)
{
    ROOFLIGHT_LOOP(__m512i, _mm512_set1_epi32, chains512, "vfmadd231ph", std::int16_t, twoFp16, twoOtherFp16);
}

__attribute__((target("avx512f"))) double dotBf16Avx512(std::int64_t rounds)
{
    ROOFLIGHT_LOOP(__m512i, _mm512_set1_epi32, chains512, "vdpbf16ps", float, twoBf16, twoOtherBf16);
}

__attribute__((target("avx512f"))) double dotInt8Avx512(std::int64_t rounds)
{
    ROOFLIGHT_LOOP(__m512i, _mm512_set1_epi32, chains512, "vpdpbusd", std::int32_t, fourInt8, fourOtherInt8);
}

__attribute__((target("avx2"))) double dotInt8Avx(std::int64_t rounds)
{
    ROOFLIGHT_LOOP(__m256i, _mm256_set1_epi32, chains256, "%{vex%} vpdpbusd", std::int32_t, fourInt8, fourOtherInt8);
}

/// Shape of the eight tile registers, as LDTILECFG reads it.
struct alignas(64) TileShapes {
    std::uint8_t palette = 1;
    std::uint8_t startRow = 0;
    std::uint8_t reserved[14] = {};
    std::uint16_t bytesPerRow[16] = {};
    std::uint8_t rows[16] = {};
};
static_assert(sizeof(TileShapes) == 64);

struct alignas(64) Tile {
    std::int32_t words[rowsPerTile * columnsPerTile] = {};
};

TileShapes fullTiles()
{
    TileShapes shapes;
    for (int tile = 0; tile < 8; ++tile) {
        shapes.bytesPerRow[tile] = bytesPerRow;
        shapes.rows[tile] = rowsPerTile;
    }
    return shapes;
}

Tile filledTile(std::int32_t bits)
{
    Tile tile;
    for (std::int32_t &word : tile.words)
        word = hidden(bits);
    return tile;
}

/// Six products at a time in tiles 0 to 5 of the operands in 6 and 7: one takes 52 cycles and starts 16 after the
/// other.
#define ROOFLIGHT_TILE_LOOP(product, bits, otherBits)                                                                  \
    const TileShapes shapes = fullTiles();                                                                             \
    const Tile left = filledTile(bits);                                                                                \
    const Tile right = filledTile(otherBits);                                                                          \
    _tile_loadconfig(&shapes);                                                                                         \
    _tile_loadd(6, left.words, bytesPerRow);                                                                           \
    _tile_loadd(7, right.words, bytesPerRow);                                                                          \
    _tile_zero(0);                                                                                                     \
    _tile_zero(1);                                                                                                     \
    _tile_zero(2);                                                                                                     \
    _tile_zero(3);                                                                                                     \
    _tile_zero(4);                                                                                                     \
    _tile_zero(5);                                                                                                     \
    for (std::int64_t step = 0; step < stepsPerRound * rounds; ++step) {                                               \
        product(0, 6, 7);                                                                                              \
        product(1, 6, 7);                                                                                              \
        product(2, 6, 7);                                                                                              \
        product(3, 6, 7);                                                                                              \
        product(4, 6, 7);                                                                                              \
        product(5, 6, 7);                                                                                              \
    }                                                                                                                  \
    Tile result;                                                                                                       \
    _tile_stored(0, result.words, bytesPerRow);                                                                        \
    _tile_release();                                                                                                   \
    return result.words[0]

__attribute__((target("amx-tile,amx-bf16"))) double tilesBf16(std::int64_t rounds)
{
    ROOFLIGHT_TILE_LOOP(_tile_dpbf16ps, twoBf16, twoOtherBf16);
}

__attribute__((target("amx-tile,amx-int8"))) double tilesInt8(std::int64_t rounds)
{
    ROOFLIGHT_TILE_LOOP(_tile_dpbusd, fourInt8, fourOtherInt8);
}

/// One instruction a step and chain, of `flop` FLOP, of which `perCycle` in a cycle at least.
ComputeLoop loop(Precision precision, ArithmeticUnit unit, const char *instructions, std::int64_t chains,
                 std::int64_t flop, std::int64_t perCycle, double (*run)(std::int64_t rounds))
{
    return { precision, unit, instructions, stepsPerRound * chains * flop, perCycle, run };
}

} // namespace

std::vector<ComputeLoop> x86Loops(const CpuFeatures &features, std::int64_t floatLanes)
{
    // Each lane of 32 bits multiplies and adds this many pairs.
    constexpr std::int64_t elementsOfFp16 = 2; // of a lane of 32 bits
    constexpr std::int64_t pairsOfBf16 = 2;
    constexpr std::int64_t pairsOfInt8 = 4;
    const bool has256 = floatLanes >= lanes256;
    const bool has512 = floatLanes >= lanes512;
    std::vector<ComputeLoop> loops;
    if (has512 && features.avx512Fp16) {
        constexpr std::int64_t flop = 2 * elementsOfFp16 * lanes512;
        loops.push_back(
            loop(Precision::Fp16, ArithmeticUnit::Vector, "AVX512_FP16", chains512, flop, flop, fmaFp16Avx512));
    }
    if (has512 && features.avx512Bf16) {
        constexpr std::int64_t flop = 2 * pairsOfBf16 * lanes512;
        loops.push_back(
            loop(Precision::Bf16, ArithmeticUnit::Dot, "AVX512_BF16", chains512, flop, flop, dotBf16Avx512));
    }
    if (has512 && features.avx512Vnni) {
        constexpr std::int64_t flop = 2 * pairsOfInt8 * lanes512;
        loops.push_back(
            loop(Precision::Int8, ArithmeticUnit::Dot, "AVX512_VNNI", chains512, flop, flop, dotInt8Avx512));
    } else if (has256 && features.avxVnni) {
        constexpr std::int64_t flop = 2 * pairsOfInt8 * lanes256;
        loops.push_back(loop(Precision::Int8, ArithmeticUnit::Dot, "AVX_VNNI", chains256, flop, flop, dotInt8Avx));
    }
    if (has512 && features.amxBf16) {
        constexpr std::int64_t perCycle = 2 * pairsOfBf16 * columnsPerTile * (bytesPerRow / 4);
        loops.push_back(loop(Precision::Bf16, ArithmeticUnit::Amx, "AMX_BF16", chainsOfTiles, rowsPerTile * perCycle,
                             perCycle, tilesBf16));
    }
    if (has512 && features.amxInt8) {
        constexpr std::int64_t perCycle = 2 * pairsOfInt8 * columnsPerTile * (bytesPerRow / 4);
        loops.push_back(loop(Precision::Int8, ArithmeticUnit::Amx, "AMX_INT8", chainsOfTiles, rowsPerTile * perCycle,
                             perCycle, tilesInt8));
    }
    return loops;
}

#else

std::vector<ComputeLoop> x86Loops(const CpuFeatures &, std::int64_t)
{
    return {};
}

#endif

} // namespace rooflight::kernels
