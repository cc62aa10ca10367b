// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/model/tensor_info.h"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace rooflight {

/// One argument of an operator, as PyTorch's profiler records it.
struct RecordedArgument {
    std::string type; ///< "float" and the like of a tensor, "TensorList", "Scalar", "ScalarList"; empty: not recorded
    std::vector<Shape> shapes; ///< one of a tensor, one a tensor of a list
    std::vector<std::vector<std::int64_t>> strides; ///< as the shapes; empty in traces of older versions
    std::string value; ///< of what is not a tensor, as Python prints it: "[1, 1]", "False", "0.5"

    bool operator==(const RecordedArgument &) const = default;
};

/// One event of a trace. Times are ns from the first event.
struct RecordedEvent {
    enum class Kind : std::uint8_t {
        Operator, ///< on the host
        Module, ///< a call of nn.Module, if stacks were recorded
        Step, ///< an iteration of the profiler's schedule
        Launch, ///< of a kernel, on the host
        Kernel, ///< on the GPU: also a copy or fill of memory
    };

    Kind kind = Kind::Operator;
    std::string name; ///< of a module its class and number: "Conv2d_3"
    double beginNs = 0;
    double endNs = 0;
    std::int64_t thread = 0; ///< counted up from 0, in the order in which threads appear
    std::int64_t externalId = -1; ///< of the operator that a kernel belongs to; -1: none
    std::int64_t correlation = -1; ///< joins a launch with its kernel; -1: none
    double blocksPerMultiprocessor = 0; ///< of a kernel's grid; 0: not known
    std::vector<RecordedArgument> arguments;
    std::string hierarchy; ///< of modules, if a TorchScript model was traced with them; else empty
};

/// What a trace of PyTorch's profiler (Kineto) holds of operators, modules, steps and kernels, in the file's order.
struct ProfilerTrace {
    static constexpr std::size_t maxEvents = 2'000'000; ///< that are kept; more are refused

    std::vector<RecordedEvent> events;
    std::string gpu; ///< name of the first one; empty: none
};

/// Reads the JSON that torch.profiler's export_chrome_trace() writes, event by event: no more than one is in memory
/// besides what is kept. \p path is for messages. Errors: FileUnreadable, for what is no such trace, is cut off, or was
/// recorded without shapes.
[[nodiscard]] Result<ProfilerTrace> readProfilerTrace(std::istream &stream, const std::string &path);

} // namespace rooflight
