// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofs/cuda/sizes.h"

#include <algorithm>
#include <cmath>

namespace rooflight::cuda {

namespace {

constexpr std::int64_t edgeStep = 256;
constexpr std::int64_t smallestEdge = 4096;
constexpr std::int64_t greatestEdge = 16384;
constexpr std::int64_t cachesPerSmallArray = 8;
/// What stays in the cache from one pass to the next, and the time in which a pass starts and ends, are below 2 %.
constexpr std::int64_t cachesPerArray = 64;
constexpr std::int64_t usualArrayBytes = std::int64_t(4) << 30;

std::int64_t largestFittingEdge(Precision precision, double bytes)
{
    const MatrixShape smallest { edgeStep, edgeStep, edgeStep };
    const double perElement = static_cast<double>(bytesOf(smallest, precision)) / (edgeStep * edgeStep);
    return static_cast<std::int64_t>(std::sqrt(bytes / perElement)) / edgeStep * edgeStep;
}

} // namespace

std::int64_t bytesOf(const MatrixShape &shape, Precision precision)
{
    return operandBytes(precision, shape.m * shape.k) + operandBytes(precision, shape.k * shape.n)
        + scaleBytes(precision, shape.m, shape.k) + scaleBytes(precision, shape.n, shape.k)
        + shape.m * shape.n * productBytes(precision);
}

std::int64_t squareEdge(int multiprocessors)
{
    const std::int64_t edge = 2048 + 256 * static_cast<std::int64_t>(multiprocessors);
    return std::clamp((edge + edgeStep / 2) / edgeStep * edgeStep, smallestEdge, greatestEdge);
}

std::vector<MatrixShape> matrixShapes(int multiprocessors, Precision precision, std::int64_t freeBytes)
{
    const std::int64_t edge = squareEdge(multiprocessors);
    std::vector<MatrixShape> shapes = {
        { edge, edge, edge }, { 2048, 2048, 13312 }, { 4096, 4096, 4096 }, { 8192, 8192, 8192 }, { 1024, 15360, 4096 },
    };
    if (precision == Precision::Fp8)
        shapes.push_back({ 1280, 4096, 12032 });
    std::ranges::stable_sort(
        shapes, [](const MatrixShape &one, const MatrixShape &other) { return flopOf(one) < flopOf(other); });
    shapes.erase(std::unique(shapes.begin(), shapes.end()), shapes.end());

    const double limit = memoryShare * static_cast<double>(freeBytes);
    std::erase_if(shapes, [precision, limit](const MatrixShape &shape) {
        return static_cast<double>(bytesOf(shape, precision)) > limit;
    });
    if (shapes.empty()) {
        if (const std::int64_t fitting = largestFittingEdge(precision, limit); fitting > 0)
            shapes.push_back({ fitting, fitting, fitting });
    }
    return shapes;
}

std::int64_t arrayBytes(std::int64_t l2Bytes, std::int64_t freeBytes)
{
    const std::int64_t wanted = std::max(usualArrayBytes, cachesPerArray * l2Bytes);
    const auto allowed = static_cast<std::int64_t>(memoryShare * static_cast<double>(freeBytes)) / 3;
    return std::min(wanted, allowed) / memoryGranule * memoryGranule;
}

bool isSmallArray(std::int64_t bytes, std::int64_t l2Bytes)
{
    return bytes < cachesPerSmallArray * l2Bytes;
}

} // namespace rooflight::cuda
