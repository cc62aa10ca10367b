// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/base/file_descriptor.h"
#include "core/base/result.h"
#include "core/model/execution.h"
#include "core/results/explanation/called_operator.h"
#include "core/torchscript/replay/call_change.h"
#include "core/torchscript/replay/onednn_log.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace rooflight {

/// What runs beside an operator to see whether that slows it down.
enum class BackgroundWork {
    None,
    Computing, ///< in registers
    WritingMemory, ///< past the caches: an operator keeps what it has in them
};

template<>
inline constexpr auto enumNames<BackgroundWork> = EnumNames<BackgroundWork, 3> { {
    { BackgroundWork::None, "none" },
    { BackgroundWork::Computing, "computing" },
    { BackgroundWork::WritingMemory, "writing_memory" },
} };

/// Threads that work until they are stopped.
class BackgroundLoad
{
public:
    BackgroundLoad() = default;
    ~BackgroundLoad() { end(); }
    BackgroundLoad(const BackgroundLoad &) = delete;
    BackgroundLoad &operator=(const BackgroundLoad &) = delete;

    /// Returns when all threads do it, or when none is left. False: there is no memory or no thread for all, and none
    /// is left.
    [[nodiscard]] bool set(BackgroundWork work, int threads);

private:
    void end();

    std::atomic<bool> m_stop = false;
    std::vector<std::thread> m_threads;
};

/// The tasks of a benchmark process. It answers each request before it gets the next.
enum class BenchmarkTask {
    Load, ///< the model, under a setup: the first task, once
    Inputs, ///< name those that the model runs with
    Time, ///< a number of calls
    Outputs, ///< of one run
    SetBatch, ///< make inputs of this many items
    Capture, ///< keep calls of operators with their arguments
    PrepareCall, ///< change one of them
    TimeCall, ///< a number of calls of one of them
    LogCall, ///< log what oneDNN does in it
    DescribeCall, ///< describe the arguments of one of them
    Disturb, ///< background load; needs no model, so it may be the first task
};

template<>
inline constexpr auto enumNames<BenchmarkTask> = EnumNames<BenchmarkTask, 11> { {
    { BenchmarkTask::Load, "load" },
    { BenchmarkTask::Inputs, "inputs" },
    { BenchmarkTask::Time, "time" },
    { BenchmarkTask::Outputs, "outputs" },
    { BenchmarkTask::SetBatch, "set_batch" },
    { BenchmarkTask::Capture, "capture" },
    { BenchmarkTask::PrepareCall, "prepare_call" },
    { BenchmarkTask::TimeCall, "time_call" },
    { BenchmarkTask::LogCall, "log_call" },
    { BenchmarkTask::DescribeCall, "describe_call" },
    { BenchmarkTask::Disturb, "disturb" },
} };

/// What of calls in a row is timed.
enum class CallTiming {
    AsCalled, ///< all of it: on a GPU also how long the host takes to launch them
    Held, ///< on a GPU: its work alone, which is queued before the first of it begins
    Graph, ///< on a GPU: calls that were recorded in a CUDA graph
};

template<>
inline constexpr auto enumNames<CallTiming> = EnumNames<CallTiming, 3> { {
    { CallTiming::AsCalled, "as_called" },
    { CallTiming::Held, "held" },
    { CallTiming::Graph, "graph" },
} };

/// A call of an operator, as it is to be made again.
struct CallRequest {
    std::int64_t position = 0; ///< in the run, as in Analysis::operators
    CallChange change = CallChange::None;
    int threads = 0; ///< 0: as the setup says
    Caches caches = Caches::Warm;
    CallTiming timing = CallTiming::AsCalled;
    std::int64_t row = 0; ///< of AsCalled and Graph: calls in a row whatever is asked for; 0: as asked for
};

