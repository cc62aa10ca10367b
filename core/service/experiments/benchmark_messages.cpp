// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/benchmark_messages.h"

#include "core/record/event_fields.h"
#include "core/record/format_error.h"
#include "core/results/explanation/fields.h"
#include "core/results/remedies/fields.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <system_error>

namespace rooflight {

static void fields(auto &archive, Is<BenchmarkRequest> auto &request)
{
    archive("task", request.task);
    archive("setup", request.setup);
    archive("uncapped", request.uncapped);
    archive("count", request.count);
    archive("positions", request.positions);
    archive("position", request.call.position);
    archive("change", request.call.change);
    archive("threads", request.call.threads);
    archive("caches", request.call.caches);
    archive("timing", request.call.timing);
    archive("row", request.call.row);
    archive("background", request.background);
}

static void fields(auto &archive, Is<BenchmarkResponse> auto &response)
{
    archive("failure", response.failure);
    archive("ns", response.ns);
    archive("page_faults", response.pageFaults);
    archive("calls_cpu_ns", response.callsCpuNs);
    archive("process_cpu_ns", response.processCpuNs);
    archive("applies", response.applies);
    archive("onednn_ns", response.oneDnn.allNs);
    archive("reorders_ns", response.oneDnn.reordersNs);
    archive.unlessEmpty("described", response.described);
    archive("peak_bytes", response.peakBytes);
    archive("threads", response.threads);
    archive("items", response.items);
    archive("has_batch", response.hasBatch);
    archive("has_images", response.hasImages);
    archive("has_linear", response.hasLinear);
    archive("output_sizes", response.outputSizes);
}

namespace {

constexpr std::size_t maxLineBytes = std::size_t { 1 } << 20;
constexpr std::int64_t maxDataBytes = std::int64_t { 1 } << 32;
constexpr int pollMilliseconds = 50;

/// A message with the size of the data behind its line.
template<typename Message> struct Envelope {
    Message &message;
    std::int64_t dataBytes = 0;
};

template<typename Message> void fields(auto &archive, Envelope<Message> &envelope)
{
    fields(archive, envelope.message);
    archive("data_bytes", envelope.dataBytes);
}

template<typename Message> void fields(auto &archive, const Envelope<Message> &envelope)
{
    fields(archive, envelope.message);
    archive("data_bytes", envelope.dataBytes);
}

} // namespace

Result<std::pair<BenchmarkSocket, BenchmarkSocket>> BenchmarkSocket::makePair()
{
    std::array<int, 2> ends {};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return Error { ErrorCode::Internal,
                       fmt::format("Two processes could not be connected: {}.", std::generic_category().message(errno)),
                       "Close other programs and try again." };
    return std::pair { BenchmarkSocket(FileDescriptor(ends[0])), BenchmarkSocket(FileDescriptor(ends[1])) };
}

bool BenchmarkSocket::writeBytes(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_descriptor.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

bool BenchmarkSocket::fill(std::size_t size, const std::function<bool()> &stopped)
{
    static std::array<char, 65536> chunk;
    while (m_buffer.size() < size) {
        pollfd readable { m_descriptor.get(), POLLIN, 0 };
        const int ready = poll(&readable, 1, pollMilliseconds);
        if (stopped())
            return false;
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        const ssize_t got = ::read(m_descriptor.get(), chunk.data(), chunk.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        m_buffer.append(chunk.data(), static_cast<std::size_t>(got));
    }
    return true;
}

std::optional<std::string> BenchmarkSocket::readLine(const std::function<bool()> &stopped)
{
    for (std::size_t searched = 0;;) {
        const std::size_t end = m_buffer.find('\n', searched);
        if (end != std::string::npos) {
            std::string line = m_buffer.substr(0, end);
            m_buffer.erase(0, end + 1);
            return line;
        }
        searched = m_buffer.size();
        if (searched > maxLineBytes || !fill(searched + 1, stopped))
            return std::nullopt;
    }
}

template<typename Message> bool BenchmarkSocket::writeMessage(const Message &message)
{
    std::string line;
    const Envelope<const Message> envelope { message, static_cast<std::int64_t>(message.data.size()) };
    JsonWriter(line, JsonLayout::OneLine).write(envelope);
    return writeBytes(line + '\n') && writeBytes(message.data);
}

template<typename Message> std::optional<Message> BenchmarkSocket::readMessage(const std::function<bool()> &stopped)
{
    const std::optional<std::string> line = readLine(stopped);
    if (!line)
        return std::nullopt;
    Message message;
    Envelope<Message> envelope { message };
    try {
        readJson(*line, envelope);
    } catch (const FormatError &) {
        return std::nullopt;
    }
    if (envelope.dataBytes < 0 || envelope.dataBytes > maxDataBytes)
        return std::nullopt;
    const auto size = static_cast<std::size_t>(envelope.dataBytes);
    if (!fill(size, stopped))
        return std::nullopt;
    message.data = m_buffer.substr(0, size);
    m_buffer.erase(0, size);
    return message;
}

bool BenchmarkSocket::write(const BenchmarkRequest &request)
{
    return writeMessage(request);
}

bool BenchmarkSocket::write(const BenchmarkResponse &response)
{
    return writeMessage(response);
}

std::optional<BenchmarkRequest> BenchmarkSocket::readRequest()
{
    return readMessage<BenchmarkRequest>([] { return false; });
}

std::optional<BenchmarkResponse> BenchmarkSocket::readResponse(const std::function<bool()> &stopped)
{
    return readMessage<BenchmarkResponse>(stopped);
}

namespace {

float numberAt(const std::string &data, std::size_t index)
{
    float number = 0;
    std::memcpy(&number, data.data() + index * sizeof(float), sizeof(float));
    return number;
}

double distanceOf(float a, float b)
{
    if (a == b || (std::isnan(a) && std::isnan(b)))
        return 0;
    const double distance = std::abs(static_cast<double>(a) - static_cast<double>(b));
    return std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
}

} // namespace

std::optional<OutputDifference> differenceOf(const BenchmarkResponse &expected, const BenchmarkResponse &other)
{
    if (expected.outputSizes.empty() || expected.outputSizes != other.outputSizes
        || expected.data.size() != other.data.size())
        return std::nullopt;
    OutputDifference difference;
    std::size_t begin = 0;
    for (const std::int64_t size : expected.outputSizes) {
        const std::size_t left = expected.data.size() / sizeof(float) - begin;
        if (size < 0 || static_cast<std::size_t>(size) > left)
            return std::nullopt;
        const std::size_t end = begin + static_cast<std::size_t>(size);
        double greatest = 0;
        double farthest = 0;
        for (std::size_t i = begin; i < end; ++i) {
            const float number = numberAt(expected.data, i);
            if (std::isfinite(number))
                greatest = std::max(greatest, std::abs(static_cast<double>(number)));
            farthest = std::max(farthest, distanceOf(number, numberAt(other.data, i)));
        }
        begin = end;
        difference.maxAbs = std::max(difference.maxAbs, farthest);
        if (farthest > 0) // beside zeros alone, all of it is error
            difference.maxRel =
                std::max(difference.maxRel, greatest > 0 || std::isinf(farthest) ? farthest / greatest : 1);
    }
    return difference;
}

} // namespace rooflight
