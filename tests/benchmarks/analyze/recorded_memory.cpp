// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// Heap that an analysis holds for each recorded operator, its layers and all else included. Used by scaling.py.

#include "core/archive/inspect.h"
#include "core/request/input_spec.h"
#include "core/torchscript/profile/analyzer.h"

#include <iostream>
#include <malloc.h>

using namespace rooflight;

namespace {

template<typename T> T orEnd(Result<T> result)
{
    if (!result.ok()) {
        std::cerr << result.error().text << '\n';
        std::exit(1);
    }
    return std::move(result).value();
}

std::size_t heapBytes()
{
    const struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::cerr << "usage: recorded_memory MODEL.pt INPUT\n";
        return 2;
    }
    const std::string path = argv[1];
    const Inspection inspection = orEnd(inspectFile(path, false));
    LoadedModel model = orEnd(LoadedModel::load(path, "cpu", Executor::Unoptimized));
    const ModelInputs inputs = orEnd(makeModelInputs(model, { orEnd(parseInputSpec(argv[2])) }, 0));
    model.run(inputs.values); // what LibTorch keeps from a first run is not ours
    CostModel costs;
    OperatorCatalog operators(costs);
    const std::size_t before = heapBytes();
    const Analysis analysis = orEnd(analyze(model, inputs, inspection, {}, operators, Convention::Fma2));
    const std::size_t bytes = heapBytes() - before;
    std::cout << bytes / analysis.operators.size() << " bytes an operator, " << analysis.operators.size()
              << " operators in " << analysis.layers.size() << " calls of layers\n";
    std::cout.flush();
    std::_Exit(0); // the destructors of LibTorch's globals are no part of the work
}
