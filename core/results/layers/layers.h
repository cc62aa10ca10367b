// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/conditions.h"
#include "core/model/device.h"
#include "core/model/execution.h"
#include "core/model/item_id.h"
#include "core/model/samples.h"
#include "core/results/result_traits.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// What a GPU ran for one operator: a kernel, or a copy or fill of memory.
struct KernelUse {
    std::string name;
    std::int64_t launches = 0; ///< of one run
    double timeNs = 0; ///< of one run's launches together, by the GPU's own clock; the median of some runs
    /// Blocks of its grid for each multiprocessor of the GPU, of the longest launch: below 1 some have nothing to do.
    /// 0: not known, or no kernel.
    double blocksPerMultiprocessor = 0;

    bool operator==(const KernelUse &) const = default;
};

/// Latency of one layer (its whole subtree) or one operator.
struct ItemLatency {
    ItemId item;
    double firstRunNs = 0;
    double selfMedianNs = 0; ///< without the layers that it calls
    SampleSet samples;
    std::vector<KernelUse> kernels; ///< of an operator on CUDA; of the model (layer 0) what no operator launched

    bool operator==(const ItemLatency &) const = default;
};

/// Whether PyTorch allowed fp32 arithmetic to be rounded to TF32, which runs on a GPU's matrix units.
struct Tf32Use {
    bool convolutions = false; ///< torch.backends.cudnn.allow_tf32
    bool products = false; ///< torch.backends.cuda.matmul.allow_tf32

    bool operator==(const Tf32Use &) const = default;
};

/// Latencies of all layers and operators, from instrumented runs.
struct LayerLatencies {
    Device device;
    std::string method;
    Execution execution; ///< layers are seen call by call: of its executors only the frozen ones make a difference
    std::int64_t batch = 1; ///< items of a run; 1 if that is not known
    SampleSet instrumentedModel; ///< the whole model in the same, instrumented runs
    SampleSet unattributed; ///< of those runs, what no operator took: the interpreter, and the instrumentation itself
    double bareMedianNs = 0; ///< the same executor without the observer: the difference is its cost
    std::vector<ItemLatency> items;
    Tf32Use tf32; ///< neither on a CPU
    std::optional<Conditions> conditions;
    std::string noKernels; ///< why no item lists its kernels on CUDA; empty if they do, and on a CPU
    std::optional<double> graphReplayMedianNs; ///< all of a bare run's work, replayed as one CUDA graph
    std::string noGraphReplay; ///< why there is none on CUDA; empty if there is, and on a CPU
    std::string
        notHeld; ///< why the queue of the GPU was not held back in instrumented runs; empty if it was, and on a CPU
    std::optional<std::array<double, 2>> bareIntervalNs = {}; ///< 95 %, of bareMedianNs; absent in older files

    bool operator==(const LayerLatencies &) const = default;
};

template<> struct ResultTraits<LayerLatencies> {
    static constexpr std::string_view record = "layers";
    static constexpr RequestKind request = RequestKind::Layers;
    static constexpr EnumSet<RequestKind> others = { RequestKind::Report, RequestKind::Import };
    static constexpr ResultOf of = ResultOf::Run;
    static bool holdsTimes(const LayerLatencies &layers) { return !layers.instrumentedModel.samplesNs.empty(); }
};

} // namespace rooflight