struct BenchmarkRequest {
    BenchmarkTask task = BenchmarkTask::Load;
    RunSetup setup = {}; ///< of Load
    bool uncapped = false; ///< of Load: variables that cap the instruction set are taken out of the environment
    std::int64_t count = 0; ///< calls of Time, TimeCall and LogCall, items of SetBatch, threads of Disturb
    std::string data = {}; ///< of Load: the inputs, as another process gave them; empty: as the request says
    std::vector<std::int64_t> positions = {}; ///< of Capture
    CallRequest call = {}; ///< of PrepareCall, TimeCall and LogCall; of DescribeCall its position
    BackgroundWork background = BackgroundWork::None; ///< of Disturb
};

/// Fields that do not belong to the task stay as they are.
struct BenchmarkResponse {
    Error failure; ///< why it could not, which ends the process as answerAll() says. Its text is empty if it could
    double ns = 0; ///< of Time and TimeCall: mean of a call
    std::int64_t pageFaults = 0; ///< of Time and TimeCall: in all calls together
    double callsCpuNs = 0; ///< of TimeCall: CPU time of all threads in all calls together
    double processCpuNs = 0; ///< CPU time of all threads since the process began
    bool applies = false; ///< of PrepareCall: the call can be changed so
    OneDnnTimes oneDnn = {}; ///< of LogCall: in all calls together
    CalledOperator described = {}; ///< of DescribeCall
    std::int64_t peakBytes = 0; ///< most memory that the process has held so far
    int threads = 0; ///< of Load: those that the model runs with
    std::int64_t items = 0; ///< of Inputs and SetBatch: of a run
    bool hasBatch = false; ///< of Inputs: it is known which dimension is the batch
    bool hasImages = false; ///< of Inputs: one of them has four dimensions
    bool hasLinear = false; ///< of Inputs: the model has a layer that can be made one of int8
    std::vector<std::int64_t> outputSizes; ///< of Outputs: how many numbers each tensor has
    std::string data; ///< of Inputs: the tensors, pickled; of Outputs: the numbers, as floats
};

/// One end of the connection between two processes: lines of JSON, and data behind them. What comes from the other end
/// may be the words of a model.
class BenchmarkSocket
{
public:
    explicit BenchmarkSocket(FileDescriptor descriptor)
        : m_descriptor(std::move(descriptor))
    {
    }

    /// Two ends. Errors: Internal.
    [[nodiscard]] static Result<std::pair<BenchmarkSocket, BenchmarkSocket>> makePair();

    /// False when the other end is gone.
    [[nodiscard]] bool write(const BenchmarkRequest &request);
    [[nodiscard]] bool write(const BenchmarkResponse &response);

    /// Nothing when the other end is gone, has sent something else, or \p stopped says true while it is waited for.
    [[nodiscard]] std::optional<BenchmarkRequest> readRequest();
    [[nodiscard]] std::optional<BenchmarkResponse> readResponse(const std::function<bool()> &stopped);

    [[nodiscard]] int descriptor() const { return m_descriptor.get(); }
    [[nodiscard]] bool isOpen() const { return m_descriptor.isOpen(); }
    void close() { m_descriptor.close(); }

private:
    template<typename Message> [[nodiscard]] bool writeMessage(const Message &message);
    template<typename Message> [[nodiscard]] std::optional<Message> readMessage(const std::function<bool()> &stopped);
    [[nodiscard]] bool writeBytes(std::string_view bytes);
    /// Whether at least this many bytes are in the buffer now.
    [[nodiscard]] bool fill(std::size_t size, const std::function<bool()> &stopped);
    [[nodiscard]] std::optional<std::string> readLine(const std::function<bool()> &stopped);

    FileDescriptor m_descriptor;
    std::string m_buffer; ///< read, not yet taken
};

/// How far the outputs of one run are from those of another.
struct OutputDifference {
    double maxAbs = 0; ///< greatest distance of two numbers
    double maxRel = 0; ///< greatest distance over the greatest absolute value of that tensor of \p expected
};

/// Difference of two answers to BenchmarkTask::Outputs. NaN and infinity equal themselves; if only one of them is, the
/// distance is infinite. Nothing if they have other sizes, or no numbers.
[[nodiscard]] std::optional<OutputDifference> differenceOf(const BenchmarkResponse &expected,
                                                           const BenchmarkResponse &other);

} // namespace rooflight
