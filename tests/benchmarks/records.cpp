// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// What the record of an analysis costs for each operator, of a loop of 10,000 operators that do next to nothing: a
// linear layer and an activation in turns, as tests/benchmarks/analyze/scaling.py makes it, and with it three calls of
// layers for two operators. Usage: records [OPERATORS]

#include "core/record/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

using namespace rooflight;

namespace {

constexpr int repetitions = 15;

Layer layer(const Analysis &analysis, std::int64_t parent, std::string path, std::string type)
{
    const auto id = static_cast<std::int64_t>(analysis.layers.size());
    return { id,
             parent,
             std::move(path),
             std::move(type),
             static_cast<int>(id / 3),
             true,
             4160,
             { 4096, 8256, 17152, 256 },
             17152,
             1,
             OperatorFamily::Matrix,
             { { 1, 64 } },
             { { 1, 64 } },
             DType::Float32 };
}

Operator call(const Analysis &analysis, std::string name, OperatorFamily family, const OperatorWork &work)
{
    const auto id = static_cast<std::int64_t>(analysis.operators.size());
    return { id,
             analysis.layers.back().id,
             std::move(name),
             family,
             true,
             { 4096, 8256, 17152, 256 },
             work,
             17408,
             { { 1, 64 }, { 64, 64 }, { 64 } },
             { { 1, 64 } },
             DType::Float32 };
}

Analysis loopOf(int operators)
{
    Analysis analysis;
    analysis.layers.push_back(layer(analysis, -1, "", "Loop"));
    for (int step = 0; step < operators / 2; ++step) {
        const auto parent = static_cast<std::int64_t>(analysis.layers.size());
        analysis.layers.push_back(layer(analysis, 0, "step", "Step"));
        analysis.layers.push_back(layer(analysis, parent, "step.linear", "Linear"));
        analysis.operators.push_back(
            call(analysis, "aten::linear", OperatorFamily::Matrix, { .macs = 4096, .biasAdds = 64 }));
        analysis.layers.push_back(layer(analysis, parent, "step.activation", "ReLU"));
        analysis.operators.push_back(call(analysis, "aten::relu", OperatorFamily::Activation, { .comparison = 64 }));
    }
    return analysis;
}

/// Median microseconds of CPU time for each operator.
template<typename Work> double timeEach(int operators, const Work &work)
{
    std::vector<double> times;
    for (int i = 0; i < repetitions; ++i) {
        const std::clock_t begin = std::clock();
        work();
        times.push_back(static_cast<double>(std::clock() - begin) * 1e6 / CLOCKS_PER_SEC / operators);
    }
    std::ranges::sort(times);
    return times[times.size() / 2];
}

} // namespace

int main(int argc, char **argv)
{
    const int operators = argc > 1 ? std::max(2, std::atoi(argv[1])) : 10000;
    const Record record { .request = 1, .body = loopOf(operators) };
    std::string line;
    const double write = timeEach(operators, [&] { line = encode(record); });
    bool read = true;
    const double readBack = timeEach(operators, [&] {
        const Result<Record> again = decode(line);
        read = read && again.ok();
    });
    const double document = timeEach(operators, [&] { line = toJson(record.body); });
    if (!read)
        return EXIT_FAILURE;
    fmt::print(
        "{} operators, {} bytes each: write {:.2f} us, read {:.2f} us, together {:.2f} us; as --json {:.2f} us\n",
        operators, encode(record).size() / static_cast<std::size_t>(operators), write, readBack, write + readBack,
        document);
    return EXIT_SUCCESS;
}
